//! XGIDs: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`.
//!
//! First the points 1 to 24 as the player X at the bottom counts them, between O's bar and X's: a
//! letter for the number of checkers, capital for X. Then, separated by colons: the cube's value
//! (as a power of 2), its owner, who is about to roll (1 for X, -1 for O), the dice (00 before the
//! roll), both scores, the Crawford or Jacoby rule, the match length (0 for money) and the cube's
//! limit. Values here are those of games without a cube: a cube that was turned or offered, and a
//! match, are refused.

use shuban_core::{Checkers, NotationError, Roll};

use crate::position::Position;
use crate::position_id::{CUBE_OFFERED, CUBE_TURNED, POINTS, match_to};
use crate::variant::Variant;

const PREFIX: &str = "XGID=";

/// Writes the XGID, or `None` for a board that does not have 24 points. Seat 0 is X.
pub fn format_xgid(variant: &Variant, position: &Position, roll: Option<Roll>) -> Option<String> {
    if variant.points() != POINTS {
        return None;
    }
    let (x, o) = match position.turn {
        0 => (position.mover, position.opponent),
        _ => (position.opponent, position.mover),
    };
    let letter = |first: u8, count: usize| char::from(first + count as u8 - 1);
    let points = (0..=POINTS + 1).map(|point| match (x.on(point), o.on(POINTS + 1 - point)) {
        (0, 0) => '-',
        (0, count) => letter(b'a', count),
        (count, _) => letter(b'A', count),
    });
    let points: String = points.collect();
    let turn = if position.turn == 0 { 1 } else { -1 };
    let dice = roll.map_or("00".to_owned(), |roll| format!("{}{}", roll.high(), roll.low()));
    Some(format!("{PREFIX}{points}:0:0:{turn}:{dice}:0:0:0:0:10"))
}

/// Reads an XGID: the position and, if the dice have been rolled, the roll.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_xgid(
    variant: &Variant,
    text: &str,
) -> Result<(Position, Option<Roll>), NotationError> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let error = |at: usize, reason: String| NotationError::new(text, start + at, reason);
    let Some(fields) = text.trim().strip_prefix(PREFIX) else {
        return Err(error(0, format!("an XGID begins with `{PREFIX}`")));
    };
    if variant.points() != POINTS {
        let points = variant.points();
        return Err(error(
            0,
            format!("XGIDs are for {POINTS} points; {} has {points}", variant.name()),
        ));
    }
    let mut at = PREFIX.len();
    let (mut sides, mut turn, mut roll) = ((Checkers::NONE, Checkers::NONE), 0, None);
    let number = |field: &str| field.parse::<i32>().map_err(|_| "expected a number".to_owned());
    let mut read = 0;
    for field in fields.split(':') {
        match read {
            0 => {
                sides =
                    parse_points(variant, field).map_err(|(i, reason)| error(at + i, reason))?;
            }
            3 => {
                turn = match field {
                    "1" => 0,
                    "-1" => 1,
                    _ => {
                        return Err(error(
                            at,
                            "expected 1 or -1 for who is about to roll".to_owned(),
                        ));
                    }
                }
            }
            4 => {
                roll = parse_dice(variant, field).map_err(|reason| error(at, reason))?;
            }
            1..=9 => match (read, number(field).map_err(|reason| error(at, reason))?) {
                (1 | 2, cube) if cube != 0 => return Err(error(at, CUBE_TURNED.to_owned())),
                (8, length) if length != 0 => return Err(error(at, match_to(length))),
                _ => {}
            },
            _ => return Err(error(at, "more than 10 fields".to_owned())),
        }
        at += field.chars().count() + 1;
        read += 1;
    }
    if read < 5 {
        return Err(error(at - 1, format!("{read} fields; up to the dice it takes 5")));
    }
    let (mover, opponent) = if turn == 0 { sides } else { (sides.1, sides.0) };
    Ok((Position { mover, opponent, turn }, roll))
}

/// X's and O's checkers, or the character where they are wrong, and why.
fn parse_points(variant: &Variant, field: &str) -> Result<(Checkers, Checkers), (usize, String)> {
    let (mut x, mut o) = (Checkers::NONE, Checkers::NONE);
    let mut point = 0;
    for c in field.chars() {
        if point > POINTS + 1 {
            return Err((point, format!("more than {} places", POINTS + 2)));
        }
        let (side, place, first) = match c {
            'A'..='O' if point > 0 => (&mut x, point, 'A'),
            'a'..='o' if point <= POINTS => (&mut o, POINTS + 1 - point, 'a'),
            '-' => {
                point += 1;
                continue;
            }
            'A'..='O' | 'a'..='o' => return Err((point, format!("`{c}` on the other side's bar"))),
            _ => {
                return Err((
                    point,
                    format!("`{}` is neither `-`, `A` to `O` nor `a` to `o`", c.escape_debug()),
                ));
            }
        };
        *side = side.with(place, c as usize - first as usize + 1);
        if side.count() > variant.checkers() {
            return Err((point, format!("more than {} checkers on a side", variant.checkers())));
        }
        point += 1;
    }
    match point {
        26 if x.is_empty() && o.is_empty() => {
            Err((0, "both sides have borne off everything".to_owned()))
        }
        26 => Ok((x, o)),
        _ => Err((point, format!("{point} places; a board takes {}", POINTS + 2))),
    }
}

/// Two dice, or none before the roll.
fn parse_dice(variant: &Variant, field: &str) -> Result<Option<Roll>, String> {
    let die =
        |byte: u8| Some(byte.wrapping_sub(b'0')).filter(|die| (1..=variant.faces()).contains(die));
    let roll = |a: u8, b: u8| Some(Roll::new(die(a)?, die(b)?));
    let expected = || format!("expected two dice of 1 to {}, or 00", variant.faces());
    match *field.as_bytes() {
        [b'0', b'0'] => Ok(None),
        [b'D' | b'B' | b'R'] => Err(CUBE_OFFERED.to_owned()),
        [a, b] => roll(a, b).map(Some).ok_or_else(expected),
        _ => Err(expected()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::{format_position, parse_position};
    use shuban_core::Random;

    use crate::twin::random_position;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

    fn backgammon() -> Variant {
        Variant::by_name("backgammon").unwrap()
    }

    #[test]
    fn the_start_is_read_and_written() {
        let start = Position::new(backgammon().start(), backgammon().start());
        assert_eq!(format_xgid(&backgammon(), &start, None).unwrap(), START);
        assert_eq!(parse_xgid(&backgammon(), START), Ok((start, None)));
        assert_eq!(parse_position(&backgammon(), START), Ok(start));
        let rolled = START.replace(":1:00:", ":-1:13:");
        let roll = Some(Roll::new(3, 1));
        assert_eq!(parse_xgid(&backgammon(), &rolled), Ok((Position { turn: 1, ..start }, roll)));
    }

    #[test]
    fn a_cube_and_a_match_are_refused_and_a_game_for_money_is_read() {
        let read = |fields: &str| {
            let position = START.split(':').next().unwrap();
            parse_xgid(&backgammon(), &format!("{position}:{fields}")).map(|read| read.1)
        };
        for (fields, at, reason) in [
            ("1:1:1:00:0:0:0:0:10", 32, "the cube has been turned"),
            ("0:-1:1:00:0:0:0:0:10", 34, "the cube has been turned"),
            ("0:0:1:D:0:0:0:0:10", 38, "the cube is being offered"),
            ("0:0:1:31:2:4:0:7:10", 47, "a match to 7"),
        ] {
            let error = read(fields).unwrap_err();
            assert!(error.at == at && error.reason.contains(reason), "{error}");
        }
        assert_eq!(read("0:0:1:31:3:0:3:0:10"), Ok(Some(Roll::new(3, 1))));
        assert_eq!(read("0:0:1:31"), Ok(Some(Roll::new(3, 1))));
    }

    #[test]
    fn each_side_counts_from_its_own_edge() {
        let of = |turn: &str| {
            let text = format!("XGID=aB-a{}A:0:0:{turn}:00", "-".repeat(21));
            format_position(&backgammon(), &parse_position(&backgammon(), &text).unwrap())
        };
        assert_eq!(of("1"), "1,1,bar|22,bar");
        assert_eq!(of("-1"), "22,bar|1,1,bar");
    }

    #[test]
    fn what_is_no_xgid_is_refused_with_the_place_and_the_reason() {
        let cases: [(&str, usize, &str); 13] = [
            ("-b----E-C---eE---c-e----B-:0:0:1:00", 0, "begins with `XGID=`"),
            ("XGID=", 5, "0 places; a board takes 26"),
            ("XGID=-b----E-C---eE---c-e----B:0:0:1:00", 30, "25 places"),
            ("XGID=-b----E-C---eE---c-e----B--:0:0:1:00", 31, "more than 26 places"),
            ("XGID=-b----E-C---eE---c-e----Z-:0:0:1:00", 29, "`Z` is neither"),
            ("XGID=Ab----E-C---eE---c-e------:0:0:1:00", 5, "the other side's bar"),
            ("XGID=-b----E-C---eE---c-e----Ba:0:0:1:00", 30, "the other side's bar"),
            ("XGID=-b----E-C---eE---c-e----C-:0:0:1:00", 29, "more than 15 checkers"),
            ("XGID=--------------------------:0:0:1:00", 5, "both sides have borne off everything"),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:2:00", 36, "expected 1 or -1"),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71", 38, "two dice of 1 to 6"),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1", 37, "4 fields; up to the dice it takes 5"),
            ("XGID=-b----E-C---eE---c-e----B-:x:0:1:00", 32, "expected a number"),
        ];
        for (text, at, reason) in cases {
            let error = parse_xgid(&backgammon(), text).unwrap_err();
            assert!(error.at == at && error.reason.contains(reason), "{error}");
        }
        assert!(
            parse_xgid(&backgammon(), &format!("{START}:1"))
                .unwrap_err()
                .reason
                .contains("10 fields")
        );
        let half_gammon = Variant::by_name("half-gammon").unwrap();
        assert!(parse_xgid(&half_gammon, START).unwrap_err().reason.contains("half-gammon has 12"));
        let position = Position::new(half_gammon.start(), half_gammon.start());
        assert_eq!(format_xgid(&half_gammon, &position, None), None);
    }

    proptest! {
        #[test]
        fn every_position_and_roll_is_read_as_it_was_written(
            which in 0..3usize, seed: u64, dice in prop::option::of((1..=6u8, 1..=6u8)),
        ) {
            let variant = Variant::by_name(["backgammon", "nackgammon", "hypergammon"][which]).unwrap();
            let position = random_position(&variant, &mut Random::new(seed));
            let roll = dice.map(|(a, b)| Roll::new(a, b));
            let text = format_xgid(&variant, &position, roll).unwrap();
            prop_assert_eq!(parse_xgid(&variant, &text), Ok((position, roll)));
        }
    }
}
