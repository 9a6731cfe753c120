//! Monte-Carlo tree search of games of chance for two, with several backup operators.

use shuban_core::{Game, Random, Seat};

/// Operator that gives the value of a throw from those of its plays (Coulom, "Efficient Selectivity
/// and Backup Operators in Monte-Carlo Tree Search", Computers and Games 2006).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackupOperator {
    /// Mean of all playouts through it, which are also those of bad plays.
    Mean,
    /// Largest value of a play, which is too large as long as values are uncertain.
    Max,
    /// Value of the play that was tried most often.
    RobustMax,
    /// Mixture from the mean, while there are few playouts, to the robust max: Coulom's idea, with
    /// weights of our own. His are tuned to Go.
    Mix,
}

impl BackupOperator {
    /// All operators.
    pub const ALL: [BackupOperator; 4] =
        [BackupOperator::Mean, BackupOperator::Max, BackupOperator::RobustMax, BackupOperator::Mix];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            BackupOperator::Mean => "mean",
            BackupOperator::Max => "max",
            BackupOperator::RobustMax => "robust max",
            BackupOperator::Mix => "mix",
        }
    }
}

/// Number of turns after which a playout is cut off and counts as a draw.
const LONGEST_PLAYOUT: usize = 10_000;

/// Number of playouts at which mean and robust max count equally in a [`BackupOperator::Mix`].
const MIXED: f64 = 32.0;

/// A position in the tree. Values are those of its player to move, in points.
struct TreeNode<G: Game> {
    position: G::Position,
    turn: Seat,
    visits: u32,
    value: f64,
    sum: f64,
    events: Vec<TreeEvent<G::Chance>>,
}

/// A throw, with the indices of the nodes after its plays. Values are the thrower's.
struct TreeEvent<C> {
    chance: C,
    weight: f64,
    visits: u32,
    value: f64,
    sum: f64,
    plays: Vec<usize>,
}

/// A tree that grows with each playout by the plays of one throw at most, all of which it keeps:
/// its memory is that of the nodes. Plays are chosen by UCB1 (Kocsis and Szepesvári,
/// "Bandit Based Monte-Carlo Planning", ECML 2006), playouts play at random to the end.
///
/// The game must be zero-sum, keep the contract of [`Game`], and come to an end.
pub struct MonteCarloTree<'g, G: Game> {
    game: &'g G,
    backup: BackupOperator,
    /// Weight of exploration in UCB1.
    exploration: f64,
    random: Random,
    nodes: Vec<TreeNode<G>>,
}

impl<'g, G: Game> MonteCarloTree<'g, G> {
    /// Creates the tree of a position alone. `exploration` is in points: about the range of the
    /// payoffs. The same seed gives the same tree.
    pub fn new(
        game: &'g G,
        position: &G::Position,
        backup: BackupOperator,
        exploration: f64,
        seed: u64,
    ) -> Self {
        let (random, nodes) = (Random::new(seed), Vec::new());
        let mut tree = MonteCarloTree { game, backup, exploration, random, nodes };
        tree.add(position.clone());
        tree
    }

    /// Returns the estimated value of the position to its player to move.
    pub fn value(&self) -> f64 {
        self.nodes[0].value
    }

    /// Returns the number of playouts.
    pub fn playouts(&self) -> u32 {
        self.nodes[0].visits
    }

    /// Makes one more playout.
    pub fn play_out(&mut self) {
        // Nodes on the way down, each with the event that came up there.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let won = loop {
            if let Some(payoffs) = self.game.outcome(&self.nodes[at].position) {
                break f64::from(payoffs.of(0));
            }
            if self.nodes[at].visits == 0 && at > 0 {
                break self.at_random(at);
            }
            let event = self.throw(at);
            let Some(next) = self.chosen(at, event) else { break 0.0 };
            path.push((at, event));
            at = next;
        };
        let leaf = &mut self.nodes[at];
        let own = if leaf.turn == 0 { won } else { -won };
        leaf.visits += 1;
        leaf.sum += own;
        if leaf.events.iter().all(|event| event.visits == 0) {
            leaf.value = leaf.sum / f64::from(leaf.visits);
        }
        for (at, event) in path.into_iter().rev() {
            self.back_up(at, event, won);
        }
    }

    fn add(&mut self, position: G::Position) -> usize {
        let turn = self.game.to_move(&position);
        let (visits, value, sum, events) = (0, 0.0, 0.0, Vec::new());
        self.nodes.push(TreeNode { position, turn, visits, value, sum, events });
        self.nodes.len() - 1
    }

    /// Throws at a node; returns the index of the event.
    fn throw(&mut self, at: usize) -> usize {
        if self.nodes[at].events.is_empty() {
            let event = |(chance, weight): (G::Chance, u32)| TreeEvent {
                chance,
                weight: weight.into(),
                visits: 0,
                value: 0.0,
                sum: 0.0,
                plays: Vec::new(),
            };
            let chances = self.game.chances(&self.nodes[at].position);
            self.nodes[at].events = chances.into_iter().map(event).collect();
        }
        let events = &self.nodes[at].events;
        let total: f64 = events.iter().map(|event| event.weight).sum();
        let mut drawn = self.random.below(total as u64) as f64;
        let passed = events.iter().take_while(|event| {
            drawn -= event.weight;
            drawn >= 0.0
        });
        passed.count().min(events.len().saturating_sub(1))
    }

    /// Returns the node after the play to try next; `None` if there is no play.
    fn chosen(&mut self, at: usize, event: usize) -> Option<usize> {
        if self.nodes[at].events[event].plays.is_empty() {
            let mut plays = Vec::new();
            let TreeNode { position, events, .. } = &self.nodes[at];
            self.game.plays(position, events[event].chance, &mut plays);
            let plays = plays.into_iter().map(|play| self.add(play.after)).collect();
            self.nodes[at].events[event].plays = plays;
        }
        let (turn, event) = (self.nodes[at].turn, &self.nodes[at].events[event]);
        let untried = event.plays.iter().find(|play| self.nodes[**play].visits == 0);
        let logarithm = f64::from(event.visits).max(1.0).ln();
        let bound = |play: &usize| {
            let visits = f64::from(self.nodes[*play].visits);
            self.seen_by(turn, *play) + self.exploration * (logarithm / visits).sqrt()
        };
        let best = || event.plays.iter().max_by(|one, other| bound(one).total_cmp(&bound(other)));
        untried.or_else(best).copied()
    }

    /// Returns the value of a node to a seat.
    fn seen_by(&self, seat: Seat, node: usize) -> f64 {
        let TreeNode { turn, value, .. } = self.nodes[node];
        if turn == seat { value } else { -value }
    }

    /// Plays at random to the end; returns the payoff of seat 0.
    fn at_random(&mut self, at: usize) -> f64 {
        let mut position = self.nodes[at].position.clone();
        let mut plays = Vec::new();
        for _ in 0..LONGEST_PLAYOUT {
            if let Some(payoffs) = self.game.outcome(&position) {
                return f64::from(payoffs.of(0));
            }
            let chances = self.game.chances(&position);
            let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
            let mut drawn = self.random.below(total.into()) as u32;
            let thrown = chances.iter().find(|(_, weight)| {
                let is_it = drawn < *weight;
                drawn = drawn.saturating_sub(*weight);
                is_it
            });
            let Some((chance, _)) = thrown else { return 0.0 };
            plays.clear();
            self.game.plays(&position, *chance, &mut plays);
            let place = self.random.place(plays.len());
            let Some(play) = plays.get(place) else { return 0.0 };
            position = play.after.clone();
        }
        0.0
    }

    /// Adds a playout to an event and its node.
    fn back_up(&mut self, at: usize, event: usize, won: f64) {
        let turn = self.nodes[at].turn;
        let own = if turn == 0 { won } else { -won };
        let value = {
            let event = &self.nodes[at].events[event];
            let mean = (event.sum + own) / f64::from(event.visits + 1);
            let tried = || event.plays.iter().filter(|play| self.nodes[**play].visits > 0);
            let worth = |play: Option<&usize>| play.map_or(mean, |play| self.seen_by(turn, *play));
            let robust = || worth(tried().max_by_key(|play| self.nodes[**play].visits));
            match self.backup {
                BackupOperator::Mean => mean,
                BackupOperator::Max => {
                    let value = |play: &&usize| self.seen_by(turn, **play);
                    worth(tried().max_by(|one, other| value(one).total_cmp(&value(other))))
                }
                BackupOperator::RobustMax => robust(),
                BackupOperator::Mix => {
                    let visits = f64::from(event.visits + 1);
                    (MIXED * mean + visits * robust()) / (MIXED + visits)
                }
            }
        };
        let node = &mut self.nodes[at];
        node.visits += 1;
        node.sum += own;
        let event = &mut node.events[event];
        event.visits += 1;
        event.sum += own;
        event.value = value;
        // The chances are known: each throw counts by its weight, not by its frequency.
        let (mut sum, mut total) = (0.0, 0.0);
        for event in node.events.iter().filter(|event| event.visits > 0) {
            sum += event.weight * event.value;
            total += event.weight;
        }
        node.value = sum / total;
    }
}
