//! Certified intervals by numbers.

use crate::domain::{IntervalDomain, LayerId, PartId, PositionOf, Unanswered};
use crate::game::Seat;
use crate::interval::Interval;
use crate::record::Record;

use super::dictionary::LayerDictionary;
use super::rows::{NoSuchPosition, RowSource, TypedRows, typed_index};
use super::tables::Tables;

/// The bounds of a part and rank of the layer that is being solved.
pub type OwnBounds<'a> = dyn Fn(usize, u64) -> Result<Interval, Unanswered> + 'a;

/// A domain of intervals whose types are erased: every [`IntervalDomain`] is one.
pub trait IntervalTables: Tables {
    /// Returns [`IntervalDomain::unknown`].
    fn possible(&self) -> Interval;

    /// Returns [`IntervalDomain::endless`].
    fn endless_worth(&self, seat: Seat) -> Option<i16>;

    /// Returns the interval that a row stands for, if it stands for one.
    fn interval(&self, row: &[u64], dictionary: &LayerDictionary) -> Option<Interval>;

    /// Backs up a position; `own` gives the bounds of those of its layer, `rows` has the others.
    ///
    /// # Errors
    /// [`Unanswered`] if one of the two cannot answer.
    fn back_up_interval(
        &self,
        part: PartId,
        rank: u64,
        own: &OwnBounds<'_>,
        rows: &dyn RowSource,
    ) -> Result<Interval, Unanswered>;
}

impl<D: IntervalDomain> IntervalTables for D {
    fn possible(&self) -> Interval {
        self.unknown()
    }

    fn endless_worth(&self, seat: Seat) -> Option<i16> {
        self.endless(seat)
    }

    fn interval(&self, row: &[u64], dictionary: &LayerDictionary) -> Option<Interval> {
        self.decode(Interval::from_columns(row), dictionary.typed())
    }

    fn back_up_interval(
        &self,
        part: PartId,
        rank: u64,
        own: &OwnBounds<'_>,
        rows: &dyn RowSource,
    ) -> Result<Interval, Unanswered> {
        let layer = part.layer;
        let no_rank = || NoSuchPosition::of_rank(self, layer, rank);
        let index = typed_index::<D>(rows.index(part)?)?;
        let position = index.unrank(rank).ok_or_else(no_rank)?;
        let asking = Asking { typed: TypedRows { domain: self, rows }, layer, own };
        self.backup(&position, &mut |asked: &PositionOf<D>| asking.value(asked))
    }
}

/// Rows of finished layers, and bounds of the layer that is being solved.
struct Asking<'a, D> {
    typed: TypedRows<'a, D>,
    layer: LayerId,
    own: &'a OwnBounds<'a>,
}

impl<D: IntervalDomain> Asking<'_, D> {
    fn value(&self, position: &PositionOf<D>) -> Result<Interval, Unanswered> {
        let TypedRows { domain, rows } = self.typed;
        match domain.locate(position) {
            Some(place) if place.layer == self.layer => {
                let rank = typed_index::<D>(rows.index(place)?)?.rank(position);
                let rank = rank.ok_or_else(|| NoSuchPosition::of(domain, self.layer, position))?;
                (self.own)(place.part, rank)
            }
            Some(_) => self.typed.value(position),
            None => domain.backup(position, &mut |asked: &PositionOf<D>| self.value(asked)),
        }
    }
}
