//! A settled question as a strategy: one move for each position that the winning side can come to.

use rustc_hash::FxHashSet;
use shuban_core::{Key, Provable, Question};

use super::options::ProofOptions;
use super::search::{Expanded, Shared, Worker};
use super::table::ProofTable;

/// Every position that is not in a proof file is decided within this many plies.
pub const CLOSED_PLIES: u32 = 4;
/// And by visiting at most this many positions.
pub const CLOSED_NODES: u64 = 1_000_000;

/// The answer at a position, if that many plies of plain search give it, by visiting at most `left`
/// positions; these are counted down. A game looks a ply or two ahead by its own fast way, the rest
/// is by the rules: shallow searches come first, since most positions that are not in a proof file
/// are decided at once.
pub fn decided<G: Provable>(
    game: &G,
    position: &G::Position,
    question: &Question,
    plies: u32,
    left: &mut u64,
) -> Option<bool> {
    let mut scratch = G::Scratch::default();
    (0..=plies).find_map(|plies| match plies {
        0..=2 => {
            *left = left.checked_sub(1)?;
            game.expand(position, question, plies, &mut scratch, &mut Vec::new())
        }
        _ => decided_by_rules(game, position, question, plies, left),
    })
}

fn decided_by_rules<G: Provable>(
    game: &G,
    position: &G::Position,
    question: &Question,
    plies: u32,
    left: &mut u64,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Some(payoffs) = game.outcome(position) {
        return Some(question.holds(&payoffs));
    }
    let plies = plies.checked_sub(1)?;
    let aim = game.to_move(position) == question.seat;
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    let mut answer = Some(!aim);
    for play in plays {
        match decided_by_rules(game, &play.after, question, plies, left) {
            Some(found) if found == aim => return Some(aim),
            Some(_) => (),
            None => answer = None,
        }
    }
    answer
}

/// How the side that has an answer for everything plays: in each of these positions, all with it to
/// move and in their canonical form, the move it makes.
///
/// What the other side can reach then, and is not here, is decided within the few plies that the
/// search looked ahead. So the whole is a proof that can be checked without any search but a
/// shallow one.
pub type Strategy<P, M> = Vec<(P, M)>;

/// Gathers the strategy that proves the answer, from what the table holds. Positions that it has
/// lost are searched again. `None` if there is no such strategy: then an entry is false, from a
/// checkpoint or of what was known beforehand. Every line is followed to its end, so that no false
/// entry makes a false proof.
///
/// Memory: some 150 bytes for each position with a move, besides the table.
pub(crate) fn strategy<G: Provable>(
    game: &G,
    root: &G::Position,
    question: Question,
    options: &ProofOptions,
    table: &ProofTable,
    answer: bool,
) -> Option<Strategy<G::Position, G::Move>> {
    // No deeper than a checker is asked to search.
    let again = ProofOptions {
        threads: 1,
        lookahead: options.lookahead.min(CLOSED_PLIES),
        tail: options.tail.min(CLOSED_PLIES),
        lookahead_once: false,
        nodes: None,
        time: None,
        ..options.clone()
    };
    // The cache would give the children of any position with the same key, and these are exact.
    let exact = ProofOptions { cache: 0, ..again.clone() };
    let shared = Shared::new(game, question, &exact, table, false);
    let mut worker = Worker::new(&shared);
    let search = Shared::new(game, question, &again, table, false);
    let mut searcher = Worker::new(&search);
    // Whose move is one of many, and whose moves are all to be answered.
    let chooses = |position: &G::Position| (game.to_move(position) == question.seat) == answer;
    let mut strategy = Vec::new();
    // Keys of exact positions: there are several for each one with a move.
    let mut seen: FxHashSet<Key> = FxHashSet::default();
    let mut waiting = vec![root.clone()];
    while let Some(position) = waiting.pop() {
        let position = game.canonical(&position);
        if !seen.insert(game.position_key(&position)) {
            continue;
        }
        let children = match worker.expand(&position, shared.key(&position)) {
            Expanded::Open(children) => children,
            // What looking ahead decides needs no entry.
            Expanded::Settled(found) if found == answer => continue,
            Expanded::Settled(_) => return None,
        };
        let mut plays = Vec::new();
        game.plays(&position, (), &mut plays);
        if !chooses(&position) {
            // All that are open: of those with one key the children have only one.
            let open = plays.into_iter().map(|play| play.after);
            waiting.extend(open.filter(|after| {
                let key = shared.key(after);
                children.iter().any(|child| child.key == key)
            }));
            continue;
        }
        let chosen = searcher.choose(&position, &children, answer)?;
        // Any move to it will do.
        let play = plays.into_iter().find(|play| shared.key(&play.after) == chosen)?;
        waiting.push(play.after);
        strategy.push((position, play.action));
    }
    Some(strategy)
}
