//! Pieces of Markdown, safe with whatever stands in them.

use crate::plain::brief;

/// A text in a cell: on one line, and nothing in it that Markdown or a page would act on.
pub(crate) fn cell(text: &str, longest: usize) -> String {
    let mut safe = String::new();
    for letter in brief(text, longest).chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '!' | '#' => {
                safe.push('\\');
                safe.push(letter);
            }
            harmless => safe.push(harmless),
        }
    }
    safe
}

/// A row of a table.
pub(crate) fn row<I: AsRef<str>>(cells: impl IntoIterator<Item = I>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| cell.as_ref().to_owned()).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The head of a table, with the line below it.
pub(crate) fn head(cells: &[&str]) -> String {
    row(cells) + &format!("|{}\n", "---|".repeat(cells.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_stays_in_its_cell() {
        assert_eq!(cell("a|b <script>\n![x](y)", 60), "a\\|b &lt;script>\\\\n\\!\\[x\\](y)");
    }
}
