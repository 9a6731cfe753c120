//! Text read from left to right, with errors that give the place.

use shuban_core::NotationError;

/// A text and the place of reading in it.
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
    /// The byte where reading continues.
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a given text if it comes next.
    pub(crate) fn take(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    /// Takes the longest run of ASCII letters and digits.
    pub(crate) fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Takes a digit from 1 to `most`.
    pub(crate) fn digit(&mut self, most: u8) -> Option<u8> {
        let digit = self.peek()?.to_digit(10)? as u8;
        (1..=most).contains(&digit).then(|| {
            self.at += 1;
            digit
        })
    }

    pub(crate) fn error_at(&self, byte: usize, reason: impl Into<String>) -> NotationError {
        NotationError::new(self.text, self.text[..byte].chars().count(), reason)
    }

    pub(crate) fn error(&self, reason: impl Into<String>) -> NotationError {
        self.error_at(self.at, reason)
    }

    /// An error at the next text, which is not the expected one.
    pub(crate) fn expected(&self, what: impl std::fmt::Display) -> NotationError {
        self.error(format!("expected {what}, found {}", self.found()))
    }

    /// The next text, for a message.
    pub(crate) fn found(&self) -> String {
        self.peek().map_or("the end".to_owned(), |c| format!("`{}`", c.escape_debug()))
    }
}
