//! Results as JSON and as text.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value as Json};

/// A result for programs and for people.
pub trait Printable {
    /// Returns the result as one JSON document. Numbers keep their full precision.
    fn json(&self) -> Json;

    /// Formats the result as lines of text, without a line break at the end.
    fn text(&self) -> String;
}

impl<T: Serialize + fmt::Display> Printable for T {
    fn json(&self) -> Json {
        // Fails for maps whose keys are not strings, which no result has.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// Returns the members of an object.
pub(crate) fn members(object: Json) -> Map<String, Json> {
    match object {
        Json::Object(members) => members,
        _ => Map::new(),
    }
}
