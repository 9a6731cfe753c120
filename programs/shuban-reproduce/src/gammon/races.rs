//! The races of four against four of the half-gammon page, read to the end.

use std::convert::Infallible;
use std::time::Instant;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use shuban_catalog::Error;
use shuban_core::text::grouped;
use shuban_core::{Bound, Evaluation, Game};
use shuban_gammon::{Gammon, Position, TermEvaluation};
use shuban_search::{EstimateOptions, EstimatedOf, SearchError, SearchForm, estimate};

use crate::bearing_off::ExactRaces;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Races of equal sides, four checkers each, all on one point, as printed: the position, the
/// expected result of the player about to roll, the number of positions that a recursion with
/// memory computes, and the time of the page's program with a hash table. The equities of the
/// second and the third are exchanged.
const PRINTED: [(&str, f64, usize, &str); 4] = [
    ("1,1,1,1|1,1,1,1", 0.555_556, 3, "0.20 ms"),
    ("2,2,2,2|2,2,2,2", 0.406_226, 42, "8.9 ms"),
    ("3,3,3,3|3,3,3,3", 0.373_876, 496, "444 ms"),
    ("4,4,4,4|4,4,4,4", 0.340_931, 1_615, "3.622 s"),
];

/// Positions of these races.
pub(super) const FOUR_AGAINST_FOUR: [&str; 4] =
    [PRINTED[0].0, PRINTED[1].0, PRINTED[2].0, PRINTED[3].0];

const DECIMALS: i32 = 6;

struct Race {
    equity: BigRational,
    visited: usize,
    milliseconds: f64,
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let variant = super::variant("half-gammon")?;
    let game = Gammon::new(variant);
    let mut races = Vec::new();
    for (text, ..) in PRINTED {
        run.progress.phase(text, 0);
        let position = game.parse(text).map_err(Error::position)?;
        let started = Instant::now();
        let mut exact = ExactRaces::new(&game);
        let equity =
            exact.equity(&position).map_err(|contact| Error::TooMuch(contact.to_string()))?;
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        races.push(Race { equity, visited: exact.visited(), milliseconds });
    }
    let number = |race: &Race| race.equity.to_f64().unwrap_or(f64::NAN);
    let mut rows = Vec::new();
    for (k, (race, (_, print, ..))) in (1..).zip(races.iter().zip(PRINTED)) {
        let what = format!("k = {k}, equity");
        rows.push(match exchanged_with(k) {
            None => Finding::decimals(what, print, number(race), DECIMALS),
            Some(other) => Finding::print_wrong_decimals(
                what,
                print,
                number(race),
                number(&races[other - 1]),
                DECIMALS,
                format!("the page exchanges two rows: the print is the value of k = {other}"),
            ),
        });
        let what = format!("k = {k}, equity as a fraction");
        rows.push(Finding::unprinted(what, race.equity.to_string()));
    }
    for (k, (race, (_, _, visited, time))) in (1..).zip(races.iter().zip(PRINTED)) {
        let what = format!("k = {k}, positions visited");
        rows.push(Finding::exact(what, visited, race.visited).noting(format!(
            "{} positions as fractions in {:.1} ms; the page's program took {time} in floating \
             point",
            grouped(race.visited as u64),
            race.milliseconds,
        )));
    }
    rows.extend(searched(run, &game)?);
    Ok(rows)
}

/// Times of the page's program: all read, with a hash table, and with that and alpha-beta.
const TOOK: [[&str; 3]; 4] = [
    ["0.81 ms", "0.20 ms", "0.82 ms"],
    ["47 ms", "8.9 ms", "63 ms"],
    ["18.210 s", "444 ms", "2.934 s"],
    ["cannot be measured", "3.622 s", "cannot be measured"],
];

/// Maximum number of nodes of a searched tree; larger ones are only counted.
const MOST_SEARCHED: u128 = 3_000_000;

/// Searches the same races to their ends in integers by all forms, with nodes and times.
fn searched(run: &Recomputation<'_>, game: &Gammon) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    let (mut hashed_nodes, mut pruned_nodes) = (0, 0);
    for (k, ((text, ..), took)) in (1..).zip(PRINTED.into_iter().zip(TOOK)) {
        run.check()?;
        let position = game.parse(text).map_err(Error::position)?;
        let tree = TreeSize::default().of(game, &position);
        let what = |form: &str| format!("k = {k}, nodes, {form}");
        let mut values = Vec::new();
        for (form, print) in [
            (SearchForm::Expectimax, took[0]),
            (SearchForm::Hashed, took[1]),
            (SearchForm::AlphaBeta, took[2]),
            (SearchForm::Star1, ""),
            (SearchForm::Star2, ""),
        ] {
            let page = match print {
                "" => String::new(),
                print => format!("; the page's program: {print}"),
            };
            if form == SearchForm::Expectimax && tree > MOST_SEARCHED {
                // Beyond 2⁵³ it would not be a JSON number.
                let tree = tree.to_string();
                rows.push(Finding::unprinted(what("all read"), tree).noting(format!(
                    "counted without visiting them, by adding up the nodes below each position \
                     once{page}"
                )));
                continue;
            }
            let started = Instant::now();
            let found = to_the_end(game, &position, form)?;
            let milliseconds = started.elapsed().as_secs_f64() * 1e3;
            let nodes = found.counts.nodes();
            let name = match form {
                SearchForm::Expectimax => "all read".to_owned(),
                SearchForm::Hashed => "hash table".to_owned(),
                other => format!("hash table and {}", other.name()),
            };
            values.push(found.value);
            let is_sized = form != SearchForm::Expectimax || u128::from(nodes) == tree;
            let row = Finding::unprinted(what(&name), nodes).differing_if(!is_sized);
            rows.push(row.noting(format!("{milliseconds:.1} ms{page}")));
            match form {
                SearchForm::Hashed => hashed_nodes += nodes,
                SearchForm::AlphaBeta => pruned_nodes += nodes,
                _ => {}
            }
        }
        let alike = values.iter().all(|value| *value == values[0]);
        let last = rows.pop().map(|row| row.differing_if(!alike));
        rows.extend(last);
    }
    let saved = 100.0 - 100.0 * pruned_nodes as f64 / hashed_nodes as f64;
    let saved = (saved * 10.0).round() / 10.0;
    rows.push(
        Finding::settled(
            "alpha-beta does not help much",
            "expected so",
            format!("saves {saved} % of the nodes of the hash table"),
            saved < 50.0,
        )
        .noting("all four races together, read as less than half; negative if it costs nodes"),
    );
    Ok(rows)
}

/// Computes a race to its end.
fn to_the_end(
    game: &Gammon,
    position: &Position,
    form: SearchForm,
) -> Result<EstimatedOf<Gammon>, Error> {
    let evaluation = TermEvaluation::new(game.variant.clone());
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let nothing = |_: &Position| Ok::<Option<Bound<i32>>, Infallible>(None);
    let options = EstimateOptions::to_the_end(form);
    estimate(game, position, None, &nothing, &evaluate, &options).map_err(|error| match error {
        SearchError::Oracle(never) => match never {},
        unfit => Error::TooMuch(unfit.to_string()),
    })
}

/// Counter of the nodes of a tree without a table: positions, rolls and ends of the game.
#[derive(Default)]
struct TreeSize(FxHashMap<Position, u128>);

impl TreeSize {
    fn of(&mut self, game: &Gammon, position: &Position) -> u128 {
        if game.outcome(position).is_some() {
            return 1;
        }
        let key = game.canonical(position);
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        let mut nodes = 1;
        for (roll, _) in game.chances(position) {
            let mut plays = Vec::new();
            game.plays(position, roll, &mut plays);
            nodes += 1 + plays.iter().map(|play| self.of(game, &play.after)).sum::<u128>();
        }
        self.0.insert(key, nodes);
        nodes
    }
}

/// Returns the row that has the print of row `k`. The numbers of positions are in the right order.
fn exchanged_with(k: usize) -> Option<usize> {
    match k {
        2 => Some(3),
        3 => Some(2),
        _ => None,
    }
}
