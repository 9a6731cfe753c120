//! The notation of Trax on a map of tiles.

use crate::notation::{Spelling, text_of, write_move};
use crate::plain::{Cell, PlainMove, PlainPosition, PlainTrax, Tiles, around, cornered, settle};
use crate::record::RecordSearch;
use crate::rules::Ending;
use crate::tile::{Colour, Tile};

impl PlainTrax {
    /// Plays a move as it is written.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub(crate) fn play_spelt(
        &self,
        position: &PlainPosition,
        Spelling { row, column, shape }: Spelling,
    ) -> Result<(PlainMove, PlainPosition), String> {
        if let Some(Ending { reason, .. }) = self.ending(position) {
            return Err(format!("the game is over ({reason})"));
        }
        let is_it = |played: &PlainMove| {
            (played.row, played.column, played.tile.shape()) == (row, column, shape)
        };
        let found = self.moves(position).into_iter().find(|(action, _)| is_it(action));
        found.ok_or_else(|| "this tile cannot be put there".to_owned())
    }

    /// Moves that lead to a position or an image of it.
    pub(crate) fn written(&self, position: &PlainPosition) -> String {
        let moves = (0..8).find_map(|symmetry| {
            let PlainPosition { tiles, to_move } = Self::image(position, symmetry);
            let cells = |part: &Tiles| {
                (part.len() < tiles.len()).then(|| part.keys().copied().collect::<Vec<Cell>>())
            };
            let mut search = RecordSearch::new(to_move, usize::MAX);
            let next = |part: &Tiles| self.next_parts(&tiles, part);
            search.reach(&Tiles::new(), Colour::White, &cells, &next).then_some(search.moves)
        });
        moves.map_or_else(|| format!("{position:?}"), |moves| text_of(&moves))
    }

    /// The parts of a target one turn after a part of it, with the moves; none if a colour has won.
    fn next_parts(&self, target: &Tiles, part: &Tiles) -> Vec<(String, Tiles)> {
        if part.is_empty() {
            let is_first = |tile: &Tile| [Tile::NorthWest, Tile::NorthSouth].contains(tile);
            let first = target.iter().filter(|(_, tile)| is_first(tile));
            let put = |(&cell, &tile): (&Cell, &Tile)| {
                (write_move(-1, -1, tile.shape()), Tiles::from([(cell, tile)]))
            };
            return first.map(put).collect();
        }
        let position = PlainPosition { tiles: cornered(part.clone()), to_move: Colour::White };
        let has_won = |colour| self.features(&position, colour) != (false, false);
        if has_won(Colour::White) || has_won(Colour::Red) {
            return Vec::new();
        }
        let top = part.keys().map(|cell| cell.0).min().unwrap_or(0);
        let left = part.keys().map(|cell| cell.1).min().unwrap_or(0);
        let next = |cell: Cell| {
            let tile = *target.get(&cell)?;
            let mut next = part.clone();
            next.insert(cell, tile);
            let next = settle(next)?;
            let text = write_move(cell.0 - top, cell.1 - left, tile.shape());
            next.keys().all(|cell| target.contains_key(cell)).then_some((text, next))
        };
        around(part).into_iter().filter_map(next).collect()
    }
}
