//! Presentation of the game: names, positions, drawings, editing.

use shuban_core::present::{
    Capabilities, Editor, LastOf, MoveDrawing, MovePart, Perft, Preview, Summable, Tool,
};
use shuban_core::{Game, Japanese, Medium, NotationError, Play, Present, Random, Seat};

use crate::board::{draw_board, draw_squares};
use crate::by_hand;
use crate::game::Amazons;
use crate::japanese::PHRASES;
use crate::layout::status;
use crate::notation::{format_move, format_position};
use crate::placement::MAX_AMAZONS;
use crate::position::{MAX_BOARD, Position};
use crate::read_move::{parse_move, parse_square};
use crate::read_position::parse_side;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Move, Subgame};
use crate::sum::BoardSum;
use crate::svg::{draw_svg, preview};
use crate::twin;

impl Present for Amazons {
    fn about(&self) -> String {
        format!(
            "boards and regions up to {MAX_BOARD} by {MAX_BOARD}, up to {MAX_AMAZONS} amazons a \
             side; a side that cannot move loses"
        )
    }

    fn japanese(&self) -> Japanese {
        let about = format!(
            "アマゾンズ：{MAX_BOARD}×{MAX_BOARD}マスまでの盤と領域、アマゾンは{MAX_AMAZONS}個ずつまで、\
             動けなくなった側の負け"
        );
        Japanese::new(about, PHRASES)
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn parse_move(
        &self,
        position: &Position,
        _chance: (),
        text: &str,
    ) -> Result<Play<Position, Move>, NotationError> {
        let action = parse_move(position, text.trim())?;
        Ok(Play { action, after: position.after(action) })
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn draw(&self, position: &Position, _last: Option<&LastOf<Self>>, medium: Medium) -> String {
        match medium {
            Medium::Terminal { colour } => draw_board(position, colour).trim_end().to_owned(),
            Medium::Svg => {
                let text = format_position(position);
                draw_svg(&[*position], &text, &status(position, "Black", "White"))
            }
        }
    }

    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        let mut random = Random::new(seed);
        Some((0..pairs).map(|_| compare(&random_position(&mut random))).sum())
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(self),
            editor: Some(self),
            sums: Some(self),
            numbers: Some(self),
            perft: Some(self),
            transcripts: Some(self),
            ..Capabilities::default()
        }
    }
}

impl<G: Game<Position = Position, Chance = (), Move = Move>> MoveDrawing<G> for Amazons {
    fn touched(&self, position: &Position, _chance: (), action: &Move) -> Vec<String> {
        by_hand::touched(position, action)
    }

    /// The amazon is carried to its square, and from there the arrow to the one that burns.
    fn ways(&self, position: &Position, _chance: (), action: &Move) -> Vec<Vec<MovePart>> {
        by_hand::ways(by_hand::touched(position, action))
    }

    fn under_way(
        &self,
        position: &Position,
        _chance: (),
        made: &[MovePart],
        medium: Medium,
    ) -> Option<String> {
        let square = |name: &str| parse_square(position, name).ok();
        let [MovePart::Carried(from, to), rest @ ..] = made else { return None };
        let (from, to) = (square(from)?, square(to)?);
        let [MovePart::Aimed(_, shot), ..] = rest else {
            let action = Move { from, to, shot: from };
            return Some(draw_moved(&by_hand::moved(position, action), medium));
        };
        let after = position.after(Move { from, to, shot: square(shot)? });
        Some(self.draw(&after, None, medium))
    }

    /// The amazon moves, and then it shoots.
    fn steps(
        &self,
        position: &Position,
        _chance: (),
        action: &Move,
        medium: Medium,
    ) -> Vec<String> {
        let within = draw_moved(&by_hand::moved(position, *action), medium);
        vec![within, self.draw(&position.after(*action), None, medium)]
    }
}

impl<G: Game<Position = Position>> Editor<G> for Amazons {
    fn tools(&self) -> Vec<Tool> {
        by_hand::TOOLS.to_vec()
    }

    fn put(&self, position: &Position, part: &str, tool: &str) -> Result<Position, NotationError> {
        by_hand::put(position, part, tool)
    }

    fn preview(&self, position: &Position) -> Option<Preview> {
        Some(preview(position))
    }
}

impl<G: Game<Position = Position>> Summable<G> for Amazons {
    fn parts(&self, position: &Position) -> Vec<Position> {
        let parts = BoardSum::new([*position], position.to_move()).parts();
        if parts.len() > 1 { parts } else { Vec::new() }
    }

    fn with_to_move(&self, position: &Position, side: &str) -> Result<Position, NotationError> {
        Ok(position.with_to_move(parse_side(side)?))
    }

    fn sum(&self, positions: &[&Position]) -> Option<String> {
        let to_move = positions.first()?.to_move();
        Some(BoardSum::new(positions.iter().map(|board| **board), to_move).to_string())
    }
}

impl<G: Game<Position = Position>> Perft<G> for Amazons {
    fn each_after(&self, position: &Position, visit: &mut dyn FnMut(Position)) {
        let moves = |action| visit(position.after(action));
        position.subgame().for_each_move(position.to_move(), moves);
    }

    fn count_plays(&self, position: &Position) -> u64 {
        let mut count = 0;
        position.subgame().for_each_move(position.to_move(), |_| count += 1);
        count
    }
}

/// Draws a position in which an amazon has moved and is to shoot.
fn draw_moved(moved: &Position, medium: Medium) -> String {
    match medium {
        Medium::Terminal { colour } => {
            let (lines, _) = draw_squares(moved, colour);
            format!("{}\n\n  {} shoots", lines.join("\n"), moved.to_move().name())
        }
        Medium::Svg => {
            let status = match moved.to_move() {
                Army::Black => "Black shoots",
                Army::White => "White shoots",
            };
            draw_svg(&[*moved], &format_position(moved), status)
        }
    }
}

/// `black` or `white`.
pub(crate) fn seat_name(seat: Seat) -> String {
    Army::BOTH.get(seat).map_or_else(String::new, |side| side.name().to_owned())
}

/// Compares the moves of a position, and the boards after them, with those of [`twin`]: returns
/// their number, or the first difference.
fn compare(position: &Position) -> Result<u64, String> {
    let (subgame, side) = (position.subgame(), position.to_move());
    let mut fast = subgame.moves(side);
    fast.sort_unstable();
    let plain = twin::moves(subgame, side);
    let written = |action: &Move| format_move(position, action);
    if fast != plain {
        let text = |moves: &[Move]| moves.iter().map(written).collect::<Vec<_>>().join(" ");
        let (fast, plain) = (text(&fast), text(&plain));
        return Err(format!("{}: {fast}; plainly: {plain}", format_position(position)));
    }
    for action in &fast {
        if twin::squares(&subgame.after(side, *action)) != twin::after(subgame, *action) {
            let (position, action) = (format_position(position), written(action));
            return Err(format!("{position}: after {action} the boards differ"));
        }
    }
    Ok(fast.len() as u64)
}

/// A board of any size, burnt here and there, with up to four amazons a side anywhere.
pub(crate) fn random_position(random: &mut Random) -> Position {
    let (height, width) = (1 + random.place(MAX_BOARD), 1 + random.place(MAX_BOARD));
    // Percentage of burnt squares.
    let burnt = random.below(80);
    let mut squares = Squares::rectangle(height, width);
    for square in squares {
        if random.below(100) < burnt {
            squares = squares.without(square);
        }
    }
    let mut sides = [Squares::EMPTY; 2];
    for own in &mut sides {
        for _ in 0..random.below(MAX_AMAZONS as u64 + 1) {
            let square = Square::new(random.place(height), random.place(width));
            *own = square.map_or(*own, |square| own.with(square));
        }
    }
    let [black, white] = [sides[0] & squares, (sides[1] & squares) - sides[0]];
    let to_move = Army::BOTH[random.place(2)];
    let subgame = Subgame::new(squares, black, white).unwrap_or_default();
    Position::new(height, width, subgame, to_move).unwrap_or_else(Position::start)
}
