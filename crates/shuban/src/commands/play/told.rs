//! Output of a game: each event as text, or as one line of JSON.

use serde_json::{Map, Value as Json};
use shuban_catalog::GameEnd;
use shuban_catalog::answer::add_fields;
use shuban_core::{Field, Fields};
use shuban_play::{Account, Judged, Verdict};

use crate::context::Context;
use crate::failure::Failure;

/// Prints one event.
pub(super) fn tell(context: &Context<'_>, event: &Json, text: &str) -> Result<(), Failure> {
    match context.common.json {
        true => context.line(&event.to_string()),
        false => context.line(text),
    }
}

/// Formats a value for one line, as in lists of moves.
pub(super) fn value_text(value: &Fields) -> String {
    let short: Vec<String> = value.iter().filter_map(Field::short_text).collect();
    short.join(" ").trim().to_owned()
}

/// Adds the fields of a value to an event.
pub(super) fn with_value(event: Json, value: Option<&Fields>) -> Json {
    let mut event = match event {
        Json::Object(event) => event,
        _ => Map::new(),
    };
    add_fields(&mut event, value.into_iter().flatten());
    Json::Object(event)
}

/// Formats the end of a game.
pub(super) fn end_text(over: &GameEnd, seats: &[String]) -> String {
    let reason = over.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    match over.winner.and_then(|seat| seats.get(seat)) {
        Some(winner) => format!("over: {winner} wins{reason}"),
        None if over.payoffs.len() == 1 => format!("over: nothing is left to do{reason}"),
        None => format!("over: a draw{reason}"),
    }
}

/// Formats the account of the human player's moves; empty if there was nothing to decide.
pub(super) fn account_text(account: &Account, judged: &[Judged]) -> Vec<String> {
    let Account { decisions, errors, unknown, loss, worst, seat, .. } = account;
    let mut lines = Vec::new();
    let count = |count: usize, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    };
    let has_numbers = worst.iter().any(|judged| number(judged).is_some());
    if *decisions > 0 {
        let lost = if has_numbers { format!(", {loss:.6} lost") } else { String::new() };
        let decisions = count(*decisions, "decision", "decisions");
        let errors = count(*errors, "error", "errors");
        lines.push(format!("your play: {decisions}, {errors}{lost}"));
    }
    for judged in worst {
        let Verdict::Error { better, .. } = &judged.verdict else { continue };
        let Judged { ply, position, roll, action, .. } = judged;
        let roll = roll.as_ref().map_or(String::new(), |roll| format!(" {roll}"));
        let cost = number(judged).map_or(String::new(), |loss| format!(" cost {loss:.6}"));
        let better = format!("better was {better}");
        lines.push(format!("  move {}, {position}{roll}: {action}{cost}; {better}", ply + 1));
    }
    if account.estimated > 0 {
        let decisions = count(account.estimated, "decision", "decisions");
        lines.push(format!("{decisions} estimated: about {:.4} lost", account.estimated_loss));
    }
    if *unknown > 0 {
        let reason = judged.iter().find_map(|judged| match &judged.verdict {
            Verdict::Unknown { reason } if judged.seat == *seat => Some(reason.as_str()),
            _ => None,
        });
        let decisions = count(*unknown, "decision", "decisions");
        lines.push(format!("{decisions} not judged: {}", reason.unwrap_or("no value is known")));
    }
    lines
}

fn number(judged: &Judged) -> Option<f64> {
    match judged.verdict {
        Verdict::Error { loss, .. } => loss,
        _ => None,
    }
}
