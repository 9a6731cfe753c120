//! Moves as text: `8/5 6/5`, `bar/22*`, `24/18*/13`, `6/off(2)`, and `no play` for a pass.

use shuban_core::{NotationError, Roll};

use crate::moves::{Move, Turn};
use crate::notation::{format_position, parse_place, place_name};
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

/// What a pass is called.
const NO_PLAY: &str = "no play";

/// A checker's way in one play: its places from the first to the last, and which landings hit.
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
    // A point passed without a hit says nothing.
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
/// [`NotationError`] if the text is no move, or not a legal one, or means several.
pub fn parse_move(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    text: &str,
) -> Result<(Move, Position), NotationError> {
    let plays = Turn::new(variant, position).plays(roll);
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    if reader.rest().trim_end().eq_ignore_ascii_case(NO_PLAY) {
        let pass = plays.into_iter().find(|(action, _)| action.is_pass());
        return pass.ok_or_else(|| reader.error(format!("there is a play of {roll}")));
    }
    // What the text says: how many checkers are gained by each place, and where opponents are hit.
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
        return Err(
            reader.error(format!("expected `/` after a checker's place, found {}", reader.found()))
        );
    }
    let mut times = 1;
    if reader.take("(") {
        let digit =
            reader.peek().and_then(|c| c.to_digit(10)).filter(|digit| (1..=4).contains(digit));
        let Some(digit) = digit else {
            return Err(reader.error(format!("expected 1 to 4, found {}", reader.found())));
        };
        reader.at += 1;
        times = digit as i32;
        if !reader.take(")") {
            return Err(reader.error(format!("expected `)`, found {}", reader.found())));
        }
    }
    if !matches!(reader.peek(), None | Some(' ' | '\t')) {
        return Err(reader
            .error_at(start, format!("expected a space after a move, found {}", reader.found())));
    }
    gained[from] -= times;
    gained[to] += times;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shuban_core::rolls;

    use super::*;
    use crate::notation::parse_position;
    use shuban_core::Random;

    use crate::twin::random_position;

    /// A move read for a position and a roll, and written again.
    fn rewritten(
        variant: &str,
        position: &str,
        roll: (u8, u8),
        text: &str,
    ) -> Result<String, NotationError> {
        let variant = Variant::by_name(variant).unwrap();
        let position = parse_position(&variant, position).unwrap();
        let (action, _) = parse_move(&variant, &position, Roll::new(roll.0, roll.1), text)?;
        Ok(format_move(&variant, &action))
    }

    const START: &str = "6,6,6,6,6,8,8,8,13,13,13,13,13,24,24|6,6,6,6,6,8,8,8,13,13,13,13,13,24,24";

    #[test]
    fn moves_are_written_the_usual_way() {
        let read = |roll, text| rewritten("backgammon", START, roll, text).unwrap();
        assert_eq!(read((3, 1), "6/5 8/5"), "8/5 6/5");
        assert_eq!(read((6, 5), "24/18/13"), "24/13");
        assert_eq!(read((1, 1), "6/5 8/7(2) 6/5"), "8/7(2) 6/5(2)");
        assert_eq!(read((6, 6), "24/18(2) 13/7(2)"), "24/18(2) 13/7(2)");
        let read = |position, roll, text| rewritten("half-gammon", position, roll, text).unwrap();
        assert_eq!(read("1,3|8", (3, 1), "3/off 1/off"), "3/off 1/off");
        assert_eq!(read("2,2,2|12,12", (3, 3), "2/off(3)"), "2/off(3)");
        assert_eq!(read("bar|1", (3, 1), "bar/12/9"), "bar/12*/9");
        assert_eq!(read("bar,bar|3", (3, 3), "BAR/10(2)  10/7(2)"), "bar/10*/7 bar/7");
        assert_eq!(read("bar|1,1,2,2,3,3", (3, 1), "No play"), "no play");
    }

    #[test]
    fn hits_tell_two_ways_of_one_checker_apart() {
        let read = |text| rewritten("half-gammon", "10|4,9", (2, 1), text).unwrap();
        assert_eq!(read("10/7"), "10/7");
        assert_eq!(read("10/9*/7"), "10/9*/7");
    }

    #[test]
    fn bad_moves_are_refused_with_the_place_and_the_reason() {
        let cases: [(&str, &str, usize, &str); 12] = [
            ("12|6", " ", 1, "expected a point or `bar`, found the end"),
            ("12|6", "12/11", 0, "not a legal play of 2-1 in 12|6"),
            ("12|6", "no play", 0, "there is a play of 2-1"),
            ("12|6", "12", 2, "expected `/`"),
            ("12|6", "9/12", 2, "from a higher point to a lower one"),
            ("12|6", "12/9*", 4, "no lone opponent"),
            ("12|6", "14/9", 0, "no point 14"),
            ("12|6", "12/9(5)", 5, "expected 1 to 4"),
            ("12|6", "12/9(2", 6, "expected `)`"),
            ("12|6", "12/9,", 0, "expected a space after a move"),
            ("12|6", "12/é", 3, "expected a point"),
            ("10|4,5", "10/7", 4, "several plays"),
        ];
        for (position, text, at, reason) in cases {
            let error = rewritten("half-gammon", position, (2, 1), text).unwrap_err();
            assert!(error.at == at && error.reason.contains(reason), "{error}");
        }
    }

    proptest! {
        #[test]
        fn every_play_is_read_as_it_was_written(which in 0..5usize, seed: u64) {
            let variant = Variant::by_name(Variant::names()[which]).unwrap();
            let position = random_position(&variant, &mut Random::new(seed));
            for (roll, _) in rolls(variant.faces()) {
                for (action, after) in Turn::new(&variant, &position).plays(roll) {
                    let text = format_move(&variant, &action);
                    prop_assert_eq!(parse_move(&variant, &position, roll, &text), Ok((action, after)), "{}", text);
                }
            }
        }

        #[test]
        fn whatever_is_read_is_a_play(text in "([0-9]{1,2}|bar|off|[/*() ]|\\PC){0,8}", seed: u64) {
            let variant = Variant::by_name("half-gammon").unwrap();
            let position = random_position(&variant, &mut Random::new(seed));
            let roll = Roll::new(2, 1);
            match parse_move(&variant, &position, roll, &text) {
                Ok(play) => prop_assert!(Turn::new(&variant, &position).plays(roll).contains(&play)),
                Err(error) => prop_assert!(error.at <= text.chars().count(), "{}", error),
            }
        }
    }
}
