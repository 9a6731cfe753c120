//! Certificates of approximations: against interval iteration, against plain backups, and whatever
//! the threads and the vector instructions.

use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::SweepTables;
use shuban_core::sweep::{Pass, Read};
use shuban_core::{Domain, Interval, IntervalDomain, LayerId, Silent, Unanswered};
use shuban_gammon::{Contact, Instructions, Variant};
use shuban_solve::approximate::{Arrays, Certificate, Passes, Solved, repair, solve, widen};
use shuban_solve::iterate::BySweep;
use shuban_solve::{
    BuildOptions, CertifyBySweep, FinishedIntervals, OpenLayer, SolvedLayers, build, layer_named,
    with_threads,
};
use shuban_store::{Disk, FileSystem};

const SLACK: u16 = 4;

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn built(domain: &Contact, layer: LayerId, data: &Path) {
    let options = BuildOptions { threads: 2, ..BuildOptions::new(data) };
    build(&disk(), &CertifyBySweep(domain), layer, &options, &Silent).unwrap();
}

fn lens(domain: &Contact, layer: LayerId) -> Vec<usize> {
    let parts = domain.layers()[layer.0].parts.iter();
    parts.map(|part| part.positions.unwrap() as usize).collect()
}

/// The operator of a layer whose needs are built in a folder.
fn by_sweep<'d>(domain: &'d Contact, layer: LayerId, data: &Path) -> BySweep<'d> {
    let needs = domain.layers()[layer.0].needs.iter().copied();
    let solved = SolvedLayers::open(&disk(), data, domain, needs).unwrap();
    let mut finished = FinishedIntervals { domain, solved: &solved };
    let plan = domain.plan_sweep(layer, &mut finished).unwrap();
    BySweep::new(domain, layer, plan, lens(domain, layer))
}

/// The certificate of a layer.
fn certified(domain: &Contact, layer: LayerId, data: &Path) -> Vec<Certificate> {
    let passes = by_sweep(domain, layer, data);
    let possible = domain.unknown();
    let start = Solved::start(&passes).unwrap();
    let goal = i64::from(SLACK) / 2;
    let solved = solve(&passes, start, possible, goal, &mut |_| Ok(())).unwrap();
    assert!(solved.change <= goal);
    let go_on = &mut |_| Ok(());
    let widened = widen(&passes, solved.values, possible, SLACK, 200, go_on).unwrap();
    let repaired = repair(&passes, widened.parts, Some(200), go_on).unwrap();
    assert!(repaired.is_proven);
    repaired.parts
}

#[test]
fn certificates_enclose_what_interval_iteration_encloses() {
    for (domain, names) in [
        (
            Contact::new(Variant::by_name("half-gammon").unwrap()),
            &["contact-2-2", "contact-3-2"][..],
        ),
        (Contact::new(Variant::by_name("mini-gammon").unwrap()), &["contact-2-1"]),
        (Contact::for_money(Variant::hypergammon(2).unwrap()), &["money-2-1", "money-2-2"]),
    ] {
        let variant = domain.name().split('/').next().unwrap().to_owned();
        for name in names {
            let layer = layer_named(&domain, &format!("{variant}/{name}")).unwrap();
            let data = tempfile::tempdir().unwrap();
            built(&domain, layer, data.path());
            let open = OpenLayer::open(&disk(), data.path(), &domain, layer).unwrap();
            for (part, mut certificate) in
                certified(&domain, layer, data.path()).into_iter().enumerate()
            {
                assert!(certificate.width().unwrap() <= shuban_solve::DEFAULT_WIDTH, "{name}");
                for (rank, narrow) in open.values(part).unwrap().into_iter().enumerate() {
                    let bounds = certificate.bounds(rank);
                    assert!(
                        bounds.lower <= narrow.upper && narrow.lower <= bounds.upper,
                        "{name}, part {part}, rank {rank}: {bounds:?} and {narrow:?} do not meet"
                    );
                }
            }
        }
    }
}

#[test]
fn a_certificate_does_not_depend_on_threads_or_instructions() {
    let half_gammon = || Contact::new(Variant::by_name("half-gammon").unwrap());
    let domain = half_gammon();
    for name in ["half-gammon/contact-3-2", "half-gammon/contact-3-3"] {
        let layer = layer_named(&domain, name).unwrap();
        let data = tempfile::tempdir().unwrap();
        built(&domain, layer, data.path());
        let bounds = |parts: Vec<Certificate>| -> Vec<Vec<Interval>> {
            let of_part =
                |part: &Certificate| (0..part.centre.len()).map(|rank| part.bounds(rank)).collect();
            parts.iter().map(of_part).collect()
        };
        let expected = with_threads(1, || bounds(certified(&domain, layer, data.path()))).unwrap();
        for instructions in Instructions::all() {
            let domain = half_gammon().swept_with(instructions);
            let found = with_threads(3, || bounds(certified(&domain, layer, data.path()))).unwrap();
            assert!(found == expected, "{name} by {instructions:?}");
        }
    }
}

/// Compares bounds with what a pass computes.
struct Comparing<'c> {
    parts: &'c [Certificate],
    possible: Interval,
    pass: Pass,
    /// Positions whose bound is exactly as far from what was computed as slack asks.
    tight: u64,
}

impl Arrays for Comparing<'_> {
    fn read(&self, part: usize) -> Read<'_> {
        let Certificate { centre, half_width, .. } = &self.parts[part];
        let (centre, half_width) = (centre.whole().unwrap(), half_width.whole().unwrap());
        let Interval { lower: least, upper: most } = self.possible;
        match self.pass {
            Pass::Lower => Read::Above { centre, half_width, most },
            _ => Read::Below { centre, half_width, least },
        }
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        for (rank, &computed) in (first..).zip(computed) {
            let Interval { lower, upper } = self.parts[part].bounds(rank);
            if self.pass == Pass::Lower {
                assert!(lower == self.possible.lower || lower < computed, "{rank}: {lower}");
                self.tight += u64::from(lower + 1 == computed);
            } else {
                assert!(upper == self.possible.upper || upper > computed, "{rank}: {upper}");
                self.tight += u64::from(upper - 1 == computed);
            }
        }
        Ok(())
    }
}

#[test]
fn every_bound_of_a_certificate_has_slack() {
    let domain = Contact::new(Variant::by_name("half-gammon").unwrap());
    let layer = layer_named(&domain, "half-gammon/contact-3-2").unwrap();
    let data = tempfile::tempdir().unwrap();
    built(&domain, layer, data.path());
    let parts = certified(&domain, layer, data.path());
    let passes = by_sweep(&domain, layer, data.path());
    let possible = domain.unknown();
    let mut tight = 0;
    for pass in [Pass::Lower, Pass::Upper] {
        let mut comparing = Comparing { parts: &parts, possible, pass, tight: 0 };
        for part in 0..parts.len() {
            passes.pass(pass, part, &mut comparing).unwrap();
        }
        tight += comparing.tight;
    }
    assert!(tight > 0, "no bound is as narrow as slack allows");
}
