//! The two layouts of a board on the half-gammon page, as programs that count and time their
//! operations, beside the board here.

use std::hint::black_box;
use std::mem::swap;
use std::time::Instant;

use shuban_catalog::Error;
use shuban_core::Random;
use shuban_core::checkers::Checkers;
use shuban_gammon::twin::random_position;
use shuban_gammon::{Position, Variant};

use crate::finding::Finding;
use crate::paper::Recomputation;

/// Points, places (with a bar at each end), home points and checkers of half-gammon.
const POINTS: usize = 12;
const PLACES: usize = POINTS + 2;
const HOME: usize = 3;
const CHECKERS: i8 = 8;

/// Sides, each with a number of borne-off checkers.
const GOALS: usize = 2;

/// Number of positions measured, and of rounds, of which the fastest counts.
const SAMPLE: usize = 1 << 12;
const ROUNDS: usize = 30;

/// A board with the operations that the page needs. Tests are places that are looked at.
trait Layout: Copy {
    /// Converts the position of a mover and an opponent.
    fn of(position: &Position) -> Self;

    /// Exchanges the sides; counts exchanges of single numbers.
    fn reverse(&mut self, exchanges: &mut u32);

    /// Returns true if a side has borne off everything.
    fn is_over(&self) -> bool;

    /// Returns true if the mover may bear off.
    fn may_bear_off(&self, tests: &mut u32) -> bool;

    /// Returns the mover's place that is farthest from home; the mover has a checker left.
    fn last(&self, tests: &mut u32) -> usize;

    /// Returns true if the sides have still to pass each other.
    fn is_contact(&self) -> bool {
        let mut other = *self;
        other.reverse(&mut 0);
        self.last(&mut 0) + other.last(&mut 0) > POINTS + 1
    }
}

/// One array: positive numbers are the mover's, negative ones the opponent's. The mover's bar is at
/// the end, the opponent's at 0, and borne-off checkers are counted besides.
#[derive(Clone, Copy)]
struct Signed {
    point: [i8; PLACES],
    goals: [i8; GOALS],
}

impl Layout for Signed {
    fn of(position: &Position) -> Self {
        let on = |side: Checkers, place| side.on(place) as i8;
        let mut point = [0; PLACES];
        for (place, there) in point.iter_mut().enumerate().skip(1) {
            *there = on(position.mover, place);
        }
        for place in 1..PLACES {
            point[POINTS + 1 - place] -= on(position.opponent, place);
        }
        let off = |side: Checkers| CHECKERS - side.count() as i8;
        Signed { point, goals: [off(position.mover), off(position.opponent)] }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        for place in 0..PLACES / 2 {
            let other = PLACES - 1 - place;
            (self.point[place], self.point[other]) = (-self.point[other], -self.point[place]);
            *exchanges += 1;
        }
        self.goals.swap(0, 1);
        *exchanges += 1;
    }

    fn is_over(&self) -> bool {
        self.goals.contains(&CHECKERS)
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        (HOME + 1..PLACES).all(|place| {
            *tests += 1;
            self.point[place] <= 0
        })
    }

    fn last(&self, tests: &mut u32) -> usize {
        last_of(tests, |place| self.point[place] > 0)
    }
}

/// Returns the last place that is taken, from the bar down. A checker is left, so the lowest place
/// need not be looked at.
fn last_of(tests: &mut u32, is_taken: impl Fn(usize) -> bool) -> usize {
    for place in (2..PLACES).rev() {
        *tests += 1;
        if is_taken(place) {
            return place;
        }
    }
    1
}

/// An array for each side, each in its own direction: 0 holds the borne-off checkers.
#[derive(Clone, Copy)]
struct Apart {
    mover: [i8; PLACES],
    opponent: [i8; PLACES],
}

impl Layout for Apart {
    fn of(position: &Position) -> Self {
        let side = |side: Checkers| {
            let mut places = [0; PLACES];
            places[0] = CHECKERS - side.count() as i8;
            for (place, count) in side.iter() {
                places[place] = count as i8;
            }
            places
        };
        Apart { mover: side(position.mover), opponent: side(position.opponent) }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        for (one, other) in self.mover.iter_mut().zip(&mut self.opponent) {
            swap(one, other);
            *exchanges += 1;
        }
    }

    fn is_over(&self) -> bool {
        self.mover[0] == CHECKERS || self.opponent[0] == CHECKERS
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        (HOME + 1..PLACES).all(|place| {
            *tests += 1;
            self.mover[place] == 0
        })
    }

    fn last(&self, tests: &mut u32) -> usize {
        last_of(tests, |place| self.mover[place] > 0)
    }
}

/// A number for each side, four bits a place: the board here.
#[derive(Clone, Copy)]
struct Ours {
    mover: Checkers,
    opponent: Checkers,
}

impl Layout for Ours {
    fn of(position: &Position) -> Self {
        Ours { mover: position.mover, opponent: position.opponent }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        swap(&mut self.mover, &mut self.opponent);
        *exchanges += 1;
    }

    fn is_over(&self) -> bool {
        self.mover.is_empty() || self.opponent.is_empty()
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        *tests += 1;
        self.mover.highest().is_none_or(|place| place <= HOME)
    }

    fn last(&self, tests: &mut u32) -> usize {
        *tests += 1;
        self.mover.highest().unwrap_or(1)
    }
}

/// Costs of a layout.
struct LayoutCost {
    bytes: usize,
    exchanges: u32,
    /// Maximum number of places looked at: before bearing off, and for the last checker.
    tests: [u32; 2],
    /// Nanoseconds of reversing, and of testing the end, bearing off, the last checker and contact.
    nanoseconds: [f64; 5],
}

const TIMED: [&str; 5] = [
    "reversal",
    "test for the end",
    "test for bearing off",
    "look for the last checker",
    "test for contact",
];

fn cost<L: Layout>(positions: &[Position]) -> LayoutCost {
    let boards: Vec<L> = positions.iter().map(L::of).collect();
    let mut exchanges = 0;
    boards[0].clone().reverse(&mut exchanges);
    let most = |count: &dyn Fn(&L, &mut u32)| {
        let counted = boards.iter().map(|board| {
            let mut tests = 0;
            count(board, &mut tests);
            tests
        });
        counted.max().unwrap_or(0)
    };
    let bearing_off = most(&|board, tests| {
        board.may_bear_off(tests);
    });
    let last = most(&|board, tests| {
        board.last(tests);
    });
    let nanoseconds = [
        nanoseconds(&boards, |board| {
            let mut board = *board;
            board.reverse(&mut 0);
            black_box(board);
        }),
        nanoseconds(&boards, |board| {
            black_box(board.is_over());
        }),
        nanoseconds(&boards, |board| {
            black_box(board.may_bear_off(&mut 0));
        }),
        nanoseconds(&boards, |board| {
            black_box(board.last(&mut 0));
        }),
        nanoseconds(&boards, |board| {
            black_box(board.is_contact());
        }),
    ];
    LayoutCost { bytes: size_of::<L>(), exchanges, tests: [bearing_off, last], nanoseconds }
}

/// Returns the time of one call, averaged over all boards, in the fastest round.
fn nanoseconds<L>(boards: &[L], call: impl Fn(&L)) -> f64 {
    let round = |_| {
        let start = Instant::now();
        black_box(boards).iter().for_each(&call);
        start.elapsed().as_nanos() as f64 / boards.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

pub(crate) fn rows(_run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let positions = sample(&super::variant("half-gammon")?);
    let disagreeing = positions.iter().filter(|position| !agree(position)).count();
    let mut rows = vec![
        Finding::unprinted("positions in which the layouts answer differently", disagreeing)
            .differing_if(disagreeing > 0)
            .noting(format!(
                "of {}: half at random, and both sides alone at home",
                positions.len()
            )),
        black_bar(),
    ];
    rows.extend(of_layout_1(&cost::<Signed>(&positions)));
    rows.extend(of_layout_2(&cost::<Apart>(&positions)));
    rows.extend(of_ours(&cost::<Ours>(&positions)));
    Ok(rows)
}

/// Draws random positions, and those in which both sides are at home or alone on the lowest places,
/// where most places have to be looked at.
fn sample(variant: &Variant) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut positions: Vec<Position> =
        (0..SAMPLE / 2).map(|_| random_position(variant, &mut random)).collect();
    while positions.len() < SAMPLE {
        let side = |random: &mut Random| {
            let count = 1 + random.place(variant.checkers());
            let highest = 1 + random.place(HOME);
            Checkers::from_places((0..count).map(|_| 1 + random.place(highest)))
        };
        positions.push(Position::new(side(&mut random), side(&mut random)));
    }
    positions
}

/// Returns true if all layouts give the same answers, and reversing twice changes nothing.
fn agree(position: &Position) -> bool {
    let turned = Position::new(position.opponent, position.mover);
    answers::<Signed>(position) == answers::<Ours>(position)
        && answers::<Apart>(position) == answers::<Ours>(position)
        && reversed::<Signed>(position) == answers::<Ours>(&turned)
        && reversed::<Apart>(position) == answers::<Ours>(&turned)
}

fn answers<L: Layout>(position: &Position) -> (bool, bool, usize, bool) {
    told(&L::of(position))
}

fn reversed<L: Layout>(position: &Position) -> (bool, bool, usize, bool) {
    let mut board = L::of(position);
    board.reverse(&mut 0);
    told(&board)
}

fn told<L: Layout>(board: &L) -> (bool, bool, usize, bool) {
    (board.is_over(), board.may_bear_off(&mut 0), board.last(&mut 0), board.is_contact())
}

fn of_layout_1(cost: &LayoutCost) -> Vec<Finding> {
    let mut rows = vec![
        Finding::exact("layout 1: bytes", 16, cost.bytes),
        Finding::print_wrong(
            "layout 1: exchanges that reverse it",
            9,
            cost.exchanges,
            // The pair of numbers at the goal, counted singly.
            PLACES / 2 + GOALS,
            "seven pairs of places, and the two numbers at the goal, which are one pair more; the \
             print counts each of the two",
        ),
    ];
    rows.extend(of_tests("layout 1", cost));
    rows
}

fn of_layout_2(cost: &LayoutCost) -> Vec<Finding> {
    let mut rows = vec![
        Finding::exact("layout 2: bytes", 28, cost.bytes),
        Finding::exact("layout 2: exchanges that reverse it", 14, cost.exchanges),
    ];
    rows.extend(of_tests("layout 2", cost));
    rows
}

/// Finds where black's bar lies in layout 1: the board is that of a black checker on the bar alone.
/// The print has the place that is white's on the same board.
fn black_bar() -> Finding {
    let bar = Checkers::from_places([POINTS + 1]);
    let board = Signed::of(&Position::new(bar, bar));
    let place = |is_there: fn(i8) -> bool| board.point.iter().position(|&there| is_there(there));
    Finding::print_wrong(
        "layout 1: the place of black's bar",
        0,
        place(|there| there > 0),
        place(|there| there < 0),
        "black moves from 12 to 1, and enters from above 12; 0 is where white enters",
    )
}

fn of_tests(layout: &str, cost: &LayoutCost) -> Vec<Finding> {
    let [bearing_off, last] = cost.tests;
    // Points beyond home, as the page counts them.
    let points_outside = POINTS - HOME;
    let mut rows = vec![
        Finding::print_wrong(
            format!("{layout}: places looked at before bearing off, at most"),
            9,
            bearing_off,
            points_outside,
            "the print leaves out the bar",
        ),
        Finding::exact(
            format!("{layout}: places looked at for the last checker, at most"),
            12,
            last,
        )
        .noting("the bar and all points but the lowest, on which one must be then"),
    ];
    rows.extend(times(layout, cost));
    rows
}

fn of_ours(cost: &LayoutCost) -> Vec<Finding> {
    let mut rows = vec![
        Finding::unprinted("here: bytes", cost.bytes)
            .noting("for boards of up to 30 points and 15 checkers a side"),
        Finding::unprinted("here: exchanges that reverse it", cost.exchanges),
        Finding::unprinted("here: numbers looked at before bearing off", cost.tests[0]),
        Finding::unprinted("here: numbers looked at for the last checker", cost.tests[1]),
    ];
    rows.extend(times("here", cost));
    rows
}

fn times(layout: &str, cost: &LayoutCost) -> Vec<Finding> {
    let time = |(what, nanoseconds): (&str, f64)| {
        let tenths = (nanoseconds * 10.0).round() / 10.0;
        Finding::unprinted(format!("{layout}: ns a {what}"), tenths)
            .noting("of one thread of this machine, now")
    };
    TIMED.into_iter().zip(cost.nanoseconds).map(time).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn every_count_of_the_page_is_there_or_explained() {
        let rows = rows(&Recomputation::quick()).unwrap();
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Agrees), count(Verdict::PrintWrong)), (5, 4));
        assert_eq!(count(Verdict::Differs), 0);
    }
}
