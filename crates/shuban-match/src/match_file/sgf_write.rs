//! Writing SGF files of backgammon, as GNU Backgammon writes them.

use shuban_core::Seat;
use shuban_gammon::Variant;

use super::begun::{clean_name, variation};
use super::sgf::MOST_LETTERS;
use super::{Act, Ending, GameRecord, MatchRecord};

/// Writes a match, or `None` for a board with more points than SGF has letters for. One that was
/// read from such a file reads as the same again. Names are cleaned.
pub fn write_sgf(record: &MatchRecord) -> Option<String> {
    if record.variant.points() > MOST_LETTERS {
        return None;
    }
    Some(record.games.iter().map(|game| write_game(record, game)).collect())
}

fn write_game(record: &MatchRecord, game: &GameRecord) -> String {
    let number = game.number.saturating_sub(1);
    let [white, black] = game.score;
    let mut text = String::from("(;FF[4]GM[6]CA[UTF-8]AP[Shuban]");
    text += &format!("MI[length:{}][game:{number}][ws:{white}][bs:{black}]", record.length);
    let [white, black] = [0, 1].map(|seat| escaped(&clean_name(&record.players[seat])));
    text += &format!("PW[{white}]PB[{black}]");
    let name = variation(&record.variant).map(|name| match name {
        "NackGammon" => "Nackgammon".to_owned(),
        "HyperGammon (1)" => "Hypergammon1".to_owned(),
        "HyperGammon (2)" => "Hypergammon2".to_owned(),
        "HyperGammon (3)" => "Hypergammon3".to_owned(),
        // Colons stand between rules.
        other => escaped(&other.replace(':', "-")),
    });
    let rules = [
        (!record.has_cube).then(|| "NoCube".to_owned()),
        record.crawford.then(|| "Crawford".to_owned()),
        game.is_crawford.then(|| "CrawfordGame".to_owned()),
        record.jacoby.then(|| "Jacoby".to_owned()),
        name,
    ];
    let rules: Vec<String> = rules.into_iter().flatten().collect();
    if !rules.is_empty() {
        text += &format!("RU[{}]", rules.join(":"));
    }
    let result = &game.result;
    let resigned =
        if matches!(result.ending, Ending::Resigned(_) | Ending::Forfeited) { "R" } else { "" };
    text += &format!("RE[{}+{}{resigned}]", colour(result.winner), result.points);
    for event in &game.events {
        let act = match event.act {
            Act::Play(roll, action) => {
                let letters = action.steps().iter().flat_map(|step| [step.from, step.to]);
                let letters = letters.map(|place| letter(&record.variant, event.seat, place));
                format!("{}{}{}", roll.high(), roll.low(), letters.collect::<String>())
            }
            Act::Roll(roll) => {
                text += &format!("\n;PL[{}]DI[{}{}]", colour(event.seat), roll.high(), roll.low());
                continue;
            }
            Act::Double => "double".to_owned(),
            Act::Take => "take".to_owned(),
            Act::Drop => "drop".to_owned(),
        };
        text += &format!("\n;{}[{act}]", colour(event.seat));
    }
    text + ")\n"
}

fn colour(seat: Seat) -> char {
    if seat == 0 { 'W' } else { 'B' }
}

fn letter(variant: &Variant, seat: Seat, place: u8) -> char {
    let place = usize::from(place);
    match place {
        0 => 'z',
        place if place == variant.bar() => 'y',
        place if seat == 0 => char::from(b'a' + (place - 1) as u8),
        place => char::from(b'a' + (variant.points() - place) as u8),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
