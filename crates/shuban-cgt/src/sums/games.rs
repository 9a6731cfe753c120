//! Positions of components as a graph of games, each distinct game once, and sums of them.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::bounds;
use super::budget::{Budget, Stopped};
use crate::outcome::Player;

/// A game in a [`Games`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GameId(u32);

/// A sum of games and spare moves in a [`Games`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SumId(u32);

/// Terms of a sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Terms {
    /// Ascending.
    pub(super) games: Vec<GameId>,
    /// Spare moves of Left and of Right.
    pub(super) spare: [u32; 2],
}

impl Terms {
    /// Creates terms of spare moves only.
    pub(super) fn spare(moves: i32) -> Self {
        let of = |moves: i32| u32::try_from(moves).unwrap_or(0);
        Terms { games: Vec::new(), spare: [of(moves), of(-moves)] }
    }

    /// Adds another sum to this one.
    pub(super) fn add(&mut self, other: &Terms) {
        self.games.extend_from_slice(&other.games);
        self.games.sort_unstable();
        self.spare = [self.spare[0] + other.spare[0], self.spare[1] + other.spare[1]];
    }

    /// A player's spare moves less the opponent's.
    pub(super) fn net(&self, player: Player) -> i32 {
        self.spare[player as usize] as i32 - self.spare[player.opponent() as usize] as i32
    }
}

/// Proven bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Range {
    pub(super) fn is_exact(self) -> bool {
        self.lower == self.upper
    }
}

/// A game: the sums after the moves of each player.
struct GraphGame {
    options: [Box<[SumId]>; 2],
    /// The scores with Left and with Right to move first. Known for reduced games only.
    values: Option<(i32, i32)>,
    /// Score that each player secures: see `Games::secured_by`.
    secured: [i32; 2],
}

/// Theorems on sums that a store uses (`docs/amazons.md`, "Bounds of sums").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theory {
    /// All: a game worth a number is that many spare moves, spare moves of both sides cancel,
    /// options that are never better than others are left out, and values of games bound the scores
    /// of their sums. That is sound as long as every game in which just one side can move is a
    /// number, which is checked of every single one.
    Regular,
    /// The theorem that a player scores at least the total secured in all games, which holds for
    /// any games.
    Secured,
    /// No theorem but the largest number of moves.
    None,
}

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// A store of games and of sums of them, with known bounds of the scores.
pub(super) struct Games {
    theory: Theory,
    games: Vec<GraphGame>,
    /// The sum that a game with such options is, before and after reduction.
    by_options: FxHashMap<[Box<[SumId]>; 2], SumId>,
    sums: IndexSet<Terms, FxBuildHasher>,
    /// Ranges of each sum, with Left and with Right to move, if computed.
    ranges: Vec<[Option<Range>; 2]>,
    /// See [`Games::bytes`].
    bytes: u64,
}

/// Bytes of an entry of this size in a hash table: a table that has just grown is 7/16 full, and
/// for a moment there was the old one, too.
pub(super) const fn bytes_in_table(entry: usize) -> u64 {
    (entry as u64 + 1) * 7 / 2
}

/// Bytes of an allocation for this many ids.
fn bytes_of_ids(ids: usize) -> u64 {
    const ID: usize = size_of::<SumId>();
    const LEAST: u64 = 32;
    const STEP: u64 = 16;
    if ids == 0 {
        0
    } else {
        LEAST.max((ids * ID + size_of::<usize>()).next_multiple_of(STEP as usize) as u64)
    }
}

/// Reason why a game could not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotAdded {
    /// Just one side can move in it, but it is not a number: games may not be reduced.
    NoNumber,
    Stopped(Stopped),
}

impl From<Stopped> for NotAdded {
    fn from(stopped: Stopped) -> Self {
        NotAdded::Stopped(stopped)
    }
}

impl Games {
    pub(super) fn new(theory: Theory) -> Self {
        Games {
            theory,
            games: Vec::new(),
            by_options: FxHashMap::default(),
            sums: IndexSet::default(),
            ranges: Vec::new(),
            bytes: 0,
        }
    }

    pub(super) fn theory(&self) -> Theory {
        self.theory
    }

    /// Returns true if all theorems on regular games are used.
    fn is_reduced(&self) -> bool {
        self.theory == Theory::Regular
    }

    /// Number of sums.
    pub(super) fn len(&self) -> usize {
        self.sums.len()
    }

    /// Bytes that it takes, about: at least as many as are in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn terms(&self, sum: SumId) -> &Terms {
        &self.sums[sum.0 as usize]
    }

    pub(super) fn options(&self, game: GameId, player: Player) -> &[SumId] {
        &self.games[game.0 as usize].options[player as usize]
    }

    /// The known range of a sum with a player to move.
    pub(super) fn range(&mut self, sum: SumId, to_move: Player) -> Range {
        *self.range_mut(sum, to_move)
    }

    pub(super) fn range_mut(&mut self, sum: SumId, to_move: Player) -> &mut Range {
        let known = self.ranges[sum.0 as usize][to_move as usize];
        let range = known.unwrap_or_else(|| self.proven(self.terms(sum), to_move));
        self.ranges[sum.0 as usize][to_move as usize].insert(range)
    }

    /// The sum of these terms, whose games ascend.
    pub(super) fn sum(&mut self, mut terms: Terms) -> SumId {
        if self.is_reduced() {
            let cancelled = terms.spare[0].min(terms.spare[1]);
            terms.spare = terms.spare.map(|moves| moves - cancelled);
        }
        let games = terms.games.capacity();
        let (index, is_new) = self.sums.insert_full(terms);
        if is_new {
            self.ranges.push([None; 2]);
            // The terms with their hash, their place in the hash table, and the ranges.
            const EACH: u64 =
                (size_of::<Terms>() + size_of::<u64>() + size_of::<[Option<Range>; 2]>()) as u64
                    + bytes_in_table(size_of::<usize>());
            self.bytes += EACH + bytes_of_ids(games);
        }
        SumId(index as u32)
    }

    /// The game with these options, unless it is a number: then that many spare moves. Reduced
    /// games get their scores at once, which takes a search.
    pub(super) fn game(
        &mut self,
        options: [Vec<SumId>; 2],
        budget: &mut Budget<'_>,
    ) -> Result<SumId, NotAdded> {
        let raw = options.map(|mut sums| {
            sums.sort_unstable();
            sums.dedup();
            sums.into_boxed_slice()
        });
        if let Some(&known) = self.by_options.get(&raw) {
            return Ok(known);
        }
        let options = if self.is_reduced() { self.without_dominated(&raw) } else { raw.clone() };
        let sum = match self.by_options.get(&options) {
            Some(&known) => known,
            None => self.added(options.clone(), budget)?,
        };
        for options in [options, raw] {
            let ids = options.each_ref().map(|sums| bytes_of_ids(sums.len()));
            if self.by_options.insert(options, sum).is_none() {
                const EACH: u64 = bytes_in_table(size_of::<([Box<[SumId]>; 2], SumId)>());
                self.bytes += EACH + ids[0] + ids[1];
            }
        }
        Ok(sum)
    }

    fn added(
        &mut self,
        options: [Box<[SumId]>; 2],
        budget: &mut Budget<'_>,
    ) -> Result<SumId, NotAdded> {
        let secured = PLAYERS.map(|player| self.secured_by(&options, player));
        if options.iter().all(|sums| sums.is_empty()) {
            return Ok(self.sum(Terms::default()));
        }
        let mut values = None;
        if self.is_reduced() {
            if secured[0] == -secured[1] {
                return Ok(self.sum(Terms::spare(secured[0])));
            }
            if options.iter().any(|sums| sums.is_empty()) {
                return Err(NotAdded::NoNumber);
            }
            let [a, b] = PLAYERS.map(|first| self.best(&options, first, budget));
            values = Some((a?, b?));
        }
        let game = GameId(self.games.len() as u32);
        let ids = options.each_ref().map(|sums| bytes_of_ids(sums.len()));
        self.bytes += size_of::<GraphGame>() as u64 + ids[0] + ids[1];
        self.games.push(GraphGame { options, values, secured });
        Ok(self.sum(Terms { games: vec![game], ..Terms::default() }))
    }

    /// The score with a player to move to one of its options.
    fn best(
        &mut self,
        options: &[Box<[SumId]>; 2],
        first: Player,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let mut best: Option<i32> = None;
        for &option in &options[first as usize] {
            let value = match (best, first) {
                (Some(best), Player::Left)
                    if !self.reaches(option, Player::Right, best, budget)? =>
                {
                    continue;
                }
                (Some(best), Player::Right)
                    if self.reaches(option, Player::Left, best + 1, budget)? =>
                {
                    continue;
                }
                (_, Player::Left) => 1 + self.score(option, Player::Right, budget)?,
                (_, Player::Right) => -1 + self.score(option, Player::Left, budget)?,
            };
            best = Some(value);
        }
        Ok(best.expect("reduced games have options of both"))
    }

    /// Score that a player *secures* in a game with these options: the largest c, counted in moves
    /// more than the opponent's, with
    ///
    /// 1. some move of the player's leads to where c - 1 at least is secured, if there is a move;
    /// 2. each move of the opponent's leads to c + 1 at least, or the player has an answer to it
    ///    that leads to c at least;
    /// 3. c is not positive if the player cannot move.
    ///
    /// Secured scores add up: in a sum of games the player scores at least the total of what is
    /// secured in each, no matter who moves first. Without theory, the secured score is minus the
    /// largest number of moves that the opponent can make.
    fn secured_by(&self, options: &[Box<[SumId]>; 2], player: Player) -> i32 {
        let secured = |sum: &SumId| self.secured(self.terms(*sum), player);
        let [own, others] = [player, player.opponent()].map(|player| &options[player as usize]);
        if self.theory == Theory::None {
            return others
                .iter()
                .map(|sum| secured(sum) - 1)
                .chain(own.iter().map(secured))
                .fold(0, i32::min);
        }
        let best = own.iter().map(|sum| secured(sum) + 1).max().unwrap_or(0);
        let answered = |sum: &SumId| {
            let whole = secured(sum);
            let answers = self.terms(*sum).games.iter().flat_map(|&game| {
                let rest = whole - self.games[game.0 as usize].secured[player as usize];
                self.options(game, player).iter().map(move |answer| rest + secured(answer))
            });
            answers.fold(whole - 1, i32::max)
        };
        others.iter().map(answered).fold(best, i32::min)
    }

    /// The score that a player secures in a sum.
    fn secured(&self, terms: &Terms, player: Player) -> i32 {
        let spare = match self.theory {
            Theory::None => -(terms.spare[player.opponent() as usize] as i32),
            _ => terms.net(player),
        };
        let games = terms.games.iter().map(|game| &self.games[game.0 as usize]);
        games.map(|game| game.secured[player as usize]).sum::<i32>() + spare
    }

    /// The proven range of the score of a sum without search.
    fn proven(&self, terms: &Terms, to_move: Player) -> Range {
        let [lower, negated_upper] = PLAYERS.map(|player| self.secured(terms, player));
        let mut range = Range { lower, upper: -negated_upper };
        let net = terms.net(Player::Left);
        let values = terms.games.iter().map(|game| self.games[game.0 as usize].values);
        let Some(mut values) = values.collect::<Option<Vec<(i32, i32)>>>() else { return range };
        if let ([(a, b)], 0) = (&values[..], net) {
            let exact = if to_move == Player::Left { *a } else { *b };
            return Range { lower: exact, upper: exact };
        }
        if let Some(lower) = bounds::lower(net, &values, to_move) {
            range.lower = range.lower.max(lower);
        }
        values.iter_mut().for_each(|pair| *pair = (-pair.1, -pair.0));
        if let Some(lower) = bounds::lower(-net, &values, to_move.opponent()) {
            range.upper = range.upper.min(-lower);
        }
        range
    }

    /// The options without those that are never better than another one that stays.
    fn without_dominated(&self, options: &[Box<[SumId]>; 2]) -> [Box<[SumId]>; 2] {
        PLAYERS.map(|player| {
            let worth = |sum: SumId| {
                let terms = self.terms(sum);
                let most = -self.secured(terms, player.opponent());
                (self.secured(terms, player), most, terms.net(player))
            };
            let options = &options[player as usize];
            let Some(&surest) = options.iter().max_by_key(|&&sum| worth(sum).0) else {
                return Box::default();
            };
            let mut best_spare: FxHashMap<&[GameId], i32> = FxHashMap::default();
            for &sum in options {
                let spare = best_spare.entry(&self.terms(sum).games).or_insert(i32::MIN);
                *spare = (*spare).max(worth(sum).2);
            }
            let stays = |&sum: &SumId| {
                let (_, most, spare) = worth(sum);
                sum == surest
                    || most > worth(surest).0 && spare == best_spare[&self.terms(sum).games[..]]
            };
            options.iter().copied().filter(stays).collect()
        })
    }
}
