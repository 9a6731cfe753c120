//! A bounded part of the tree of play below a position, best moves first.

use serde_json::{Map, Value as Json, json};
use shuban_catalog::answer::add_fields;
use shuban_catalog::chain::{Chain, Oracle, Question, Reply, Rules};
use shuban_catalog::names::Games;
use shuban_catalog::{AnyAnswer, AnyGame, AnyPlay, AnyPosition, Error, GameEnd, Printable, Search};
use shuban_core::{Fields, Seat};

use crate::budget::Budget;
use crate::ledgers::Telling;
use crate::problem::Problem;
use crate::request::RequestState;

/// Limit on the moves of a tree.
pub(crate) const MOST_NODES: usize = 200;

/// Limit on the moves that are followed from one position, best first.
pub(crate) const WIDEST: usize = 8;

/// Default depth.
pub(crate) const PLIES: usize = 3;

/// Greatest depth.
pub(crate) const MOST_PLIES: usize = 8;

/// A part of a tree. The positions of a level come before those of the next.
pub(crate) struct Tree {
    /// Positions, the root first.
    nodes: Vec<Node>,
    /// Answer about the root.
    pub(crate) root: AnyAnswer,
    /// True if moves were left out because of the limit on their number.
    pub(crate) is_cut: bool,
}

/// A position in a tree.
pub(crate) struct Node {
    /// Move that leads to it; `None` at the root.
    pub(crate) made: Option<MadeMove>,
    position: AnyPosition,
    /// End of the game, if it is over there.
    pub(crate) over: Option<GameEnd>,
    /// Moves from it; `None` if it was not expanded.
    pub(crate) below: Option<Below>,
    ply: usize,
    /// Number of moves to it that are not best.
    errors: usize,
}

/// A move, with its value.
pub(crate) struct MadeMove {
    /// Player who makes it.
    pub(crate) seat: Seat,
    /// The move.
    pub(crate) action: String,
    /// Value for the player who makes it, if known.
    pub(crate) value: Option<Fields>,
    /// True if no other move has a higher value.
    pub(crate) is_best: bool,
    /// True if all moves from the root to it are best.
    pub(crate) is_optimal: bool,
}

/// The moves of a position.
pub(crate) struct Below {
    /// Numbers of their nodes in the tree, best first.
    pub(crate) followed: Vec<usize>,
    /// Number of other moves.
    pub(crate) others: usize,
}

impl Tree {
    /// Returns the position of a number; 0 is the root.
    pub(crate) fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// Returns the number of moves.
    pub(crate) fn moves(&self) -> usize {
        self.nodes.len() - 1
    }
}

/// The oracles of a tree: databases, then a search if asked for, then the rules; answers also get
/// the records.
struct Known<'s> {
    game: &'s dyn AnyGame,
    oracles: Chain<'s>,
    recorded: Telling<'s>,
}

impl Known<'_> {
    fn ask(&mut self, position: &AnyPosition) -> Result<AnyAnswer, Error> {
        let question = Question::of_all(self.game, position.clone());
        let mut answer = self.oracles.ask(&question)?.known()?;
        self.recorded.tell(&mut answer)?;
        Ok(answer)
    }
}

/// A search that answers "unknown" when its time is over.
struct Limited<'s>(Search<'s>);

impl Oracle for Limited<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        match self.0.ask(question) {
            Err(error @ Error::Interrupted) => Ok(Reply::Unknown(error)),
            reply => reply,
        }
    }
}

/// Expands the tree below a position, `plies` moves deep; with values by search if `searches` and
/// no database has them.
///
/// # Errors
/// [`Problem`] if chance plays a part in the game, there is too much to do, or a file is damaged.
pub(crate) fn tree(
    state: &RequestState,
    game: &dyn AnyGame,
    position: AnyPosition,
    plies: usize,
    searches: bool,
) -> Result<Tree, Problem> {
    let session = state.sessions.session(&game.name())?;
    let searches = searches && state.catalog.is_solved(one(state, game)?);
    let time = state.limits.search_time;
    let until = state.budget.within(time);
    let setting = state.search_setting(Some(time), None, &until);
    let ledger = state.ledgers.of(&game.name());
    let search = Search::new(state.catalog, setting).knowing(ledger.as_deref());
    let oracles = Chain::of(&*session).then_if(searches.then_some(Limited(search))).then(Rules);
    let mut known = Known { game, oracles, recorded: state.ledgers.telling() };
    grown(&mut known, position, plies, &state.budget)
}

/// Returns a game by its own name.
fn one(state: &RequestState, game: &dyn AnyGame) -> Result<Games<'static>, Error> {
    state.catalog.games_named(&game.name())
}

fn grown(
    known: &mut Known<'_>,
    position: AnyPosition,
    plies: usize,
    budget: &Budget,
) -> Result<Tree, Problem> {
    let mut root = known.ask(&position)?;
    if root.has_chance {
        let detail = format!("chance plays a part in {}: it has no tree of moves", root.game);
        return Err(Problem::bad_request(detail));
    }
    let first = root.events.pop();
    let node =
        |made, position, over, ply, errors| Node { made, position, over, below: None, ply, errors };
    let over = root.over.clone();
    let mut nodes = vec![node(None, position, over, 0, 0)];
    let mut opened = first.map(|event| (0, root.seat, event.plays));
    let (mut waiting, mut is_cut) = (Vec::new(), false);
    loop {
        if let Some((number, seat, plays)) = opened.take() {
            let (ply, errors) = (nodes[number].ply + 1, nodes[number].errors);
            let others = plays.len().saturating_sub(WIDEST);
            let mut followed = Vec::with_capacity(plays.len().min(WIDEST));
            for AnyPlay { action, after, value, rank, .. } in plays.into_iter().take(WIDEST) {
                let is_best = value.is_some() && rank == 0;
                let errors = errors + usize::from(!is_best);
                let is_optimal = errors == 0;
                let made = Some(MadeMove { seat, action, value, is_best, is_optimal });
                let over = known.game.over(&after)?;
                followed.push(nodes.len());
                if over.is_none() && ply < plies {
                    waiting.push(nodes.len());
                }
                nodes.push(node(made, after, over, ply, errors));
            }
            nodes[number].below = Some(Below { followed, others });
        }
        budget.check()?;
        // Level by level; within a level, lines with the fewest errors first.
        let place = (0..waiting.len()).min_by_key(|&place| {
            let node: &Node = &nodes[waiting[place]];
            (node.ply, node.errors)
        });
        let Some(place) = place else { break };
        let number = waiting.remove(place);
        let mut answer = known.ask(&nodes[number].position)?;
        let plays = answer.events.pop().map(|event| event.plays).unwrap_or_default();
        if nodes.len() - 1 + plays.len().min(WIDEST) > MOST_NODES {
            is_cut = true;
            break;
        }
        opened = Some((number, answer.seat, plays));
    }
    Ok(Tree { nodes, root, is_cut })
}

impl Tree {
    /// Returns the tree as JSON.
    pub(crate) fn json(&self) -> Json {
        let Json::Object(mut object) = self.root.json() else { return Json::Null };
        object.insert("nodes".to_owned(), json!(self.moves()));
        object.insert("most_nodes".to_owned(), json!(MOST_NODES));
        object.insert("cut".to_owned(), json!(self.is_cut));
        self.add_moves(&mut object, 0);
        Json::Object(object)
    }

    fn add_moves(&self, object: &mut Map<String, Json>, number: usize) {
        let below = self.nodes[number].below.as_ref();
        let moves = below.map(|below| -> Vec<Json> {
            below.followed.iter().map(|&number| self.node_json(number)).collect()
        });
        object.insert("moves".to_owned(), json!(moves));
        object.insert("others".to_owned(), json!(below.map(|below| below.others)));
    }

    fn node_json(&self, number: usize) -> Json {
        let node = &self.nodes[number];
        let mut object = Map::new();
        if let Some(MadeMove { seat, action, value, is_best, is_optimal }) = &node.made {
            let mut add = |name: &str, value: Json| object.insert(name.to_owned(), value);
            add("move", json!(action));
            add("seat", json!(seat));
            add("best", json!(is_best));
            add("optimal", json!(is_optimal));
            add("after", json!(node.position.text));
            add("payoffs", json!(node.over.as_ref().map(|over| &over.payoffs)));
            add_fields(&mut object, value.iter().flatten());
        }
        self.add_moves(&mut object, number);
        Json::Object(object)
    }
}
