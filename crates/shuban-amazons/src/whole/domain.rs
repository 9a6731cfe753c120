//! The domain of all positions of a board.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_core::backup::backup_ordered;
use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, Layer, LayerId, Part, PartId, Present,
    Unanswered,
};

use super::index::{BoardIndex, MOST_SQUARES, SmallBoard};
use super::value::LastMove;
use crate::boards::Boards;
use crate::position::Position;

/// `amazons/4x4/empty-N`: every position of the board of `amazons/4x4` with N empty squares and all amazons of both
/// sides, whichever squares are burnt and whether play can reach it or not, with who makes the last move.
///
/// A move burns a square, so each layer asks for the one before.
pub struct WholeBoards {
    game: Boards,
    pub(super) board: SmallBoard,
    layers: Vec<Layer>,
    /// The same for each layer's sweep.
    reach: OnceLock<Arc<[u16]>>,
}

impl WholeBoards {
    /// Creates the domain of a game's board; `None` unless it has up to 16 squares and each side as many amazons.
    pub fn new(game: Boards) -> Option<Self> {
        let start = game.start();
        let sides = [start.subgame().black().len(), start.subgame().white().len()];
        let board = SmallBoard { width: start.width(), height: start.height(), amazons: sides[0] };
        let is_small = board.squares() <= MOST_SQUARES && sides[0] == sides[1];
        if !is_small {
            return None;
        }
        let layer = |empty: usize| Layer {
            name: format!("{}/empty-{empty}", game.name()),
            parts: vec![Part { name: "all".to_owned(), positions: Some(board.positions(empty)) }],
            needs: empty.checked_sub(1).map(LayerId).into_iter().collect(),
            cyclic: false,
        };
        let layers = (0..=board.rest()).map(layer).collect();
        Some(WholeBoards { game, board, layers, reach: OnceLock::new() })
    }

    /// Returns the squares that a queen reaches on the board ([`SmallBoard::reach`]).
    pub(super) fn reach(&self) -> Arc<[u16]> {
        Arc::clone(self.reach.get_or_init(|| self.board.reach()))
    }

    /// Returns the index of a layer.
    pub(super) fn board_index(&self, layer: LayerId) -> BoardIndex {
        BoardIndex { board: self.board, empty: layer.0 }
    }
}

impl Domain for WholeBoards {
    type Game = Boards;
    type Value = LastMove;
    type Record = LastMove;

    fn name(&self) -> String {
        format!("{}/empty", self.game.name())
    }

    fn game(&self) -> &Boards {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let SmallBoard { width, height, amazons } = self.board;
        BTreeMap::from([
            ("amazons-per-side".to_owned(), amazons.to_string()),
            ("board".to_owned(), format!("{width} columns, {height} rows")),
            ("value".to_owned(), "whether the player to move makes the last move".to_owned()),
        ])
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn whole(&self) -> Option<(String, LayerId)> {
        Some((format!("{}/whole", self.game.name()), LayerId(self.board.rest())))
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        Ok(Box::new(self.board_index(part.layer)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let [_, _, burnt] = self.board.masks(position)?;
        let empty = self.board.rest() - burnt.count_ones() as usize;
        Some(PartId { layer: LayerId(empty), part: 0 })
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, LastMove>,
    ) -> Result<LastMove, Unanswered> {
        backup_ordered(self, position, ask, &LastMove::of, &|value| -value)
    }

    fn encode(&self, value: &LastMove, _dictionary: &Dictionary<LastMove>) -> LastMove {
        *value
    }

    fn decode(&self, record: LastMove, _dictionary: &Dictionary<LastMove>) -> Option<LastMove> {
        Some(record)
    }
}
