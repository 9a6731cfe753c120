//! Tables 1 to 3 of Kuwabara and Hoki: how many ways there are to lay tiles in limited TRAX.

use rayon::prelude::*;
use serde_json::json;
use shuban_catalog::Error;
use shuban_core::Random;

use crate::finding::{Finding, Verdict, significant};
use crate::paper::Recomputation;
use crate::placements::{Samples, Touching, count_placements, sample_placements, weigh_placements};

const SEED: u64 = 1;

/// Boards are drawn in this many parts, each with random numbers of its own.
const PARTS: u64 = 64;

/// Boards that are drawn between two looks at the progress.
const AT_ONCE: u64 = 1 << 16;

/// Eightfold: what the paper divides by for turning and reflecting.
const SYMMETRIES: f64 = 8.0;

/// A method, and its printed estimates by the size of the board: none where no random board of the
/// paper had a weight.
struct Method {
    name: &'static str,
    touching: Touching,
    printed: &'static [(usize, Option<f64>)],
}

const METHODS: [Method; 2] = [
    Method {
        name: "method 1 (table 1)",
        touching: Touching::Agree,
        printed: &[(3, Some(3.4e3)), (4, Some(8.3e5)), (5, None)],
    },
    Method {
        name: "method 2 (table 2)",
        touching: Touching::Halve,
        printed: &[
            (3, Some(3.1e3)),
            (4, Some(8.1e5)),
            (5, Some(9.3e8)),
            (6, Some(2.8e12)),
            (7, Some(1.6e15)),
            (8, Some(2.6e18)),
        ],
    },
];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let boards = run.size(64_000_000, 6_400_000_000);
    run.progress.phase("exact counts", 0);
    // The largest first, so that no thread is left waiting for it.
    let exact: Option<Vec<(usize, u128, f64)>> = (1..=8)
        .rev()
        .collect::<Vec<usize>>()
        .into_par_iter()
        .with_max_len(1)
        .map(|size| {
            let count = count_placements(size, run.progress)?;
            Some((size, count, weigh_placements(size, run.progress)?))
        })
        .collect();
    let mut exact = exact.ok_or(Error::Interrupted)?;
    exact.reverse();
    exact.iter().for_each(|&(size, count, _)| run.keep(counted(size, count)));
    for method in &METHODS {
        for &(size, printed) in method.printed {
            run.progress.phase(&format!("random boards of {size}×{size}, {}", method.name), 0);
            let (_, count, halved) = exact[size - 1];
            let tends_to = match method.touching {
                Touching::Agree => count as f64,
                Touching::Halve => halved,
            };
            let samples = sample(size, method.touching, boards, run)?;
            run.keep(estimated(method, size, printed, tends_to / SYMMETRIES, &samples));
        }
    }
    let (_, count, _) = exact[7];
    let positions = Finding::print_wrong(
        "positions of 8×8, with the side to move (section 3.2; table 3: as many as checkers, \
         10^18)",
        5e18,
        significant(2.0 * count as f64 / SYMMETRIES, 2),
        // One digit of twice the printed estimate.
        significant(2.0 * 2.6e18, 1),
        "twice the estimate of method 2, which is too small by four orders of magnitude: 6.6e22, \
         between checkers (table 3: 10^18) and Othello (10^28)",
    );
    Ok(vec![positions])
}

/// The exact number of a size. It is counted a second time, for small boards, by the tests of the
/// game.
fn counted(size: usize, count: u128) -> Finding {
    let what = format!("{size}×{size}, placements, exactly");
    Finding::unprinted(what, json!(count.to_string()))
        .noting(format!("an eighth of it: {:.3e}", count as f64 / SYMMETRIES))
}

fn sample(
    size: usize,
    touching: Touching,
    boards: u64,
    run: &Recomputation<'_>,
) -> Result<Samples, Error> {
    let part = |part| {
        let mut random = Random::of_part(SEED, part);
        let (mut samples, most) = (Samples::default(), boards / PARTS);
        while samples.boards < most {
            run.check()?;
            let some = AT_ONCE.min(most - samples.boards);
            samples = samples.and(sample_placements(size, touching, some, &mut random));
        }
        Ok(samples)
    };
    // Sums of floating point depend on their order: it is that of the parts.
    let parts: Result<Vec<Samples>, Error> = (0..PARTS).into_par_iter().map(part).collect();
    Ok(parts?.into_iter().fold(Samples::default(), Samples::and))
}

/// An estimate, beside the print and beside the exact number that it tends to.
fn estimated(
    method: &Method,
    size: usize,
    printed: Option<f64>,
    tends_to: f64,
    samples: &Samples,
) -> Finding {
    let (estimate, error) =
        (samples.placements(size) / SYMMETRIES, samples.standard_error(size) / SYMMETRIES);
    let what = format!("{size}×{size}, {}", method.name);
    let about = format!(
        "tends to {tends_to:.3e}; {} of {} boards have a weight, standard error {error:.1e}",
        shuban_core::grouped(samples.hits),
        shuban_core::grouped(samples.boards),
    );
    let row = Finding {
        print: printed.map(Into::into),
        ..Finding::unprinted(what, significant(estimate, 3))
    };
    let Some(print) = printed else {
        let too_rare = "no board of the sample has a weight, as in print";
        let note = if samples.hits == 0 { too_rare } else { "in print no board had a weight" };
        return row.noting(format!("{note}; {about}"));
    };
    // The print has two digits; how many boards it is from is not said.
    let half_a_digit = 0.05 * 10f64.powf(print.log10().floor());
    let is_near = (print - tends_to).abs() <= 4.0 * error + half_a_digit;
    let is_sparse = tends_to > 2.0 * estimate.max(print);
    let (verdict, note) = match () {
        () if is_near => (Verdict::Statistical, String::new()),
        // Both samples miss what is computed to be there.
        () if is_sparse => (
            Verdict::PrintWrong,
            "no sample of such a size can tell: nearly all of the weight is on boards with so many \
             empty cells that uniform drawing hardly ever meets one, and this sample misses it as \
             the print does; "
                .to_owned(),
        ),
        () => (
            Verdict::NotReproducible,
            format!(
                "the print is {:+.0} % off what the method tends to, and does not say how many \
                 boards were drawn; ",
                100.0 * (print / tends_to - 1.0)
            ),
        ),
    };
    row.with(verdict).noting(format!("{note}{about}"))
}
