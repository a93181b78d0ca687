//! What a defect on the wire does, and how one is written.

use a2a_assay_proxy::{FORMAT, WireDefect, written};

use super::section;

/// The explanation of a shipped defect: its story, its text, and how to see it.
pub(super) fn explain(defect: &WireDefect) -> String {
    let mut out = format!("{}  {}\n", defect.name, defect.story);
    let text: Vec<String> = written(&defect.name).lines().map(str::to_owned).collect();
    out += &section("as it is written", &text);
    out + &section("see it", &[format!("a2a-assay mutate --target URL --defect {}", defect.name)])
}

/// How a defect is written.
pub(super) fn format() -> String {
    FORMAT.to_owned()
}
