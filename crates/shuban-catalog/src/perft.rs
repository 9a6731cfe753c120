//! Counting move sequences: the check that rules are right.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};
use shuban_core::bytes_text;
use shuban_core::{Present, Progress};

use crate::error::Error;
use shuban_core::grouped;

use crate::report::Printable;

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// How many plies.
    pub plies: u32,
    /// Whether to count distinct positions too, which takes memory for those of the last ply.
    pub distinct: bool,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
}

/// The counts of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyCount {
    /// Which ply, from 1.
    pub ply: u32,
    /// How many sequences of (chance event, play) lead from the start to its end.
    pub sequences: u64,
    /// How many different positions they reach, if that was asked for; who is to move tells
    /// positions apart.
    pub distinct: Option<u64>,
    /// How many of what is counted are in each class of the game.
    pub classes: Vec<u64>,
}

/// Counts of move sequences, ply by ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// The game's name.
    pub game: String,
    /// The position counted from.
    pub position: String,
    /// The names of the game's classes of positions.
    pub classes: &'static [&'static str],
    /// The counts; in a game that has classes they end with the last position.
    pub plies: Vec<PlyCount>,
}

impl Printable for Perft {
    fn json(&self) -> Json {
        let ply = |count: &PlyCount| {
            let mut object = Map::new();
            object.insert("ply".to_owned(), json!(count.ply));
            object.insert("positions".to_owned(), json!(count.distinct.unwrap_or(count.sequences)));
            object.insert("sequences".to_owned(), json!(count.sequences));
            if let Some(distinct) = count.distinct {
                object.insert("distinct".to_owned(), json!(distinct));
            }
            for (name, count) in self.classes.iter().zip(&count.classes) {
                object.insert((*name).to_owned(), json!(count));
            }
            Json::Object(object)
        };
        let plies: Vec<Json> = self.plies.iter().map(ply).collect();
        let distinct = self.plies.iter().any(|ply| ply.distinct.is_some());
        json!({ "game": self.game, "position": self.position, "distinct": distinct, "plies": plies })
    }

    fn text(&self) -> String {
        let mut lines =
            vec![format!("{}  from {}", self.game, self.position).trim_end().to_owned()];
        let distinct =
            if self.plies.iter().any(|ply| ply.distinct.is_some()) { "distinct" } else { "" };
        let classes = |cells: Vec<String>| -> String {
            cells.iter().map(|cell| format!("{cell:>13}")).collect()
        };
        let names = classes(self.classes.iter().map(|&name| name.to_owned()).collect());
        lines.push(
            format!("{:>3}  {:>26}  {distinct:>15}{names}", "ply", "sequences")
                .trim_end()
                .to_owned(),
        );
        for count in &self.plies {
            let PlyCount { ply, sequences, distinct, .. } = count;
            let distinct = distinct.map_or(String::new(), grouped);
            let counts = classes(count.classes.iter().copied().map(grouped).collect());
            let line = format!("{ply:>3}  {:>26}  {distinct:>15}{counts}", grouped(*sequences));
            lines.push(line.trim_end().to_owned());
        }
        lines.join("\n")
    }
}

/// The distinct positions of a ply, with the number of sequences that lead to each.
type Frontier<P> = FxHashMap<P, u64>;

/// Counts sequences through the distinct positions of each ply, so that a position reached in many
/// ways is expanded once. In a game that counts by classes, positions that are the same up to
/// symmetry are one.
pub(crate) fn perft<G: Present>(
    game: &G,
    options: PerftOptions,
    progress: &dyn Progress,
) -> Result<Perft, Error> {
    let start = game.start();
    let position = game.format(&start);
    let classes = game.perft_classes();
    let mut frontier: Frontier<G::Position> = [(start, 1)].into_iter().collect();
    let mut plies = Vec::new();
    for ply in 1..=options.plies {
        progress.phase(&format!("ply {ply}"), frontier.len() as u64);
        let done = AtomicUsize::new(0);
        let at = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(1 << 12) {
                progress.at(done as u64, "");
            }
        };
        let positions: Vec<(G::Position, u64)> = frontier.into_iter().collect();
        // The last ply need only be counted.
        let is_kept = options.distinct || !classes.is_empty() || ply < options.plies;
        let (sequences, next) = if is_kept {
            expand(game, &positions, options.memory, &at, progress)?
        } else {
            let count = |(position, ways): &(G::Position, u64)| {
                at();
                if progress.interrupted() {
                    return Some(0);
                }
                let plays =
                    if game.outcome(position).is_some() { 0 } else { game.count_plays(position) };
                plays.checked_mul(*ways)
            };
            let sum = positions.par_iter().map(count).try_reduce(|| 0, u64::checked_add);
            (sum.ok_or_else(too_many)?, Frontier::default())
        };
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        if sequences == 0 && !classes.is_empty() {
            break;
        }
        let mut counts = vec![0u64; classes.len()];
        for (position, ways) in &next {
            if let Some(count) = game.perft_class(position).and_then(|class| counts.get_mut(class))
            {
                *count += if options.distinct { 1 } else { *ways };
            }
        }
        let distinct = options.distinct.then_some(next.len() as u64);
        plies.push(PlyCount { ply, sequences, distinct, classes: counts });
        frontier = next;
    }
    Ok(Perft { game: game.name(), position, classes, plies })
}

fn too_many() -> Error {
    Error::TooMuch("more than 2^64 sequences: ask for fewer plies".to_owned())
}

/// The number of sequences one ply on, and the positions they reach.
fn expand<G: Present>(
    game: &G,
    positions: &[(G::Position, u64)],
    memory: u64,
    at: &(dyn Fn() + Sync),
    progress: &dyn Progress,
) -> Result<(u64, Frontier<G::Position>), Error> {
    // A hash table doubles when it grows, and both are there for a moment.
    let bytes_each = 3 * (size_of::<(G::Position, u64)>() + 1) as u64;
    let most = (memory / bytes_each) as usize;
    let held = AtomicUsize::new(positions.len());
    let up_to_symmetry = !game.perft_classes().is_empty();
    let one = |mut found: Frontier<G::Position>, (position, ways): &(G::Position, u64)| {
        at();
        if game.outcome(position).is_some() || progress.interrupted() {
            return Ok(found);
        }
        let before = found.len();
        let mut plays = Vec::new();
        for (chance, _) in game.chances(position) {
            game.each_after(position, chance, &mut |after| plays.push(after));
            for after in plays.drain(..) {
                let after = if up_to_symmetry { game.canonical(&after) } else { after };
                let count = found.entry(after).or_default();
                *count = count.checked_add(*ways).ok_or_else(too_many)?;
            }
        }
        let added = found.len() - before;
        if held.fetch_add(added, Ordering::Relaxed) + added > most {
            return Err(Error::Memory(format!(
                "more distinct positions than fit into {}: allow more (--memory), or ask for fewer plies",
                bytes_text(memory)
            )));
        }
        Ok(found)
    };
    let merge = |a: Frontier<G::Position>, b: Frontier<G::Position>| {
        let (mut large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        let both = small.len();
        for (position, ways) in small {
            let count = large.entry(position).or_default();
            *count = count.checked_add(ways).ok_or_else(too_many)?;
        }
        held.fetch_sub(both.min(held.load(Ordering::Relaxed)), Ordering::Relaxed);
        Ok(large)
    };
    // Few large pieces: merging costs as much as expanding.
    let piece = positions.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let next = (positions.par_chunks(piece))
        .map(|positions| positions.iter().try_fold(Frontier::default(), one))
        .try_reduce(Frontier::default, merge)?;
    let sequences =
        next.values().try_fold(0u64, |sum, &ways| sum.checked_add(ways)).ok_or_else(too_many)?;
    Ok((sequences, next))
}
