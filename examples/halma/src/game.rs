//! The rules of Halma for three, the notation and the drawing of positions.

use shuban_core::drawing::drawn_text;
use shuban_core::present::LastOf;
use shuban_core::{Game, Japanese, Medium, NotationError, Payoffs, Play, Present, Seat};

use crate::board::{self, Cells};

/// The rows of the board, as a text has them.
const EMPTY: &str = ".../..../...../..../...";

/// Number of players.
pub const PLAYERS: usize = 3;

/// The pieces of the three players, and who of them is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of each player.
    pub pieces: [Cells; PLAYERS],
    /// The player to move, from 0.
    pub turn: usize,
}

impl Position {
    /// Returns the number of pieces of a player.
    pub fn each_has(&self) -> u32 {
        self.pieces[0].count_ones()
    }

    /// Returns the player who has filled its target, and has won: of several, which play never
    /// comes to, the one who moved last.
    pub fn winner(&self) -> Option<usize> {
        let fills = |&player: &usize| self.pieces[player] == board::target(player, self.each_has());
        (1..=PLAYERS).map(|back| (self.turn + PLAYERS - back) % PLAYERS).find(fills)
    }
}

/// The cells that a piece goes from and to, the same where a player cannot move.
pub type Step = (Cells, Cells);

/// Halma (Chinese checkers) for three: players 1, 2 and 3 move in turn. A piece steps to a free cell
/// beside it, or hops over any piece beside it to the free cell behind, and may hop on from there.
/// A player who cannot move passes. The player whose pieces are first at the other end of its
/// diagonal wins; a piece of another there keeps it waiting. Play without end is a draw.
///
/// It is a game of two sides here: player 1 is seat 0, and the two others together are seat 1, which
/// wins if one of them does.
pub struct Halma {
    /// True if a piece must not stop in corners that are neither home nor target of its player; it
    /// may hop through. So no other piece can stand in a player's target.
    pub closed: bool,
}

impl Halma {
    /// Returns the cells on which a player's pieces may stand.
    pub fn stops(&self, player: usize, pieces: u32) -> Cells {
        if self.closed { board::own_and_common(player, pieces) } else { board::ALL }
    }
}

impl Game for Halma {
    type Position = Position;
    type Chance = ();
    type Move = Step;

    fn name(&self) -> String {
        if self.closed { "halma/closed" } else { "halma/open" }.to_owned()
    }

    fn to_move(&self, position: &Position) -> Seat {
        usize::from(position.turn != 0)
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let winner = position.winner()?;
        Some(Payoffs::new(if winner == 0 { &[1, -1] } else { &[-1, 1] }))
    }

    fn chances(&self, _: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &Position, (): (), plays: &mut Vec<Play<Position, Step>>) {
        if position.winner().is_some() {
            return;
        }
        let Position { pieces, turn } = *position;
        let stops = self.stops(turn, position.each_has());
        let next = Position { pieces, turn: (turn + 1) % PLAYERS };
        let all = pieces[0] | pieces[1] | pieces[2];
        let before = plays.len();
        for from in board::each(pieces[turn]) {
            for to in board::each(board::reached(from, all & !from) & stops) {
                let mut after = next;
                after.pieces[turn] ^= from | to;
                plays.push(Play { action: (from, to), after });
            }
        }
        if plays.len() == before {
            plays.push(Play { action: (pieces[turn], pieces[turn]), after: next });
        }
    }

    /// The rows from the top, and the player to move: `1../.1../...22/.3../3.. 1`.
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let refuse = |at, reason: &str| NotationError::new(text, at, reason);
        let (rows, turn) = text.split_once(' ').unwrap_or((text, "1"));
        let empty = rows.replace(['1', '2', '3'], ".");
        if empty != EMPTY {
            let same = empty.chars().zip(EMPTY.chars()).take_while(|(sign, other)| sign == other);
            return Err(refuse(same.count(), "expected rows of 3, 4, 5, 4 and 3 of ., 1, 2 and 3"));
        }
        let mut position = Position { pieces: [0; PLAYERS], turn: 0 };
        let signs = rows.chars().filter(|&sign| sign != '/').map(|sign| sign.to_digit(10));
        for (cell, player) in board::each(board::ALL).zip(signs) {
            if let Some(player) = player {
                position.pieces[player as usize - 1] |= cell;
            }
        }
        let player = ["1", "2", "3"].iter().position(|&player| player == turn);
        position.turn =
            player.ok_or_else(|| refuse(rows.len() + 1, "expected 1, 2 or 3, to move"))?;
        let each = position.each_has();
        let is_allowed = |(player, cells): (usize, &Cells)| {
            cells.count_ones() == each && cells & !self.stops(player, each) == 0
        };
        let is_allowed =
            matches!(each, 1 | 2) && position.pieces.iter().enumerate().all(is_allowed);
        let reason = "expected one or two pieces each, on cells where they may stand";
        is_allowed.then_some(position).ok_or_else(|| refuse(0, reason))
    }

    fn format(&self, position: &Position) -> String {
        format!("{} {}", rows(position).join("/"), position.turn + 1)
    }

    fn format_move(&self, _: &Position, (): (), &(from, to): &Step) -> String {
        match from == to {
            true => "pass".to_owned(),
            false => format!("{}-{}", board::name(from), board::name(to)),
        }
    }
}

/// The signs of each row, from the top.
fn rows(position: &Position) -> [String; 5] {
    let sign = |cell| {
        let player = position.pieces.iter().position(|pieces| pieces & cell != 0);
        player.map_or('.', |player| char::from(b'1' + player as u8))
    };
    [0, 6, 12, 18, 24].map(|row| board::each(board::ALL & 0o77 << row).map(sign).collect())
}

impl Present for Halma {
    fn about(&self) -> String {
        let stop =
            if self.closed { "stopping in no other's corner" } else { "all cells free to all" };
        format!("Halma for three on 19 cells, one against the two others, {stop}")
    }

    fn start(&self) -> Position {
        Position { pieces: [0, 1, 2].map(|player| board::home(player, 2)), turn: 0 }
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["player 1", "players 2 and 3"][seat].to_owned()
    }

    fn japanese(&self) -> Japanese {
        let title = match self.closed {
            true => "三人ダイヤモンドゲーム（19マス，角は閉鎖）：一人対二人",
            false => "三人ダイヤモンドゲーム（19マス，角は開放）：一人対二人",
        };
        Japanese::new(title, &[])
    }

    fn draw(&self, position: &Position, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        let row = |(letter, row): (char, String)| {
            let signs: String = row.chars().map(|sign| format!(" {sign}")).collect();
            format!("{letter} {}{signs}\n", " ".repeat(5 - row.len()))
        };
        let rows: String = ('a'..).zip(rows(position)).map(row).collect();
        drawn_text(&format!("{rows}player {} to move", position.turn + 1), medium)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of the player to move, by name.
    fn moves(closed: bool, text: &str) -> Vec<String> {
        let game = Halma { closed };
        let position = game.parse(text).unwrap();
        let mut plays = Vec::new();
        game.plays(&position, (), &mut plays);
        plays.iter().map(|play| game.format_move(&position, (), &play.action)).collect()
    }

    #[test]
    fn pieces_step_and_hop_in_chains() {
        // From the middle of the top row over b2 to c2, from there over c3 to c4; and two steps.
        let text = ".1./.2../..3../..../... 1";
        assert_eq!(moves(false, text), ["a2-a1", "a2-a3", "a2-b3", "a2-c2", "a2-c4"]);
        // a3 is the target of player 3; a1 is its own home.
        assert_eq!(moves(true, text), ["a2-a1", "a2-b3", "a2-c2", "a2-c4"]);
        // Nothing is behind the edge, and there are no hops over two pieces in a row.
        assert_eq!(moves(false, ".12/3.../...../..../... 1"), ["a2-a1", "a2-b2", "a2-b3"]);
        assert_eq!(moves(false, ".../..../123../..../... 1"), ["c1-b1", "c1-d1"]);
        // All cells beside b4 and d1 are corners of others, and nothing is there to hop over.
        assert_eq!(moves(true, "..3/3..1/...../1..2/.2. 1"), ["pass"]);
    }

    #[test]
    fn bad_text_is_refused() {
        let refused = |text: &str| Halma { closed: true }.parse(text).map_err(|error| error.at);
        for (text, at) in [
            ("", 0),
            ("1../2.../3...x/..../... 1", 13),
            ("1../2.../3..../..../.. 1", 22),
            ("1../2.../3..../..../.... 1", 23),
            ("1../2.../...../3.../... 4", 24),
            ("1../2.../...../3.../... 1 ", 24),
            // No pieces, too few, too many, and one in a corner of another.
            (".../..../...../..../... 1", 0),
            ("1../2.../...../3..3/... 1", 0),
            ("1.1/2..1/2...2/3..3/..3 1", 0),
            ("..1/2.../...../3.../... 1", 0),
        ] {
            assert_eq!(refused(text), Err(at), "{text}");
        }
        assert!(refused("1../2.../...../3.../...").is_ok());
    }
}
