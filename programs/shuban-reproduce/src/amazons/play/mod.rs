//! The use of a database of regions in play, which the publication speaks of (sections 1 and 6.1): how early games
//! fall apart into regions that it knows, and what looking up is worth there.

mod ending;
mod looking_up;
mod played;
mod search;

use shuban_catalog::Error;
use shuban_core::confidence::interval_of_share;
use shuban_core::text::grouped;

use crate::finding::Finding;
use crate::mean::Mean;
use crate::paper::Recomputation;
use ending::SQUARES;
use looking_up::Use;
use played::{Ending, EndingResult, Gain, PlayedGame};

/// Number of games of each search.
const GAMES: u64 = 100;
const FULL: u64 = 1_000;

/// Boards that a search evaluates for a move: the strongest first, and last the best move by the evaluation.
const EVALUATED: [u64; 3] = [20_000, 2_000, 0];

/// Digits of means.
const DIGITS: usize = 3;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let games = run.size(GAMES, FULL);
    for evaluated in EVALUATED {
        let played = played::games(run, (10, 10), games, evaluated)?;
        let by = match evaluated {
            0 => "evaluation alone".to_owned(),
            _ => format!("{} boards a move", grouped(evaluated)),
        };
        let strongest = evaluated == EVALUATED[0];
        // That regions of eight squares come later and less often is told once.
        for (number, squares) in SQUARES.iter().enumerate().skip(usize::from(!strongest)) {
            let of = format!("{by}, up to {squares} squares");
            rows_of(&of, &played, number).into_iter().for_each(|row| run.keep(row));
        }
    }
    Ok(Vec::new())
}

/// Returns the rows of games with a size of regions.
fn rows_of(of: &str, played: &[PlayedGame], number: usize) -> Vec<Finding> {
    let endings: Vec<&Ending> =
        played.iter().filter_map(|game| game.endings[number].as_ref()).collect();
    let games = played.len() as f64;
    let what = format!("{of}: games with such contested regions, and no larger ones");
    let row = Finding::unprinted(what, endings.len());
    let row = Finding { ci95: Some(counted(endings.len(), games)), ..row };
    let mut rows = vec![row.noting(format!("of {} games on 10×10", grouped(played.len() as u64)))];
    rows.extend(lasting(of, &endings));
    rows.push(told(of, &endings));
    rows.push(missed(of, &endings));
    rows.extend(Use::ALL.into_iter().filter_map(|uses| gained(of, &endings, uses)));
    rows.extend(values_less_sums(of, &endings));
    rows
}

/// Returns how long endings last.
fn lasting(of: &str, endings: &[&Ending]) -> Option<Finding> {
    let plies = |until: &dyn Fn(&Ending) -> usize| -> Vec<f64> {
        endings.iter().map(|ending| until(ending) as f64).collect()
    };
    let until_settled = Mean::of(&plies(&|ending| ending.contested), DIGITS)?;
    let until_end = Mean::of(&plies(&|ending| ending.plies), DIGITS)?;
    let what = format!("{of}: plies from there until nothing is contested");
    Some(until_settled.row(what).noting(format!("{until_end} until the end of the game")))
}

/// Returns of how many endings the values of the regions tell the winner.
fn told(of: &str, endings: &[&Ending]) -> Finding {
    let told = endings.iter().filter(|ending| ending.told().is_some()).count();
    let is_wrong = |ending: &&&Ending| {
        ending.told().zip(ending.exact).is_some_and(|(told, exact)| told != exact.winner)
    };
    let wrong = endings.iter().filter(is_wrong).count();
    let row = Finding::unprinted(format!("{of}: endings whose winner the values alone tell"), told);
    let note = format!("by proven bounds; wrong about {wrong} of them");
    let ci95 = Some(counted(told, endings.len() as f64));
    Finding { ci95, ..row }.noting(note).differing_if(wrong > 0)
}

/// Returns how many endings search alone plays to another winner than best play does.
fn missed(of: &str, endings: &[&Ending]) -> Finding {
    let known: Vec<(EndingResult, EndingResult)> =
        endings.iter().filter_map(|ending| ending.exact.zip(ending.by_search)).collect();
    let missed = known.iter().filter(|(exact, other)| exact.winner != other.winner).count();
    let other_scores = known.iter().filter(|(exact, other)| exact.score != other.score).count();
    let what = format!("{of}: endings with another winner than by best play");
    let row = Finding::unprinted(what, missed);
    let note = format!(
        "{other_scores} with another score; of {} whose exact score is known, of {}",
        known.len(),
        endings.len()
    );
    Finding { ci95: Some(counted(missed, known.len() as f64)), ..row }.noting(note)
}

/// Returns what a use of a database gains over search alone; none for fewer than two endings.
fn gained(of: &str, endings: &[&Ending], uses: Use) -> Option<Finding> {
    let gains: Vec<Gain> = endings.iter().filter_map(|ending| ending.gain(uses)).collect();
    let points: Vec<f64> = gains.iter().map(|gain| gain.points).collect();
    let sum = |count: fn(&Gain) -> u32| gains.iter().map(count).sum::<u32>();
    let what = format!("{of}, {}: points gained in an ending", uses.name());
    let note = format!(
        "of {} endings, each played with either side looking up, {} are won that search alone loses, {} the \
         other way round",
        gains.len(),
        sum(|gain| gain.won),
        sum(|gain| gain.lost)
    );
    Some(Mean::of(&points, DIGITS)?.row(what).noting(note))
}

/// Returns by how much values gain more than exact sums, ending by ending.
fn values_less_sums(of: &str, endings: &[&Ending]) -> Option<Finding> {
    let difference =
        |ending: &&Ending| Some(ending.gain(Use::Values)?.points - ending.gain(Use::Sums)?.points);
    let differences: Vec<f64> = endings.iter().filter_map(difference).collect();
    let what = format!("{of}: points that values gain more than exact sums");
    Some(Mean::of(&differences, DIGITS)?.row(what))
}

/// Returns the interval of a count.
fn counted(count: usize, of: f64) -> [f64; 2] {
    if of == 0.0 {
        return [0.0; 2];
    }
    interval_of_share(count as f64 / of, of).map(|end| (end * of * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests;
