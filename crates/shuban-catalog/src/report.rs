//! Results as JSON and as text.

use std::fmt;

use serde::Serialize;
use serde_json::Value as Json;

/// A result with a rendering for people.
pub trait Report {
    /// Several lines of text, without a line break at the end.
    fn text(&self) -> String;
}

impl<T: fmt::Display> Report for T {
    fn text(&self) -> String {
        self.to_string()
    }
}

/// A result for programs and for people, whatever its type.
pub trait Printable {
    /// The result as one JSON document. Numbers keep their full precision.
    fn json(&self) -> Json;

    /// Several lines of text, without a line break at the end.
    fn text(&self) -> String;
}

impl<T: Serialize + Report> Printable for T {
    fn json(&self) -> Json {
        // Fails for maps with keys that are no strings, which no result has.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn text(&self) -> String {
        Report::text(self)
    }
}

/// A list in lines of about so many characters, the later ones indented by `indent` spaces.
pub fn wrapped(words: &[String], width: usize, indent: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (number, word) in words.iter().enumerate() {
        if number > 0 {
            let is_full = column + word.len() > width;
            text += &if is_full { format!(",\n{:indent$}", "") } else { ", ".to_owned() };
            column = if is_full { 0 } else { column + 2 };
        }
        text += word;
        column += word.len();
    }
    text
}
