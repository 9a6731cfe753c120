//! The board that GNU Backgammon prints, with its IDs above it.

use shuban_core::NotationError;

use super::key::POINTS;
use super::match_id::format_match_id;
use super::position_id::format_position_id;
use crate::game_state::{GameState, Offer};
use crate::layout::borne_off;
use crate::reader::Reader;
use crate::variant::Variant;

/// Most checkers of a stack that are drawn; a sixth makes the fifth a digit.
const SHOWN: usize = 5;

/// Draws a game as GNU Backgammon's `show board` does, or `None` for a board that does not have 24
/// points: seat 0 is X, at the bottom; the numbers are those of the player about to roll. It is
/// read again by the IDs in its first lines.
pub fn format_gnubg_board(variant: &Variant, state: &GameState) -> Option<String> {
    let id = format_position_id(variant, &state.position)?;
    let mut lines = vec![format!(" GNU Backgammon  Position ID: {id}")];
    lines.extend(format_match_id(variant, state).map(|id| format!("{:17}Match ID   : {id}", "")));
    let x_rolls = state.position.turn == 0;
    let [far, near] = ["+13-14-15-16-17-18------19-20-21-22-23-24-+", NEAR];
    let (above, below) = if x_rolls { (far, near) } else { (near, far) };
    let rows = rows(variant, state);
    lines.push(format!(" {above}     O: player 2"));
    lines.extend(rows[..SHOWN].iter().map(|row| format!(" {row}")));
    let cube = format!("(Cube: {})", state.cube.value());
    let arrow = if x_rolls { 'v' } else { '^' };
    lines.push(format!("{arrow}|{0}|BAR|{0}|     {cube}", " ".repeat(18)));
    lines.extend(rows[SHOWN..].iter().map(|row| format!(" {row}")));
    lines.push(format!(" {below}     X: player 1"));
    let roller = if x_rolls { "X" } else { "O" };
    lines.push(match (state.offer, state.roll) {
        (Some(Offer::Resignation(_)), _) => format!(" {roller} resigns"),
        (Some(_), _) => format!(" {roller} doubles"),
        (None, Some(roll)) => format!(" {roller} rolled {}{}", roll.high(), roll.low()),
        (None, None) => format!(" {roller} to roll"),
    });
    Some(lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect())
}

/// The edge with the points near X's home.
const NEAR: &str = "+12-11-10--9--8--7-------6--5--4--3--2--1-+";

/// The ten rows of checkers, with what is borne off at their right.
fn rows(variant: &Variant, state: &GameState) -> [String; 2 * SHOWN] {
    let position = match state.position.turn {
        0 => state.position,
        _ => state.position.swapped(),
    };
    let (x, o) = (position.mover, position.opponent);
    std::array::from_fn(|row| {
        let is_top = row < SHOWN;
        // Distance of the row from the edge of the board.
        let depth = if is_top { row } else { 2 * SHOWN - 1 - row };
        let cell = |count: usize, side: char| match count {
            count if count <= depth => ' ',
            count if depth + 1 == SHOWN && count > SHOWN => {
                char::from_digit(count as u32, 16).unwrap_or('?').to_ascii_uppercase()
            }
            _ => side,
        };
        let point = |point: usize| match x.on(point) {
            0 => format!(" {} ", cell(o.on(POINTS + 1 - point), 'O')),
            count => format!(" {} ", cell(count, 'X')),
        };
        let half = |column: usize| -> String {
            let points = (column..column + POINTS / 4).map(|column| match is_top {
                true => POINTS / 2 + 1 + column,
                false => POINTS / 2 - column,
            });
            points.map(point).collect()
        };
        let (side, checkers) = if is_top { ('O', o) } else { ('X', x) };
        let bar = cell(checkers.on(variant.bar()), side);
        let off = borne_off(variant, checkers);
        let off: String =
            (0..3).map(|x| if off > SHOWN * x + depth { side } else { ' ' }).collect();
        format!("|{}| {bar} |{}| {off}", half(0), half(POINTS / 4))
    })
}

/// Checks that a board after its IDs shows the same position, as far as it is whole: the text
/// beside it is ignored.
pub(super) fn check_board(
    variant: &Variant,
    state: &GameState,
    reader: &Reader<'_>,
) -> Result<(), NotationError> {
    let inside = |line: &str| {
        let (first, last) = (line.find('|')?, line.rfind('|')?);
        let cells = &line[first..=last];
        (cells.matches('|').count() == 4 && !cells.contains("BAR")).then(|| cells.to_owned())
    };
    let rest = reader.rest();
    let start = reader.at;
    let found: Vec<(&str, String)> =
        rest.split_inclusive('\n').filter_map(|line| Some((line, inside(line)?))).collect();
    let expected = rows(variant, state).map(|row| inside(&row).unwrap_or_default());
    let mirrored = |row: &String| row.chars().rev().collect::<String>();
    // With `set clockwise on` the points are counted from the other side.
    if expected.iter().zip(&found).all(|(row, (_, found))| mirrored(row) == *found) {
        return Ok(());
    }
    for ((line, found), expected) in found.iter().zip(&expected) {
        if found != expected {
            let at = start + (line.as_ptr() as usize - rest.as_ptr() as usize);
            let reason = format!("the board shows `{found}`, and its ID means `{expected}`");
            return Err(reader.error_at(at, reason));
        }
    }
    Ok(())
}
