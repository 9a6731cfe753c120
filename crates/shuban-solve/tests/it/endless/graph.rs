//! Games of chance on graphs, drawn at random, in which play may be endless.

use shuban_core::backup::backup_expected;
use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, IndexOf, Interval, IntervalDomain, Layer,
    LayerId, NotationError, Part, PartId, Payoffs, Play, Random, Seat, Unanswered,
};

/// The player to move, and the choices under each of equally likely chance events; or the payoff of
/// the first seat.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) seat: Seat,
    pub(crate) next: Result<Vec<Vec<usize>>, i16>,
}

/// A game whose positions are the numbers of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Graph(pub(crate) Vec<Node>);

impl Graph {
    pub(crate) fn random(seed: u64, nodes: usize) -> Self {
        let mut random = Random::of_part(seed, 0);
        let mut below = |most: usize| random.below(most as u64) as usize;
        let mut node = |number: usize| {
            let seat = below(2);
            if number >= nodes {
                return Node { seat, next: Err([-1, 0, 1][number - nodes]) };
            }
            let chances = 1 + below(2);
            // Most plays go on: only a few lead to finished nodes, which are the last three.
            let mut to = || if below(4) == 0 { nodes + below(3) } else { below(nodes) };
            let mut plays = || (0..2).map(|_| to()).collect::<Vec<_>>();
            Node { seat, next: Ok((0..chances).map(|_| plays()).collect()) }
        };
        Graph((0..nodes + 3).map(&mut node).collect())
    }
}

impl Game for Graph {
    type Position = usize;
    type Chance = usize;
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

    fn chances(&self, node: &usize) -> Vec<(usize, u32)> {
        let chances = self.0[*node].next.as_ref().map_or(0, Vec::len);
        (0..chances).map(|chance| (chance, 1)).collect()
    }

    fn plays(&self, node: &usize, chance: usize, plays: &mut Vec<Play<usize, usize>>) {
        let next = self.0[*node].next.iter().flat_map(|chances| &chances[chance]);
        plays.extend(next.map(|&after| Play { action: after, after }));
    }

    fn parse(&self, text: &str) -> Result<usize, NotationError> {
        let node = text.parse().ok().filter(|node| *node < self.0.len());
        node.ok_or_else(|| NotationError::new(text, 0, "no node"))
    }

    fn format(&self, node: &usize) -> String {
        node.to_string()
    }

    fn format_move(&self, _: &usize, _: usize, to: &usize) -> String {
        to.to_string()
    }
}

/// The nodes from 0 to the last one.
struct Nodes(u64);

impl Index for Nodes {
    type Position = usize;

    fn len(&self) -> u64 {
        self.0
    }

    fn rank(&self, node: &usize) -> Option<u64> {
        Some(*node as u64).filter(|&rank| rank < self.0)
    }

    fn unrank(&self, rank: u64) -> Option<usize> {
        (rank < self.0).then_some(rank as usize)
    }
}

/// The nodes of a graph, all in one layer.
pub(crate) struct Walks {
    pub(crate) graph: Graph,
    /// The worth of endless play to the first seat, if the rules define it.
    pub(crate) endless: Option<i16>,
    layers: Vec<Layer>,
}

impl Walks {
    pub(crate) fn new(graph: Graph, endless: Option<i16>) -> Self {
        let part = Part { name: "all".to_owned(), positions: Some(graph.0.len() as u64) };
        let name = "walks/all".to_owned();
        let layer = Layer { name, parts: vec![part], needs: Vec::new(), cyclic: true };
        Walks { graph, endless, layers: vec![layer] }
    }
}

impl Domain for Walks {
    type Game = Graph;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        "walks".to_owned()
    }

    fn game(&self) -> &Graph {
        &self.graph
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Nodes(self.graph.0.len() as u64)))
    }

    fn locate(&self, _: &usize) -> Option<PartId> {
        Some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        node: &usize,
        ask: &mut dyn Ask<usize, Interval>,
    ) -> Result<Interval, Unanswered> {
        backup_expected(self, node, ask)
    }

    fn encode(&self, value: &Interval, _: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.within(Interval::UNKNOWN)
    }
}

impl IntervalDomain for Walks {
    fn endless(&self, seat: Seat) -> Option<i16> {
        self.endless.map(|worth| if seat == 0 { worth } else { -worth })
    }
}
