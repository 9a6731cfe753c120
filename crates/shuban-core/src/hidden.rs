//! Games in which a seat does not see everything.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{Game, Seat};

/// A game some of whose information is hidden: cards in other hands.
///
/// The position has complete information, as the rules need it; a [`View`](Hidden::View) has what
/// one seat knows of it. A player that searches with open hands does so over many positions dealt
/// from its view (determinization: Ginsberg, "GIB: Imperfect Information in a Computationally
/// Challenging Game", JAIR 14, 2001; Cowling, Powley and Whitehouse, "Information Set Monte Carlo
/// Tree Search", IEEE TCIAIG 4(2), 2012).
///
/// `shuban_conformance::hidden` holds an implementation to these laws. Here
/// two seats have drawn one card each out of three, and the higher one wins:
///
/// ```
/// use shuban_core::{Game, Hidden, Seat, shuffle};
/// # use shuban_core::{NotationError, Payoffs, Play};
///
/// struct HighCard;
/// # impl Game for HighCard {
/// #     type Position = (u8, u8);
/// #     type Chance = ();
/// #     type Move = ();
/// #     fn name(&self) -> String { "high-card".into() }
/// #     fn to_move(&self, _: &(u8, u8)) -> Seat { 0 }
/// #     fn outcome(&self, cards: &(u8, u8)) -> Option<Payoffs> {
/// #         Some(Payoffs::new(if cards.0 > cards.1 { &[1, -1] } else { &[-1, 1] }))
/// #     }
/// #     fn chances(&self, _: &(u8, u8)) -> Vec<((), u32)> { vec![((), 1)] }
/// #     fn plays(&self, _: &(u8, u8), (): (), _: &mut Vec<Play<(u8, u8), ()>>) {}
/// #     fn parse(&self, text: &str) -> Result<(u8, u8), NotationError> {
/// #         Err(NotationError::new(text, 0, "not read here"))
/// #     }
/// #     fn format(&self, cards: &(u8, u8)) -> String { format!("{}|{}", cards.0, cards.1) }
/// #     fn format_move(&self, _: &(u8, u8), (): (), (): &()) -> String { "pass".into() }
/// # }
///
/// impl Hidden for HighCard {
///     type View = u8; // one's own card
///
///     fn view(&self, cards: &(u8, u8), seat: Seat) -> u8 {
///         if seat == 0 { cards.0 } else { cards.1 }
///     }
///
///     fn deal(
///         &self,
///         own: &u8,
///         seat: Seat,
///         random: &mut dyn FnMut(u64) -> u64,
///     ) -> Option<(u8, u8)> {
///         let mut unseen: Vec<u8> = (1..=3).filter(|card| card != own).collect();
///         shuffle(&mut unseen, random);
///         Some(if seat == 0 { (*own, unseen[0]) } else { (unseen[0], *own) })
///     }
/// }
///
/// let all = [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)];
/// shuban_conformance::hidden(&HighCard, &all, |_| 1).unwrap();
/// ```
pub trait Hidden: Game {
    /// The view of a seat: its own hand, the sizes of the others, the cards it has not seen, and
    /// the public state. It depends on the position alone, not on the play before it.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// Returns a seat's view of a position. It always shows the player to move, whether the game is
    /// over, and the seat's own plays in its turn.
    fn view(&self, position: &Self::Position, seat: Seat) -> Self::View;

    /// Returns a position that looks like this to the seat, drawn at random: **every deal of the
    /// unseen cards is equally likely**, as after a fair shuffle. So is every position, where all
    /// cards differ; where some are alike, a position is as likely as there are deals that give it.
    /// `None` if no position looks like this, which only a view that [`view`](Hidden::view) never
    /// gave can do.
    ///
    /// `random(n)` gives one of `0..n`, each equally likely, for n ≥ 1; the caller brings the
    /// generator and the seed, and nothing else is random.
    fn deal(
        &self,
        view: &Self::View,
        seat: Seat,
        random: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Self::Position>;
}

/// Puts cards into a random order, each order equally likely (Durstenfeld, "Algorithm 235: Random
/// Permutation", CACM 7, 1964). Asks `random` for one number fewer than there are cards.
///
/// ```
/// let mut cards = ['a', 'b', 'c'];
/// shuban_core::shuffle(&mut cards, &mut |_| 0); // always the first of those left
/// assert_eq!(cards, ['b', 'c', 'a']);
/// ```
pub fn shuffle<T>(cards: &mut [T], random: &mut dyn FnMut(u64) -> u64) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random(last as u64 + 1) as usize);
    }
}
