//! Moves as text: `8/5 6/5`, `bar/22*`, `24/18*/13`, `6/off(2)`, and `no play` for a pass.

use shuban_core::NotationError;
use shuban_core::dice::Roll;

use crate::moves::{Move, MoveGenerator};
use crate::notation::{format_position, parse_place, place_name};
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

/// Text of a pass.
const NO_PLAY: &str = "no play";

/// A checker's way in one play: its places from the first to the last, and the landings that hit.
#[derive(Clone, PartialEq, Eq)]
struct Way {
    from: u8,
    landings: Vec<(u8, bool)>,
}

/// The steps of a play put together to ways of single checkers, from the highest.
fn ways(action: &Move) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for step in action.steps() {
        let landing = (step.to, step.hit);
        let goes_on =
            ways.iter_mut().find(|way| way.landings.last().is_some_and(|last| last.0 == step.from));
        match goes_on {
            Some(way) => way.landings.push(landing),
            None => ways.push(Way { from: step.from, landings: vec![landing] }),
        }
    }
    // A point passed without a hit is left out.
    for way in &mut ways {
        let last = way.landings.pop();
        way.landings.retain(|&(_, hit)| hit);
        way.landings.extend(last);
    }
    ways.sort_by(|a, b| (b.from, &b.landings).cmp(&(a.from, &a.landings)));
    ways
}

/// Writes a move: every checker's way with its hits, from the highest, equal ways counted.
pub fn format_move(variant: &Variant, action: &Move) -> String {
    if action.is_pass() {
        return NO_PLAY.to_owned();
    }
    let points = |way: &Way| way.landings.iter().map(|&(to, _)| to).collect::<Vec<_>>();
    ways(action)
        .chunk_by(|a, b| a.from == b.from && points(a) == points(b))
        .map(|equal| {
            let mut text = place_name(variant, usize::from(equal[0].from));
            for i in 0..equal[0].landings.len() {
                text += "/";
                text += &place_name(variant, usize::from(equal[0].landings[i].0));
                // The first of several hits, the others land beside it.
                text += if equal.iter().any(|way| way.landings[i].1) { "*" } else { "" };
            }
            if equal.len() > 1 {
                text += &format!("({})", equal.len());
            }
            text
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Reads a move for a position and a roll: one of the plays, with the position it leads to. `*` may
/// be left out where a lone opponent stands; a way through several points may name them or not, as
/// long as only one play is meant.
///
/// # Errors
/// [`NotationError`] if the text is not a move, not a legal one, or ambiguous.
pub fn parse_move(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    text: &str,
) -> Result<(Move, Position), NotationError> {
    let plays = MoveGenerator::new(variant, position).plays(roll);
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    if reader.rest().trim_end().eq_ignore_ascii_case(NO_PLAY) {
        let pass = plays.into_iter().find(|(action, _)| action.is_pass());
        return pass.ok_or_else(|| reader.error(format!("there is a play of {roll}")));
    }
    // The move of the text: checkers gained by each place, and the places of hits.
    let mut gained = [0i32; 32];
    let mut hits = 0u32;
    loop {
        parse_way(variant, position, &mut reader, &mut gained, &mut hits)?;
        reader.skip_spaces();
        if reader.peek().is_none() {
            break;
        }
    }
    let said = |(action, _): &&(Move, Position)| {
        let mut gains = [0i32; 32];
        for step in action.steps() {
            gains[usize::from(step.from)] -= 1;
            gains[usize::from(step.to)] += 1;
        }
        gains == gained
    };
    let hit_by = |action: &Move| {
        action.steps().iter().filter(|step| step.hit).fold(0u32, |mask, step| mask | 1 << step.to)
    };
    let meant: Vec<&(Move, Position)> = plays.iter().filter(said).collect();
    let exact = meant.iter().find(|(action, _)| hit_by(action) == hits);
    let mut wider = meant.iter().filter(|(action, _)| hit_by(action) & hits == hits);
    match (exact, wider.next(), wider.next()) {
        (Some(&&play), ..) | (None, Some(&&play), None) => Ok(play),
        (None, Some(_), Some(_)) => {
            Err(reader.error("several plays do that with different hits: name the points"))
        }
        (None, None, _) => {
            let written = format_position(variant, position);
            Err(NotationError::new(text, 0, format!("not a legal play of {roll} in {written}")))
        }
    }
}

/// Reads `from/to`, with points between, `*` and `(n)`.
fn parse_way(
    variant: &Variant,
    position: &Position,
    reader: &mut Reader<'_>,
    gained: &mut [i32; 32],
    hits: &mut u32,
) -> Result<(), NotationError> {
    let start = reader.at;
    let from = parse_place(variant, reader)?;
    let mut to = from;
    while reader.take("/") {
        let landing = reader.at;
        let next = parse_place(variant, reader)?;
        if next >= to {
            return Err(
                reader.error_at(landing, "a checker moves from a higher point to a lower one")
            );
        }
        to = next;
        let lone = to > 0 && position.opponent.on(variant.bar() - to) == 1;
        if reader.peek() == Some('*') && !lone {
            return Err(reader.error("no lone opponent to be hit"));
        }
        reader.take("*");
        *hits |= u32::from(lone) << to;
    }
    if to == from {
        return Err(reader.expected("`/` after a checker's place"));
    }
    let mut times = 1;
    if reader.take("(") {
        times = reader.digit(4).ok_or_else(|| reader.expected("1 to 4"))?;
        if !reader.take(")") {
            return Err(reader.expected("`)`"));
        }
    }
    if !matches!(reader.peek(), None | Some(' ' | '\t')) {
        let reason = format!("expected a space after a move, found {}", reader.found());
        return Err(reader.error_at(start, reason));
    }
    gained[from] -= i32::from(times);
    gained[to] += i32::from(times);
    Ok(())
}
