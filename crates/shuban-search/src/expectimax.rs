//! Plain expectimax: proven bounds of a position and its plays, by a search down to the positions
//! that tables know.

use shuban_core::{Game, Interval, LeafOracle, ONE, Play};

/// Options of an expectimax search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Depth in turns. At 0 only the position itself is looked up.
    pub depth: u8,
    /// Maximum number of positions to expand. From then on all positions count as leaves, which
    /// leaves the bounds true, though wider.
    pub nodes: u64,
    /// Integer that stands for one point of [`Payoffs`](shuban_core::Payoffs).
    pub one: i32,
    /// Bounds that hold for every position, for its player to move: the range of the game's
    /// payoffs.
    pub unknown: Interval,
}

impl SearchOptions {
    /// Creates options for `depth` turns and at most a million positions, in a game that is won or
    /// lost, in the unit of [`ONE`].
    pub fn new(depth: u8) -> Self {
        SearchOptions { depth, nodes: 1_000_000, one: ONE, unknown: Interval::UNKNOWN }
    }
}

/// Chance event at the root, with its plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<C, P, M> {
    /// The chance event.
    pub chance: C,
    /// Its weight.
    pub weight: u32,
    /// Value to the player to move: the bounds of the best play.
    pub value: Interval,
    /// All plays in the order of [`Game::plays`], each with its value to the player who makes it.
    pub plays: Vec<(Play<P, M>, Interval)>,
}

/// An [`Event`] of a game.
pub type EventOf<G> = Event<<G as Game>::Chance, <G as Game>::Position, <G as Game>::Move>;

/// Value of a position, with the events that it comes from.
type Expanded<G> = (Interval, Vec<EventOf<G>>);

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched<C, P, M> {
    /// Proven bounds of the position's value to the player to move.
    pub value: Interval,
    /// Possible chance events, in the order of [`Game::chances`]. Empty if the game is over or the
    /// position itself was a leaf.
    pub events: Vec<Event<C, P, M>>,
    /// Number of positions expanded.
    pub nodes: u64,
    /// True if the limit of nodes cut nothing off.
    pub is_complete: bool,
}

/// Result of a search of a game.
pub type SearchedOf<G> = Searched<<G as Game>::Chance, <G as Game>::Position, <G as Game>::Move>;

/// Error of a search. `E` is the error of the oracle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError<E> {
    /// The game, or the game with these options, cannot be searched by expectimax.
    #[error("expectimax cannot search {game} (`{position}`): {reason}")]
    Unfit {
        /// Name of the game.
        game: String,
        /// Position where the fault was found.
        position: String,
        /// Reason.
        reason: &'static str,
    },
    /// A table could not be read.
    #[error(transparent)]
    Oracle(E),
}

/// Searches a two-player zero-sum game and gives proven bounds of the position's value and of every
/// play.
///
/// A position is worth its payoff if the game is over; else, below the root, the oracle's value if
/// it answers; else, at the depth or past the limit of nodes, `unknown`; else the mean over chance,
/// rounded outward, of the best play. The root is expanded even if the oracle knows it (unless the
/// depth is 0), since its plays are asked for. So all bounds are true if the oracle's are.
///
/// It prunes nothing: D turns of b plays and c chance events take (b c)^D positions. The idea is
/// Michie's ("Game-Playing and Game-Learning Automata", in Fox (ed.), Advances in Programming and
/// Non-Numerical Computation, 1966); Ballard's Star1 and Star2, which prune, give the same values
/// ("The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21,
/// 1983).
///
/// ```
/// # use shuban_core::{Game, NotationError, Payoffs, Play, Seat};
/// use shuban_core::{Bound, Interval, ONE};
/// use shuban_search::{SearchOptions, expectimax};
///
/// /// A heap, and whose turn it is: one counter is taken, or, if two coins both show heads, one
/// /// or two; the one who takes the last one wins.
/// struct CoinHeap;
/// # impl Game for CoinHeap {
/// #     type Position = (u32, Seat);
/// #     type Chance = u32;
/// #     type Move = u32;
/// #     fn name(&self) -> String { "coin-heap".into() }
/// #     fn seats(&self) -> usize { 2 }
/// #     fn to_move(&self, heap: &(u32, Seat)) -> Seat { heap.1 }
/// #     fn outcome(&self, heap: &(u32, Seat)) -> Option<Payoffs> {
/// #         (heap.0 == 0).then(|| Payoffs::new(if heap.1 == 0 { &[-1, 1] } else { &[1, -1] }))
/// #     }
/// #     fn chances(&self, _: &(u32, Seat)) -> Vec<(u32, u32)> { vec![(1, 3), (2, 1)] }
/// #     fn plays(&self, heap: &(u32, Seat), most: u32, plays: &mut Vec<Play<(u32, Seat), u32>>) {
/// #         let taken = 1..=most.min(heap.0);
/// #         plays.extend(taken.map(|taken| Play {
/// #             action: taken,
/// #             after: (heap.0 - taken, 1 - heap.1),
/// #         }));
/// #     }
/// #     fn parse(&self, text: &str) -> Result<(u32, Seat), NotationError> {
/// #         let heap = text.parse().map_err(|_| NotationError::new(text, 0, "a number"))?;
/// #         Ok((heap, 0))
/// #     }
/// #     fn format(&self, heap: &(u32, Seat)) -> String { heap.0.to_string() }
/// #     fn format_move(&self, _: &(u32, Seat), _: u32, n: &u32) -> String { n.to_string() }
/// # }
/// let heap = CoinHeap.parse("3")?;
///
/// // One turn ahead nothing is known yet; two turns ahead some, three ahead all.
/// let nothing = |_: &(u32, Seat)| Ok::<_, std::convert::Infallible>(None);
/// let value = |depth| {
///     expectimax(&CoinHeap, &heap, &nothing, &SearchOptions::new(depth)).map(|found| found.value)
/// };
/// assert_eq!(value(1)?, Interval::UNKNOWN);
/// assert_eq!(value(2)?, Interval { lower: -ONE, upper: ONE / 2 });
/// assert_eq!(value(3)?, Interval::exactly(ONE / 2));
///
/// // With a table of the heaps up to two, one turn is enough: to take one is right, even after two
/// // heads.
/// let table = |&(heap, _): &(u32, Seat)| {
///     let value = if heap == 1 { ONE } else { -ONE / 2 };
///     Ok::<_, std::convert::Infallible>((heap <= 2).then_some(Bound::Exact(value)))
/// };
/// let found = expectimax(&CoinHeap, &heap, &table, &SearchOptions::new(1))?;
/// assert_eq!(found.value, Interval::exactly(ONE / 2));
/// let values: Vec<i32> = found.events[1].plays.iter().map(|(_, value)| value.lower).collect();
/// assert_eq!(values, [ONE / 2, -ONE]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SearchError::Unfit`] if the game is not for two, not zero-sum, breaks the contract of
/// [`Game`], or a payoff or an answer lies outside of `unknown`; [`SearchError::Oracle`] if a table
/// cannot be read.
pub fn expectimax<G: Game, O: LeafOracle<G::Position, Value = i32>>(
    game: &G,
    position: &G::Position,
    oracle: &O,
    options: &SearchOptions,
) -> Result<SearchedOf<G>, SearchError<O::Error>> {
    let mut search = Search { game, oracle, options, nodes: 0, is_complete: true };
    if game.seats() != 2 {
        return Err(search.unfit(position, "it is not a game for two"));
    }
    let (value, events) = match search.payoff(position)? {
        Some(payoff) => (payoff, Vec::new()),
        None if options.depth > 0 && options.nodes > 0 => search.expand(position, options.depth)?,
        None => (search.value(position, options.depth)?, Vec::new()),
    };
    Ok(Searched { value, events, nodes: search.nodes, is_complete: search.is_complete })
}

struct Search<'a, G, O> {
    game: &'a G,
    oracle: &'a O,
    options: &'a SearchOptions,
    nodes: u64,
    is_complete: bool,
}

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Search<'_, G, O> {
    /// Returns the value to the player to move, looking `depth` turns ahead.
    fn value(
        &mut self,
        position: &G::Position,
        depth: u8,
    ) -> Result<Interval, SearchError<O::Error>> {
        if let Some(payoff) = self.payoff(position)? {
            return Ok(payoff);
        }
        if let Some(answer) = self.oracle.value(position).map_err(SearchError::Oracle)? {
            let known = Interval::from(answer);
            let is_proper = known.width() >= 0 && self.options.unknown.contains(known);
            let wrong = || {
                self.unfit(position, "what a table says of it lies outside of the range of payoffs")
            };
            return is_proper.then_some(known).ok_or_else(wrong);
        }
        if depth == 0 {
            return Ok(self.options.unknown);
        }
        if self.nodes == self.options.nodes {
            self.is_complete = false;
            return Ok(self.options.unknown);
        }
        Ok(self.expand(position, depth)?.0)
    }

    /// Returns the value of a position that is not over, from its plays.
    fn expand(
        &mut self,
        position: &G::Position,
        depth: u8,
    ) -> Result<Expanded<G>, SearchError<O::Error>> {
        self.nodes += 1;
        let turn = self.game.to_move(position);
        let mut events = Vec::new();
        for (chance, weight) in self.game.chances(position) {
            let mut afters = Vec::new();
            self.game.plays(position, chance, &mut afters);
            let mut plays = Vec::with_capacity(afters.len());
            for play in afters {
                let value = self.value(&play.after, depth - 1)?;
                let is_same_player = self.game.to_move(&play.after) == turn;
                plays.push((play, if is_same_player { value } else { -value }));
            }
            let best = plays.iter().map(|(_, value)| *value).reduce(Interval::max);
            let value =
                best.ok_or_else(|| self.unfit(position, "it is not over, yet has no play"))?;
            events.push(Event { chance, weight, value, plays });
        }
        let value = Interval::mean(events.iter().map(|event| (event.weight, event.value)));
        Ok((value.ok_or_else(|| self.unfit(position, "chance brings nothing"))?, events))
    }

    /// Returns the value of the game to the player to move, if it is over.
    fn payoff(&self, position: &G::Position) -> Result<Option<Interval>, SearchError<O::Error>> {
        let Some(payoffs) = self.game.outcome(position) else { return Ok(None) };
        if i32::from(payoffs.of(0)) + i32::from(payoffs.of(1)) != 0 {
            return Err(self.unfit(position, "it is not zero-sum"));
        }
        let points = payoffs.of(self.game.to_move(position));
        let payoff = i32::from(points).checked_mul(self.options.one).map(Interval::exactly);
        let payoff = payoff.filter(|payoff| self.options.unknown.contains(*payoff));
        payoff
            .map(Some)
            .ok_or_else(|| self.unfit(position, "its payoff lies outside of the range of payoffs"))
    }

    fn unfit(&self, position: &G::Position, reason: &'static str) -> SearchError<O::Error> {
        let (game, position) = (self.game.name(), self.game.format(position));
        SearchError::Unfit { game, position, reason }
    }
}
