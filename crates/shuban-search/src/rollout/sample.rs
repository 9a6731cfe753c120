//! Means of trials, and their errors.

use shuban_core::confidence::interval_of_mean;

use super::strata::Strata;

/// A mean of trials, and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMean {
    /// The mean, a win counting 1.
    pub mean: f64,
    /// Square root of the variance of the mean, estimated from the trials.
    pub standard_error: f64,
}

impl SampleMean {
    /// Returns the 95 % interval.
    pub fn interval(&self) -> [f64; 2] {
        interval_of_mean(self.mean, self.standard_error)
    }
}

/// Results of all trials, each with one result for each position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    columns: usize,
    results: Vec<i64>,
    strata: Strata,
    /// Number that stands for 1.
    unit: f64,
}

/// Statistics of a stratum.
#[derive(Clone, Copy, Default)]
struct Stratum {
    count: u64,
    sum: i128,
    squares: f64,
}

impl Sample {
    pub(super) fn new(columns: usize, strata: Strata, unit: f64) -> Self {
        Sample { columns, results: Vec::new(), strata, unit }
    }

    /// Adds the next result, trial by trial.
    pub(super) fn push(&mut self, result: i64) {
        self.results.push(result);
    }

    pub(super) fn strata(&self) -> &Strata {
        &self.strata
    }

    pub(super) fn trials(&self) -> u64 {
        (self.results.len() / self.columns.max(1)) as u64
    }

    /// Returns the mean of a number that is computed from the results of a trial. Its variance is
    /// that within the strata alone, as the shares of these are fixed: the sum over strata of (n_h
    /// / n)² s_h² / n_h.
    pub(super) fn mean_of(&self, number: impl Fn(&[i64]) -> i64) -> SampleMean {
        let trials = || (0..).zip(self.results.chunks_exact(self.columns.max(1)));
        let mut strata = vec![Stratum::default(); self.strata.len()];
        for (trial, results) in trials() {
            let stratum = &mut strata[self.strata.of(trial)];
            stratum.count += 1;
            stratum.sum += i128::from(number(results));
        }
        // A second pass, with the means: sums of squares would lose small spreads to rounding.
        for (trial, results) in trials() {
            let stratum = &mut strata[self.strata.of(trial)];
            let mean = stratum.sum as f64 / stratum.count as f64;
            stratum.squares += (number(results) as f64 - mean).powi(2);
        }
        let n = self.trials().max(1) as f64;
        let sum: i128 = strata.iter().map(|stratum| stratum.sum).sum();
        let spread = |stratum: &Stratum| {
            let count = stratum.count as f64;
            if stratum.count > 1 { stratum.squares * count / (count - 1.0) } else { 0.0 }
        };
        let variance = strata.iter().map(spread).sum::<f64>() / (n * n);
        SampleMean { mean: sum as f64 / n / self.unit, standard_error: variance.sqrt() / self.unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(strata: Strata, results: &[i64]) -> Sample {
        let mut sample = Sample::new(1, strata, 2.0);
        results.iter().for_each(|result| sample.push(*result));
        sample
    }

    #[test]
    fn without_strata_the_error_is_that_of_any_mean() {
        let sample = sample(Strata::new(&[1, 1], 0).unwrap(), &[1, 3, 3, 5]);
        let found = sample.mean_of(|results| results[0]);
        // s² = 8/3, in units of 2; n = 4.
        assert_eq!(found.mean, 1.5);
        assert!((found.standard_error - (8.0 / 3.0 / 4.0f64).sqrt() / 2.0).abs() < 1e-15);
        let [low, high] = found.interval();
        assert!((high - low - 2.0 * 1.959_964 * found.standard_error).abs() < 1e-6);
    }

    #[test]
    fn what_the_strata_differ_by_is_no_error() {
        let two = || Strata::new(&[1, 1], 6).unwrap();
        let mean = |results: &[i64]| sample(two(), results).mean_of(|results| results[0]);
        assert_eq!(mean(&[1, 5, 1, 5]).standard_error, 0.0);
        // Within the strata 0, 2 and 0, 4: s² = 2 and 8, a quarter of each by n_h = 2.
        let found = mean(&[0, 0, 2, 4]);
        assert_eq!(found.mean, 0.75);
        assert!((found.standard_error - (10.0 / 8.0f64).sqrt() / 2.0).abs() < 1e-15);
    }
}
