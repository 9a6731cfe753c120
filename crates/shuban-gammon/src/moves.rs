//! Every legal play of a roll.
//!
//! A play is a sequence of steps, one a die. The rules speak of sequences (both orders, as many
//! dice as possible, the larger one if only one can be played), but what matters afterwards is the
//! position reached; so each distinct after-position is given once, with one play leading to it.

use shuban_core::{Checkers, Roll};

use crate::position::Position;
use crate::variant::Variant;

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Step {
    /// The place it leaves; one above the highest point for the bar.
    pub from: u8,
    /// The point it lands on; 0 when it is borne off.
    pub to: u8,
    /// Whether it hits an opponent there.
    pub hit: bool,
}

/// A play: at most four steps, in the order in which they are made. No step at all is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Move {
    steps: [Step; 4],
    length: u8,
}

impl Move {
    /// The pass of a player who cannot move.
    pub const PASS: Move = Move { steps: [Step { from: 0, to: 0, hit: false }; 4], length: 0 };

    /// Its steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.length == 0
    }
}

/// What is remembered of the way to an after-position: the steps, or nothing where speed counts.
trait Trail: Copy + Default {
    fn and(self, step: Step) -> Self;
}

impl Trail for () {
    #[inline]
    fn and(self, _: Step) -> Self {}
}

impl Trail for Move {
    #[inline]
    fn and(mut self, step: Step) -> Self {
        self.steps[usize::from(self.length)] = step;
        self.length += 1;
        self
    }
}

/// Both sides in the middle of a turn, the mover still the mover.
#[derive(Clone, Copy)]
struct State<T> {
    mover: Checkers,
    opponent: Checkers,
    /// The mover's places with a checker, bit p for place p.
    occupied: u32,
    /// The points with a lone opponent, as the mover counts them.
    blots: u32,
    trail: T,
}

/// Room for the after-positions of one roll, kept so that generating plays allocates nothing.
#[derive(Default)]
pub struct PlayScratch {
    found: Vec<State<()>>,
}

/// A turn before the roll: what all rolls of one position have in common, worked out once.
#[derive(Clone, Copy)]
pub struct Turn {
    start: State<()>,
    seat: u8,
    /// The points that the mover can land on: not held by two or more opponents.
    open: u32,
    bar: usize,
    home: usize,
}

impl Turn {
    /// The turn of a position's mover.
    #[inline]
    pub fn new(variant: &Variant, position: &Position) -> Self {
        let bar = variant.bar();
        // Opponent's place p is the mover's bar - p; what would be the opponent's bar falls on bit
        // 0.
        let seen_by_mover = |mask: u32| mask.reverse_bits() >> (31 - bar) & !1;
        let blocked = seen_by_mover(position.opponent.blocks());
        let points = (1u32 << bar) - 2;
        Turn {
            start: State {
                mover: position.mover,
                opponent: position.opponent,
                occupied: position.mover.occupied(),
                blots: seen_by_mover(position.opponent.occupied()) & !blocked,
                trail: (),
            },
            seat: position.turn,
            open: points & !blocked,
            bar,
            home: variant.home(),
        }
    }

    /// Whether the mover can move a checker by some die of `1..=faces`.
    #[inline]
    pub fn can_move(&self, faces: u8) -> bool {
        (1..=faces).any(|die| self.sources(&self.start, usize::from(die)) != 0)
    }

    /// Calls `each` with every after-position of a roll, once each: the opponent is about to roll
    /// in it. Where no checker can move, that is the position itself with the turn passed. The game
    /// must not be over.
    ///
    /// O(after-positions), and about as much again for a non-double; no allocation once `scratch`
    /// has grown.
    #[inline]
    pub fn for_each_after(
        &self,
        roll: Roll,
        scratch: &mut PlayScratch,
        mut each: impl FnMut(Position),
    ) {
        self.find(self.start, roll, &mut scratch.found);
        for state in &scratch.found {
            each(self.after(state));
        }
    }

    /// Every after-position of a roll, once each, with one play that leads to it; as
    /// [`for_each_after`](Turn::for_each_after), in the same order.
    pub fn plays(&self, roll: Roll) -> Vec<(Move, Position)> {
        let State { mover, opponent, occupied, blots, .. } = self.start;
        let start = State { mover, opponent, occupied, blots, trail: Move::PASS };
        let mut found = Vec::new();
        self.find(start, roll, &mut found);
        found.iter().map(|state| (state.trail, self.after(state))).collect()
    }

    fn after<T>(&self, state: &State<T>) -> Position {
        Position { mover: state.opponent, opponent: state.mover, turn: 1 - self.seat }
    }

    #[inline]
    fn find<T: Trail>(&self, start: State<T>, roll: Roll, found: &mut Vec<State<T>>) {
        found.clear();
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        if roll.is_double() {
            let mut most = 0;
            self.repeat(&start, high, 0, u32::MAX, &mut most, found);
            return;
        }
        self.both(&start, high, low, found);
        if found.is_empty() {
            self.one(&start, high, found);
        }
        if found.is_empty() {
            self.one(&start, low, found);
        }
        if found.is_empty() {
            found.push(start);
        }
    }

    /// All plays of the most steps by one die, of at most four, from the sources in `allowed`.
    ///
    /// Steps by the same die can be made in any order, the highest source first whenever some order
    /// is legal (that only clears the bar and the way to bear off). In that order each
    /// after-position is reached in one way only.
    fn repeat<T: Trail>(
        &self,
        state: &State<T>,
        die: usize,
        made: usize,
        allowed: u32,
        most: &mut usize,
        found: &mut Vec<State<T>>,
    ) {
        let sources =
            if made == 4 || state.occupied == 0 { 0 } else { self.sources(state, die) & allowed };
        if sources == 0 {
            // Whoever has borne off everything has no use for what is left of the dice.
            let made = if state.occupied == 0 { 4 } else { made };
            if made > *most {
                *most = made;
                found.clear();
            }
            if made == *most {
                found.push(*state);
            }
            return;
        }
        for from in places(sources) {
            let next = self.step(state, from, die);
            self.repeat(&next, die, made + 1, (2u32 << from).wrapping_sub(1), most, found);
        }
    }

    /// All plays of two different dice, in both orders.
    fn both<T: Trail>(&self, start: &State<T>, high: usize, low: usize, found: &mut Vec<State<T>>) {
        // Bit `second` of entry `first`: `first` by the high die, then `second` by the low one.
        let mut high_first = [0u32; 32];
        // Going up in `from`, only a checker that goes on, or one borne off, can come to a position
        // that was found before.
        for from in places(self.sources(start, high)) {
            let middle = self.step(start, from, high);
            if middle.occupied == 0 {
                push_new(found, middle);
                continue;
            }
            let seconds = self.sources(&middle, low);
            high_first[from] = seconds;
            let all_home = self.all_home(middle.occupied);
            for second in places(seconds) {
                let end = self.step(&middle, second, low);
                if all_home || second + high == from {
                    push_new(found, end);
                } else {
                    found.push(end);
                }
            }
        }
        for from in places(self.sources(start, low)) {
            let middle = self.step(start, from, low);
            if middle.occupied == 0 {
                push_new(found, middle);
                continue;
            }
            for second in places(self.sources(&middle, high)) {
                // The same two steps the other way round come to the same position.
                if high_first[second] >> from & 1 == 0 {
                    push_new(found, self.step(&middle, second, high));
                }
            }
        }
    }

    /// All plays of one die.
    fn one<T: Trail>(&self, start: &State<T>, die: usize, found: &mut Vec<State<T>>) {
        found.extend(places(self.sources(start, die)).map(|from| self.step(start, from, die)));
    }

    fn all_home(&self, occupied: u32) -> bool {
        occupied >> (self.home + 1) == 0
    }

    /// The places from which a checker can be moved by a die.
    #[inline]
    fn sources<T>(&self, state: &State<T>, die: usize) -> u32 {
        // Sources from which the die leads to an open point.
        let onto_points = self.open << die;
        let bar = 1 << self.bar;
        if state.occupied & bar != 0 {
            return bar & onto_points;
        }
        let mut sources = state.occupied & onto_points;
        if self.all_home(state.occupied) {
            // Nobody at the die's point or above it: the highest may be borne off. Else one exactly
            // there.
            let highest = 1 << (31 - (state.occupied | 1).leading_zeros());
            let exact = 1 << die;
            sources |= if highest < exact { highest & !1 } else { exact & state.occupied };
        }
        sources
    }

    #[inline]
    fn step<T: Trail>(&self, state: &State<T>, from: usize, die: usize) -> State<T> {
        let to = from.saturating_sub(die);
        let State { mut mover, mut opponent, mut occupied, mut blots, trail } = *state;
        mover = mover.less(from);
        if mover.on(from) == 0 {
            occupied &= !(1 << from);
        }
        let mut hit = false;
        if to > 0 {
            mover = mover.more(to);
            occupied |= 1 << to;
            hit = blots >> to & 1 == 1;
            if hit {
                opponent = opponent.less(self.bar - to).more(self.bar);
                blots &= !(1 << to);
            }
        }
        let trail = trail.and(Step { from: from as u8, to: to as u8, hit });
        State { mover, opponent, occupied, blots, trail }
    }
}

/// Whether neither side can ever move again, whatever is rolled. In the usual variants that takes a
/// checker on both bars and both homes closed.
pub fn is_dead(variant: &Variant, position: &Position) -> bool {
    let stuck = |position: &Position| !Turn::new(variant, position).can_move(variant.faces());
    !position.mover.is_empty()
        && !position.opponent.is_empty()
        && stuck(position)
        && stuck(&position.swapped())
}

/// The places of a mask, from the lowest.
#[inline]
fn places(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            place
        })
    })
}

#[inline]
fn push_new<T>(found: &mut Vec<State<T>>, state: State<T>) {
    if !found.iter().any(|other| other.mover == state.mover && other.opponent == state.opponent) {
        found.push(state);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use shuban_core::{TwoSided, rolls};

    use super::*;
    use crate::notation::{format_position, parse_position};
    use shuban_core::Random;

    use crate::twin::{after_positions, after_positions_without_dice_rules, random_position};

    fn variant(name: &str) -> Variant {
        Variant::by_name(name).unwrap()
    }

    /// The positions after a roll, each with the side that has played first.
    fn played(variant: &Variant, position: &str, roll: (u8, u8)) -> BTreeSet<String> {
        let position = parse_position(variant, position).unwrap();
        let plays = Turn::new(variant, &position).plays(Roll::new(roll.0, roll.1));
        plays.iter().map(|(_, after)| format_position(variant, &after.swapped())).collect()
    }

    fn set(all: &[&str]) -> BTreeSet<String> {
        all.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn one_checker_may_go_either_way_round_where_only_one_way_hits() {
        // On 10, with the lone opponents on the mover's 9 and 4: 2-1 by 9 hits, by 8 does not.
        let half_gammon = variant("half-gammon");
        assert_eq!(played(&half_gammon, "10|4,9", (2, 1)), set(&["7|4,9", "7|9,bar"]));
        // Published numbers of sure wins come out too low where the plays that do not hit are lost.
        let backgammon = variant("backgammon");
        for (k, lone) in (1..=20).flat_map(|k| [(k, 22), (k, 23)]) {
            let after = played(&backgammon, &format!("4|{k},{lone}"), (2, 1));
            assert_eq!(after, set(&[&format!("1|{k},{lone}"), &format!("1|{k},bar")]));
        }
        // Both ways hit, each another one.
        assert_eq!(played(&half_gammon, "10|4,5", (2, 1)), set(&["7|4,bar", "7|5,bar"]));
        // The blocked way is not open.
        assert_eq!(played(&half_gammon, "10|4,5,5", (2, 1)), set(&["7|5,5,bar"]));
    }

    #[test]
    fn as_many_dice_as_possible_are_played_and_else_the_larger() {
        let half_gammon = variant("half-gammon");
        // By 3 first no 1 can follow (the mover's 8 is blocked), by 1 first no 3 (7 is): 3 is
        // played.
        assert_eq!(played(&half_gammon, "12|5,5,6,6", (3, 1)), set(&["9|5,5,6,6"]));
        // The same with 9 blocked: only the 1 can be played.
        assert_eq!(played(&half_gammon, "12|4,4,5,5", (3, 1)), set(&["11|4,4,5,5"]));
        // 1 first leads on to a 3, 3 first leads nowhere: both have to be played.
        assert_eq!(played(&half_gammon, "12|4,4", (3, 1)), set(&["8|4,4"]));
    }

    #[test]
    fn the_bar_comes_first_and_bearing_off_last() {
        let half_gammon = variant("half-gammon");
        assert_eq!(played(&half_gammon, "5,bar|3,3", (3, 1)), set(&["2,12|3,3", "5,9|3,3"]));
        assert_eq!(played(&half_gammon, "5,bar|1,1,3,3", (3, 1)), set(&["5,bar|1,1,3,3"]));
        // From 4 home by 1, then off by 3 from the highest point; or 4 to 1, then one off by 1.
        assert_eq!(played(&half_gammon, "1,4|8", (3, 1)), set(&["1|8"]));
        // A larger die bears off from the highest point only.
        assert_eq!(played(&half_gammon, "1,2,2|8", (3, 3)), set(&["|8"]));
        assert_eq!(played(&half_gammon, "1,2|8", (3, 1)), set(&["1|8", "|8"]));
    }

    #[test]
    fn a_double_is_played_four_times() {
        let half_gammon = variant("half-gammon");
        assert_eq!(played(&half_gammon, "12|12", (1, 1)), set(&["8|12"]));
        let shared_out = set(&["3,12|12", "5,10|12", "7,8|12", "6,9|12", "4,11|12"]);
        assert_eq!(played(&half_gammon, "11,12|12", (2, 2)), shared_out);
    }

    #[test]
    fn the_opening_rolls_of_backgammon_have_their_numbers_of_plays() {
        let counts = |variant: &Variant| -> Vec<usize> {
            let start = Position::new(variant.start(), variant.start());
            let turn = Turn::new(variant, &start);
            let of_roll = |(roll, _): (Roll, u32)| {
                assert_eq!(turn.plays(roll).len(), after_positions(variant, &start, roll).len());
                turn.plays(roll).len()
            };
            rolls(variant.faces()).into_iter().map(of_roll).collect()
        };
        // 1-1, 2-1, 2-2, 3-1, …, 6-6.
        assert_eq!(
            counts(&variant("backgammon")),
            [42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11]
        );
        assert_eq!(counts(&variant("half-gammon")), [2, 4, 2, 6, 4, 2]);
    }

    /// How many plays there are of a 3-2 at the start of half-gammon, then of all rolls, and once
    /// more.
    fn tree(plays: impl Fn(&Variant, &Position, Roll) -> Vec<Position>) -> [usize; 3] {
        let half_gammon = variant("half-gammon");
        let start = Position::new(half_gammon.start(), half_gammon.start());
        let first = plays(&half_gammon, &start, Roll::new(3, 2));
        let all_rolls = |positions: &[Position]| -> Vec<Position> {
            let pairs = positions
                .iter()
                .flat_map(|position| rolls(3).into_iter().map(move |roll| (position, roll.0)));
            pairs.flat_map(|(position, roll)| plays(&half_gammon, position, roll)).collect()
        };
        let second = all_rolls(&first);
        [first.len(), second.len(), all_rolls(&second).len()]
    }

    #[test]
    fn a_search_tree_of_half_gammon_has_its_size() {
        let sizes = tree(|variant, position, roll| {
            Turn::new(variant, position).plays(roll).into_iter().map(|(_, after)| after).collect()
        });
        assert_eq!(sizes, [4, 146, 5_422]);
        // The literature gives 4, 146 and 5,429: what comes out without the rules about dice.
        let without_rules = tree(|variant, position, roll| {
            after_positions_without_dice_rules(variant, position, roll).into_iter().collect()
        });
        assert_eq!(without_rules, [4, 146, 5_429]);
    }

    #[test]
    fn nobody_can_ever_move_exactly_where_both_are_shut_out() {
        // Homes of two points closed by two checkers each, and one more on the bar.
        let variant = Variant::new("small", 6, 2, 2, &[(6, 5)]).unwrap();
        let closed = |position: &Position| {
            position.opponent.on(7) > 0 && (1..=2).all(|place| position.mover.on(place) >= 2)
        };
        for (a, b, expected) in [(5, 5, 1), (5, 4, 0), (4, 5, 0), (3, 3, 0)] {
            let index = TwoSided::new(6, a, b).unwrap();
            let mut dead = 0;
            for rank in 0..index.len() {
                let (mover, opponent) = index.unrank(rank).unwrap();
                let position = Position::new(mover, opponent);
                assert_eq!(
                    is_dead(&variant, &position),
                    closed(&position) && closed(&position.swapped())
                );
                dead += usize::from(is_dead(&variant, &position));
            }
            assert_eq!(dead, expected, "{a} v {b}");
        }
    }

    #[test]
    fn half_gammon_has_its_dead_positions() {
        // Closed homes take six a side; the others are on the bar or, besides one, anywhere.
        let half_gammon = variant("half-gammon");
        let dead = |text: &str| is_dead(&half_gammon, &parse_position(&half_gammon, text).unwrap());
        assert!(dead("1,1,2,2,3,3,bar|1,1,2,2,3,3,bar"));
        assert!(dead("1,1,2,2,3,3,5,bar|1,1,2,2,3,3,3,bar"));
        assert!(!dead("1,1,2,2,3,3,bar|1,1,2,2,3,bar"));
        assert!(!dead("1,1,2,2,3,3,5|1,1,2,2,3,3,bar"));
        assert!(!dead("|1,1,2,2,3,3,bar"));
    }

    fn any_position() -> impl Strategy<Value = (Variant, Position, Roll)> {
        (0..5usize, any::<u64>(), 0..6u8, 0..6u8).prop_map(|(which, seed, a, b)| {
            let variant = Variant::by_name(Variant::names()[which]).unwrap();
            let position = random_position(&variant, &mut Random::new(seed));
            let roll = Roll::new(a % variant.faces() + 1, b % variant.faces() + 1);
            (variant, position, roll)
        })
    }

    proptest! {
        #[test]
        fn every_play_leads_where_it_says((variant, position, roll) in any_position()) {
            let turn = Turn::new(&variant, &position);
            let plays = turn.plays(roll);
            prop_assert!(!plays.is_empty());
            for (action, after) in &plays {
                let Position { mut mover, mut opponent, .. } = position;
                for step in action.steps() {
                    let (from, to) = (usize::from(step.from), usize::from(step.to));
                    mover = mover.less(from);
                    if to > 0 {
                        let there = variant.bar() - to;
                        mover = mover.more(to);
                        prop_assert_eq!(step.hit, opponent.on(there) == 1);
                        if step.hit {
                            opponent = opponent.less(there).more(variant.bar());
                        }
                    }
                }
                prop_assert_eq!(after.swapped(), Position { mover, opponent, turn: position.turn });
                prop_assert_eq!(after.mover.count(), position.opponent.count());
                let shared = (1..=variant.points()).any(|place| {
                    after.mover.on(place) > 0 && after.opponent.on(variant.bar() - place) > 0
                });
                prop_assert!(!shared, "both sides on one point in {after:?}");
            }
            let mut fast = Vec::new();
            turn.for_each_after(roll, &mut PlayScratch::default(), |after| fast.push(after));
            prop_assert_eq!(fast, plays.iter().map(|(_, after)| *after).collect::<Vec<_>>());
        }
    }
}
