//! Games given by their trees, and plain minimax over sums of them.

use std::collections::HashMap;

use shuban_cgt::Player;
use shuban_cgt::sums::{Parts, ScorePair, SumRules};

pub(crate) const BOTH: [Player; 2] = [Player::Left, Player::Right];

/// A game, by its number in [`Trees`].
pub(crate) type Tree = u32;

/// Games whose options are sums of games made before them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trees(Vec<[Vec<Parts<Tree>>; 2]>);

impl Trees {
    /// A new game with these options.
    pub(crate) fn add(&mut self, left: Vec<Parts<Tree>>, right: Vec<Parts<Tree>>) -> Tree {
        self.0.push([left, right]);
        self.0.len() as Tree - 1
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn options(&self, tree: Tree, player: Player) -> &[Parts<Tree>] {
        &self.0[tree as usize][player as usize]
    }
}

/// Spare moves: Left's if positive, Right's if negative.
pub(crate) fn spare(moves: i32) -> Parts<Tree> {
    let of = |moves: i32| u32::try_from(moves).unwrap_or(0);
    Parts { components: Vec::new(), left: of(moves), right: of(-moves) }
}

/// A single game.
pub(crate) fn alone(tree: Tree) -> Parts<Tree> {
    Parts { components: vec![tree], ..Parts::default() }
}

impl SumRules for &Trees {
    type Component = Tree;

    fn for_each_move(&mut self, &tree: &Tree, player: Player, each: impl FnMut(&Parts<Tree>)) {
        self.options(tree, player).iter().for_each(each);
    }

    fn most_moves(&self, &tree: &Tree, player: Player) -> u32 {
        let after = BOTH.into_iter().flat_map(|mover| {
            self.options(tree, mover).iter().map(move |parts| {
                let inside: u32 =
                    parts.components.iter().map(|tree| self.most_moves(tree, player)).sum();
                let spare = if player == Player::Left { parts.left } else { parts.right };
                inside + spare + u32::from(mover == player)
            })
        });
        after.max().unwrap_or(0)
    }
}

/// Plain minimax over sums, every move tried.
pub(crate) struct Twin<'a> {
    trees: &'a Trees,
    scores: HashMap<Key, i32>,
    winners: HashMap<Key, Player>,
}

/// Components in order, spare moves, and true if Left is to move.
type Key = (Vec<Tree>, u32, u32, bool);

fn key(sum: &Parts<Tree>, to_move: Player) -> Key {
    let mut components = sum.components.clone();
    components.sort_unstable();
    (components, sum.left, sum.right, to_move == Player::Left)
}

impl<'a> Twin<'a> {
    pub(crate) fn new(trees: &'a Trees) -> Self {
        Twin { trees, scores: HashMap::new(), winners: HashMap::new() }
    }

    /// Number of moves that Left makes more than Right.
    pub(crate) fn score(&mut self, sum: &Parts<Tree>, to_move: Player) -> i32 {
        let key = key(sum, to_move);
        if let Some(&found) = self.scores.get(&key) {
            return found;
        }
        let value = match (self.after(sum, to_move), to_move) {
            (after, _) if after.is_empty() && self.after(sum, to_move.opponent()).is_empty() => 0,
            (after, _) if after.is_empty() => self.score(sum, to_move.opponent()),
            (after, Player::Left) => {
                after.iter().map(|s| 1 + self.score(s, Player::Right)).max().unwrap()
            }
            (after, Player::Right) => {
                after.iter().map(|s| -1 + self.score(s, Player::Left)).min().unwrap()
            }
        };
        self.scores.insert(key, value);
        value
    }

    /// The player who makes the last move, where a player without a move loses.
    pub(crate) fn winner(&mut self, sum: &Parts<Tree>, to_move: Player) -> Player {
        let key = key(sum, to_move);
        if let Some(&found) = self.winners.get(&key) {
            return found;
        }
        let opponent = to_move.opponent();
        let wins =
            self.after(sum, to_move).iter().any(|after| self.winner(after, opponent) == to_move);
        let winner = if wins { to_move } else { opponent };
        self.winners.insert(key, winner);
        winner
    }

    pub(crate) fn pair(&mut self, tree: Tree) -> ScorePair {
        let mut first = |player| {
            let has_move = !self.trees.options(tree, player).is_empty();
            has_move.then(|| self.score(&alone(tree), player))
        };
        ScorePair { a: first(Player::Left), b: first(Player::Right) }
    }

    pub(crate) fn after(&self, sum: &Parts<Tree>, player: Player) -> Vec<Parts<Tree>> {
        let mut after = Vec::new();
        for i in 0..sum.components.len() {
            for option in self.trees.options(sum.components[i], player) {
                let mut next = sum.clone();
                next.components.remove(i);
                next.components.extend(&option.components);
                (next.left, next.right) = (next.left + option.left, next.right + option.right);
                after.push(next);
            }
        }
        let fewer = match player {
            Player::Left => sum.left.checked_sub(1).map(|left| Parts { left, ..sum.clone() }),
            Player::Right => sum.right.checked_sub(1).map(|right| Parts { right, ..sum.clone() }),
        };
        after.extend(fewer);
        after
    }
}
