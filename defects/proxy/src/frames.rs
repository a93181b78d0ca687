//! The frames of an event stream: where one ends, and what its data is.

use bytes::{Bytes, BytesMut};

use crate::limits;

/// The data of an event; nothing where it is only a comment.
pub(crate) fn data(raw: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(raw);
    let lines: Vec<&str> = lines(&text).filter_map(data_line).collect();
    if lines.is_empty() { None } else { Some(lines.join("\n")) }
}

fn data_line(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("data:").or(if line == "data" { Some("") } else { None })?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// The same event with other data.
pub(crate) fn with_data(raw: &[u8], data: &str) -> Bytes {
    let text = String::from_utf8_lossy(raw);
    let mut out = String::with_capacity(data.len() + 16);
    let mut written = false;
    for line in lines(&text).filter(|line| !line.is_empty()) {
        if data_line(line).is_none() {
            out += line;
            out.push('\n');
        } else if !written {
            written = true;
            out += "data: ";
            out += data;
            out.push('\n');
        }
    }
    out.push('\n');
    out.into()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// Cuts bytes into events: whatever stands up to and with an empty line.
#[derive(Default)]
pub(crate) struct Splitter {
    buffer: BytesMut,
    /// Where the line begins that is not complete yet.
    line: usize,
}

impl Splitter {
    /// Takes more bytes.
    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.buffer.extend_from_slice(chunk);
    }

    /// The next event that is whole.
    pub(crate) fn event(&mut self) -> Option<Bytes> {
        loop {
            let at = self.line + self.buffer[self.line..].iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
            let after = match (self.buffer[at], self.buffer.get(at + 1)) {
                (b'\r', Some(b'\n')) => at + 2,
                // Only the next byte tells whether the line ends here.
                (b'\r', None) => return None,
                _ => at + 1,
            };
            if at == self.line && at > 0 {
                self.line = 0;
                return Some(self.buffer.split_to(after).freeze());
            }
            self.line = after;
        }
    }

    /// Whether an event is longer than it may be.
    pub(crate) fn is_full(&self) -> bool {
        self.buffer.len() > limits::EVENT
    }

    /// What is left in the end.
    pub(crate) fn rest(&mut self) -> Option<Bytes> {
        let rest = std::mem::take(&mut self.buffer).freeze();
        if rest.is_empty() { None } else { Some(rest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_cut_at_empty_lines_whatever_ends_a_line() {
        let text = "data: 1\n\n: alive\r\n\r\ndata: 2\r\rid: 3\ndata: a\ndata: b\n\ndata: half";
        let expected = ["data: 1\n\n", ": alive\r\n\r\n", "data: 2\r\r", "id: 3\ndata: a\ndata: b\n\n"];
        for size in [1, 3, 100] {
            let (mut splitter, mut events) = (Splitter::default(), Vec::new());
            for chunk in text.as_bytes().chunks(size) {
                splitter.push(chunk);
                events.extend(std::iter::from_fn(|| splitter.event()));
            }
            assert_eq!(events, expected, "{size}");
            assert_eq!(splitter.rest().as_deref(), Some(&b"data: half"[..]));
        }
    }

    #[test]
    fn data_is_what_stands_in_its_lines() {
        assert_eq!(data(b": alive\n\n"), None);
        assert_eq!(data(b"id: 3\ndata: a\ndata:b\n\n").as_deref(), Some("a\nb"));
        assert_eq!(with_data(b"id: 3\r\ndata: a\r\ndata: b\r\n\r\n", "{}"), "id: 3\ndata: {}\n\n");
    }
}
