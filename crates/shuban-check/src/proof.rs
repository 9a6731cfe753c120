//! The contents of a proof file.

use std::path::Path;

use shuban_store::{
    Account, Database, Disk, Manifest, PartEntry, Provenance, SectionEntry, SectionKind,
};

use crate::board::Board;
use crate::claim::Claim;
use crate::closing::Closing;
use crate::key::Key;
use crate::tile::{Colour, TILES, Tile};
use crate::tiles::Tiles;

/// Files that ask for deeper plain searches are refused.
const MOST_PLIES: u32 = 4;
/// And files that ask for larger ones.
const MOST_NODES: u64 = 10_000_000;
/// The bytes of a move after its position.
const MOVE_BYTES: usize = 3;
/// Memory for a position: itself, and in a set.
const HELD_FOR_A_NODE: u64 = size_of::<Node>() as u64 + 2 * size_of::<Key>() as u64;
/// Memory for a position that a walk will come to.
const HELD_FOR_A_KEY: u64 = size_of::<Key>() as u64;

/// The names of a proof's parameters, in order.
const PARAMETERS: [&str; 5] = ["answer", "at-least", "closed-nodes", "closed-plies", "seat"];
/// The names of its second section, behind `root`: one is there.
const STRATEGIES: [&str; 2] = ["strategy", "walk"];

/// The moves of a strategy, as a file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The coded choices.
    pub records: Vec<Vec<u8>>,
    /// How many positions the strategy has a move for, as the file says.
    pub positions: u64,
    /// How many it leaves to plain search.
    pub leaves: u64,
}

/// A position with the side that has the strategy to move, and its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The tiles.
    pub tiles: Tiles,
    /// The move's row from 1; 0 is a new one above.
    pub row: u8,
    /// The move's column from 1; 0 is a new one at the left.
    pub column: u8,
    /// The move's tile.
    pub tile: Tile,
}

/// What a side plays wherever play comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Every position with its move.
    Listed(Vec<Node>),
    /// Moves alone.
    Walk(Walk),
}

impl Strategy {
    /// The positions that are in the file: none, if it holds moves alone.
    pub fn nodes(&self) -> &[Node] {
        match self {
            Strategy::Listed(nodes) => nodes,
            Strategy::Walk(_) => &[],
        }
    }
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
    /// What its side plays.
    pub strategy: Strategy,
    /// Plain search of this many plies must decide a position that is not listed.
    pub closed_plies: u32,
    /// And this many positions.
    pub closed_nodes: u64,
    /// What the file says of the search that found it, which nothing in it bears out.
    pub claimed: String,
}

/// Why a file is not a proof.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// It is whole, but contains nothing that can be checked.
    #[error("this is no proof of limited TRAX: {0}")]
    Meaningless(String),
    /// A record is not a position, or has no move.
    #[error("record {0} of the proof is no position with a move")]
    Record(u64),
    /// The records are not in ascending order of their bytes.
    #[error("record {0} of the proof does not come after the one before it")]
    Order(u64),
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
        // The seat that is sure of a win or a draw, or the one that can prevent it.
        let claim = match parameter("answer")?.as_str() {
            "yes" => Claim { side: asker, wins },
            "no" => Claim { side: asker.other(), wins: !wins },
            other => return Err(meaningless(format!("its answer is `{other}`"))),
        };
        let (closed_plies, closed_nodes) = (number("closed-plies")?, number("closed-nodes")?);
        if !(1..=u64::from(MOST_PLIES)).contains(&closed_plies) || closed_nodes > MOST_NODES {
            return Err(meaningless("it leaves too much to plain search, or nothing"));
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
        let Some((to_move, root, [])) = read_board(&root, &empty) else {
            return Err(meaningless("its root is no position"));
        };
        let strategy = match manifest.section("walk") {
            Some(_) => Strategy::Walk(read_walk(&database)?),
            None => Strategy::Listed(read_nodes(&database, &empty, claim.side)?),
        };
        let Provenance { program, version, settings, .. } = &manifest.account.provenance;
        let options = settings.get("options").map_or("", String::as_str);
        let claimed = format!("{program} {version} {options}").trim().to_owned();
        let (game, closed_plies) = (subject.game, closed_plies as u32);
        Ok(Proof { game, claim, root, to_move, strategy, closed_plies, closed_nodes, claimed })
    }

    /// What it leaves to plain search.
    pub(crate) fn closing(&self) -> Closing {
        Closing { claim: self.claim, plies: self.closed_plies, nodes: self.closed_nodes }
    }

    /// The claim in words.
    pub fn claim(&self) -> String {
        let side = if self.claim.side == Colour::White { "white" } else { "red" };
        let what = if self.claim.wins { "wins" } else { "wins or draws" };
        let from =
            if self.root.tiles() == 0 { "the start".to_owned() } else { self.root_diagram() };
        format!("{}: {side} {what} from {from}", self.game)
    }

    /// The root as `shuban show` reads it: whose turn it is, and its tiles.
    fn root_diagram(&self) -> String {
        let to_move = if self.to_move == Colour::White { "white" } else { "red" };
        format!("{to_move}:{}", self.root.diagram())
    }
}

/// Sees that the file says what a proof says, and nothing more.
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
    let stream = |section: &SectionEntry| match section.kind {
        SectionKind::Stream { entries, .. } => Some((section.name.clone(), entries)),
        _ => None,
    };
    let streams: Option<Vec<(String, u64)>> = sections.iter().map(stream).collect();
    let streams = streams.unwrap_or_default();
    let [(root, _), (strategy, records)] = streams.as_slice() else { return is("sections", false) };
    is("sections", root == "root" && STRATEGIES.contains(&strategy.as_str()))?;
    let [PartEntry { name, positions, sections, facts, .. }] = account.parts.as_slice() else {
        return is("parts", false);
    };
    is("parts", name == strategy && sections.as_slice() == [name.clone()] && facts.is_empty())?;
    is("parts", strategy == "walk" || positions == records)?;
    is("needs", account.needs.is_empty())?;
    let root = account.facts.get("root").and_then(|root| root.as_str());
    let leaves = counted_leaves(account);
    let facts = 1 + usize::from(strategy == "walk");
    is("facts", account.facts.len() == facts && root.is_some() && leaves.is_some() == (facts > 1))?;
    // Proofs of the first program of this format have no provenance.
    let Provenance { program, settings, .. } = &account.provenance;
    let question = match subject.parameters.get("at-least").map(String::as_str) {
        Some("1") => "win",
        _ => "draw-or-better",
    };
    let is_settled = settings.keys().eq(["options", "question"])
        && settings.get("question").is_some_and(|asked| asked == question);
    is("settings", if program.is_empty() { settings.is_empty() } else { is_settled })
}

/// The board of a game before the first move: `trax/2` to `trax/8`, and without victory
/// lines `trax/2-loops` to `trax/7-loops`.
fn empty_board(game: &str) -> Option<Board> {
    let name = game.strip_prefix("trax/")?;
    let (size, has_lines) = name.strip_suffix("-loops").map_or((name, true), |size| (size, false));
    // A board of eight rows has lines by either reading.
    let largest = if has_lines { 8 } else { 7 };
    let number = (2..=largest).find(|number| number.to_string() == size)?;
    Some(Board::new(number, has_lines))
}

/// How many positions of a walk are decided without a move, as the file says.
fn counted_leaves(account: &Account) -> Option<u64> {
    account.facts.get("leaves")?.as_u64()
}

/// The moves of a walk.
fn read_walk(database: &Database) -> Result<Walk, ProofError> {
    let account = &database.manifest().account;
    let positions = account.parts.iter().map(|part| part.positions).sum();
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

/// The records of the strategy. What is wrong with the first that is ends the reading.
fn read_nodes(database: &Database, empty: &Board, side: Colour) -> Result<Vec<Node>, ProofError> {
    let strategy = database.stream("strategy")?;
    let length = (board_bytes(empty) + MOVE_BYTES) as u64;
    if strategy.len().checked_mul(length) != Some(strategy.bytes()) {
        let (records, bytes) = (strategy.len(), strategy.bytes());
        let reason = format!("{records} records of {length} bytes each are not {bytes} bytes");
        return Err(meaningless(reason));
    }
    database.may_hold("strategy", strategy.len().saturating_mul(HELD_FOR_A_NODE))?;
    let mut nodes = Vec::new();
    // They are in ascending order, so that many equal ones are refused at the second.
    let mut before = Vec::new();
    strategy.try_for_each(|record, bytes| {
        if bytes <= before.as_slice() {
            return Err(ProofError::Order(record));
        }
        before.clear();
        before.extend_from_slice(bytes);
        nodes.push(read_node(bytes, empty, side).ok_or(ProofError::Record(record))?);
        Ok(())
    })?;
    Ok(nodes)
}

/// The bytes of the side to move and the tiles.
fn board_bytes(empty: &Board) -> usize {
    1 + tile_bytes(empty)
}

fn tile_bytes(empty: &Board) -> usize {
    (3 * empty.size() * empty.size()).div_ceil(8)
}

/// A position with its move.
fn read_node(bytes: &[u8], empty: &Board, side: Colour) -> Option<Node> {
    let (to_move, board, rest) = read_board(bytes, empty)?;
    let &[row, column, tile] = rest else { return None };
    let tile = *TILES.get(usize::from(tile).checked_sub(1)?)?;
    (to_move == side).then(|| Node { tiles: Tiles::of(&board), row, column, tile })
}

/// The side to move, the tiles, and the bytes after them.
fn read_board<'b>(bytes: &'b [u8], empty: &Board) -> Option<(Colour, Board, &'b [u8])> {
    let (&first, rest) = bytes.split_first()?;
    let to_move = match first {
        0 => Colour::White,
        1 => Colour::Red,
        _ => return None,
    };
    let size = empty.size();
    let (cells, rest) = rest.split_at_checked(tile_bytes(empty))?;
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
    Some((to_move, board, rest))
}
