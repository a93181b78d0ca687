//! A small correct A2A agent whose defects can be switched on.
