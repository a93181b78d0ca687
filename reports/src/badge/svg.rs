//! A badge as a picture that needs nothing else.

use super::{Badge, Tone};

/// The height of the picture.
const HEIGHT: usize = 20;
/// What is left beside the words.
const MARGIN: usize = 6;

/// The picture, with its words for those who don't see it.
pub(crate) fn svg(badge: &Badge) -> String {
    let (label, message) = (escaped(&badge.label), escaped(&badge.message));
    let (left, right) = (width(&badge.label), width(&badge.message));
    let whole = left + right;
    let words = format!("{label}: {message}");
    let (at_label, at_message) = (left / 2, left + right / 2);
    let (fill, ink) = colours(badge.tone);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" role="img" aria-label="{words}">
<title>{words}</title>
<clipPath id="r"><rect width="{whole}" height="{HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#r)">
<rect width="{left}" height="{HEIGHT}" fill="#444"/>
<rect x="{left}" width="{right}" height="{HEIGHT}" fill="{fill}"/>
</g>
<g text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{at_label}" y="14" fill="#fff">{label}</text>
<text x="{at_message}" y="14" fill="{ink}">{message}</text>
</g>
</svg>
"##
    )
}

/// The ground and the ink on it, a contrast of 4.5 or more.
fn colours(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Good => ("#1a7f37", "#fff"),
        Tone::Doubtful => ("#dbab09", "#000"),
        Tone::Bad => ("#b31d28", "#fff"),
        Tone::Unknown => ("#6a737d", "#fff"),
    }
}

/// How wide words are: a guess that is rather too wide.
fn width(words: &str) -> usize {
    words.chars().count() * 7 + 2 * MARGIN
}

/// Words for an element or a quoted attribute; what XML does not allow is no plain text either.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    for letter in crate::plain(words).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            harmless => out.push(harmless),
        }
    }
    out
}
