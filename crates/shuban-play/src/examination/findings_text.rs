//! Findings of an examination as text.

use std::fmt;

use shuban_core::text::grouped;

use crate::examination::accumulated::{Share, Summary};
use crate::examination::exact_play::ExactPlay;
use crate::examination::findings::{Figures, Findings, MisjudgedPosition};

/// Decisions that the text lists.
const LISTED: usize = 10;

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Findings { all, questions, seconds, .. } = self;
        let of = if self.sample { "a sample of " } else { "" };
        writeln!(
            f,
            "{} on {}: {of}{} positions",
            self.player,
            self.domain,
            grouped(all.positions)
        )?;
        writeln!(
            f,
            "{} questions answered in {seconds:.1} s, {:.3} ms each",
            grouped(*questions),
            1e3 * seconds / (*questions).max(1) as f64
        )?;
        writeln!(f, "\n{:24}{:>12}{:>12}{:>12}{:>12}", "", "mean", "rms", "max", "best")?;
        rows(f, "", all)?;
        for (name, figures) in &self.classes {
            rows(f, name, figures)?;
        }
        if let Some(play) = &self.play {
            written(f, play)?;
        }
        if !self.hardest.is_empty() {
            writeln!(f, "\nhardest")?;
        }
        for hard in self.hardest.iter().take(LISTED) {
            let roll = hard.roll.as_deref().unwrap_or("");
            writeln!(
                f,
                "  {}  {roll}  {} for {}: loses {:.6}",
                hard.position, hard.action, hard.best, hard.loss
            )?;
        }
        if !self.misjudged.is_empty() {
            writeln!(f, "\nfurthest off")?;
        }
        for MisjudgedPosition { position, told, exact } in self.misjudged.iter().take(LISTED) {
            writeln!(f, "  {position}  {told:+.6} for {exact:+.6}")?;
        }
        for fault in &self.faults.0 {
            let (count, kind) = (grouped(fault.count), fault.kind);
            writeln!(f, "\n{count} wrong answers, {kind}: {} at {}", fault.first, fault.position)?;
        }
        match &self.ended {
            Some(ended) => write!(f, "\nended early: {}", ended.reason),
            None => write!(f, "\nall questions answered"),
        }
    }
}

fn rows(f: &mut fmt::Formatter<'_>, class: &str, figures: &Figures) -> fmt::Result {
    if let Some(error) = &figures.error {
        row(f, &format!("error  {class}"), error, None)?;
    }
    match &figures.loss {
        Some(loss) => row(f, &format!("loss   {class}"), loss, figures.best.as_ref()),
        None => Ok(()),
    }
}

fn row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    summary: &Summary,
    best: Option<&Share>,
) -> fmt::Result {
    let Summary { mean, rms, max, .. } = summary;
    write!(f, "{name:24}{mean:>+12.6}{rms:>12.6}{max:>12.6}")?;
    if let Some(best) = best {
        write!(f, "{:>10.3} %", 100.0 * best.share)?;
    }
    if let Some([low, high]) = summary.interval {
        write!(f, "  mean {low:+.6} to {high:+.6}")?;
    }
    writeln!(f)
}

fn written(f: &mut fmt::Formatter<'_>, play: &ExactPlay) -> fmt::Result {
    let ExactPlay { exploitability, against_itself, .. } = play;
    writeln!(f, "\nits play, {} positions solved in {} sweeps", grouped(play.solved), play.sweeps)?;
    if !play.settled {
        writeln!(f, "not settled: bounds are up to {:.1e} wide", play.width)?;
    }
    row(f, "against the best reply", exploitability, None)?;
    row(f, "against itself", against_itself, None)?;
    writeln!(f, "most is lost at {}", play.worst)
}
