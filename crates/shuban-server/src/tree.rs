//! The tree of play below a position: a bounded piece of it, best moves first.

use std::time::Instant;

use serde_json::{Map, Value as Json, json};
use shuban_catalog::{
    AnyAnswer, AnyGame, AnyPlay, AnyPosition, Chain, Error, GameEnd, Games, Oracle, Printable,
    Question, Reply, Rules, Solving, add_fields,
};
use shuban_core::{Fields, Progress, Seat};

use crate::ledgers::Telling;
use crate::problem::Problem;
use crate::state::State;

/// A piece of a tree has at most so many moves.
pub(crate) const MOST_NODES: usize = 200;

/// Of a position at most so many moves are followed, the best ones.
pub(crate) const WIDEST: usize = 8;

/// It goes so deep unless something else is asked for.
pub(crate) const PLIES: usize = 3;

/// It goes no deeper.
pub(crate) const MOST_PLIES: usize = 8;

/// A piece of a tree. The positions of a level come before those of the next.
pub(crate) struct Tree {
    /// The root first.
    nodes: Vec<Node>,
    /// What is known of the root.
    pub(crate) root: AnyAnswer,
    /// Whether there are moves that only the bound on their number left out.
    pub(crate) is_cut: bool,
}

/// A position in it.
pub(crate) struct Node {
    /// The move that leads to it; none at the root.
    pub(crate) made: Option<MadeMove>,
    position: AnyPosition,
    /// How the game has ended there, if it has.
    pub(crate) over: Option<GameEnd>,
    /// What can be played; none if it was not looked at.
    pub(crate) below: Option<Below>,
    ply: usize,
    /// How many moves that are not best lead to it.
    errors: usize,
}

/// A move, and what it is worth.
pub(crate) struct MadeMove {
    /// Who makes it.
    pub(crate) seat: Seat,
    /// The move.
    pub(crate) action: String,
    /// Its worth for the player who makes it, where that is known.
    pub(crate) value: Option<Fields>,
    /// Whether nothing else is worth more.
    pub(crate) is_best: bool,
    /// Whether that holds of all moves from the root to it.
    pub(crate) is_optimal: bool,
}

/// The moves of a position.
pub(crate) struct Below {
    /// Those that are in the tree, by number, best first.
    pub(crate) followed: Vec<usize>,
    /// How many others there are.
    pub(crate) others: usize,
}

impl Tree {
    /// The position of a number; 0 is the root.
    pub(crate) fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// How many moves it has.
    pub(crate) fn moves(&self) -> usize {
        self.nodes.len() - 1
    }
}

/// The oracles of a tree: databases, then a search if one is wanted, then the rules; the answers tell
/// the records besides.
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

/// A search whose time may be over: then it cannot tell.
struct Limited<'s>(Solving<'s>);

impl Oracle for Limited<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        match self.0.ask(question) {
            Err(error @ Error::Interrupted) => Ok(Reply::Unknown(error)),
            reply => reply,
        }
    }
}

/// Ends a search at a time.
struct Until(Instant);

impl Progress for Until {
    fn interrupted(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// The tree below a position, so many moves deep; with values by search if that is wanted and no
/// database has them.
///
/// # Errors
/// [`Problem`] if chance plays a part in the game, there is too much to do, or a file is damaged.
pub(crate) fn tree(
    state: &State,
    game: &dyn AnyGame,
    position: AnyPosition,
    plies: usize,
    searches: bool,
) -> Result<Tree, Problem> {
    let _place = state.place()?;
    let session = state.sessions.session(&game.name())?;
    let searches = searches && state.catalog.is_solved(one(state, game)?);
    let place = searches.then(|| state.searches.try_acquire()).transpose();
    let _place_of_search = place.map_err(|_| Problem::busy())?;
    let time = state.limits.search_time;
    let until = Until(Instant::now() + time);
    let setting = state.search_setting(Some(time), None, &until);
    let ledger = state.ledgers.of(&game.name());
    let begin =
        || Solving::knowing(state.catalog, one(state, game)?, None, ledger.as_deref(), setting);
    let solving = searches.then(begin).transpose()?;
    let oracles = Chain::of(&*session).then_if(solving.map(Limited)).then(Rules);
    let mut known = Known { game, oracles, recorded: state.ledgers.telling() };
    grown(&mut known, position, plies)
}

/// A game by its own name.
fn one(state: &State, game: &dyn AnyGame) -> Result<Games<'static>, Error> {
    state.catalog.games_named(&game.name())
}

fn grown(known: &mut Known<'_>, position: AnyPosition, plies: usize) -> Result<Tree, Problem> {
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
        // Level by level; within one the lines with the fewest errors first.
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
    /// The tree for programs.
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
