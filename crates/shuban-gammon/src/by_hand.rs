//! Editing on a drawn board: moves by touch, and positions set up checker by checker.
//!
//! Parts of a drawing are the points as the mover counts them (`1`, `2`, …), the mover's `bar` and
//! `off`, and the opponent's, [`OPPONENT_BAR`] and [`OPPONENT_OFF`].

use shuban_core::NotationError;
use shuban_core::checkers::{Checkers, MAX_CHECKERS};
use shuban_core::present::Tool;

use crate::moves::{CheckerStep, Move};
use crate::notation::place_name;
use crate::position::Position;
use crate::variant::Variant;

/// The opponent's half of the bar.
pub(crate) const OPPONENT_BAR: &str = "opponent-bar";
/// Destination of the opponent's checkers that are borne off.
pub(crate) const OPPONENT_OFF: &str = "opponent-off";

/// Checkers that can be put on a board.
pub(crate) const TOOLS: [Tool; 8] = [
    Tool::part("mover", "light checker", "白の駒を置く"),
    Tool::part("opponent", "dark checker", "黒の駒を置く"),
    Tool::part("remove", "take a checker away", "駒を取り除く"),
    Tool::piece("move", "move a checker", "駒を動かす"),
    Tool::board("clear", "clear: one checker a side", "片付けて駒を1枚ずつにする"),
    Tool::board("fill", "fill the home boards", "残りの駒をインナーボードに置く"),
    Tool::board("start", "the start of a game", "初期配置にする"),
    Tool::board("turn", "the other side to roll", "手番を替える"),
];

/// The parts that a move touches: each checker's place and where it lands, die by die.
pub(crate) fn touched(variant: &Variant, action: &Move) -> Vec<String> {
    let places = action.steps().iter().flat_map(|step| [step.from, step.to]);
    places.map(|place| place_name(variant, usize::from(place))).collect()
}

/// The positions within a move, after each checker, with the mover still the mover.
pub(crate) fn steps(variant: &Variant, position: &Position, action: &Move) -> Vec<Position> {
    let mut now = *position;
    let mut after = |step: &CheckerStep| {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        now.mover = now.mover.less(from);
        if to > 0 {
            now.mover = now.mover.more(to);
        }
        if step.hit {
            now.opponent = now.opponent.less(variant.bar() - to).more(variant.bar());
        }
        now
    };
    action.steps().iter().map(&mut after).collect()
}

/// Returns the position after a move: the other player is about to roll.
pub fn after_move(variant: &Variant, position: &Position, action: &Move) -> Position {
    steps(variant, position, action).last().unwrap_or(position).swapped()
}

/// A place on the board: the side that counts it, and its number there. Points are the mover's.
enum Place {
    Point(usize),
    Bar { is_mover: bool },
    Off,
}

fn place(variant: &Variant, part: &str) -> Result<Place, NotationError> {
    let point = || part.parse().ok().filter(|point| (1..=variant.points()).contains(point));
    match part {
        "bar" | OPPONENT_BAR => Ok(Place::Bar { is_mover: part == "bar" }),
        "off" | OPPONENT_OFF => Ok(Place::Off),
        _ => match point() {
            Some(point) => Ok(Place::Point(point)),
            None => {
                let points = variant.points();
                Err(NotationError::new(part, 0, format!("no such place; points are 1 to {points}")))
            }
        },
    }
}

/// The position after a tool is used.
pub(crate) fn put(
    variant: &Variant,
    position: &Position,
    part: &str,
    tool: &str,
) -> Result<Position, NotationError> {
    let refused = |reason: String| Err(NotationError::new(part, 0, reason));
    let one = Checkers::from_places([1]);
    match tool {
        "clear" => return Ok(Position { mover: one, opponent: one, ..*position }),
        "start" => return Ok(Position::new(variant.start(), variant.start())),
        "turn" => return Ok(position.swapped()),
        "fill" => return Ok(filled(variant, position)),
        "move" => return carried(variant, position, part),
        "mover" | "opponent" | "remove" => {}
        _ => return Err(NotationError::new(tool, 0, "no such tool")),
    }
    let Position { mut mover, mut opponent, turn } = *position;
    let place = place(variant, part)?;
    if matches!(place, Place::Off) {
        return refused("checkers that are borne off are those on no other place".to_owned());
    }
    // The place as each of the two sides counts it.
    let (own, theirs) = match place {
        Place::Point(point) => (point, variant.bar() - point),
        _ => (variant.bar(), variant.bar()),
    };
    let may_be = |is_mover| !matches!(place, Place::Bar { is_mover: side } if side != is_mover);
    match tool {
        "remove" if may_be(true) && mover.on(own) > 0 => mover = mover.less(own),
        "remove" if may_be(false) && opponent.on(theirs) > 0 => opponent = opponent.less(theirs),
        "remove" => return refused("no checker stands there".to_owned()),
        _ => {
            let is_mover = tool == "mover";
            let (name, other, side, at, beside) = match is_mover {
                true => ("light", "dark", &mut mover, own, opponent.on(theirs)),
                false => ("dark", "light", &mut opponent, theirs, mover.on(own)),
            };
            if !may_be(is_mover) {
                return refused(format!("this half of the bar is for {other} checkers"));
            }
            if beside > 0 && matches!(place, Place::Point(_)) {
                return refused(format!("{other} checkers stand there"));
            }
            *side = more(variant, *side, at).map_err(|reason| {
                NotationError::new(part, 0, format!("{name} has {reason} already"))
            })?;
        }
    }
    if mover.is_empty() && opponent.is_empty() {
        return refused("the last checker stays".to_owned());
    }
    Ok(Position { mover, opponent, turn })
}

/// Carries a checker from a part to another: one that is borne off comes from the tray of its side.
fn carried(variant: &Variant, position: &Position, parts: &str) -> Result<Position, NotationError> {
    let refused = |reason: &str| Err(NotationError::new(parts, 0, reason));
    let Some((from, to)) = parts.split_once(' ') else {
        return refused("a checker moves from one place to another");
    };
    let (start, end) = (place(variant, from)?, place(variant, to)?);
    let tool = match start {
        Place::Off if from == "off" => "mover",
        Place::Off => "opponent",
        Place::Bar { is_mover: true } => "mover",
        Place::Point(point) if position.mover.on(point) > 0 => "mover",
        _ => "opponent",
    };
    match (start, end) {
        (Place::Off, Place::Off) => Ok(*position),
        (_, Place::Off) => put(variant, position, from, "remove"),
        (Place::Off, _) => put(variant, position, to, tool),
        // The last checker of a board moves too.
        _ if position.mover.count() + position.opponent.count() == 1 => {
            put(variant, position, to, tool).and_then(|now| put(variant, &now, from, "remove"))
        }
        _ => put(variant, position, from, "remove").and_then(|now| put(variant, &now, to, tool)),
    }
}

/// Puts the checkers that are off the board on the points of their home that the other side does
/// not hold, as even as may be.
fn filled(variant: &Variant, position: &Position) -> Position {
    let side = |own: Checkers, beside: Checkers| {
        let is_free = |point: &usize| beside.on(variant.bar() - point) == 0;
        (own.count()..variant.checkers().min(MAX_CHECKERS)).fold(own, |own, _| {
            let free = (1..=variant.home()).rev().filter(is_free);
            free.min_by_key(|&point| own.on(point)).map_or(own, |point| own.more(point))
        })
    };
    let mover = side(position.mover, position.opponent);
    Position { mover, opponent: side(position.opponent, mover), ..*position }
}

/// Adds a checker to a side, or returns an error with the number it has.
fn more(variant: &Variant, side: Checkers, place: usize) -> Result<Checkers, String> {
    let most = variant.checkers().min(MAX_CHECKERS);
    match side.count() {
        count if count < most => Ok(side.more(place)),
        count => Err(format!("all {count} checkers on the board")),
    }
}

/// Checkers that can be put on the home board of a side by itself.
pub(crate) const TOOLS_ALONE: [Tool; 4] = [
    Tool::part("checker", "checker", "駒を置く"),
    Tool::part("remove", "take a checker away", "駒を取り除く"),
    Tool::board("clear", "no checker", "駒をなくす"),
    Tool::board("fill", "fill the home board", "残りの駒を置く"),
];

/// The side after a tool is used, of those that can be put on the points up to `points`.
pub(crate) fn put_alone(
    variant: &Variant,
    points: usize,
    side: Checkers,
    part: &str,
    tool: &str,
) -> Result<Checkers, NotationError> {
    match tool {
        "clear" => return Ok(Checkers::NONE),
        "fill" => return Ok(filled(variant, &Position::new(side, Checkers::NONE)).mover),
        _ => {}
    }
    let refused = |reason: String| NotationError::new(part, 0, reason);
    let point = part.parse().ok().filter(|point| (1..=points).contains(point));
    let point = point.ok_or_else(|| refused(format!("the points are 1 to {points}")))?;
    match tool {
        "checker" => more(variant, side, point)
            .map_err(|reason| refused(format!("the side has {reason} already"))),
        "remove" if side.on(point) > 0 => Ok(side.less(point)),
        "remove" => Err(refused("no checker stands there".to_owned())),
        _ => Err(NotationError::new(tool, 0, "no such tool")),
    }
}
