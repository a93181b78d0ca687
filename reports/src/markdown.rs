//! Pieces of Markdown, safe with whatever stands in them.

use crate::plain::brief;

/// The first line of what may be a comment: whoever finds it updates the comment instead of writing another one.
pub(crate) const MARKER: &str = "<!-- a2a-assay -->";

/// A text in a cell: on one line, and nothing in it that Markdown or a page would act on.
pub(crate) fn cell(text: &str, longest: usize) -> String {
    let mut safe = String::new();
    for letter in brief(text, longest).chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '!' | '#' | '~' | '$' => {
                safe.push('\\');
                safe.push(letter);
            }
            harmless => safe.push(harmless),
        }
    }
    safe
}

/// A text that is plain already, as code: nobody is called by name, and no address becomes a link.
pub(crate) fn code(text: &str) -> String {
    format!("<code>{}</code>", cell(text, usize::MAX))
}

/// A text that is plain already, where a page is written and no Markdown read, as in the summary of details.
pub(crate) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Lines that are plain already in a block of their own, which they can't end.
pub(crate) fn fenced(language: &str, lines: &str) -> String {
    let mut longest = 2;
    for run in lines.split(|letter| letter != '`') {
        longest = longest.max(run.len());
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}{language}\n{lines}\n{fence}\n\n")
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
    fn a_block_is_not_ended_by_what_stands_in_it() {
        assert_eq!(fenced("sh", "echo ```` x"), "`````sh\necho ```` x\n`````\n\n");
    }

    #[test]
    fn a_title_stays_in_its_cell() {
        assert_eq!(cell("a|b <script>\n![x](y)", 60), "a\\|b &lt;script&gt;\\\\n\\!\\[x\\](y)");
    }
}
