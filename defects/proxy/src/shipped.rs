//! The defects that come with the program; `shipped.toml` beside the sources is also the model for a file of one's own.

use std::sync::LazyLock;

use crate::defect::WireDefect;
use crate::format::read;

const TEXT: &str = include_str!("../shipped.toml");

static SHIPPED: LazyLock<Vec<WireDefect>> = LazyLock::new(|| match read(TEXT) {
    Ok(defects) => defects,
    Err(why) => unreachable!("shipped.toml, {why}"),
});

/// The shipped defects, in the order of their file.
pub fn shipped() -> &'static [WireDefect] {
    &SHIPPED
}

/// A shipped defect as it is written; nothing where there is no such one.
pub fn written(name: &str) -> &'static str {
    let head = format!("name = \"{name}\"");
    let blocks = TEXT.split("[[defect]]");
    let block = blocks.into_iter().find(|block| block.lines().any(|line| line == head)).unwrap_or_default();
    // A headline may stand between it and the next one.
    block.split("\n#").next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_defects_are_read() {
        read(TEXT).expect("a defect file");
    }

    #[test]
    fn every_shipped_defect_can_be_shown_as_it_is_written() {
        for defect in shipped() {
            let again = read(&format!("[[defect]]\n{}", written(&defect.name))).expect("a defect");
            assert_eq!(again, std::slice::from_ref(defect));
        }
    }

    #[test]
    fn no_two_shipped_defects_do_the_same() {
        for (at, one) in shipped().iter().enumerate() {
            let twin = shipped()[..at].iter().find(|other| other.when == one.when && other.action == one.action);
            assert_eq!(twin, None, "{}", one.name);
        }
    }
}
