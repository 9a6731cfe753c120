//! A layer as a graph: the successors of each position.

use std::any::Any;

use shuban_core::erased::{LoopySuccessor, LoopyTables};
use shuban_core::{PartId, Receding, Unanswered};

use crate::error::Error;
use crate::job::LayerRows;
use crate::names::layer_name;

/// A layer with its rules. Its positions are numbered through all parts; scores are **relative** to
/// the worth of endless play, so that 0 is endless play for either side.
pub(crate) struct LayerRules<'a> {
    domain: &'a dyn LoopyTables,
    rows: LayerRows<'a>,
    /// The number of the first position of each part, and that of all positions.
    firsts: Vec<u64>,
}

/// The successor that a play leads to.
pub(crate) enum Successor {
    /// A position of the layer.
    Inside {
        /// Its number.
        number: u64,
        /// True if the same player moves again.
        same_side: bool,
    },
    /// The play leaves the layer, and is worth this to the player who makes it.
    Outside(Receding),
}

impl<'a> LayerRules<'a> {
    pub(crate) fn new(domain: &'a dyn LoopyTables, rows: LayerRows<'a>) -> Self {
        let mut firsts = vec![0];
        for index in rows.indexes {
            firsts.push(firsts[firsts.len() - 1] + index.len());
        }
        LayerRules { domain, rows, firsts }
    }

    /// Returns the number of positions of the layer.
    pub(crate) fn len(&self) -> u64 {
        self.firsts[self.rows.indexes.len()]
    }

    /// Returns the number of a part's first position.
    pub(crate) fn first(&self, part: usize) -> u64 {
        self.firsts[part]
    }

    /// Returns the number of positions of a part, if there is one.
    pub(super) fn len_of(&self, part: usize) -> Option<u64> {
        Some(self.rows.indexes.get(part)?.len())
    }

    /// Returns the part and rank of a number below [`len`](Self::len).
    pub(crate) fn place(&self, number: u64) -> (usize, u64) {
        let part = self.firsts.partition_point(|&first| first <= number) - 1;
        (part, number - self.firsts[part])
    }

    /// Returns the value as it is stored.
    pub(crate) fn absolute(&self, part: usize, rank: u64, relative: Receding) -> Receding {
        match self.endless(part, rank) {
            Some(endless) => relative.moved(endless),
            None => relative,
        }
    }

    /// Returns the stored value of a number relative to the worth of endless play.
    ///
    /// # Errors
    /// [`Unanswered`] if the index gives no position.
    pub(crate) fn relative(&self, number: u64, value: Receding) -> Result<Receding, Unanswered> {
        if self.is_even() {
            return Ok(value);
        }
        let (part, rank) = self.place(number);
        let no_rank = || Error::no_rank(self.domain, self.rows.layer, rank);
        let endless = self.endless(part, rank).ok_or_else(no_rank)?;
        Ok(value.moved(endless.saturating_neg()))
    }

    /// Returns the worth of endless play to the player to move; `None` if the index gives no
    /// position, or if it is 0.
    fn endless(&self, part: usize, rank: u64) -> Option<i16> {
        if self.is_even() {
            return None;
        }
        let seat = self.domain.seat_to_move(&self.rows.indexes[part], rank)?;
        Some(self.domain.endless_score(seat))
    }

    /// Returns true if endless play is worth 0, so that relative scores are the stored ones.
    pub(crate) fn is_even(&self) -> bool {
        self.domain.endless_score(0) == 0
    }

    /// Visits the successor of each play of a position, or returns the value if the game is over
    /// there. `room` is working memory.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the domain breaks a law of
    /// [`Loopy`](shuban_core::Loopy).
    pub(crate) fn successors(
        &self,
        number: u64,
        room: &mut dyn Any,
        mut visit: impl FnMut(Successor),
    ) -> Result<Option<Receding>, Unanswered> {
        let (part, rank) = self.place(number);
        let part = PartId { layer: self.rows.layer, part };
        self.domain.loopy_successors(part, rank, &self.rows, room, &mut |successor| {
            visit(match successor {
                LoopySuccessor::Inside { part, rank, same_side } => {
                    Successor::Inside { number: self.firsts[part] + rank, same_side }
                }
                LoopySuccessor::Outside(value) => Successor::Outside(value),
            });
        })
    }

    /// Creates a buffer for lists of plays.
    pub(super) fn room(&self) -> Box<dyn Any + Send> {
        self.domain.play_room()
    }

    /// Returns the error that a value takes more plies than can be stored.
    #[cold]
    pub(super) fn too_far(&self) -> Unanswered {
        let domain = layer_name(self.domain, self.rows.layer).to_owned();
        Error::TooFar { domain, plies: Receding::MAX_PLIES }.into()
    }
}
