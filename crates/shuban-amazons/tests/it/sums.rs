//! Sums of regions against plain minimax, and the bounds of sums against exact scores.

use std::collections::HashMap;

use shuban_amazons::sum::{
    BoardSum, ScoreBounds, SumMove, SumRegion, SumScores, ahead, bounds, bounds_ahead,
};
use shuban_amazons::{Army, Placement, Placements, Position, Region, Square, Squares, Subgame};
use shuban_cgt::sums::{
    Ahead, ScorePair, lower_bound, lower_bound_ahead, printed_lower_bound, printed_upper_bound,
    upper_bound, upper_bound_ahead,
};
use shuban_core::{Bound, Random};

use crate::common::Twin;

/// A sum that the printed rule is wrong about: (-4|-6) + (6|null) + (-3|-3) + (4|-4).
const COUNTEREXAMPLE: &str = "B###/.###/#W##/##../#.##/.###/#.## + .#.##/#.###/##.##/#.#BW/##.## + \
                              .####/#.###/.#.##/###W#/##.#./###B# + .###/#B#./#.../#W##/##.#";

/// Positions drawn at random.
pub(crate) struct Draw(Random);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Draw(Random::new(seed))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.bits() % end as u64) as usize
    }

    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// Every region of n squares with every placement of amazons, in both colourings.
pub(crate) fn subgames(size: usize) -> Vec<Subgame> {
    let regions = Region::all(size).into_iter();
    let placed = regions.flat_map(|region| {
        let placements = Placements::new(region);
        (0..placements.len())
            .map(move |rank| Subgame::placed(region, placements.unrank(rank).unwrap()).unwrap())
    });
    placed.flat_map(|subgame| [subgame, subgame.swapped()]).collect()
}

pub(crate) fn exact(scores: &mut SumScores, sum: &[SumRegion], to_move: Army) -> i32 {
    match scores.score(sum, to_move).unwrap() {
        Bound::Exact(score) => score,
        Bound::Within { .. } => panic!("there is no limit"),
    }
}

fn pair(scores: &mut SumScores, subgame: &Subgame) -> ScorePair {
    scores.pair(subgame).unwrap().unwrap()
}

/// Two regions side by side on one board, not touching.
fn beside(first: &Subgame, second: &Subgame) -> Subgame {
    let by = first.squares().extent().1 + 1;
    let moved = |set: Squares| -> Squares {
        set.iter().map(|square| Square::new(square.row(), square.column() + by).unwrap()).collect()
    };
    let joined = |side| first.amazons(side) | moved(second.amazons(side));
    Subgame::new(
        first.squares() | moved(second.squares()),
        joined(Army::Black),
        joined(Army::White),
    )
    .unwrap()
}

#[test]
fn scores_and_best_moves_are_those_of_minimax() {
    let all: Vec<Subgame> = (2..=5).flat_map(subgames).collect();
    let mut draw = Draw::new(3);
    let mut twin = Twin::default();
    let mut scores = SumScores::new(u64::MAX);
    for _ in 0..400 {
        let (first, second) = loop {
            let pick = [draw.one(&all), draw.one(&all)];
            if pick[0].squares().len() + pick[1].squares().len() <= 9 {
                break (*pick[0], *pick[1]);
            }
        };
        let board = beside(&first, &second);
        let expected = twin.value(&board);
        assert_eq!(scores.pair(&board).unwrap().unwrap(), expected, "{board:?}");
        for side in Army::BOTH {
            // As regions of one board, and as boards of their own.
            let position = Position::around(board, side);
            let mut sums = vec![BoardSum::new(
                [first, second].map(|s| Position::around(s, side).unwrap()),
                side,
            )];
            sums.extend(position.map(|position| BoardSum::new([position], side)));
            for sum in sums {
                let regions = sum.regions();
                let score = exact(&mut scores, &regions, side);
                assert_eq!(score, expected.to_move(side), "{sum}");
                let mut by_twin = Vec::new();
                for region in &regions {
                    for action in region.subgame.moves(side) {
                        // The whole sum after the move, as one board.
                        let rest = regions.iter().filter(|other| *other != region);
                        let after = region.subgame.after(side, action);
                        let whole = rest.fold(after, |whole, other| {
                            if sum.boards().len() == 1 {
                                let [black, white] =
                                    Army::BOTH.map(|s| whole.amazons(s) | other.subgame.amazons(s));
                                Subgame::new(
                                    whole.squares() | other.subgame.squares(),
                                    black,
                                    white,
                                )
                                .unwrap()
                            } else {
                                beside(&whole, &other.subgame)
                            }
                        });
                        let own = if side == Army::Black { 1 } else { -1 };
                        let value = own + twin.value(&whole).to_move(side.opponent());
                        if value == score {
                            by_twin.push(SumMove { board: region.board, action });
                        }
                    }
                }
                let best = scores.moves_that_keep(&regions, side, score).unwrap().unwrap();
                assert_eq!(best, by_twin, "{sum}");
                assert_eq!(
                    best.is_empty(),
                    !regions.iter().any(|region| region.subgame.can_move(side))
                );
            }
        }
    }
}

#[test]
fn values_by_search_over_pieces_are_those_of_minimax() {
    let mut scores = SumScores::new(u64::MAX);
    let mut twin = Twin::default();
    for subgame in (1..=5).flat_map(subgames).step_by(3) {
        assert_eq!(scores.pair(&subgame).unwrap().unwrap(), twin.value(&subgame), "{subgame:?}");
    }
}

#[test]
fn plain_search_finds_the_same_scores() {
    let all: Vec<Subgame> =
        (2..=7).flat_map(|size| subgames(size.min(5)).into_iter().step_by(7)).collect();
    let (mut fast, mut plain) = (SumScores::new(u64::MAX), SumScores::plainly(u64::MAX));
    let mut draw = Draw::new(13);
    for _ in 0..2_000 {
        let sum: Vec<SumRegion> = (0..2 + draw.below(4))
            .map(|board| SumRegion { board, subgame: *draw.one(&all) })
            .collect();
        for side in Army::BOTH {
            assert_eq!(exact(&mut fast, &sum, side), exact(&mut plain, &sum, side), "{sum:?}");
        }
    }
    assert!(fast.search.are_one_sided_numbers() && !plain.search.are_one_sided_numbers());
}

/// The moves of amazons alone are searched, in places where most ways of moving strand them.
#[test]
fn amazons_alone_make_as_many_moves_as_they_can() {
    let mut twin = Twin::default();
    let mut draw = Draw::new(17);
    let regions: Vec<Region> = (6..=8).flat_map(Region::all).collect();
    let mut scores = SumScores::new(u64::MAX);
    for _ in 0..200 {
        let region = *draw.one(&regions);
        let black = 1 << draw.below(region.size()) | 1 << draw.below(region.size());
        let subgame = Subgame::placed(region, Placement { black, white: 0 }).unwrap();
        assert_eq!(scores.pair(&subgame).unwrap().unwrap(), twin.value(&subgame), "{subgame:?}");
    }
    // Thirty squares in no time; and where it is hard to determine, not longer than allowed.
    let open = BoardSum::parse("X...../....../....../....../......").unwrap();
    assert_eq!(exact(&mut scores, &open.regions(), Army::White), 29);
    let comb = BoardSum::parse("X......./#.#.#.#./......../.#.#.#.#/.......#").unwrap();
    let mut scores = SumScores::new(1_000);
    match scores.score(&comb.regions(), Army::Black).unwrap() {
        Bound::Exact(moves) => assert!((20..=31).contains(&moves), "{moves}"),
        Bound::Within { lower, upper } => {
            assert!(lower < upper && upper <= 32, "{lower}..={upper}");
        }
    }
}

/// All positions of up to n squares, with their values.
fn valued(scores: &mut SumScores, size: usize) -> Vec<(Subgame, ScorePair)> {
    let all = (1..=size).flat_map(subgames);
    all.map(|subgame| (subgame, pair(scores, &subgame))).collect()
}

/// The search that finds scores in practice uses the bounds itself: here one without them is used.
/// (`shuban check amazons --sums 1000000` does more.)
#[test]
fn random_sums_do_not_beat_the_bounds() {
    let mut scores = SumScores::plainly(u64::MAX);
    let all = valued(&mut scores, 5);
    let mut draw = Draw::new(5);
    let (mut known, mut printed_wrong) = (0, 0);
    for _ in 0..300_000 {
        let picks: Vec<&(Subgame, ScorePair)> =
            (0..2 + draw.below(3)).map(|_| draw.one(&all)).collect();
        let values: Vec<ScorePair> = picks.iter().map(|pick| pick.1).collect();
        let sum: Vec<SumRegion> =
            picks.iter().map(|pick| SumRegion { board: 0, subgame: pick.0 }).collect();
        let side = Army::BOTH[draw.below(2)];
        let score = exact(&mut scores, &sum, side);
        let (lower, upper) = (lower_bound(&values, side.into()), upper_bound(&values, side.into()));
        assert!(lower.is_none_or(|lower| lower <= score), "{sum:?}");
        assert!(upper.is_none_or(|upper| upper >= score), "{sum:?}");
        known += u32::from(lower.is_some()) + u32::from(upper.is_some());
        let printed =
            (printed_lower_bound(&values, side.into()), printed_upper_bound(&values, side.into()));
        printed_wrong += u32::from(printed.0.is_some_and(|lower| lower > score));
        printed_wrong += u32::from(printed.1.is_some_and(|upper| upper < score));
    }
    println!(
        "{known} bounds; {printed_wrong} of the printed ones are wrong; {} kept",
        scores.search.kept()
    );
    assert!(known > 150_000, "{known}");
}

#[test]
fn the_winners_of_random_sums_do_not_beat_the_bounds() {
    let mut draw = Draw::new(7);
    let regions: Vec<Vec<Region>> = (2..=7).map(Region::all).collect();
    let mut scores = SumScores::plainly(u64::MAX);
    let mut values = HashMap::new();
    let mut decided = 0;
    for _ in 0..30_000 {
        let mut sum = Vec::new();
        for board in 0..2 + draw.below(3) {
            let of_size = &regions[draw.below(regions.len())];
            let region = *draw.one(of_size);
            let placements = Placements::new(region);
            let rank = draw.below(placements.len() as usize) as u64;
            let subgame = Subgame::placed(region, placements.unrank(rank).unwrap()).unwrap();
            let subgame = if draw.below(2) == 0 { subgame } else { subgame.swapped() };
            sum.push(SumRegion { board, subgame });
        }
        let side = Army::BOTH[draw.below(2)];
        let pairs: Vec<ScorePair> = sum
            .iter()
            .map(|region| {
                *values.entry(region.subgame).or_insert_with(|| pair(&mut scores, &region.subgame))
            })
            .collect();
        let winner = scores.winner(&sum, side).unwrap().unwrap();
        let least = if side == Army::Black { 1 } else { 0 };
        if lower_bound(&pairs, side.into()).is_some_and(|lower| lower >= least) {
            assert_eq!(winner, Army::Black, "{sum:?}");
            decided += 1;
        }
        if upper_bound(&pairs, side.into()).is_some_and(|upper| upper < least) {
            assert_eq!(winner, Army::White, "{sum:?}");
            decided += 1;
        }
        if scores.search.kept() > 2_000_000 {
            scores.forget();
        }
    }
    assert!(decided > 10_000, "{decided}");
}

#[test]
fn the_printed_bound_is_wrong_for_a_sum_of_four_regions() {
    let sum = BoardSum::parse(COUNTEREXAMPLE).unwrap();
    let mut scores = SumScores::new(u64::MAX);
    let regions = sum.regions();
    let values: Vec<ScorePair> =
        regions.iter().map(|region| pair(&mut scores, &region.subgame)).collect();
    assert_eq!(
        values,
        [
            ScorePair::both(-4, -6),
            ScorePair::spare(6),
            ScorePair::both(-3, -3),
            ScorePair::both(4, -4)
        ]
    );
    assert_eq!(printed_lower_bound(&values, Army::Black.into()), Some(1));
    assert_eq!(lower_bound(&values, Army::Black.into()), None);
    assert_eq!(exact(&mut scores, &regions, Army::Black), -1);
    assert_eq!(scores.winner(&regions, Army::Black), Ok(Some(Army::White)));

    // Six regions of one move each are as good as one of six.
    let one_move = BoardSum::parse("X.").unwrap().regions()[0];
    let mut apart: Vec<SumRegion> =
        regions.iter().copied().filter(|region| region.board != 1).collect();
    apart.extend([one_move; 6]);
    assert_eq!(exact(&mut scores, &apart, Army::Black), -1);
}

/// A pair of the values (4|0) and (1|-4), where the winning move is a best one in neither region.
#[test]
fn a_bound_can_be_far_below_the_score() {
    let sum = BoardSum::parse(".X##/##OO/#..#/##X#/###. + ####X/.#O.X/#..O#").unwrap();
    let mut scores = SumScores::new(u64::MAX);
    let regions = sum.regions();
    let values: Vec<ScorePair> =
        regions.iter().map(|region| pair(&mut scores, &region.subgame)).collect();
    assert_eq!(values, [ScorePair::both(4, 0), ScorePair::both(1, -4)]);
    assert_eq!(lower_bound(&values, Army::Black.into()), Some(1));
    assert_eq!(exact(&mut scores, &regions, Army::Black), 4);
}

/// A region of nine squares where Black has four moves more than White if White must answer where
/// Black lets it out, but three otherwise. Such regions are known: then nothing is claimed of their
/// sums.
#[test]
fn in_nine_squares_one_sided_moves_are_not_always_spare_moves() {
    let sum = BoardSum::parse(".#./#X#/O#./X##/#../.## + O/./././.").unwrap();
    let mut scores = SumScores::new(u64::MAX);
    let regions = sum.regions();
    let region = &regions[0].subgame;
    let values: Vec<ScorePair> =
        regions.iter().map(|region| scores.pair(&region.subgame).unwrap().unwrap()).collect();
    assert_eq!(
        values.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["(4|null)", "(null|-4)"]
    );
    assert_eq!(values[0], Twin::default().value(region));
    assert_eq!(Twin::default().value(&beside(region, &regions[1].subgame)).a, Some(-1));
    for side in Army::BOTH {
        assert_eq!(exact(&mut scores, &regions, side), -1);
        assert_eq!(scores.winner(&regions, side), Ok(Some(Army::White)));
        // The rule alone is wrong here; the test for it proves nothing.
        let are_regular =
            regions.iter().all(|region| scores.is_regular(&region.subgame) == Some(true));
        assert_eq!(bounds(&values, side, true).proven.lower, Some(0));
        assert!(bounds(&values, side, are_regular).proven.is_nothing());
    }
    assert!(!scores.search.are_one_sided_numbers());
    // The search avoids the bounds that rest on it, for sums with other regions too.
    let more = BoardSum::parse(".#./#X#/O#./X##/#../.## + X..O + .O/X#").unwrap();
    let [first, second, third] = more.regions()[..] else { panic!("three regions") };
    let board = beside(&beside(&first.subgame, &second.subgame), &third.subgame);
    let expected = Twin::default().value(&board);
    for side in Army::BOTH {
        assert_eq!(exact(&mut scores, &more.regions(), side), expected.to_move(side));
    }
}

#[test]
fn one_sided_positions_of_up_to_six_squares_are_numbers() {
    let mut scores = SumScores::new(u64::MAX);
    for subgame in (1..=6).flat_map(subgames) {
        scores.pair(&subgame).unwrap().unwrap();
        assert!(scores.search.are_one_sided_numbers(), "{subgame:?}");
    }
}

#[test]
fn regions_are_regular_where_that_is_proven() {
    let mut scores = SumScores::new(1_000_000);
    let region = |text: &str| BoardSum::parse(text).unwrap().regions()[0].subgame;
    assert_eq!(scores.is_regular(&region("X..../O..X.")), Some(true), "found by search");
    assert_eq!(scores.is_regular(&region("X......./.......O")), Some(true), "one amazon a side");
    assert_eq!(scores.is_regular(&region(".#./#X#/O#./X##/#../.##")), Some(false));
    assert_eq!(
        scores.is_regular(&region(".#./#X#/O#./X##/#../.##/##.")),
        Some(false),
        "one more square"
    );
    assert_eq!(
        scores.is_regular(&region("X..../O..X.")),
        Some(true),
        "one that was met before is not"
    );
    assert_eq!(SumScores::new(10).is_regular(&region("X..../O..X.")), None);
    assert_eq!(
        SumScores::plainly(1_000_000).is_regular(&region(".#./#X#/O#./X##/#../.##")),
        Some(false)
    );
}

#[test]
fn values_after_the_first_turns_give_better_bounds() {
    let mut scores = SumScores::new(u64::MAX);
    let all = valued(&mut scores, 5);
    let mut draw = Draw::new(11);
    let (mut without, mut with) = (0, 0);
    for _ in 0..300 {
        let sum: Vec<SumRegion> =
            (0..2).map(|board| SumRegion { board, subgame: draw.one(&all).0 }).collect();
        let side = Army::BOTH[draw.below(2)];
        let score = exact(&mut scores, &sum, side);
        for turns in 0..=2 {
            let mut value = |subgame: &Subgame| scores.pair(subgame).map(|pair| pair.unwrap());
            let ahead: Vec<Ahead> = sum
                .iter()
                .map(|region| ahead(&region.subgame, turns, &mut value).unwrap())
                .collect();
            let lower = lower_bound_ahead(&ahead, side.into(), turns);
            let upper = upper_bound_ahead(&ahead, side.into(), turns);
            assert!(
                lower.is_none_or(|lower| lower <= score)
                    && upper.is_none_or(|upper| upper >= score)
            );
            let known = u32::from(lower == Some(score)) + u32::from(upper == Some(score));
            if turns == 0 {
                without += known;
            } else if turns == 2 {
                with += known;
            }
        }
    }
    assert!(with > without + 50, "{without} bounds are exact without, {with} with two turns");
}

/// The winning move of this sum is a best one in neither region: the values alone do not show it,
/// but the values for every order of a few turns do.
#[test]
fn two_turns_tell_the_score() {
    let sum = BoardSum::parse("#W#/BW#/#../#B#/#.#/#.# + BW###/##.##/#.##W/##..#/#B###").unwrap();
    let mut scores = SumScores::new(u64::MAX);
    let mut known = Vec::new();
    for turns in 0..=2 {
        let value = |subgame: &Subgame| scores.pair(subgame).map(|pair| pair.unwrap());
        known.push(bounds_ahead(&sum.regions(), Army::Black, turns, value).unwrap());
    }
    assert_eq!(known[0], ScoreBounds { lower: Some(1), upper: None });
    assert!(known.is_sorted_by_key(|known| known.lower), "{known:?}");
    assert_eq!(known[2], ScoreBounds { lower: Some(4), upper: None });
}

#[test]
fn in_eleven_squares_one_sided_moves_are_not_always_spare_moves() {
    // White can move only if Black lets it; Black gains six moves only if it lets White move once,
    // which it can do when White has nothing better.
    let region = "######.#/#####.##/####.###/###X####/##.#O###/#.###X##/.#####.#/#######.";
    let sum = BoardSum::parse(region).unwrap();
    let mut scores = SumScores::new(u64::MAX);
    let subgame = sum.regions()[0].subgame;
    assert_eq!(subgame.squares().len(), 11);
    assert_eq!(pair(&mut scores, &subgame), ScorePair::spare(6));
    assert_eq!(Twin::default().value(&subgame), scores.pair(&subgame).unwrap().unwrap());
    // Six spare moves of White's.
    let six = BoardSum::parse("O......").unwrap().regions()[0];
    let together = [SumRegion { board: 0, subgame }, six];
    let values = [ScorePair::spare(6), pair(&mut scores, &six.subgame)];
    assert_eq!(lower_bound(&values, Army::Black.into()), Some(0));
    assert_eq!(exact(&mut scores, &together, Army::Black), -1);
}

#[test]
fn a_whole_board_is_divided() {
    // The end of a game on 10 by 10.
    let board = "..#X###.#./.O##..#.#./####..####/#..#.O#..O/X..####.#./##########/\
                 .#X..#O..#/..##.####./..#..#X.#./#########.";
    let sum = BoardSum::parse(board).unwrap();
    let mut scores = SumScores::new(1_000_000);
    let regions = sum.regions();
    assert!(regions.len() > 5);
    let Bound::Exact(score) = scores.score(&regions, Army::Black).unwrap() else {
        panic!("easily found")
    };
    let best = scores.moves_that_keep(&regions, Army::Black, score).unwrap().unwrap();
    assert!(!best.is_empty());
    // One board or many: the same sum.
    let apart = regions.iter().map(|region| Position::around(region.subgame, Army::Black).unwrap());
    let apart = BoardSum::new(apart, Army::Black);
    assert_eq!(scores.score(&apart.regions(), Army::Black), Ok(Bound::Exact(score)));
}

#[test]
fn regions_too_large_are_refused() {
    let start = BoardSum::new([Position::start()], Army::White);
    let error = SumScores::new(1_000).score(&start.regions(), Army::Black).unwrap_err();
    assert_eq!(error.squares, 100);
    assert!(error.to_string().contains("regions of up to 32 squares"));
    // A score that takes too long to find is bounded.
    let large = BoardSum::parse("X...../....../....../....../.....O").unwrap();
    let mut scores = SumScores::new(1_000);
    let Ok(Bound::Within { lower, upper }) = scores.score(&large.regions(), Army::Black) else {
        panic!("a thousand positions are not enough")
    };
    assert!(lower >= -28 && upper <= 28 && lower < upper);
    assert_eq!(scores.pair(&large.regions()[0].subgame), Ok(None));
    assert_eq!(scores.winner(&large.regions(), Army::Black), Ok(None));
    assert_eq!(scores.moves_that_keep(&large.regions(), Army::Black, 0), Ok(None));
}
