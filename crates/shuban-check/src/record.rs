//! One record of a walk: what its positions offer, and what the strategy chooses of it.

use rayon::prelude::*;

use crate::board::Board;
use crate::class::Choice;
use crate::coder::RangeDecoder;
use crate::key::Key;
use crate::model::Model;
use crate::tile::Colour;

/// Positions whose moves are in one record of the file, at most: those of one number of tiles.
pub(crate) const MOST_IN_A_RECORD: usize = 1 << 16;
/// Positions that one thread works on in one go.
pub(crate) const IN_A_PIECE: usize = 1 << 5;
const _: () = assert!(MOST_IN_A_RECORD.is_multiple_of(IN_A_PIECE));

/// Positions of a record, each with the turn that the strategy chooses, if it is no leaf.
pub(crate) type Piece = Vec<(Board, Option<Choice>)>;

/// What the strategy chooses in the positions of a record: pieces of [`IN_A_PIECE`], the last one
/// perhaps shorter.
pub(crate) struct Chosen {
    pub(crate) pieces: Vec<Piece>,
}

/// The turns that there are to choose from in the positions of a record, in such pieces.
pub(crate) struct Offered {
    pieces: Vec<OfferedPiece>,
}

#[derive(Default)]
struct OfferedPiece {
    boards: Vec<Board>,
    /// Those of one position after those of another.
    choices: Vec<Choice>,
    /// Where those of each position end.
    ends: Vec<usize>,
}

impl Offered {
    /// To a side in each of these positions, of which there are some.
    pub(crate) fn to(keys: &[Key], empty: &Board, side: Colour) -> Self {
        let piece = |keys: &[Key]| {
            let mut piece = OfferedPiece::default();
            for key in keys {
                let board = key.board(empty);
                board.add_choices(side, &mut piece.choices);
                piece.ends.push(piece.choices.len());
                piece.boards.push(board);
            }
            piece
        };
        Offered { pieces: keys.par_chunks(IN_A_PIECE).map(piece).collect() }
    }

    /// What the record says, after those that the model has learnt from.
    ///
    /// # Errors
    /// The first position, if it is not a record of as many choices.
    pub(crate) fn choose(self, record: &[u8], model: &mut Model) -> Result<Chosen, Box<Board>> {
        let mut decoder = RangeDecoder::new(record);
        let mut weights = Vec::new();
        let piece = |OfferedPiece { boards, choices, ends }| {
            let mut begin = 0;
            let positions = boards.into_iter().zip(ends).map(|(board, end): (Board, usize)| {
                let offered: &[Choice] = &choices[begin..end];
                begin = end;
                let chosen = model.read(&mut decoder, offered, &mut weights);
                (board, chosen.map(|chosen| offered[chosen]))
            });
            positions.collect()
        };
        let pieces: Vec<Piece> = self.pieces.into_iter().map(piece).collect();
        match decoder.is_at_its_end() {
            true => Ok(Chosen { pieces }),
            false => Err(Box::new(pieces[0][0].0.clone())),
        }
    }
}
