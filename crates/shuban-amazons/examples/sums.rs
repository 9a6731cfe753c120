//! Times exact scores of random sums:
//!
//! ```text
//! cargo run --release -p shuban-amazons --example sums -- SIZE BLACK WHITE REGIONS COUNT [SEED]
//! ```
//!
//! makes COUNT sums of REGIONS regions of SIZE squares with BLACK and WHITE amazons each (in every
//! second one with the colours exchanged if they are not as many), all such regions up to symmetry
//! being equally likely, and scores them with Black to move, each from scratch.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use shuban_amazons::sum::{SumRegion, SumScores};
use shuban_amazons::{Army, Placement, Region, Subgame};
use shuban_core::{Bound, Random};

fn main() {
    const USAGE: &str = "SIZE BLACK WHITE REGIONS COUNT [SEED]";
    let numbers = std::env::args().skip(1).map(|text| text.parse().expect(USAGE));
    let arguments: Vec<u64> = numbers.collect();
    let [size, black, white, regions, count, ref seed @ ..] = arguments[..] else {
        panic!("needs {USAGE}");
    };
    let mut sample = Sample::new(size as usize, seed.first().copied().unwrap_or(1));
    let (mut seconds, mut search, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..count {
        let sum: Vec<SumRegion> = (0..regions)
            .map(|i| {
                let subgame = sample.subgame(black as u32, white as u32);
                let subgame =
                    if black != white && i % 2 == 1 { subgame.swapped() } else { subgame };
                SumRegion { board: 0, subgame }
            })
            .collect();
        let mut scores = SumScores::new(u64::MAX);
        let start = cpu_time();
        for region in &sum {
            scores.pair(&region.subgame).ok().flatten().expect("without a limit, values are exact");
        }
        let known = cpu_time() - start;
        let Ok(Bound::Exact(_)) = scores.score(&sum, Army::Black) else {
            panic!("without a limit, scores are exact");
        };
        seconds.push(cpu_time() - start);
        search.push(cpu_time() - start - known);
        kept.push(scores.search.kept());
    }
    print_percentiles("CPU seconds", &mut seconds, |time| format!("{:.6}", time.as_secs_f64()));
    print_percentiles("of these, the search alone", &mut search, |time| {
        format!("{:.6}", time.as_secs_f64())
    });
    print_percentiles("positions kept", &mut kept, usize::to_string);
    for limit in [0.1, 10.0] {
        let within = seconds.iter().filter(|&&time| time <= Duration::from_secs_f64(limit)).count();
        println!("within {limit} s: {within} of {count}");
    }
}

/// CPU time of this thread: other load on the machine hardly matters.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn print_percentiles<T: Ord>(what: &str, values: &mut [T], text: impl Fn(&T) -> String) {
    values.sort_unstable();
    let at = |percent: usize| text(&values[(values.len() * percent / 100).min(values.len() - 1)]);
    println!("{what}: 50 % {}, 95 % {}, 99 % {}, most {}", at(50), at(95), at(99), at(100));
}

/// Random regions of a size.
struct Sample {
    regions: Vec<Region>,
    random: Random,
}

impl Sample {
    fn new(size: usize, seed: u64) -> Self {
        Sample { regions: Region::all(size), random: Random::new(seed) }
    }

    fn below(&mut self, end: usize) -> usize {
        (self.random.bits() % end as u64) as usize
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
                return Subgame::placed(region, placement)
                    .expect("amazons stand on different squares");
            }
        }
    }
}
