//! The text of figure 4 as a filter over all regions of its size, and over sums of these.

use std::convert::Infallible;

use rayon::prelude::*;
use shuban_amazons::sum::{BoardSum, SumRegion, bounds};
use shuban_amazons::{
    Army, Minimax, Move, PairCode, Placements, Position, RegionIndex, Regions, ScorePair, Square,
    Squares, Subgame,
};
use shuban_catalog::Error;
use shuban_core::{Index, Random};
use shuban_solve::OpenLayer;

use super::exact::Exact;
use super::figure_4_text::{AMAZONS, BOUND, SCORE, SQUARES, VALUES, best_alone};
use super::unsearched;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Number of scored sums of regions that fit, by default and with time.
const DRAWN: u64 = 4_000;
const DRAWN_FULL: u64 = 100_000;
const SEED: u64 = 404;

/// An oracle that knows no value.
type Nothing = fn(&Subgame) -> Result<Option<ScorePair>, Infallible>;

/// Values of a region by search, with a memory of visited positions.
struct Worth(Minimax<Nothing>);

impl Worth {
    fn new() -> Self {
        Worth(Minimax::new(|_: &Subgame| Ok(None)))
    }

    /// Returns true if a move of a side gives a region this value.
    fn is(&mut self, subgame: &Subgame, side: Army, action: Move, value: Option<i32>) -> bool {
        let after = subgame.after(side, action).without_empty_regions();
        let Ok(then) = self.0.value(&after);
        let own = if side == Army::Black { 1 } else { -1 };
        Some(own + then.to_move(side.opponent())) == value
    }

    /// Returns true if the text on the left region fits: Black's amazon and arrow take a and b,
    /// which shuts White in and is worth 4; White goes to a and shoots at b, worth 0.
    fn is_left(&mut self, subgame: &Subgame) -> bool {
        let [a, b] = [VALUES[0].a, VALUES[0].b];
        let [black, white] = Army::BOTH.map(|side| subgame.moves(side));
        black.into_iter().any(|own| {
            let taken = [(own.to, own.shot), (own.shot, own.to)];
            let mut same = white.iter().filter(|other| taken.contains(&(other.to, other.shot)));
            same.clone().next().is_some()
                && !subgame.after(Army::Black, own).can_move(Army::White)
                && self.is(subgame, Army::Black, own, a)
                && same.any(|&other| self.is(subgame, Army::White, other, b))
        })
    }

    /// Returns Black's moves to c with the arrow at e, right in the figure. With the arrow at d, to
    /// which White goes and shoots at c for -4, the move is a best one and shuts White in.
    fn moves_to_c(&mut self, subgame: &Subgame) -> Vec<Move> {
        let [a, b] = [VALUES[1].a, VALUES[1].b];
        let [black, white] = Army::BOTH.map(|side| subgame.moves(side));
        let mut to_c: Vec<Square> = Vec::new();
        for &own in &black {
            let mut same =
                white.iter().filter(|other| (other.to, other.shot) == (own.shot, own.to));
            let is_pair = !to_c.contains(&own.to)
                && same.clone().next().is_some()
                && are_shut_in(&subgame.after(Army::Black, own))
                && self.is(subgame, Army::Black, own, a)
                && same.any(|&other| self.is(subgame, Army::White, other, b));
            to_c.extend(is_pair.then_some(own.to));
        }
        let others = black.into_iter().filter(|own| to_c.contains(&own.to));
        others.filter(|&own| !self.is(subgame, Army::Black, own, a)).collect()
    }
}

/// Returns true if White's amazons can reach no square that Black's can, if just one side moves.
fn are_shut_in(subgame: &Subgame) -> bool {
    let area = |side: Army| -> Squares {
        let own = subgame.amazons(side);
        (subgame.empty() | own).connected_to(own) - own
    };
    (area(Army::Black) & area(Army::White)).is_empty()
}

/// Regions with a value that fit the text.
struct Fitting<T> {
    /// Number of regions with the value.
    valued: u64,
    fitting: Vec<(Subgame, T)>,
}

fn fitting<T: Send>(
    open: &OpenLayer<'_, Regions>,
    value: ScorePair,
    fits: impl Fn(&mut Worth, &Subgame) -> Option<T> + Sync,
) -> Result<Fitting<T>, Error> {
    let index = RegionIndex::new(SQUARES);
    let mut codes: Vec<PairCode> = Vec::with_capacity(index.len() as usize);
    open.records(0).for_each_piece(0..index.len(), &mut |piece| codes.extend(piece))?;
    let of_region = |place: usize| -> Result<Fitting<T>, Error> {
        let region = index.regions()[place];
        let placements = Placements::new(region);
        let mut found = Fitting { valued: 0, fitting: Vec::new() };
        let mut worth = Worth::new();
        let wanted = placements.classes().filter(|(counts, _)| *counts == (AMAZONS, AMAZONS));
        for rank in wanted.flat_map(|(_, ranks)| ranks) {
            if codes[(index.ranks(place).start + rank) as usize].pair() != Some(value) {
                continue;
            }
            let placement = placements.unrank(rank).ok_or_else(unsearched)?;
            let subgame = Subgame::placed(region, placement).ok_or_else(unsearched)?;
            found.valued += 1;
            found.fitting.extend(fits(&mut worth, &subgame).map(|how| (subgame, how)));
        }
        Ok(found)
    };
    let found: Result<Vec<Fitting<T>>, Error> =
        (0..index.regions().len()).into_par_iter().map(of_region).collect();
    let mut all = Fitting { valued: 0, fitting: Vec::new() };
    for some in found? {
        all.valued += some.valued;
        all.fitting.extend(some.fitting);
    }
    Ok(all)
}

fn sum_of(subgames: [Subgame; 2]) -> [SumRegion; 2] {
    std::array::from_fn(|board| SumRegion { board, subgame: subgames[board] })
}

/// Parts of the text that fit a sum of regions that fit it one by one.
#[derive(Clone, Copy, Default)]
struct Fits {
    /// True if the score is that of the figure.
    score: bool,
    /// True if, besides, no best move is a best one of its region.
    elsewhere: bool,
    /// True if, besides, a best move goes to c, its arrow not to d.
    all: bool,
}

fn fits(exact: &mut Exact, sum: &[SumRegion], to_c: &[Move]) -> Result<Fits, Error> {
    if exact.score(sum)? != SCORE {
        return Ok(Fits::default());
    }
    let best = exact.moves_that_keep(sum, SCORE)?;
    let elsewhere = best_alone(sum, &VALUES, &best)? == 0;
    let goes_to_c = best.iter().any(|one| one.board == 1 && to_c.contains(&one.action));
    Ok(Fits { score: true, elsewhere, all: elsewhere && goes_to_c })
}

pub(super) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Regions::new();
    let built = run.built(&domain, &format!("amazons/{SQUARES}"))?;
    let open = built.open(built.layer)?;
    run.progress.phase("regions as the text describes them", 0);
    let left = fitting(&open, VALUES[0], |worth, subgame| worth.is_left(subgame).then_some(()))?;
    run.check()?;
    let right = fitting(&open, VALUES[1], |worth, subgame| {
        Some(worth.moves_to_c(subgame)).filter(|moves| !moves.is_empty())
    })?;
    run.check()?;
    let mut rows = Vec::new();
    for (name, value, valued, fitting) in [
        ("left", VALUES[0], left.valued, left.fitting.len()),
        ("right", VALUES[1], right.valued, right.fitting.len()),
    ] {
        let what = format!("all regions with the value {value} that fit the text, {name}");
        rows.push(Finding::unprinted(what, fitting).noting(format!("of {valued}")));
    }

    let count = run.size(DRAWN, DRAWN_FULL);
    run.progress.phase("sums of these", count);
    let draw = |number: u64| {
        let mut random = Random::of_part(SEED, number);
        let (one, ()) = &left.fitting[random.place(left.fitting.len())];
        let (other, to_c) = &right.fitting[random.place(right.fitting.len())];
        ([*one, *other], to_c)
    };
    let judged = |exact: &mut Exact, number: u64| {
        let (sum, to_c) = draw(number);
        fits(exact, &sum_of(sum), to_c)
    };
    let judged: Result<Vec<Fits>, Error> =
        (0..count).into_par_iter().map_init(Exact::new, judged).collect();
    let judged = judged?;
    let share = |is_so: fn(&Fits) -> bool| judged.iter().filter(|fits| is_so(fits)).count();
    let all = left.fitting.len() as u64 * right.fitting.len() as u64;
    rows.push(
        Finding::unprinted(
            "drawn sums of these with the score of the figure",
            share(|it| it.score),
        )
        .noting(format!("of {count}, out of {all} sums, too many to score them all")),
    );
    rows.push(Finding::unprinted(
        "of them, no best move is a best one of its region",
        share(|it| it.elsewhere),
    ));
    rows.push(Finding::unprinted(
        "of them, a best move goes to c and shoots elsewhere: sums that fit the text",
        share(|it| it.all),
    ));
    match judged.iter().position(|it| it.all) {
        Some(number) => rows.extend(shown(&draw(number as u64).0)?),
        None => rows.push(Finding::undecided(
            "a sum that fits all of the text",
            1,
            0,
            "none of those drawn does",
        )),
    }
    Ok(rows)
}

/// Returns rows about one of the sums that fit.
fn shown(subgames: &[Subgame; 2]) -> Result<Vec<Finding>, Error> {
    let mut boards = Vec::new();
    for subgame in subgames {
        boards.push(Position::around(*subgame, Army::Black).ok_or_else(unsearched)?);
    }
    let sum = BoardSum::new(boards, Army::Black);
    let regions = sum.regions();
    let mut exact = Exact::new();
    let known = bounds(&exact.values(&regions)?, Army::Black, exact.are_regular(&regions));
    let best = exact.moves_that_keep(&regions, SCORE)?;
    let texts: Vec<String> = best.iter().map(|action| sum.format_move(action)).collect();
    Ok(vec![
        Finding::exact("lower bound of one that fits", BOUND, known.printed.lower)
            .noting(sum.to_string()),
        Finding::unprinted("its best moves", texts.join(" ")),
    ])
}
