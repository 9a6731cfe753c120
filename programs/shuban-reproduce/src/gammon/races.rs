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
use shuban_search::{EstimateOptions, EstimatedOf, KeptResults, SearchError, SearchForm, estimate};

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

/// Ways to search: first those of the page in its order, then what its table may have kept instead
/// under alpha-beta, and forms that it does not have.
const WAYS: [(&str, SearchForm, KeptResults); 7] = [
    ("all read", SearchForm::Expectimax, KeptResults::All),
    ("hash table", SearchForm::Hashed, KeptResults::All),
    ("hash table and alpha-beta", SearchForm::AlphaBeta, KeptResults::All),
    ("hash table of values alone and alpha-beta", SearchForm::AlphaBeta, KeptResults::Values),
    ("hash table of bounds alone and alpha-beta", SearchForm::AlphaBeta, KeptResults::Bounds),
    ("hash table and star1", SearchForm::Star1, KeptResults::All),
    ("hash table and star2", SearchForm::Star2, KeptResults::All),
];
const ALL_READ: usize = 0;
const HASHED: usize = 1;
const PRUNED: usize = 2;

/// Nodes of a race by each of the ways.
type Nodes = [u64; WAYS.len()];

/// Maximum number of nodes of a searched tree; larger ones are only counted.
const MOST_SEARCHED: u64 = 3_000_000;

/// Searches the same races to their ends in integers in all ways, with nodes and times.
fn searched(run: &Recomputation<'_>, game: &Gammon) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    let mut nodes = [Nodes::default(); PRINTED.len()];
    for (k, ((text, ..), took)) in PRINTED.into_iter().zip(TOOK).enumerate() {
        let position = game.parse(text).map_err(Error::position)?;
        let tree = TreeSize::default().of(game, &position);
        let mut values = Vec::new();
        for (way, (name, form, kept)) in WAYS.into_iter().enumerate() {
            run.check()?;
            let page = took.get(way);
            let page = page.map_or(String::new(), |page| format!("; the page's program: {page}"));
            let what = format!("k = {}, nodes, {name}", k + 1);
            if way == ALL_READ && tree > MOST_SEARCHED {
                nodes[k][way] = tree;
                rows.push(Finding::unprinted(what, tree).noting(format!(
                    "counted without visiting them, by adding up the nodes below each position \
                     once{page}"
                )));
                continue;
            }
            let started = Instant::now();
            let found = to_the_end(game, &position, form, kept)?;
            let milliseconds = started.elapsed().as_secs_f64() * 1e3;
            nodes[k][way] = found.counts.nodes();
            values.push(found.value);
            let is_sized = way != ALL_READ || nodes[k][way] == tree;
            let row = Finding::unprinted(what, nodes[k][way]).differing_if(!is_sized);
            rows.push(row.noting(format!("{milliseconds:.1} ms{page}")));
        }
        let alike = values.iter().all(|value| *value == values[0]);
        let last = rows.pop().map(|row| row.differing_if(!alike));
        rows.extend(last);
    }
    let sum = |way: usize| nodes.iter().map(|nodes| nodes[way]).sum::<u64>() as f64;
    let saved = 100.0 - 100.0 * sum(PRUNED) / sum(HASHED);
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
    rows.extend(page_times(&nodes));
    Ok(rows)
}

/// Computes a race to its end.
fn to_the_end(
    game: &Gammon,
    position: &Position,
    form: SearchForm,
    kept: KeptResults,
) -> Result<EstimatedOf<Gammon>, Error> {
    let evaluation = TermEvaluation::new(game.variant.clone());
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let nothing = |_: &Position| Ok::<Option<Bound<i32>>, Infallible>(None);
    let options = EstimateOptions { kept, ..EstimateOptions::to_the_end(form) };
    estimate(game, position, None, &nothing, &evaluate, &options).map_err(|error| match error {
        SearchError::Oracle(never) => match never {},
        unfit => Error::TooMuch(unfit.to_string()),
    })
}

/// Counter of the nodes of a tree without a table: positions, rolls and ends of the game.
#[derive(Default)]
struct TreeSize(FxHashMap<Position, u64>);

impl TreeSize {
    fn of(&mut self, game: &Gammon, position: &Position) -> u64 {
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
            nodes += 1 + plays.iter().map(|play| self.of(game, &play.after)).sum::<u64>();
        }
        self.0.insert(key, nodes);
        nodes
    }
}

/// Holds the page's times against the nodes: what a node costs there, and which results its table
/// must have kept for alpha-beta to be so slow.
fn page_times(nodes: &[Nodes; PRINTED.len()]) -> Vec<Finding> {
    // Microseconds a node where there is a time, if what a column prints was searched in this way.
    let paces = |column: usize, way: usize| -> Vec<f64> {
        let times = TOOK.iter().map_while(|took| milliseconds(took[column]));
        times.zip(nodes).map(|(time, nodes)| time * 1e3 / nodes[way] as f64).collect()
    };
    let [plain, hashed] = [ALL_READ, HASHED].map(|way| paces(way, way));
    let longest = TOOK.iter().flatten().filter_map(|print| milliseconds(print));
    let longest = longest.fold(0.0, f64::max) / 1e3;
    let mut rows = vec![
        Finding::unprinted("the page's µs a node, all read", in_words(&plain)),
        Finding::unprinted("the page's µs a node, hash table", in_words(&hashed)).noting(
            "the more entries there are, the longer a look-up takes, as if the table was a list",
        ),
    ];
    let mut fitting = Vec::new();
    let alpha_beta =
        |(_, (_, form, _)): &(usize, (_, SearchForm, _))| *form == SearchForm::AlphaBeta;
    for (way, (name, ..)) in WAYS.into_iter().enumerate().filter(alpha_beta) {
        let times = nodes.map(|nodes| nodes[way] as f64 / nodes[HASHED] as f64);
        let pace = paces(PRUNED, way);
        // The same pace for the race without a time.
        let last = pace[pace.len() - 1] * nodes[pace.len()][way] as f64 / 1e6;
        let bounds = plain.iter().zip(&hashed);
        let is_fit =
            pace.iter().zip(bounds).all(|(pace, (least, most))| least <= pace && pace <= most);
        if is_fit && times.iter().all(|times| *times > 1.0) && last > longest {
            fitting.push(name);
        }
        let row = Finding::unprinted(format!("the page's µs a node, if {name}"), in_words(&pace));
        rows.push(row.noting(format!(
            "{} times the nodes of the hash table alone; k = 4 would take {last:.0} s at this pace",
            times.map(|times| format!("{times:.1}")).join(", ")
        )));
    }
    let what = "alpha-beta is slower than the hash table alone";
    let print = "for k = 1 to 3, and k = 4 cannot be measured";
    let criterion = format!(
        "more nodes than with the hash table alone for each k, a node no faster than where all is \
         read and no slower than with the hash table alone, and k = 4 longer than the {longest:.0} \
         s that could be measured"
    );
    rows.push(match fitting[..] {
        [] => Finding::not_reproducible(what, print, "by no table tried", criterion),
        // A kind of table was looked for that fits, so that one is found shows little.
        _ => Finding::undecided(
            what,
            print,
            format!("so with a {}", fitting.join(", or a ")),
            format!("{criterion}; that the page's table was such a one is inferred"),
        ),
    });
    rows
}

fn in_words(microseconds: &[f64]) -> String {
    microseconds.iter().map(|each| format!("{each:.1}")).collect::<Vec<_>>().join(", ")
}

/// Parses a printed time; `None` for other texts.
fn milliseconds(print: &str) -> Option<f64> {
    let (number, unit) = print.split_once(' ')?;
    Some(number.parse::<f64>().ok()? * if unit == "s" { 1e3 } else { 1.0 })
}

/// Returns the row that has the print of row `k`. The numbers of positions are in the right order.
fn exchanged_with(k: usize) -> Option<usize> {
    match k {
        2 => Some(3),
        3 => Some(2),
        _ => None,
    }
}
