//! Sums as a game.

use shuban_core::present::{Capabilities, LastOf, MoveDrawing, MovePart, Summable};
use shuban_core::{Game, Japanese, Medium, NotationError, Payoffs, Play, Present, Seat};

use super::text::{BoardSum, SumMove};
use crate::board::draw_squares;
use crate::by_hand;
use crate::game::Amazons;
use crate::japanese::PHRASES;
use crate::position::Position;
use crate::present::seat_name;
use crate::read_position::parse_side;
use crate::subgame::Army;
use crate::svg::draw_svg;

/// Amazons on several boards: a player moves on one of them, and a player who cannot move on any
/// loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums;

impl Game for Sums {
    type Position = BoardSum;
    type Chance = ();
    type Move = SumMove;

    fn name(&self) -> String {
        Amazons.name()
    }

    fn to_move(&self, sum: &BoardSum) -> Seat {
        sum.to_move() as Seat
    }

    fn outcome(&self, sum: &BoardSum) -> Option<Payoffs> {
        sum.boards().iter().map(|board| Amazons.outcome(board)).reduce(Option::and)?
    }

    fn chances(&self, _sum: &BoardSum) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, sum: &BoardSum, _chance: (), plays: &mut Vec<Play<BoardSum, SumMove>>) {
        for (board, position) in sum.boards().iter().enumerate() {
            position.subgame().for_each_move(sum.to_move(), |action| {
                let action = SumMove { board, action };
                plays.push(Play { action, after: sum.after(&action) });
            });
        }
    }

    fn parse(&self, text: &str) -> Result<BoardSum, NotationError> {
        BoardSum::parse(text)
    }

    fn format(&self, sum: &BoardSum) -> String {
        sum.to_string()
    }

    fn format_move(&self, sum: &BoardSum, _chance: (), action: &SumMove) -> String {
        sum.format_move(action)
    }
}

impl Present for Sums {
    fn about(&self) -> String {
        "sums of boards joined by `+`, of which a player moves on one".to_owned()
    }

    fn japanese(&self) -> Japanese {
        Japanese::new("アマゾンズの盤の和：`+` でつないだ盤のどれか1つで動く", PHRASES)
    }

    fn start(&self) -> BoardSum {
        BoardSum::new([Position::start()], Army::White)
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn draw(&self, sum: &BoardSum, _last: Option<&LastOf<Self>>, medium: Medium) -> String {
        let Medium::Terminal { colour } = medium else {
            let status = match self.outcome(sum) {
                None => format!("{} to move", sum.to_move().name()),
                Some(_) => format!("{} cannot move", sum.to_move().name()),
            };
            return draw_svg(sum.boards(), &sum.to_string(), &status);
        };
        let drawn: Vec<_> = sum.boards().iter().map(|board| draw_squares(board, colour)).collect();
        side_by_side(&drawn, 100)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { moves: Some(self), sums: Some(self), ..Capabilities::default() }
    }
}

impl MoveDrawing<Self> for Sums {
    fn touched(&self, sum: &BoardSum, _chance: (), action: &SumMove) -> Vec<String> {
        let SumMove { board, action } = action;
        let Some(position) = sum.boards().get(*board) else { return Vec::new() };
        let parts = by_hand::touched(position, action).into_iter();
        let several = sum.boards().len() > 1;
        parts.map(|part| if several { format!("{}:{part}", board + 1) } else { part }).collect()
    }

    fn ways(&self, sum: &BoardSum, chance: (), action: &SumMove) -> Vec<Vec<MovePart>> {
        by_hand::ways(self.touched(sum, chance, action))
    }
}

impl Summable<Self> for Sums {
    fn parts(&self, sum: &BoardSum) -> Vec<BoardSum> {
        sum.parts().into_iter().map(|part| BoardSum::new([part], sum.to_move())).collect()
    }

    fn with_to_move(&self, sum: &BoardSum, side: &str) -> Result<BoardSum, NotationError> {
        Ok(sum.with_to_move(parse_side(side)?))
    }
}

/// A drawing of a board: lines, and the number of characters that each of them shows.
type Drawn = (Vec<String>, usize);

/// Drawings beside each other, as many as go into a line of `width` characters.
fn side_by_side(drawn: &[Drawn], width: usize) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut used = 0;
    for (number, (lines, shown)) in drawn.iter().enumerate() {
        let wide = shown.max(&10) + 3;
        let padded = |line: &String| format!("{line}{:1$}", "", wide - shown);
        let mut block: Vec<String> = lines.iter().map(padded).collect();
        if drawn.len() > 1 {
            block.push(format!("{:<wide$}", format!("  board {}", number + 1)));
        }
        if rows.is_empty() || used + wide > width {
            rows.push(Vec::new());
            used = 0;
        }
        let row = rows.last_mut().expect("there is one now");
        // Boards stand on one line, whatever their heights.
        while row.len() < block.len() {
            row.insert(0, " ".repeat(used));
        }
        let missing = row.len() - block.len();
        for (at, line) in row.iter_mut().enumerate() {
            match at.checked_sub(missing) {
                Some(at) => *line += &block[at],
                None => *line += &" ".repeat(wide),
            }
        }
        used += wide;
    }
    let rows = rows.iter().map(|row| {
        let lines = row.iter().map(|line| line.trim_end());
        lines.collect::<Vec<_>>().join("\n")
    });
    rows.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn sums_keep_the_laws_of_games() {
        let starts = ["X.O + X.O", "X..#O + ..X/O.. white", "#.", "XO + #. + ##"]
            .map(|text| Sums.parse(text).unwrap());
        let positions = shuban_conformance::reachable(&Sums, &starts, 1_000);
        shuban_conformance::game(&Sums, &positions).unwrap();
        shuban_conformance::board(&Sums, &positions[..20]).unwrap();
    }

    #[test]
    fn sums_fall_into_regions_and_have_no_more_squares_than_can_be_told() {
        let sum = Sums.parse("X.#O./..#.. + ##. + X.O white").unwrap();
        let parts: Vec<String> = sum.parts().iter().map(crate::notation::format_position).collect();
        assert_eq!(parts, ["X./.. white", "O./.. white", "X.O white"]);
        let board = Amazons.parse("X.#O./..#.. white").unwrap();
        let sums: &dyn Summable<Amazons> = &Amazons;
        assert_eq!(sums.parts(&board).len(), 2);
        assert_eq!(sums.parts(&Amazons.parse("X.O").unwrap()), []);
        let sum = sums.sum(&[&Amazons.parse("X.O white").unwrap(), &board]);
        assert_eq!(sum.as_deref(), Some("X.O + X.#O./..#.. white"));
        let many = |count: usize| Sums.parse(&vec!["X.O"; count].join(" + "));
        assert!(many(333).is_ok());
        let refused = many(334).unwrap_err();
        assert!(refused.to_string().contains("1000 squares"), "{refused}");
    }

    #[test]
    fn drawings_stand_beside_each_other_on_one_line() {
        let drawn = |text: &str| {
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let wide = lines.iter().map(String::len).max().unwrap_or(0);
            (lines, wide)
        };
        let boards = ["ab\ncd", "e", "f\ng\nh"].map(drawn);
        let text = side_by_side(&boards, 30);
        let expected = "ab\ncd           e\n  board 1      board 2\n\nf\ng\nh\n  board 3";
        assert_eq!(text, expected);
        assert_eq!(side_by_side(&boards[..1], 30), "ab\ncd");
        assert_eq!(
            side_by_side(&boards[1..], 40),
            "             f\n             g\ne            h\n  board 1      board 2"
        );
    }
}
