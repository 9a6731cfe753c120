//! Small layers whose bounds have slack, as large ones get them.

use serde_json::{Map, Value as Json};
use shuban_core::erased::{IntervalTables, RowSource, SweepTables, Tables};
use shuban_core::{Finished, Interval, LayerId, ONE, PartId, Record, Status, Unanswered};
use shuban_solve::approximate::{Certificate, Solved, repair, solve, widen};
use shuban_solve::iterate::BySweep;
use shuban_solve::{
    Error, IntervalFacts, IntervalPartFacts, Job, LayerFacts, LayerFile, SolvedLayers, Solver,
};

/// The slack of a turn that is made room for, in units.
const SLACK: u16 = 16;

/// Certified intervals by an approximation, however small the layer is.
pub(crate) struct ApproximateBySweep<'d>(pub(crate) &'d dyn SweepTables);

/// Rows of finished layers as the plan of a sweep asks for them.
struct FinishedRows<'a>(&'a SolvedLayers<'a>);

impl Finished for FinishedRows<'_> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        let mut row = [0; 2];
        let value = |&rank: &u64| {
            self.0.row(part, rank, &mut row)?;
            Ok(Interval::from_columns(&row))
        };
        ranks.iter().map(value).collect()
    }

    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        let layer = self.0.needed(part.layer)?;
        let status = |&rank| Ok(layer.status_at(part.part, rank)?.unwrap_or(Status::Unknown));
        ranks.iter().map(status).collect()
    }
}

impl Solver for ApproximateBySweep<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "certified approximation"
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        0
    }

    fn intervals(&self) -> Option<&dyn IntervalTables> {
        Some(self.0)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let plan = self.0.plan_sweep(job.layer, &mut FinishedRows(job.solved))?;
        let lens = job.indexes.iter().map(|index| index.len() as usize).collect();
        let passes = BySweep::new(self.0, job.layer, plan, lens);
        let possible = self.0.possible();
        let goal = i64::from(SLACK) / 2;
        let solved = solve(&passes, Solved::start(&passes)?, possible, goal, &mut |_| Ok(()))?;
        let widened = widen(&passes, solved.values, possible, SLACK, 200, &mut |_| Ok(()))?;
        let repaired = repair(&passes, widened.parts, Some(200), &mut |_| Ok(()))?;
        assert!(repaired.is_proven, "bounds of races have slack");
        let parts = repaired.parts;
        let points = |width: i64| width as f64 / f64::from(ONE);
        let of_part = |certificate: &Certificate| IntervalPartFacts {
            valued: None,
            width_asked: points(job.width),
            width_reached: points(certificate.width()),
            left: 0,
            left_first: Vec::new(),
        };
        let stated = IntervalFacts {
            sweeps: solved.sweeps,
            stalled: parts.iter().any(|part| part.width() > job.width),
            leaving_rounds: 0,
            leaving_proven: true,
            slack: 1,
            parts: parts.iter().map(of_part).collect(),
        };
        let of_parts = stated.parts.iter().map(|part| members(part).into_iter().collect());
        let facts = LayerFacts {
            parts: of_parts.collect(),
            layer: members(&stated).into_iter().collect(),
            statuses: None,
        };
        let row = |part: usize, rank: u64, row: &mut [u64]| {
            parts[part].bounds(rank as usize).to_columns(row);
        };
        file.publish(job, &row, &job.domain.empty_dictionary(), facts)
    }
}

fn members(facts: &impl serde::Serialize) -> Map<String, Json> {
    let Ok(Json::Object(members)) = serde_json::to_value(facts) else { panic!("an object") };
    members
}
