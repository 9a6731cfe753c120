//! Means of weighted numbers, with their extremes and 95 % intervals.

use serde::Serialize;
use shuban_core::confidence::{interval_of_mean, interval_of_share};

/// Sums over weighted numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Accumulated {
    count: u64,
    weight: f64,
    sum: f64,
    squares: f64,
    max: f64,
}

/// Mean, root mean square and greatest size of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Count of the numbers.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// 95 % interval of the mean, where they are a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The root of the mean of their squares.
    pub rms: f64,
    /// The greatest of their sizes.
    pub max: f64,
}

impl Accumulated {
    /// Adds a number.
    pub(crate) fn add(&mut self, number: f64, weight: f64) {
        self.count += 1;
        self.weight += weight;
        self.sum += weight * number;
        self.squares += weight * number * number;
        self.max = self.max.max(number.abs());
    }

    /// Returns the summary; `None` without numbers.
    pub(crate) fn summary(&self, is_sample: bool) -> Option<Summary> {
        let Accumulated { count, weight, sum, squares, max } = *self;
        if count == 0 {
            return None;
        }
        let mean = sum / weight;
        let square = squares / weight;
        let interval = (is_sample && count > 1).then(|| {
            let variance = (square - mean * mean).max(0.0) * count as f64 / (count - 1) as f64;
            interval_of_mean(mean, (variance / count as f64).sqrt())
        });
        Some(Summary { count, mean, interval, rms: square.sqrt(), max })
    }
}

/// Sums over weighted answers of yes or no.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AccumulatedShare {
    count: u64,
    weight: f64,
    yes: f64,
}

/// A share, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// 95 % interval, where it is that of a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl AccumulatedShare {
    pub(crate) fn add(&mut self, is_so: bool, weight: f64) {
        self.count += 1;
        self.weight += weight;
        self.yes += if is_so { weight } else { 0.0 };
    }

    /// Returns the share; `None` without answers.
    pub(crate) fn share(&self, is_sample: bool) -> Option<Share> {
        if self.count == 0 {
            return None;
        }
        let share = (self.yes / self.weight).min(1.0);
        let interval = is_sample.then(|| interval_of_share(share, self.count as f64));
        Some(Share { share, interval })
    }
}
