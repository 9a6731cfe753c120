//! Records as files hold them.

use std::ops::Range;

use rayon::prelude::*;
use shuban_core::{PartId, Record, Unit};
use shuban_store::{Table, TypedTable};

use crate::error::Error;
use crate::tabulate::intern::Id;
use crate::tabulate::stream::Source;

/// Blocks that a thread reads at a time.
const BLOCKS: u64 = 64;

/// A table that holds a run of ranks of a part.
pub(super) struct Piece<R> {
    pub(super) part: PartId,
    /// The rank of its first record.
    pub(super) first: u64,
    pub(super) table: TypedTable<R>,
}

/// Tables that hold a layer together: a published file's, or those of shards.
pub(super) struct Stored<R>(pub(super) Vec<Piece<R>>);

impl<R: Record> Source<R> for Stored<R> {
    fn fill(&self, units: &[Unit], records: &mut [R]) -> Result<(), Error> {
        read(&self.0, units, records, |_, _, found, records| {
            records.copy_from_slice(found);
            Ok(())
        })
    }
}

/// Tables of ids, each with what is stored for an id of it.
pub(super) struct StoredIds<R> {
    pub(super) pieces: Vec<Piece<Id>>,
    pub(super) stored: Vec<Vec<R>>,
}

impl<R: Record> Source<R> for StoredIds<R> {
    fn fill(&self, units: &[Unit], records: &mut [R]) -> Result<(), Error> {
        read(&self.pieces, units, records, |piece, rank, ids, records| {
            let stored = &self.stored[piece];
            for ((record, id), rank) in records.iter_mut().zip(ids).zip(rank..) {
                *record = *stored.get(id.0 as usize).ok_or_else(|| {
                    let table = self.pieces[piece].table.table();
                    no_value(table, rank - self.pieces[piece].first)
                })?;
            }
            Ok(())
        })
    }
}

fn no_value(table: &Table, rank: u64) -> Error {
    Error::NoValue {
        path: table.path().to_owned(),
        section: table.name().to_owned(),
        rank,
        block: Some(rank / table.records_per_block()),
    }
}

/// Reads the ranks of a window. `put` gets the number of a piece, the rank of the first record
/// found, and the records found with their places.
fn read<S: Record, R: Record>(
    pieces: &[Piece<S>],
    units: &[Unit],
    mut records: &mut [R],
    put: impl Fn(usize, u64, &[S], &mut [R]) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return Ok(()) };
    let mut work = Vec::new();
    let mut rank = first.ranks.start;
    for (number, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.part == first.part) {
        let per_block = piece.table.table().records_per_block() * BLOCKS;
        let end = last.ranks.end.min(piece.first + piece.table.len());
        while piece.first <= rank && rank < end {
            // Cut where blocks are, so that none is decoded twice.
            let place = rank - piece.first;
            let until = end.min(piece.first + (place / per_block + 1) * per_block);
            let (own, others) = records.split_at_mut((until - rank) as usize);
            records = others;
            work.push((number, rank..until, own));
            rank = until;
        }
    }
    debug_assert_eq!(rank, last.ranks.end, "the pieces hold all ranks of the part, in order");
    work.into_par_iter().try_for_each(
        |(number, ranks, mut records): (usize, Range<u64>, &mut [R])| {
            let piece = &pieces[number];
            let mut rank = ranks.start;
            let mut wrong = Ok(());
            piece.table.for_each_piece(
                ranks.start - piece.first..ranks.end - piece.first,
                &mut |found| {
                    let (own, others) = std::mem::take(&mut records).split_at_mut(found.len());
                    records = others;
                    if wrong.is_ok() {
                        wrong = put(number, rank, found, own);
                    }
                    rank += found.len() as u64;
                },
            )?;
            wrong
        },
    )
}
