//! GNU Backgammon judged on 1 v 1: figures of the page on judged players from its recorded values.

use std::collections::HashMap;

use shuban_catalog::Error;
use shuban_core::Progress;
use shuban_play::examination::{
    AnswerForm, Answered, AskedTurn, Deadline, ExaminationOptions, Examinee, ExamineeReply, Fault,
    Findings, examine,
};
use shuban_solve::BuildOptions;

use crate::finding::Finding;
use crate::paper::Recomputation;

const LAYER: &str = "backgammon/contact-1-1";

/// Values that GNU Backgammon 1.07 gives at each position of the layer, by depth.
const RECORDED: &str = include_str!("gnubg-contact-1-1.csv");

/// The figures of the page for each depth: the root mean square and the greatest size of the errors, the mean
/// loss of a decision, the share of best decisions, and the mean of what the best reply takes.
const PRINTED: [[f64; 5]; 3] = [
    [0.111272, 0.503846, 0.005368, 0.968992, 0.000677],
    [0.054844, 0.198687, 0.000530, 0.992248, 0.000073],
    [0.023643, 0.074179, 0.000000, 1.000000, 0.000000],
];

/// Names of these figures.
const FIGURES: [&str; 5] = [
    "error of a value, root mean square",
    "error of a value, greatest",
    "loss a decision, mean",
    "share of best decisions",
    "loss against the best reply, mean",
];

/// A player whose values were written down.
struct Recorded {
    name: String,
    values: HashMap<&'static str, f64>,
}

impl Recorded {
    /// Reads the values of a depth.
    fn at_depth(depth: usize) -> Self {
        let rows = RECORDED.lines().skip(1).filter_map(|line| {
            let (position, numbers) = line.strip_prefix('"')?.split_once("\",")?;
            Some((position, numbers.split(',').nth(depth)?.parse().ok()?))
        });
        Recorded { name: format!("GNU Backgammon 1.07, {depth}-ply"), values: rows.collect() }
    }
}

impl Examinee for Recorded {
    fn name(&self) -> &str {
        &self.name
    }

    fn form(&self) -> AnswerForm {
        AnswerForm::Values
    }

    fn answer(
        &mut self,
        asked: &[AskedTurn],
        _deadline: &Deadline,
        _progress: &dyn Progress,
    ) -> Answered {
        let reply = |asked: &AskedTurn| {
            let value = self.values.get(asked.position.as_str());
            let missing = || Fault::Refused("not written down".to_owned());
            value.map(|value| ExamineeReply::Value(*value)).ok_or_else(missing)
        };
        Answered { replies: asked.iter().map(reply).collect(), ended: None }
    }
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let catalog = shuban_games::catalog();
    let placed = catalog.layer(LAYER)?;
    let io = |source| Error::Io { path: std::env::temp_dir(), source };
    let data = tempfile::tempdir().map_err(io)?;
    let options = BuildOptions { data: data.path().to_owned(), ..run.build_options() };
    placed.family.build(placed.layer, &options, run.progress)?;
    let open = placed.family.open(data.path());
    let options = ExaminationOptions {
        most_faults: 1,
        exact_play: true,
        memory: run.options.memory,
        ..ExaminationOptions::default()
    };
    let mut rows = Vec::new();
    for (depth, printed) in PRINTED.iter().enumerate() {
        let mut recorded = Recorded::at_depth(depth);
        let parts = (&*open, placed.game);
        let findings =
            examine(placed.family, placed.layer, parts, &mut recorded, &options, run.progress)?;
        run.check()?;
        let found = figures(&findings).ok_or_else(|| {
            Error::Recompute(format!("{}: not every position is written down", recorded.name))
        })?;
        let named = FIGURES.iter().zip(printed).zip(found);
        rows.extend(named.map(|((figure, &print), result)| {
            Finding::decimals(format!("{depth}-ply, {figure}"), print, result, 6)
        }));
    }
    Ok(rows)
}

/// Returns the figures of an examination that was finished.
fn figures(findings: &Findings) -> Option<[f64; 5]> {
    let (error, loss) = (findings.all.error?, findings.all.loss?);
    let (best, play) = (findings.all.best?, findings.play.as_ref()?);
    Some([error.rms, error.max, loss.mean, best.share, play.exploitability.mean])
}
