//! The interface of a game to proof search.

use std::fmt;
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use crate::game::{Game, Payoffs, Play, Seat};

/// A question about a position: whether a seat can be sure of at least n points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The seat.
    pub seat: Seat,
    /// The least number of points.
    pub at_least: i16,
}

impl Question {
    /// Returns true if the payoffs of a finished game answer yes.
    #[inline]
    pub fn holds(&self, payoffs: &Payoffs) -> bool {
        payoffs.of(self.seat) >= self.at_least
    }
}

/// A hash of 96 bits of a position and all that have the same future (see [`Provable::key`]).
///
/// Two positions with one key would be taken for one. A look-up compares all bits with those of the
/// eight entries of one bucket, which agree with it in the bits that chose the bucket: in a table
/// of 2^b buckets it is fooled with a probability of at most 8 · 2^(b−96), if keys are like random
/// ones. So 4 · 10^10 look-ups in 2^27 buckets (24 GiB) go wrong with a probability below 10^−9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The high bits, which choose a place in a table.
    pub high: u64,
    /// The low bits.
    pub low: u32,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:08x}", self.high, self.low)
    }
}

impl Key {
    /// Returns the key that a good hash of a position's canonical form gives.
    #[inline]
    pub fn from_hash(hash: u128) -> Self {
        Key { high: (hash >> 64) as u64, low: hash as u32 }
    }

    /// Returns the key of any hashable value (xxh3).
    pub fn of(what: &impl Hash) -> Self {
        struct Wide(Xxh3);
        impl Hasher for Wide {
            fn write(&mut self, bytes: &[u8]) {
                self.0.update(bytes);
            }
            fn finish(&self) -> u64 {
                self.0.digest()
            }
        }
        let mut hasher = Wide(Xxh3::new());
        what.hash(&mut hasher);
        Key::from_hash(hasher.0.digest128())
    }
}

/// The estimated difficulty of an open position for its player to move before any search: its
/// initial proof numbers (heuristic initialization: Kishimoto and Müller, "Df-pn in Go", 2003). At
/// least 1 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstNumbers {
    /// The proof number: the effort to reach the player's goal.
    pub phi: u32,
    /// The disproof number.
    pub delta: u32,
}

impl FirstNumbers {
    /// No knowledge: plain df-pn.
    pub const ONES: FirstNumbers = FirstNumbers { phi: 1, delta: 1 };
}

/// A position that is still open after looking ahead, and its estimated difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open<P> {
    /// The position.
    pub position: P,
    /// Its initial proof numbers.
    pub first: FirstNumbers,
}

/// A move that a strategy may choose in a walk (see [`Provable::choices`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<P, M> {
    /// The move.
    pub action: M,
    /// The position after it.
    pub after: P,
    /// Its class. Strategies tend to choose moves of the same classes, so that a file encodes their
    /// choices in fewer bits.
    pub class: u16,
}

/// A game for two without chance whose positions can be proven, with the needs of proof search
/// besides the rules. Everything has a default, so that an empty `impl` will do; a better one is
/// faster.
///
/// Proof files hold walks through positions. Their order is part of the format: first by
/// [`plies_left`](Provable::plies_left), descending, which every move must decrease, then by the
/// order of positions. So is what [`replies`](Provable::replies) leaves open: after a move, the strategy goes
/// on there.
pub trait Provable: Game<Chance = (), Position: Ord> {
    /// Working memory of [`expand`](Provable::expand); each thread has its own.
    type Scratch: Default + Send;

    /// Returns a key, equal for positions with the same canonical form. Others may share it only if
    /// they have the same future: they are over in the same way, or the same player is to move and
    /// the moves can be paired so that each pair leads to one key again.
    fn key(&self, position: &Self::Position) -> Key {
        Key::of(&self.canonical(position))
    }

    /// Returns positions with the same future, mostly by another key, any of which a search may have come to
    /// instead: those that symmetry makes, where the canonical form does not look for them. None by default.
    fn images(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Returns the initial proof numbers of an open position.
    fn first_numbers(&self, _position: &Self::Position) -> FirstNumbers {
        FirstNumbers::ONES
    }

    /// Returns an upper bound of the plies until the game ends. Every play decreases it, unless
    /// nothing is known of the game's length.
    fn plies_left(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// Returns the number of plies within which a game must be over for a search to its end at once to
    /// pay.
    fn tail(&self) -> u32 {
        4
    }

    /// Returns the divisor of the numbers of all children but the largest, where all must be proven: at least 1, which gives
    /// their sum. A larger one is better where moves lead to the same positions in many orders, each of which the sum counts.
    fn others_divided_by(&self) -> u32 {
        1
    }

    /// Returns true if a game may end in a draw: otherwise one question decides who wins.
    fn has_draws(&self) -> bool {
        true
    }

    /// Searches n plies ahead, full width, and returns the answer if they give one. Otherwise
    /// `open` gets the positions that the player to move has a choice of: those that this search
    /// did not decide against the player, with first numbers that may know more than
    /// [`first_numbers`](Provable::first_numbers); repetitions, of images too, do no harm. None may
    /// be left out because the search takes it to be like another one: strategies are gathered from
    /// them. Depth 0 looks only at the position itself, depth 1 at those after it too, and so on. A
    /// game may see less than n plies show, such as that a player has no move at the end of them;
    /// its answers must be true.
    fn expand(
        &self,
        position: &Self::Position,
        question: &Question,
        depth: u32,
        _scratch: &mut Self::Scratch,
        open: &mut Vec<Open<Self::Position>>,
    ) -> Option<bool> {
        expand_by_rules(self, position, question, depth, open)
    }

    /// Looks at the answers to a strategy in a position where the side without one is to move, as a walk in a proof
    /// file goes on: returns the answer, if the game ends with them, or `after` gets the positions after
    /// the others, in which the strategy has a choice or leaves the rest to plain search. Usually that is
    /// what [`expand`](Provable::expand) leaves open two plies ahead; a game whose `expand` knows more than the
    /// rules show in two plies has its own way, since a checker must find the same positions.
    fn replies(
        &self,
        position: &Self::Position,
        question: &Question,
        scratch: &mut Self::Scratch,
        after: &mut Vec<Self::Position>,
    ) -> Option<bool> {
        let mut open = Vec::new();
        let answer = self.expand(position, question, 2, scratch, &mut open);
        after.extend(open.into_iter().map(|open| open.position));
        answer
    }

    /// Returns the work done by `expand` so far, in the [unit of the game](Provable::work_unit).
    fn work(&self, _scratch: &Self::Scratch) -> u64 {
        0
    }

    /// Returns the unit of work, in the plural.
    fn work_unit(&self) -> &'static str {
        "steps"
    }

    /// Returns the approximate number of distinct positions of a search from here, if measured.
    fn likely_positions(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Returns an exact encoding of a position for a proof file, which the game's documentation
    /// explains; `None` if there are no proof files of this game, or of such positions.
    fn record(&self, _position: &Self::Position) -> Option<Vec<u8>> {
        None
    }

    /// Returns the position of a [record](Provable::record); `None` if there is none, or there are
    /// no proof files of this game.
    fn read_record(&self, _record: &[u8]) -> Option<Self::Position> {
        None
    }

    /// Returns the moves of an open position in its canonical form that do not end the game (unless
    /// because nobody can move then), one for each position that they lead to, in the order of
    /// their numbers in proof files; `None` if there are no proof files of this game.
    fn choices(
        &self,
        _position: &Self::Position,
    ) -> Option<Vec<Choice<Self::Position, Self::Move>>> {
        None
    }
}

/// Does the work of [`Provable::expand`] by the rules alone.
pub fn expand_by_rules<G: Provable + ?Sized>(
    game: &G,
    position: &G::Position,
    question: &Question,
    depth: u32,
    open: &mut Vec<Open<G::Position>>,
) -> Option<bool> {
    let before = open.len();
    let answer = look_ahead(game, position, question, depth, |after| {
        open.push(Open { first: game.first_numbers(&after), position: after });
    });
    if answer.is_some() {
        open.truncate(before);
    }
    answer
}

/// Returns the answer, if n plies give one. With as many plies as the game can last it is the plain
/// AND/OR search that proof search is compared with.
pub fn value_by_rules<G: Game<Chance = ()> + ?Sized>(
    game: &G,
    position: &G::Position,
    question: &Question,
    depth: u32,
) -> Option<bool> {
    match depth {
        0 => game.outcome(position).map(|payoffs| question.holds(&payoffs)),
        _ => look_ahead(game, position, question, depth, |_| ()),
    }
}

/// Returns the answer, or `open` gets the positions after the plays whose value is not known after
/// `depth` plies.
fn look_ahead<G: Game<Chance = ()> + ?Sized>(
    game: &G,
    position: &G::Position,
    question: &Question,
    depth: u32,
    mut open: impl FnMut(G::Position),
) -> Option<bool> {
    if let Some(payoffs) = game.outcome(position) {
        return Some(question.holds(&payoffs));
    }
    let aim = game.to_move(position) == question.seat;
    let mut answer = Some(!aim);
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    for Play { after, .. } in plays {
        let depth = depth.checked_sub(1);
        match depth.and_then(|depth| value_by_rules(game, &after, question, depth)) {
            Some(value) if value == aim => return Some(aim),
            Some(_) => (),
            None => {
                answer = None;
                open(after);
            }
        }
    }
    answer
}
