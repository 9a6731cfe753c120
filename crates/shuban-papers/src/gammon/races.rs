//! The races of four against four of the half-gammon page, read to the end.

use std::time::Instant;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use shuban_catalog::Error;
use shuban_core::{Game, grouped};
use shuban_gammon::Gammon;

use crate::bearing_off::ExactRaces;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Races of equal sides, four checkers each, all on one point, as printed: the position, the
/// expected result of the player about to roll, how many positions a recursion that remembers works
/// out, and what the page's program took with a hash table. The equities of the second and the
/// third are exchanged.
const PRINTED: [(&str, f64, usize, &str); 4] = [
    ("1,1,1,1|1,1,1,1", 0.555_556, 3, "0.20 ms"),
    ("2,2,2,2|2,2,2,2", 0.406_226, 42, "8.9 ms"),
    ("3,3,3,3|3,3,3,3", 0.373_876, 496, "444 ms"),
    ("4,4,4,4|4,4,4,4", 0.340_931, 1_615, "3.622 s"),
];

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
    Ok(rows)
}

/// The row that has the print of row `k`. The numbers of positions are in the right order.
fn exchanged_with(k: usize) -> Option<usize> {
    match k {
        2 => Some(3),
        3 => Some(2),
        _ => None,
    }
}
