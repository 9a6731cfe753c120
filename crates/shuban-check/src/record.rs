//! One record of a walk: the turns that its positions offer, and the strategy's choices.

use rayon::prelude::*;
use shuban_store::{ChoiceDecoder, ChoiceModel};

use crate::rules::Rules;

/// Largest number of positions whose moves are in one record of the file, all of one level.
pub(crate) const MOST_IN_A_RECORD: usize = 1 << 16;
/// Number of positions that a thread processes in one go.
pub(crate) const IN_A_PIECE: usize = 1 << 5;
const _: () = assert!(MOST_IN_A_RECORD.is_multiple_of(IN_A_PIECE));

/// The moves of a strategy, as in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The coded choices.
    pub records: Vec<Vec<u8>>,
    /// The file's number of positions that the strategy has a move for.
    pub positions: u64,
    /// The file's number of those that it leaves to plain search.
    pub leaves: u64,
}

/// Positions of a record, each with the strategy's turn, unless it is a leaf.
pub(crate) type Piece<R> = Vec<(<R as Rules>::Board, Option<<R as Rules>::Choice>)>;

/// The strategy's choices in the positions of a record: pieces of [`IN_A_PIECE`], the last one
/// perhaps shorter.
pub(crate) struct Chosen<R: Rules> {
    pub(crate) pieces: Vec<Piece<R>>,
}

/// The turns offered in the positions of a record, in such pieces.
pub(crate) struct Offered<R: Rules> {
    pieces: Vec<OfferedPiece<R>>,
}

struct OfferedPiece<R: Rules> {
    boards: Vec<R::Board>,
    /// The choices, position by position.
    choices: Vec<R::Choice>,
    /// The end of each position's choices.
    ends: Vec<usize>,
}

impl<R: Rules> Offered<R> {
    /// Returns the turns offered in each of these positions, of which there are some.
    pub(crate) fn to(keys: &[R::Key], rules: &R) -> Self {
        let piece = |keys: &[R::Key]| {
            let mut piece =
                OfferedPiece { boards: Vec::new(), choices: Vec::new(), ends: Vec::new() };
            for key in keys {
                let board = rules.board(*key);
                rules.add_choices(&board, &mut piece.choices);
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
    ) -> Result<Chosen<R>, Box<R::Board>> {
        let mut decoder = ChoiceDecoder::new(record);
        let mut pieces: Vec<Piece<R>> = Vec::with_capacity(self.pieces.len());
        for OfferedPiece { boards, choices, ends } in self.pieces {
            let mut begin = 0;
            let positions = boards.into_iter().zip(ends).map(|(board, end)| {
                let offered = &choices[begin..end];
                begin = end;
                let chosen = model.read(&mut decoder, offered.iter().map(R::class));
                (board, chosen.map(|chosen| offered[chosen]))
            });
            pieces.push(positions.collect());
        }
        match decoder.is_done() {
            true => Ok(Chosen { pieces }),
            false => Err(Box::new(pieces.swap_remove(0).swap_remove(0).0)),
        }
    }
}
