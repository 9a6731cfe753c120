//! Exact values of a layer, as far as they follow from exact values.

use rayon::prelude::*;
use shuban_core::erased::{PartIndex, RowSource, Tables, ValueList};
use shuban_core::{LayerId, PartId, Unanswered};
use shuban_store::Account;

use crate::error::Error;
use crate::facts::{RetrogradeFacts, StatedFacts, written};
use crate::job::{Job, LayerFacts, positions};
use crate::layer_file::{LayerFile, earlier};
use crate::names::{layer_name, part_name};
use crate::solver::Solver;

/// Ranks that one thread takes at a time.
const CHUNK: usize = 1 << 12;

/// The result of [`retrograde`] for a layer.
pub struct Valued {
    /// The values by part and rank, unknown where they do not follow from exact values.
    pub values: Vec<ValueList>,
    /// Number of passes until nothing changed: 1 if the layer asks for nothing of its own.
    pub passes: usize,
    /// Number of positions without a value.
    pub open: u64,
}

/// Values all positions of a layer whose value follows from values that are known: those of
/// finished layers, which `rows` gives, and those found here. A pass goes from the last part to the
/// first, and each part sees the values found in those before it. So one pass suffices if the layer
/// asks for nothing of its own, or each part only for later ones (parts by number of tiles); else
/// passes are repeated until one finds nothing more, which gives the least fixed point. In an
/// acyclic layer every position has a value then; in a cyclic one some may have none, which the
/// caller handles.
///
/// `rows` has the indexes of the layer's parts, which are of these lengths. A pass over a part
/// reads only values found before it, so values and the number of passes do not depend on threads;
/// it runs on the current rayon pool. Takes one optional value a position, and once a pass a
/// `backup` for each position still open.
///
/// # Errors
/// [`Unanswered`] if `rows` does not answer, or if `backup` asks for a position that no part holds.
pub fn retrograde(
    domain: &dyn Tables,
    layer: LayerId,
    lens: &[u64],
    rows: &dyn RowSource,
) -> Result<Valued, Unanswered> {
    // At first no value of the layer is known.
    let mut values: Vec<ValueList> = lens.iter().map(|_| domain.unknown_values(0)).collect();
    let mut open: Vec<Vec<u64>> = lens.iter().map(|_| Vec::new()).collect();
    let pass = |part: usize, count: usize, values: &[ValueList], rank: &RankOf<'_>| {
        let chunks = (0..count).step_by(CHUNK).collect::<Vec<usize>>().into_par_iter();
        let found = chunks.map(|first| {
            let mut ranks = (first..count.min(first + CHUNK)).map(rank);
            domain.back_up(PartId { layer, part }, &mut ranks, values, rows)
        });
        found.collect::<Result<Vec<ValueList>, Unanswered>>()
    };
    for (part, &len) in lens.iter().enumerate().rev() {
        let found = pass(part, len as usize, &values, &|rank| rank as u64)?;
        values[part] = domain.unknown_values(len as usize);
        let mut places = 0..len;
        found.into_iter().for_each(|chunk| values[part].put(&mut places, chunk));
        open[part] = (0..len).filter(|&rank| !values[part].is_known(rank as usize)).collect();
    }
    let mut passes = 1;
    while open.iter().any(|ranks| !ranks.is_empty()) {
        let mut has_found = false;
        for (part, open) in open.iter_mut().enumerate().rev() {
            let found = pass(part, open.len(), &values, &|place| open[place])?;
            let mut places = open.iter().copied();
            for chunk in found {
                has_found |= (0..chunk.len()).any(|place| chunk.is_known(place));
                values[part].put(&mut places, chunk);
            }
            open.retain(|&rank| !values[part].is_known(rank as usize));
        }
        passes += 1;
        if !has_found {
            break;
        }
    }
    let open = open.iter().map(|ranks| ranks.len() as u64).sum();
    Ok(Valued { values, passes, open })
}

/// The rank of the position at a place of a pass.
type RankOf<'a> = dyn Fn(usize) -> u64 + Sync + 'a;

/// Exact values by retrograde analysis, for layers whose values follow from each other.
pub struct Retrograde<'d>(pub &'d dyn Tables);

impl Solver for Retrograde<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "retrograde"
    }

    fn bytes(&self, layer: LayerId, _threads: usize) -> u64 {
        const THREADS_AND_BLOCKS: u64 = 1 << 18;
        let value = self.0.value_size();
        let pointed_to = self.0.value_bytes().saturating_sub(value);
        // The values found, with ranks and values of a pass; for interned ones also a set, a list
        // and a map.
        let pass = 2 * self.0.optional_value_size() + 8;
        let interned = if self.0.has_dictionary() { 3 * value } else { 0 };
        let each = pointed_to.saturating_add(pass + interned);
        positions(self.0, layer).saturating_mul(each).saturating_add(THREADS_AND_BLOCKS)
    }

    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        RetrogradeFacts::read(account).map(StatedFacts::Retrograde)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        job.progress.phase("retrograde analysis", 0);
        let lens: Vec<u64> = job.indexes.iter().map(PartIndex::len).collect();
        let found = retrograde(job.domain, job.layer, &lens, &job.rows())?;
        for (part, values) in found.values.iter().enumerate() {
            let left = (0..values.len()).filter(|&rank| !values.is_known(rank)).count() as u64;
            if left > 0 {
                let domain = layer_name(job.domain, job.layer).to_owned();
                let part = part_name(job.domain, PartId { layer: job.layer, part }).to_owned();
                return Err(Error::Unvalued { domain, part, left });
            }
        }
        let dictionary = job.domain.grown_by(earlier(job), &found.values);
        let row = |part: usize, rank: u64, row: &mut [u64]| {
            job.domain.encode(&found.values[part], rank as usize, &dictionary, row);
        };
        let layer = written(&RetrogradeFacts { passes: found.passes as u64 });
        let facts = LayerFacts { layer, ..LayerFacts::default() };
        file.publish(job, &mut { row }, &dictionary, facts)
    }
}
