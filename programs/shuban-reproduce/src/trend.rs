//! A straight line through logarithms, and its error beyond the points.

use shuban_daihinmin::matches::interval::student;

/// The line of least squares through the logarithms of some values, by size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trend {
    /// Means of the sizes and of the logarithms.
    mean: (f64, f64),
    /// Growth of the logarithm from one size to the next.
    pub(super) slope: f64,
    /// Sum of squares of the sizes about their mean.
    spread: f64,
    /// Standard deviation of the logarithms about the line.
    deviation: f64,
    points: usize,
}

/// A value beyond the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prediction {
    pub(super) value: f64,
    /// Standard error of the value's logarithm, as of one more point.
    pub(super) error: f64,
    /// Interval that contains it with a probability of 95 %, if points scatter about a line as
    /// these do.
    pub(super) interval: [f64; 2],
}

impl Trend {
    /// Fits the line through (size, value), with three points at least: two do not show their
    /// scatter.
    pub(super) fn through(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1.ln()));
        let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        let slope =
            points.iter().map(|point| (point.0 - x) * (point.1.ln() - y)).sum::<f64>() / spread;
        let left: f64 =
            points.iter().map(|point| (point.1.ln() - y - slope * (point.0 - x)).powi(2)).sum();
        let deviation = (left / (count - 2.0)).sqrt();
        Some(Trend { mean: (x, y), slope, spread, deviation, points: points.len() })
    }

    /// Extrapolates the line to another size: Student's t with as many degrees of freedom as there
    /// are points beyond two.
    pub(super) fn at(&self, size: f64) -> Prediction {
        let away = size - self.mean.0;
        let middle = self.mean.1 + self.slope * away;
        let error =
            self.deviation * (1.0 + 1.0 / self.points as f64 + away * away / self.spread).sqrt();
        let half = student(self.points - 2) * error;
        let interval = [middle - half, middle + half].map(f64::exp);
        Prediction { value: middle.exp(), error, interval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_goes_on_as_it_is() {
        let points: Vec<(f64, f64)> = (4..8).map(|n| (f64::from(n), 3f64.powi(n))).collect();
        let trend = Trend::through(&points).unwrap();
        let Prediction { value, error, interval: [low, high] } = trend.at(8.0);
        assert!((value - 6_561.0).abs() < 1e-6 && error < 1e-9 && high - low < 1e-3);
        assert!((trend.slope.exp() - 3.0).abs() < 1e-9);
        assert_eq!(Trend::through(&points[..2]), None);
    }

    #[test]
    fn points_that_scatter_widen_the_interval() {
        // Logarithms 0, 2, 1 at 1, 2, 3: the line is 0.5 + x/4, the residuals are -0.5, 1, -0.5.
        let points = [(1.0, 1.0), (2.0, 2f64.exp()), (3.0, 1f64.exp())];
        let prediction = Trend::through(&points).unwrap().at(4.0);
        assert!((prediction.value.ln() - 2.0).abs() < 1e-9);
        // Deviation √1.5, with 1 + 1/3 + 4/2; t = 12.706.
        let error = (1.5f64 * (1.0 + 1.0 / 3.0 + 2.0)).sqrt();
        assert!((prediction.error - error).abs() < 1e-9);
        assert!((prediction.interval[1].ln() - 2.0 - 12.706 * error).abs() < 1e-9);
    }
}
