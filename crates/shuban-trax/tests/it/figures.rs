//! The figures of Kuwabara and Hoki, by name, and the claims of their text.

use std::collections::BTreeSet;

use shuban_core::present::MoveDrawing;
use shuban_core::{Game, Medium, Present};
use shuban_trax::{Colour, GameOver, IllegalMove, Lines, Position, Reason, Shape, Tile, Trax};

fn eight() -> Trax {
    Trax::new(8, Lines::Full).unwrap()
}

/// The text that a name stands for.
fn figure(name: &str) -> &'static str {
    let name = format!("kuwabara-hoki/figure-{name}");
    let found = eight().named_positions().iter().find(|(named, _)| *named == name);
    found.unwrap_or_else(|| panic!("no {name}")).1
}

fn position(name: &str) -> Position {
    eight().parse(figure(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn tiles(position: &Position) -> Vec<Tile> {
    let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    cells.filter_map(|(row, column)| position.board().tile(row, column)).collect()
}

#[test]
fn every_named_position_is_drawn_and_play_leads_to_it() {
    for (name, text) in eight().named_positions() {
        let written = eight().read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let svg = eight().draw(&written.position, written.last.as_ref(), Medium::Svg);
        let count = tiles(&written.position).len();
        // Six are the supply below the board, as long as there is a turn.
        let supply = if eight().ending(&written.position).is_none() { 6 } else { 0 };
        assert_eq!(svg.matches("class=\"tile\"").count(), count + supply, "{name}");
        // Written as moves, not as a diagram.
        let moves = eight().format(&written.position);
        assert!(moves.starts_with('@'), "{name}: {moves}");
    }
    assert!(Trax::new(7, Lines::Full).unwrap().named_positions().is_empty());
}

#[test]
fn figure_1_has_each_tile_once() {
    let tiles = tiles(&position("1"));
    assert_eq!(tiles.len(), Tile::ALL.len());
    assert_eq!(BTreeSet::from_iter(tiles), BTreeSet::from(Tile::ALL));
}

#[test]
fn figure_2_refuses_the_fourth_tile_for_its_colours_and_no_other() {
    let play = |shape| eight().play(&position("2"), 1, 1, shape).map(|(played, _)| played);
    assert_eq!(play(Shape::Slash), Err(IllegalMove::Mismatch));
    assert!(play(Shape::Plus).is_ok() && play(Shape::Backslash).is_ok());
}

#[test]
fn figure_3_puts_three_tiles_in_a_turn_the_third_because_of_the_second() {
    let before = position("3-before");
    let play = eight().parse_move(&before, (), "@1/").unwrap();
    assert_eq!(play.after, position("3"));
    assert_eq!(tiles(&play.after).len(), tiles(&before).len() + 3);
    let steps = eight().steps(&before, (), &play.action, Medium::Svg);
    let forced = |svg: &String| svg.matches("class=\"forced\"").count();
    assert_eq!(steps.iter().map(forced).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn figure_4_is_refused_for_three_equal_ends() {
    let play = |row, column, shape| eight().play(&position("4"), row, column, shape);
    assert_eq!(play(2, 2, Shape::Slash).err(), Some(IllegalMove::ThreeEnds));
    assert!(play(1, 2, Shape::Plus).is_ok());
}

#[test]
fn figure_5_is_a_loop_of_reds_and_a_line_of_whites() {
    let ending = |name: &str| eight().ending(&position(name));
    let over = |winner, reason| Some(GameOver { winner: Some(winner), reason });
    assert_eq!(ending("5-left"), over(Colour::Red, Reason::Loop));
    assert_eq!(ending("5-right"), over(Colour::White, Reason::Line));
    assert_eq!(position("5-right").board().size().0, 8);
}
