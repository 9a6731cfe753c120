//! Lines through points, for drawings beside a value.

/// A plot of a field: a drawing of the numbers in its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Name of the horizontal axis.
    pub across: &'static str,
    /// Name of the vertical axis.
    pub up: &'static str,
    /// True if the horizontal axis grows to the left, as thermographs are drawn by custom.
    pub grows_left: bool,
    /// The lines of the plot.
    pub lines: Vec<Line>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Name of the line.
    pub name: &'static str,
    /// Corners of the line, in order, as (horizontal, vertical).
    pub points: Vec<(f64, f64)>,
}
