//! Tables 1 and 2 of Kuwabara and Hoki: numbers of ways to lay tiles in limited TRAX.

use rayon::prelude::*;
use serde_json::json;
use shuban_catalog::Error;
use shuban_core::Random;

use crate::finding::{Finding, significant};
use crate::paper::Recomputation;
use crate::placements::{
    ByPlace, Samples, Touching, counted, sample_placements, up_to_symmetry, weighed,
};
use crate::share::MOST_ERRORS_EXPLAINED;

const SEED: u64 = 1;

/// Maximum size at which placements are also enumerated, to identify images of each other.
const LARGEST_ONE_BY_ONE: usize = 4;

/// Number of parts in which boards are drawn, each with random numbers of its own.
const PARTS: u64 = 64;

/// Number of boards drawn between two checks of the progress.
const AT_ONCE: u64 = 1 << 16;

/// Divisor of the paper for turning and reflecting.
const SYMMETRIES: f64 = 8.0;

/// A method, and its printed estimates by the size of the board: `None` where no random board of
/// the paper had a weight.
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

/// Exact counts of a size: the number of placements, and their weight by method 2.
type ExactCounts = (usize, ByPlace<u128>, ByPlace<f64>);

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let boards = run.size(64_000_000, 6_400_000_000);
    run.progress.phase("exact counts", 0);
    // The largest first, so that no thread is left waiting for it.
    let exact: Option<Vec<ExactCounts>> = (1..=8)
        .rev()
        .collect::<Vec<usize>>()
        .into_par_iter()
        .with_max_len(1)
        .map(|size| Some((size, counted(size, run.progress)?, weighed(size, run.progress)?)))
        .collect();
    let mut exact = exact.ok_or(Error::Interrupted)?;
    exact.reverse();
    exact.iter().for_each(|(size, count, _)| run.keep(of_count(*size, count.top_left)));
    for size in LARGEST_ONE_BY_ONE - 1..=LARGEST_ONE_BY_ONE {
        run.progress.phase(&format!("placements of {size}×{size}, one by one"), 0);
        let found = up_to_symmetry(size, run.progress).ok_or(Error::Interrupted)?;
        run.keep(of_symmetry(size, found, exact[size - 1].1.top_left));
    }
    for method in &METHODS {
        for &(size, printed) in method.printed {
            run.progress.phase(&format!("random boards of {size}×{size}, {}", method.name), 0);
            let (_, count, weight) = &exact[size - 1];
            let limits = match method.touching {
                Touching::Agree => Limits::new(&ByPlace {
                    top_left: count.top_left as f64,
                    top_or_left: count.top_or_left as f64,
                    anywhere: count.anywhere as f64,
                }),
                Touching::Halve => Limits::new(weight),
            };
            let samples = sample(size, method.touching, boards, run)?;
            run.keep(estimated(method, size, printed, &limits, &samples));
        }
    }
    let count = exact[7].1.top_left;
    let printed = METHODS[1].printed.iter().find_map(|&(size, print)| print.filter(|_| size == 8));
    let positions = Finding::print_wrong(
        "positions of 8×8, with the side to move (section 3.2; table 3: as many as checkers, \
         10^18)",
        5e18,
        significant(2.0 * count as f64 / SYMMETRIES, 2),
        // One digit of twice the printed estimate.
        significant(2.0 * printed.unwrap_or(f64::NAN), 1),
        "the print is twice that of table 2, of which the row above says why it is too small by four \
         orders of magnitude; 6.6e22 lie between checkers (table 3: 10^18) and Othello (10^28)",
    );
    Ok(vec![positions])
}

/// Compares the exact number of a size. For small boards the tests of the game count it a second
/// time.
fn of_count(size: usize, count: u128) -> Finding {
    let what = format!("{size}×{size}, placements, exactly");
    Finding::unprinted(what, json!(count.to_string()))
        .noting(format!("an eighth of it: {:.3e}", count as f64 / SYMMETRIES))
}

/// Checks section 3.1 (3): a division by 8 removes slightly too many images.
fn of_symmetry(size: usize, (all, classes): (u64, u64), count: u128) -> Finding {
    let images = all as f64 / classes as f64;
    Finding::settled(
        format!("{size}×{size}, images of a placement by rotation and reflection, on average"),
        "a little less than 8",
        significant(images, 4),
        (7.0..8.0).contains(&images),
    )
    .differing_if(u128::from(all) != count)
    .noting(format!(
        "one by one: {} placements, {} up to rotation and reflection, {:.1} % more than an eighth",
        shuban_core::text::grouped(all),
        shuban_core::text::grouped(classes),
        100.0 * (8.0 / images - 1.0)
    ))
}

/// Limits of the estimates with more and more boards: an eighth of the exact numbers.
struct Limits {
    /// Limit with all conditions.
    tends_to: f64,
    /// Limit if the island need only lie in the first row or in the first column.
    top_or_left: f64,
    /// Limit without condition 2, so that shifted placements count, too.
    anywhere: f64,
}

impl Limits {
    fn new(exact: &ByPlace<f64>) -> Self {
        Limits {
            tends_to: exact.top_left / SYMMETRIES,
            top_or_left: exact.top_or_left / SYMMETRIES,
            anywhere: exact.anywhere / SYMMETRIES,
        }
    }
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

/// Compares an estimate with the print and with the exact number that it tends to.
fn estimated(
    method: &Method,
    size: usize,
    printed: Option<f64>,
    limits: &Limits,
    samples: &Samples,
) -> Finding {
    let tends_to = limits.tends_to;
    let (estimate, error) =
        (samples.placements(size) / SYMMETRIES, samples.standard_error(size) / SYMMETRIES);
    let what = format!("{size}×{size}, {}", method.name);
    let about = format!(
        "tends to {tends_to:.3e}; {} of {} boards have a weight, standard error {error:.1e}",
        shuban_core::text::grouped(samples.hits),
        shuban_core::text::grouped(samples.boards),
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
    // The print has two digits; the number of its boards is not given.
    let half_a_digit = 0.05 * 10f64.powf(print.log10().floor());
    let is_near_to = |limit: f64| (print - limit).abs() <= 4.0 * error + half_a_digit;
    let off = |limit: f64| format!("{:+.1} %", 100.0 * (print / limit - 1.0));
    let shifted = format!(
        "without condition 2, so that shifted placements count, it tends to {:.3e}, with islands \
         in the first row or the first column to {:.3e}; ",
        limits.anywhere, limits.top_or_left
    );
    let has_digits = |limit: f64| significant(limit, 2) == print;
    if !is_near_to(tends_to) && has_digits(limits.anywhere) && has_digits(limits.top_or_left) {
        let note = format!(
            "the print is {} off what the method tends to; {shifted}the print is either of these \
             with its two digits; {about}",
            off(tends_to)
        );
        return Finding::print_wrong(
            row.what,
            print,
            row.result,
            significant(limits.anywhere, 2),
            note,
        );
    }
    let Finding { what, result, .. } = row;
    let compared = Finding::unprinted(what.clone(), result.clone());
    if is_near_to(tends_to) {
        return compared.agreeing(print, true).drawn().noting(about);
    }
    // Both samples miss placements that are computed to exist.
    if tends_to > 2.0 * estimate.max(print) {
        let note = format!(
            "no sample of such a size can tell: nearly all of the weight is on boards with so many \
             empty cells that uniform drawing hardly ever meets one, and this sample misses it as \
             the print does; {about}"
        );
        return compared.agreeing(print, false).wrong_if(true).noting(note);
    }
    // The print does not say how many boards it rests on: those here stand for them.
    let errors = |limit: f64| ((print - limit).abs() - half_a_digit).max(0.0) / error;
    if errors(limits.anywhere) <= MOST_ERRORS_EXPLAINED {
        let note = format!(
            "the print is {}, {:.0}σ, off what the method tends to; {shifted}from the former it is {}, \
             {:.0}σ, off: condition 2 was left out, as both numbers of 3×3 show; {about}",
            off(tends_to),
            errors(tends_to),
            off(limits.anywhere),
            errors(limits.anywhere),
        );
        return compared.agreeing(print, false).wrong_if(true).noting(note);
    }
    let attempts = format!(
        "the print is {} off what the method tends to, and does not say how many boards were drawn; \
         {shifted}{about}",
        off(tends_to)
    );
    Finding::not_reproducible(what, print, result, attempts)
}

#[cfg(test)]
mod tests {
    use shuban_core::Silent;

    use super::*;
    use crate::finding::Verdict;

    /// Returns the row of a method and a size, with few boards.
    fn row(method: &Method, size: usize) -> Finding {
        let limits = match method.touching {
            Touching::Agree => {
                let ByPlace { top_left, top_or_left, anywhere } = counted(size, &Silent).unwrap();
                let [top_left, top_or_left, anywhere] =
                    [top_left, top_or_left, anywhere].map(|count| count as f64);
                Limits::new(&ByPlace { top_left, top_or_left, anywhere })
            }
            Touching::Halve => Limits::new(&weighed(size, &Silent).unwrap()),
        };
        let printed = method.printed.iter().find(|printed| printed.0 == size).unwrap().1;
        let samples = sample_placements(size, method.touching, 2_000_000, &mut Random::new(SEED));
        estimated(method, size, printed, &limits, &samples)
    }

    #[test]
    fn both_numbers_of_3x3_are_those_without_condition_2() {
        for (method, without) in METHODS.iter().zip(["3.389e3", "3.146e3"]) {
            let row = row(method, 3);
            assert_eq!(row.verdict, Verdict::PrintWrong, "{row:?}");
            assert!(row.note.contains(&format!("it tends to {without}, ")), "{row:?}");
        }
        assert_eq!(row(&METHODS[1], 4).verdict, Verdict::Statistical);
    }

    #[test]
    fn eight_is_a_little_more_than_the_images_of_a_placement() {
        let found = up_to_symmetry(3, &Silent).unwrap();
        assert_eq!(of_symmetry(3, found, 23_290).verdict, Verdict::Agrees);
        assert_eq!(of_symmetry(3, found, 23_291).verdict, Verdict::Differs);
        assert_eq!(of_symmetry(3, (23_290, 23_290), 23_290).verdict, Verdict::PrintWrong);
    }
}
