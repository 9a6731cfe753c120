//! Costs of moves.

use shuban_catalog::{AnyAnswer, Error};
use shuban_core::{Progress, Silent};
use shuban_play::{Bounds, Decision, Judge, Resources, Turn, Valuer};
use shuban_solve::BuildOptions;

use crate::analysed::Analysed;
use crate::common::{NOUGHTS, RACE, built, catalog, resources};

/// A valuer without values.
struct Nothing;

impl Valuer for Nothing {
    fn values(&self, _turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error> {
        Ok(None)
    }
}

fn analysed(
    game: &str,
    start: &str,
    moves: &[(Option<&str>, &str)],
    valuer: &dyn Valuer,
) -> Analysed {
    Analysed::of(catalog().game(game).unwrap(), start, moves, valuer, &Silent).unwrap()
}

#[test]
fn an_error_is_marked_and_summed_and_rolls_are_lucky() {
    let data = built(RACE);
    let judge = Judge::new(&resources(&data), RACE).unwrap();
    // Home, or one step short of it.
    let analysis = analysed(RACE, "2x1|3x1", &[(Some("2"), "2/1")], &judge);
    let made = &analysis.moves[0];
    let cost = made.cost.unwrap();
    assert_eq!((made.decision, made.mark), (Decision::Known, Some("large")));
    assert_eq!(made.best.as_deref(), Some("2/0"));
    assert!(cost.lower <= cost.value && cost.value <= cost.upper && cost.lower > 0.3);
    // The roll wins at once: nothing is better, so it is better than the mean.
    let luck = made.luck.unwrap();
    assert!(luck.lower > 0.0 && luck.lower <= luck.upper, "{luck:?}");
    let [(a, lucky), (b, _)] = &analysis.players;
    assert_eq!((a.known, a.unknown, a.forced, a.errors, lucky.rolls), (1, 0, 0, 1, 1));
    assert_eq!(a.marks.iter().map(|mark| mark.count).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((a.cost, lucky.luck), (Some(cost), luck));
    assert_eq!((b.known, b.errors, b.cost), (0, 0, Some(Bounds::default())));
    let text = analysis.to_string();
    assert!(text.contains("A 2: 2/1 costs ") && text.contains("beside 2/0 (large)"), "{text}");
    // The best move costs nothing, whatever the bounds.
    let made = &analysed(RACE, "2x1|3x1", &[(Some("2"), "2/0")], &judge).moves[0];
    assert_eq!((made.cost.unwrap().value, &made.best, made.mark), (0.0, &None, None));
}

#[test]
fn luck_comes_to_nothing_on_average() {
    let data = built(RACE);
    let judge = Judge::new(&resources(&data), RACE).unwrap();
    let rules = catalog().game(RACE).unwrap();
    let answer = rules.by_rules(&rules.read("2x1|3x1").unwrap()).unwrap();
    let (mut mean, mut total) = (0.0, 0.0);
    for event in &answer.events {
        let action = &event.plays[0].action;
        let played = [(event.chance.as_deref(), &**action)];
        let made = &analysed(RACE, "2x1|3x1", &played, &judge).moves[0];
        mean += event.probability * made.luck.unwrap().value;
        total += event.probability;
    }
    assert!(mean.abs() < 1e-6 && (total - 1.0).abs() < 1e-12, "{mean}");
}

#[test]
fn what_nothing_knows_is_counted() {
    let data = tempfile::tempdir().unwrap();
    let judge = Judge::new(&resources(&data), RACE).unwrap();
    for valuer in [&judge as &dyn Valuer, &Nothing] {
        let analysis = analysed(RACE, "2x1|3x1", &[(Some("2"), "2/1")], valuer);
        let (player, luck) = &analysis.players[0];
        assert_eq!((player.known, player.unknown, luck.rolls), (0, 1, 0));
        assert_eq!(analysis.moves[0].decision, Decision::Unknown);
    }
}

#[test]
fn values_without_numbers_are_best_or_not() {
    let data = built(NOUGHTS);
    let judge = Judge::new(&resources(&data), NOUGHTS).unwrap();
    let start = catalog().game(NOUGHTS).unwrap().start().text;
    // The answer on the edge loses.
    let analysis = analysed(NOUGHTS, &start, &[(None, "b2"), (None, "b1")], &judge);
    let [first, second] = &analysis.moves[..] else { panic!() };
    assert_eq!((first.decision, &first.best, first.luck), (Decision::Known, &None, None));
    assert!(second.best.is_some() && second.cost.is_none() && second.mark.is_none());
    let (other, _) = &analysis.players[1];
    assert_eq!((other.errors, other.cost), (1, None));
    // No number is reported where none is known.
    let text = analysis.to_string();
    assert!(text.contains("B b1 beside ") && text.contains("1 errors"), "{text}");
    assert!(!text.contains("cost"), "{text}");
    let document = serde_json::to_value(other).unwrap();
    assert!(document.get("cost").is_none(), "{document}");
}

/// The equities of gnubg's databases are rounded: they judge no decision.
#[test]
fn rounded_values_judge_nothing() {
    let catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    let placed = catalog.layer("backgammon/gnubg-ts-6x4").unwrap();
    placed.family.build(placed.layer, &options, &Silent).unwrap();
    let played = [(Some("2-1"), "3/off")];
    let resources = Resources::new(&catalog, data.path());
    let judge = || Judge::new(&resources, "backgammon").unwrap();
    // The database does answer, in its own order.
    let game = catalog.game("backgammon").unwrap();
    let now = &game.turn(&game.read("2,3|6").unwrap()).unwrap();
    let turn = Turn::new(game, now, Some("2-1"), 0, &Silent);
    let (plays, _) = Judge::values(&judge(), &turn).unwrap();
    assert!(plays.len() > 1 && plays.iter().all(|play| play.value.is_some()));
    let exact = judge().without_rounded();
    assert!(Judge::values(&exact, &turn).is_err());
    for judge in [judge(), exact] {
        let analysis = Analysed::of(game, "2,3|6", &played, &judge, &Silent).unwrap();
        let (player, _) = &analysis.players[0];
        assert_eq!((player.known, player.unknown, player.errors), (0, 1, 0));
    }
}

/// A progress that interrupts at once.
struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn an_analysis_stops_while_moves_are_judged() {
    let game = catalog().game(NOUGHTS).unwrap();
    let stopped = Analysed::of(game, &game.start().text, &[(None, "b2")], &Nothing, &Stopped);
    assert!(matches!(stopped, Err(Error::Interrupted)));
}
