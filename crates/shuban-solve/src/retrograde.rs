//! Exact values of a layer, as far as they follow from exact values.

use rayon::prelude::*;
use shuban_core::{Domain, IndexOf, LayerId, PartId, PositionOf, Unanswered};
use shuban_store::Account;

use crate::error::Error;
use crate::facts::{RetrogradeFacts, StatedFacts, written};
use crate::job::{Job, LayerFacts, positions};
use crate::layer_file::LayerFile;
use crate::names::{layer_name, part_name};
use crate::solver::Solver;
use crate::tables::FinishedValues;

/// Ranks that one thread takes at a time.
const CHUNK: usize = 1 << 12;

/// What [`retrograde`] found of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued<V> {
    /// By part and rank: the value, or `None` where it does not follow from exact values.
    pub values: Vec<Vec<Option<V>>>,
    /// How often positions were backed up until nothing changed any more: 1 where the layer asks
    /// for nothing of its own.
    pub passes: usize,
    /// How many positions have no value.
    pub open: u64,
}

/// Values all positions of a layer whose value follows from values that are known: those of
/// finished layers, which `finished` gives, and those found here. A pass goes from the last part to
/// the first, and each part sees what was found in those before it. So one pass suffices where the
/// layer asks for nothing of its own, or each part for later ones alone (parts by the number of
/// tiles that lie); else passes are repeated until one finds nothing more, which gives the least
/// fixed point. In an acyclic layer every position has a value then; in a cyclic one some may have
/// none, and what becomes of these is the caller's affair.
///
/// `indexes` are those of the layer's parts. A pass over a part reads only what was found before
/// it, so values and the number of passes do not depend on threads; it runs on the current rayon
/// pool. Takes one `Option<Value>` a position, and once a pass a `backup` for each position still
/// open.
///
/// # Errors
/// [`Unanswered`] if `finished` does not answer, or if `backup` asks for a position that no part
/// holds.
pub fn retrograde<D: Domain>(
    domain: &D,
    layer: LayerId,
    indexes: &[IndexOf<D>],
    finished: &FinishedValues<'_, D>,
) -> Result<Valued<D::Value>, Unanswered> {
    // Nothing of the layer is known at first, and all of it is open.
    let values = indexes.iter().map(|_| Vec::new()).collect();
    let mut known = PartialValues { domain, layer, indexes, finished, values };
    let mut open: Vec<Vec<u64>> = indexes.iter().map(|_| Vec::new()).collect();
    for (part, index) in indexes.iter().enumerate().rev() {
        let values = known.pass(part, index.len() as usize, |rank| rank as u64)?;
        let is_open = |(_, value): &(u64, &Option<_>)| value.is_none();
        open[part] = (0..).zip(&values).filter(is_open).map(|(rank, _)| rank).collect();
        known.values[part] = values;
    }
    let mut passes = 1;
    while open.iter().any(|ranks| !ranks.is_empty()) {
        let mut has_found = false;
        for part in (0..open.len()).rev() {
            let found = known.pass(part, open[part].len(), |i| open[part][i])?;
            has_found |= found.iter().any(Option::is_some);
            for (&rank, value) in open[part].iter().zip(found) {
                known.values[part][rank as usize] = value;
            }
            let values = &known.values[part];
            open[part].retain(|&rank| values[rank as usize].is_none());
        }
        passes += 1;
        if !has_found {
            break;
        }
    }
    let open = open.iter().map(|ranks| ranks.len() as u64).sum();
    Ok(Valued { values: known.values, passes, open })
}

/// The values of a layer that are known so far: a pass answers from them.
struct PartialValues<'a, D: Domain> {
    domain: &'a D,
    layer: LayerId,
    indexes: &'a [IndexOf<D>],
    finished: &'a FinishedValues<'a, D>,
    /// By part and rank; beyond the end of a part's list nothing is known.
    values: Vec<Vec<Option<D::Value>>>,
}

impl<D: Domain> PartialValues<'_, D> {
    /// Backs up `count` positions of a part, the i-th being that of `rank_of(i)`.
    fn pass(
        &self,
        part: usize,
        count: usize,
        rank_of: impl Fn(usize) -> u64 + Sync,
    ) -> Result<Vec<Option<D::Value>>, Unanswered> {
        let mut values = vec![None; count];
        values.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, values)| {
            for (i, value) in values.iter_mut().enumerate() {
                *value = self.backup(part, rank_of(chunk * CHUNK + i))?;
            }
            Ok::<_, Unanswered>(())
        })?;
        Ok(values)
    }

    /// The value of a position, `None` if it rests on one of the layer that is not known.
    fn backup(&self, part: usize, rank: u64) -> Result<Option<D::Value>, Unanswered> {
        let position = self.indexes[part].unrank(rank).ok_or_else(Unanswered::default)?;
        // Whether it was stopped by a position of the layer that has no value yet.
        let mut waits = false;
        let backed_up = self.domain.backup(&position, &mut |after: &PositionOf<D>| {
            let PartId { layer, part } =
                self.domain.locate(after).ok_or_else(Unanswered::default)?;
            if layer != self.layer {
                return (self.finished)(after);
            }
            let index = self.indexes.get(part).ok_or_else(Unanswered::default)?;
            let rank = index.rank(after).ok_or_else(Unanswered::default)?;
            let value = self.values[part].get(rank as usize).cloned().flatten();
            waits |= value.is_none();
            value.ok_or_else(Unanswered::default)
        });
        match backed_up {
            Ok(value) => Ok(Some(value)),
            Err(_) if waits => Ok(None),
            Err(unanswered) => Err(unanswered),
        }
    }
}

/// Exact values by retrograde analysis, for layers whose values follow from each other.
pub struct Retrograde;

impl<D: Domain> Solver<D> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    fn bytes(&self, domain: &D, layer: LayerId, _threads: usize) -> u64 {
        const THREADS_AND_BLOCKS: u64 = 1 << 18;
        let value = size_of::<D::Value>() as u64;
        let pointed_to = domain.bytes_per_value().saturating_sub(value);
        // The values found, and beside them ranks and values of a pass; then, of those interned, a
        // set, a list and a map.
        let pass = 2 * size_of::<Option<D::Value>>() as u64 + 8;
        let interned = if domain.interns() { 3 * value } else { 0 };
        let each = pointed_to.saturating_add(pass + interned);
        positions(domain, layer).saturating_mul(each).saturating_add(THREADS_AND_BLOCKS)
    }

    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        RetrogradeFacts::read(account).map(StatedFacts::Retrograde)
    }

    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error> {
        job.progress.phase("retrograde analysis", 0);
        let ask = |position: &PositionOf<D>| job.tables.ask(position);
        let found = retrograde(job.domain, job.layer, job.indexes, &ask)?;
        for (part, values) in found.values.iter().enumerate() {
            let left = values.iter().filter(|value| value.is_none()).count() as u64;
            if left > 0 {
                let domain = layer_name(job.domain, job.layer).to_owned();
                let part = part_name(job.domain, PartId { layer: job.layer, part }).to_owned();
                return Err(Error::Unvalued { domain, part, left });
            }
        }
        let value = |part: usize, rank: u64| {
            found.values[part][rank as usize].clone().expect("a layer without open positions")
        };
        let layer = written(&RetrogradeFacts { passes: found.passes as u64 });
        file.publish(job, &value, LayerFacts { layer, ..LayerFacts::default() })
    }
}
