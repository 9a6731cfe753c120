//! Strata of the first rolls, which come as often as they are probable.

/// The strata of a sample: trials that begin with the same rolls.
///
/// Chance has `total` throws, all equally likely, and an event is as many of them as its weight.
/// The trials come in blocks of one trial for each throw, or each pair of throws: so the shares of
/// the strata are exact, and no mean moves. A stratum has at least two trials, so that its spread
/// can be estimated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strata {
    total: u64,
    depth: u32,
    /// Event of each throw; empty without strata.
    events: Vec<usize>,
    /// Number of events.
    count: usize,
}

/// Maximum number of throws of a chance event: results are counted in parts of a throw.
const MOST_THROWS: u64 = 1 << 16;

/// Maximum number of stratified rolls of a trial.
const DEEPEST: u32 = 2;

impl Strata {
    /// Creates the strata of events with these weights, as deep as the number of trials allows;
    /// `None` if nothing or too much may come.
    pub(super) fn new(weights: &[u32], trials: u64) -> Option<Self> {
        let total: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
        if total == 0 || total > MOST_THROWS {
            return None;
        }
        let has_room = |depth: &u32| 2 * total.pow(*depth) <= trials;
        let depth = if total == 1 { 0 } else { (1..=DEEPEST).filter(has_room).max().unwrap_or(0) };
        let throws = |(event, weight): (usize, &u32)| std::iter::repeat_n(event, *weight as usize);
        let events = match depth {
            0 => Vec::new(),
            _ => weights.iter().enumerate().flat_map(throws).collect(),
        };
        Some(Strata { total, depth, events, count: weights.len() })
    }

    /// Returns the number of throws.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of stratified rolls of a trial.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of trials of a block.
    pub(super) fn block(&self) -> u64 {
        self.total.pow(self.depth)
    }

    /// Returns `trials`, rounded up to whole blocks.
    pub(super) fn whole(&self, trials: u64) -> u64 {
        trials.div_ceil(self.block()).saturating_mul(self.block())
    }

    /// Returns the throw in a turn of a trial, if that is stratified.
    pub(super) fn throw(&self, trial: u64, turn: u32) -> Option<u64> {
        (turn < self.depth).then(|| trial / self.total.pow(turn) % self.total)
    }

    /// Returns the number of strata.
    pub(super) fn len(&self) -> usize {
        self.count.pow(self.depth)
    }

    /// Returns the stratum of a trial.
    pub(super) fn of(&self, trial: u64) -> usize {
        let throws = (0..self.depth).filter_map(|turn| self.throw(trial, turn));
        throws.fold(0, |stratum, throw| stratum * self.count + self.events[throw as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strata_are_as_deep_as_two_trials_of_the_rarest_rolls_allow() {
        let depth = |trials| Strata::new(&[1, 2, 1], trials).unwrap().depth();
        assert_eq!([0, 7, 8, 31, 32, 1_000].map(depth), [0, 0, 1, 1, 2, 2]);
        assert_eq!(Strata::new(&[1], 1_000).unwrap().depth(), 0);
        assert_eq!(Strata::new(&[], 10), None);
        assert_eq!(Strata::new(&[u32::MAX, 1], 10), None);
    }

    #[test]
    fn a_block_has_every_pair_of_rolls_as_often_as_it_is_probable() {
        let strata = Strata::new(&[1, 2], 18).unwrap();
        assert_eq!((strata.block(), strata.len(), strata.whole(10)), (9, 4, 18));
        let mut counts = [0; 4];
        (9..18).for_each(|trial| counts[strata.of(trial)] += 1);
        assert_eq!(counts, [1, 2, 2, 4]);
        let pairs = (0..9).map(|trial| (strata.throw(trial, 0), strata.throw(trial, 1)));
        let pairs: std::collections::HashSet<_> = pairs.collect();
        assert_eq!((pairs.len(), strata.throw(5, 2)), (9, None));
    }
}
