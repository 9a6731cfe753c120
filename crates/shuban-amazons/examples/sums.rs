//! Exact scores of random sums: how long they take, and what the bounds say of them.
//!
//! `cargo run --release -p shuban-amazons --example sums -- SIZE BLACK WHITE REGIONS COUNT [SEED [TURNS]]` makes COUNT
//! sums of REGIONS regions of SIZE squares with BLACK and WHITE amazons each (in every second one with the
//! colours exchanged if they are not as many), all such regions up to symmetry being equally likely, and
//! scores them with Black to move, each with nothing known before. With TURNS, counts too what is known from
//! the values for every order of so many first turns.

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rustix::time::{ClockId, clock_gettime};
use shuban_amazons::sum::{SumRegion, SumScores, TooLarge, ahead};
use shuban_amazons::{Placement, Region, Side, Subgame};
use shuban_core::Answer;
use shuban_solve::cgt::Player;
use shuban_solve::sums::{
    Ahead, Pair, lower_bound, lower_bound_ahead, printed_lower_bound, printed_upper_bound, upper_bound,
    upper_bound_ahead,
};

fn main() {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| {
            text.parse().expect("arguments are numbers: SIZE BLACK WHITE REGIONS COUNT [SEED [TURNS]]")
        })
        .collect();
    let [size, black, white, regions, count, ref seed @ ..] = arguments[..] else {
        panic!("needs SIZE BLACK WHITE REGIONS COUNT [SEED [TURNS]]");
    };
    let turns = seed.get(1).map_or(0, |&turns| turns as u32);
    let mut sample = Sample::new(size as usize, seed.first().copied().unwrap_or(1));
    let mut seconds = Vec::new();
    let (mut kept, mut search) = (Vec::new(), Vec::new());
    let mut tally = Tally::default();
    for _ in 0..count {
        let sum: Vec<SumRegion> = (0..regions)
            .map(|i| {
                let subgame = sample.subgame(black as u32, white as u32);
                let subgame = if black != white && i % 2 == 1 { subgame.swapped() } else { subgame };
                SumRegion { board: 0, subgame }
            })
            .collect();
        let mut scores = SumScores::new(u64::MAX);
        let start = cpu_time();
        let values: Vec<Pair> = sum.iter().map(|region| pair(&mut scores, &region.subgame)).collect();
        let known = cpu_time() - start;
        let Ok(Answer::Exact(score)) = scores.score(&sum, Side::Black) else {
            panic!("without a limit, scores are exact");
        };
        seconds.push(cpu_time() - start);
        search.push(cpu_time() - start - known);
        kept.push(scores.kept());
        let ahead = (1..=turns).map(|turns| bounds_ahead(&mut scores, &sum, turns)).collect();
        tally.add(&values, score, ahead);
    }
    print_percentiles("CPU seconds", &mut seconds, |time| format!("{:.6}", time.as_secs_f64()));
    print_percentiles("of these, the search alone", &mut search, |time| format!("{:.6}", time.as_secs_f64()));
    print_percentiles("positions kept", &mut kept, usize::to_string);
    for limit in [0.1, 10.0] {
        let within = seconds.iter().filter(|&&time| time <= Duration::from_secs_f64(limit)).count();
        println!("within {limit} s: {within} of {count}");
    }
    println!("{tally:#?}");
}

/// The time that this thread has run: what else the machine does hardly matters.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn pair(scores: &mut SumScores, subgame: &Subgame) -> Pair {
    scores.pair(subgame).ok().flatten().expect("without a limit, values are exact").into()
}

/// The bounds from the values for every order of the first turns.
fn bounds_ahead(scores: &mut SumScores, sum: &[SumRegion], turns: u32) -> [Option<i32>; 2] {
    let mut value = |subgame: &Subgame| scores.pair(subgame).map(|pair| pair.expect("without a limit"));
    let ahead: Result<Vec<Ahead>, TooLarge> =
        sum.iter().map(|region| ahead(&region.subgame, turns, &mut value)).collect();
    let ahead = ahead.expect("these regions are small");
    [lower_bound_ahead, upper_bound_ahead].map(|bound| bound(&ahead, Player::Left, turns))
}

fn print_percentiles<T: Ord>(what: &str, values: &mut [T], text: impl Fn(&T) -> String) {
    values.sort_unstable();
    let at = |percent: usize| text(&values[(values.len() * percent / 100).min(values.len() - 1)]);
    println!("{what}: 50 % {}, 95 % {}, 99 % {}, most {}", at(50), at(95), at(99), at(100));
}

/// How many bounds and winners more turns tell.
#[derive(Debug, Default)]
struct KnownAhead {
    lower: u32,
    upper: u32,
    winner: u32,
}

/// What the bounds say of how many sums, and how many of these are wrong.
#[derive(Debug, Default)]
struct Tally {
    lower: u32,
    upper: u32,
    winner: u32,
    printed_lower: u32,
    printed_upper: u32,
    wrong: u32,
    printed_wrong: u32,
    /// With values for every order of the first turn, of the first two, and so on.
    ahead: Vec<KnownAhead>,
}

impl Tally {
    fn add(&mut self, values: &[Pair], score: i32, ahead: Vec<[Option<i32>; 2]>) {
        let (lower, upper) = (lower_bound(values, Player::Left), upper_bound(values, Player::Left));
        let printed = (printed_lower_bound(values, Player::Left), printed_upper_bound(values, Player::Left));
        let is_wrong = |(lower, upper): (Option<i32>, Option<i32>)| {
            lower.is_some_and(|lower| lower > score) || upper.is_some_and(|upper| upper < score)
        };
        self.lower += u32::from(lower.is_some());
        self.upper += u32::from(upper.is_some());
        self.winner += u32::from(tells_winner(lower, upper));
        self.ahead.resize_with(ahead.len(), KnownAhead::default);
        for (known, [lower, upper]) in self.ahead.iter_mut().zip(ahead) {
            known.lower += u32::from(lower.is_some());
            known.upper += u32::from(upper.is_some());
            known.winner += u32::from(tells_winner(lower, upper));
            self.wrong += u32::from(is_wrong((lower, upper)));
        }
        self.printed_lower += u32::from(printed.0.is_some());
        self.printed_upper += u32::from(printed.1.is_some());
        self.wrong += u32::from(is_wrong((lower, upper)));
        self.printed_wrong += u32::from(is_wrong(printed));
    }
}

/// Whether bounds with Black to move tell who makes the last move.
fn tells_winner(lower: Option<i32>, upper: Option<i32>) -> bool {
    lower.is_some_and(|lower| lower > 0) || upper.is_some_and(|upper| upper <= 0)
}

/// Random regions of a size.
struct Sample {
    regions: Vec<Region>,
    random: Xoshiro256PlusPlus,
}

impl Sample {
    fn new(size: usize, seed: u64) -> Self {
        Sample { regions: Region::all(size), random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    fn below(&mut self, end: usize) -> usize {
        (self.random.next_u64() % end as u64) as usize
    }

    fn subgame(&mut self, black: u32, white: u32) -> Subgame {
        loop {
            let pick = self.below(self.regions.len());
            let region = self.regions[pick];
            let mut masks = [0u16; 2];
            for (side, count) in [black, white].into_iter().enumerate() {
                while masks[side].count_ones() < count {
                    let square = 1 << self.below(region.size());
                    if (masks[0] | masks[1]) & square == 0 {
                        masks[side] |= square;
                    }
                }
            }
            let placement = Placement { black: masks[0], white: masks[1] };
            // A region that its symmetries map to k others comes up k times too often.
            let mut images: Vec<Placement> =
                region.symmetries().iter().map(|symmetry| placement.permuted(symmetry)).collect();
            images.push(placement);
            images.sort_unstable();
            images.dedup();
            if self.below(images.len()) == 0 {
                return Subgame::placed(region, placement).expect("amazons stand on different squares");
            }
        }
    }
}
