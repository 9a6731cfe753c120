//! The time that decisions take.

use std::time::{Duration, Instant};

/// Time for the decisions of a match: of each, and of a game on average. What a game leaves is for
/// later ones, and what it takes beyond is theirs.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingTime {
    of_decision: Option<Duration>,
    of_game: Option<Duration>,
    /// The time of all games so far.
    allowed: Duration,
    spent: Duration,
}

impl ThinkingTime {
    /// Begins a match.
    pub fn new(of_decision: Option<Duration>, of_game: Option<Duration>) -> Self {
        ThinkingTime {
            of_decision,
            of_game,
            allowed: of_game.unwrap_or_default(),
            spent: Duration::ZERO,
        }
    }

    /// Goes on to the next game.
    pub fn next_game(&mut self) {
        self.allowed = self.allowed.saturating_add(self.of_game.unwrap_or_default());
    }

    /// Begins a decision, with this many cards in hand. A hand is good for as many more as half of
    /// its cards, so that this one gets as great a part of what is left.
    pub fn begin(&self, cards: usize) -> Clock {
        let left = self.allowed.saturating_sub(self.spent);
        let part = self.of_game.map(|_| left.div_f64(1.0 + cards as f64 / 2.0));
        let limits = [self.of_decision, part];
        // Without a limit no clock is asked: there are machines that have none.
        Clock(limits.into_iter().flatten().min().map(|time| (Instant::now(), time)))
    }

    /// Ends a decision that took so long.
    pub fn end(&mut self, took: Duration) {
        self.spent = self.spent.saturating_add(took);
    }
}

/// The beginning of a decision, and the time that it may take, if it is limited.
pub struct Clock(Option<(Instant, Duration)>);

impl Clock {
    /// Returns the time that it may take.
    pub fn limit(&self) -> Option<Duration> {
        self.0.map(|(_, limit)| limit)
    }

    /// Returns the time that it took until now; none where it is not limited.
    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |(began, _)| began.elapsed())
    }

    /// Returns true if this share of the time is over.
    pub fn is_past(&self, share: f64) -> bool {
        self.0.is_some_and(|(began, time)| began.elapsed() >= time.mul_f64(share))
    }
}
