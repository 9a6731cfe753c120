//! A board for the terminal.

use shuban_core::checkers::Checkers;

use crate::layout::{Layout, Player, STACK, borne_off, on_point, status};
use crate::position::Position;
use crate::variant::Variant;

const MOVER: &str = "X";
const OPPONENT: &str = "O";

/// Draws a position as the mover sees it, several lines of text: the mover's checkers `X` move to
/// the bottom right, the opponent's `O` to the top right. A checker on the bar stands in the half
/// where it enters. With `colour`, ANSI colours distinguish the sides too.
pub fn draw_board(variant: &Variant, position: &Position, colour: bool) -> String {
    draw_with(variant, position, &status(variant, position, MOVER, OPPONENT), colour)
}

/// Draws a position within a move.
pub(crate) fn draw_moving(variant: &Variant, position: &Position, colour: bool) -> String {
    draw_with(variant, position, &format!("{MOVER} moves"), colour)
}

fn draw_with(variant: &Variant, position: &Position, status: &str, colour: bool) -> String {
    let board = TextBoard { variant, position, layout: Layout::new(variant), colour };
    let mut lines =
        vec![board.summary(OPPONENT, position.opponent), board.numbers(true), board.edge()];
    lines.extend((0..STACK).map(|row| board.row(true, row)));
    lines.push(board.middle());
    lines.extend((0..STACK).rev().map(|row| board.row(false, row)));
    lines.extend([board.edge(), board.numbers(false), board.summary(MOVER, position.mover)]);
    lines.push(format!("  {status}"));
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

struct TextBoard<'a> {
    variant: &'a Variant,
    position: &'a Position,
    layout: Layout,
    colour: bool,
}

impl TextBoard<'_> {
    /// One line of the board: a cell of three characters a column and one for the bar.
    fn line(&self, border: &str, bar: &str, cell: impl Fn(usize) -> String) -> String {
        let side =
            |columns: std::ops::RangeInclusive<usize>| columns.rev().map(&cell).collect::<String>();
        let Layout { columns, home, .. } = self.layout;
        format!(
            " {border}{}{border}{bar}{border}{}{border}",
            side(home + 1..=columns),
            side(1..=home)
        )
    }

    fn point(&self, top: bool, column: usize) -> Option<usize> {
        if top { self.layout.top(column) } else { Some(column) }
    }

    fn numbers(&self, top: bool) -> String {
        let number = |column| {
            self.point(top, column).map_or_else(|| "   ".to_owned(), |point| format!("{point:>2} "))
        };
        self.line(" ", "   ", number)
    }

    fn edge(&self) -> String {
        self.line("+", "---", |_| "---".to_owned())
    }

    fn middle(&self) -> String {
        self.line("|", "BAR", |_| "   ".to_owned())
    }

    /// A row of checkers; row 0 is the one at the edge.
    fn row(&self, top: bool, row: usize) -> String {
        // On the bar, row 0 is in the middle of the board.
        let on_bar = match top {
            true => (Player::Mover, self.position.mover.on(self.variant.bar())),
            false => (Player::Opponent, self.position.opponent.on(self.variant.bar())),
        };
        let bar = self.checker(Some(on_bar), STACK - 1 - row);
        self.line("|", &bar, |column| {
            let point = self.point(top, column);
            let stack = point.and_then(|point| on_point(self.variant, self.position, point));
            self.checker(stack, row)
        })
    }

    /// The cell of a stack in one of its rows, three characters.
    fn checker(&self, stack: Option<(Player, usize)>, row: usize) -> String {
        let Some((side, count)) = stack.filter(|&(_, count)| count > row) else {
            return "   ".to_owned();
        };
        let text = match side {
            _ if count > STACK && row == STACK - 1 => format!("{count:>2} "),
            Player::Mover => format!(" {MOVER} "),
            Player::Opponent => format!(" {OPPONENT} "),
        };
        match (self.colour, side) {
            (false, _) => text,
            (true, Player::Mover) => format!("\x1b[1;33m{text}\x1b[0m"),
            (true, Player::Opponent) => format!("\x1b[1;36m{text}\x1b[0m"),
        }
    }

    fn summary(&self, name: &str, side: Checkers) -> String {
        let pips = side.pips();
        let plural = if pips == 1 { "" } else { "s" };
        format!("  {name}: {pips} pip{plural}, {} borne off", borne_off(self.variant, side))
    }
}
