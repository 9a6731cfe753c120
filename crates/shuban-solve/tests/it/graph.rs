//! Games on graphs, drawn at random: arbitrary rules as nodes and plays.

use std::collections::HashMap;

use shuban_core::loopy::{Horizon, PlayOf, backup_receding};
use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, IndexOf, Layer, LayerId, Loopy,
    NotationError, Part, PartId, Payoffs, Play, Random, Receding, Seat, Unanswered,
};

/// A node: the player to move, the layer, and the plays, each with the points it wins; or the
/// payoff of the first seat.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) seat: Seat,
    pub(crate) layer: usize,
    pub(crate) next: Result<Vec<(usize, i16)>, i16>,
}

/// The layer of nodes that no table holds.
pub(crate) const NO_LAYER: usize = usize::MAX;

/// A game whose positions are the numbers of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Graph(pub(crate) Vec<Node>);

impl Game for Graph {
    type Position = usize;
    type Chance = ();
    type Move = usize;

    fn name(&self) -> String {
        "graph".to_owned()
    }

    fn to_move(&self, node: &usize) -> Seat {
        self.0[*node].seat
    }

    fn outcome(&self, node: &usize) -> Option<Payoffs> {
        let payoff = *self.0[*node].next.as_ref().err()?;
        Some(Payoffs::new(&[payoff, -payoff]))
    }

    fn chances(&self, _: &usize) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, node: &usize, (): (), plays: &mut Vec<Play<usize, usize>>) {
        let next = self.0[*node].next.iter().flatten();
        plays.extend(next.map(|&(after, _)| Play { action: after, after }));
    }

    fn parse(&self, text: &str) -> Result<usize, NotationError> {
        let node = text.parse().ok().filter(|node| *node < self.0.len());
        node.ok_or_else(|| NotationError::new(text, 0, "no node"))
    }

    fn format(&self, node: &usize) -> String {
        node.to_string()
    }

    fn format_move(&self, _: &usize, (): (), to: &usize) -> String {
        to.to_string()
    }
}

/// The nodes of a layer.
struct Nodes {
    nodes: Vec<usize>,
    ranks: HashMap<usize, u64>,
}

impl Index for Nodes {
    type Position = usize;

    fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn rank(&self, node: &usize) -> Option<u64> {
        self.ranks.get(node).copied()
    }

    fn unrank(&self, rank: u64) -> Option<usize> {
        self.nodes.get(rank as usize).copied()
    }
}

/// The nodes of a graph, in as many layers as they name.
pub(crate) struct Walks {
    pub(crate) graph: Graph,
    /// The worth of endless play to the first seat.
    pub(crate) endless: i16,
    pub(crate) horizon: Horizon,
    /// True to ask also for positions that no table holds: if of plays, for the first alone.
    pub(crate) asks_for_all: bool,
    layers: Vec<Layer>,
}

impl Walks {
    pub(crate) fn new(nodes: Vec<Node>, endless: i16, horizon: Horizon, cyclic: bool) -> Self {
        let held = nodes.iter().filter(|node| node.layer != NO_LAYER);
        let count = held.map(|node| node.layer + 1).max().unwrap_or(0);
        let layer = |number: usize| Layer {
            name: format!("walks/{number}"),
            parts: vec![Part {
                name: "all".to_owned(),
                positions: Some(nodes.iter().filter(|node| node.layer == number).count() as u64),
            }],
            needs: (0..number).map(LayerId).collect(),
            cyclic,
        };
        let layers = (0..count).map(layer).collect();
        Walks { graph: Graph(nodes), endless, horizon, asks_for_all: false, layers }
    }

    /// Returns a graph of two layers of `each` nodes.
    pub(crate) fn random(seed: u64, each: usize) -> Self {
        let mut random = Random::of_part(seed, 0);
        let mut below = |most: usize| random.below(most as u64) as usize;
        let node = |number: usize, below: &mut dyn FnMut(usize) -> usize| {
            let layer = number / each;
            let seat = below(2);
            if below(6) == 0 {
                return Node { seat, layer, next: Err(below(5) as i16 - 2) };
            }
            let plays = 1 + below(3);
            let mut next: Vec<(usize, i16)> = (0..plays)
                .map(|_| {
                    let stays = layer == 0 || below(4) > 0;
                    match stays {
                        true => (layer * each + below(each), 0),
                        false => (below(each), below(4) as i16 - 1),
                    }
                })
                .collect();
            next.sort_unstable();
            next.dedup_by_key(|(after, _)| *after);
            Node { seat, layer, next: Ok(next) }
        };
        let nodes = (0..2 * each).map(|number| node(number, &mut below)).collect();
        let horizon = if below(2) == 0 { Horizon::End } else { Horizon::Conversion };
        Walks::new(nodes, below(3) as i16 - 1, horizon, true)
    }
}

impl Domain for Walks {
    type Game = Graph;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        "walks".to_owned()
    }

    fn game(&self) -> &Graph {
        &self.graph
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        let is_here = |node: &usize| self.graph.0[*node].layer == part.layer.0;
        let nodes: Vec<usize> = (0..self.graph.0.len()).filter(is_here).collect();
        let ranks = nodes.iter().copied().zip(0..).collect();
        Ok(Box::new(Nodes { nodes, ranks }))
    }

    fn locate(&self, node: &usize) -> Option<PartId> {
        let layer = Some(self.graph.0[*node].layer).filter(|&layer| layer != NO_LAYER)?;
        Some(PartId { layer: LayerId(layer), part: 0 })
    }

    fn backup(
        &self,
        node: &usize,
        ask: &mut dyn Ask<usize, Receding>,
    ) -> Result<Receding, Unanswered> {
        match &self.graph.0[*node].next {
            Ok(next) if self.asks_for_all => Ok(-ask.ask(&next[0].0)?),
            _ => backup_receding(self, node, ask),
        }
    }

    fn encode(&self, value: &Receding, _: &Dictionary<Receding>) -> Receding {
        *value
    }

    fn decode(&self, record: Receding, _: &Dictionary<Receding>) -> Option<Receding> {
        Some(record)
    }
}

impl Loopy for Walks {
    fn endless(&self, seat: Seat) -> i16 {
        if seat == 0 { self.endless } else { -self.endless }
    }

    fn reward(&self, node: &usize, play: &PlayOf<Self>) -> i16 {
        let next = self.graph.0[*node].next.iter().flatten();
        next.clone().find(|(after, _)| *after == play.after).map_or(0, |(_, reward)| *reward)
    }

    fn horizon(&self) -> Horizon {
        self.horizon
    }
}
