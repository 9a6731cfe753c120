//! The answer about a position: its value, and the value of every play.

use crate::fields::Fields;
use crate::game::{Game, Payoffs, Play, Seat};

/// A legal play, with the value of the position after it where it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedPlay<G: Game, V> {
    /// The move and the position after it.
    pub play: Play<G::Position, G::Move>,
    /// The place of the play among those of the event, in the order of the rules.
    pub number: usize,
    /// The value of the play to the player who makes it.
    pub value: Option<V>,
    /// The number of distinct better values: 0 for the best, and equal for plays of equal merit,
    /// whatever else their values differ in. Meaningless without a value.
    pub rank: usize,
}

/// A chance event, and the plays under it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceEvent<G: Game, V> {
    /// The event.
    pub chance: G::Chance,
    /// Its probability.
    pub probability: f64,
    /// Its value under the best play, to the player to move.
    pub value: Option<V>,
    /// The plays: best first if their values are known, else in the order of the rules.
    pub plays: Vec<ValuedPlay<G, V>>,
}

/// Everything known of a position: the same for every game and every source (a table, a search, a
/// ledger, or the rules alone, which know no values).
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<G: Game, V> {
    /// The position.
    pub position: G::Position,
    /// The player to move.
    pub seat: Seat,
    /// The payoffs, if the game is over.
    pub over: Option<Payoffs>,
    /// The value to the player to move.
    pub value: Option<V>,
    /// The source of the values: the name of a layer, `search`, `rules`.
    pub source: Option<String>,
    /// The chance events with their plays; empty if the game is over.
    pub events: Vec<ChanceEvent<G, V>>,
    /// Further fields, which other games do not have.
    pub extras: Fields,
}

impl<G: Game, V> Answer<G, V> {
    /// Creates the answer about a position with its value, if `known`, and each play with its value
    /// by `worth`, for the player who makes it. `merit` orders plays: larger is better for that
    /// player.
    ///
    /// # Errors
    /// The first error of `worth`.
    pub fn new<E, M: Ord>(
        game: &G,
        position: &G::Position,
        known: Option<V>,
        mut worth: impl FnMut(&Play<G::Position, G::Move>, Seat) -> Result<Option<V>, E>,
        merit: impl Fn(&Play<G::Position, G::Move>, &V, Seat) -> M,
    ) -> Result<Self, E> {
        let seat = game.to_move(position);
        let over = game.outcome(position);
        let chances = if over.is_some() { Vec::new() } else { game.chances(position) };
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let mut events = Vec::with_capacity(chances.len());
        for (chance, weight) in chances {
            let mut all = Vec::new();
            game.plays(position, chance, &mut all);
            let mut plays = Vec::with_capacity(all.len());
            for (number, play) in all.into_iter().enumerate() {
                let value = worth(&play, seat)?;
                let merit = value.as_ref().map(|value| merit(&play, value, seat));
                plays.push((merit, ValuedPlay { play, number, value, rank: 0 }));
            }
            // Stable: plays of equal merit stay in the order of the rules.
            plays.sort_by(|(one, _), (other, _)| other.cmp(one));
            for place in 1..plays.len() {
                let is_worse = plays[place].0 != plays[place - 1].0;
                plays[place].1.rank = plays[place - 1].1.rank + usize::from(is_worse);
            }
            let plays = plays.into_iter().map(|(_, play)| play).collect();
            let probability = f64::from(weight) / f64::from(total);
            events.push(ChanceEvent { chance, probability, value: None, plays });
        }
        let (position, extras) = (position.clone(), Fields::new());
        Ok(Answer { position, seat, over, value: known, source: None, events, extras })
    }

    /// Creates the answer by the rules alone, without values.
    pub fn by_rules(game: &G, position: &G::Position) -> Self {
        let nothing = |_: &Play<_, _>, _| Ok::<_, std::convert::Infallible>(None);
        let Ok(answer) = Answer::new(game, position, None, nothing, |_, _, _| 0u8);
        answer
    }

    /// Returns the answer with values of another type.
    pub fn map<W>(self, describe: impl Fn(V) -> W) -> Answer<G, W> {
        let Answer { position, seat, over, value, source, events, extras } = self;
        let play = |ValuedPlay { play, number, value, rank }: ValuedPlay<G, V>| ValuedPlay {
            play,
            number,
            value: value.map(&describe),
            rank,
        };
        let events = (events.into_iter())
            .map(|ChanceEvent { chance, probability, value, plays }| ChanceEvent {
                chance,
                probability,
                value: value.map(&describe),
                plays: plays.into_iter().map(play).collect(),
            })
            .collect();
        Answer { position, seat, over, value: value.map(&describe), source, events, extras }
    }

    /// Sets the source.
    #[must_use]
    pub fn from(self, source: impl Into<String>) -> Self {
        Answer { source: Some(source.into()), ..self }
    }

    /// Sets the fields that only this game has.
    #[must_use]
    pub fn with(self, extras: Fields) -> Self {
        Answer { extras: self.extras.and(extras), ..self }
    }
}
