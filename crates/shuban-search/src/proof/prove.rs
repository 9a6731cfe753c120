//! One question, from the start to the answer.

use std::time::Instant;

use shuban_core::provable::Question;
use shuban_core::{Progress, Provable, Saving};

use super::early::Early;
use super::error::{LEAST_MEMORY, ProofError};
use super::hints::Hints;
use super::keeper::{Spent, TableKeeper};
use super::memory::Memory;
use super::options::ProofOptions;
use super::proved::ProvedOf;
use super::search::Shared;
use super::session::{Kept, Session};
use super::sync::Ordering;
use super::table::{ENTRY_BYTES, Entry, KNOWN, ProofNumbers, ProofTable};

/// Maximum size in bytes of the first table: most questions need no more, and a large table costs
/// much before the first node.
const FIRST_TABLE: u64 = 48 << 20;
/// Divisor of the memory for the second table, used if that is several times the first: the time to
/// clear and save a table is proportional to its contents.
const SECOND_SHARE: u64 = 16;
const SECOND_TO_FIRST: u64 = 4;

/// Answers a question by df-pn, or stops at a limit of the options or when `progress` cancels it.
///
/// With a checkpoint, resumes from it, and saves the table at intervals and at the end.
///
/// # Errors
/// [`ProofError`], before the search begins or when it cannot be saved.
pub fn prove<G: Provable>(
    game: &G,
    position: &G::Position,
    question: Question,
    options: &ProofOptions,
    checkpoint: Option<&dyn TableKeeper>,
    progress: &dyn Progress,
) -> Result<ProvedOf<G>, ProofError> {
    prove_knowing(game, position, question, Knowledge::default(), options, checkpoint, progress)
}

/// Knowledge before a search, and the reporter of results before its end.
pub struct Knowledge<'k, P> {
    /// Answers at some positions: they are leaves of the search, and stay in the table as long as
    /// any entry. The result is as true as they are.
    pub leaves: &'k [(P, bool)],
    /// Likely answers: the search goes by them first, and finds each out by itself. A wrong one
    /// costs time.
    pub hints: &'k [(P, bool)],
    /// Reporter of positions settled on the way.
    pub early: Option<Early<'k, P>>,
}

impl<P> Default for Knowledge<'_, P> {
    fn default() -> Self {
        Knowledge { leaves: &[], hints: &[], early: None }
    }
}

/// Does the same as [`prove`], with knowledge beforehand or reports from a running search.
///
/// # Errors
/// [`ProofError`], before the search begins or when it cannot be saved.
pub fn prove_knowing<G: Provable>(
    game: &G,
    position: &G::Position,
    question: Question,
    knowledge: Knowledge<'_, G::Position>,
    options: &ProofOptions,
    checkpoint: Option<&dyn TableKeeper>,
    progress: &dyn Progress,
) -> Result<ProvedOf<G>, ProofError> {
    two_seats(game)?;
    if options.memory < LEAST_MEMORY {
        return Err(ProofError::Memory(options.memory));
    }
    let begin = Instant::now();
    let saved = checkpoint.map_or(Ok(0), TableKeeper::entries)?;
    let mut memory = mapped(options.memory, saved)?;
    let tables: Vec<ProofTable<'_>> = memory.iter_mut().map(ProofTable::new).collect();
    let mut earlier = Spent::default();
    if let Some(checkpoint) = checkpoint {
        let loaded;
        (loaded, earlier) = checkpoint.load(&tables[0])?;
        if loaded > 0 {
            progress.note(&format!(
                "goes on from {loaded} positions saved before, after {} nodes and {:.0} s",
                earlier.nodes,
                earlier.time.as_secs_f64()
            ));
        }
    }
    let asked = Request { game, position, question, options, begin };
    Ok(search(&asked, knowledge, &tables, (checkpoint, earlier), progress)?.0)
}

/// Maps the memory of tables that a search uses one after the other: now, so that too little memory is
/// an error now and not after hours; none is taken before it is used.
fn mapped(all: u64, saved: u64) -> Result<Vec<Memory>, ProofError> {
    let memory = |bytes| {
        let is_filled = bytes > 2 * FIRST_TABLE;
        Memory::new(bytes, is_filled).ok_or(ProofError::NoMemory(all))
    };
    table_sizes(all, saved).into_iter().map(memory).collect()
}

/// A table with which one search after the other of the same question goes on, from whatever
/// positions: each finds what those before it have settled, and how hard the rest looks.
pub struct LastingTable {
    /// The memory of the table, and of larger ones that it may grow into.
    memory: Vec<Memory>,
    /// The number of entries of each.
    entries: Vec<u64>,
}

impl LastingTable {
    /// Creates an empty table that may grow to this many bytes.
    ///
    /// # Errors
    /// [`ProofError::Memory`] if that is too little, [`ProofError::NoMemory`] if the system has not so much.
    pub fn new(bytes: u64) -> Result<Self, ProofError> {
        if bytes < LEAST_MEMORY {
            return Err(ProofError::Memory(bytes));
        }
        let memory = mapped(bytes, 0)?;
        Ok(LastingTable { entries: vec![0; memory.len()], memory })
    }
}

/// Does the same as [`prove_knowing`], in a table that lasts: all questions asked in it must be one, of
/// one game by one set of options. The cost is that of this search alone.
///
/// # Errors
/// [`ProofError`], before the search begins.
pub fn prove_in<G: Provable>(
    game: &G,
    position: &G::Position,
    question: Question,
    knowledge: Knowledge<'_, G::Position>,
    options: &ProofOptions,
    table: &mut LastingTable,
    progress: &dyn Progress,
) -> Result<ProvedOf<G>, ProofError> {
    two_seats(game)?;
    let asked = Request { game, position, question, options, begin: Instant::now() };
    let tables: Vec<ProofTable<'_>> = (table.memory.iter_mut().zip(&table.entries))
        .map(|(memory, &entries)| ProofTable::of(memory, entries))
        .collect();
    let (proved, used) = search(&asked, knowledge, &tables, (None, Spent::default()), progress)?;
    table.entries = tables[used..].iter().map(ProofTable::entries).collect();
    table.memory.drain(..used);
    Ok(proved)
}

/// Refuses games of more players.
fn two_seats<G: Provable>(game: &G) -> Result<(), ProofError> {
    match game.seats() {
        2 => Ok(()),
        seats => Err(ProofError::Seats { game: game.name(), seats }),
    }
}

/// A question about a position, and when it was asked.
struct Request<'a, G: Provable> {
    game: &'a G,
    position: &'a G::Position,
    question: Question,
    options: &'a ProofOptions,
    begin: Instant,
}

/// Searches in the first of some tables, and, as long as one is outgrown, in the next. Returns also the
/// number of the last.
fn search<G: Provable>(
    &Request { game, position, question, options, begin }: &Request<'_, G>,
    knowledge: Knowledge<'_, G::Position>,
    tables: &[ProofTable<'_>],
    (checkpoint, mut earlier): (Option<&dyn TableKeeper>, Spent),
    progress: &dyn Progress,
) -> Result<(ProvedOf<G>, usize), ProofError> {
    let table = &tables[0];
    let Knowledge { leaves, hints, early } = knowledge;
    for (position, answer) in leaves {
        let aim = game.to_move(position) == question.seat;
        let entry = Entry { numbers: ProofNumbers::settled(*answer == aim), work: KNOWN };
        table.put(options.key(game, position), entry);
    }
    earlier.known = earlier.known.max(leaves.len() as u64);
    progress.phase("proof", 0);
    let hints = hints.iter().map(|(position, answer)| (options.key(game, position), *answer));
    let hints = Hints::new(hints);
    let mut shared = Shared::new(game, question, options, table, &hints, tables.len() > 1);
    let kept = Kept { checkpoint, earlier, early };
    let is_over =
        || progress.interrupted() || options.time.is_some_and(|most| begin.elapsed() >= most);
    // The search often checks the stop flag; its results are saved then.
    let saving = checkpoint.map(|_| Saving::begin(progress));
    let mut larger = tables[1..].iter();
    loop {
        let session = Session { shared: &shared, root: position, begin, kept: &kept };
        session.run(progress)?;
        // Some other reason may have stopped it at the same time.
        let may_go_on = shared.is_outgrown.load(Ordering::Relaxed)
            && shared.settled.get().is_none()
            && options.nodes.is_none_or(|most| session.nodes() < most);
        let next = larger.as_slice().first().filter(|_| may_go_on);
        // If the copy takes too long, the results are in the smaller table.
        let Some(next) = next.filter(|next| shared.table.copy_to(next, is_over)) else {
            // Saved if settled, too: the strategy may be wanted later, without another search.
            session.save()?;
            drop(saving);
            return Ok((session.result(progress)?, tables.len() - 1 - larger.len()));
        };
        larger.next();
        shared = shared.in_larger(next, larger.len() > 0);
    }
}

/// Returns the sizes of the tables that a search uses one after the other, `memory` bytes together.
/// The first has room for the `saved` entries.
fn table_sizes(memory: u64, saved: u64) -> Vec<u64> {
    let second = memory / SECOND_SHARE;
    let smaller: &[u64] = match () {
        () if memory <= 2 * FIRST_TABLE => &[],
        () if second < SECOND_TO_FIRST * FIRST_TABLE => &[FIRST_TABLE],
        () => &[FIRST_TABLE, second],
    };
    let has_room = |size: &u64| size / ENTRY_BYTES / 2 >= saved;
    let mut sizes: Vec<u64> = smaller.iter().copied().filter(has_room).collect();
    sizes.push(memory - sizes.iter().sum::<u64>());
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_and_take_the_memory_together() {
        const GIB: u64 = 1 << 30;
        assert_eq!(table_sizes(64 << 20, 0), [64 << 20]);
        assert_eq!(table_sizes(2 * GIB, 0), [FIRST_TABLE, 2 * GIB - FIRST_TABLE]);
        let sizes = table_sizes(16 * GIB, 0);
        assert_eq!(sizes, [FIRST_TABLE, GIB, 15 * GIB - FIRST_TABLE]);
        for saved in [0, 1_000_000, 1_100_000, 10_000_000, 1_000_000_000] {
            let sizes = table_sizes(16 * GIB, saved);
            assert_eq!(sizes.iter().sum::<u64>(), 16 * GIB, "{saved}");
            assert!(sizes.len() == 1 || sizes[0] / ENTRY_BYTES >= 2 * saved, "{saved}");
        }
        assert_eq!(table_sizes(16 * GIB, 1_100_000).len(), 2);
    }
}
