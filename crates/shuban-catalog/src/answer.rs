//! An answer as people and programs get it, whatever the game.

use serde_json::{Map, Value as Json, json};
use shuban_core::{Answer, ChanceEvent, Datum, Field, Fields, Payoffs, Present, Seat, ValuedPlay};
use shuban_solve::proof::ProofStanding;

use crate::any_position::AnyPosition;
use crate::printable::{Printable, members};
use crate::recorded::Recorded;

/// Which moves an answer lists where chance speaks first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The best move of every roll.
    Best,
    /// The best move of every roll, and all moves of one.
    Roll(String),
    /// All moves of every roll.
    All,
}

/// A play as it is told.
pub struct AnyPlay {
    /// The move in standard notation.
    pub action: String,
    /// The position after it.
    pub after: AnyPosition,
    /// What it is worth to the player who makes it, where that is known.
    pub value: Option<Fields>,
    /// The parts of the drawing that a person touches to make it, in order.
    pub touched: Vec<String>,
    /// How many different worths are better: see [`ValuedPlay`].
    pub rank: usize,
    /// What is recorded of the position after it: see [`AnyLedger`](crate::AnyLedger).
    pub recorded: Option<ProofStanding>,
}

/// What chance may bring, and what can be played then.
pub struct AnyEvent {
    /// What chance brings, as text; none where it plays no part.
    pub chance: Option<String>,
    /// How probable it is.
    pub probability: f64,
    /// What it is worth to the player to move, where that is known.
    pub value: Option<Fields>,
    /// The plays, best first where values are known; of an event whose moves were not asked for,
    /// the first.
    pub plays: Vec<AnyPlay>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnd {
    /// The seat that won; none if several, or all, got most.
    pub winner: Option<Seat>,
    /// What each seat gets.
    pub payoffs: Vec<i16>,
    /// Why it is over, where there are several ways.
    pub reason: Option<String>,
    /// `won`, `lost`, `draw`, of the player to move; `finished` if nobody else plays.
    pub outcome: &'static str,
}

impl GameEnd {
    fn new<G: Present>(game: &G, answer: &Answer<G, Fields>, payoffs: Payoffs) -> Self {
        let payoffs: Vec<i16> = (0..game.seats()).map(|seat| payoffs.of(seat)).collect();
        let most = payoffs.iter().copied().max().unwrap_or_default();
        let mut first = (0..payoffs.len()).filter(|&seat| payoffs[seat] == most);
        let winner = first.next().filter(|_| payoffs.len() > 1 && first.next().is_none());
        let outcome = match winner {
            _ if payoffs.len() == 1 => "finished",
            Some(winner) if winner == answer.seat => "won",
            _ if payoffs.get(answer.seat) == Some(&most) => "draw",
            _ => "lost",
        };
        GameEnd { winner, payoffs, reason: game.reason(&answer.position), outcome }
    }
}

/// What is known of a position: the one answer of all games.
pub struct AnyAnswer {
    /// The game's name.
    pub game: String,
    /// The layer that answers, if one does.
    pub domain: Option<String>,
    /// The position.
    pub position: AnyPosition,
    /// Whose turn it is.
    pub seat: Seat,
    /// The same in words.
    pub seat_name: String,
    /// How the game has ended, if it has.
    pub over: Option<GameEnd>,
    /// Who says so: a layer, `search`, `rules`.
    pub source: Option<String>,
    /// The value, for the player to move, where it is known.
    pub value: Option<Fields>,
    /// Whether chance speaks first in this game.
    pub has_chance: bool,
    /// What chance may bring; one event without a name where it plays no part.
    pub events: Vec<AnyEvent>,
    /// The roll whose moves were asked for.
    pub roll: Option<String>,
    /// What this game alone has to say.
    pub facts: Fields,
    /// The position drawn for a terminal, where it is to be shown.
    pub drawing: Option<String>,
    /// What a ledger says of it, where one was asked: see [`AnyLedger`](crate::AnyLedger).
    pub recorded: Option<Recorded>,
}

impl AnyAnswer {
    /// An answer in words, about a position as it was read.
    pub(crate) fn new<G: Present + 'static>(
        game: &G,
        position: &AnyPosition,
        answer: Answer<G, Fields>,
        detail: &Detail,
    ) -> Self {
        let over = answer.over.map(|payoffs| GameEnd::new(game, &answer, payoffs));
        let has_chance = match answer.events.first() {
            Some(event) => game.chance_text(event.chance).is_some(),
            None => game
                .chances(&game.start())
                .iter()
                .any(|(chance, _)| game.chance_text(*chance).is_some()),
        };
        let event = |event: ChanceEvent<G, Fields>| {
            let ChanceEvent { chance, probability, value, plays } = event;
            let name = game.chance_text(chance);
            let is_whole = match (detail, &name) {
                (_, None) | (Detail::All, _) => true,
                (Detail::Best, _) => false,
                (Detail::Roll(roll), Some(name)) => name == roll,
            };
            let most = if is_whole { plays.len() } else { 1 };
            let play = |ValuedPlay { play, value, rank }: ValuedPlay<G, Fields>| AnyPlay {
                action: game.format_move(&answer.position, chance, &play.action),
                touched: game.touched(&answer.position, chance, &play.action),
                after: AnyPosition::new(game, play.after),
                value,
                rank,
                recorded: None,
            };
            let plays = plays.into_iter().take(most).map(play).collect();
            AnyEvent { chance: name, probability, value, plays }
        };
        AnyAnswer {
            game: shuban_core::Game::name(game),
            domain: None,
            position: position.clone(),
            seat: answer.seat,
            seat_name: game.seat_name(answer.seat),
            over,
            source: answer.source,
            value: answer.value,
            has_chance,
            events: answer.events.into_iter().map(event).collect(),
            roll: if let Detail::Roll(roll) = detail { Some(roll.clone()) } else { None },
            facts: game.facts(&answer.position).and(answer.extras),
            drawing: None,
            recorded: None,
        }
    }

    /// The answer of a layer.
    pub(crate) fn of_layer(self, name: &str) -> Self {
        let name = Some(name.to_owned());
        AnyAnswer { domain: name.clone(), source: name, ..self }
    }

    /// With the position drawn.
    #[must_use]
    pub fn drawn(self, drawing: String) -> Self {
        AnyAnswer { drawing: Some(drawing), ..self }
    }

    fn table_of_rolls(&self) -> Vec<String> {
        if self.value.is_none() {
            let line = |event: &AnyEvent| {
                let dice = event.chance.as_deref().unwrap_or_default();
                format!("{dice}  {}", moves_in_lines(&event.plays, 83, 16))
            };
            return std::iter::once(String::new()).chain(self.events.iter().map(line)).collect();
        }
        let heading = ["roll", "chance", "best move"].map(str::to_owned).to_vec();
        let first = self.events.first().and_then(|event| event.value.as_ref());
        let mut rows = vec![heading.into_iter().chain(headings(first)).collect::<Vec<_>>()];
        for event in &self.events {
            let best = event.plays.first().filter(|_| event.value.is_some());
            let best = best.map_or("unknown", |play| &play.action).to_owned();
            let chance = event.chance.clone().unwrap_or_default();
            let mut row = vec![chance, format!("{:.1} %", 100.0 * event.probability), best];
            row.extend(cells(event.value.as_ref()));
            rows.push(row);
        }
        std::iter::once(String::new()).chain(table(&rows, &[true, true, false])).collect()
    }

    /// Whether all moves of an event are listed.
    fn is_whole(&self, event: &AnyEvent) -> bool {
        self.value.is_none() || self.roll.is_some() && self.roll == event.chance
    }
}

/// A datum as JSON.
pub(crate) fn datum_json(datum: &Datum) -> Json {
    match datum {
        Datum::Null | Datum::Integer(None) => Json::Null,
        Datum::Bool(yes) => json!(yes),
        Datum::Integer(Some(number)) => json!(number),
        Datum::Number(number) => json!(number),
        Datum::Text(text) => json!(text),
        Datum::List(all) => all.iter().map(datum_json).collect(),
        Datum::Object(members) => {
            let members = members.iter().map(|(name, datum)| (name.clone(), datum_json(datum)));
            Json::Object(members.collect())
        }
    }
}

/// Adds fields as members; of two with one name the later stays, in the place of the earlier.
pub fn add_fields<'f>(object: &mut Map<String, Json>, fields: impl IntoIterator<Item = &'f Field>) {
    let member = |field: &Field| (field.name.to_owned(), datum_json(&field.datum));
    object.extend(fields.into_iter().map(member));
}

/// The member that says what is recorded of a position.
const RECORDED_VALUE: &str = "recorded_value";

fn plays_json(plays: &[AnyPlay]) -> Json {
    let play = |AnyPlay { action, after, value, recorded, .. }: &AnyPlay| {
        let mut object = members(json!({ "move": action, "after": after.text }));
        add_fields(&mut object, value.iter().flatten());
        if let Some(name) = recorded.and_then(ProofStanding::name) {
            object.insert(RECORDED_VALUE.to_owned(), json!(name));
        }
        Json::Object(object)
    };
    plays.iter().map(play).collect()
}

impl Printable for AnyAnswer {
    fn json(&self) -> Json {
        let over = self.over.as_ref().map(|GameEnd { winner, payoffs, reason, .. }| {
            json!({ "winner": winner, "payoffs": payoffs, "reason": reason })
        });
        let mut object = members(json!({
            "game": self.game,
            "domain": self.domain,
            "position": self.position.text,
            "seat": self.seat,
            "over": over,
            "outcome": self.over.as_ref().map(|end| end.outcome),
            "source": self.source,
        }));
        add_fields(&mut object, self.value.iter().flatten());
        if self.has_chance {
            let roll = |event: &AnyEvent| {
                let best = event.plays.first().filter(|_| event.value.is_some());
                let mut object = members(json!({
                    "dice": event.chance,
                    "probability": event.probability,
                    "best": best.map(|play| &play.action),
                    "after": best.map(|play| &play.after.text),
                }));
                add_fields(&mut object, event.value.iter().flatten());
                if self.is_whole(event) {
                    object.insert("moves".to_owned(), plays_json(&event.plays));
                }
                Json::Object(object)
            };
            object.insert("rolls".to_owned(), self.events.iter().map(roll).collect());
            if let Some(roll) = &self.roll {
                object.insert("roll".to_owned(), json!(roll));
            }
        } else {
            let plays = self.events.first().map_or(&[][..], |event| &event.plays);
            object.insert("moves".to_owned(), plays_json(plays));
        }
        add_fields(&mut object, &self.facts);
        if let Some(Recorded { standing, rows }) = &self.recorded {
            object.insert(RECORDED_VALUE.to_owned(), json!(standing.name()));
            object.insert("recorded".to_owned(), json!(rows));
        }
        Json::Object(object)
    }

    fn text(&self) -> String {
        let source = self.domain.as_deref().unwrap_or(&self.game);
        let mut lines = vec![format!("{source}  {}", self.position.text)];
        if let Some(drawing) = &self.drawing {
            lines.extend([String::new(), drawing.clone(), String::new()]);
        }
        if let Some(GameEnd { outcome, winner, reason, .. }) = &self.over {
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
            lines.push(match (*outcome, winner) {
                ("finished", _) => format!("over: nothing is left to do{reason}"),
                ("draw", _) | (_, None) => format!("over: a draw{reason}"),
                (outcome, _) => format!("over: {} to move has {outcome}{reason}", self.seat_name),
            });
        }
        let fields = self.value.iter().flatten().chain(&self.facts);
        let said: Vec<(&str, String)> =
            fields.filter_map(|field| Some((field.name, field.long_text()?))).collect();
        let width = said.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, text) in said {
            lines.push(format!("{:<width$}  {text}", name.replace('_', " ")).trim_end().to_owned());
        }
        match &self.roll {
            _ if self.events.is_empty() => {}
            Some(roll) => {
                let events = self.events.iter().filter(|event| event.chance.as_ref() == Some(roll));
                lines.extend(events.flat_map(|event| table_of_plays(roll, &event.plays)));
            }
            None if self.has_chance => lines.extend(self.table_of_rolls()),
            None => {
                lines.extend(self.events.iter().flat_map(|event| table_of_plays("", &event.plays)));
            }
        }
        if let (Some(source), None) = (&self.source, &self.domain) {
            lines.push(format!("by {source}"));
        }
        lines.join("\n")
    }
}

/// The number of plays and their moves, in lines of about `width` characters; the later ones are
/// indented.
fn moves_in_lines(plays: &[AnyPlay], width: usize, indent: usize) -> String {
    let count = match plays.len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    let mut text = format!("{count:>9}  ");
    let mut column = 0;
    for (number, AnyPlay { action, .. }) in plays.iter().enumerate() {
        if number > 0 {
            let is_full = column + action.len() > width;
            text += &if is_full { format!(",\n{:indent$}", "") } else { ", ".to_owned() };
            column = if is_full { 0 } else { column + 2 };
        }
        text += action;
        column += action.len();
    }
    text
}

/// More moves than this are not listed for people.
const MOST_LISTED: usize = 400;

/// Plays, best first: a line each if their values are known, else in running lines.
fn table_of_plays(roll: &str, plays: &[AnyPlay]) -> Vec<String> {
    let first = plays.first().and_then(|play| play.value.as_ref());
    if first.is_none() {
        return match plays.len() {
            0 => Vec::new(),
            count if count > MOST_LISTED => vec![format!("\n{count} moves (--json lists them)")],
            _ => vec![format!("\n{}", moves_in_lines(plays, 88, 11))],
        };
    }
    let heading = [roll, "move"].map(str::to_owned).into_iter();
    let mut rows: Vec<Vec<String>> = vec![heading.chain(headings(first)).collect()];
    let best = plays.first().and_then(first_number);
    if best.is_some() {
        rows[0].push("loss".to_owned());
    }
    rows[0].push("after it".to_owned());
    for (number, play) in plays.iter().enumerate().take(MOST_LISTED) {
        let mut row = vec![(number + 1).to_string(), play.action.clone()];
        match &play.value {
            Some(value) => row.extend(cells(Some(value))),
            None => row.extend(headings(first).map(|_| "?".to_owned())),
        }
        if let (Some(best), Some(value)) = (best, first_number(play)) {
            let loss = format!("{:.6}", (best - value).abs());
            row.push(if number == 0 { String::new() } else { loss });
        }
        row.push(play.after.text.clone());
        rows.push(row);
    }
    let mut lines = vec![String::new()];
    lines.extend(table(&rows, &[true, false]));
    if plays.len() > MOST_LISTED {
        lines.push(format!("and {} more (--json lists them)", plays.len() - MOST_LISTED));
    }
    lines
}

/// The first field of a play's value, if it is a number.
fn first_number(play: &AnyPlay) -> Option<f64> {
    match play.value.iter().flatten().next()?.datum {
        Datum::Number(number) => Some(number),
        _ => None,
    }
}

fn headings(value: Option<&Fields>) -> impl Iterator<Item = String> {
    let listed = value.into_iter().flatten().filter(|field| field.is_in_lists());
    listed.map(|field| field.name.replace('_', " "))
}

fn cells(value: Option<&Fields>) -> impl Iterator<Item = String> {
    value.into_iter().flatten().filter_map(Field::short_text)
}

/// Rows in columns of equal width. The first columns are aligned as told, right if true; all others
/// are left.
pub(crate) fn table(rows: &[Vec<String>], right: &[bool]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            match right.get(column) {
                Some(true) => format!("{cell:>width$}"),
                _ => format!("{cell:<width$}"),
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
