//! What is told of an exchange wherever one is told of.

use crate::Exchange;

impl Exchange {
    /// The media type of the answer; nothing where it has none.
    pub(crate) fn content_type(&self) -> &str {
        self.response_headers.iter().find(|(name, _)| name == "content-type").map_or("", |(_, value)| value)
    }

    /// What stands behind the authority of the address.
    pub(crate) fn path(&self) -> &str {
        let behind_scheme = self.url.find("://").map_or(0, |at| at + 3);
        self.url[behind_scheme..].find('/').map_or("/", |at| &self.url[behind_scheme + at..])
    }
}
