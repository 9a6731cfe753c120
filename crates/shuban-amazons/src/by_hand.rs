//! Editing on a drawn board: positions set up square by square, boards made larger.
//!
//! Parts of a drawing are the squares by their names (`a1`).

use shuban_core::NotationError;
use shuban_core::present::{MovePart, Tool};

use crate::notation::format_square;
use crate::placement::MAX_AMAZONS;
use crate::position::{MAX_BOARD, Position};
use crate::read_move::parse_square;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Move, Subgame};

/// Tools that can be put on a board.
pub(crate) const TOOLS: [Tool; 11] = [
    Tool::part("black", "black amazon", "黒のアマゾンを置く"),
    Tool::part("white", "white amazon", "白のアマゾンを置く"),
    Tool::part("burn", "burnt square", "矢を置く"),
    Tool::part("empty", "empty square", "空きマスにする"),
    Tool::board("clear", "only empty squares", "すべて空きマスにする"),
    Tool::board("start", "the start of a game", "初期配置にする"),
    Tool::board("turn", "the other side to move", "手番を替える"),
    Tool::board("more-rows", "one row more", "行を増やす"),
    Tool::board("less-rows", "one row less", "行を減らす"),
    Tool::board("more-columns", "one column more", "列を増やす"),
    Tool::board("less-columns", "one column less", "列を減らす"),
];

/// Returns true if a tool makes the board larger or smaller.
pub(crate) fn resizes(tool: &str) -> bool {
    matches!(tool, "more-rows" | "less-rows" | "more-columns" | "less-columns")
}

/// The squares of a move by their names: where the amazon stands, where it goes, and where it shoots.
pub(crate) fn touched(position: &Position, action: &Move) -> Vec<String> {
    let Move { from, to, shot } = *action;
    [from, to, shot].map(|square| format_square(position.height(), square)).to_vec()
}

/// The way to make a move that touches three squares: the amazon is carried, and then it shoots.
pub(crate) fn ways(touched: Vec<String>) -> Vec<Vec<MovePart>> {
    let [from, to, shot] = <[String; 3]>::try_from(touched).unwrap_or_default();
    if to.is_empty() {
        return Vec::new();
    }
    vec![vec![MovePart::Carried(from, to.clone()), MovePart::Aimed(to, shot)]]
}

/// The position within a legal move: the amazon has moved, and is to shoot.
pub(crate) fn moved(position: &Position, action: Move) -> Position {
    let after = position.subgame().after(position.to_move(), action);
    let squares = after.squares().with(action.shot);
    placed(position, squares, [after.black(), after.white()]).unwrap_or(*position)
}

/// The position after a tool is used. Rows are added at the top and columns at the right, so that
/// squares keep their names.
pub(crate) fn put(position: &Position, part: &str, tool: &str) -> Result<Position, NotationError> {
    let (rows, columns) = (position.height(), position.width());
    match tool {
        "clear" => placed(position, Squares::rectangle(rows, columns), [Squares::EMPTY; 2]),
        "start" => Ok(Position::start()),
        "turn" => Ok(position.with_to_move(position.to_move().opponent())),
        "more-rows" => resized(position, rows + 1, columns),
        "less-rows" => resized(position, rows - 1, columns),
        "more-columns" => resized(position, rows, columns + 1),
        "less-columns" => resized(position, rows, columns - 1),
        "black" | "white" | "burn" | "empty" => on_square(position, part, tool),
        _ => Err(NotationError::new(tool, 0, "no such tool")),
    }
}

fn on_square(position: &Position, part: &str, tool: &str) -> Result<Position, NotationError> {
    let square =
        parse_square(position, part).map_err(|reason| NotationError::new(part, 0, reason))?;
    let subgame = position.subgame();
    let mut squares = subgame.squares().with(square);
    let mut sides = Army::BOTH.map(|side| subgame.amazons(side).without(square));
    match tool {
        "burn" => squares = squares.without(square),
        "empty" => {}
        _ => {
            let side = if tool == "black" { Army::Black } else { Army::White };
            let own = &mut sides[side as usize];
            *own = own.with(square);
            if own.len() > MAX_AMAZONS {
                let reason = format!("{} has {MAX_AMAZONS} amazons already", side.name());
                return Err(NotationError::new(part, 0, reason));
            }
        }
    }
    placed(position, squares, sides)
}

/// The same board with other squares and amazons.
fn placed(
    position: &Position,
    squares: Squares,
    [black, white]: [Squares; 2],
) -> Result<Position, NotationError> {
    Subgame::new(squares, black, white)
        .and_then(|subgame| {
            Position::new(position.height(), position.width(), subgame, position.to_move())
        })
        .ok_or_else(|| NotationError::new("", 0, "the board and its amazons are no position"))
}

/// The board with n rows, counted from the bottom, and columns, counted from the left.
fn resized(position: &Position, rows: usize, columns: usize) -> Result<Position, NotationError> {
    if ![rows, columns].iter().all(|side| (1..=MAX_BOARD).contains(side)) {
        let reason = format!("a board has 1 to {MAX_BOARD} rows and columns");
        return Err(NotationError::new("", 0, reason));
    }
    let old = position.height();
    let moved = |squares: Squares| -> Squares {
        let kept = squares.iter().filter_map(|square| {
            let row = (square.row() + rows).checked_sub(old)?;
            Square::new(row, square.column()).filter(|square| square.column() < columns)
        });
        kept.collect()
    };
    let subgame = position.subgame();
    let is_new = |square: &Square| square.row() + old < rows || square.column() >= position.width();
    let new: Squares = Squares::rectangle(rows, columns).iter().filter(is_new).collect();
    let [black, white] = Army::BOTH.map(|side| moved(subgame.amazons(side)));
    let squares = moved(subgame.squares()) | new;
    Subgame::new(squares, black, white)
        .and_then(|subgame| Position::new(rows, columns, subgame, position.to_move()))
        .ok_or_else(|| NotationError::new("", 0, "the board and its amazons are no position"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::format_position;
    use crate::read_position::parse_position;

    #[test]
    fn boards_are_set_up_by_hand() {
        let put = |text: &str, part: &str, tool: &str| {
            let position = parse_position(text).unwrap();
            put(&position, part, tool).map(|after| format_position(&after))
        };
        for (text, part, tool, after) in [
            ("X./.#", "b1", "white", "X./.O"),
            ("X./.#", "a2", "white", "O./.#"),
            ("X./.#", "a2", "burn", "#./.#"),
            ("X./.#", "b1", "empty", "X./.."),
            ("X./.# white", "", "clear", "../.. white"),
            ("X./.#", "", "turn", "X./.# white"),
            ("X./.#", "", "more-rows", "../X./.#"),
            ("X./.#", "", "less-rows", ".#"),
            ("X./.#", "", "more-columns", "X../.#."),
            ("X./.#", "", "less-columns", "X/."),
        ] {
            assert_eq!(put(text, part, tool).as_deref(), Ok(after), "{tool} on {part} of {text}");
        }
        for (text, part, tool, reason) in [
            ("XXXX.", "e1", "black", "black has 4 amazons already"),
            ("XXXX.", "f1", "black", "`f1` is no square"),
            ("XXXX.", "", "less-rows", "a board has 1 to 10 rows"),
            ("XXXX.", "", "paint", "no such tool"),
        ] {
            let error = put(text, part, tool).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
