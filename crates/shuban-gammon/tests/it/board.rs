//! Boards.

use shuban_gammon::{Position, Variant, draw_board, parse_position};

fn board(name: &str, position: &str) -> String {
    let variant = Variant::by_name(name).unwrap();
    draw_board(&variant, &parse_position(&variant, position).unwrap(), false)
}

#[test]
fn boards_of_every_size_are_drawn() {
    let start = |name: &str| {
        let variant = Variant::by_name(name).unwrap();
        draw_board(&variant, &Position::new(variant.start(), variant.start()), false)
    };
    insta::assert_snapshot!("board-backgammon", start("backgammon"));
    insta::assert_snapshot!("board-half-gammon", start("half-gammon"));
    insta::assert_snapshot!("board-mini-gammon", start("mini-gammon"));
}

#[test]
fn stacks_bars_and_borne_off_checkers_are_shown() {
    insta::assert_snapshot!(
        "board-stacks",
        board("backgammon", "1,1,1,1,1,1,6,bar,bar|2,2,2,2,2,2,2,2,2,2,bar")
    );
    insta::assert_snapshot!("board-over", board("half-gammon", "|3,bar"));
    let odd = Variant::new("odd", 7, 3, 3, &[(5, 4)]).unwrap();
    insta::assert_snapshot!(
        "board-odd",
        draw_board(&odd, &Position::new(odd.start(), odd.start()), false)
    );
}

#[test]
fn every_line_of_a_coloured_board_is_the_plain_one_in_colour() {
    let variant = Variant::by_name("half-gammon").unwrap();
    let position = parse_position(&variant, "1,3,bar|2,2,bar").unwrap();
    let coloured = draw_board(&variant, &position, true);
    assert!(coloured.contains("\x1b[1;33m ● \x1b[0m"));
    let mut plain = coloured;
    for (drawn, word) in [
        ("\x1b[1;33m", ""),
        ("\x1b[1;36m", ""),
        ("\x1b[0m", ""),
        ("X ●", "X"),
        ("O ○", "O"),
        ("●", "X"),
        ("○", "O"),
        ("│", "|"),
        ("─", "-"),
    ] {
        plain = plain.replace(drawn, word);
    }
    let plain = plain.replace(['┌', '┬', '┐', '└', '┴', '┘'], "+");
    assert_eq!(plain, draw_board(&variant, &position, false));
}
