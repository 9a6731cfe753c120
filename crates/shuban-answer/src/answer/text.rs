//! An answer as text.

use std::fmt;

use shuban_core::{Datum, Field, Fields};

use super::{AnyAnswer, AnyEvent, AnyPlay, GameEnd};

impl fmt::Display for AnyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
        f.write_str(&lines.join("\n"))
    }
}

impl AnyAnswer {
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
}

/// Formats the number of plays and their moves, in lines of about `width` characters; later lines
/// are indented.
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

/// Limit on the moves listed for people.
const MOST_LISTED: usize = 400;

/// Formats plays, best first: a line each if their values are known, else in running lines.
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

/// Returns the first field of a play's value, if it is a number.
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

/// Lays rows out in columns of equal width. Columns are right-aligned where `right` is true, else
/// left-aligned.
pub fn table(rows: &[Vec<String>], right: &[bool]) -> Vec<String> {
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
