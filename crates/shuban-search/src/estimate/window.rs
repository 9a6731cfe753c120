//! Search windows and their passage through a mean.

/// Window of a node: its exact value is wanted if it lies strictly between these numbers, else a
/// bound on the right side. A result up to `alpha` is no less than the true value; one from `beta`
/// on is no more than it (fail-soft).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i64,
    pub(super) beta: i64,
}

impl Window {
    /// Returns the window as the other player sees it.
    pub(super) fn seen_by_other(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A mean whose terms come in one by one: the known part of its sum, and bounds of the missing
/// part. The mean is the sum divided by the total weight, rounded down.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanInProgress {
    total: i64,
    /// Sum of the known terms.
    known: i64,
    /// Lower bound of the sum of the missing terms.
    lower: i64,
    /// Upper bound of it.
    upper: i64,
}

impl MeanInProgress {
    /// Creates a mean of which only the range of the values is known.
    pub(super) fn new(total: i64, most: i64) -> Self {
        MeanInProgress { total, known: 0, lower: -most * total, upper: most * total }
    }

    /// Raises the lower bound of a missing term from `before` to `value`.
    pub(super) fn raise(&mut self, weight: u32, before: i64, value: i64) {
        self.lower += i64::from(weight) * (value - before);
    }

    /// Returns the window of a missing term that is known to lie between bounds: outside of it, the
    /// mean is outside of its own window, whatever the others are.
    pub(super) fn window_of(&self, weight: u32, [low, high]: [i64; 2], window: Window) -> Window {
        let weight = i64::from(weight);
        // The mean is at most alpha exactly if the sum is at most this.
        let most = (window.alpha + 1) * self.total - 1;
        let others = self.known + self.upper - weight * high;
        let alpha = (most - others).div_euclid(weight);
        let least = window.beta * self.total;
        let others = self.known + self.lower - weight * low;
        let beta = -(others - least).div_euclid(weight);
        // Without a limit, windows would grow from node to node.
        Window { alpha: alpha.max(low - 1), beta: beta.min(high + 1) }
    }

    /// Adds a missing term, known to lie between bounds.
    pub(super) fn add(&mut self, weight: u32, [low, high]: [i64; 2], value: i64) {
        let weight = i64::from(weight);
        self.known += weight * value;
        self.lower -= weight * low;
        self.upper -= weight * high;
    }

    /// Returns the least possible mean.
    pub(super) fn least(&self) -> i64 {
        (self.known + self.lower).div_euclid(self.total)
    }

    /// Returns the greatest possible mean.
    pub(super) fn most(&self) -> i64 {
        (self.known + self.upper).div_euclid(self.total)
    }

    /// Returns a bound outside of the window, if the mean must lie there.
    pub(super) fn outside(&self, window: Window) -> Option<i64> {
        if self.least() >= window.beta {
            Some(self.least())
        } else {
            Some(self.most()).filter(|most| *most <= window.alpha)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A term outside of its window puts the mean outside of its own, and one inside need not.
    #[test]
    fn the_window_of_a_term_is_as_wide_as_it_must_be() {
        let (most, weights) = (7, [1u32, 2, 1]);
        let bounds = [-most, most];
        let means = |known: i64, value: i64, last: i64| (known + 2 * value + last).div_euclid(4);
        for first in -most..=most {
            let mut mean = MeanInProgress::new(4, most);
            mean.add(weights[0], bounds, first);
            for (alpha, beta) in
                (-8..8).flat_map(|alpha| (alpha + 1..=8).map(move |beta| (alpha, beta)))
            {
                let window = mean.window_of(weights[1], bounds, Window { alpha, beta });
                for value in -most..=most {
                    let all = (-most..=most).map(|last| means(first, value, last));
                    let (low, high) = (all.clone().min().unwrap(), all.max().unwrap());
                    assert_eq!(value <= window.alpha, high <= alpha, "{window:?}");
                    assert_eq!(value >= window.beta, low >= beta, "{window:?}");
                }
            }
        }
    }
}
