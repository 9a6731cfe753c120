//! The game, and the notation and drawing of positions.

use shuban_core::drawing::drawn_text;
use shuban_core::present::LastOf;
use shuban_core::{Game, Medium, NotationError, Payoffs, Play, Present, Seat};

use crate::rules::Rules;

/// The Royal Game of Ur by some rules.
pub struct Ur {
    rules: &'static Rules,
    /// The step at which the other side visits the same square, by step.
    meetings: Vec<Option<u8>>,
}

/// The pieces of one side; those that are neither on the board nor home wait to enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Side {
    /// The steps of its path with a piece, as bits.
    pub steps: u16,
    /// Number of pieces that have come home.
    pub home: u8,
}

/// A position before a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The side to move.
    pub mover: Side,
    /// The other side: with all pieces home, if it has won.
    pub other: Side,
    /// The player to move.
    pub seat: Seat,
}

impl Side {
    /// Returns true if a piece stands on a step.
    pub fn is_on(self, step: u8) -> bool {
        self.steps >> step & 1 == 1
    }

    /// Returns the number of pieces on the board.
    pub fn on_board(self) -> u8 {
        self.steps.count_ones() as u8
    }
}

impl Ur {
    /// Creates the game.
    pub fn new(rules: &'static Rules) -> Self {
        Ur { rules, meetings: (0..rules.steps()).map(|step| rules.meeting(step)).collect() }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    fn passed(position: &Position) -> Position {
        Position { mover: position.other, other: position.mover, seat: 1 - position.seat }
    }

    /// Returns the position after a piece that has gone `from` steps goes on by a roll.
    fn moved(&self, position: &Position, from: u8, roll: u8) -> Option<Position> {
        let mut after = *position;
        let to = from + roll - 1;
        if let Some(step) = from.checked_sub(1) {
            after.mover.steps &= !(1 << step);
        }
        if to == self.rules.steps() {
            after.mover.home += 1;
            return Some(Ur::passed(&after));
        }
        if to > self.rules.steps() || position.mover.is_on(to) {
            return None;
        }
        let (is_rosette, met) = (self.rules.is_rosette(to), self.meetings[usize::from(to)]);
        let captured = met.filter(|&step| position.other.is_on(step));
        if let Some(step) = captured {
            if is_rosette && self.rules.are_rosettes_safe {
                return None;
            }
            after.other.steps &= !(1 << step);
        }
        after.mover.steps |= 1 << to;
        let rolls_again = is_rosette || captured.is_some() && self.rules.do_captures_roll_again;
        Some(if rolls_again { after } else { Ur::passed(&after) })
    }

    /// Reads the steps of a side, counted from 1, and the pieces home: `4,8+2`, or `-` for none.
    fn side(&self, text: &str) -> Result<Side, (usize, &'static str)> {
        let (steps, home) = text.split_once('+').unwrap_or((text, "0"));
        let mut side = Side::default();
        let mut at = 0;
        for step in steps.split(',').filter(|_| steps != "-") {
            let number = step.parse().ok().filter(|step| (1..=self.rules.steps()).contains(step));
            let step_from_0 = number.ok_or((at, "expected a step of the path"))? - 1;
            if side.is_on(step_from_0) {
                return Err((at, "two pieces on one square"));
            }
            side.steps |= 1 << step_from_0;
            at += step.chars().count() + 1;
        }
        let most = self.rules.pieces.checked_sub(side.on_board()).ok_or((0, "too many pieces"))?;
        let home = home.parse().ok().filter(|&home| home <= most);
        side.home = home.ok_or((steps.chars().count(), "expected a number of pieces home"))?;
        Ok(side)
    }
}

impl Game for Ur {
    type Position = Position;
    type Chance = u8;
    /// The steps that the piece has gone; none for a pass.
    type Move = Option<u8>;

    fn name(&self) -> String {
        format!("ur/{}", self.rules.name)
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.seat
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let lost = if position.seat == 0 { [-1, 1] } else { [1, -1] };
        (position.other.home == self.rules.pieces).then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &Position) -> Vec<(u8, u32)> {
        self.rules.rolls.to_vec()
    }

    fn plays(&self, position: &Position, roll: u8, plays: &mut Vec<Play<Position, Option<u8>>>) {
        let Position { mover, other, .. } = *position;
        if other.home == self.rules.pieces {
            return;
        }
        let has_more = mover.on_board() + mover.home < self.rules.pieces;
        let before = plays.len();
        let mut sources = u32::from(mover.steps) << 1 | u32::from(has_more);
        while sources != 0 && roll > 0 {
            let from = sources.trailing_zeros() as u8;
            sources &= sources - 1;
            let moved = self.moved(position, from, roll);
            plays.extend(moved.map(|after| Play { action: Some(from), after }));
        }
        if plays.len() == before {
            plays.push(Play { action: None, after: Ur::passed(position) });
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position { seat: 0, ..*position }
    }

    /// The mover's steps and pieces home, and the other's: `4,8+2|1+0`.
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let refuse = |at, reason: &str| NotationError::new(text, at, reason);
        let (mover, other) =
            text.split_once('|').ok_or_else(|| refuse(0, "expected two sides with | between"))?;
        let begins = mover.chars().count() + 1;
        let mover = self.side(mover).map_err(|(at, reason)| refuse(at, reason))?;
        let other = self.side(other).map_err(|(at, reason)| refuse(begins + at, reason))?;
        let meets = |step: u8| self.meetings[usize::from(step)].is_some_and(|met| other.is_on(met));
        if (0..self.rules.steps()).any(|step| mover.is_on(step) && meets(step)) {
            return Err(refuse(0, "a square has pieces of both sides"));
        }
        if mover.home == self.rules.pieces {
            return Err(refuse(0, "the game was over before this"));
        }
        Ok(Position { mover, other, seat: 0 })
    }

    fn format(&self, position: &Position) -> String {
        let side = |side: Side| {
            let on = (0..self.rules.steps()).filter(|&step| side.is_on(step));
            let steps: Vec<_> = on.map(|step| (step + 1).to_string()).collect();
            let steps = if steps.is_empty() { "-".to_owned() } else { steps.join(",") };
            if side.home > 0 { format!("{steps}+{}", side.home) } else { steps }
        };
        format!("{}|{}", side(position.mover), side(position.other))
    }

    fn format_move(&self, _: &Position, roll: u8, from: &Option<u8>) -> String {
        match from {
            None => "pass".to_owned(),
            Some(from) if from + roll > self.rules.steps() => format!("{from}/home"),
            Some(from) => format!("{from}/{}", from + roll),
        }
    }
}

impl Present for Ur {
    fn about(&self) -> String {
        let Rules { name, pieces, .. } = self.rules;
        format!(
            "the Royal Game of Ur by the rules `{name}`: the first with {pieces} pieces home wins"
        )
    }

    fn start(&self) -> Position {
        Position { mover: Side::default(), other: Side::default(), seat: 0 }
    }

    fn chance_text(&self, roll: u8) -> Option<String> {
        Some(roll.to_string())
    }

    /// The mover plays up from the lowest row. Rosettes are stars.
    fn draw(&self, position: &Position, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        let mut rows = [[b'.'; 8]; 3];
        for (row, columns) in [(0, [4, 5]), (2, [4, 5])] {
            columns.into_iter().for_each(|column: usize| rows[row][column] = b' ');
        }
        for (row, column) in [(0, 0), (2, 0), (0, 6), (2, 6), (1, 3)] {
            rows[row][column] = b'*';
        }
        for (step, &(row, column)) in (0..).zip(self.rules.path) {
            let (row, column) = (usize::from(row), usize::from(column));
            for (side, row, mark) in [(position.mover, 2 - row, b'X'), (position.other, row, b'O')]
            {
                if side.is_on(step) {
                    rows[row][column] = mark;
                }
            }
        }
        let beside = |side: Side| {
            let waiting = self.rules.pieces - side.on_board() - side.home;
            format!("{waiting} waiting, {} home", side.home)
        };
        let [first, second, third] = rows.map(|row| row.map(char::from).iter().collect::<String>());
        let (mover, other) = (beside(position.mover), beside(position.other));
        let board = format!("{first}   O {other}\n{second}\n{third}   X {mover}, to roll\n");
        drawn_text(&board, medium)
    }
}
