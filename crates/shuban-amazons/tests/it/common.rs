//! Code that several tests share: a plain twin of the values, and solved layers in memory.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use shuban_amazons::{Army, Regions, ScorePair, Square, Squares, Subgame};
use shuban_core::{Domain, IndexOf, LayerId, PartId, Unanswered};

type Place = (i32, i32);

/// Plain minimax on sets of squares: shares nothing with the program but its result's type.
#[derive(Default)]
pub(crate) struct Twin(HashMap<[BTreeSet<Place>; 3], ScorePair>);

impl Twin {
    pub(crate) fn value(&mut self, subgame: &Subgame) -> ScorePair {
        let places = |squares: Squares| -> BTreeSet<Place> {
            squares.iter().map(|square| (square.row() as i32, square.column() as i32)).collect()
        };
        self.pair(&places(subgame.squares()), &places(subgame.black()), &places(subgame.white()))
    }

    fn pair(
        &mut self,
        board: &BTreeSet<Place>,
        black: &BTreeSet<Place>,
        white: &BTreeSet<Place>,
    ) -> ScorePair {
        let key = [board, black, white].map(Clone::clone);
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        // With White to move after each of Black's moves; White passes if it cannot move, and the
        // game is over if Black cannot either.
        let mut a = None;
        for (black, shot) in turns(board, black, white) {
            let mut rest = board.clone();
            rest.remove(&shot);
            let then = self.pair(&rest, &black, white);
            let score = 1 + then.b.or(then.a).unwrap_or(0);
            a = Some(a.map_or(score, |best: i32| best.max(score)));
        }
        let mut b = None;
        for (white, shot) in turns(board, white, black) {
            let mut rest = board.clone();
            rest.remove(&shot);
            let then = self.pair(&rest, black, &white);
            let score = then.a.or(then.b).unwrap_or(0) - 1;
            b = Some(b.map_or(score, |best: i32| best.min(score)));
        }
        self.0.insert(key, ScorePair { a, b });
        ScorePair { a, b }
    }
}

/// A side's amazons after each of its turns, with the square burnt.
fn turns(
    board: &BTreeSet<Place>,
    own: &BTreeSet<Place>,
    others: &BTreeSet<Place>,
) -> Vec<(BTreeSet<Place>, Place)> {
    let mut all = Vec::new();
    for from in own {
        let mut rest = own.clone();
        rest.remove(from);
        let is_free = |place: &Place| {
            board.contains(place) && !rest.contains(place) && !others.contains(place)
        };
        for to in lines(*from, &is_free) {
            for shot in lines(to, &is_free) {
                let mut moved = rest.clone();
                moved.insert(to);
                all.push((moved, shot));
            }
        }
    }
    all
}

fn lines(from: Place, is_free: &dyn Fn(&Place) -> bool) -> Vec<Place> {
    let mut reached = Vec::new();
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let mut at = (from.0 + down, from.1 + right);
        while is_free(&at) {
            reached.push(at);
            at = (at.0 + down, at.1 + right);
        }
    }
    reached
}

/// The layers of the domain up to a size, valued through `backup`.
pub(crate) struct Solved {
    domain: Regions,
    layers: Vec<(IndexOf<Regions>, Vec<ScorePair>)>,
}

impl Solved {
    pub(crate) fn up_to(size: usize) -> Self {
        let mut solved = Solved { domain: Regions::new(), layers: Vec::new() };
        for layer in (0..size).map(LayerId) {
            let index = solved.domain.index(PartId { layer, part: 0 }).unwrap();
            let mut finished =
                |position: &_| solved.value(position).ok_or_else(Unanswered::default);
            let positions = (0..index.len()).map(|rank| index.unrank(rank).unwrap());
            let values = positions
                .map(|position| solved.domain.backup(&position, &mut finished).unwrap())
                .collect();
            solved.layers.push((index, values));
        }
        solved
    }

    pub(crate) fn layer(&self, size: usize) -> (&IndexOf<Regions>, &[ScorePair]) {
        let (index, values) = &self.layers[size - 1];
        (index, values)
    }

    pub(crate) fn value(&self, position: &shuban_amazons::Position) -> Option<ScorePair> {
        let (index, values) = self.layers.get(self.domain.locate(position)?.layer.0)?;
        Some(values[index.rank(position)? as usize])
    }

    /// The value of a region in any orientation, whichever side has more amazons.
    pub(crate) fn pair(&self, subgame: &Subgame) -> Option<ScorePair> {
        let (position, swapped) = Regions::lookup(subgame)?;
        let pair = self.value(&position)?;
        Some(if swapped { pair.swapped() } else { pair })
    }
}

/// One line of a histogram: black, white, a, b and the number of positions that have them.
pub(crate) type Row = (usize, usize, Option<i32>, Option<i32>, u64);

/// A histogram as published in `tests/data`, whose lines it has in the order of their fields.
pub(crate) fn published_histogram(size: usize) -> Vec<Row> {
    let text = match size {
        1 => include_str!("../data/amazons-hist-n1.csv"),
        2 => include_str!("../data/amazons-hist-n2.csv"),
        3 => include_str!("../data/amazons-hist-n3.csv"),
        4 => include_str!("../data/amazons-hist-n4.csv"),
        5 => include_str!("../data/amazons-hist-n5.csv"),
        6 => include_str!("../data/amazons-hist-n6.csv"),
        _ => panic!("histograms go to size 6"),
    };
    let number = |text: &str| (text != "null").then(|| text.parse().unwrap());
    let mut rows: Vec<Row> = (text.lines().skip(1))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let count = |i: usize| fields[i].parse().unwrap();
            (count(0), count(1), number(fields[2]), number(fields[3]), fields[4].parse().unwrap())
        })
        .collect();
    rows.sort_unstable();
    rows
}

/// The histogram of values given with their positions.
pub(crate) fn histogram(values: impl IntoIterator<Item = ((usize, usize), ScorePair)>) -> Vec<Row> {
    let mut counts = std::collections::BTreeMap::new();
    for ((black, white), pair) in values {
        *counts.entry((black, white, pair.a, pair.b)).or_insert(0u64) += 1;
    }
    counts.into_iter().map(|((black, white, a, b), count)| (black, white, a, b, count)).collect()
}

/// Number of amazons of each side.
pub(crate) fn amazons(subgame: &Subgame) -> (usize, usize) {
    (subgame.amazons(Army::Black).len(), subgame.amazons(Army::White).len())
}

/// Some squares of a board with some amazons, up to four a side.
pub(crate) fn any_subgame(height: usize, width: usize) -> impl Strategy<Value = Subgame> {
    let amazons = prop::collection::vec(any::<prop::sample::Index>(), 0..=8);
    (any::<u128>(), amazons, 0usize..=4).prop_map(move |(bits, amazons, black)| {
        let board = Squares::rectangle(height, width);
        let squares = Squares::from_bits(bits & board.bits()).unwrap();
        let mut sides = [Squares::EMPTY; 2];
        for (i, pick) in amazons.iter().enumerate() {
            let free: Vec<Square> = (squares - sides[0] - sides[1]).iter().collect();
            let side = usize::from(i >= black);
            if !free.is_empty() && sides[side].len() < 4 {
                sides[side] = sides[side].with(*pick.get(&free));
            }
        }
        Subgame::new(squares, sides[0], sides[1]).unwrap()
    })
}
