//! Means with their uncertainty.

use std::fmt;

use serde::Serialize;

/// A mean of games, between bounds that hold the true one in 95 % of all matches, if there are many
/// games: mean ± 1.96 s/√n.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower bound; none of fewer than two games.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

/// Sums of whole numbers: the same in whatever order they are added.
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

    /// None without games.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_bounds_from_two_games_on() {
        let mut sums = Sums::default();
        assert_eq!(sums.estimate(), None);
        sums.add(1);
        let one = sums.estimate().unwrap();
        assert_eq!((one.mean, one.low, one.high), (1.0, None, None));
        [1, -1, -1].into_iter().for_each(|points| sums.add(points));
        let four = sums.estimate().unwrap();
        // s² = 4/3 and n = 4.
        let half = 1.96 / 3f64.sqrt();
        assert!(four.mean == 0.0 && (four.high.unwrap() - half).abs() < 1e-12);
        assert_eq!(four.to_string(), "+0.0000 (95 %: -1.1316 to +1.1316)");
    }
}
