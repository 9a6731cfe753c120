//! Play without end by numbers.

use std::any::Any;

use crate::domain::{LayerId, PartId, PositionOf, Unanswered};
use crate::game::{Game, Seat};
use crate::loopy::{Loopy, PlayOf, backup_receding, value_of_play};
use crate::receding::Receding;

use super::rows::{NoSuchPosition, RowSource, TypedRows, typed_index};
use super::tables::Tables;

/// A domain of play without end whose types are erased: every [`Loopy`] is one.
pub trait LoopyTables: Tables {
    /// Returns the worth of endless play to a seat.
    fn endless_score(&self, seat: Seat) -> i16;

    /// Creates a buffer for lists of plays, one for each thread.
    fn play_room(&self) -> Box<dyn Any + Send>;

    /// Visits the successor of each play of a position, or returns the value if the game is over
    /// there. Scores are *relative*: counted from the worth of endless play.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read; [`BrokenLaw`] if the domain breaks a law of
    /// [`Loopy`].
    fn loopy_successors(
        &self,
        part: PartId,
        rank: u64,
        rows: &dyn RowSource,
        room: &mut dyn Any,
        visit: &mut dyn FnMut(LoopySuccessor),
    ) -> Result<Option<Receding>, Unanswered>;
}

/// The successor that a play leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopySuccessor {
    /// A position of the layer.
    Inside {
        /// Its part.
        part: usize,
        /// Its rank.
        rank: u64,
        /// True if the same player moves again.
        same_side: bool,
    },
    /// The play leaves the layer, and is worth this to the player who makes it.
    Outside(Receding),
}

/// A position of a layer breaks a law of [`Loopy`]: a mistake of the domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{layer}: {reason}, which breaks a law of play without end")]
pub struct BrokenLaw {
    /// The layer's name.
    pub layer: String,
    /// The position, and what it does.
    pub reason: String,
}

impl<D: Loopy> LoopyTables for D {
    fn endless_score(&self, seat: Seat) -> i16 {
        self.endless(seat)
    }

    fn play_room(&self) -> Box<dyn Any + Send> {
        Box::new(Room::<D>(Vec::new()))
    }

    fn loopy_successors(
        &self,
        part: PartId,
        rank: u64,
        rows: &dyn RowSource,
        room: &mut dyn Any,
        visit: &mut dyn FnMut(LoopySuccessor),
    ) -> Result<Option<Receding>, Unanswered> {
        let no_rank = || NoSuchPosition::of_rank(self, part.layer, rank);
        let position = typed_index::<D>(rows.index(part)?)?.unrank(rank).ok_or_else(no_rank)?;
        let Room(plays) = room.downcast_mut::<Room<D>>().expect("room of the same domain");
        let layer = LayerRules { typed: TypedRows { domain: self, rows }, layer: part.layer };
        layer.successors(&position, plays, visit)
    }
}

/// A buffer for lists of plays.
struct Room<D: Loopy>(Vec<PlayOf<D>>);

/// A layer with the rules of its game.
struct LayerRules<'a, D> {
    typed: TypedRows<'a, D>,
    layer: LayerId,
}

impl<D: Loopy> LayerRules<'_, D> {
    fn successors(
        &self,
        position: &PositionOf<D>,
        plays: &mut Vec<PlayOf<D>>,
        visit: &mut dyn FnMut(LoopySuccessor),
    ) -> Result<Option<Receding>, Unanswered> {
        let (domain, game) = (self.typed.domain, self.typed.domain.game());
        if game.outcome(position).is_some() {
            let nothing = &mut |_: &PositionOf<D>| Err(Unanswered::default());
            let value = backup_receding(domain, position, nothing)?;
            return self.in_range(position, value).map(Some);
        }
        let seat = game.to_move(position);
        plays.clear();
        game.plays(position, (), plays);
        if plays.is_empty() {
            return Err(self.broken(position, "has no plays and is not over"));
        }
        for play in &*plays {
            let place = domain.locate(&play.after);
            let reward = domain.reward(position, play);
            let same_side = game.to_move(&play.after) == seat;
            visit(match place {
                Some(place) if place.layer == self.layer => {
                    if reward != 0 {
                        let reason = "has a play that wins points and stays in the layer";
                        return Err(self.broken(position, reason));
                    }
                    let rank = typed_index::<D>(self.typed.rows.index(place)?)?.rank(&play.after);
                    let lacking = || NoSuchPosition::of(domain, self.layer, &play.after);
                    LoopySuccessor::Inside {
                        part: place.part,
                        rank: rank.ok_or_else(lacking)?,
                        same_side,
                    }
                }
                place => {
                    let after = self.outside(place, &play.after)?;
                    let seen = if same_side { after } else { -after };
                    let endless = domain.endless(seat);
                    let value = value_of_play(seen, reward, false, endless, domain.horizon());
                    LoopySuccessor::Outside(self.in_range(position, value)?)
                }
            });
        }
        Ok(None)
    }

    /// Returns the relative value, if its score can be stored. Other values of the layer rest on
    /// such ones, so that no score is larger.
    fn in_range(&self, position: &PositionOf<D>, value: Receding) -> Result<Receding, Unanswered> {
        let domain = self.typed.domain;
        let relative = value.beyond(domain.endless(domain.game().to_move(position)));
        relative.ok_or_else(|| self.broken(position, "has a score that is too large"))
    }

    /// Returns the value of a position outside of the layer. One that no table holds is computed;
    /// it may not lead back into the layer, since distances restart after a play that leaves it.
    fn outside(
        &self,
        place: Option<PartId>,
        position: &PositionOf<D>,
    ) -> Result<Receding, Unanswered> {
        if place.is_some() {
            return self.typed.value(position);
        }
        let domain = self.typed.domain;
        backup_receding(domain, position, &mut |after: &PositionOf<D>| match domain.locate(after) {
            Some(place) if place.layer == self.layer => {
                Err(self.broken(position, "is in no table and leads back into the layer"))
            }
            _ => self.typed.value(after),
        })
    }

    #[cold]
    fn broken(&self, position: &PositionOf<D>, reason: &str) -> Unanswered {
        let domain = self.typed.domain;
        Unanswered::because(BrokenLaw {
            layer: domain.layers()[self.layer.0].name.clone(),
            reason: format!("`{}` {reason}", domain.game().format(position)),
        })
    }
}
