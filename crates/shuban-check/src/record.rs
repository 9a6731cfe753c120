//! One record of a walk: the turns that its positions offer, and the strategy's choices.

use rayon::prelude::*;
use shuban_store::{ChoiceDecoder, ChoiceModel};

use crate::board::Board;
use crate::class::Choice;
use crate::key::Key;
use crate::tile::Colour;

/// Largest number of positions whose moves are in one record of the file, with equally many tiles.
pub(crate) const MOST_IN_A_RECORD: usize = 1 << 16;
/// Number of positions that a thread processes in one go.
pub(crate) const IN_A_PIECE: usize = 1 << 5;
const _: () = assert!(MOST_IN_A_RECORD.is_multiple_of(IN_A_PIECE));

/// Positions of a record, each with the strategy's turn, unless it is a leaf.
pub(crate) type Piece = Vec<(Board, Option<Choice>)>;

/// The strategy's choices in the positions of a record: pieces of [`IN_A_PIECE`], the last one
/// perhaps shorter.
pub(crate) struct Chosen {
    pub(crate) pieces: Vec<Piece>,
}

/// The turns offered in the positions of a record, in such pieces.
pub(crate) struct Offered {
    pieces: Vec<OfferedPiece>,
}

#[derive(Default)]
struct OfferedPiece {
    boards: Vec<Board>,
    /// The choices, position by position.
    choices: Vec<Choice>,
    /// The end of each position's choices.
    ends: Vec<usize>,
}

impl Offered {
    /// Returns the turns offered to a side in each of these positions, of which there are some.
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

    /// Returns the choices of the record, after those that the model has learnt from.
    ///
    /// # Errors
    /// The first position, if it is not a record of as many choices.
    pub(crate) fn choose(
        self,
        record: &[u8],
        model: &mut ChoiceModel,
    ) -> Result<Chosen, Box<Board>> {
        let mut decoder = ChoiceDecoder::new(record);
        let piece = |OfferedPiece { boards, choices, ends }| {
            let mut begin = 0;
            let positions = boards.into_iter().zip(ends).map(|(board, end): (Board, usize)| {
                let offered: &[Choice] = &choices[begin..end];
                begin = end;
                let chosen = model.read(&mut decoder, offered.iter().map(|one| one.class));
                (board, chosen.map(|chosen| offered[chosen]))
            });
            positions.collect()
        };
        let pieces: Vec<Piece> = self.pieces.into_iter().map(piece).collect();
        match decoder.is_done() {
            true => Ok(Chosen { pieces }),
            false => Err(Box::new(pieces[0][0].0.clone())),
        }
    }
}
