//! A game that says no more than it must: what the traits say for it.

use shuban_core::present::ToolTarget;
use shuban_core::provable::{FirstNumbers, Key, Open, Question, value_by_rules};
use shuban_core::{Fields, Game, Medium, Play, Present, Provable};

use crate::heap::Heap;

#[test]
fn a_game_is_for_two_and_equal_to_itself_alone() {
    assert_eq!(Heap.seats(), 2);
    assert_eq!(Heap.canonical(&(7, 1)), (7, 1));
}

#[test]
fn a_game_is_shown_by_its_texts() {
    let start = Heap.start();
    assert!(Heap.openings(&start).is_empty() && Heap.named_positions().is_empty());
    assert_eq!((Heap.chance_text(()), Heap.dice(()).is_none()), (None, true));
    let play = Heap.parse_move(&start, (), " take 2 ").unwrap();
    assert_eq!(play, Play { action: 2, after: (5, 1) });
    assert_eq!(Heap.format_after("7", &play), "5");
    assert!(Heap.parse_move(&(1, 0), (), "take 2").is_err());
    // Nobody moves in a game that is over.
    assert!(Heap.parse_move(&(0, 0), (), "take 1").is_err());
    assert_eq!(Heap.seat_name(1), "player 2");
    assert_eq!((Heap.reason(&(0, 0)), Heap.stage(&start)), (None, None));
    assert_eq!(Heap.facts(&start), Fields::new());
    assert_eq!(Heap.draw(&start, None, Medium::Terminal { colour: false }), "7");
    let has = Heap.capabilities();
    assert!(has.moves.is_none() && has.editor.is_none() && has.sums.is_none());
    assert!(has.interchange.is_none() && has.perft.is_none() && has.transcripts.is_none());
    assert!(Heap.compare_with_plain(1, 1).is_none());
}

#[test]
fn a_game_is_proven_by_its_rules() {
    let start = Heap.start();
    assert_eq!(Heap.key(&start), Key::of(&start));
    assert_ne!(Heap.key(&start), Heap.key(&(7, 1)));
    assert_eq!(Heap.first_numbers(&start), FirstNumbers { phi: 1, delta: 1 });
    assert_eq!(Heap.plies_left(&start), u32::MAX);
    assert!(Heap.has_draws());
    assert_eq!(
        (Heap.work(&()), Heap.work_unit(), Heap.likely_positions(&start)),
        (0, "steps", None)
    );
    assert_eq!(Key { high: 0x2f, low: 0xa0 }.to_string(), "000000000000002f000000a0");
    assert_eq!((Heap.record(&start), Heap.read_record(&[7])), (None, None));
    assert!(Heap.choices(&start).is_none());
    let wins = Question { seat: 0, at_least: 1 };
    let mut open = Vec::new();
    assert_eq!(Heap.expand(&start, &wins, 1, &mut (), &mut open), None);
    let first = FirstNumbers::ONES;
    assert_eq!(open, [6, 5].map(|left| Open { position: (left, 1), first }));
    // Multiples of three are lost for the player to move.
    for left in 0..12 {
        for seat in [0, 1] {
            let won_by_mover = left % 3 != 0;
            let answer = value_by_rules(&Heap, &(left, seat), &wins, 20);
            assert_eq!(answer, Some(won_by_mover == (seat == 0)), "{left} for {seat}");
        }
    }
}

#[test]
fn a_target_of_tools_has_the_name_that_pages_use() {
    let names = [ToolTarget::Part, ToolTarget::Piece, ToolTarget::Board].map(ToolTarget::name);
    assert_eq!(names, ["part", "piece", "board"]);
}
