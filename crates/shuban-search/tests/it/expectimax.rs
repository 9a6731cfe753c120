//! Expectimax on a small game with chance, compared with a twin.

use std::convert::Infallible;

use shuban_core::{Bound, Game, Interval, NotationError, ONE, Payoffs, Play, Seat};
use shuban_search::{SearchError, SearchOptions, expectimax};

/// Flaw of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    Nothing,
    ThreeSeats,
    NotZeroSum,
    TooMuch,
    NoPlays,
    NoChance,
}

/// Counters left and whose turn it is. A coin says whether one or two may be taken; who takes
/// two goes on. The last counter wins a point, the last two together win two.
pub(crate) struct Heap(pub(crate) Flaw);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Left {
    counters: u32,
    seat: Seat,
    /// Payoff of seat 0, once the heap is empty.
    points: i16,
}

pub(crate) fn left(counters: u32) -> Left {
    Left { counters, seat: 0, points: 0 }
}

impl Game for Heap {
    type Position = Left;
    type Chance = u32;
    type Move = u32;

    fn name(&self) -> String {
        "heap".into()
    }

    fn seats(&self) -> usize {
        if self.0 == Flaw::ThreeSeats { 3 } else { 2 }
    }

    fn to_move(&self, left: &Left) -> Seat {
        left.seat
    }

    fn outcome(&self, left: &Left) -> Option<Payoffs> {
        let points = if self.0 == Flaw::TooMuch { left.points + 2 } else { left.points };
        let other = if self.0 == Flaw::NotZeroSum { points } else { -points };
        (left.counters == 0).then(|| Payoffs::new(&[points, other]))
    }

    fn chances(&self, left: &Left) -> Vec<(u32, u32)> {
        let none = self.0 == Flaw::NoChance && left.counters == 1;
        if none { Vec::new() } else { vec![(1, 1), (2, 1)] }
    }

    fn plays(&self, left: &Left, most: u32, plays: &mut Vec<Play<Left, u32>>) {
        if self.0 == Flaw::NoPlays && left.counters == 1 {
            return;
        }
        for taken in 1..=most.min(left.counters) {
            let counters = left.counters - taken;
            let seat = if taken == 2 { left.seat } else { 1 - left.seat };
            let won = if counters > 0 { 0 } else { taken as i16 };
            let points = if left.seat == 0 { won } else { -won };
            plays.push(Play { action: taken, after: Left { counters, seat, points } });
        }
    }

    fn parse(&self, text: &str) -> Result<Left, NotationError> {
        text.parse().map(left).map_err(|_| NotationError::new(text, 0, "a number"))
    }

    fn format(&self, left: &Left) -> String {
        left.counters.to_string()
    }

    fn format_move(&self, _: &Left, _: u32, taken: &u32) -> String {
        taken.to_string()
    }
}

fn options(depth: u8) -> SearchOptions {
    let unknown = Interval { lower: -2 * (ONE / 2), upper: 2 * (ONE / 2) };
    SearchOptions { one: ONE / 2, unknown, ..SearchOptions::new(depth) }
}

fn nothing(_: &Left) -> Result<Option<Bound<i32>>, Infallible> {
    Ok(None)
}

/// Returns the payoff of seat 0, in units of half of 2⁻³⁰, as the larger of two numbers or the
/// smaller: exact, since every coin halves a number that enough powers of two divide.
fn twin(left: Left) -> i64 {
    if left.counters == 0 {
        return i64::from(left.points) * i64::from(ONE / 2);
    }
    let by_coin = [1, 2].map(|most| {
        let mut plays = Vec::new();
        Heap(Flaw::Nothing).plays(&left, most, &mut plays);
        let values = plays.into_iter().map(|play| twin(play.after));
        if left.seat == 0 { values.max().unwrap() } else { values.min().unwrap() }
    });
    (by_coin[0] + by_coin[1]) / 2
}

#[test]
fn a_game_searched_to_its_end_has_the_exact_value_that_a_twin_finds() {
    for counters in 1..=12 {
        let found =
            expectimax(&Heap(Flaw::Nothing), &left(counters), &nothing, &options(12)).unwrap();
        assert!(found.value.is_exact() && found.is_complete);
        assert_eq!(i64::from(found.value.lower), twin(left(counters)), "{counters} counters");
        for (play, value) in found.events.iter().flat_map(|event| &event.plays) {
            assert_eq!(i64::from(value.lower), twin(play.after), "{counters} counters, {play:?}");
        }
        let other = Left { seat: 1, ..left(counters) };
        assert_eq!(
            expectimax(&Heap(Flaw::Nothing), &other, &nothing, &options(12)).unwrap().value,
            found.value
        );
    }
}

#[test]
fn bounds_narrow_with_depth_and_with_nodes_and_stay_true() {
    let value = i32::try_from(twin(left(9))).unwrap();
    let searched =
        |options| expectimax(&Heap(Flaw::Nothing), &left(9), &nothing, &options).unwrap();
    let mut last = options(0).unknown;
    for depth in 0..=9 {
        let found = searched(options(depth));
        assert!(last.contains(found.value) && found.value.contains(Interval::exactly(value)));
        last = found.value;
    }
    assert_eq!(last, Interval::exactly(value));
    let all = searched(options(9)).nodes;
    let mut last = options(0).unknown;
    for nodes in 0..=all {
        let found = searched(SearchOptions { nodes, ..options(9) });
        assert_eq!((found.nodes, found.is_complete), (nodes, nodes == all));
        assert!(last.contains(found.value) && found.value.contains(Interval::exactly(value)));
        last = found.value;
    }
    assert_eq!(last, Interval::exactly(value));
}

#[test]
fn search_stops_where_the_oracle_answers() {
    let known = |left: &Left| {
        let own = twin(*left) * if left.seat == 0 { 1 } else { -1 };
        Ok::<_, Infallible>((left.counters <= 8).then(|| Bound::Exact(i32::try_from(own).unwrap())))
    };
    let found = expectimax(&Heap(Flaw::Nothing), &left(10), &known, &options(10)).unwrap();
    assert_eq!(found.value, Interval::exactly(i32::try_from(twin(left(10))).unwrap()));
    // Ten counters, and twice nine: after either coin.
    assert_eq!(found.nodes, 3);
    let root = expectimax(&Heap(Flaw::Nothing), &left(8), &known, &options(0)).unwrap();
    assert_eq!(
        (root.value.lower, root.nodes, root.events.len()),
        (known(&left(8)).map(|answer| Interval::from(answer.unwrap()).lower).unwrap(), 0, 0)
    );
}

#[test]
fn a_game_that_cannot_be_searched_is_refused_with_the_reason() {
    let faults = [
        (Flaw::ThreeSeats, "not a game for two"),
        (Flaw::NotZeroSum, "not zero-sum"),
        (Flaw::TooMuch, "payoff lies outside"),
        (Flaw::NoPlays, "has no play"),
        (Flaw::NoChance, "chance brings nothing"),
    ];
    for (fault, reason) in faults {
        let found = expectimax(&Heap(fault), &left(3), &nothing, &options(5)).unwrap_err();
        assert!(found.to_string().contains(reason), "{fault:?} is reported as: {found}");
    }
}

#[test]
fn what_the_oracle_cannot_read_or_cannot_mean_ends_the_search() {
    let damaged =
        |left: &Left| if left.counters == 1 { Err("block 7 is damaged") } else { Ok(None) };
    let found = expectimax(&Heap(Flaw::Nothing), &left(3), &damaged, &options(5));
    assert_eq!(found, Err(SearchError::Oracle("block 7 is damaged")));
    let other_unit = |_: &Left| Ok::<_, Infallible>(Some(Bound::Exact(ONE + 1)));
    let crossed = |_: &Left| Ok::<_, Infallible>(Some(Bound::Within { lower: 1, upper: 0 }));
    for depth in [0, 1] {
        assert!(expectimax(&Heap(Flaw::Nothing), &left(3), &other_unit, &options(depth)).is_err());
        assert!(expectimax(&Heap(Flaw::Nothing), &left(3), &crossed, &options(depth)).is_err());
    }
}
