//! Judges any A2A 1.0 agent from outside with rule-tagged checks.
