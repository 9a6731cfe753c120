//! The rules of chess, as far as two kings and a white pawn need them.

use shuban_core::drawing::Svg;
use shuban_core::present::{Capabilities, LastOf, MoveDrawing};
use shuban_core::{Game, Japanese, Medium, NotationError, Payoffs, Play, Present, Seat};

/// A square: 0 is a1, 7 is h1, 63 is h8.
pub type Square = u8;

/// The player with the pawn.
pub const WHITE: Seat = 0;

/// Square of a pawn that has been taken.
const TAKEN: Square = 64;

/// Both kings and the pawn. On the eighth rank it is the piece it has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The white king.
    pub white: Square,
    /// The pawn.
    pub pawn: Square,
    /// The black king.
    pub black: Square,
    /// Player to move.
    pub seat: Seat,
}

/// A move: from one square to another.
pub type Step = (Square, Square);

fn file(square: Square) -> u8 {
    square % 8
}

fn rank(square: Square) -> u8 {
    square / 8
}

/// Returns true if two squares touch; also for one square with itself.
fn touch(a: Square, b: Square) -> bool {
    file(a).abs_diff(file(b)) <= 1 && rank(a).abs_diff(rank(b)) <= 1
}

/// The squares that a king reaches from one.
fn king_steps(from: Square) -> impl Iterator<Item = Square> {
    const STEPS: [(i8, i8); 8] =
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    STEPS.into_iter().filter_map(move |(right, up)| {
        let (file, rank) = (file(from) as i8 + right, rank(from) as i8 + up);
        let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        is_on_board.then_some((8 * rank + file) as Square)
    })
}

impl Position {
    /// Returns true if the pawn attacks a square.
    fn is_attacked(&self, square: Square) -> bool {
        file(self.pawn).abs_diff(file(square)) == 1 && rank(self.pawn) + 1 == rank(square)
    }

    /// Returns true if it may stand on a board, the pawn on its second to seventh rank.
    pub fn is_legal(&self) -> bool {
        let Position { white, pawn, black, seat } = *self;
        (8..56).contains(&pawn)
            && !touch(white, black)
            && pawn != white
            && pawn != black
            && (seat != WHITE || !self.is_attacked(black))
    }

    /// The mirror image, files a to h exchanged for h to a.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let pawn = if self.pawn == TAKEN { TAKEN } else { self.pawn ^ 7 };
        Position { white: self.white ^ 7, pawn, black: self.black ^ 7, seat: self.seat }
    }

    /// Visits the position after each move, as long as `visit` returns true.
    fn each_after(&self, mut visit: impl FnMut(Step, Position) -> bool) {
        let Position { white, pawn, black, seat } = *self;
        if !(8..56).contains(&pawn) {
            return;
        }
        if seat != WHITE {
            for to in king_steps(black).filter(|&to| !touch(to, white)) {
                let taken = to == pawn;
                let after = Position {
                    black: to,
                    pawn: if taken { TAKEN } else { pawn },
                    seat: WHITE,
                    ..*self
                };
                if (taken || !self.is_attacked(to)) && !visit((black, to), after) {
                    return;
                }
            }
            return;
        }
        let after = Position { seat: 1 - WHITE, ..*self };
        for to in king_steps(white).filter(|&to| to != pawn && !touch(to, black)) {
            if !visit((white, to), Position { white: to, ..after }) {
                return;
            }
        }
        for to in [pawn + 8, pawn + 16].into_iter().take(if rank(pawn) == 1 { 2 } else { 1 }) {
            if to == white || to == black || !visit((pawn, to), Position { pawn: to, ..after }) {
                return;
            }
        }
    }
}

/// King and pawn against king: White wins by mate, or once the pawn is a queen that cannot be taken
/// by the next move; all else is a draw.
pub struct KingAndPawn;

impl Game for KingAndPawn {
    type Position = Position;
    type Chance = ();
    type Move = Step;

    fn name(&self) -> String {
        "king-and-pawn".to_owned()
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.seat
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let Position { white, pawn, black, seat } = *position;
        let is_stuck = || {
            let mut is_stuck = true;
            position.each_after(|_, _| {
                is_stuck = false;
                false
            });
            is_stuck
        };
        let white_wins = if pawn == TAKEN {
            false
        } else if rank(pawn) == 7 {
            !touch(pawn, black) || touch(pawn, white)
        } else if is_stuck() {
            seat != WHITE && position.is_attacked(black)
        } else {
            return None;
        };
        Some(Payoffs::new(if white_wins { &[1, -1] } else { &[0, 0] }))
    }

    fn chances(&self, _: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &Position, (): (), plays: &mut Vec<Play<Position, Step>>) {
        position.each_after(|action, after| {
            plays.push(Play { action, after });
            true
        });
    }

    fn canonical(&self, position: &Position) -> Position {
        let place = if position.pawn == TAKEN { position.white } else { position.pawn };
        if file(place) < 4 { *position } else { position.mirrored() }
    }

    /// The first two fields of the Forsyth–Edwards notation: `8/8/8/8/4k3/8/4P3/4K3 w`. Others may
    /// follow.
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let refuse = |at, reason: &str| NotationError::new(text, at, reason);
        let (mut white, mut pawn, mut black) = (None, None, None);
        let (mut file, mut row) = (0u8, 7u8);
        let board = text.split(' ').next().unwrap_or_default();
        for (at, letter) in board.chars().enumerate() {
            let piece = match letter {
                '1'..='8' => {
                    file += letter as u8 - b'0';
                    if file > 8 {
                        return Err(refuse(at, "more than eight squares in a rank"));
                    }
                    continue;
                }
                '/' if file == 8 && row > 0 => {
                    (file, row) = (0, row - 1);
                    continue;
                }
                'K' => &mut white,
                'P' => &mut pawn,
                'k' => &mut black,
                _ => return Err(refuse(at, "expected K, P, k, a number of squares, or /")),
            };
            if file == 8 || piece.replace(8 * row + file).is_some() {
                return Err(refuse(at, "expected one K, one k and at most one P"));
            }
            file += 1;
        }
        let seat = match text.split(' ').nth(1) {
            Some("w") => WHITE,
            Some("b") => 1 - WHITE,
            _ => return Err(refuse(board.chars().count(), "expected w or b, the side to move")),
        };
        let (Some(white), Some(black), 0, 8) = (white, black, row, file) else {
            return Err(refuse(0, "expected eight ranks with both kings"));
        };
        let position = Position { white, pawn: pawn.unwrap_or(TAKEN), black, seat };
        let is_over = match pawn {
            None => !touch(white, black) && seat == WHITE,
            Some(pawn) => rank(pawn) == 7 && !touch(white, black) && pawn != white && seat != WHITE,
        };
        let is_position = position.is_legal() || is_over;
        is_position.then_some(position).ok_or_else(|| refuse(0, "no game comes to this position"))
    }

    fn format(&self, position: &Position) -> String {
        let ranks = (0..8).rev().map(|rank| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..8 {
                let piece = piece(position, 8 * rank + file);
                if piece != '.' && empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                match piece {
                    '.' => empty += 1,
                    piece => text.push(piece),
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        });
        let ranks: Vec<String> = ranks.collect();
        format!("{} {}", ranks.join("/"), if position.seat == WHITE { 'w' } else { 'b' })
    }

    fn format_move(&self, position: &Position, (): (), &(from, to): &Step) -> String {
        let king = if from == position.pawn { "" } else { "K" };
        let takes = if to == position.pawn { "x" } else { "" };
        // The promoted pawn wins: mostly as a queen, as a rook where that is stalemate.
        format!("{king}{takes}{}", square_name(to))
    }
}

fn piece(position: &Position, square: Square) -> char {
    match square {
        _ if square == position.white => 'K',
        _ if square == position.black => 'k',
        _ if square == position.pawn => 'P',
        _ => '.',
    }
}

fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + file(square)), rank(square) + 1)
}

/// A board whose squares are parts.
fn draw_svg(position: &Position, text: &str, to_move: &str) -> String {
    let mut svg = Svg::new(400, 408);
    svg.style(".light{fill:#f0e2c4}.dark{fill:#c39a6b}.piece{font-size:38px;fill:#2b211b}");
    for square in 0..64 {
        let (x, y) = (usize::from(file(square)) * 48 + 8, usize::from(7 - rank(square)) * 48 + 12);
        let (name, piece) = (square_name(square), piece(position, square));
        svg.part(&name, &format!("{name} {piece}"), |svg| {
            let class = ["dark", "light"][usize::from(file(square) + rank(square)) % 2];
            svg.element(format!(r#"rect class="{class}" x="{x}" y="{y}" width="48" height="48""#));
            let sign = "♔♚♙".chars().nth("KkP.".find(piece).unwrap_or_default());
            svg.text("piece", x + 24, y + 24, &String::from_iter(sign));
        });
    }
    svg.caption("king-and-pawn", text, &format!("{to_move} to move"));
    svg.finish()
}

impl Present for KingAndPawn {
    fn about(&self) -> String {
        "king and pawn against king, an endgame of chess".to_owned()
    }

    fn start(&self) -> Position {
        Position { white: 4, pawn: 12, black: 60, seat: WHITE }
    }

    fn seat_name(&self, seat: Seat) -> String {
        if seat == WHITE { "White".to_owned() } else { "Black".to_owned() }
    }

    fn japanese(&self) -> Japanese {
        Japanese::new("チェスの終盤：キングとポーン対キング", &[])
    }

    fn draw(&self, position: &Position, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        if medium == Medium::Svg {
            return draw_svg(position, &self.format(position), &self.seat_name(position.seat));
        }
        let rank = |rank: u8| {
            let files = (0..8).map(|file| format!(" {}", piece(position, 8 * rank + file)));
            format!("{} {}\n", rank + 1, files.collect::<String>())
        };
        let board = (0..8).rev().map(rank).collect::<String>();
        board + &format!("   a b c d e f g h\n{} to move", self.seat_name(position.seat))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { moves: Some(self), ..Capabilities::default() }
    }
}

impl MoveDrawing<Self> for KingAndPawn {
    fn touched(&self, _: &Position, (): (), &(from, to): &Step) -> Vec<String> {
        vec![square_name(from), square_name(to)]
    }
}
