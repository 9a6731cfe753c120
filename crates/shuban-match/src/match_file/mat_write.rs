//! Writing `.mat` files, as GNU Backgammon lays them out.

use std::fmt::Write;

use super::begun::{clean_name, variation};
use super::referee::{Referee, steps_text};
use super::{Act, GameRecord, MatchRecord};

/// The width of a cell of the left column, behind which there is a space.
const LEFT: usize = 27;

/// Writes a match. One that was read from such a file reads as the same again. Names are cleaned.
pub fn write_mat(record: &MatchRecord) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("; [{name} \"{value}\"]\n");
    if let Some(name) = variation(&record.variant) {
        tag("Variation", name);
    }
    if record.length > 0 && !record.crawford {
        tag("Crawford", "Off");
    }
    if record.jacoby {
        tag("Jacoby", "On");
    }
    if !record.has_cube {
        tag("CubeLimit", "1");
    }
    text += &format!(" {} point match\n", record.length);
    for game in &record.games {
        write_game(&mut text, record, game);
    }
    text
}

fn write_game(text: &mut String, record: &MatchRecord, game: &GameRecord) {
    let [left, right] =
        [0, 1].map(|seat| format!("{} : {}", clean_name(&record.players[seat]), game.score[seat]));
    *text += &format!("\n Game {}\n {left:<31} {right}\n", game.number);
    // Cells are counted from the left one of the first line, which stays empty if the right player
    // begins.
    let first = game.events.first().map_or(0, |event| event.seat);
    let mut referee = Referee::new(&record.variant, None, false);
    let mut line = String::new();
    let mut cells = 0;
    if first == 1 {
        line = format!("{:3}) {:LEFT$} ", 1, "");
        cells = 1;
    }
    for event in &game.events {
        let cell = match event.act {
            Act::Play(roll, action) => {
                let play = steps_text(&record.variant, &action).unwrap_or_default();
                format!("{}{}: {play}", roll.high(), roll.low())
            }
            Act::Roll(roll) => format!("{}{}:", roll.high(), roll.low()),
            Act::Double => format!(" Doubles => {}", referee.offered()),
            Act::Take => " Takes".to_owned(),
            Act::Drop => " Drops".to_owned(),
        };
        // A record that was not read, and breaks the rules, is written as it is.
        let _ = referee.repeat(event);
        if cells % 2 == 0 {
            // Writing into a string cannot fail.
            let _ = write!(line, "{:3}) {cell:<LEFT$} ", cells / 2 + 1);
        } else {
            *text += (line + &cell).trim_end();
            *text += "\n";
            line = String::new();
        }
        cells += 1;
    }
    if !line.trim().is_empty() {
        *text += line.trim_end();
        *text += "\n";
    }
    let result = &game.result;
    let indent = if result.winner == 0 { 6 } else { 34 };
    let plural = if result.points == 1 { "" } else { "s" };
    let score = game.score[result.winner].saturating_add(result.points);
    let end = match record.length > 0 && score >= record.length {
        true => " and the match",
        false => "",
    };
    *text += &format!("{:indent$}Wins {} point{plural}{end}\n", "", result.points);
}
