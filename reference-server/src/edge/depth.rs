//! How deep a request may be nested.

/// The deepest nesting that is read.
const DEEPEST: usize = 64;

/// Whether JSON text nests deeper than anybody needs; a scan, before any parser recurses.
pub(super) fn is_too_deep(json: &[u8]) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_nest_as_deep_as_they_are_open() {
        assert!(!is_too_deep("[".repeat(DEEPEST).as_bytes()));
        assert!(is_too_deep("[".repeat(DEEPEST + 1).as_bytes()));
        assert!(!is_too_deep("[]".repeat(DEEPEST + 1).as_bytes()));
    }

    #[test]
    fn brackets_in_texts_nest_nothing() {
        let text = format!("\"\\\"{}\"", "[".repeat(DEEPEST + 1));
        assert!(!is_too_deep(text.as_bytes()));
    }
}
