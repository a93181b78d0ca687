//! The report as a value, and its renderers.
