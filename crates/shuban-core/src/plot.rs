//! Curves through points, for drawings beside a value.

/// A plot of a field: a drawing of the numbers in its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Name of the horizontal axis.
    pub across: &'static str,
    /// Name of the vertical axis.
    pub up: &'static str,
    /// True if the horizontal axis grows to the left, as thermographs are drawn by custom.
    pub grows_left: bool,
    /// The curves of the plot.
    pub curves: Vec<Curve>,
}

/// A curve of a plot: straight pieces from corner to corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the curve.
    pub name: &'static str,
    /// Corners of the curve, in order, as (horizontal, vertical).
    pub points: Vec<(f64, f64)>,
}
