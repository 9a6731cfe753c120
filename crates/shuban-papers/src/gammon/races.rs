//! The races of four against four of the half-gammon page, read to the end.

use std::time::Instant;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use shuban_catalog::Error;
use shuban_core::{Game, grouped};
use shuban_gammon::Gammon;

use crate::bearing_off::{ExactRaces, PRINTED_RACES, PrintedRace};
use crate::paper::Run;
use crate::row::Row;

/// What the page's program took with a hash table.
const PRINTED_TIMES: [&str; 4] = ["0.20 ms", "8.9 ms", "444 ms", "3.622 s"];

const DECIMALS: i32 = 6;

struct Race {
    printed: &'static PrintedRace,
    equity: BigRational,
    visited: usize,
    milliseconds: f64,
}

impl Race {
    fn number(&self) -> f64 {
        self.equity.to_f64().unwrap_or(f64::NAN)
    }
}

pub(crate) fn rows(run: &Run<'_>) -> Result<Vec<Row>, Error> {
    let variant = super::variant("half-gammon")?;
    let game = Gammon::new(variant);
    let mut races = Vec::new();
    for printed in &PRINTED_RACES {
        run.progress.phase(printed.position, 0);
        let position = game.parse(printed.position).map_err(Error::position)?;
        let started = Instant::now();
        let mut exact = ExactRaces::new(&game);
        let equity =
            exact.equity(&position).map_err(|contact| Error::TooMuch(contact.to_string()))?;
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        races.push(Race { printed, equity, visited: exact.visited(), milliseconds });
    }
    let mut rows = Vec::new();
    for (number, race) in races.iter().enumerate() {
        let k = number + 1;
        let print: f64 = race.printed.equity.parse().unwrap_or(f64::NAN);
        let what = format!("k = {k}, equity");
        rows.push(match exchanged_with(k) {
            None => Row::decimals(what, print, race.number(), DECIMALS),
            Some(other) => Row::print_wrong_decimals(
                what,
                print,
                race.number(),
                races[other - 1].number(),
                DECIMALS,
                format!("the page exchanges two rows: the print is the value of k = {other}"),
            ),
        });
        rows.push(Row::unprinted(
            format!("k = {k}, equity as a fraction"),
            race.equity.to_string(),
        ));
    }
    for (number, race) in races.iter().enumerate() {
        let what = format!("k = {}, positions visited", number + 1);
        rows.push(Row::exact(what, race.printed.visited, race.visited).noting(format!(
            "{} positions as fractions in {:.1} ms; the page's program took {} in floating point",
            grouped(race.visited as u64),
            race.milliseconds,
            PRINTED_TIMES[number],
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
