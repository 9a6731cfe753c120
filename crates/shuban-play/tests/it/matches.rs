//! Matches and their results.

use shuban_catalog::{Session, with_threads};
use shuban_core::{Datum, Progress, Silent};
use shuban_play::{Estimate, EstimatedCost, Level, MatchOptions, MatchReport, play_match};
use tempfile::TempDir;

use crate::common::{NOUGHTS, RACE, built, catalog, resources};

fn options(players: &[Level], games: u32) -> MatchOptions {
    MatchOptions {
        players: players.to_vec(),
        games,
        seed: 11,
        plies: 2_000,
        opening: false,
        is_recorded: false,
    }
}

fn run(data: &TempDir, game: &str, options: &MatchOptions) -> MatchReport {
    let game = catalog().game(game).unwrap();
    play_match(&resources(data), game, &game.start(), options, &Silent).unwrap()
}

#[test]
fn a_perfect_player_never_loses_noughts_and_crosses() {
    let data = built(NOUGHTS);
    let report = run(&data, NOUGHTS, &options(&[Level::Perfect, Level::Random], 300));
    let [perfect, random] = &report.pairings[0].players[..] else { panic!("{report}") };
    assert_eq!((perfect.losses, random.wins), (0, 0), "{report}");
    assert!(perfect.wins > 200 && perfect.wins + perfect.draws == 300, "{report}");
    assert_eq!((perfect.moves.random, random.moves.table), (0, 0));
    assert!(perfect.points.unwrap().low.unwrap() > 0.5, "{report}");
}

#[test]
fn what_perfect_players_win_is_the_value_of_the_start() {
    let data = built(RACE);
    let report = run(&data, RACE, &options(&[Level::Perfect, Level::Perfect], 4_000));
    let session = Session::new(catalog(), catalog().target(RACE).unwrap(), data.path());
    let answer = session.probe(&report.position, None).unwrap();
    let Some(Datum::Number(value)) = answer.value.unwrap().get("value").cloned() else {
        panic!("a race has a value");
    };
    let pairing = &report.pairings[0];
    let first = pairing.seats[0].points.unwrap();
    let error = (first.high.unwrap() - first.mean) / 1.96;
    assert!((first.mean - value).abs() < 4.0 * error, "{value}: {report}");
    // Seats are exchanged: the first in the list has no advantage.
    let names: Vec<&str> = pairing.players.iter().map(|score| &*score.player).collect();
    assert_eq!(names, ["perfect 1", "perfect 2"]);
    let mean = pairing.players[0].points.unwrap();
    assert!(mean.mean.abs() < 4.0 * (mean.high.unwrap() - mean.mean) / 1.96, "{report}");
}

#[test]
fn a_report_does_not_depend_on_threads() {
    let data = built(RACE);
    let all = options(&[Level::Perfect, Level::Random, Level::Strong], 60);
    let text = |threads| {
        with_threads(threads, || {
            let report = run(&data, RACE, &all);
            (serde_json::to_string(&report).unwrap(), report.to_string())
        })
        .unwrap()
    };
    let one = text(1);
    assert_eq!(one, text(4));
    assert_eq!(one.0.matches("\"games\":60").count(), 4, "{}", one.0);
}

#[test]
fn three_seats_are_exchanged_in_turn() {
    let data = tempfile::tempdir().unwrap();
    let levels = [Level::Strong, Level::Random, Level::Random];
    let report = run(&data, "tiny-tanhinmin", &options(&levels, 60));
    let pairing = &report.pairings[0];
    assert_eq!((report.pairings.len(), pairing.seats.len()), (1, 3));
    let wins: u64 = pairing.players.iter().map(|score| score.wins).sum();
    assert_eq!(wins, 60);
    let games = |score: &shuban_play::PlayerScore| score.wins + score.draws + score.losses;
    assert!(pairing.players.iter().all(|score| games(score) == 60));
    let error = play_match(
        &resources(&data),
        catalog().game("tiny-tanhinmin").unwrap(),
        &catalog().game("tiny-tanhinmin").unwrap().start(),
        &options(&[Level::Random; 2], 1),
        &Silent,
    );
    assert!(error.unwrap_err().to_string().contains("takes 3 players, and 2 are given"));
}

#[test]
fn players_are_chosen_in_all_ways() {
    let data = built(RACE);
    let chosen = |game, players: &[Level]| -> Vec<Vec<String>> {
        let report = run(&data, game, &options(players, 1));
        let names = |pairing: shuban_play::Pairing| {
            pairing.players.into_iter().map(|score| score.player).collect()
        };
        report.pairings.into_iter().map(names).collect()
    };
    let three = [Level::Perfect, Level::Random, Level::Strong];
    let pairs = [["perfect", "random"], ["perfect", "strong"], ["random", "strong"]];
    assert_eq!(chosen(RACE, &three), pairs);
    let all = [["random 1", "random 2", "random 3"]];
    assert_eq!(chosen("tiny-tanhinmin", &[Level::Random; 3]), all);
    let race = catalog().game(RACE).unwrap();
    let alone = options(&[Level::Random], 1);
    let refused = play_match(&resources(&data), race, &race.start(), &alone, &Silent);
    assert!(refused.unwrap_err().to_string().contains("takes 2 players, and 1 are given"));
}

#[test]
fn a_mean_has_bounds_from_two_games_on() {
    let data = tempfile::tempdir().unwrap();
    let estimates = |games| {
        let report = run(&data, NOUGHTS, &options(&[Level::Random; 2], games));
        let [first, _] = &report.pairings[0].players[..] else { panic!("{report}") };
        (first.points.unwrap(), [first.wins, first.draws, first.losses].map(|n| n as f64))
    };
    let (one, [wins, _, losses]) = estimates(1);
    assert_eq!((one.mean, one.low, one.high), (wins - losses, None, None));
    let (four, [wins, draws, losses]) = estimates(4);
    let mean = (wins - losses) / 4.0;
    let squares = wins * (1.0 - mean).powi(2) + losses * (1.0 + mean).powi(2) + draws * mean * mean;
    let half = 1.96 * (squares / 3.0 / 4.0).sqrt();
    assert!(four.mean == mean && (four.high.unwrap() - mean - half).abs() < 1e-12, "{four}");
    // Two games won and two lost: s² = 4/3 and n = 4.
    let half = 1.96 / 3f64.sqrt();
    let four = Estimate { mean: 0.0, low: Some(-half), high: Some(half) };
    assert_eq!(four.to_string(), "+0.0000 (95 %: -1.1316 to +1.1316)");
}

#[test]
fn a_cost_below_two_standard_errors_is_not_clear() {
    let is_clear = |value, standard_error| {
        EstimatedCost { value, standard_error: Some(standard_error) }.is_clear()
    };
    assert!(is_clear(0.02, 0.01) && is_clear(0.01, 0.0));
    assert!(!is_clear(0.019, 0.01) && !is_clear(0.0, 0.0));
    let by_function = |value| EstimatedCost { value, standard_error: None }.is_clear();
    assert!(by_function(0.05) && !by_function(0.03));
}

#[test]
fn a_game_that_takes_too_long_has_no_result() {
    let data = tempfile::tempdir().unwrap();
    let short = MatchOptions { plies: 4, ..options(&[Level::Random; 2], 10) };
    let report = run(&data, NOUGHTS, &short);
    let pairing = &report.pairings[0];
    assert_eq!((pairing.games, pairing.no_result), (10, 10));
    assert_eq!((pairing.players[0].points, pairing.players[0].draws), (None, 0));
    assert!(report.to_string().contains("10 without a result after 4 moves"), "{report}");
    // The last move may end the game.
    let whole = MatchOptions { plies: 9, ..short };
    assert_eq!(run(&data, NOUGHTS, &whole).pairings[0].no_result, 0);
}

/// A progress that interrupts after some questions.
struct Patience(std::sync::atomic::AtomicU32);

impl Progress for Patience {
    fn interrupted(&self) -> bool {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 400
    }
}

#[test]
fn an_interrupted_match_tells_of_the_games_that_were_played() {
    let data = tempfile::tempdir().unwrap();
    let game = catalog().game(NOUGHTS).unwrap();
    let patience = Patience(0.into());
    let levels = options(&[Level::Random; 2], 5_000);
    let report = play_match(&resources(&data), game, &game.start(), &levels, &patience).unwrap();
    assert!(report.is_interrupted && (1..5_000).contains(&report.played()), "{report}");
}
