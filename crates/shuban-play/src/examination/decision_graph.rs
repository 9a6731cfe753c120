//! A game with a fixed policy as arrays: every position, its chance events, their plays, and the
//! one that the policy makes.

use std::collections::HashMap;

/// Position after a play, in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target(u32);

/// Bit of targets whose payoff is the rest of the number's place in the list of payoffs.
const OVER: u32 = 1 << 31;

/// Bit of targets where the same player is to move.
const OWN: u32 = 1 << 30;

/// Most positions, and most payoffs, of a graph.
pub(crate) const MOST: u64 = OWN as u64;

/// Target, unpacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reached {
    /// The game is over, and the player who made the play has this.
    Over(f64),
    /// A position, and true if the same player is to move there.
    Position(usize, bool),
}

/// A chance event of a position.
#[derive(Clone, Copy, Debug)]
struct Event {
    probability: f64,
    /// Place of its first play.
    first: usize,
    /// Number of the play that the policy makes.
    chosen: u32,
}

/// A game with a fixed policy.
#[derive(Debug, Default)]
pub(crate) struct DecisionGraph {
    /// Place of the first event of each position, and the end of the last.
    positions: Vec<usize>,
    events: Vec<Event>,
    plays: Vec<Target>,
    payoffs: Vec<f64>,
    known_payoffs: HashMap<u64, u32>,
}

impl DecisionGraph {
    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Begins the next position.
    pub(crate) fn begin_position(&mut self) {
        self.positions.push(self.events.len());
    }

    /// Adds an event of the position that was begun, with its plays and the one that is made.
    pub(crate) fn add_event(&mut self, probability: f64, plays: &[Reached], chosen: usize) {
        let event = Event { probability, first: self.plays.len(), chosen: chosen as u32 };
        self.events.push(event);
        for &play in plays {
            let target = match play {
                Reached::Over(payoff) => OVER | self.payoff(payoff),
                Reached::Position(place, is_own) => place as u32 | if is_own { OWN } else { 0 },
            };
            self.plays.push(Target(target));
        }
    }

    fn payoff(&mut self, payoff: f64) -> u32 {
        let next = self.payoffs.len() as u32;
        let place = *self.known_payoffs.entry(payoff.to_bits()).or_insert(next);
        if place == next {
            self.payoffs.push(payoff);
        }
        place
    }

    /// Returns the greatest size of a payoff.
    pub(crate) fn greatest_payoff(&self) -> f64 {
        self.payoffs.iter().fold(0.0, |most, payoff| payoff.abs().max(most))
    }

    fn reached(&self, target: Target) -> Reached {
        match target.0 & OVER {
            0 => Reached::Position((target.0 & !OWN) as usize, target.0 & OWN != 0),
            _ => Reached::Over(self.payoffs[(target.0 & !OVER) as usize]),
        }
    }

    fn events_of(&self, position: usize) -> std::ops::Range<usize> {
        let end = self.positions.get(position + 1).copied().unwrap_or(self.events.len());
        self.positions[position]..end
    }

    /// Returns the mean over the events of a position of the play that the policy makes.
    pub(crate) fn mean_of_chosen(&self, position: usize, value: impl Fn(Reached) -> f64) -> f64 {
        let event = |place: usize| {
            let Event { probability, first, chosen } = self.events[place];
            probability * value(self.reached(self.plays[first + chosen as usize]))
        };
        self.events_of(position).map(event).sum()
    }

    /// Returns the mean over the events of a position of the best play.
    pub(crate) fn mean_of_best(&self, position: usize, value: impl Fn(Reached) -> f64) -> f64 {
        let event = |place: usize| {
            let Event { probability, first, .. } = self.events[place];
            let end = self.events.get(place + 1).map_or(self.plays.len(), |next| next.first);
            let values = self.plays[first..end].iter().map(|&play| value(self.reached(play)));
            probability * values.fold(f64::NEG_INFINITY, f64::max)
        };
        self.events_of(position).map(event).sum()
    }

    /// Returns true if a position has no events: the game is over there.
    pub(crate) fn is_over(&self, position: usize) -> bool {
        self.events_of(position).is_empty()
    }
}
