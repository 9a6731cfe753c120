//! The contents of a proof file.

use std::path::Path;

use shuban_store::{
    Account, Database, Disk, Manifest, PartEntry, Provenance, SectionEntry, SectionKind,
};

use crate::board::Board;
use crate::key::Key;
use crate::tile::{Colour, TILES};

/// Largest depth of plain search that a file may ask for.
const MOST_PLIES: u32 = 4;
/// Largest number of positions that it may ask for.
const MOST_NODES: u64 = 10_000_000;
/// Bytes of memory for a position that a walk will visit.
const HELD_FOR_A_KEY: u64 = size_of::<Key>() as u64;

/// The names of a proof's parameters, in order.
const PARAMETERS: [&str; 5] = ["answer", "at-least", "closed-nodes", "closed-plies", "seat"];

/// The claim that a side can force a draw, or a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The side with the strategy.
    pub side: Colour,
    /// True if a draw is not enough.
    pub wins: bool,
}

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

/// A proof as it was read, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The game's name.
    pub game: String,
    /// The claim about the root.
    pub claim: Claim,
    /// The root.
    pub root: Board,
    /// The side to move there.
    pub to_move: Colour,
    /// The moves of its side.
    pub walk: Walk,
    /// Largest number of plies of plain search at a leaf.
    pub closed_plies: u32,
    /// Largest number of positions of it.
    pub closed_nodes: u64,
    /// The file's account of the search that found it, which cannot be checked.
    pub claimed: String,
}

/// Error of a file that is not a proof.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// It is whole, but contains nothing that can be checked.
    #[error("this is no proof of limited TRAX: {0}")]
    Meaningless(String),
    /// It lists positions, a format from before walks.
    #[error(
        "a list of positions, which is no longer read: `shuban solve {0} --proof FILE` of this \
         version writes a proof that is"
    )]
    Listed(String),
}

fn meaningless(what: impl Into<String>) -> ProofError {
    ProofError::Meaningless(what.into())
}

impl Proof {
    /// Reads a file and compares every byte with its checksum. It takes no more memory than a file
    /// of its length can need.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn open(path: &Path) -> Result<Proof, ProofError> {
        let database = Database::open(&Disk::default(), path)?;
        database.check(&mut |_, _| ())?;
        let manifest = database.manifest();
        let subject = manifest.subject.clone();
        let empty = empty_board(&subject.game)
            .ok_or_else(|| meaningless(format!("its game is `{}`", subject.game)))?;
        let parameter =
            |name| subject.parameters.get(name).ok_or_else(|| meaningless(format!("no `{name}`")));
        let number = |name| {
            let number = parameter(name)?.parse::<u64>();
            number.map_err(|_| meaningless(format!("`{name}` is no number")))
        };
        let asker = match number("seat")? {
            0 => Colour::White,
            1 => Colour::Red,
            other => return Err(meaningless(format!("its `seat` is {other}"))),
        };
        let wins = match number("at-least")? {
            0 => false,
            1 => true,
            other => return Err(meaningless(format!("it asks for {other} points"))),
        };
        // The seat that can force a win or a draw, or the one that can prevent it.
        let claim = match parameter("answer")?.as_str() {
            "yes" => Claim { side: asker, wins },
            "no" => Claim { side: asker.other(), wins: !wins },
            other => return Err(meaningless(format!("its answer is `{other}`"))),
        };
        let (closed_plies, closed_nodes) = (number("closed-plies")?, number("closed-nodes")?);
        if !(1..=u64::from(MOST_PLIES)).contains(&closed_plies) || closed_nodes > MOST_NODES {
            return Err(meaningless("it leaves too much to plain search, or nothing"));
        }
        if manifest.section("strategy").is_some() && manifest.section("walk").is_none() {
            return Err(ProofError::Listed(subject.game));
        }
        check_manifest(&database)?;
        let roots = database.stream("root")?;
        if roots.len() != 1 {
            return Err(meaningless(format!("it has {} roots", roots.len())));
        }
        if roots.bytes() != board_bytes(&empty) as u64 {
            return Err(meaningless("its root is no position"));
        }
        let root = roots.entry(0)?;
        let Some((to_move, root)) = read_board(&root, &empty) else {
            return Err(meaningless("its root is no position"));
        };
        let walk = read_walk(&database)?;
        let Provenance { program, version, settings, .. } = &manifest.account.provenance;
        let options = settings.get("options").map_or("", String::as_str);
        let claimed = format!("{program} {version} {options}").trim().to_owned();
        let (game, closed_plies) = (subject.game, closed_plies as u32);
        Ok(Proof { game, claim, root, to_move, walk, closed_plies, closed_nodes, claimed })
    }

    /// Returns the claim in words.
    pub fn claim(&self) -> String {
        let side = if self.claim.side == Colour::White { "white" } else { "red" };
        let what = if self.claim.wins { "wins" } else { "wins or draws" };
        let from =
            if self.root.tiles() == 0 { "the start".to_owned() } else { self.root_diagram() };
        format!("{}: {side} {what} from {from}", self.game)
    }

    /// Returns the root as `shuban show` reads it: the player to move, and the tiles.
    fn root_diagram(&self) -> String {
        let to_move = if self.to_move == Colour::White { "white" } else { "red" };
        format!("{to_move}:{}", self.root.diagram())
    }
}

/// Checks that the file has the contents of a proof, and nothing more.
fn check_manifest(database: &Database) -> Result<(), ProofError> {
    let Manifest { subject, account, sections, .. } = database.manifest();
    let is = |what: &str, is_so: bool| {
        if is_so {
            Ok(())
        } else {
            Err(meaningless(format!("its {what} are not those of a proof")))
        }
    };
    if let Some(member) = database.unknown_member() {
        return Err(meaningless(format!("it has a member `{member}`")));
    }
    let domain = format!("{}/proof", subject.game);
    is("names", subject.domain == domain && subject.family == domain)?;
    is("parameters", subject.parameters.keys().eq(PARAMETERS))?;
    let is_stream = |section: &SectionEntry| matches!(section.kind, SectionKind::Stream { .. });
    let names = sections.iter().map(|section| section.name.as_str());
    is("sections", sections.iter().all(is_stream) && names.eq(["root", "walk"]))?;
    let [PartEntry { name, sections, facts, .. }] = account.parts.as_slice() else {
        return is("parts", false);
    };
    is("parts", name == "walk" && sections.as_slice() == ["walk"] && facts.is_empty())?;
    is("needs", account.needs.is_empty())?;
    let root = account.facts.get("root").and_then(|root| root.as_str());
    let leaves = counted_leaves(account);
    is("facts", account.facts.len() == 2 && root.is_some() && leaves.is_some())?;
    let settings = &account.provenance.settings;
    let question = match subject.parameters.get("at-least").map(String::as_str) {
        Some("1") => "win",
        _ => "draw-or-better",
    };
    let is_question = settings.get("question").is_some_and(|asked| asked == question);
    is("settings", is_question && settings.keys().eq(["options", "question"]))
}

/// Returns the board of a game before the first move: `trax/2` to `trax/8`, and without victory
/// lines `trax/2-loops` to `trax/7-loops`.
fn empty_board(game: &str) -> Option<Board> {
    let name = game.strip_prefix("trax/")?;
    let (size, has_lines) = name.strip_suffix("-loops").map_or((name, true), |size| (size, false));
    // A board of eight rows has lines by either reading.
    let largest = if has_lines { 8 } else { 7 };
    let number = (2..=largest).find(|number| number.to_string() == size)?;
    Some(Board::new(number, has_lines))
}

/// Returns the file's number of positions of a walk that are decided without a move.
fn counted_leaves(account: &Account) -> Option<u64> {
    account.facts.get("leaves")?.as_u64()
}

/// Returns the moves of a walk.
fn read_walk(database: &Database) -> Result<Walk, ProofError> {
    let account = &database.manifest().account;
    let positions = database.positions();
    let leaves = counted_leaves(account).unwrap_or(0);
    let met = u64::saturating_add(positions, leaves);
    let stream = database.stream("walk")?;
    if stream.len() > met {
        return Err(meaningless("its walk has more records than positions"));
    }
    let held = met.saturating_mul(HELD_FOR_A_KEY).saturating_add(stream.bytes_in_memory());
    database.may_hold("walk", held)?;
    let mut records = Vec::new();
    stream.for_each(|_, record| records.push(record.to_vec()))?;
    Ok(Walk { records, positions, leaves })
}

/// Returns the bytes of the side to move and the tiles.
fn board_bytes(empty: &Board) -> usize {
    1 + (3 * empty.size() * empty.size()).div_ceil(8)
}

/// Returns the side to move, and the tiles.
fn read_board(bytes: &[u8], empty: &Board) -> Option<(Colour, Board)> {
    let (&first, cells) = bytes.split_first()?;
    let to_move = match first {
        0 => Colour::White,
        1 => Colour::Red,
        _ => return None,
    };
    let size = empty.size();
    if bytes.len() != board_bytes(empty) {
        return None;
    }
    let bit = |at: usize| cells[at / 8] >> (at % 8) & 1;
    let mut board = empty.clone();
    for place in 0..size * size {
        let number = bit(3 * place) | bit(3 * place + 1) << 1 | bit(3 * place + 2) << 2;
        if let Some(number) = usize::from(number).checked_sub(1) {
            board.set(place / size, place % size, *TILES.get(number)?);
        }
    }
    if (3 * size * size..8 * cells.len()).any(|at| bit(at) != 0) {
        return None;
    }
    Some((to_move, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bit_behind_the_cells_is_passed_over() {
        let empty = Board::new(2, true);
        let sound = [0; 3];
        assert!(read_board(&sound, &empty).is_some());
        for bit in 12..16 {
            let mut changed = sound;
            changed[1 + bit / 8] |= 1 << (bit % 8);
            assert!(read_board(&changed, &empty).is_none(), "bit {bit}");
        }
    }
}
