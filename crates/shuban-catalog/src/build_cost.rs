//! The cost of a build, as a caller is told before it begins.

use std::fmt;

use shuban_core::text::bytes_text;

/// Approximate cost of building a layer with all that it needs and is not built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildCost {
    /// Time on this machine.
    pub seconds: f64,
    /// Bytes of memory, of the layer that takes most.
    pub memory: u64,
    /// Bytes on the disk, at most.
    pub disk: u64,
}

impl fmt::Display for BuildCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BuildCost { seconds, memory, disk } = *self;
        let [memory, disk] = [memory, disk].map(bytes_text);
        write!(f, "{}, {memory} of memory, at most {disk} on the disk", time_text(seconds))
    }
}

/// Formats an approximate time for people.
pub(crate) fn time_text(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "< 1 s".to_owned(),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3_600.0),
        s if s < 3e7 => format!("{:.0} days", s / 86_400.0),
        s if s < 3e9 => format!("{:.0} years", s / 31_556_952.0),
        _ => "ages".to_owned(),
    }
}
