//! Forms in which the games of a match are written, and one of them: lists of moves.

use std::fmt::Write;

use shuban_catalog::{AnyGame, Catalog, Error};

use crate::match_report::{MatchReport, Pairing};
pub use crate::recorded::{RecordedGame, RecordedMove};

/// Moves on a line.
const ON_A_LINE: usize = 8;

/// A form in which the games of a match are written, so that they can be read again.
pub trait RecordForm {
    /// Returns the endings of such files: `txt`.
    fn endings(&self) -> &'static [&'static str];

    /// Checks that games of this kind, from a start position (`None` for the game's own), can be
    /// written.
    ///
    /// # Errors
    /// [`Error::Refused`] if not.
    fn check(
        &self,
        catalog: &Catalog,
        game: &dyn AnyGame,
        start: Option<&str>,
    ) -> Result<(), Error>;

    /// Returns the text of a file with this ending.
    ///
    /// # Errors
    /// [`Error::Refused`] if the games do not fit into one.
    fn write(
        &self,
        game: &dyn AnyGame,
        report: &MatchReport,
        ending: &str,
    ) -> Result<String, Error>;
}

/// Lists of moves, for games that read them.
#[derive(Clone, Copy, Debug)]
pub struct MoveLists;

impl RecordForm for MoveLists {
    fn endings(&self) -> &'static [&'static str] {
        &["txt"]
    }

    /// Writes a list of one move, which the game has to read.
    fn check(
        &self,
        catalog: &Catalog,
        game: &dyn AnyGame,
        start: Option<&str>,
    ) -> Result<(), Error> {
        let start = start.map_or_else(|| Ok(game.start()), |start| game.read(start))?;
        let name = game.name();
        // A list has no place for dice.
        let first = game.plays(&start, 0)?.into_iter().next();
        if let Some(play) = first.filter(|_| !game.by_rules(&start).is_ok_and(|it| it.has_chance)) {
            let seat = game.seat(&start)?;
            let moves = vec![RecordedMove { seat, chance: None, action: play.action }];
            let one = RecordedGame { places: Vec::new(), moves, is_over: false };
            let mut text = String::new();
            write_list(&mut text, game, &start.text, 1, &[], &one);
            if catalog.transcripts(&text, Some(&name)).is_ok_and(|read| read.is_some()) {
                return Ok(());
            }
        }
        let message = format!("there is no form of file in which games of {name} are read");
        Err(Error::refused("no-record", message))
    }

    fn write(&self, game: &dyn AnyGame, report: &MatchReport, _: &str) -> Result<String, Error> {
        let mut text = String::new();
        let all = report.pairings.iter().flat_map(|pairing| {
            let Pairing { players, records, .. } = pairing;
            records.iter().map(move |record| (players, record))
        });
        for (number, (players, record)) in (1..).zip(all) {
            let name = |&place: &usize| players.get(place).map_or("?", |score| &*score.player);
            let names: Vec<&str> = record.places.iter().map(name).collect();
            write_list(&mut text, game, &report.position, number, &names, record);
        }
        Ok(text)
    }
}

/// Writes the list of a game. `names` are those of its players, by seat.
fn write_list(
    text: &mut String,
    game: &dyn AnyGame,
    start: &str,
    number: usize,
    names: &[&str],
    record: &RecordedGame,
) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "# game {number}\n{}", game.name());
    for (seat, name) in game.seat_names().iter().zip(names) {
        let _ = writeln!(text, "{seat}: {name}");
    }
    let _ = writeln!(text, "Position: {start}");
    for (line, moves) in (0..).zip(record.moves.chunks(ON_A_LINE)) {
        let numbered = (line * ON_A_LINE + 1..).zip(moves);
        let words: Vec<String> =
            numbered.map(|(number, made)| format!("{number} {}", made.action)).collect();
        let _ = writeln!(text, "{}", words.join(" "));
    }
    text.push('\n');
}
