//! Domineering on small boards: values that are printed, and sums that are played out.

use std::collections::{BTreeMap, HashMap};

use shuban_cgt::{FormId, Forms, Player};

/// The free squares of a board five squares wide, a bit each, row by row.
type Board = u32;

const WIDTH: u32 = 5;

fn board(rows: &[&str]) -> Board {
    let squares = rows.iter().zip(0..).flat_map(|(row, y)| {
        row.chars().zip(0..).filter(|(square, _)| *square == '.').map(move |(_, x)| y * WIDTH + x)
    });
    squares.fold(0, |board, square| board | 1 << square)
}

/// The boards after a domino of this side: Left's stand, Right's lie.
fn moves(board: Board, side: Player) -> impl Iterator<Item = Board> {
    let no_last_column = 0b01111_01111_01111_01111_01111;
    let (step, from) = match side {
        Player::Left => (WIDTH, u32::MAX),
        Player::Right => (1, no_last_column),
    };
    let places = board & from & board >> step;
    (0..u32::BITS)
        .filter(move |i| places >> i & 1 == 1)
        .map(move |i| board & !(1 << i | 1 << (i + step)))
}

fn form(forms: &Forms, board: Board, known: &mut HashMap<Board, FormId>) -> FormId {
    if let Some(&form) = known.get(&board) {
        return form;
    }
    let [left, right] = [Player::Left, Player::Right].map(|side| {
        let options: Vec<FormId> =
            moves(board, side).map(|after| form(forms, after, known)).collect();
        options
    });
    let value = forms.form(&left, &right);
    known.insert(board, value);
    value
}

/// Returns true if the side to move wins two boards side by side, by play.
fn wins(boards: [Board; 2], side: Player, known: &mut HashMap<([Board; 2], Player), bool>) -> bool {
    if let Some(&wins) = known.get(&(boards, side)) {
        return wins;
    }
    let [a, b] = boards;
    let wins = moves(a, side).any(|after| !wins([after, b], side.opponent(), known))
        || moves(b, side).any(|after| !wins([a, after], side.opponent(), known));
    known.insert((boards, side), wins);
    wins
}

#[test]
fn domineering_has_the_values_of_the_books() {
    let forms = Forms::new();
    let mut known = HashMap::new();
    let mut text = |rows: &[&str]| forms.text(form(&forms, board(rows), &mut known));
    assert_eq!(text(&["."]), "0");
    assert_eq!(text(&[".", "."]), "1");
    assert_eq!(text(&["...."]), "-2");
    assert_eq!(text(&["..", "."]), "*");
    assert_eq!(text(&["..", ".."]), "{1|-1}");
    assert_eq!(text(&["...", "..."]), "{2|-1/2}");
    assert_eq!(text(&["...", "...", "..."]), "{1|-1}");
}

#[test]
fn sums_of_boards_are_won_as_their_values_say() {
    let forms = Forms::new();
    let mut known = HashMap::new();
    // One board of each value of those within three by three squares and two by four.
    let mut boards: BTreeMap<FormId, Board> = BTreeMap::new();
    for squares in 0..1u32 << 9 {
        let board = squares & 7 | (squares >> 3 & 7) << WIDTH | (squares >> 6) << (2 * WIDTH);
        boards.entry(form(&forms, board, &mut known)).or_insert(board);
    }
    for squares in 0..1u32 << 8 {
        let board = squares & 15 | (squares >> 4) << WIDTH;
        boards.entry(form(&forms, board, &mut known)).or_insert(board);
    }
    assert!(boards.len() > 25, "only {} values", boards.len());
    let mut played = HashMap::new();
    for (&x, &a) in &boards {
        for (&y, &b) in &boards {
            let outcome = forms.outcome(forms.sum(x, y));
            for side in [Player::Left, Player::Right] {
                let winner = if wins([a, b], side, &mut played) { side } else { side.opponent() };
                assert_eq!(outcome.winner(side), winner, "{} + {}", forms.text(x), forms.text(y));
            }
        }
    }
}
