//! What proof search asks of a game.

use std::fmt;
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use crate::game::{Game, Payoffs, Play, Seat};

/// What is asked of a position: whether a seat can be sure of at least n points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Whose points.
    pub seat: Seat,
    /// How many at least.
    pub at_least: i16,
}

impl Question {
    /// Whether a finished game answers it with yes.
    #[inline]
    pub fn holds(&self, payoffs: &Payoffs) -> bool {
        payoffs.of(self.seat) >= self.at_least
    }
}

/// 96 bits that stand for a position, and for all that have the same future (see
/// [`Provable::key`]).
///
/// Two positions with one key would be taken for one. A look-up compares all bits with those of the
/// eight entries of one bucket, which agree with it in the bits that chose the bucket: in a table
/// of 2^b buckets it is fooled with a probability of at most 8 · 2^(b−96), if keys are like random
/// ones. So 4 · 10^10 look-ups in 2^27 buckets (24 GiB) go wrong with a probability below 10^−9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The high bits, by which a table chooses a place.
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
    /// The key that a good hash of a position's canonical form gives.
    #[inline]
    pub fn from_hash(hash: u128) -> Self {
        Key { high: (hash >> 64) as u64, low: hash as u32 }
    }

    /// The key of whatever can be hashed (xxh3).
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

/// How hard an open position seems to its player to move before anybody has searched it: what its
/// proof numbers start with (heuristic initialization: Kishimoto and Müller, "Df-pn in Go", 2003).
/// At least 1 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstNumbers {
    /// To get what the player wants.
    pub phi: u32,
    /// To keep the player from it.
    pub delta: u32,
}

impl FirstNumbers {
    /// Nothing is known: plain df-pn.
    pub const ONES: FirstNumbers = FirstNumbers { phi: 1, delta: 1 };
}

/// A position that is still open after looking ahead, and how hard it seems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open<P> {
    /// The position.
    pub position: P,
    /// What its proof numbers start with.
    pub first: FirstNumbers,
}

/// A move that a strategy may choose in a walk (see [`Provable::choices`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<P, M> {
    /// The move.
    pub action: M,
    /// The position after it.
    pub after: P,
    /// Of what kind it is. Strategies tend to choose moves of the same kinds, so that a file says in
    /// fewer bits which one they choose.
    pub class: u16,
}

/// A game for two without chance whose positions can be proven: what proof search asks besides the
/// rules. Everything has a default, so that an empty `impl` will do; a game that knows better is
/// faster.
///
/// Proof files hold walks through positions. Their order is part of the format: first by
/// [`plies_left`](Provable::plies_left), the most first, which every move must make smaller, then as
/// positions are ordered. So is what [`expand`](Provable::expand) leaves open two plies ahead: after a
/// move, the strategy goes on there.
pub trait Provable: Game<Chance = (), Position: Ord> {
    /// What [`expand`](Provable::expand) works with; each thread has its own.
    type Scratch: Default + Send;

    /// The same for positions with the same canonical form. Others may share it only if they have
    /// the same future: they are over in the same way, or the same player is to move and the moves
    /// can be paired so that each pair leads to one key again.
    fn key(&self, position: &Self::Position) -> Key {
        Key::of(&self.canonical(position))
    }

    /// How hard an open position seems.
    fn first_numbers(&self, _position: &Self::Position) -> FirstNumbers {
        FirstNumbers::ONES
    }

    /// No game lasts longer than this from here on, in plies. Every play makes it smaller, unless
    /// nothing is known of the game's length.
    fn plies_left(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// Searches n plies ahead, full width: the answer if they give one. Otherwise `open` gets
    /// the positions that the player to move has a choice of: those that this search did not decide
    /// against the player, with first numbers that may know more than
    /// [`first_numbers`](Provable::first_numbers); repetitions, of images too, do no harm. None may
    /// be left out because it is like another one to the search: strategies are gathered from them.
    /// At depth 0 only the position itself is looked at, at depth 1 those after it too, and so on. A
    /// game may see less than n plies show, such as that somebody has no move at the end of them;
    /// what it says must be true.
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

    /// How much `expand` has done so far, in the game's own [unit](Provable::work_unit).
    fn work(&self, _scratch: &Self::Scratch) -> u64 {
        0
    }

    /// What work is counted in, in the plural.
    fn work_unit(&self) -> &'static str {
        "steps"
    }

    /// About how many distinct positions a search from here meets, where that was measured.
    fn likely_positions(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Returns a position, exactly, as bytes for a proof file, which the game's documentation
    /// explains; `None` if there are no proof files of this game.
    fn record(&self, _position: &Self::Position) -> Option<Vec<u8>> {
        None
    }

    /// Returns the position whose [record](Provable::record) these bytes are; `None` if they are of
    /// none, or there are no proof files of this game.
    fn read_record(&self, _record: &[u8]) -> Option<Self::Position> {
        None
    }

    /// Returns the moves of an open position in its canonical form that do not end the game, unless it
    /// is that nobody can move then, one for each position that they lead to, in the order in which
    /// proof files number them; `None` if there are no proof files of this game.
    fn choices(
        &self,
        _position: &Self::Position,
    ) -> Option<Vec<Choice<Self::Position, Self::Move>>> {
        None
    }
}

/// What [`Provable::expand`] promises, by the rules alone.
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

/// The answer, if n plies give one. With as many plies as the game can last it is the plain
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

/// The answer, or `open` gets the positions after the plays whose value is not known after `depth`
/// plies.
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
