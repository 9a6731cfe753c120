//! A layer as a graph: what each position's plays lead to.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use shuban_core::{
    Game, IndexOf, LayerId, Loopy, PartId, PlayOf, PositionOf, Progress, Receding, Unanswered,
    backup_receding, value_of_play,
};

use crate::error::Error;
use crate::names::layer_name;
use crate::tables::Tables;

/// Positions that a thread takes at a time.
pub(super) const CHUNK: usize = 1 << 10;

/// A layer under the rules. Its positions are numbered through all parts; scores are **relative**:
/// what is won beyond what endless play is worth, so that 0 is endless play for either side.
pub(crate) struct LayerRules<'a, D: Loopy> {
    domain: &'a D,
    layer: LayerId,
    indexes: &'a [IndexOf<D>],
    tables: &'a Tables<'a, D>,
    /// The number of the first position of each part, and how many there are in all.
    firsts: Vec<u64>,
}

/// What a play comes to.
pub(crate) enum Successor {
    /// A position of the layer.
    Inside {
        /// Its number.
        number: u64,
        /// Whether the same player moves again.
        same_side: bool,
    },
    /// The play leaves the layer, and is worth this to the player who makes it.
    Outside(Receding),
}

impl<'a, D: Loopy> LayerRules<'a, D> {
    pub(crate) fn new(
        layer: LayerId,
        indexes: &'a [IndexOf<D>],
        tables: &'a Tables<'a, D>,
    ) -> Self {
        let mut firsts = vec![0];
        for index in indexes {
            firsts.push(firsts[firsts.len() - 1] + index.len());
        }
        LayerRules { domain: tables.domain(), layer, indexes, tables, firsts }
    }

    /// How many positions the layer has.
    pub(crate) fn len(&self) -> u64 {
        self.firsts[self.indexes.len()]
    }

    /// The number of a part's first position.
    pub(crate) fn first(&self, part: usize) -> u64 {
        self.firsts[part]
    }

    /// The part and rank of a number below [`len`](Self::len).
    pub(crate) fn place(&self, number: u64) -> (usize, u64) {
        let part = self.firsts.partition_point(|&first| first <= number) - 1;
        (part, number - self.firsts[part])
    }

    /// The position of a number.
    pub(crate) fn position(&self, number: u64) -> Result<PositionOf<D>, Unanswered> {
        let (part, rank) = self.place(number);
        self.indexes[part]
            .unrank(rank)
            .ok_or_else(|| Error::no_rank(self.domain, self.layer, rank).into())
    }

    /// The value as it is stored.
    pub(crate) fn absolute(&self, position: &PositionOf<D>, relative: Receding) -> Receding {
        relative.moved(self.endless(position))
    }

    /// The value beyond what endless play is worth.
    pub(crate) fn relative(&self, position: &PositionOf<D>, value: Receding) -> Receding {
        value.moved(self.endless(position).saturating_neg())
    }

    /// What endless play is worth to the player to move.
    fn endless(&self, position: &PositionOf<D>) -> i16 {
        self.domain.endless(self.domain.game().to_move(position))
    }

    /// Whether endless play is worth nothing, so that relative scores are the stored ones.
    pub(crate) fn is_even(&self) -> bool {
        self.domain.endless(0) == 0
    }

    /// Visits what each play of a position comes to, or gives the value if the game is over there.
    /// `plays` is room to work in.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the domain breaks a law of [`Loopy`].
    pub(crate) fn successors(
        &self,
        position: &PositionOf<D>,
        plays: &mut Vec<PlayOf<D>>,
        mut visit: impl FnMut(Successor),
    ) -> Result<Option<Receding>, Unanswered> {
        let (domain, game) = (self.domain, self.domain.game());
        if game.outcome(position).is_some() {
            let value = backup_receding(domain, position, &mut |_: &PositionOf<D>| {
                Err(Unanswered::default())
            })?;
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
                    Successor::Inside { number: self.number(place, &play.after)?, same_side }
                }
                place => {
                    let after = self.outside(place, &play.after)?;
                    let seen = if same_side { after } else { -after };
                    let endless = domain.endless(seat);
                    let value = value_of_play(seen, reward, false, endless, domain.horizon());
                    Successor::Outside(self.in_range(position, value)?)
                }
            });
        }
        Ok(None)
    }

    /// The relative value, if its score can be told. Other values of the layer rest on such ones,
    /// so that no score is more.
    fn in_range(&self, position: &PositionOf<D>, value: Receding) -> Result<Receding, Unanswered> {
        let relative = value.beyond(self.endless(position));
        relative.ok_or_else(|| self.broken(position, "has a score that is too large"))
    }

    fn number(&self, place: PartId, position: &PositionOf<D>) -> Result<u64, Unanswered> {
        let rank = self.indexes.get(place.part).and_then(|index| index.rank(position));
        let lacking = || Error::no_position(self.domain, self.layer, position);
        Ok(self.firsts[place.part] + rank.ok_or_else(lacking)?)
    }

    /// The value of a position outside of the layer. One that no table holds is worked out; it may
    /// not lead back into the layer, for distances start anew behind a play that leaves it.
    fn outside(
        &self,
        place: Option<PartId>,
        position: &PositionOf<D>,
    ) -> Result<Receding, Unanswered> {
        if place.is_some() {
            return self.tables.ask(position);
        }
        backup_receding(self.domain, position, &mut |after: &PositionOf<D>| match self
            .domain
            .locate(after)
        {
            Some(place) if place.layer == self.layer => {
                Err(self.broken(position, "is in no table and leads back into the layer"))
            }
            _ => self.tables.ask(after),
        })
    }

    /// A value takes as many plies as cannot be stored.
    #[cold]
    pub(super) fn too_far(&self) -> Unanswered {
        let domain = layer_name(self.domain, self.layer).to_owned();
        Error::TooFar { domain, plies: Receding::MAX_PLIES }.into()
    }

    #[cold]
    fn broken(&self, position: &PositionOf<D>, reason: &str) -> Unanswered {
        Error::Endless {
            domain: layer_name(self.domain, self.layer).to_owned(),
            reason: format!("`{}` {reason}", self.domain.game().format(position)),
        }
        .into()
    }
}

/// Does something with the number of each position, on all threads, with room for its plays.
pub(super) fn each_position<D: Loopy>(
    rules: &LayerRules<'_, D>,
    phase: &str,
    progress: &dyn Progress,
    work: impl Fn(u64, &mut Vec<PlayOf<D>>) -> Result<(), Unanswered> + Sync,
) -> Result<(), Unanswered> {
    let len = rules.len();
    progress.phase(phase, len);
    let done = AtomicU64::new(0);
    (0..len.div_ceil(CHUNK as u64)).into_par_iter().try_for_each(|chunk| {
        if progress.interrupted() {
            return Err(Error::Interrupted.into());
        }
        let first = chunk * CHUNK as u64;
        let numbers = first..len.min(first + CHUNK as u64);
        let count = numbers.end - numbers.start;
        let mut plays = Vec::new();
        for number in numbers {
            work(number, &mut plays)?;
        }
        progress.at(done.fetch_add(count, Relaxed) + count, "");
        Ok(())
    })
}
