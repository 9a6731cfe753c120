//! A tree of the most promising lines, grown from the root (Monte-Carlo tree search with an evaluation in place of
//! playouts, as R. Lorentz, "Amazons discover Monte-Carlo", Computers and Games, 2008).

use super::candidates::{Candidate, Candidates};
use super::options::SearchOptions;
use crate::boards::Certain;
use crate::subgame::{Army, Move, Subgame};

/// A board of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Place of its first edge, and their number.
    first: u32,
    count: u32,
    visits: u32,
    /// Sum of the values of its visits, to the side to move.
    sum: f64,
    /// True if the side to move wins, false if it loses; `None` as long as that is open.
    wins: Option<bool>,
    is_expanded: bool,
}

/// A move at a board.
#[derive(Clone, Copy, Debug)]
struct Edge {
    action: Move,
    /// Estimated worth to the side that moves.
    value: f32,
    /// Share of visits before any.
    prior: f32,
    /// Place of the board after it; 0 before its first visit.
    node: u32,
}

/// Size of a board with its moves, at most, in bytes.
const NODE_BYTES: usize = size_of::<Node>() + size_of::<Edge>();

/// A search of one position.
pub struct Tree<'o> {
    candidates: Candidates<'o>,
    certain: Certain,
    root: Subgame,
    side: Army,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Most edges.
    most: usize,
}

/// A move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedMove {
    /// The move.
    pub action: Move,
    /// Number of visits.
    pub visits: u32,
    /// Worth to the side that makes it, from -1 to 1.
    pub value: f32,
    /// True if it wins, false if it loses; `None` if that is open.
    pub wins: Option<bool>,
}

const OPEN: Node = Node { first: 0, count: 0, visits: 0, sum: 0.0, wins: None, is_expanded: false };

impl<'o> Tree<'o> {
    /// Creates the tree of a position in which a side can move, on a board of up to ten columns.
    pub fn new(root: &Subgame, side: Army, options: &'o SearchOptions, memory: u64) -> Self {
        let most = (memory / NODE_BYTES as u64).clamp(1 << 10, u64::from(u32::MAX) / 2) as usize;
        let mut tree = Tree {
            candidates: Candidates { options, evaluated: 0 },
            certain: Certain::default(),
            root: *root,
            side,
            nodes: vec![OPEN],
            edges: Vec::new(),
            most,
        };
        let found = tree.candidates.of(root, side, options.most[0], options.destinations[0]);
        tree.expand(0, &found);
        tree
    }

    /// Returns the number of boards that were evaluated.
    pub fn evaluated(&self) -> u64 {
        self.candidates.evaluated
    }

    /// Returns true if nothing is left to search: the winner is known, or the memory is used up.
    pub fn is_finished(&self) -> bool {
        self.nodes[0].wins.is_some() || self.edges.len() >= self.most
    }

    /// Grows the tree by one board.
    pub fn grow(&mut self) {
        let (mut game, mut side) = (self.root, self.side);
        let mut path = vec![0];
        let mut at = 0;
        let value = loop {
            let node = self.nodes[at];
            if let Some(wins) = node.wins {
                break if wins { 1.0 } else { -1.0 };
            }
            if !node.is_expanded {
                break self.first_visit(at, &game, side);
            }
            let edge = self.selected(&node);
            if self.edges[edge].node == 0 {
                self.edges[edge].node = self.nodes.len() as u32;
                self.nodes.push(OPEN);
            }
            game = game.after(side, self.edges[edge].action);
            side = side.opponent();
            at = self.edges[edge].node as usize;
            path.push(at);
        };
        let mut value = f64::from(value);
        for (above, &at) in path.iter().rev().enumerate() {
            if above > 0 {
                self.settle(at);
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += value;
            value = -value;
        }
    }

    /// Values a board that is reached for the first time.
    fn first_visit(&mut self, at: usize, game: &Subgame, side: Army) -> f32 {
        if let Some(winner) = self.certain.winner(game, side) {
            let wins = winner == side;
            self.nodes[at].wins = Some(wins);
            return if wins { 1.0 } else { -1.0 };
        }
        let SearchOptions { most, destinations, .. } = self.candidates.options;
        let found = self.candidates.of(game, side, most[1], destinations[1]);
        self.expand(at, &found);
        found.first().map_or(-1.0, |best| best.value)
    }

    /// Adds the moves at a board.
    fn expand(&mut self, at: usize, found: &[Candidate]) {
        let Some(best) = found.first().map(|best| best.value) else {
            self.nodes[at].wins = Some(false);
            return;
        };
        if best >= 1.0 {
            self.nodes[at].wins = Some(true);
        }
        let gap = self.candidates.options.gap;
        let prior = |value: f32| {
            let share = gap / (gap + best - value);
            share * share
        };
        let all: f32 = found.iter().map(|one| prior(one.value)).sum();
        let (first, count) = (self.edges.len() as u32, found.len() as u32);
        self.edges.extend(found.iter().map(|&Candidate { action, value }| Edge {
            action,
            value,
            prior: prior(value) / all,
            node: 0,
        }));
        let node = &mut self.nodes[at];
        (node.first, node.count, node.is_expanded) = (first, count, true);
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..][..node.count as usize]
    }

    /// Returns the worth of a move to the side that makes it, the number of its visits, and its certain result.
    fn worth(&self, edge: &Edge) -> (f32, u32, Option<bool>) {
        match edge.node {
            0 => (edge.value, 0, (edge.value >= 1.0).then_some(true)),
            node => {
                let node = &self.nodes[node as usize];
                let value = if node.visits == 0 {
                    edge.value
                } else {
                    -(node.sum / f64::from(node.visits)) as f32
                };
                (value, node.visits, node.wins.map(|wins| !wins))
            }
        }
    }

    /// Returns the move to look at next.
    fn selected(&self, node: &Node) -> usize {
        let spread = self.candidates.options.exploration * (node.visits.max(1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, edge) in self.edges_of(node).iter().enumerate() {
            let (value, visits, wins) = self.worth(edge);
            // A move that loses is looked at no more.
            let value = if wins == Some(false) { -2.0 } else { value };
            let upper = value + spread * edge.prior / (1 + visits) as f32;
            if upper > best.0 {
                best = (upper, number);
            }
        }
        node.first as usize + best.1
    }

    /// Concludes from the moves of a board who wins, if they tell.
    fn settle(&mut self, at: usize) {
        let node = self.nodes[at];
        let mut all_lose = true;
        for edge in self.edges_of(&node) {
            match self.worth(edge).2 {
                Some(true) => {
                    self.nodes[at].wins = Some(true);
                    return;
                }
                Some(false) => (),
                None => all_lose = false,
            }
        }
        if all_lose {
            self.nodes[at].wins = Some(false);
        }
    }

    /// Returns the moves of the root, best first: those that win, then those visited most, then those that lose.
    pub fn rated(&self) -> Vec<RatedMove> {
        let mut all: Vec<RatedMove> = (self.edges_of(&self.nodes[0]).iter())
            .map(|edge| {
                let (value, visits, wins) = self.worth(edge);
                let value = wins.map_or(value, |wins| if wins { 1.0 } else { -1.0 });
                RatedMove { action: edge.action, visits, value, wins }
            })
            .collect();
        // Stable: of moves that all lose the one comes first that looked best.
        all.sort_by(|one, other| {
            let [rank, others_rank] = [one, other].map(|it| match it.wins {
                Some(true) => (2, 0),
                None => (1, it.visits),
                Some(false) => (0, 0),
            });
            others_rank.cmp(&rank).then(other.value.total_cmp(&one.value))
        });
        all
    }

    /// Returns the line that begins with the best move, as far as it was visited.
    pub fn line(&self) -> Vec<Move> {
        let mut line: Vec<Move> =
            self.rated().first().map(|best| best.action).into_iter().collect();
        let next = |node: &Node, action: Move| {
            self.edges_of(node)
                .iter()
                .find(|edge| edge.action == action)
                .map(|edge| edge.node as usize)
        };
        let mut at = line.first().and_then(|&action| next(&self.nodes[0], action));
        while let Some(node) = at.filter(|&at| at > 0).map(|at| &self.nodes[at]) {
            let visited = self.edges_of(node).iter().filter(|edge| edge.node > 0);
            let Some(best) = visited.max_by_key(|edge| self.nodes[edge.node as usize].visits)
            else {
                break;
            };
            line.push(best.action);
            at = Some(best.node as usize);
        }
        line
    }
}
