//! Tables of boards smaller than any with a name, by the laws of domains and against proof search.

use shuban_core::{Domain, Layer, LayerId};

use super::WholeBoards;
use crate::boards::Boards;
use crate::position::Position;
use crate::read_position::parse_position;

fn whole(start: &str) -> WholeBoards {
    WholeBoards::new(Boards::starting(parse_position(start).unwrap())).unwrap()
}

#[test]
fn the_sweep_is_backup_at_every_position() {
    for start in ["XX./.../.OO white", "X.../..../...O white", "X./O. white"] {
        let domain = whole(start);
        shuban_conformance::layers(&domain).unwrap();
        for layer in 0..domain.layers().len() {
            shuban_conformance::tabulate(&domain, LayerId(layer), u64::MAX).unwrap();
        }
    }
}

#[test]
fn layers_are_explained() {
    let domain = whole("XX./.../.OO white");
    for layer in 0..domain.layers().len() {
        shuban_conformance::layer(&domain, LayerId(layer), 500).unwrap();
        shuban_conformance::explain(&domain, LayerId(layer), 500).unwrap();
    }
    let names: Vec<&str> = domain.layers().iter().map(|layer| &*layer.name).collect();
    assert_eq!(names[0], "amazons/3x3/empty-0");
    assert_eq!(domain.whole(), Some(("amazons/3x3/whole".to_owned(), LayerId(5))));
}

#[test]
fn only_small_boards_with_equal_sides_have_tables() {
    for start in ["X.../..../..../..../...O white", "X.X/.../..O white"] {
        let start = parse_position(start).unwrap();
        assert!(WholeBoards::new(Boards::starting(start)).is_none());
    }
    let board = WholeBoards::new(Boards::new(4, 4).unwrap()).unwrap();
    let positions: u64 = board.layers().iter().map(Layer::positions).sum();
    assert_eq!(positions, 230_630_400);
    // Boards of other sizes can be asked for, and are none of it.
    assert_eq!(board.locate(&Position::start()), None);
    assert_eq!(board.locate(&parse_position("X.../..../..../...O white").unwrap()), None);
}
