//! Bounds with slack, as in large layers, in small ones.

use shuban_core::erased::{IntervalTables, SweepTables, Tables};
use shuban_core::{LayerId, ONE, Record};
use shuban_solve::approximate::{Solved, repair, solve, widen};
use shuban_solve::iterate::BySweep;
use shuban_solve::{
    CertifyBySweep, Error, FinishedIntervals, Job, LayerFacts, LayerFile, RestsOn, Solver,
    StatedFacts,
};
use shuban_store::Account;

/// Certified intervals by an approximation; they are verified by the rules.
pub(crate) struct ApproximateBySweep<'d>(pub(crate) &'d dyn SweepTables);

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

    fn rests_on(&self) -> RestsOn {
        RestsOn::Leaving
    }

    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        CertifyBySweep(self.0).stated(account)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let mut finished = FinishedIntervals { domain: self.0, solved: job.solved };
        let plan = self.0.plan_sweep(job.layer, &mut finished)?;
        let lens = job.indexes.iter().map(|index| index.len() as usize).collect();
        let passes = BySweep::new(self.0, job.layer, plan, lens);
        let possible = self.0.possible();
        let slack = (job.width / 256).clamp(4, 64) as u16;
        let goal = i64::from(slack) / 2;
        let solved = solve(&passes, Solved::start(&passes)?, possible, goal, &mut |_| Ok(()))?;
        let widened = widen(&passes, solved.values, possible, slack, 200, &mut |_| Ok(()))?;
        let repaired = repair(&passes, widened.parts, Some(200), &mut |_| Ok(()))?;
        assert!(repaired.is_proven, "its bounds have no slack");
        let mut parts = repaired.parts;
        let widths: Vec<i64> = parts.iter_mut().map(|part| part.width().unwrap()).collect();
        let points = |width: i64| width as f64 / f64::from(ONE);
        let of_part = |&width: &i64| {
            let facts = [
                ("width_asked", points(job.width).into()),
                ("width_reached", points(width).into()),
                ("left", 0.into()),
                ("left_first", Vec::<u64>::new().into()),
            ];
            facts.map(|(name, fact)| (name.to_owned(), fact)).into()
        };
        let of_layer = [
            ("sweeps", solved.sweeps.into()),
            ("stalled", widths.iter().any(|&width| width > job.width).into()),
            ("leaving_rounds", 0.into()),
            ("leaving_proven", true.into()),
            ("slack", 1.into()),
        ];
        let facts = LayerFacts {
            parts: widths.iter().map(of_part).collect(),
            layer: of_layer.map(|(name, fact)| (name.to_owned(), fact)).into(),
            statuses: None,
        };
        let row = |part: usize, rank: u64, row: &mut [u64]| {
            parts[part].bounds(rank as usize).to_columns(row);
        };
        file.publish(job, &mut { row }, &job.domain.empty_dictionary(), facts)
    }
}
