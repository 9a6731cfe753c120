//! Scores and winners of sums, by the rules of a game.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;
use shuban_core::Bound;

use super::budget::{Budget, Stopped};
use super::games::{Games, NotAdded, Range, SumId, Terms, Theory, bytes_in_table};
use super::pair::ScorePair;
use super::rules::{Parts, SumRules};
use crate::effort::Effort;
use crate::outcome::Player;

/// Finds the exact score of sums of components: the number of moves that Left makes more than Right
/// from here, under best play; a player passes only where there is no move in the whole sum.
///
/// Every position of a component is computed once, whatever sum it is in. Positions whose moves
/// lead to the same are one, components worth a number become spare moves, and moves that are never
/// better than others are left out; what remains is searched by alpha-beta with null windows and a
/// table of all sums met, cut short by the bounds of [`lower_bound`](super::lower_bound). Only
/// [`SumRules`] is assumed of the game: each one-sided position is checked to be a number, and if
/// one is not, all is done again without theorems that need it, slower.
///
/// ```
/// use shuban_core::Bound;
/// use shuban_cgt::Player;
/// use shuban_cgt::sums::{Parts, SumRules, Scores};
///
/// /// Bricks in a row, laid flat: Left takes two neighbours, Right takes one and the bricks fall
/// /// apart there.
/// struct Bricks;
///
/// impl SumRules for Bricks {
///     type Component = u32;
///
///     fn for_each_move(&mut self, &row: &u32, player: Player, mut each: impl FnMut(&Parts<u32>)) {
///         let taken = if player == Player::Left { 2 } else { 1 };
///         for before in 0..(row + 1).saturating_sub(taken) {
///             // A single brick is a spare move of Right's.
///             let rows = [before, row - taken - before];
///             let right = rows.iter().filter(|&&row| row == 1).count() as u32;
///             let components = rows.into_iter().filter(|&row| row > 1).collect();
///             each(&Parts { components, left: 0, right });
///         }
///     }
///
///     fn most_moves(&self, &row: &u32, player: Player) -> u32 {
///         if player == Player::Left { row / 2 } else { row }
///     }
/// }
///
/// let mut scores = Scores::new(Bricks, 1_000_000);
/// assert_eq!(scores.pair(&3).unwrap().to_string(), "(0|-3)");
/// let sum = Parts { components: vec![5, 4, 3], ..Parts::default() };
/// assert_eq!(scores.score(&sum, Player::Left), Bound::Exact(-3));
/// assert_eq!(scores.last_to_move(&sum, Player::Left), Some(Player::Right));
/// ```
pub struct Scores<'a, R: SumRules> {
    /// The rules. Known results of components must stay true.
    pub rules: R,
    /// Budget of questions. One that would need more is answered as far as is known.
    pub budget: Budget<'a>,
    /// Theorems used until one is found not to apply.
    theory: Theory,
    games: Games,
    components: FxHashMap<R::Component, SumId>,
}

impl<'a, R: SumRules> Scores<'a, R> {
    /// Creates scores by these rules. Questions may examine `work` moves in components and in sums
    /// of them altogether. Results of moves are kept if new, until [`forget`](Scores::forget).
    pub fn new(rules: R, work: u64) -> Self {
        Scores::by(Theory::Regular, rules, work)
    }

    /// The same scores by plain search with a table, slower: no theorems on sums are used, so that
    /// it can be compared with this.
    pub fn plainly(rules: R, work: u64) -> Self {
        Scores::by(Theory::None, rules, work)
    }

    fn by(theory: Theory, rules: R, work: u64) -> Self {
        let budget = Budget { effort: Effort::of(work), memory: u64::MAX, elsewhere: 0 };
        Scores {
            rules,
            budget,
            theory,
            games: Games::new(theory),
            components: FxHashMap::default(),
        }
    }

    /// Bytes that may still be kept.
    pub fn memory_left(&self) -> u64 {
        self.budget.memory.saturating_sub(self.bytes())
    }

    /// Number of positions kept: those of components and sums of them.
    pub fn kept(&self) -> usize {
        self.components.len() + self.games.len()
    }

    /// Bytes of these and of the rules' caches, about.
    pub fn bytes(&self) -> u64 {
        self.games.bytes() + self.bytes_elsewhere()
    }

    fn bytes_elsewhere(&self) -> u64 {
        let component = bytes_in_table(size_of::<(R::Component, SumId)>());
        self.components.len() as u64 * component + self.rules.bytes()
    }

    /// Returns true if theory has always applied: every one-sided position met is known to be a
    /// number.
    pub fn are_one_sided_numbers(&self) -> bool {
        self.games.theory() == Theory::Regular
    }

    /// Frees the memory. Repeated questions are computed again.
    pub fn forget(&mut self) {
        self.games = Games::new(self.theory);
        self.components = FxHashMap::default();
    }

    /// The value (a|b) of a component; `None` if that takes too much work.
    pub fn pair(&mut self, component: &R::Component) -> Option<ScorePair> {
        let alone = Parts { components: vec![component.clone()], ..Parts::default() };
        let mut first = |player| {
            let mut can_move = false;
            self.rules.for_each_move(component, player, |_| can_move = true);
            match self.score(&alone, player) {
                Bound::Exact(value) => Some(can_move.then_some(value)),
                Bound::Within { .. } => (!can_move).then_some(None),
            }
        };
        Some(ScorePair { a: first(Player::Left)?, b: first(Player::Right)? })
    }

    /// The score of a sum with a player to move; bounds of it if that takes too much work.
    pub fn score(&mut self, sum: &Parts<R::Component>, to_move: Player) -> Bound<i32> {
        let found = self.with_sum(sum, |games, sum, budget| {
            let found = games.score(sum, to_move, budget);
            (found, games.range(sum, to_move))
        });
        let range = match found {
            Some((Ok(exact), _)) => return Bound::Exact(exact),
            Some((Err(Stopped), range)) => range,
            None => {
                let most = self.most(sum);
                Range { lower: *most.start(), upper: *most.end() }
            }
        };
        Bound::Within { lower: range.lower, upper: range.upper }
    }

    /// Returns true if the score of a sum with a player to move is at least `bound`; `None` if that
    /// takes too much work. Often much less work than the score.
    pub fn reaches(
        &mut self,
        sum: &Parts<R::Component>,
        to_move: Player,
        bound: i32,
    ) -> Option<bool> {
        self.with_sum(sum, |games, sum, budget| games.reaches(sum, to_move, bound, budget).ok())?
    }

    /// The player who makes the last move of a sum with a player to move, and so wins if a player
    /// without a move loses; `None` if that takes too much work.
    ///
    /// For games in which a player who can move while the other cannot has a move after which the
    /// other one still cannot: there the sign of the score gives the winner. (Theorem 5 of "Bounds
    /// of sums".)
    pub fn last_to_move(&mut self, sum: &Parts<R::Component>, to_move: Player) -> Option<Player> {
        let least = match to_move {
            Player::Left => 1,
            Player::Right => 0,
        };
        let left_wins = self.reaches(sum, to_move, least)?;
        Some(if left_wins { Player::Left } else { Player::Right })
    }

    /// The range from the most moves that Right could make alone to the most of Left's.
    fn most(&self, sum: &Parts<R::Component>) -> RangeInclusive<i32> {
        let most = |player, spare: u32| {
            let moves =
                sum.components.iter().map(|component| self.rules.most_moves(component, player));
            (moves.sum::<u32>() + spare) as i32
        };
        -most(Player::Right, sum.right)..=most(Player::Left, sum.left)
    }

    /// Answers a question about a sum, with reduced games if that is allowed; `None` if it takes
    /// too much work to compute the games.
    fn with_sum<T>(
        &mut self,
        sum: &Parts<R::Component>,
        question: impl Fn(&mut Games, SumId, &mut Budget<'_>) -> T,
    ) -> Option<T> {
        loop {
            match self.sum(sum) {
                Ok(id) => {
                    self.budget.elsewhere = self.bytes_elsewhere();
                    return Some(question(&mut self.games, id, &mut self.budget));
                }
                Err(NotAdded::Stopped(Stopped)) => return None,
                Err(NotAdded::NoNumber) => {
                    self.games = Games::new(Theory::Secured);
                    self.components.clear();
                }
            }
        }
    }

    fn sum(&mut self, parts: &Parts<R::Component>) -> Result<SumId, NotAdded> {
        let mut terms = Terms { games: Vec::new(), spare: [parts.left, parts.right] };
        for component in &parts.components {
            let sum = self.component(component)?;
            terms.add(self.games.terms(sum));
        }
        Ok(self.games.sum(terms))
    }

    /// The sum that a component is: one game, or spare moves.
    fn component(&mut self, component: &R::Component) -> Result<SumId, NotAdded> {
        if let Some(&known) = self.components.get(component) {
            return Ok(known);
        }
        let mut options = [Vec::new(), Vec::new()];
        for player in [Player::Left, Player::Right] {
            let (mut unknown, mut moves) = (Vec::new(), 1);
            let Scores { rules, games, components, .. } = &mut *self;
            rules.for_each_move(component, player, |parts| {
                moves += 1;
                let known: Option<Vec<SumId>> = parts
                    .components
                    .iter()
                    .map(|component| components.get(component).copied())
                    .collect();
                match known {
                    None => unknown.push(parts.clone()),
                    Some(known) => {
                        let mut terms =
                            Terms { games: Vec::new(), spare: [parts.left, parts.right] };
                        known.iter().for_each(|&sum| terms.add(games.terms(sum)));
                        options[player as usize].push(games.sum(terms));
                    }
                }
            });
            self.budget.elsewhere = self.bytes_elsewhere();
            self.budget.spend(moves, self.games.bytes())?;
            for parts in unknown {
                let sum = self.sum(&parts)?;
                options[player as usize].push(sum);
            }
        }
        let sum = self.games.game(options, &mut self.budget)?;
        self.components.insert(component.clone(), sum);
        Ok(sum)
    }
}
