//! Exact values of a layer, as far as they follow from exact values.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::json;
use shuban_core::{Ask, Domain, IndexOf, LayerId, PartId, PositionOf, Unanswered};

use crate::build::LayerFile;
use crate::error::Error;
use crate::job::{Job, Solved, Values, facts, positions};
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
    let mut known = Known {
        domain,
        layer,
        indexes,
        finished,
        values: indexes.iter().map(|_| Vec::new()).collect(),
    };
    let mut open: Vec<Vec<u64>> = indexes.iter().map(|_| Vec::new()).collect();
    for (part, index) in indexes.iter().enumerate().rev() {
        known.values[part] = known.pass(part, index.len() as usize, |rank| rank as u64)?;
        open[part] = ranks_without_value(&known.values[part]);
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

fn ranks_without_value<V>(values: &[Option<V>]) -> Vec<u64> {
    (0..).zip(values).filter(|(_, value)| value.is_none()).map(|(rank, _)| rank).collect()
}

/// What a pass answers from.
struct Known<'a, D: Domain> {
    domain: &'a D,
    layer: LayerId,
    indexes: &'a [IndexOf<D>],
    finished: &'a FinishedValues<'a, D>,
    /// Of the layer, by part and rank; a part may be shorter than its index, then it has no more.
    values: Vec<Vec<Option<D::Value>>>,
}

impl<D: Domain> Known<'_, D> {
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
        let mut answers = Answers { known: self, waits: false };
        match self.domain.backup(&position, &mut answers) {
            Ok(value) => Ok(Some(value)),
            Err(_) if answers.waits => Ok(None),
            Err(unanswered) => Err(unanswered),
        }
    }
}

/// Answers the questions of one `backup`.
struct Answers<'a, D: Domain> {
    known: &'a Known<'a, D>,
    /// Whether it was stopped by a position of the layer that has no value yet.
    waits: bool,
}

impl<D: Domain> Ask<PositionOf<D>, D::Value> for Answers<'_, D> {
    fn ask(&mut self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        let PartId { layer, part } =
            self.known.domain.locate(position).ok_or_else(Unanswered::default)?;
        if layer != self.known.layer {
            return (self.known.finished)(position);
        }
        let rank = self
            .known
            .indexes
            .get(part)
            .and_then(|index| index.rank(position))
            .ok_or_else(Unanswered::default)?;
        let value = self.known.values[part].get(rank as usize).cloned().flatten();
        self.waits |= value.is_none();
        value.ok_or_else(Unanswered::default)
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

    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error> {
        job.progress.phase("retrograde analysis", 0);
        let ask = |position: &PositionOf<D>| job.tables.ask(position);
        let found = retrograde(job.domain, job.layer, job.indexes, &ask)?;
        let layer = &job.domain.layers()[job.layer.0];
        let parts = (found.values.into_iter().zip(&layer.parts))
            .map(|(values, part)| {
                let len = values.len();
                let values: Vec<_> = values.into_iter().flatten().collect();
                if values.len() == len {
                    Ok(Box::new(values) as Box<dyn Values<D::Value>>)
                } else {
                    Err(Error::Unvalued {
                        domain: layer.name.clone(),
                        part: part.name.clone(),
                        left: (len - values.len()) as u64,
                    })
                }
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let solved = Solved {
            part_facts: vec![BTreeMap::new(); parts.len()],
            parts,
            statuses: None,
            facts: facts([("passes", json!(found.passes))]),
        };
        file.publish(job, solved)
    }
}
