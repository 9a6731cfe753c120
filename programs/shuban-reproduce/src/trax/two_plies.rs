//! Figure 7 of Kuwabara and Hoki: 8×8, the eight positions after two plies and their answers.

use std::time::{Duration, Instant};

use serde_json::json;
use shuban_catalog::Error;
use shuban_catalog::proof::{ProofLedger, ProofQuestion, ProofResult};
use shuban_core::Game;
use shuban_search::proof::ProofOptions;
use shuban_trax::{Position, Trax};

use super::asking::{ProofReport, look_up, search};
use super::opening::Opening;
use super::recorded;
use crate::finding::{Finding, Verdict};
use crate::paper::Recomputation;

const SIZE: usize = 8;
/// Search time of a position, and that of the longer version.
const SECONDS: u64 = 30;
const SECONDS_FULL: u64 = 1_800;

/// Claim about C and E, which are not told apart in words.
const TWO: &str = "two at least";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let trax = recorded::board(SIZE)?;
    let ledger = recorded::ledger(&trax)?;
    let opening = Opening::new(trax)?;
    let time = Duration::from_secs(run.size(SECONDS, SECONDS_FULL));
    let options = ProofOptions::default().within(run.options.memory, run.options.threads);
    let options = ProofOptions { time: Some(time), ..options };
    let known = examine(&opening, &ledger, &options, run)?;
    run.write("trax-8x8.svg", &opening.svg(&known.about(&opening)))?;
    Ok(known.rows(&opening))
}

/// Answers to both questions for each position after two plies.
struct OpeningAnswers {
    last: Vec<[ProofReport; 2]>,
    /// True for positions in which white wins at once: the paper's G.
    won_at_once: Vec<bool>,
}

/// Searches every position after two plies, both questions within the time.
fn examine(
    opening: &Opening,
    ledger: &ProofLedger<Trax>,
    options: &ProofOptions,
    run: &Recomputation<'_>,
) -> Result<OpeningAnswers, Error> {
    let trax = &opening.trax;
    let mut last = Vec::new();
    for node in &opening.plies[2] {
        let begin = Instant::now();
        let recorded = |asked| look_up(trax, ledger, node.position(), asked);
        let ask = |asked: ProofQuestion| {
            if let Some(found) = recorded(asked) {
                return Ok(found);
            }
            run.progress.phase(&format!("{}, {}", node.name(), asked.name()), 0);
            let time = options.time.map(|most| most.saturating_sub(begin.elapsed()));
            let options = ProofOptions { time, ..options.clone() };
            search(trax, node.position(), asked, ledger, &options, run)
        };
        let draws = ask(ProofQuestion::DrawOrBetter)?;
        let wins = match draws.result {
            Some(ProofResult::Proven) => ask(ProofQuestion::Win)?,
            // A player who does not draw does not win; and nothing harder has been tried.
            result => recorded(ProofQuestion::Win).unwrap_or_else(|| ProofReport {
                result,
                nodes: 0,
                seconds: 0.0,
                source: match result {
                    Some(_) => "follows: not even a draw".to_owned(),
                    None => "not searched, since a draw is not proven".to_owned(),
                },
            }),
        };
        last.push([draws, wins]);
    }
    let won_at_once =
        opening.plies[2].iter().map(|node| wins_at_once(trax, node.position())).collect();
    Ok(OpeningAnswers { last, won_at_once })
}

/// Returns true if white, to move, has a winning move.
fn wins_at_once(trax: &Trax, position: &Position) -> bool {
    let wins = |after: &Position| trax.outcome(after).is_some_and(|payoffs| payoffs.of(0) > 0);
    trax.to_move(position) == 0 && trax.turns(position).iter().any(|(_, after)| wins(after))
}

/// Returns the question in words.
fn words(asked: ProofQuestion) -> &'static str {
    match asked {
        ProofQuestion::DrawOrBetter => "draw or better",
        ProofQuestion::Win => "win",
    }
}

fn word(answer: Option<bool>) -> &'static str {
    answer.map_or("unknown", |answer| if answer { "proven" } else { "disproven" })
}

impl OpeningAnswers {
    /// Returns the answers to a question for all plies, as far as they follow.
    fn answers(&self, opening: &Opening, asked: ProofQuestion) -> [Vec<Option<bool>>; 3] {
        let of = |found: &[ProofReport; 2]| found[asked as usize].result.map(ProofResult::is_yes);
        opening.backed_up(&self.last.iter().map(of).collect::<Vec<_>>())
    }

    /// Returns the text of the picture about each position.
    fn about(&self, opening: &Opening) -> [Vec<Vec<String>>; 3] {
        let answers = ProofQuestion::ALL.map(|asked| (asked, self.answers(opening, asked)));
        std::array::from_fn(|ply| {
            let of = |number: usize| {
                let line = |(asked, answers): &(ProofQuestion, [Vec<Option<bool>>; 3])| {
                    format!("{}: {}", words(*asked), word(answers[ply][number]))
                };
                let letter = (ply == 2 && self.won_at_once[number]).then(|| "G".to_owned());
                answers.iter().map(line).chain(letter).collect()
            };
            (0..opening.plies[ply].len()).map(of).collect()
        })
    }

    fn rows(&self, opening: &Opening) -> Vec<Finding> {
        let mut rows = vec![
            Finding::exact("positions after one ply", 2, opening.plies[1].len()),
            Finding::exact("positions after two plies", 8, opening.plies[2].len()),
        ];
        let at_once = self.won_at_once.iter().filter(|is_won| **is_won).count();
        rows.push(
            Finding::exact("of these, with a white win at once (G)", 1, at_once)
                .noting("the letters A to H stand in the picture alone; the text tells G by this"),
        );
        for ((node, found), is_g) in opening.plies[2].iter().zip(&self.last).zip(&self.won_at_once)
        {
            let name = if *is_g { format!("{} (G)", node.name()) } else { node.name() };
            for (asked, found) in ProofQuestion::ALL.into_iter().zip(found) {
                let row = Finding::unprinted(format!("{name}, {}", words(asked)), found.json());
                let print = (*is_g).then(|| json!({ "answer": "proven" }));
                let verdict = match (is_g, found.result) {
                    (true, Some(ProofResult::Proven)) => Verdict::Agrees,
                    (true, Some(ProofResult::Disproven)) => Verdict::Differs,
                    _ => Verdict::Unprinted,
                };
                rows.push(Finding { print, verdict, ..row }.noting(&found.source));
            }
        }
        rows.push(self.two_letters(opening));
        for asked in ProofQuestion::ALL {
            let answers = self.answers(opening, asked);
            for (nodes, answers) in opening.plies.iter().zip(&answers).take(2) {
                for (node, answer) in nodes.iter().zip(answers) {
                    let what = format!("{}, {}", node.name(), words(asked));
                    rows.push(Finding::unprinted(what, word(*answer)));
                }
            }
        }
        rows
    }

    /// Compares the answers with C and E, which the paper proves to be draws at least, without
    /// saying in words which they are.
    fn two_letters(&self, opening: &Opening) -> Finding {
        let others = |wanted: Option<ProofResult>| -> Vec<String> {
            let found = opening.plies[2].iter().zip(&self.last).zip(&self.won_at_once);
            let of = found.filter(|((_, found), is_g)| !**is_g && found[0].result == wanted);
            of.map(|((node, _), _)| node.name()).collect()
        };
        let [proven, open, disproven] =
            [Some(ProofResult::Proven), None, Some(ProofResult::Disproven)].map(others);
        let said =
            |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join("; ") };
        let what = "positions other than G that are draws at least (C and E, and maybe more)";
        let note = format!(
            "proven: {}; not even a draw, so neither C nor E: {}; open: {}",
            said(&proven),
            said(&disproven),
            said(&open)
        );
        match (proven.len(), open.len()) {
            // More than two would not speak against the paper, which left five open.
            (2.., _) => Finding::settled(what, TWO, proven.len(), true).noting(note),
            (proven, open) if proven + open < 2 => {
                Finding::settled(what, TWO, proven, false).noting(note)
            }
            (proven, _) => Finding::undecided(what, TWO, proven, note),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(size: usize, time: Option<Duration>) -> (Opening, OpeningAnswers) {
        let trax = recorded::board(size).unwrap();
        let opening = Opening::new(trax).unwrap();
        let options = ProofOptions { time, ..ProofOptions::default().within(32 << 20, 1) };
        let known =
            examine(&opening, &ProofLedger::default(), &options, &Recomputation::quick()).unwrap();
        (opening, known)
    }

    #[test]
    fn two_plies_of_4x4_tell_the_value_of_the_board() {
        let (opening, known) = known(4, None);
        let start = ProofQuestion::ALL.map(|asked| known.answers(&opening, asked)[0][0]);
        assert_eq!(start, [Some(true), Some(false)], "4×4 is a draw");
        let rows = known.rows(&opening);
        assert!(rows.iter().all(|row| row.verdict != Verdict::Differs), "{rows:?}");
        assert!(known.about(&opening)[0][0].contains(&"draw or better: proven".to_owned()));
    }

    #[test]
    fn what_is_not_found_in_time_is_unprinted_and_g_is_found_at_once() {
        let (opening, known) = known(SIZE, Some(Duration::from_millis(200)));
        let rows = known.rows(&opening);
        let of = |what: &str| rows.iter().find(|row| row.what == what).unwrap();
        assert_eq!(of("@0/ A0\\ (G), win").verdict, Verdict::Agrees);
        assert_eq!(of("@0/ B1\\, win").verdict, Verdict::Unprinted);
        assert_eq!(of("@0/ B1\\, draw or better").result["answer"], "unknown");
        assert_eq!(of("start, draw or better").result, "unknown");
        assert!(rows.iter().all(|row| row.verdict != Verdict::Differs));
    }

    #[test]
    fn too_few_positions_that_can_be_draws_differ_from_the_paper() {
        let (opening, mut known) = known(4, None);
        for found in &mut known.last {
            found[0].result = Some(ProofResult::Disproven);
        }
        assert_eq!(known.two_letters(&opening).verdict, Verdict::PrintWrong);
        known.last[0][0].result = None;
        known.last[7][0].result = None;
        assert_eq!(known.two_letters(&opening).verdict, Verdict::Undecided);
    }
}
