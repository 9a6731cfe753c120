//! Results as JSON and as text.

use std::fmt;

use serde::Serialize;

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

/// A result whose type does not matter to whoever prints it.
pub trait Answer: Report + Send {
    /// The result as one JSON document. Numbers keep their full precision.
    fn json(&self) -> serde_json::Value;
}

impl<T: Serialize + Report + Send> Answer for T {
    fn json(&self) -> serde_json::Value {
        // Fails for maps with keys that are no strings, which no result has.
        serde_json::to_value(self).unwrap_or_default()
    }
}
