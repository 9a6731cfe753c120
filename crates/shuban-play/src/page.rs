//! An analysis as one HTML page without external resources.

use std::fmt::Write;

use shuban_catalog::{AnyGame, Error};
use shuban_core::Medium;
use shuban_core::drawing::escaped;
use shuban_core::text::rounded_outward;

use crate::analysed_move::AnalysedMove;
use crate::bounds::Bounds;
use crate::report::{AnalysedPlayer, Analysis, Extras, Mistake};

/// Most mistakes that are drawn; the others are given in words.
const MOST_DRAWN: usize = 100;

const STYLE: &str = "\
body{font:16px/1.5 'Helvetica Neue',Helvetica,Arial,sans-serif;color:#33261a;background:#fbf7ee;\
max-width:56rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:1rem 0}\
th,td{text-align:right;padding:.2rem .8rem;border-bottom:1px solid #ddcdab}\
th:first-child,td:first-child{text-align:left}\
figure{margin:1.5rem 0}\
figure svg{max-width:30rem;width:100%;height:auto}\
.mark{font-weight:700}\
.note{color:#6b5a48}";

/// Writes the page, with the position of each mistake drawn.
///
/// # Errors
/// [`Error`] if the analysis is not one of the game.
pub fn page<E: Extras>(analysis: &Analysis<E>, game: &dyn AnyGame) -> Result<String, Error> {
    let names: Vec<String> = analysis.names().into_iter().map(escaped).collect();
    let title = format!("{}: {}", escaped(&analysis.game), names.join(" against "));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n"
    );
    // Writing into a string cannot fail.
    let _ = writeln!(page, "<p>{}</p>", escaped(&analysis.about));
    for note in analysis.file_notes() {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(&note.to_string()));
    }
    page += &players(&analysis.players);
    let accounts = analysis.players.iter().map(|player| (&*player.name, &player.extras));
    page += &E::table(&accounts.collect::<Vec<_>>());
    for note in [&*analysis.note].into_iter().chain(analysis.note_on_estimates()) {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(note));
    }
    let mut drawn = 0;
    for played in &analysis.games {
        let number = played.number;
        let (heading, result) = (escaped(&played.heading), escaped(&played.result));
        let _ = writeln!(page, "<h2>Game {number}, {heading}</h2>\n<p>{result}</p>");
        let of_move = |made: &AnalysedMove, player: &str| {
            (made.position.clone(), caption(made, &escaped(player)))
        };
        let of_extra = |Mistake { position, caption, .. }| (position, caption);
        for (position, caption) in played.mistakes(&analysis.names(), of_move, of_extra) {
            let drawing = match drawn < MOST_DRAWN {
                true => game.draw(&game.read(&position)?, Medium::Svg)?,
                false => String::new(),
            };
            drawn += 1;
            let _ = writeln!(page, "<figure>{drawing}<figcaption>{caption}</figcaption></figure>");
        }
    }
    Ok(page + "</body>\n</html>\n")
}

/// A mistake in a move.
fn caption(made: &AnalysedMove, player: &str) -> String {
    let roll = made.roll.as_ref().map_or(String::new(), |roll| format!(" {}:", escaped(roll)));
    let mark = made
        .mark
        .map_or(String::new(), |mark| format!(" <span class=\"mark\">{}</span>", escaped(mark)));
    let estimated = made.estimated_cost.map(|cost| format!(" costs about {cost}"));
    let cost = made.cost.map(|cost| format!(" costs {}", told(cost)));
    let cost = cost.or(estimated).unwrap_or_default();
    let best = made.best.as_ref().map_or(String::new(), |best| escaped(best));
    format!(
        "{}. {player}{roll} <b>{}</b>{cost}{mark}; best: <b>{best}</b>",
        made.number,
        escaped(&made.action),
    )
}

fn players<E: Extras>(players: &[AnalysedPlayer<E>]) -> String {
    let marks: Vec<&str> =
        players.iter().flat_map(|player| &player.moves.marks).map(|counted| counted.mark).collect();
    let marks = &marks[..marks.len() / players.len().max(1)];
    let heading = ["player", "judged", "unknown", "forced", "errors"].iter().chain(marks);
    // Only where something was estimated.
    let has_estimates = players.iter().any(|player| player.moves.estimated.is_some());
    let estimates: &[&str] = match has_estimates {
        true => &["estimated", "errors", "cost"],
        false => &[],
    };
    // Only where there are dice.
    let has_luck = players.iter().any(|player| player.luck.rolls > 0);
    let luck: &[&str] = if has_luck { &["luck", "rolls"] } else { &[] };
    let heading = heading.chain(&["cost"]).chain(luck).chain(estimates);
    let heading = heading.map(|text| escaped(text));
    let mut table = String::from("<table>\n");
    table += &row("th", &heading.collect::<Vec<_>>());
    for AnalysedPlayer { name, moves, luck, .. } in players {
        let counts = [moves.known, moves.unknown, moves.forced, moves.errors];
        let counts = counts.into_iter().chain(moves.marks.iter().map(|counted| counted.count));
        let mut cells = vec![escaped(name)];
        cells.extend(counts.map(|count| count.to_string()));
        let cost = moves.cost.map_or(String::new(), told);
        cells.push(cost);
        if has_luck {
            cells.extend([told(luck.luck), luck.rolls.to_string()]);
        }
        if let Some(all) = &moves.estimated {
            let error = all.cost.standard_error;
            let error = error.map_or(String::new(), |error| format!(" ± {error:.4}"));
            let cost = format!("{:.4}{error}", all.cost.value);
            cells.extend([all.decisions.to_string(), all.errors.to_string(), cost]);
        } else if has_estimates {
            cells.extend(["0", "0", ""].map(str::to_owned));
        }
        table += &row("td", &cells);
    }
    table + "</table>\n"
}

/// Writes a row of a table of HTML, with cells that are `th` or `td`.
pub fn row(cell: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|text| format!("<{cell}>{text}</{cell}>")).collect();
    format!("<tr>{cells}</tr>\n")
}

/// A number, with its bounds as a tooltip.
fn told(bounds: Bounds) -> String {
    titled(&format!("{:.4}", bounds.value), bounds)
}

/// Writes the text of a number as HTML, with its bounds as a tooltip.
pub fn titled(text: &str, Bounds { lower, upper, .. }: Bounds) -> String {
    let [lower, upper] = rounded_outward(lower, upper, 9);
    format!("<span title=\"between {lower:.9} and {upper:.9}\">{text}</span>")
}
