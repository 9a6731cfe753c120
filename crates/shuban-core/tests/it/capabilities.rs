//! Capabilities, players and estimates of a game that says no more of them than it must.

use shuban_core::adviser::{Advice, Adviser, Participation};
use shuban_core::present::{Editor, MoveDrawing, MovePart, Perft, Summable, Tool};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Evaluation, Game, Medium, NotationError, Present};

use crate::heap::{Heap, Position};

impl MoveDrawing<Heap> for Heap {
    fn touched(&self, _: &Position, (): (), take: &u8) -> Vec<String> {
        (1..=*take).map(|thing| thing.to_string()).collect()
    }
}

impl Editor<Heap> for Heap {
    fn tools(&self) -> Vec<Tool> {
        vec![Tool::board("one", "one thing more", "一つ増やす")]
    }

    fn put(&self, &(left, seat): &Position, _: &str, _: &str) -> Result<Position, NotationError> {
        Ok((left + 1, seat))
    }
}

impl Summable<Heap> for Heap {
    fn parts(&self, _: &Position) -> Vec<Position> {
        Vec::new()
    }

    fn with_to_move(&self, &(left, _): &Position, side: &str) -> Result<Position, NotationError> {
        let seat = ["first", "second"].iter().position(|name| *name == side);
        seat.map(|seat| (left, seat)).ok_or_else(|| NotationError::new(side, 0, "no such side"))
    }
}

impl Perft<Heap> for Heap {
    fn each_after(&self, position: &Position, visit: &mut dyn FnMut(Position)) {
        let mut plays = Vec::new();
        self.plays(position, (), &mut plays);
        plays.into_iter().for_each(|play| visit(play.after));
    }
}

#[test]
fn each_touch_is_a_part_of_the_only_way_to_make_a_move_which_is_one_step() {
    let start = Heap.start();
    let way = ["1", "2"].map(|thing| MovePart::Touched(thing.to_owned()));
    assert_eq!(Heap.ways(&start, (), &2), [way.to_vec()]);
    assert!(Heap.ways(&start, (), &0).is_empty());
    for medium in [Medium::Terminal { colour: true }, Medium::Svg] {
        assert_eq!(Heap.under_way(&start, (), &way, medium), None);
        assert!(Heap.steps(&start, (), &2, medium).is_empty());
    }
}

#[test]
fn a_page_waits_for_the_game_to_show_what_a_tool_does() {
    assert_eq!(Heap.preview(&Heap.start()), None);
}

#[test]
fn a_sum_that_is_not_solved_has_no_text() {
    assert_eq!(Heap.sum(&[&(3, 0), &(4, 1)]), None);
}

#[test]
fn moves_are_counted_one_by_one_and_in_no_classes() {
    assert_eq!([1, 2, 7].map(|left| Heap.count_plays(&(left, 0))), [1, 2, 2]);
    assert!(Heap.classes().is_empty());
    assert_eq!(Heap.class(&Heap.start()), None);
}

/// A player that takes one.
struct Modest;

impl Adviser for Modest {
    type Game = Heap;

    fn game(&self) -> &Heap {
        &Heap
    }

    fn name(&self) -> String {
        "modest".to_owned()
    }

    fn about(&self) -> String {
        "takes one".to_owned()
    }

    fn advise(&self, _: &Position, _: &SearchSetting<'_>) -> Result<Advice<Heap>, SearchFailure> {
        Ok(Advice::of(1))
    }
}

#[test]
fn a_player_speaks_english_alone_and_leaves_the_moves_to_others() {
    assert_eq!(Modest.about_ja(), None);
    assert_eq!(Modest.participation(&Heap.start()), Participation::AdvisesOnly);
}

/// An estimate by the number of things.
struct Size;

impl Evaluation for Size {
    type Game = Heap;

    fn game(&self) -> &Heap {
        &Heap
    }

    fn about(&self) -> String {
        "the number of things".to_owned()
    }

    fn evaluate(&self, &(left, _): &Position) -> i32 {
        left.into()
    }
}

#[test]
fn the_only_estimate_of_a_game_is_the_default_and_knows_no_values() {
    assert_eq!(Size.name(), "default");
    let shelf = EmptyShelf;
    assert!(matches!(Size.known(&shelf)(&Heap.start()), Ok(None)));
}
