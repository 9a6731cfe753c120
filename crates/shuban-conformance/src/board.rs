//! The laws of interactive drawings.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use shuban_core::drawing::parts_of;
use shuban_core::present::{Capabilities, Editor, Last, MoveDrawing, MovePart, Tool, ToolTarget};
use shuban_core::{Medium, Play, Present};

use crate::law::{BrokenAt, Violation, hold};
use crate::preview;
use crate::spread::scramble;

/// Checks a game's drawings against the laws of [`MoveDrawing`] and [`Editor`] at each of the
/// positions: the parts that moves touch and the ways to make them are in the drawing and
/// distinguish the moves, steps lead to the position after the move, and tools give positions.
///
/// # Errors
/// The first [`Violation`].
pub fn board<'p, G: Present>(
    game: &G,
    positions: impl IntoIterator<Item = &'p G::Position>,
) -> Result<(), Violation>
where
    G::Position: 'p,
{
    let name = || format!("game {}", game.name());
    let Capabilities { moves, editor, .. } = game.capabilities();
    let tools = editor.map_or_else(Vec::new, Editor::tools);
    let mut names = BTreeSet::new();
    for tool in &tools {
        hold(names.insert(tool.name), || format!("two tools are called {}", tool.name)).at(name)?;
        hold(!tool.label.is_empty(), || format!("tool {} has no label", tool.name)).at(name)?;
    }
    for position in positions {
        let parts = parts_of(&game.draw(position, None, Medium::Svg));
        moves
            .map_or(Ok(()), |drawing| touches(game, drawing, position, &parts))
            .and_then(|()| editor.map_or(Ok(()), |own| puts(game, own, position, &tools, &parts)))
            .at(|| format!("{} (`{}`)", name(), game.format(position)))?;
    }
    Ok(())
}

fn touches<G: Present>(
    game: &G,
    drawing: &dyn MoveDrawing<G>,
    position: &G::Position,
    parts: &BTreeSet<String>,
) -> Result<(), String> {
    let mut plays = Vec::new();
    for (chance, _) in game.chances(position) {
        plays.clear();
        game.plays(position, chance, &mut plays);
        let (mut seen, mut ways) = (HashMap::new(), HashMap::new());
        for Play { action, .. } in &plays {
            let text = || game.format_move(position, chance, action);
            let touched = drawing.touched(position, chance, action);
            if let Some(part) = touched.iter().find(|part| !parts.contains(*part)) {
                return Err(format!("{} touches {part}, which is not in the drawing", text()));
            }
            if !touched.is_empty()
                && let Some(other) = seen.insert(touched.clone(), text())
            {
                return Err(format!("{other} and {} both touch {touched:?}", text()));
            }
            for mut way in drawing.ways(position, chance, action) {
                let mut places = way.iter().flat_map(MovePart::places);
                if let Some(place) = places.find(|place| !parts.contains(*place)) {
                    return Err(format!(
                        "{} is made at {place}, which is not in the drawing",
                        text()
                    ));
                }
                way.sort();
                if let Some(other) = ways.insert(way, text()) {
                    return Err(format!("{other} and {} are made in the same way", text()));
                }
            }
        }
        if !plays.is_empty() {
            let play = &plays[scramble(position, 1) as usize % plays.len()];
            steps(game, drawing, position, chance, play)?;
        }
    }
    Ok(())
}

fn steps<G: Present>(
    game: &G,
    drawing: &dyn MoveDrawing<G>,
    position: &G::Position,
    chance: G::Chance,
    Play { action, after }: &Play<G::Position, G::Move>,
) -> Result<(), String> {
    let last = Last { before: position.clone(), action: action.clone() };
    for medium in [Medium::Svg, Medium::Terminal { colour: false }] {
        let steps = drawing.steps(position, chance, action, medium);
        let is_after = |drawn: &String| {
            [None, Some(&last)].into_iter().any(|last| *drawn == game.draw(after, last, medium))
        };
        hold(steps.last().is_none_or(is_after), || {
            let text = game.format_move(position, chance, action);
            format!("the steps of {text} end in another drawing than that of the position after it")
        })?;
    }
    Ok(())
}

/// Returns all parts, and each dragged to some part.
fn with_drawn<P: Hash>(position: &P, parts: &BTreeSet<String>) -> Vec<String> {
    let parts: Vec<&String> = parts.iter().collect();
    let some_part = |at: usize| parts[scramble(position, at as u64) as usize % parts.len()];
    let drawn = (0..parts.len()).map(|at| format!("{} {}", parts[at], some_part(at)));
    parts.iter().map(|part| (*part).clone()).chain(drawn).collect()
}

fn puts<G: Present>(
    game: &G,
    editor: &dyn Editor<G>,
    position: &G::Position,
    tools: &[Tool],
    parts: &BTreeSet<String>,
) -> Result<(), String> {
    for Tool { name, on, .. } in tools {
        let (places, none): (Vec<String>, _) = match on {
            ToolTarget::Part => (parts.iter().cloned().collect(), Some("no such part")),
            ToolTarget::Piece => (with_drawn(position, parts), Some("no such part")),
            ToolTarget::Board => (vec![String::new()], None),
        };
        for part in places.iter().map(String::as_str).chain(none) {
            let place = || format!("{name} on `{part}`");
            let after = editor.put(position, part, name);
            preview::shows(editor, position, (name, part), after.as_ref().ok())?;
            let after = match after {
                Ok(_) if Some(part) == none => return Err(format!("{} is not refused", place())),
                Ok(after) => after,
                Err(error) => {
                    hold(error.at <= error.text.chars().count(), || {
                        format!("{} is refused at a character that is not there", place())
                    })?;
                    continue;
                }
            };
            let text = game.format(&after);
            let read = game.parse(&text);
            let is_read = read.is_ok_and(|read| game.canonical(&read) == game.canonical(&after));
            hold(is_read, || format!("{} gives `{text}`, which is not read back", place()))?;
            // A tool of the whole board may change its size, and pieces may move.
            if *on == ToolTarget::Part {
                let drawn = parts_of(&game.draw(&after, None, Medium::Svg));
                hold(drawn == *parts, || format!("{} changes the parts of the drawing", place()))?;
            }
        }
    }
    let unknown = "no such tool";
    hold(editor.put(position, "", unknown).is_err(), || format!("`{unknown}` is not refused"))
}
