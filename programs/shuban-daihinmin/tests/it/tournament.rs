//! Tournaments: line-ups, ratings, reports.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_core::{Random, Silent};
use shuban_daihinmin::Error;
use shuban_daihinmin::matches::check_records;
use shuban_daihinmin::players::PlayerKind::{self, Base, Default, Endgame};
use shuban_daihinmin::tournament::{
    Finishes, TournamentOptions, TournamentReport, all_line_ups, hold, line_ups, ratings,
};
use shuban_daihinmin_game::{ContestRules, PLAYERS};

use crate::common;

/// Returns how often each pair of players met, a player at several seats counted each time.
fn meetings(players: usize, line_ups: &[[usize; PLAYERS]]) -> Vec<u32> {
    let seats = |line_up: &[usize; PLAYERS], player| {
        line_up.iter().filter(|&&other| other == player).count() as u32
    };
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    pairs
        .map(|(one, other)| line_ups.iter().map(|at| seats(at, one) * seats(at, other)).sum())
        .collect()
}

#[test]
fn all_pairs_meet_equally_often_in_whole_rounds() {
    for (players, round) in [(2, 2), (3, 3), (4, 4), (5, 1), (6, 6), (7, 21), (8, 56)] {
        assert_eq!(all_line_ups(players), round);
        let drawn = line_ups(players, 3 * round, 1);
        let met = meetings(players, &drawn);
        assert!(met[0] > 0 && met.iter().all(|&count| count == met[0]), "{players}: {met:?}");
        let different: BTreeSet<_> = drawn.iter().collect();
        assert!(different.len() > 1, "seats are in random order");
    }
}

proptest! {
    #[test]
    fn pairs_meet_nearly_equally_often(players in 2usize..16, tables in 30usize..200, seed: u64) {
        let drawn = line_ups(players, tables, seed);
        prop_assert_eq!(drawn.len(), tables);
        let met = meetings(players, &drawn);
        let (least, most) = (*met.iter().min().unwrap(), *met.iter().max().unwrap());
        // A table more of two players with several seats counts up to six times.
        let allowed = if players < PLAYERS { 6 } else { 5 };
        prop_assert!(most - least <= allowed, "{} to {}", least, most);
        prop_assert_eq!(line_ups(players, tables, seed), drawn);
    }
}

/// Draws an order of players in proportion to their strengths, one after the other.
fn order(strengths: &[f64], random: &mut Random) -> Vec<usize> {
    let mut left: Vec<usize> = (0..strengths.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let sum: f64 = left.iter().map(|&player| strengths[player]).sum();
        let mut drawn = random.below(1 << 40) as f64 / (1u64 << 40) as f64 * sum;
        let chosen = left.iter().position(|&player| {
            drawn -= strengths[player];
            drawn < 0.0
        });
        order.push(left.remove(chosen.unwrap_or(left.len() - 1)));
    }
    order
}

/// Returns the finishes of tables of 50 games each, of players of these ratings.
fn simulated(elo: &[f64], tables: usize, seed: u64) -> Vec<Finishes> {
    let strengths: Vec<f64> = elo.iter().map(|elo| 10f64.powf(elo / 400.0)).collect();
    let mut random = Random::new(seed);
    let table = |_| {
        let mut finishes = Finishes::new(elo.len());
        (0..50).for_each(|_| finishes.add_game(&order(&strengths, &mut random)));
        finishes
    };
    (0..tables).map(table).collect()
}

#[test]
fn strengths_are_found_again() {
    let elo = [0.0, 60.0, 150.0, -80.0, -200.0];
    for seed in 1..=3 {
        let rated = ratings(&simulated(&elo, 200, seed), Some(0), seed);
        for (rating, elo) in rated.iter().zip(elo) {
            assert!((rating.elo - elo).abs() < 12.0, "{elo}: {rating:?}");
            let [low, high] = rating.ci95.unwrap();
            assert!(high - low < 24.0 && low <= rating.elo && rating.elo <= high, "{rating:?}");
        }
        assert_eq!((rated[0].elo, rated[0].ci95), (0.0, Some([0.0, 0.0])));
    }
}

#[test]
fn intervals_hold_as_often_as_they_say() {
    let elo = [40.0, 20.0, 0.0, -20.0, -40.0];
    let inside = |seed| {
        let rated = ratings(&simulated(&elo, 20, seed), None, seed);
        let is_inside = |(rating, elo): (&shuban_daihinmin::tournament::Rating, f64)| {
            rating.ci95.is_some_and(|[low, high]| low <= elo && elo <= high)
        };
        rated.iter().zip(elo).filter(|&it| is_inside(it)).count()
    };
    let inside: usize = (0..40).map(inside).sum();
    // 190 of 200 are expected.
    assert!((178..=199).contains(&inside), "{inside} of 200");
}

#[test]
fn who_is_always_first_has_a_rating() {
    let mut finishes = Finishes::new(3);
    (0..10).for_each(|_| finishes.add_game(&[0, 1, 2, 1, 2]));
    let elo = finishes.elo();
    assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo[0] < 2_000.0, "{elo:?}");
    assert!(elo.iter().sum::<f64>().abs() < 1e-6);
    // One who has met nobody is at the mean, and a single table has no interval.
    let mut finishes = Finishes::new(3);
    finishes.add_game(&[0, 1]);
    let rated = ratings(&[finishes], None, 1);
    assert!(rated[2].elo.abs() < 1e-6 && rated[2].ci95.is_none(), "{rated:?}");
    assert!(ratings(&[], None, 1).is_empty());
}

fn held(players: &[PlayerKind], games: u32, threads: usize) -> TournamentReport {
    let options = TournamentOptions { players: players.to_vec(), games, seed: 3, records: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let setup = common::setup(ContestRules::default(), 1);
    pool.install(|| hold(&setup, &options, &Silent)).unwrap()
}

#[test]
fn a_tournament_does_not_depend_on_the_number_of_threads() {
    let players = [PlayerKind::Random, Default, Base, Endgame, Base, Base];
    let one = held(&players, 650, 1);
    assert_eq!(held(&players, 650, 2), one);
    assert_eq!((one.games, one.tables, one.anchor.as_deref()), (650, 24, Some("default")));
    let names: Vec<&str> = one.players.iter().map(|player| &*player.name).collect();
    assert_eq!(names.last(), Some(&"random"));
    assert!(names.contains(&"base (3)"));
    let seats: u32 = one.players.iter().map(|player| player.games).sum();
    assert_eq!(seats, 650 * 5);
    for player in &one.players {
        assert_eq!(player.places.iter().sum::<u32>(), player.games);
        let [low, high] = player.ci95.unwrap();
        assert!(low < player.points && player.points < high);
    }
    let text = one.to_string();
    assert!(text.starts_with("650 games at 24 tables, seed 3; ratings in Elo, default at 0\n"));
    assert_eq!(text.lines().count(), 8, "{text}");
}

#[test]
fn equal_players_have_equal_ratings() {
    for players in [&[Base; 2][..], &[Base; 3], &[Base; 5]] {
        let report = held(players, 3_000, 2);
        assert_eq!(report.anchor, None);
        for player in &report.players {
            let [low, high] = player.rating.ci95.unwrap();
            assert!(low <= 0.0 && 0.0 <= high && high - low < 40.0, "{report}");
            let [low, high] = player.ci95.unwrap();
            assert!(low <= 3.0 && 3.0 <= high, "{report}");
        }
    }
}

#[test]
fn records_of_a_tournament_are_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let records = Some(folder.path().to_owned());
    let options = TournamentOptions { players: vec![Base, Default], games: 30, seed: 1, records };
    let setup = common::setup(ContestRules::default(), 1);
    let report = hold(&setup, &options, &Silent).unwrap();
    let files =
        (1..=report.tables).map(|table| folder.path().join(format!("table-{table:04}.txt")));
    let checked = check_records(&files.collect::<Vec<_>>()).unwrap();
    assert!(checked.passed);
    assert_eq!(checked.records.iter().filter_map(|record| record.games).sum::<usize>(), 30);
    let alone = TournamentOptions { players: vec![Base], ..options };
    assert!(matches!(hold(&setup, &alone, &Silent), Err(Error::Entrants)));
}
