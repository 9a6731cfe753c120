//! What the domain of leads asks of a game.

use std::collections::BTreeMap;

use shuban_core::{Field, Histogram, Present, Seat};

use super::numbering::Numbering;
use super::pattern::{Alphabet, Word};

/// A game of open hands whose leads are tabulated by a [`LeadDomain`](super::LeadDomain).
pub trait LeadGame: Present<Chance = ()> + Clone + 'static {
    /// What the histogram of a layer compares its values with, worked out when first needed.
    type Reference: Default + Send + Sync;

    /// The columns of a layer's histogram.
    const COLUMNS: &'static [&'static str];

    /// How long a core of a server takes for each lead.
    const SECONDS_PER_LEAD: f64;

    /// The name of the layer with deals of n cards.
    fn layer_name(&self, cards: usize) -> String;

    /// The rules that the values depend on.
    fn parameters(&self) -> BTreeMap<String, String>;

    /// Deals of n cards, in words: `10 different cards`.
    fn deals_text(&self, cards: usize) -> String;

    /// The letters of words, for the most cards that there is a layer for.
    fn alphabet(&self) -> Alphabet;

    /// How many cards the hands of a position have.
    fn cards(&self, position: &Self::Position) -> usize;

    /// Who is to lead, or whose cards lie: the player from whom values are counted.
    fn first(&self, position: &Self::Position) -> Seat;

    /// Whether nothing lies, so that somebody is to lead.
    fn is_lead(&self, position: &Self::Position) -> bool;

    /// Whether a move is a pass.
    fn is_pass(&self, action: &Self::Move) -> bool;

    /// Whether passes are looked at solely where nothing else leaves the mover a chance.
    fn overlooks_passes(&self) -> bool {
        false
    }

    /// How many cards were dealt, if a position looks like one after a lead from a deal in which
    /// everybody had cards: nobody has passed, and none of the others has gone out.
    fn dealt(&self, position: &Self::Position) -> Option<usize>;

    /// The word of the deal that such a position comes from, and which of its leads lies. `None`
    /// for a position that the alphabet does not know.
    fn pattern(&self, alphabet: &Alphabet, position: &Self::Position) -> Option<(Word, usize)>;

    /// The position after a lead from the deal of a word.
    fn led(&self, alphabet: &Alphabet, word: &Word, lead: usize) -> Option<Self::Position>;

    /// Why positions of this kind are in no layer at all, if they are not.
    fn refusal(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// What there is to say of a built layer, from its histogram.
    fn layer_facts(&self, numbering: &Numbering, cards: usize, histogram: &Histogram)
    -> Vec<Field>;

    /// Whether a game of this name has the same values.
    fn also_holds(&self, _game: &str) -> bool {
        false
    }

    /// The name of the game by more common rules, if these are not the common ones.
    fn variant_of(&self) -> Option<String>;
}
