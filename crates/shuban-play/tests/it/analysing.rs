//! What the moves of transcribed games cost.

use shuban_catalog::{AnyAnswer, Error};
use shuban_core::{Progress, Silent, TranscribedGame, TranscribedMove, Transcript};
use shuban_play::{Analysis, Bounds, Decision, Judge, Resources, Turn, Valuer, analyse};
use shuban_solve::BuildOptions;

use crate::common::{NOUGHTS, RACE, built, catalog, resources};

const MARKS: [(f64, &str); 2] = [(0.001, "small"), (0.3, "large")];

fn transcript(game: &str, start: &str, moves: &[(usize, Option<&str>, &str)]) -> Transcript {
    let made = |&(seat, chance, action): &(usize, Option<&str>, &str)| TranscribedMove {
        seat,
        chance: chance.map(str::to_owned),
        action: action.to_owned(),
        before: String::new(),
    };
    let game_of = TranscribedGame {
        heading: "0 : 0".to_owned(),
        start: start.to_owned(),
        moves: moves.iter().map(made).collect(),
        doublings: Vec::new(),
        result: "nobody wins".to_owned(),
    };
    Transcript {
        game: game.to_owned(),
        players: vec!["A".to_owned(), "B".to_owned()],
        about: "one game".to_owned(),
        left_out: String::new(),
        games: vec![game_of],
    }
}

/// Knows nothing.
struct Nothing;

impl Valuer for Nothing {
    fn values(&self, _turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error> {
        Ok(None)
    }
}

fn analysed(transcript: &Transcript, valuer: &dyn Valuer) -> Result<Analysis, Error> {
    analyse(catalog(), transcript, valuer, &MARKS, &Silent)
}

#[test]
fn an_error_is_marked_and_summed_and_rolls_are_lucky() {
    let data = built(RACE);
    let judge = Judge::new(&resources(&data), RACE).unwrap();
    // Home, or one step short of it.
    let played = transcript(RACE, "2x1|3x1", &[(0, Some("2"), "2/1")]);
    let analysis = analysed(&played, &judge).unwrap();
    let made = &analysis.games[0].moves[0];
    let cost = made.cost.unwrap();
    assert_eq!((made.decision, made.mark), (Decision::Known, Some("large")));
    assert_eq!(made.best.as_deref(), Some("2/0"));
    assert!(cost.lower <= cost.value && cost.value <= cost.upper && cost.lower > 0.3);
    // The roll wins at once: nothing is better, so it is better than the mean.
    let luck = made.luck.unwrap();
    assert!(luck.lower > 0.0 && luck.lower <= luck.upper, "{luck:?}");
    let [a, b] = &analysis.players[..] else { panic!() };
    assert_eq!((a.known, a.unknown, a.forced, a.errors, a.rolls), (1, 0, 0, 1, 1));
    assert_eq!(a.marks.iter().map(|mark| mark.count).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((a.cost, a.luck), (Some(cost), luck));
    assert_eq!((b.known, b.errors, b.cost), (0, 0, Some(Bounds::default())));
    let text = analysis.to_string();
    assert!(text.contains("A 2: 2/1 costs ") && text.contains("beside 2/0 (large)"), "{text}");
    // The best move costs nothing, whatever the bounds.
    let played = transcript(RACE, "2x1|3x1", &[(0, Some("2"), "2/0")]);
    let made = &analysed(&played, &judge).unwrap().games[0].moves[0];
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
        let played = transcript(RACE, "2x1|3x1", &[(0, event.chance.as_deref(), action)]);
        let made = &analysed(&played, &judge).unwrap().games[0].moves[0];
        mean += event.probability * made.luck.unwrap().value;
        total += event.probability;
    }
    assert!(mean.abs() < 1e-6 && (total - 1.0).abs() < 1e-12, "{mean}");
}

#[test]
fn what_nothing_knows_is_counted() {
    let data = tempfile::tempdir().unwrap();
    let judge = Judge::new(&resources(&data), RACE).unwrap();
    let played = transcript(RACE, "2x1|3x1", &[(0, Some("2"), "2/1")]);
    for valuer in [&judge as &dyn Valuer, &Nothing] {
        let analysis = analysed(&played, valuer).unwrap();
        let player = &analysis.players[0];
        assert_eq!((player.known, player.unknown, player.rolls), (0, 1, 0));
        assert_eq!(analysis.games[0].moves[0].decision, Decision::Unknown);
    }
}

#[test]
fn values_without_numbers_are_best_or_not() {
    let data = built(NOUGHTS);
    let judge = Judge::new(&resources(&data), NOUGHTS).unwrap();
    let start = catalog().game(NOUGHTS).unwrap().start().text;
    // The answer on the edge loses.
    let played = transcript(NOUGHTS, &start, &[(0, None, "b2"), (1, None, "b1")]);
    let analysis = analysed(&played, &judge).unwrap();
    let [first, second] = &analysis.games[0].moves[..] else { panic!() };
    assert_eq!((first.decision, &first.best, first.luck), (Decision::Known, &None, None));
    assert!(second.best.is_some() && second.cost.is_none() && second.mark.is_none());
    assert_eq!((analysis.players[1].errors, analysis.players[1].cost), (1, None));
    // No number is told where none is known.
    let text = analysis.to_string();
    assert!(text.contains("B b1 beside ") && text.contains("1 errors"), "{text}");
    assert!(!text.contains("cost"), "{text}");
    let document = serde_json::to_value(&analysis).unwrap();
    assert!(document["players"][1].get("cost").is_none(), "{document}");
}

/// The equities of gnubg's databases are rounded: no decision is judged by them.
#[test]
fn rounded_values_judge_nothing() {
    let catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    let placed = catalog.layer("backgammon/gnubg-ts-6x4").unwrap();
    placed.family.build(placed.layer, &options, &Silent).unwrap();
    let played = transcript("backgammon", "2,3|6", &[(0, Some("2-1"), "3/off")]);
    let resources = Resources::new(&catalog, data.path());
    let judge = || Judge::new(&resources, "backgammon").unwrap();
    // The database does answer, in an order of its own.
    let game = catalog.game("backgammon").unwrap();
    let rules = &game.by_rules(&game.read("2,3|6").unwrap()).unwrap();
    let turn = Turn { game, rules, chance: Some("2-1"), ply: 0, progress: &Silent };
    let (plays, _) = Judge::values(&judge(), &turn).unwrap();
    assert!(plays.len() > 1 && plays.iter().all(|play| play.value.is_some()));
    let exact = judge().without_rounded();
    assert!(Judge::values(&exact, &turn).is_err());
    for judge in [judge(), exact] {
        let analysis = analyse(&catalog, &played, &judge, &MARKS, &Silent).unwrap();
        let player = &analysis.players[0];
        assert_eq!((player.known, player.unknown, player.errors), (0, 1, 0));
    }
}

/// Gives the word to stop at once.
struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn an_analysis_stops_while_a_game_is_played_through() {
    // The second move is not legal, which nobody finds out.
    let start = catalog().game(NOUGHTS).unwrap().start().text;
    let played = transcript(NOUGHTS, &start, &[(0, None, "b2"), (1, None, "b2")]);
    let stopped = analyse(catalog(), &played, &Nothing, &MARKS, &Stopped);
    assert!(matches!(stopped, Err(Error::Interrupted)));
}

#[test]
fn moves_against_the_rules_are_refused_with_their_place() {
    for (moves, reason) in [
        (&[(0, None, "b2"), (1, None, "b2")][..], "game 1, move 2, `b2`"),
        (&[(1, None, "b2")][..], "it is the turn of seat 0, not 1"),
    ] {
        let start = catalog().game(NOUGHTS).unwrap().start().text;
        let error = analysed(&transcript(NOUGHTS, &start, moves), &Nothing).unwrap_err();
        assert_eq!(error.kind(), "bad-game-file");
        assert!(error.to_string().contains(reason), "{error}");
    }
    let error = analysed(&transcript("chess", "", &[]), &Nothing).unwrap_err();
    assert_eq!(error.kind(), "unknown-game");
}
