//! Layers of races, compared by sweeps and by the rules, with the same results.

use miniatures::cyclic_chance::Races;
use serde_json::json;
use shuban_core::sweep::Pass;
use shuban_core::{LayerId, ONE, Silent};
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, Failure, Scratch, Verified, VerifyOptions, verify,
};
use shuban_store_testing::{OpenedUp, rewrite};

use super::common::{Small, options, races};
use super::slack::ApproximateBySweep;

/// Returns intervals wide enough for bounds with slack.
fn with_slack() -> Small<Races> {
    let options = BuildOptions { width: 1 << 12, ..options() };
    let small =
        Small::built_with(Races::default(), |races| Box::new(ApproximateBySweep(races)), &options);
    // The sweeps of the other solver check it.
    Small { solver: |races| Box::new(CertifyBySweep(races)), ..small }
}

/// Verifies by sweeps, and a number of positions by the rules.
fn by_sweeps(small: &Small<Races>, by_rules: u64) -> Verified {
    small.verify_with(&VerifyOptions { by_rules, ..VerifyOptions::new("/data") })
}

/// Returns the verdict of both on the forged file.
fn by_both(small: &Small<Races>, edit: impl FnOnce(&mut OpenedUp)) -> Option<Failure> {
    let path = small.path();
    let sound = small.disk.contents(&path).unwrap();
    rewrite(&small.files(), &path, edit);
    let (swept, ruled) = (by_sweeps(small, 5).failure, by_sweeps(small, u64::MAX).failure);
    assert_eq!(swept, ruled);
    assert_eq!(by_sweeps(small, 0).failure, ruled);
    small.disk.put(&path, sound);
    swept
}

/// Returns why both refuse the forged file.
fn refused_by_both(small: &Small<Races>, edit: impl FnOnce(&mut OpenedUp)) -> Failure {
    by_both(small, edit).expect("a refusal")
}

fn reason_of_both(small: &Small<Races>, edit: impl FnOnce(&mut OpenedUp)) -> String {
    refused_by_both(small, edit).reason
}

#[test]
fn sound_files_pass_by_sweeps_as_by_the_rules() {
    for small in [races(), with_slack()] {
        let ruled = by_sweeps(&small, u64::MAX);
        assert!(ruled.passed && ruled.by_rules.is_none(), "{ruled}");
        for by_rules in [0, 1, 30] {
            let swept = by_sweeps(&small, by_rules);
            let seconds = swept.seconds;
            assert_eq!(swept, Verified { by_rules: Some(by_rules), seconds, ..ruled.clone() });
            let text = format!("31 positions by sweeps, {by_rules} of them by the rules; ");
            assert!(swept.to_string().contains(&text), "{swept}");
        }
    }
    let (rounds, slack) = (by_sweeps(&races(), 0), by_sweeps(&with_slack(), 0));
    assert_eq!(
        (rounds.rests_on, slack.rests_on),
        (Some("play leaves the layer"), Some("bounds have slack"))
    );
}

#[test]
fn every_bound_that_does_not_follow_is_found_by_place() {
    for small in [races(), with_slack()] {
        for rank in 0..31 {
            // As narrow as can be, in the middle, at either end.
            for lower in [0, -ONE, ONE] {
                let failure = refused_by_both(&small, |opened| {
                    opened.rows("2 v 2")[rank] = vec![u64::from(lower.cast_unsigned()), 0];
                });
                assert_eq!((&*failure.section, failure.block), ("2 v 2", Some(0)));
                assert!(failure.reason.contains("which does not agree with"), "{failure:?}");
            }
        }
        // Somewhat narrower than it may be.
        let failure = refused_by_both(&small, |opened| opened.rows("2 v 2")[7][1] /= 16);
        assert_eq!((failure.block, failure.rank), (Some(0), Some(7)));
    }
}

#[test]
fn bounds_far_apart_are_compared_as_they_are_stored() {
    let small = with_slack();
    // Widths of 16 bits and more, below the largest possible, and up to it.
    let mut refused = 0;
    for (lower, width) in
        [(-ONE / 2, 1u64 << 16), (-ONE / 2, 1 << 30), (0, 1 << 30), (-ONE, 1 << 31)]
    {
        for rank in 0..31 {
            let failure = by_both(&small, |opened| {
                let lower = lower.cast_unsigned();
                opened.rows("2 v 2")[rank] = vec![lower.into(), width];
            });
            refused += u32::from(failure.is_some());
        }
    }
    assert_eq!(refused, 4 * 31);
}

#[test]
fn slack_that_is_not_there_is_refused() {
    let state = |slack: u32| {
        move |opened: &mut OpenedUp| {
            opened.account.facts.insert("slack".to_owned(), json!(slack));
        }
    };
    let small = with_slack();
    let path = small.path();
    let sound = small.disk.contents(&path).unwrap();
    // Both accept this slack.
    let holds = |slack| {
        rewrite(&small.files(), &path, state(slack));
        let (swept, ruled) = (by_sweeps(&small, 0).failure, by_sweeps(&small, u64::MAX).failure);
        assert_eq!(swept, ruled);
        small.disk.put(&path, sound.clone());
        swept.is_none()
    };
    assert!(holds(1));
    let most = (1..1000).take_while(|&slack| holds(slack)).last().unwrap();
    for slack in [most + 1, u32::MAX] {
        let reason = reason_of_both(&small, state(slack));
        assert!(reason.contains("which does not agree with"), "{reason}");
    }
    // Without slack it must be proven that play leaves the layer.
    let reason = reason_of_both(&small, state(0));
    assert!(reason.contains("`leaving_rounds` is 0, and"), "{reason}");
    let small = races();
    let reason = reason_of_both(&small, state(1));
    assert!(reason.contains("nothing was struck out"), "{reason}");
    let reason = reason_of_both(&small, |opened| {
        state(1)(opened);
        opened.account.facts.insert("leaving_rounds".to_owned(), json!(0));
    });
    assert!(reason.contains("which does not agree with"), "{reason}");
}

#[test]
fn widths_and_rounds_that_are_not_those_found_are_refused() {
    for small in [races(), with_slack()] {
        let reason = reason_of_both(&small, |opened| {
            opened.account.parts[0].facts.insert("width_reached".to_owned(), json!(1e-9));
        });
        assert!(reason.contains("`width_reached` is 0.000000001, and"), "{reason}");
    }
    let valued = |opened: &mut OpenedUp| {
        opened.account.parts[0].facts.insert("valued".to_owned(), json!(1));
    };
    let reason = reason_of_both(&races(), valued);
    assert!(reason.contains("`valued` is 1, and it has"), "{reason}");
    // With slack, retrograde analysis was not needed, and this cannot be checked in the file.
    let reason = reason_of_both(&with_slack(), valued);
    assert!(reason.contains("sections of `2 v 2`"), "{reason}");
    let reason = reason_of_both(&races(), |opened| {
        opened.account.facts.insert("leaving_rounds".to_owned(), json!(77));
    });
    assert!(reason.contains("`leaving_rounds` is 77, and"), "{reason}");
}

#[test]
fn statuses_that_do_not_follow_are_found_by_place() {
    let small = races();
    for rank in 0..31 {
        let failure = refused_by_both(&small, |opened| {
            let status = &mut opened.rows("2 v 2/status")[rank][0];
            *status = (*status + 1) % 4;
        });
        assert!(failure.reason.contains("retrograde analysis knew"), "{failure:?}");
        assert_eq!(failure.section, "2 v 2");
    }
}

#[test]
fn statuses_that_follow_only_from_themselves_are_found_by_the_rules() {
    let small = races();
    let path = shuban_store::layer_path("/data".as_ref(), "hitting-race/1-1").unwrap();
    // All known, each from the others.
    rewrite(&small.files(), &path, |opened| {
        for row in opened.rows("1 v 1/status").iter_mut().filter(|row| row[0] == 2) {
            row[0] = 1;
        }
        opened.account.parts[0].facts.insert("valued".to_owned(), json!(31));
    });
    let failure = |by_rules| {
        let options = VerifyOptions { by_rules, ..VerifyOptions::new("/data") };
        verify(&small.files(), &*small.solver(), LayerId(0), &options, &Silent).unwrap().failure
    };
    let ruled = failure(u64::MAX).unwrap();
    assert!(ruled.reason.contains("follows only from itself"), "{ruled:?}");
    // One sweep only checks that each follows.
    assert_eq!(failure(0), None);
}

#[test]
fn sweeps_that_do_not_give_what_the_rules_give_are_found() {
    let sound = with_slack();
    let harmed = |harm| Small {
        domain: Races::harmed(harm),
        solver: |races| Box::new(CertifyBySweep(races)),
        disk: sound.disk.clone(),
    };
    let too_kind = harmed(|unit, values| {
        values[0] += i32::from((unit.pass, unit.unit) == (Pass::Lower, 3));
    });
    // Not by themselves.
    assert!(by_sweeps(&too_kind, 0).passed);
    let failure = by_sweeps(&too_kind, 30).failure.unwrap();
    assert!(failure.reason.contains("the fault is the program's"), "{failure:?}");
    let too_strict = harmed(|unit, values| {
        values[0] -= i32::from((unit.pass, unit.unit) == (Pass::Lower, 3)) << 14;
    });
    let failure = by_sweeps(&too_strict, 0).failure.unwrap();
    assert!(failure.reason.contains("sweeps refuse its bounds"), "{failure:?}");
}

#[test]
fn sweeps_that_need_more_memory_than_allowed_are_refused() {
    let small = with_slack();
    let verify_within = |memory, sample, by_rules| {
        let data = "/data".into();
        let options = VerifyOptions {
            data,
            threads: 1,
            memory,
            scratch: Scratch::default(),
            sample,
            by_rules,
        };
        verify(&small.files(), &*small.solver(), small.last(), &options, &Silent)
    };
    let refused = verify_within(0, None, 0).unwrap_err();
    let Error::Memory { needed, .. } = &refused else { panic!("{refused}") };
    assert!(refused.to_string().ends_with("or verify a sample (--sample)"), "{refused}");
    assert!(verify_within(0, Some(5), 0).unwrap().passed);
    assert!(matches!(verify_within(needed - 1, None, 0), Err(Error::Memory { .. })));
    assert!(verify_within(*needed, None, 0).unwrap().passed);
}
