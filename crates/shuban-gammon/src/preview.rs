//! Setting up a board on a page that does not ask for each checker.

use shuban_core::checkers::{Checkers, MAX_CHECKERS};
use shuban_core::present::{Preview, PreviewBoard, PreviewPiece, PreviewPlace};

use crate::by_hand::OPPONENT_BAR;
use crate::layout::Player;
use crate::position::Position;
use crate::svg::{BoardPicture, count_class, looks, picture, side_picture};
use crate::variant::Variant;

/// Returns the pieces and places of a board, from the mover's bar down to the opponent's.
pub(crate) fn of_board(variant: &Variant, position: &Position) -> Preview {
    let places_of = |position: &Position| ordered(variant, picture(variant, position, None).places);
    let one = Checkers::from_places([1]);
    let left = |position: &Position| PreviewBoard::Leaves(held(&places_of(position)));
    let start = Position::new(variant.start(), variant.start());
    Preview {
        carry: Some("move"),
        fewest: 1,
        boards: vec![
            ("clear", left(&Position::new(one, one))),
            ("start", left(&start)),
            ("turn", PreviewBoard::Turned),
        ],
        places: places_of(position),
        ..with_pieces(variant, picture(variant, position, None), &["mover", "opponent"])
    }
}

/// The pieces and places of a side by itself.
pub(crate) fn of_side(variant: &Variant, points: usize, side: Checkers) -> Preview {
    let board = side_picture(variant, points, side, None);
    Preview {
        boards: vec![("clear", PreviewBoard::Leaves(Vec::new()))],
        ..with_pieces(variant, board, &["checker"])
    }
}

/// The places of a picture, and its pieces with the tools that put them.
fn with_pieces(variant: &Variant, board: BoardPicture, tools: &[&'static str]) -> Preview {
    let piece = |(tool, side): (&&'static str, Player)| {
        let [look, in_tray] = looks(side);
        let tray = board.trays.iter().find(|(of, _)| *of == side);
        PreviewPiece {
            tool,
            look,
            count_class: count_class(side),
            most: variant.checkers().min(MAX_CHECKERS),
            rest: tray.map(|(_, stack)| (stack.clone(), in_tray)),
        }
    };
    let pieces = tools.iter().zip([Player::Mover, Player::Opponent]).map(piece).collect();
    Preview {
        pieces,
        places: board.places,
        remove: "remove",
        is_stacked: true,
        ..Preview::default()
    }
}

/// Puts places in the order in which the mover's checkers pass them.
fn ordered(variant: &Variant, mut places: Vec<PreviewPlace>) -> Vec<PreviewPlace> {
    places.sort_by_key(|place| {
        std::cmp::Reverse(match &*place.stack.part {
            "bar" => variant.bar(),
            OPPONENT_BAR => 0,
            point => point.parse().unwrap_or(0),
        })
    });
    places
}

/// Pieces on each of the places that hold some.
fn held(places: &[PreviewPlace]) -> Vec<(usize, usize, usize)> {
    let held = places.iter().enumerate();
    held.filter_map(|(number, place)| place.holds.map(|(piece, count)| (number, piece, count)))
        .collect()
}
