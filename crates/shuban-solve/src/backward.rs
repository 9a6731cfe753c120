//! Exact values of a layer in one pass, from its last part to its first.

use rayon::prelude::*;
use serde_json::json;
use shuban_core::{Domain, IndexOf, LayerId, PartId, PositionOf, Unanswered};

use crate::build::LayerFile;
use crate::error::Error;
use crate::job::{Job, Solved, Values, facts, positions};
use crate::solver::Solver;
use crate::tables::FinishedValues;

/// Ranks that one thread takes at a time.
const CHUNK: usize = 1 << 12;

/// Exact values by one pass over a layer each part of which asks for later parts of it alone, such as parts by
/// the number of tiles that lie. A layer that asks otherwise is refused.
pub struct Backward;

/// Values all positions of a layer, by part and rank: the last part first, each from later ones and from
/// finished layers, which `finished` gives. Runs on the current rayon pool.
///
/// # Errors
/// [`Unanswered`] if `finished` does not answer, or if a position asks for one that neither a later part nor
/// a finished layer holds.
fn backward<D: Domain>(
    domain: &D,
    layer: LayerId,
    indexes: &[IndexOf<D>],
    finished: &FinishedValues<'_, D>,
) -> Result<Vec<Vec<D::Value>>, Unanswered> {
    let mut values: Vec<Vec<D::Value>> = indexes.iter().map(|_| Vec::new()).collect();
    for (part, index) in indexes.iter().enumerate().rev() {
        let known = |position: &PositionOf<D>| {
            let PartId { layer: asked, part } = domain.locate(position).ok_or_else(Unanswered::default)?;
            if asked != layer {
                return finished(position);
            }
            // Of this part and those before it nothing is known.
            let rank =
                indexes.get(part).and_then(|index| index.rank(position)).ok_or_else(Unanswered::default)?;
            values[part].get(rank as usize).cloned().ok_or_else(Unanswered::default)
        };
        let ranks: Vec<u64> = (0..index.len()).collect();
        let found: Vec<D::Value> = (ranks.par_iter().with_min_len(CHUNK))
            .map(|&rank| domain.backup(&index.unrank(rank).ok_or_else(Unanswered::default)?, &mut { known }))
            .collect::<Result<_, _>>()?;
        values[part] = found;
    }
    Ok(values)
}

impl<D: Domain> Solver<D> for Backward {
    fn name(&self) -> &'static str {
        "backward"
    }

    fn bytes(&self, domain: &D, layer: LayerId, _threads: usize) -> u64 {
        const THREADS_AND_BLOCKS: u64 = 1 << 18;
        // Values, and of the part that is worked at ranks and values beside them.
        let each = 2 * domain.bytes_per_value() + 8;
        positions(domain, layer).saturating_mul(each).saturating_add(THREADS_AND_BLOCKS)
    }

    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error> {
        job.progress.phase("backward, part by part", 0);
        let ask = |position: &PositionOf<D>| job.tables.ask(position);
        let found = backward(job.domain, job.layer, job.indexes, &ask)?;
        let parts: Vec<Box<dyn Values<D::Value>>> =
            found.into_iter().map(|values| Box::new(values) as Box<dyn Values<D::Value>>).collect();
        let solved = Solved {
            part_facts: vec![Default::default(); parts.len()],
            parts,
            statuses: None,
            facts: facts([("passes", json!(1))]),
        };
        file.publish(job, solved)
    }
}
