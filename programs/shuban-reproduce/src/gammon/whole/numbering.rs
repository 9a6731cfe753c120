//! Positions of several layers, numbered from 0 through all of them.

use std::ops::Range;

use shuban_catalog::Error;
use shuban_core::dice::Roll;
use shuban_core::{Domain, Index, LayerId, PartId};
use shuban_gammon::{Contact, MoveGenerator, PlayScratch, Position};
use shuban_solve::OpenLayer;

/// Result of a play that bears off the last checker, instead of the number of a position.
pub(super) const WON: u32 = u32::MAX;

/// The positions of some layers, by number: layer after layer, part after part.
pub(super) struct Numbering<'l> {
    parts: Vec<NumberedPart<'l>>,
    /// Index of the part with given numbers of checkers of the mover and of the opponent.
    by_checkers: Vec<Vec<Option<usize>>>,
    layers: Vec<NumberedLayer<'l>>,
}

/// A layer with the numbers of its positions.
pub(super) struct NumberedLayer<'l> {
    pub(super) id: LayerId,
    pub(super) name: &'l str,
    pub(super) numbers: Range<usize>,
    /// Numbers of each part.
    pub(super) parts: Vec<Range<usize>>,
}

struct NumberedPart<'l> {
    id: PartId,
    first: usize,
    index: &'l dyn Index<Position = Position>,
}

impl<'l> Numbering<'l> {
    /// Numbers finished layers, in this order.
    pub(super) fn of(domain: &'l Contact, opened: &[&'l OpenLayer<'_, Contact>]) -> Self {
        let side = domain.game().variant.checkers() + 1;
        let mut numbering = Numbering {
            parts: Vec::new(),
            by_checkers: vec![vec![None; side]; side],
            layers: Vec::new(),
        };
        let mut len = 0;
        for open in opened {
            let (id, mut parts) = (open.layer(), Vec::new());
            for part in 0..open.indexes().len() {
                let index = open.part_index(part);
                if let Some(Position { mover, opponent, .. }) = index.unrank(0) {
                    let place = numbering.parts.len();
                    numbering.by_checkers[mover.count()][opponent.count()] = Some(place);
                }
                let id = PartId { layer: id, part };
                numbering.parts.push(NumberedPart { id, first: len, index });
                let first = len;
                len += usize::try_from(index.len()).unwrap_or(usize::MAX);
                parts.push(first..len);
            }
            let numbers = parts.first().map_or(len, |part| part.start)..len;
            let name = &*domain.layers()[id.0].name;
            numbering.layers.push(NumberedLayer { id, name, numbers, parts });
        }
        numbering
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.numbers.end)
    }

    /// Returns the layers, in their order.
    pub(super) fn layers(&self) -> &[NumberedLayer<'l>] {
        &self.layers
    }

    /// Returns the layers in which both sides have as many checkers.
    pub(super) fn even_layers(&self) -> impl Iterator<Item = &NumberedLayer<'l>> {
        self.layers.iter().filter(|layer| layer.parts.len() == 1)
    }

    /// Returns the position of a number.
    pub(super) fn position(&self, number: usize) -> Option<Position> {
        let part = self.parts.partition_point(|part| part.first <= number).checked_sub(1)?;
        let NumberedPart { first, index, .. } = &self.parts[part];
        index.unrank((number - first) as u64)
    }

    /// Returns the position of a valid number.
    ///
    /// # Errors
    /// If no position has that number.
    pub(super) fn there(&self, number: usize) -> Result<Position, Error> {
        self.position(number).ok_or_else(|| Error::Recompute(format!("no position {number}")))
    }

    /// Visits the results of the plays of a roll: numbers, and [`WON`].
    ///
    /// # Errors
    /// If one leads to a layer that is not among these.
    pub(super) fn for_each_after(
        &self,
        turn: &MoveGenerator,
        roll: Roll,
        scratch: &mut PlayScratch,
        mut each: impl FnMut(u32),
    ) -> Result<(), Error> {
        let mut all_there = true;
        turn.for_each_after(roll, scratch, |after| match self.number(&after) {
            Some(number) => each(number),
            None => all_there = false,
        });
        let missing = || Error::Recompute("a play leads to a layer that is not there".to_owned());
        if all_there { Ok(()) } else { Err(missing()) }
    }

    /// Returns the number of a position after a play.
    fn number(&self, after: &Position) -> Option<u32> {
        if after.opponent.is_empty() {
            return Some(WON);
        }
        let part = &self.parts[self.by_checkers[after.mover.count()][after.opponent.count()]?];
        let rank = usize::try_from(part.index.rank(after)?).ok()?;
        u32::try_from(part.first + rank).ok().filter(|&number| number != WON)
    }

    /// Returns the number of the first position of a part.
    pub(super) fn first(&self, part: PartId) -> Option<usize> {
        self.parts.iter().find(|numbered| numbered.id == part).map(|part| part.first)
    }
}
