//! Likely answers that a search is given and does not trust.

use rustc_hash::FxHashMap;
use shuban_core::provable::Key;

use super::table::INFINITE;

/// Factor by which a move looks harder if the hints speak against it: more than moves differ while
/// a few million nodes are visited below them.
const FACTOR: u32 = 1024;

/// True if the hints speak against a move: it is said not to get its player what it wants, or
/// another one is said to do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doubted(pub(crate) bool);

impl Doubted {
    /// Returns how hard it seems for the player to reach its aim there, if `delta` was found.
    #[inline]
    pub(crate) fn judged(self, delta: u32) -> u32 {
        match delta {
            0 | INFINITE => delta,
            _ if self.0 => delta.saturating_mul(FACTOR).min(INFINITE - 1),
            _ => delta,
        }
    }

    /// Returns the least number that is judged to reach a threshold.
    #[inline]
    pub(crate) fn threshold(self, judged: u32) -> u32 {
        match judged {
            0 | INFINITE => judged,
            _ if self.0 => judged.div_ceil(FACTOR),
            _ => judged,
        }
    }
}

/// Answers at some positions, by their keys.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    answers: FxHashMap<Key, bool>,
}

impl Hints {
    pub(crate) fn new(answers: impl IntoIterator<Item = (Key, bool)>) -> Self {
        Hints { answers: answers.into_iter().collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    pub(crate) fn answer(&self, key: Key) -> Option<bool> {
        self.answers.get(&key).copied()
    }

    /// Returns the moves to some positions that the hints speak against, if their player wants the
    /// answer to be `aim`.
    pub(crate) fn doubted(&self, keys: &[Key], aim: bool) -> Vec<Doubted> {
        let is_good = |answer: Option<bool>| answer == Some(aim);
        let is_any_good = keys.iter().any(|key| is_good(self.answer(*key)));
        let doubted = |key: &Key| match self.answer(*key) {
            None => is_any_good,
            answer => !is_good(answer),
        };
        keys.iter().map(doubted).map(Doubted).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Otherwise a search might visit a child again and again that is at its threshold already.
        #[test]
        fn what_is_judged_below_a_threshold_is_below_its_own(
            delta in 1..INFINITE,
            judged in 1..=INFINITE,
        ) {
            for doubted in [Doubted(false), Doubted(true)] {
                prop_assert!((1..INFINITE).contains(&doubted.judged(delta)));
                if doubted.judged(delta) < judged {
                    prop_assert!(delta < doubted.threshold(judged), "{doubted:?}");
                }
            }
        }
    }

    #[test]
    fn a_good_move_speaks_against_all_others() {
        let key = |number: u64| Key::of(&number);
        let hints = Hints::new([(key(1), false), (key(2), true)]);
        let doubted = |keys: &[u64], aim| {
            let keys: Vec<Key> = keys.iter().map(|&number| key(number)).collect();
            hints.doubted(&keys, aim).iter().map(|doubted| doubted.0).collect::<Vec<_>>()
        };
        assert_eq!(doubted(&[1, 3], true), [true, false]);
        assert_eq!(doubted(&[1, 2, 3], true), [true, false, true]);
        assert_eq!(doubted(&[1, 2, 3], false), [false, true, true]);
        assert_eq!(doubted(&[3, 4], false), [false, false]);
    }
}
