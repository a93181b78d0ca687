//! What holds for the source as a whole.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    found
}

#[test]
fn the_kernel_speaks_no_protocol() {
    for (path, source) in sources("src/kernel") {
        for foreign in ["axum", "http::", "StatusCode", "json!", "crate::edge", "crate::push"] {
            assert!(!source.contains(foreign), "{} in {}", foreign, path.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_for_and_stays_short() {
    for (path, source) in sources("src") {
        assert!(source.starts_with("//! "), "{}", path.display());
        assert!(source.lines().count() <= 200, "{}", path.display());
    }
}
