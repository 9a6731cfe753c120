//! Notations of a game as fields between colons: OpenGammon's OGID and the `board:` line of FIBS.

use shuban_core::NotationError;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;

use crate::game_state::{Cube, GameState, Offer, Score};
use crate::gnubg::POINTS;
use crate::position::Position;
use crate::variant::Variant;

const OGID: &str = "ogid=";
const FIBS: &str = "board:";

/// FIBS's length of a match without end.
const UNLIMITED: i64 = 9999;

/// Returns true for a text that begins as an OGID, with its prefix or without.
pub(crate) fn is_ogid(text: &str) -> bool {
    let is_side = |side: &str| side.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'p'));
    let mut fields = text.split(':');
    let cube = fields.clone().nth(2).is_some_and(|cube| {
        cube.len() == 3 && cube.starts_with(['W', 'B', 'N']) && cube.is_char_boundary(1)
    });
    begins_with(text, OGID) || cube && fields.by_ref().take(2).all(is_side)
}

/// Returns true for a `board:` line of FIBS.
pub(crate) fn is_fibs(text: &str) -> bool {
    begins_with(text, FIBS)
}

fn begins_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix))
}

/// The fields of a text, read in order.
struct Fields<'a> {
    variant: &'a Variant,
    text: &'a str,
    fields: Vec<&'a str>,
    /// Bytes before the first field.
    start: usize,
}

impl<'a> Fields<'a> {
    fn new(variant: &'a Variant, text: &'a str, prefix: &str) -> Result<Self, NotationError> {
        let trimmed = text.trim();
        let skipped = text.len() - text.trim_start().len();
        let prefix = if begins_with(trimmed, prefix) { prefix.len() } else { 0 };
        let fields = trimmed[prefix..].split(':').collect();
        let fields = Fields { variant, text, fields, start: skipped + prefix };
        match variant.points() {
            POINTS => Ok(fields),
            points => Err(fields.error(0, format!("a board of {POINTS} points, and not {points}"))),
        }
    }

    /// A field; an empty one where the text has none.
    fn get(&self, field: usize) -> &'a str {
        self.fields.get(field).copied().unwrap_or_default()
    }

    fn error(&self, field: usize, reason: impl Into<String>) -> NotationError {
        let before: usize = self.fields.iter().take(field).map(|field| field.len() + 1).sum();
        let at = self.text[..(self.start + before).min(self.text.len())].chars().count();
        NotationError::new(self.text, at, reason)
    }

    /// A whole number, 0 for an empty field.
    fn number(
        &self,
        field: usize,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, NotationError> {
        let text = self.get(field);
        let number = if text.is_empty() { Some(0) } else { text.parse().ok() };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.error(field, format!("expected a number of {least} to {most}"))
        })
    }

    fn points(&self, field: usize) -> Result<u32, NotationError> {
        self.number(field, 0..=i64::from(Score::MOST_POINTS)).map(|points| points as u32)
    }

    /// Two dice, none before the roll.
    fn roll(&self, field: usize, dice: [Option<u32>; 2]) -> Result<Option<Roll>, NotationError> {
        let faces = self.variant.faces();
        match dice.map(|die| die.and_then(|die| u8::try_from(die).ok())) {
            [Some(0), Some(0)] => Ok(None),
            [Some(one), Some(other)] if one.min(other) >= 1 && one.max(other) <= faces => {
                Ok(Some(Roll::new(one, other)))
            }
            _ => Err(self.error(field, format!("expected two dice of 1 to {faces}"))),
        }
    }

    /// A cube that shows this number.
    fn cube(&self, field: usize, value: i64, owner: Option<usize>) -> Result<Cube, NotationError> {
        let exponent = (0..=Cube::MOST).find(|&exponent| 1 << exponent == value);
        let exponent = exponent.ok_or_else(|| self.error(field, "not the number of a cube"))?;
        Ok(Cube { exponent, owner })
    }

    /// Checks both sides and the score.
    fn checked(
        &self,
        sides: [Checkers; 2],
        turn: u8,
        state: GameState,
    ) -> Result<GameState, NotationError> {
        let most = self.variant.checkers();
        let shared = |place| place <= POINTS && sides[1].on(POINTS + 1 - place) > 0;
        let reason = if sides.iter().any(|side| side.count() > most) {
            Some(format!("more than {most} checkers on a side"))
        } else if sides[0].iter().any(|(place, _)| shared(place)) {
            Some("both sides on one point".to_owned())
        } else if sides.iter().all(|side| side.is_empty()) {
            Some("both sides have borne off everything".to_owned())
        } else {
            state.wrong_score().map(|(_, reason)| reason)
        };
        if let Some(reason) = reason {
            return Err(self.error(0, reason));
        }
        let [mover, opponent] = if turn == 0 { sides } else { [sides[1], sides[0]] };
        Ok(GameState { position: Position { mover, opponent, turn }, ..state })
    }
}

/// A game for money without anything.
fn empty() -> GameState {
    GameState::of(Position::new(Checkers::NONE, Checkers::NONE), None)
}

/// Reads an OGID: White's checkers and Black's, each by the letters `0` to `9` and `a` to `p` of
/// Black's points; the cube's owner, power and offer; the dice, who rolls, the state, the points of
/// White and Black, and the length with `C` for the Crawford game. White is seat 0.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub(crate) fn parse_ogid(variant: &Variant, text: &str) -> Result<GameState, NotationError> {
    let fields = Fields::new(variant, text, OGID)?;
    let mut sides = [Checkers::NONE; 2];
    for (seat, side) in sides.iter_mut().enumerate() {
        for letter in fields.get(seat).chars() {
            let point = letter.to_digit(POINTS as u32 + 2).filter(|_| !letter.is_uppercase());
            let point =
                point.ok_or_else(|| fields.error(seat, "points are `0` to `9`, `a` to `p`"))?;
            let place = [POINTS + 1 - point as usize, point as usize][seat];
            if place == 0 || side.count() == variant.checkers() {
                return Err(fields.error(seat, "too many checkers, or one that is borne off"));
            }
            *side = side.more(place);
        }
    }
    let mut state = empty();
    let seat = |letter: &str| ["W", "B"].iter().position(|seat| *seat == letter);
    let cube = fields.get(2);
    let [owner, power, offer] = cube.as_bytes() else {
        return Err(fields.error(2, "expected owner, power and offer of the cube, such as `N0N`"));
    };
    if !b"WBN".contains(owner) || !power.is_ascii_digit() {
        return Err(fields.error(2, "expected owner, power and offer of the cube, such as `N0N`"));
    }
    state.cube = fields.cube(2, 1 << (power - b'0'), seat(&cube[..1]))?;
    state.offer = (*offer == b'O').then_some(Offer::Double);
    if *offer == b'P' {
        return Err(fields.error(2, "the double was passed: the game is over"));
    }
    let dice: Vec<char> = fields.get(3).chars().collect();
    let die = |index: usize| dice.get(index).map_or(Some(0), |die| die.to_digit(10));
    state.roll = match dice.len() {
        0 | 2 => fields.roll(3, [die(0), die(1)])?,
        _ => return Err(fields.error(3, "expected two dice")),
    };
    let turn = match fields.get(4) {
        "" => 0,
        letter => seat(letter).ok_or_else(|| fields.error(4, "expected W or B for who rolls"))?,
    };
    state.score.points = [fields.points(6)?, fields.points(7)?];
    let length = fields.get(8);
    let (digits, rest) = length.split_at(length.find(['L', 'C', 'G']).unwrap_or(length.len()));
    state.score.length = match digits {
        "" => 0,
        digits => digits
            .parse()
            .ok()
            .filter(|length| *length <= Score::MOST_POINTS)
            .ok_or_else(|| fields.error(8, "expected the length of the match"))?,
    };
    let Score { length, points } = state.score;
    let is_near = length > 0 && points.iter().any(|points| points + 1 == length);
    state.crawford = rest.starts_with('C') && is_near;
    fields.checked(sides, turn as u8, state)
}

/// Reads the line that FIBS sends with `boardstyle 3`; its first player is seat 0.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub(crate) fn parse_fibs(variant: &Variant, text: &str) -> Result<GameState, NotationError> {
    const BOARD: usize = 5;
    const TURN: usize = 31;
    const DICE: usize = 32;
    const CUBE: usize = 36;
    const MAY_DOUBLE: usize = 37;
    const DOUBLED: usize = 39;
    const COLOUR: usize = 40;
    const BAR: usize = 46;
    let fields = Fields::new(variant, text, FIBS)?;
    if fields.fields.len() <= BAR + 1 {
        return Err(fields.error(0, "a line of FIBS has at least 48 fields behind `board`"));
    }
    let colour = fields.number(COLOUR, -1..=1)?;
    let direction = fields.number(COLOUR + 1, -1..=1)?;
    let turn = fields.number(TURN, -1..=1)?;
    if colour == 0 || direction == 0 {
        return Err(fields.error(COLOUR, "expected 1 or -1 for the colour and the direction"));
    }
    if turn == 0 {
        return Err(fields.error(TURN, "the game is over"));
    }
    let mut sides = [Checkers::NONE; 2];
    let most = variant.checkers() as i64;
    for point in 1..=POINTS {
        let count = fields.number(BOARD + point, -most..=most)? * colour;
        let own = if direction < 0 { point } else { POINTS + 1 - point };
        let (seat, place) = if count > 0 { (0, own) } else { (1, POINTS + 1 - own) };
        sides[seat] = sides[seat].with(place, count.unsigned_abs() as usize);
    }
    for (seat, side) in sides.iter_mut().enumerate() {
        *side = side.with(variant.bar(), fields.number(BAR + seat, 0..=most)? as usize);
    }
    // Who is asked to take a double is told so, and does not roll.
    let is_doubled = fields.number(DOUBLED, 0..=1)? == 1;
    let seat = usize::from(is_doubled || turn != colour);
    let mut state = empty();
    let die = |die| fields.number(DICE + 2 * seat + die, 0..=9).map(|die| Some(die as u32));
    state.roll = fields.roll(DICE + 2 * seat, [die(0)?, die(1)?])?;
    let length = fields.number(2, 0..=UNLIMITED)?;
    state.score.length = if length == UNLIMITED { 0 } else { length as u32 };
    state.score.points = [fields.points(3)?, fields.points(4)?];
    let may = [fields.number(MAY_DOUBLE, 0..=1)? == 1, fields.number(MAY_DOUBLE + 1, 0..=1)? == 1];
    let value = fields.number(CUBE, 1..=1 << Cube::MOST)?;
    let owner = match may {
        [true, false] => Some(0),
        [false, true] => Some(1),
        [false, false] if value > 1 => {
            return Err(fields.error(CUBE, "the line does not say who has the cube"));
        }
        _ => None,
    };
    state.cube = fields.cube(CUBE, value, owner)?;
    state.offer = is_doubled.then_some(Offer::Double);
    let Score { length, points } = state.score;
    let is_near = length > 1 && points.iter().any(|points| points + 1 == length);
    state.crawford = is_near && may == [false, false];
    fields.checked(sides, seat as u8, state)
}
