//! The time that decisions take.

use std::time::{Duration, Instant};

/// Time for the decisions of a match: of each, and of a game on average. What a game leaves is for
/// later ones, so that a match never takes longer than its games may together.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThinkingTime {
    of_decision: Option<Duration>,
    of_game: Option<Duration>,
    /// What is left of the games so far.
    left: Duration,
}

impl ThinkingTime {
    /// Begins a match.
    pub(super) fn new(of_decision: Option<Duration>, of_game: Option<Duration>) -> Self {
        ThinkingTime { of_decision, of_game, left: of_game.unwrap_or_default() }
    }

    /// Goes on to the next game.
    pub(super) fn next_game(&mut self) {
        self.left = self.left.saturating_add(self.of_game.unwrap_or_default());
    }

    /// Begins a decision, with this many cards in hand. A hand is good for as many more as half of
    /// its cards, so that this one gets as great a part of what is left.
    pub(super) fn begin(&self, cards: usize) -> Clock {
        let part = self.of_game.map(|_| self.left.div_f64(1.0 + cards as f64 / 2.0));
        let limits = [self.of_decision, part];
        // Without a limit no clock is asked: there are machines that have none.
        Clock(limits.into_iter().flatten().min().map(|time| (Instant::now(), time)))
    }

    /// Ends a decision.
    pub(super) fn end(&mut self, clock: &Clock) {
        let took = clock.0.map_or(Duration::ZERO, |(began, _)| began.elapsed());
        self.left = self.left.saturating_sub(took);
    }
}

/// The beginning of a decision, and the time that it may take, if it is limited.
pub(super) struct Clock(Option<(Instant, Duration)>);

impl Clock {
    /// Returns true if this share of the time is over.
    pub(super) fn is_past(&self, share: f64) -> bool {
        self.0.is_some_and(|(began, time)| began.elapsed() >= time.mul_f64(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns the limit of a decision with this many cards.
    fn limit(time: &ThinkingTime, cards: usize) -> Option<Duration> {
        time.begin(cards).0.map(|(_, limit)| limit)
    }

    #[test]
    fn a_decision_has_its_part_of_what_the_games_so_far_left() {
        let mut time = ThinkingTime::new(None, Some(10 * SECOND));
        assert_eq!(limit(&time, 8), Some(2 * SECOND));
        assert_eq!(limit(&time, 0), Some(10 * SECOND));
        time.next_game();
        assert_eq!(limit(&time, 8), Some(4 * SECOND));
        let four_seconds_ago = Instant::now().checked_sub(4 * SECOND).unwrap();
        time.end(&Clock(Some((four_seconds_ago, 2 * SECOND))));
        assert!(time.left <= 16 * SECOND);
        let a_minute_ago = Instant::now().checked_sub(60 * SECOND).unwrap();
        time.end(&Clock(Some((a_minute_ago, SECOND))));
        assert_eq!(limit(&time, 5), Some(Duration::ZERO), "nothing is left, and nothing owed");
        assert!(time.begin(5).is_past(1.0));
        time.next_game();
        assert_eq!(limit(&time, 8), Some(2 * SECOND));
    }

    #[test]
    fn the_shorter_limit_counts_and_without_one_there_is_no_clock() {
        let both = ThinkingTime::new(Some(SECOND), Some(10 * SECOND));
        assert_eq!([0, 8, 18, 38].map(|cards| limit(&both, cards).unwrap()), {
            [SECOND, SECOND, SECOND, SECOND / 2]
        });
        let mut none = ThinkingTime::new(None, None);
        none.next_game();
        let clock = none.begin(10);
        assert!(clock.0.is_none() && !clock.is_past(0.0));
        none.end(&clock);
        assert_eq!(none.left, Duration::ZERO);
        assert_eq!(limit(&ThinkingTime::new(Some(SECOND), None), 3), Some(SECOND));
    }
}
