//! A board for the terminal.

use shuban_core::checkers::Checkers;

use crate::layout::{Layout, Player, STACK, borne_off, on_point, status};
use crate::position::Position;
use crate::variant::Variant;

const MOVER: &str = "X";
const OPPONENT: &str = "O";

/// Checkers of the mover and of the opponent as they are drawn in colour.
const DISCS: [&str; 2] = ["●", "○"];

/// Draws a position as the mover sees it, several lines of text: the mover's checkers `X` move to
/// the bottom right, the opponent's `O` to the top right. A checker on the bar stands in the half
/// where it enters. With `colour` it is drawn with discs and lines of Unicode, and ANSI colours
/// distinguish the sides too.
pub fn draw_board(variant: &Variant, position: &Position, colour: bool) -> String {
    draw_with(variant, position, &status(variant, position, MOVER, OPPONENT), colour)
}

/// Draws a position within a move.
pub(crate) fn draw_moving(variant: &Variant, position: &Position, colour: bool) -> String {
    draw_with(variant, position, &format!("{MOVER} moves"), colour)
}

fn draw_with(variant: &Variant, position: &Position, status: &str, colour: bool) -> String {
    let board = TextBoard { variant, position, layout: Layout::new(variant), colour };
    let mut lines = vec![
        board.summary(Player::Opponent, position.opponent),
        board.numbers(true),
        board.edge(true),
    ];
    lines.extend((0..STACK).map(|row| board.row(true, row)));
    lines.push(board.middle());
    lines.extend((0..STACK).rev().map(|row| board.row(false, row)));
    let own = board.summary(Player::Mover, position.mover);
    lines.extend([board.edge(false), board.numbers(false), own]);
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
    fn line(&self, borders: [&str; 4], bar: &str, cell: impl Fn(usize) -> String) -> String {
        let side =
            |columns: std::ops::RangeInclusive<usize>| columns.rev().map(&cell).collect::<String>();
        let Layout { columns, home, .. } = self.layout;
        let [left, one, other, right] = borders;
        format!(" {left}{}{one}{bar}{other}{}{right}", side(home + 1..=columns), side(1..=home))
    }

    fn point(&self, top: bool, column: usize) -> Option<usize> {
        if top { self.layout.top(column) } else { Some(column) }
    }

    fn numbers(&self, top: bool) -> String {
        let number = |column| {
            self.point(top, column).map_or_else(|| "   ".to_owned(), |point| format!("{point:>2} "))
        };
        self.line([" "; 4], "   ", number)
    }

    fn edge(&self, top: bool) -> String {
        let (corners, part) = match (self.colour, top) {
            (false, _) => (["+"; 4], "---"),
            (true, true) => (["┌", "┬", "┬", "┐"], "───"),
            (true, false) => (["└", "┴", "┴", "┘"], "───"),
        };
        self.line(corners, part, |_| part.to_owned())
    }

    fn sides(&self) -> [&'static str; 4] {
        if self.colour { ["│"; 4] } else { ["|"; 4] }
    }

    fn middle(&self) -> String {
        self.line(self.sides(), "BAR", |_| "   ".to_owned())
    }

    /// A row of checkers; row 0 is the one at the edge.
    fn row(&self, top: bool, row: usize) -> String {
        // On the bar, row 0 is in the middle of the board.
        let on_bar = match top {
            true => (Player::Mover, self.position.mover.on(self.variant.bar())),
            false => (Player::Opponent, self.position.opponent.on(self.variant.bar())),
        };
        let bar = self.checker(Some(on_bar), STACK - 1 - row);
        self.line(self.sides(), &bar, |column| {
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
            _ if self.colour => format!(" {} ", DISCS[side as usize]),
            _ => format!(" {} ", name(side)),
        };
        self.coloured(side, text)
    }

    fn coloured(&self, side: Player, text: String) -> String {
        match (self.colour, side) {
            (false, _) => text,
            (true, Player::Mover) => format!("\x1b[1;33m{text}\x1b[0m"),
            (true, Player::Opponent) => format!("\x1b[1;36m{text}\x1b[0m"),
        }
    }

    fn summary(&self, player: Player, side: Checkers) -> String {
        let pips = side.pips();
        let name = match self.colour {
            true => self.coloured(player, format!("{} {}", name(player), DISCS[player as usize])),
            false => name(player).to_owned(),
        };
        let plural = if pips == 1 { "" } else { "s" };
        format!("  {name}: {pips} pip{plural}, {} borne off", borne_off(self.variant, side))
    }
}

fn name(side: Player) -> &'static str {
    match side {
        Player::Mover => MOVER,
        Player::Opponent => OPPONENT,
    }
}
