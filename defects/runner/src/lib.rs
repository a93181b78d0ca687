//! Plants one defect a server, runs the catalogue, and holds what failed against what was predicted.
