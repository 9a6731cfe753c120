//! The rules of Pig, and the notation and drawing of positions.

use shuban_core::drawing::drawn_text;
use shuban_core::present::LastOf;
use shuban_core::{Game, Medium, NotationError, Payoffs, Play, Present, Seat};

/// The player who first has this many points wins.
pub const GOAL: u8 = 100;

/// The points of a turn are at stake until the mover holds; a 1 loses them and ends the turn.
pub struct Pig;

/// A position before a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The points of the player to move, below the goal.
    pub mover: u8,
    /// The points of the other player: [`GOAL`] if that player has won.
    pub other: u8,
    /// The points at stake in this turn, too few to win.
    pub stake: u8,
    /// Player to move.
    pub seat: Seat,
}

impl Game for Pig {
    type Position = Position;
    type Chance = u8;
    type Move = &'static str;

    fn name(&self) -> String {
        "pig".to_owned()
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.seat
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let lost = if position.seat == 0 { [-1, 1] } else { [1, -1] };
        (position.other == GOAL).then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &Position) -> Vec<(u8, u32)> {
        (1..=6).map(|die| (die, 1)).collect()
    }

    fn plays(&self, position: &Position, die: u8, plays: &mut Vec<Play<Position, &'static str>>) {
        let Position { mover, other, stake, seat } = *position;
        let ended = |points| Position { mover: other, other: points, stake: 0, seat: 1 - seat };
        let reached = mover + stake + die;
        match die {
            _ if other == GOAL => return,
            1 => plays.push(Play { action: "pass", after: ended(mover) }),
            _ => plays.push(Play { action: "hold", after: ended(reached.min(GOAL)) }),
        }
        if die > 1 && reached < GOAL {
            let after = Position { stake: stake + die, ..*position };
            plays.push(Play { action: "roll", after });
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position { seat: 0, ..*position }
    }

    /// The mover's points, those at stake behind a plus sign, and the other's: `75+8|70`.
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let refuse = |at, reason: &str| NotationError::new(text, at, reason);
        let (own, other) =
            text.split_once('|').ok_or_else(|| refuse(0, "expected two sides with | between"))?;
        let (mover, stake) = own.split_once('+').unwrap_or((own, "0"));
        let number = |at, digits: &str| {
            let points = digits.parse::<u8>().ok().filter(|points| *points <= GOAL);
            points.ok_or_else(|| refuse(at, "expected points, 0 to 100"))
        };
        let other = number(own.chars().count() + 1, other)?;
        let (mover, stake) = (number(0, mover)?, number(mover.chars().count(), stake)?);
        let is_position = mover + stake < GOAL && (other < GOAL || stake == 0);
        let position = is_position.then_some(Position { mover, other, stake, seat: 0 });
        position.ok_or_else(|| refuse(0, "the game was over before this"))
    }

    fn format(&self, position: &Position) -> String {
        let Position { mover, other, stake, .. } = position;
        if *stake == 0 { format!("{mover}|{other}") } else { format!("{mover}+{stake}|{other}") }
    }

    fn format_move(&self, _: &Position, _: u8, choice: &&'static str) -> String {
        choice.to_string()
    }
}

impl Present for Pig {
    fn about(&self) -> String {
        format!("Pig: roll on or hold, first to {GOAL} points; a 1 loses what is at stake")
    }

    fn start(&self) -> Position {
        Position { mover: 0, other: 0, stake: 0, seat: 0 }
    }

    fn chance_text(&self, die: u8) -> Option<String> {
        Some(die.to_string())
    }

    fn draw(&self, position: &Position, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        let bar = |name, points: u8, stake: u8| {
            let bar = "█".repeat((points / 2).into()) + &"▒".repeat((stake / 2).into());
            format!("{name:>7} │{bar:<50}│ {points}+{stake}\n")
        };
        let Position { mover, other, stake, .. } = *position;
        drawn_text(&(bar("to roll", mover, stake) + &bar("waiting", other, 0)), medium)
    }
}
