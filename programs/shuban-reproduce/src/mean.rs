//! Means of samples, with their uncertainty.

use std::fmt;

use shuban_core::confidence::interval_of_mean;

use crate::finding::{Finding, significant};

/// A mean with its interval of 95 %.
pub(crate) struct Mean {
    mean: f64,
    ends: [f64; 2],
}

impl Mean {
    /// Returns the mean of independent numbers, rounded to `digits` significant digits; `None` of
    /// fewer than two numbers.
    pub(crate) fn of(numbers: &[f64], digits: usize) -> Option<Self> {
        if numbers.len() < 2 {
            return None;
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let ends = interval_of_mean(mean, (squares / (count - 1.0) / count).sqrt());
        let rounded = |number| significant(number, digits);
        Some(Mean { mean: rounded(mean), ends: ends.map(rounded) })
    }

    /// Returns the mean as a row that no print has.
    pub(crate) fn row(self, what: impl Into<String>) -> Finding {
        Finding { ci95: Some(self.ends), ..Finding::unprinted(what, self.mean) }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = significant((self.ends[1] - self.ends[0]) / 2.0, 2);
        write!(f, "{} ± {half}", self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_of_one_number_has_no_interval() {
        assert!(Mean::of(&[1.0], 3).is_none());
        let mean = Mean::of(&[1.0, 3.0], 3).unwrap();
        // The standard error is 1.
        assert_eq!((mean.mean, mean.ends), (2.0, [0.04, 3.96]));
        assert_eq!(mean.to_string(), "2 ± 2");
    }
}
