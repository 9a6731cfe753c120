//! Exact layers through a domain's own fast way.

mod finished;
mod workers;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::{LayerId, PartId, Record, Tabulate, Unit};

use crate::error::Error;
use crate::solver::{Job, Solved, Solver, Values, positions};
use workers::Pool;

/// Exact values of a layer that is not cyclic, through the domain's own [`Tabulate`].
pub struct Tabulation;

impl<T: Tabulate> Solver<T> for Tabulation {
    fn name(&self) -> &'static str {
        "tabulation"
    }

    fn bytes(&self, domain: &T, layer: LayerId, threads: usize) -> u64 {
        let each = (size_of::<T::Record>() + size_of::<T::Value>()) as u64;
        positions(domain, layer).saturating_mul(each).saturating_add(domain.bytes(layer, threads))
    }

    fn certifies(&self, stored: &T::Value, backed_up: &T::Value) -> bool {
        stored == backed_up
    }

    fn needs_leaving(&self) -> bool {
        false
    }

    fn solve(&self, job: &Job<'_, T>) -> Result<Solved<T::Value>, Error> {
        let domain = job.domain;
        let layer = &domain.layers()[job.layer.0];
        job.progress.phase("planning", 0);
        let pool = Pool { progress: job.progress };
        let plan = domain.plan(job.layer, job.tables, &pool).map_err(|unanswered| {
            if job.progress.interrupted() { Error::Interrupted } else { job.tables.why(unanswered) }
        })?;
        let scratches = Mutex::new(Vec::new());
        let mut parts = Vec::new();
        for number in 0..layer.parts.len() {
            let part = PartId { layer: job.layer, part: number };
            let units = domain.units(part)?;
            let nothing = T::Record::from_columns(&vec![0; T::Record::columns().len()]);
            let mut records = vec![nothing; units.positions() as usize];
            let mut rest = &mut records[..];
            let mut work = Vec::new();
            for number in 0..units.len() {
                let ranks = units.ranks(number);
                let (own, others) = rest.split_at_mut((ranks.end - ranks.start) as usize);
                rest = others;
                work.push((Unit { part, number, ranks }, own));
            }
            work.into_par_iter().try_for_each(|(unit, records)| {
                let kept = scratches.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut scratch = kept.unwrap_or_else(|| domain.scratch(&plan));
                let done = domain.run(&plan, &unit, &mut scratch, records);
                scratches.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
                done.map_err(|unstorable| Error::Unstorable {
                    domain: layer.name.clone(),
                    part: layer.parts[part.part].name.clone(),
                    unstorable,
                })
            })?;
            let value = |(rank, &record): (usize, &T::Record)| {
                domain.value(&plan, record).ok_or_else(|| Error::Unstorable {
                    domain: layer.name.clone(),
                    part: layer.parts[part.part].name.clone(),
                    unstorable: shuban_core::Unstorable {
                        rank: rank as u64,
                        reason: format!("{record:?} stands for no value"),
                    },
                })
            };
            let values = records.iter().enumerate().map(value).collect::<Result<Vec<_>, _>>()?;
            parts.push(Box::new(values) as Box<dyn Values<T::Value>>);
        }
        Ok(Solved {
            part_facts: vec![BTreeMap::new(); parts.len()],
            parts,
            statuses: None,
            facts: BTreeMap::new(),
        })
    }
}
