//! Rollouts of half-gammon against its databases, and as judges of moves.

use shuban_catalog::estimate::{LuckMeasure, RolloutOptions, RolloutSetting};
use shuban_catalog::{AnyAnswer, Catalog};
use shuban_core::{Datum, Silent};
use shuban_games::catalog;
use shuban_play::{Decision, EstimatedDecisions, Judge, Resources, Rollouts};
use shuban_solve::BuildOptions;
use tempfile::TempDir;

use crate::analysed::Analysed;

/// Creates a data folder with one checker against one.
fn one_on_one(catalog: &Catalog) -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    let placed = catalog.layer("half-gammon/contact-1-1").unwrap();
    placed.build(&options, &Silent).unwrap();
    data
}

fn rolled_out(data: &TempDir, position: &str, options: &RolloutOptions) -> AnyAnswer {
    let catalog = catalog();
    let shelf = shuban_catalog::DataShelf::new(&catalog, data.path());
    let setting = RolloutSetting { shelf: &shelf, memory: 1 << 30, progress: &Silent };
    let question = catalog.games_named("half-gammon").unwrap().question(position, None, None);
    catalog.roll_out(&question.unwrap(), None, options, &setting).unwrap()
}

fn number(answer: &AnyAnswer, name: &str) -> f64 {
    match answer.value.as_ref().unwrap().get(name) {
        Some(Datum::Number(number)) => *number,
        other => panic!("{name}: {other:?}"),
    }
}

/// Returns the middle of the stored bounds.
fn stored(catalog: &Catalog, data: &TempDir, position: &str) -> f64 {
    let target = catalog.target("half-gammon").unwrap();
    let session = shuban_catalog::Session::new(catalog, target, data.path());
    number(&session.probe(position, None).unwrap(), "value")
}

#[test]
fn trials_by_the_database_come_to_its_values_with_less_error_by_each_reduction() {
    let catalog = catalog();
    let data = one_on_one(&catalog);
    for position in ["8|9", "12|12", "bar|5"] {
        let truth = stored(&catalog, &data, position);
        let best = RolloutOptions { ends_in_databases: false, ..RolloutOptions::default() };
        let error = |options: RolloutOptions| {
            let found = rolled_out(&data, position, &options);
            let (mean, error) = (number(&found, "estimate"), number(&found, "standard_error"));
            assert!((mean - truth).abs() < 3.5 * error + 1e-7, "{position}: {mean}, not {truth}");
            error
        };
        let plain = error(best.plain());
        let luck = RolloutOptions { luck: LuckMeasure::Evaluation, ..best };
        let by_guess = error(RolloutOptions { is_stratified: false, ..luck });
        let strata = error(RolloutOptions { luck: LuckMeasure::None, ..best });
        assert!(by_guess < 0.8 * plain && strata < plain && error(luck) < by_guess, "{position}");
        // Measured by the database itself, all deviation is luck.
        assert!(error(best) < 1e-7, "{position}");
    }
}

#[test]
fn a_position_in_a_database_is_worth_what_that_says() {
    let catalog = catalog();
    let data = one_on_one(&catalog);
    let found = rolled_out(&data, "8|9", &RolloutOptions::default());
    assert_eq!(number(&found, "estimate"), stored(&catalog, &data, "8|9"));
    assert_eq!(number(&found, "standard_error"), 0.0);
    let trials = found.facts.get("trials").unwrap();
    let Some(Datum::Object(ended)) = found.facts.get("ended") else { panic!() };
    assert_eq!(&ended[1], &("in_a_database".to_owned(), trials.clone()));
    // No part of it is reported as a bound.
    assert_eq!(found.value.as_ref().unwrap().get("lower"), None);
    assert_eq!(found.facts.get("proven"), Some(&Datum::Bool(false)));
}

fn judged(data: &TempDir, start: &str, roll: &str, action: &str, trials: u64) -> Analysed {
    let catalog = catalog();
    let resources = Resources::new(&catalog, data.path());
    let judge = Judge::new(&resources, "half-gammon").unwrap().without_rounded();
    let options = RolloutOptions { trials, ..RolloutOptions::default() };
    let valuer = Rollouts::beside(judge, &resources, "half-gammon", options, 1 << 30).unwrap();
    let game = catalog.game("half-gammon").unwrap();
    Analysed::of(game, start, &[(Some(roll), action)], &valuer, &Silent).unwrap()
}

#[test]
fn what_no_database_holds_is_judged_by_estimates() {
    let catalog = catalog();
    let data = one_on_one(&catalog);
    // The best play hits and goes on with the same checker.
    let analysis = judged(&data, "2,6|10", "3-1", "6/3*/2", 200);
    let made = &analysis.moves[0];
    assert_eq!((made.decision, made.cost), (Decision::Estimated, None));
    assert_eq!((made.source.as_deref(), &made.best, made.mark), (Some("rollouts"), &None, None));
    let [(a, luck), (b, _)] = &analysis.players;
    assert_eq!((a.known, a.unknown, a.errors, luck.rolls), (0, 0, 0, 0));
    let estimated = a.estimated.as_ref().unwrap();
    assert_eq!((estimated.decisions, estimated.errors, &b.estimated), (1, 0, &None));
    assert_eq!(estimated.cost.value, 0.0);
    let text = analysis.to_string();
    assert!(text.contains("by estimates: 1 more decisions, 0 errors"), "{text}");
    assert!(EstimatedDecisions::NOTE.contains("not proven"));
    // The worst leaves two blots: it costs more than a point, says the database of two against one.
    let analysis = judged(&data, "2,6|10", "3-1", "6/3* 2/1", 200);
    let made = &analysis.moves[0];
    let cost = made.estimated_cost.unwrap();
    assert!((cost.value - 1.16).abs() < 0.3 && cost.standard_error.unwrap() < 0.1, "{cost:?}");
    assert_eq!((made.best.as_deref(), made.mark), (Some("6/3*/2"), Some("large")));
    let estimated = analysis.players[0].0.estimated.as_ref().unwrap();
    assert_eq!((estimated.errors, estimated.cost), (1, cost));
    assert_eq!(estimated.marks.iter().map(|mark| mark.count).collect::<Vec<_>>(), [0, 1]);
    let text = analysis.to_string();
    assert!(text.contains("costs about 1.") && text.contains("by rollouts) beside"), "{text}");
    // The same turn has the same rolls.
    assert_eq!(judged(&data, "2,6|10", "3-1", "6/3* 2/1", 200), analysis);
}

/// Costs too small for so few trials are reported, but not called errors.
#[test]
fn a_cost_that_may_be_chance_is_no_error() {
    let catalog = catalog();
    let data = one_on_one(&catalog);
    let (mut clear, mut unclear) = (0, 0);
    for (start, roll, action) in [
        ("6,8|9", "2-1", "8/7 6/4*"),
        ("6,8|9", "2-1", "6/4*/3"),
        ("6,8|9", "2-1", "6/3"),
        ("2,6|10", "3-1", "6/3* 2/1"),
    ] {
        let analysis = judged(&data, start, roll, action, 16);
        let made = &analysis.moves[0];
        let cost = made.estimated_cost.unwrap();
        assert_eq!(
            cost.is_clear(),
            cost.value >= 2.0 * cost.standard_error.unwrap() && cost.value > 0.0
        );
        assert_eq!((made.best.is_some(), made.mark.is_some()), (cost.is_clear(), cost.is_clear()));
        clear += usize::from(cost.is_clear());
        unclear += usize::from(!cost.is_clear() && cost.value > 0.0);
    }
    assert!(clear > 0 && unclear > 0, "{clear} clear, {unclear} not");
}

#[test]
fn what_a_database_holds_is_not_rolled_out() {
    let catalog = catalog();
    let data = one_on_one(&catalog);
    let analysis = judged(&data, "8|9", "3-1", "8/4", 200);
    let made = &analysis.moves[0];
    assert!(matches!(made.decision, Decision::Known | Decision::Forced));
    assert!(analysis.players[0].0.estimated.is_none());
    let text = analysis.to_string();
    assert!(!text.contains("rollouts"), "{text}");
}
