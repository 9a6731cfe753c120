//! A score that a side can force, and its distance.

use std::ops::Neg;

use crate::fields::{Field, Fields};
use crate::record::{Codec, Column, Record};
use crate::worth::Rating;

/// The value of a position where play may be endless: a score for the player to move, and, if it is
/// not the worth of endless play, the number of plies until it is certain.
///
/// A score alone would not do. Two positions that lead to each other could each call itself won
/// because the other one is lost, and no comparison with successors would find anything wrong. With
/// plies that have to *recede* from play to play, a claim rests on a smaller one, and in the end on
/// a conversion: a play that ends the game, wins points or leaves the layer. So exactly one table
/// agrees with itself, and it is the right one (see [`Loopy`](crate::Loopy)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Receding {
    score: i16,
    /// The number of plies plus one, or 0 for none.
    within: u16,
}

impl Receding {
    /// The largest number of plies that can be stored.
    pub const MAX_PLIES: u16 = u16::MAX - 1;

    /// The largest score of a [`Loopy`](crate::Loopy) domain, for either side. The difference from
    /// the worth of endless play can be twice as much, and fits 16 bits, too.
    pub const MAX_SCORE: i16 = i16::MAX / 2;

    /// Returns a score forced within this many plies, at most [`MAX_PLIES`](Self::MAX_PLIES).
    pub fn within(score: i16, plies: u16) -> Self {
        Receding { score, within: plies.min(Self::MAX_PLIES) + 1 }
    }

    /// Returns a score that is the worth of endless play: nothing need ever happen.
    pub const fn endless(score: i16) -> Self {
        Receding { score, within: 0 }
    }

    /// Returns the points more than the opponent gets, from here on, for the player to move.
    pub const fn score(self) -> i16 {
        self.score
    }

    /// Returns the plies until the score is certain; `None` for the worth of endless play.
    pub fn plies(self) -> Option<u16> {
        self.within.checked_sub(1)
    }

    /// Returns the value with `by` added to its score; endless play stays endless play.
    #[must_use]
    pub fn moved(self, by: i16) -> Self {
        Receding { score: self.score.saturating_add(by), ..self }
    }

    /// Returns the value relative to the worth of endless play; `None` if one of the two exceeds
    /// [`MAX_SCORE`](Self::MAX_SCORE).
    pub fn beyond(self, endless: i16) -> Option<Self> {
        let range = -Self::MAX_SCORE..=Self::MAX_SCORE;
        (range.contains(&self.score) && range.contains(&endless)).then(|| self.moved(-endless))
    }

    /// Returns the value before a play that leads to this one and stays in the layer.
    #[must_use]
    pub fn a_ply_earlier(self) -> Self {
        match self.plies() {
            Some(plies) => Receding::within(self.score, plies.saturating_add(1)),
            None => self,
        }
    }

    /// Returns the merit for a player to whom endless play is worth `endless`: a larger score
    /// first, then the sooner win or the later loss.
    pub fn merit(self, endless: i16) -> i64 {
        let gain = i64::from(self.score) - i64::from(endless);
        let haste = gain.signum() * i64::from(self.within);
        (i64::from(self.score) << 17) - haste
    }

    /// Returns the score and the number of plies, for games of points.
    pub fn score_fields(self) -> Fields {
        let text = if self.score == 0 { "0".to_owned() } else { format!("{:+}", self.score) };
        let long = match self.plies() {
            Some(plies) => format!("{text}, certain in {}", plies_text(plies)),
            None => format!("{text}, what endless play is worth"),
        };
        let score = Field::new("score", i64::from(self.score)).short(text).long(long);
        Fields::new().with(score).with(self.plies_field())
    }

    /// Returns `win`, `draw` or `loss` and the number of plies, for games whose score is its sign.
    pub fn outcome_fields(self) -> Fields {
        let sign = self.score.signum();
        let outcome = ["loss", "draw", "win"][(sign + 1) as usize];
        let long = match self.plies() {
            Some(plies) => format!("{outcome}, certain in {}", plies_text(plies)),
            None => outcome.to_owned(),
        };
        let rating = Rating { number: sign.into(), range: [-1.0, 1.0], unit: "points a game" };
        let outcome = Field::new("outcome", outcome).long(long).rated(rating);
        Fields::new().with(outcome).with(self.plies_field())
    }

    fn plies_field(self) -> Field {
        let short = self.plies().map_or(String::new(), plies_text);
        Field::silent("plies", self.plies().map(i64::from)).short(short)
    }
}

fn plies_text(plies: u16) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

/// The value for the other player.
impl Neg for Receding {
    type Output = Self;

    fn neg(self) -> Self {
        Receding { score: self.score.saturating_neg(), ..self }
    }
}

impl Record for Receding {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 2] = [
            Column { name: "score", bits: 16, codec: Codec::Signed },
            Column { name: "within", bits: 16, codec: Codec::Unsigned },
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = u64::from(self.score as u16);
        raw[1] = u64::from(self.within);
    }

    fn from_columns(raw: &[u64]) -> Self {
        Receding { score: raw[0] as u16 as i16, within: raw[1] as u16 }
    }
}
