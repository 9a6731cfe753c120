//! Games of random plays, fast: for statistics of play on small boards.
//!
//! A side is one number of 64 bits here, four bits a place, so boards have at most 14 points. Sets
//! of places are kept in the same shape, the lowest bit of each four, so that a die is one shift.
//! Every play of a roll is generated, and one of them chosen.

use shuban_core::Random;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_gammon::{Position, Variant};

/// Rules about the use of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceRules {
    /// Those of the game: as many dice as possible, the larger one if only one can be played.
    Full,
    /// None: each order of the dice is played as far as it goes, whatever the result. A published
    /// program plays so.
    None,
}

/// Equally likely choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomChoice {
    /// The distinct positions that a roll can lead to.
    AfterPositions,
    /// The sequences of steps, each die by a checker, several of which may lead to one position.
    Sequences,
}

/// Result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomGame {
    /// Number of turns: rolls, with those that allowed no play.
    pub turns: u32,
    /// Number of turns that began without contact.
    pub without_contact: u32,
    /// Number of choices over all turns; a pass is one.
    pub choices: u64,
    /// Winner: 0 for the side that began. `None` where neither can ever move.
    pub winner: Option<u8>,
}

/// Both sides in a turn or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sides {
    mover: u64,
    opponent: u64,
}

/// Result of a play, with its rank by the rules about dice.
#[derive(Clone, Copy, Debug)]
struct PlayEnd {
    sides: Sides,
    rank: u8,
}

/// Buffer for the plays of a roll.
#[derive(Debug, Default)]
pub struct RandomScratch(Vec<PlayEnd>);

/// Random play of one variant.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlay {
    /// Place of the bar, as a shift.
    bar: u32,
    /// First place outside of the home, as a shift.
    outside: u32,
    faces: u32,
    /// All points, as a set of places.
    points: u64,
    start: u64,
    rules: DiceRules,
    choice: RandomChoice,
}

/// Lowest bit of each place.
const ONES: u64 = 0x1111_1111_1111_1111;

#[inline]
fn occupied(side: u64) -> u64 {
    (side | side >> 1 | side >> 2 | side >> 3) & ONES
}

#[inline]
fn blocks(side: u64) -> u64 {
    (side >> 1 | side >> 2 | side >> 3) & ONES
}

/// Returns the shifts of the places of a set, from the lowest.
#[inline]
fn shifts(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let shift = set.trailing_zeros();
            set &= set - 1;
            shift
        })
    })
}

impl RandomPlay {
    /// Creates the generator, or `None` if the variant has more than 14 points.
    pub fn new(variant: &Variant, rules: DiceRules, choice: RandomChoice) -> Option<Self> {
        let bar = 4 * u32::try_from(variant.bar()).ok()?;
        let start = u64::try_from(variant.start().nibbles()).ok()?;
        let outside = 4 * (variant.home() as u32 + 1);
        let faces = variant.faces().into();
        (bar <= 60).then(|| {
            let points = ONES & ((1 << bar) - 1) & !1;
            RandomPlay { bar, outside, faces, points, start, rules, choice }
        })
    }

    /// Returns every position that a roll can lead to, as it is chosen from: once each, or once for
    /// each sequence. `None` if the position does not fit the board.
    pub fn after_positions(&self, position: &Position, roll: Roll) -> Option<Vec<Position>> {
        let fits = |side: &u64| side.checked_shr(self.bar + 4).unwrap_or(0) == 0;
        let side = |side: Checkers| u64::try_from(side.nibbles()).ok().filter(fits);
        let start = Sides { mover: side(position.mover)?, opponent: side(position.opponent)? };
        let mut scratch = RandomScratch::default();
        self.find(start, [roll.high(), roll.low()].map(u32::from), &mut scratch.0);
        let checkers = |side: u64| Checkers::from_nibbles(side.into());
        let after = |end: &PlayEnd| {
            let Sides { mover, opponent } = end.sides;
            let turn = 1 - position.turn;
            Position { mover: checkers(opponent), opponent: checkers(mover), turn }
        };
        Some(scratch.0.iter().map(after).collect())
    }

    /// Plays a game from the start.
    pub fn game(&self, random: &mut Random, scratch: &mut RandomScratch) -> RandomGame {
        let mut sides = Sides { mover: self.start, opponent: self.start };
        let (mut game, mut turn, mut has_passed) = (RandomGame::default(), 0u8, false);
        loop {
            game.turns += 1;
            game.without_contact += u32::from(!self.is_contact(sides));
            let throw = random.throw(self.faces * self.faces) as u32;
            let (one, other) = (throw / self.faces + 1, throw % self.faces + 1);
            let ends = &mut scratch.0;
            self.find(sides, [one.max(other), one.min(other)], ends);
            game.choices += ends.len() as u64;
            let end = ends[random.throw(ends.len() as u32)];
            if end.sides.mover == 0 {
                game.winner = Some(turn);
                return game;
            }
            let is_pass = end.sides == sides;
            if is_pass && has_passed && self.is_stuck(sides) && self.is_stuck(sides.swapped()) {
                return game;
            }
            has_passed = is_pass;
            sides = end.sides.swapped();
            turn = 1 - turn;
        }
    }

    #[inline]
    fn is_contact(&self, sides: Sides) -> bool {
        let farthest = |side: u64| (63 - (side | 1).leading_zeros()) & !3;
        farthest(sides.mover) + farthest(sides.opponent) > self.bar
    }

    fn is_stuck(&self, sides: Sides) -> bool {
        let open = self.open(sides.opponent);
        (1..=self.faces).all(|die| self.sources(open, sides.mover, die) == 0)
    }

    /// Returns the points that the mover can land on.
    #[inline]
    fn open(&self, opponent: u64) -> u64 {
        // The opponent's place p is the mover's bar - p. Reversed, place p is bit 3 of place 15 - p.
        let blocked = blocks(opponent).reverse_bits() >> (63 - self.bar);
        self.points & !blocked
    }

    /// Finds all plays of a roll, the higher die first.
    #[inline]
    fn find(&self, start: Sides, [high, low]: [u32; 2], ends: &mut Vec<PlayEnd>) {
        ends.clear();
        let open = self.open(start.opponent);
        if high == low {
            self.repeat(open, start, high, 0, u64::MAX, ends);
        } else {
            self.in_order(open, start, [high, low], 2, ends);
            self.in_order(open, start, [low, high], 1, ends);
        }
        if ends.is_empty() {
            ends.push(PlayEnd { sides: start, rank: 0 });
        } else if self.rules == DiceRules::Full {
            let most = ends.iter().map(|end| end.rank).max().unwrap_or(0);
            ends.retain(|end| end.rank == most);
        }
    }

    /// Finds all plays of two dice in one order, each as far as it goes. One die alone has the rank
    /// `one`, both have 3.
    #[inline]
    fn in_order(
        &self,
        open: u64,
        start: Sides,
        [first, second]: [u32; 2],
        one: u8,
        ends: &mut Vec<PlayEnd>,
    ) {
        for from in shifts(self.sources(open, start.mover, first)) {
            let middle = self.step(start, from, first);
            let seconds = self.sources(open, middle.mover, second);
            if seconds == 0 {
                let rank = if middle.mover == 0 { 3 } else { one };
                self.push(PlayEnd { sides: middle, rank }, ends);
                continue;
            }
            for from in shifts(seconds) {
                self.push(PlayEnd { sides: self.step(middle, from, second), rank: 3 }, ends);
            }
        }
    }

    /// Finds all plays of a double, of at most four steps, each as far as it goes. Steps by the
    /// same die can be made in any order, the highest source first if some order is legal, and each
    /// position is reached in one way only then: sources above `allowed` are for sequences alone.
    fn repeat(
        &self,
        open: u64,
        sides: Sides,
        die: u32,
        made: u8,
        allowed: u64,
        ends: &mut Vec<PlayEnd>,
    ) {
        let sources = if made == 4 { 0 } else { self.sources(open, sides.mover, die) };
        if sources == 0 {
            let rank = if sides.mover == 0 { 4 } else { made };
            if made > 0 {
                ends.push(PlayEnd { sides, rank });
            }
            return;
        }
        for from in shifts(sources & allowed) {
            let up_to_here = match self.choice {
                RandomChoice::AfterPositions => (2u64 << from) - 1,
                RandomChoice::Sequences => u64::MAX,
            };
            self.repeat(open, self.step(sides, from, die), die, made + 1, up_to_here, ends);
        }
    }

    /// Lists a play, unless one that leads to the same position is there and those count once. They
    /// have the same rank: the steps differ in their order alone, or the last checker is off.
    #[inline]
    fn push(&self, end: PlayEnd, ends: &mut Vec<PlayEnd>) {
        if self.choice == RandomChoice::AfterPositions
            && let Some(known) = ends.iter_mut().find(|known| known.sides == end.sides)
        {
            known.rank = known.rank.max(end.rank);
        } else {
            ends.push(end);
        }
    }

    /// Returns the places from which a die can be played.
    #[inline]
    fn sources(&self, open: u64, mover: u64, die: u32) -> u64 {
        let occupied = occupied(mover);
        let onto_points = open << (4 * die);
        if mover >> self.bar != 0 {
            return onto_points & (1 << self.bar);
        }
        let mut sources = occupied & onto_points;
        if mover >> self.outside == 0 && mover != 0 {
            // No checker at the die's point or above it: the highest may be borne off. Else one
            // exactly there.
            let highest = 1 << (63 - occupied.leading_zeros());
            let exact = 1 << (4 * die);
            sources |= if highest < exact { highest } else { exact & occupied };
        }
        sources
    }

    /// Moves a checker by a die, from the place of this shift.
    #[inline]
    fn step(&self, sides: Sides, from: u32, die: u32) -> Sides {
        let Sides { mut mover, mut opponent } = sides;
        mover -= 1 << from;
        if from > 4 * die {
            let to = from - 4 * die;
            mover += 1 << to;
            // On an open point there is at most one opponent.
            let there = self.bar - to;
            let hit = opponent >> there & 1;
            opponent = opponent - (hit << there) + (hit << self.bar);
        }
        Sides { mover, opponent }
    }
}

impl Sides {
    #[inline]
    fn swapped(self) -> Self {
        Sides { mover: self.opponent, opponent: self.mover }
    }
}
