//! The costs of decisions with the doubling cube.

use shuban_catalog::Catalog;
use shuban_core::dice::Roll;
use shuban_core::{Game, Silent};
use shuban_games::catalog;
use shuban_gammon::{Gammon, Variant, parse_move};
use shuban_match::match_play::{DoublingOptions, Stakes};
use shuban_match::{
    AnalysedCube, Analysis, CubeError, CubeUnit, DoublingOutcome, PlayedDoubling, PlayedGame,
    PlayedMatch, PlayedMove, analyse,
};
use shuban_play::{Decision, Judge, Resources};
use shuban_solve::BuildOptions;
use tempfile::TempDir;

/// Hypergammon with one checker a side for money.
fn one_each(catalog: &Catalog) -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    let placed = catalog.layer("hypergammon/1").unwrap();
    placed.family.build(placed.layer, &options, &Silent).unwrap();
    data
}

const MONEY: Stakes =
    Stakes { length: 0, score: [0, 0], cube: 1, owner: None, is_crawford: false, is_jacoby: false };

fn variant(game: &str) -> Variant {
    Variant::by_name(game).or(Variant::hypergammon(1)).unwrap()
}

/// One turn of seat 0, who might double before it and then plays a 2-1 if the game goes on, in a
/// game that had begun before.
fn turn(
    game: &str,
    start: &str,
    action: &str,
    stakes: Stakes,
    outcome: DoublingOutcome,
) -> PlayedMatch {
    let variant = variant(game);
    let position = Gammon::new(variant.clone()).parse(start).unwrap();
    let roll = Roll::new(2, 1);
    let mut moves = Vec::new();
    if outcome != DoublingOutcome::Passed {
        let (action, after) = parse_move(&variant, &position, roll, action).unwrap();
        moves.push(PlayedMove { before: position, roll, action, after, remark: String::new() });
    }
    PlayedMatch {
        variant,
        players: vec!["A".to_owned(), "B".to_owned()],
        about: "one turn".to_owned(),
        note: String::new(),
        games: vec![PlayedGame {
            moves,
            doublings: vec![PlayedDoubling { ply: 0, position, stakes, outcome }],
            ..PlayedGame::default()
        }],
        left_out: Vec::new(),
        warnings: Vec::new(),
    }
}

fn analysed(data: &TempDir, played: &PlayedMatch, most_positions: usize) -> Analysis {
    let catalog = catalog();
    let resources = Resources::new(&catalog, data.path());
    let judge = Judge::new(&resources, played.variant.name()).unwrap().without_rounded();
    let doubling = DoublingOptions { most_positions, equities: None };
    analyse(&resources, played, &judge, &doubling, &Silent).unwrap()
}

fn assert_costs(made: &AnalysedCube, expected: f64, error: Option<CubeError>) {
    let cost = made.cost.unwrap();
    assert!(cost.lower <= expected + 1e-12 && expected - 1e-12 <= cost.upper, "{made:?}");
    assert!(cost.upper - cost.lower < 1e-6, "{made:?}");
    assert_eq!((made.decision, made.error), (Decision::Known, error), "{made:?}");
}

/// The opponent bears off next turn, so that everything depends on this roll: 23 of 36 rolls bear
/// off from the seven point, 17 from the eight point. All wins are gammons.
#[test]
fn each_kind_of_error_costs_what_the_rolls_say() {
    let data = one_each(&catalog());
    let of = |start: &str, stakes: &Stakes, outcome| {
        let action = if start.starts_with('8') { "8/5" } else { "7/4" };
        analysed(&data, &turn("hypergammon-1", start, action, stakes.clone(), outcome), 0)
    };
    let centred = MONEY;
    // 2 (23 - 13) / 36 without a double, twice that with one, and 1 if it is passed.
    let missed = of("7|1", &centred, DoublingOutcome::NoDouble);
    let [made] = &missed.games[0].extras.cube[..] else { panic!() };
    assert_costs(made, 4.0 / 9.0, Some(CubeError::MissedDouble));
    assert_eq!((made.best, made.mark), (Some("double, pass"), Some("very bad")));
    assert_eq!(made.source.as_deref(), Some("hypergammon/1"));
    assert_eq!((made.unit, made.number, made.seat), (CubeUnit::Points, 1, 0));

    let taken = of("7|1", &centred, DoublingOutcome::Taken);
    let [double, take] = &taken.games[0].extras.cube[..] else { panic!() };
    assert_costs(double, 0.0, None);
    assert_costs(take, 1.0 / 9.0, Some(CubeError::WrongTake));
    assert_eq!((take.seat, take.best, take.mark), (1, Some("pass"), Some("bad")));

    // 2 (17 - 19) / 36: a double makes that twice as much.
    let passed = of("8|1", &centred, DoublingOutcome::Passed);
    let [double, pass] = &passed.games[0].extras.cube[..] else { panic!() };
    assert_costs(double, 1.0 / 9.0, Some(CubeError::WrongDouble));
    assert_eq!(double.best, Some("no double"));
    assert_costs(pass, 11.0 / 9.0, Some(CubeError::WrongPass));
    assert_eq!((pass.seat, pass.best), (1, Some("take")));

    // Gammons count for the owner of the cube, by Jacoby's rule too, and not in the middle.
    let jacoby = Stakes { is_jacoby: true, ..MONEY };
    let missed = of("7|1", &jacoby, DoublingOutcome::NoDouble);
    assert_costs(&missed.games[0].extras.cube[0], 13.0 / 18.0, Some(CubeError::MissedDouble));
    let owned = Stakes { cube: 2, owner: Some(0), ..jacoby };
    let missed = of("7|1", &owned, DoublingOutcome::NoDouble);
    assert_costs(&missed.games[0].extras.cube[0], 4.0 / 9.0, Some(CubeError::MissedDouble));

    // A certain win is too good to double, unless gammons do not count.
    let cashed = |stakes: &Stakes| {
        let taken = DoublingOutcome::Taken;
        analysed(&data, &turn("hypergammon-1", "1|1", "1/off", stakes.clone(), taken), 0)
    };
    let [double, take] = &cashed(&centred).games[0].extras.cube[..] else { panic!() };
    assert_costs(double, 1.0, Some(CubeError::WrongDouble));
    assert_eq!(double.best, Some("too good to double"));
    assert_costs(take, 3.0, Some(CubeError::WrongTake));
    assert_costs(&cashed(&jacoby).games[0].extras.cube[0], 0.0, None);
}

/// A side of hypergammon that has borne off nothing may lose a gammon, which tables of races do not
/// count.
#[test]
fn races_judge_only_where_no_gammon_can_be_lost() {
    let catalog = catalog();
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    let placed = catalog.layer("backgammon/race-7x3").unwrap();
    for layer in 0..=placed.layer.0 {
        placed.family.build(shuban_core::LayerId(layer), &options, &Silent).unwrap();
    }
    for (game, start, source) in [
        ("hypergammon", "7,7,7|1", None),
        ("hypergammon", "1|7,7,7", None),
        ("hypergammon", "7,7|1", Some("backgammon/race-7x2")),
        ("backgammon", "7,7,7|1", Some("backgammon/race-7x3")),
    ] {
        let action = if start.starts_with('1') { "1/off" } else { "7/4" };
        let played = turn(game, start, action, MONEY, DoublingOutcome::Taken);
        let analysis = analysed(&data, &played, 0);
        for made in &analysis.games[0].extras.cube {
            assert_eq!(made.source.as_deref(), source, "{game} {start}");
        }
    }
}

#[test]
fn cube_decisions_are_summed_apart_from_moves() {
    let data = one_each(&catalog());
    let analysis =
        analysed(&data, &turn("hypergammon-1", "7|1", "7/4", MONEY, DoublingOutcome::Taken), 0);
    let [a, b] = &analysis.players[..] else { panic!() };
    let (a, b) = (a.extras.cube.as_ref().unwrap(), b.extras.cube.as_ref().unwrap());
    assert_eq!((a.known, a.unknown, a.errors), (1, 0, 0));
    assert_eq!((b.known, b.unknown, b.errors, b.wrong_takes), (1, 0, 1, 1));
    assert_eq!(b.marks.iter().map(|mark| mark.count).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(Some(b.cost), analysis.games[0].extras.cube[1].cost);
    assert_eq!((analysis.players[1].moves.errors, analysis.players[1].moves.known), (0, 0));
    let text = analysis.to_string();
    assert!(text.contains("    1. B cube: take costs 0.1111 beside pass (bad)\n"), "{text}");
    assert!(text.contains("(wrong takes: 1)"), "{text}");
}

#[test]
fn what_nothing_knows_of_the_cube_is_counted() {
    let data = tempfile::tempdir().unwrap();
    let money = turn("hypergammon-1", "7|1", "7/4", MONEY, DoublingOutcome::Taken);
    let game = Stakes { length: 5, score: [1, 2], ..MONEY };
    let in_match = turn("hypergammon-1", "7|1", "7/4", game, DoublingOutcome::Taken);
    for (played, most) in [(money, 1_000), (in_match.clone(), 0), (in_match.clone(), 1)] {
        let analysis = analysed(&data, &played, most);
        for player in &analysis.players {
            let cube = player.extras.cube.as_ref().unwrap();
            assert_eq!((cube.known, cube.unknown, cube.errors), (0, 1, 0));
        }
        assert!(analysis.to_string().contains("cube decisions: 0 judged, 1 unknown"));
    }
    let solved = analysed(&data, &in_match, 1_000);
    let [double, take] = &solved.games[0].extras.cube[..] else { panic!() };
    assert_eq!((double.unit, double.decision), (CubeUnit::MatchChance, Decision::Known));
    assert_eq!((double.source.as_deref(), take.decision), (Some("match play"), Decision::Known));
}
