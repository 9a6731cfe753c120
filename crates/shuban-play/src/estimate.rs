//! Means with their uncertainty.

use std::fmt;

use serde::Serialize;

/// A mean over games, with bounds that hold the true one in 95 % of all matches, if there are many
/// games: mean ± 1.96 s/√n.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Lower bound; `None` for fewer than two games.
    pub low: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
}

/// Sums of whole numbers, independent of the order of addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    count: u64,
    sum: i64,
    squares: i64,
}

impl Sums {
    pub(crate) fn add(&mut self, points: i16) {
        self.count += 1;
        self.sum += i64::from(points);
        self.squares += i64::from(points).pow(2);
    }

    /// Returns the mean with its bounds; `None` without games.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let Sums { count, sum, squares } = *self;
        let (n, sum, squares) = (count as f64, sum as f64, squares as f64);
        let mean = sum / n;
        let half = (count > 1).then(|| {
            let variance = ((squares - sum * mean) / (n - 1.0)).max(0.0);
            1.96 * (variance / n).sqrt()
        });
        let bound = |sign: f64| half.map(|half| mean + sign * half);
        (count > 0).then(|| Estimate { mean, low: bound(-1.0), high: bound(1.0) })
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.4}", self.mean)?;
        match (self.low, self.high) {
            (Some(low), Some(high)) => write!(f, " (95 %: {low:+.4} to {high:+.4})"),
            _ => Ok(()),
        }
    }
}
