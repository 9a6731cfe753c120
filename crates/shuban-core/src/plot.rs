//! Curves through points, for drawings beside a value.

/// A plot of a field: what its text says in numbers, for the eye.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The name of what goes across.
    pub across: &'static str,
    /// The name of what goes up.
    pub up: &'static str,
    /// True if numbers across grow to the left, where a custom wants that.
    pub grows_left: bool,
    /// Curves, each with its points: how far across, and how far up.
    pub curves: Vec<Curve>,
}

/// A curve of a plot: straight pieces from corner to corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: &'static str,
    /// Its corners, in order: (across, up).
    pub points: Vec<(f64, f64)>,
}
