//! Words in a page: harmless to look at, whoever wrote them, and no markup.

use maud::Render;

use crate::plain::plain;

/// A text on one line, with whatever would act written as a visible escape.
pub(super) struct Said<T>(pub(super) T);

/// A text that keeps its lines, and is otherwise the same.
pub(super) struct Lines<T>(pub(super) T);

impl<T: AsRef<str>> Render for Said<T> {
    fn render_to(&self, page: &mut String) {
        plain(self.0.as_ref()).render_to(page);
    }
}

impl<T: AsRef<str>> Render for Lines<T> {
    fn render_to(&self, page: &mut String) {
        for (place, line) in self.0.as_ref().split('\n').enumerate() {
            if place > 0 {
                page.push('\n');
            }
            plain(line).render_to(page);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_said_acts_or_is_markup() {
        let said = Said("<b>\"\n\u{202e}").render().into_string();
        let lines = Lines("a\r\n<i>\u{1b}").render().into_string();

        assert_eq!(said, "&lt;b&gt;&quot;\\n\\u{202e}");
        assert_eq!(lines, "a\\r\n&lt;i&gt;\\u{1b}");
    }
}
