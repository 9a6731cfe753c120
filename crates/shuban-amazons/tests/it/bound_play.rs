//! A side that plays for a bound keeps it, whatever the other side does.

use std::convert::Infallible;

use shuban_amazons::sum::{BoardSum, BoundPlay, LocalPlay, SumMove, SumRegion, bounds};
use shuban_amazons::{Army, Placements, Region, ScorePair, Subgame, value_by_search};
use shuban_cgt::sums::Beginning;
use shuban_core::Random;

type Nothing = fn(&Subgame) -> Result<Option<ScorePair>, Infallible>;

fn local() -> LocalPlay<Nothing> {
    LocalPlay::new(|_: &Subgame| Ok(None))
}

fn begun(sum: &[SumRegion], side: Army, to_move: Army) -> Option<BoundPlay> {
    BoundPlay::new(sum, side, to_move, &mut local()).unwrap()
}

fn drawn(random: &mut Random, size: usize) -> Subgame {
    let regions = Region::all(size);
    let region = regions[random.place(regions.len())];
    let placements = Placements::new(region);
    let placement = placements.unrank(random.below(placements.len())).unwrap();
    let subgame = Subgame::placed(region, placement).unwrap();
    if random.below(2) == 0 { subgame } else { subgame.swapped() }
}

fn moves(sum: &[SumRegion], side: Army) -> Vec<SumMove> {
    let of = |region: &SumRegion| {
        let board = region.board;
        region.subgame.moves(side).into_iter().map(move |action| SumMove { board, action })
    };
    sum.iter().flat_map(of).collect()
}

fn after(sum: &[SumRegion], side: Army, action: &SumMove) -> Vec<SumRegion> {
    let mut sum = sum.to_vec();
    let region = &mut sum[action.board];
    assert!(region.subgame.is_legal(side, action.action));
    region.subgame = region.subgame.after(side, action.action);
    sum
}

/// Every line of play against a side that keeps a bound.
struct Lines {
    local: LocalPlay<Nothing>,
    side: Army,
    /// Number of lines played to their end.
    ended: u64,
    /// The worst score of them for the side.
    worst: Option<i32>,
}

impl Lines {
    /// Plays on to the end, given the number of moves that the side has made more than the other
    /// one. All moves of the other side are tried, or one at random.
    fn go(
        &mut self,
        play: BoundPlay,
        sum: &[SumRegion],
        to_move: Army,
        ahead: i32,
        random: &mut Option<Random>,
    ) {
        if Army::BOTH.iter().all(|&side| moves(sum, side).is_empty()) {
            self.ended += 1;
            self.worst = Some(self.worst.map_or(ahead, |worst| worst.min(ahead)));
            return;
        }
        let other = to_move.opponent();
        let possible = moves(sum, to_move);
        if to_move == self.side {
            let mut play = play;
            match play.next_move(&mut self.local).unwrap() {
                Some(action) => {
                    self.go(play, &after(sum, to_move, &action), other, ahead + 1, random);
                }
                None => {
                    assert!(possible.is_empty(), "who can move does not pass: {sum:?}");
                    self.go(play, sum, other, ahead, random);
                }
            }
        } else if possible.is_empty() {
            self.go(play, sum, other, ahead, random);
        } else {
            let tried = match random {
                Some(random) => vec![possible[random.place(possible.len())]],
                None => possible,
            };
            for action in tried {
                let mut play = play.clone();
                assert!(play.opponent_moved(&action));
                self.go(play, &after(sum, to_move, &action), other, ahead - 1, random);
            }
        }
    }
}

/// Statistics of the lines played.
#[derive(Default)]
struct Played {
    bounds: u64,
    lines: u64,
    /// Bounds of sums with regions in which both can move that are kept by beginning elsewhere.
    with_spare_move: u64,
}

/// Keeps the bounds of a sum for each side and each side to move: against all replies, or, with a
/// seed and a number of lines, against random ones.
fn play_out(subgames: &[Subgame], random: Option<(u64, u64)>, played: &mut Played) {
    let sum: Vec<SumRegion> =
        subgames.iter().enumerate().map(|(board, &subgame)| SumRegion { board, subgame }).collect();
    let values: Vec<ScorePair> = subgames.iter().map(value_by_search).collect();
    for to_move in Army::BOTH {
        let proven = bounds(&values, to_move, true).proven;
        for (side, bound) in Army::BOTH.into_iter().zip([proven.lower, proven.upper]) {
            let play = begun(&sum, side, to_move);
            assert_eq!(play.as_ref().map(BoundPlay::bound), bound);
            let Some(play) = play else { continue };
            assert_eq!((play.beginning() == Beginning::Waits), side != to_move);
            let mut all = Lines { local: local(), side, ended: 0, worst: None };
            match random {
                None => all.go(play.clone(), &sum, to_move, 0, &mut None),
                Some((seed, count)) => {
                    let mut random = Some(Random::new(seed));
                    for _ in 0..count {
                        all.go(play.clone(), &sum, to_move, 0, &mut random);
                    }
                }
            }
            let worst = if side == Army::Black { all.worst } else { all.worst.map(|worst| -worst) };
            let score = worst.unwrap();
            let keeps =
                if side == Army::Black { score >= play.bound() } else { score <= play.bound() };
            assert!(keeps, "{side:?} comes to {score} in {sum:?}, {to_move:?} to move");
            let is_open = |value: &ScorePair| value.a.is_some() && value.b.is_some();
            let is_spare = play.beginning() == Beginning::SpareMove && values.iter().any(is_open);
            played.bounds += 1;
            played.lines += all.ended;
            played.with_spare_move += u64::from(is_spare);
        }
    }
}

#[test]
fn the_bound_is_kept_against_every_reply() {
    let mut random = Random::new(31);
    let mut played = Played::default();
    for _ in 0..1_500 {
        let sizes: &[usize] = match random.below(4) {
            0 => &[6],
            1 => &[5, 4],
            2 => &[5, 3, 2],
            _ => &[4, 3, 3],
        };
        let subgames: Vec<Subgame> = sizes.iter().map(|&size| drawn(&mut random, size)).collect();
        play_out(&subgames, None, &mut played);
    }
    let Played { bounds, lines, .. } = played;
    assert!(bounds > 4_000 && lines > 100_000, "{bounds} bounds, {lines} lines");
}

/// A spare move is the best beginning if neither side wants to begin in a region.
#[test]
fn the_bound_is_kept_by_beginning_elsewhere() {
    let one_move = BoardSum::parse("X.").unwrap().regions()[0].subgame;
    let mut touchy = Vec::new();
    for region in Region::all(5) {
        for placement in Placements::new(region).iter() {
            let subgame = Subgame::placed(region, placement).unwrap();
            let ScorePair { a, b } = value_by_search(&subgame);
            if a.zip(b).is_some_and(|(a, b)| a < b) {
                touchy.extend([subgame, subgame.swapped()]);
            }
        }
    }
    assert_eq!(touchy.len(), 8);
    let mut played = Played::default();
    for one in &touchy {
        play_out(&[*one, one_move], None, &mut played);
        for other in &touchy {
            play_out(&[*one, *other, one_move], None, &mut played);
        }
    }
    assert!(played.with_spare_move > 20, "{}", played.with_spare_move);
}

#[test]
fn the_bound_is_kept_against_random_replies_in_larger_sums() {
    let mut random = Random::new(32);
    let mut played = Played::default();
    for seed in 0..250 {
        let sizes: &[usize] = if random.below(2) == 0 { &[7, 6, 6] } else { &[6, 5, 5, 5] };
        let subgames: Vec<Subgame> = sizes.iter().map(|&size| drawn(&mut random, size)).collect();
        play_out(&subgames, Some((seed, 30)), &mut played);
    }
    assert!(played.bounds > 300, "{}", played.bounds);
}

#[test]
fn a_move_that_is_not_legal_is_none_of_the_opponents() {
    let sum = BoardSum::parse("X../.#O + X..").unwrap();
    let mut play = begun(&sum.regions(), Army::Black, Army::White).unwrap();
    let black = moves(&sum.regions(), Army::Black)[0];
    assert!(!play.opponent_moved(&black));
    let white = moves(&sum.regions(), Army::White)[0];
    assert!(!play.opponent_moved(&SumMove { board: 7, ..white }));
    assert!(play.opponent_moved(&white));
}
