//! Layers without chance in which play may be endless.
//!
//! * [`rules`] sees such a layer as a graph of numbers.
//! * [`levels`] values each position once, in the order of certainty, by lists of predecessors. It
//!   takes two passes over the rules and about 18 bytes a position and 4 a play. Several processes
//!   [`share`] positions: each tells the others what concerns theirs.
//! * [`passes`] backs up positions until nothing changes: 4 bytes a position, and more time.
//!
//! The choice depends on memory alone, and does not affect the file, nor does the number of processes:
//! exactly one table agrees with the rules of [`Loopy`](shuban_core::Loopy).

mod blocks;
mod levels;
mod list;
mod passes;
mod recede;
mod rules;
mod share;
mod undecided;
mod values;

use levels::{Gathered, Predecessors};
use passes::Passes;
use rules::LayerRules;
use share::{Share, SharedRows};
use shuban_core::erased::{LoopyTables, PartIndex, Tables};
use shuban_core::{LayerId, Progress, Receding, Record};
use shuban_store::Account;
use values::Values;

use crate::across::{Together, at_leader, begin};
use crate::checkpoint::SavingTimes;
use crate::error::Error;
use crate::facts::{RecedingFacts, StatedFacts, written};
use crate::job::{Job, LayerFacts, LayerRows, positions};
use crate::layer_file::LayerFile;
use crate::names::layer_name;
use crate::solved::SolvedLayers;
use crate::solver::{RecedingCheck, RestsOn, Solver, StoredRank};
use crate::streamed_table::RowsByRank;

/// Approximate bytes of threads, and of the blocks of a file that is written.
const BYTES_OF_THREADS: u64 = 1 << 18;

/// Approximate bytes of a checkpoint while it is written.
const BYTES_OF_CHECKPOINT: u64 = 1 << 19;

/// Layers of fewer positions are solved by one process.
const FEW: u64 = 1 << 18;

/// The way to solve a layer in which play may be endless. The file is the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndlessPlay {
    /// Lists of predecessors if they fit in memory, without checkpoints; else by passes.
    ByMemory,
    /// Passes, in little memory, with checkpoints.
    ByPasses,
}

/// Retrograde analysis of a domain in which play may be endless.
pub struct RetrogradeWithEndlessPlay<'d> {
    /// The domain.
    pub domain: &'d dyn LoopyTables,
    /// The way.
    pub way: EndlessPlay,
}

impl Solver for RetrogradeWithEndlessPlay<'_> {
    fn domain(&self) -> &dyn Tables {
        self.domain
    }

    fn name(&self) -> &'static str {
        "retrograde analysis with endless play"
    }

    fn bytes(&self, layer: LayerId, _threads: usize) -> u64 {
        // With more memory it is faster.
        positions(self.domain, layer)
            .saturating_mul(passes::BYTES_A_POSITION)
            .saturating_add(blocks::BYTES_OF_BLOCKS + BYTES_OF_THREADS + BYTES_OF_CHECKPOINT)
    }

    /// Returns nothing for layers that take little time. Plays take more memory: how many there are is
    /// known when they have been counted.
    fn across(&self, layer: LayerId, _: usize, _: i64, processes: usize) -> Option<u64> {
        let positions = positions(self.domain, layer);
        if self.way == EndlessPlay::ByPasses || positions < FEW {
            return None;
        }
        let own = share::share(positions, 0, processes) * levels::BYTES_A_POSITION;
        Some(own.saturating_add(share::BYTES_OF_ROUND + BYTES_OF_THREADS))
    }

    fn takes_more(&self) -> bool {
        self.way == EndlessPlay::ByMemory
    }

    fn rests_on(&self) -> RestsOn {
        RestsOn::Receding
    }

    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        RecedingFacts::read(account).map(StatedFacts::Receding)
    }

    fn recedes(
        &self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
        value: &StoredRank<'_>,
        progress: &dyn Progress,
    ) -> Result<RecedingCheck, Error> {
        let indexes = solved.needed(layer)?.indexes();
        let rules = LayerRules::new(self.domain, LayerRows { layer, indexes, solved });
        let value = |number| {
            let (part, rank) = rules.place(number);
            Ok(value(part, rank)?)
        };
        Ok(recede::recedes(&rules, value, progress)?)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let rules = LayerRules::new(self.domain, job.rows());
        let is_shared =
            |together: &&Together| self.across(job.layer, 1, job.width, together.count()).is_some();
        let together = job.together.filter(is_shared);
        if let Some(together) = together {
            begin(together, job, file)?;
        }
        let share = Share::of(&rules, together);
        let of_rounds = if together.is_some() { share::BYTES_OF_ROUND } else { 0 };
        let gathered = match self.way {
            EndlessPlay::ByMemory => {
                let memory = job.memory.saturating_sub(BYTES_OF_THREADS + of_rounds);
                Predecessors::gather(&share, memory, job.progress)?
            }
            EndlessPlay::ByPasses => Gathered::TooMany(u64::MAX),
        };
        match (gathered, together) {
            (Gathered::Whole(predecessors), _) => {
                publish(job, &share, &predecessors.value(&share, job.progress)?, file)
            }
            (Gathered::TooMany(_), None) => publish(job, &share, &by_passes(job, &rules)?, file),
            (Gathered::TooMany(needed), Some(_)) => Err(Error::Memory {
                domain: layer_name(job.domain, job.layer).to_owned(),
                needed: needed.saturating_add(BYTES_OF_THREADS + of_rounds),
                allowed: job.memory,
                instead: "use more processes, or one alone".into(),
            }),
        }
    }
}

/// Publishes the values of a layer, of which this process has its share.
fn publish(
    job: &Job<'_>,
    share: &Share<'_>,
    values: &Values,
    file: &LayerFile,
) -> Result<(), Error> {
    let longest = (0..values.len()).filter_map(|place| values.get(place).plies()).max();
    let longest = share.largest(longest.unwrap_or(0).into())? as u16;
    let rows = &mut |part: usize, rank: u64, row: &mut [u64]| {
        let relative = values.get(share.place(part, rank) as u64);
        share.rules.absolute(part, rank, relative).to_columns(row);
    };
    let layer = written(&RecedingFacts { longest });
    let facts = LayerFacts { layer, ..LayerFacts::default() };
    let publish =
        |rows: &mut dyn RowsByRank| file.publish(job, rows, &job.domain.empty_dictionary(), facts);
    match share.together {
        None => publish(rows),
        Some(together) => {
            let dealt = SharedRows { share, together };
            at_leader(&dealt, rows, Receding::columns().len(), publish).map(drop)
        }
    }
}

/// Runs passes over a layer, from the last checkpoint if there is one.
fn by_passes(job: &Job<'_>, rules: &LayerRules<'_>) -> Result<Values, Error> {
    let lens: Vec<u64> = job.indexes.iter().map(PartIndex::len).collect();
    let mut values = Values::new(rules.len());
    let (mut goes_on, mut passes) = (false, 0);
    if let Some(checkpoint) = &job.checkpoint {
        let take = |part: usize, rank: u64, value: Receding| {
            values.set(rules.first(part) + rank, value);
            (value.score() == 0) == value.plies().is_none()
        };
        match checkpoint.load("passes", &lens, take) {
            Ok(None) => {}
            Ok(Some(done)) => {
                job.progress.note(&format!("going on from the checkpoint after pass {done}"));
                (goes_on, passes) = (true, done);
            }
            Err(reason) => {
                job.progress.note(&format!("the checkpoint is not used: {reason}"));
                values = Values::new(rules.len());
            }
        }
    }
    match pass(job, rules, values, passes) {
        // False values of a checkpoint that rest only on each other, not on an end of play, grow by
        // a ply per pass until they are too large.
        Err(Error::TooFar { .. }) if goes_on => {
            job.progress.note("the checkpoint is not used: its values rest on no end of play");
            pass(job, rules, Values::new(rules.len()), 0)
        }
        passed => passed,
    }
}

/// Runs passes over a layer from given values until nothing changes, with checkpoints.
fn pass(
    job: &Job<'_>,
    rules: &LayerRules<'_>,
    values: Values,
    before: u32,
) -> Result<Values, Error> {
    let lens: Vec<u64> = job.indexes.iter().map(PartIndex::len).collect();
    let mut saving = SavingTimes::new();
    let passing = Passes::new(rules, values, job.progress);
    let values = passing.run(|values, passes, ends| {
        if let Some(checkpoint) = &job.checkpoint {
            let mut rows = |part: usize, rank: u64, row: &mut [u64]| {
                values.get(rules.first(part) + rank).to_columns(row);
            };
            let passes = before.saturating_add(passes);
            let save = || checkpoint.save::<Receding>(("passes", passes), &lens, &mut rows);
            saving.save(checkpoint, job.progress, ends, save);
        }
    })?;
    Ok(values)
}
