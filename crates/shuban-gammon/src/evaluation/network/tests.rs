use proptest::prelude::*;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_core::{Evaluation, ONE, Random};
use xxhash_rust::xxh3::xxh3_64;

use super::*;
use crate::bearoff::TwoSidedBearOff;
use crate::evaluation::TermEvaluation;
use crate::moves::{MoveGenerator, PlayScratch};
use crate::position::Position;
use crate::twin::random_position;
use crate::variant::Variant;

fn half_gammon() -> Variant {
    Variant::by_name("half-gammon").unwrap()
}

fn trained() -> NetworkEvaluation {
    NetworkEvaluation::new(half_gammon()).unwrap()
}

fn inputs(places: Places, position: &Position) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    places.for_each(position, |input, count| all.push((input, count)));
    all
}

/// The position of some inputs, by what their numbers mean.
fn decoded(variant: &Variant, inputs: &[(usize, usize)]) -> Position {
    let of_side = variant.checkers() * (variant.bar() + 1);
    let side = |number: usize| {
        let own = inputs.iter().filter(|(input, _)| input / of_side == number);
        own.fold(Checkers::NONE, |side, (input, _)| {
            let (place, fewer) = (input % of_side / variant.checkers(), input % variant.checkers());
            if place == 0 { side } else { side.with(place, fewer + 1) }
        })
    };
    Position::new(side(0), side(1))
}

/// The sum before the last f, as it is defined, a number at a time.
fn lead_by_definition(network: &Network, variant: &Variant, position: &Position) -> f32 {
    let units = network.hidden.len();
    let mut sums = network.hidden.clone();
    for (number, side) in [position.mover, position.opponent].into_iter().enumerate() {
        for place in 0..=variant.bar() {
            let count = if place == 0 { variant.checkers() - side.count() } else { side.on(place) };
            if count > 0 {
                let first = (number * (variant.bar() + 1) + place) * variant.checkers();
                for (unit, sum) in sums.iter_mut().enumerate() {
                    *sum += network.inputs[(first + count - 1) * units + unit];
                }
            }
        }
    }
    let mut lanes = [0.0f32; 8];
    for unit in 0..units {
        let bent = sums[unit] / (1.0 + sums[unit] * sums[unit]).sqrt();
        lanes[unit % 8] += bent * network.output[unit];
    }
    let mut lead = network.bias;
    for lane in lanes {
        lead += lane;
    }
    lead
}

/// A variant by number.
fn any_variant(which: usize) -> Variant {
    Variant::by_name(Variant::names()[which]).unwrap()
}

proptest! {
    #[test]
    fn inputs_tell_positions_apart(which in 0..5usize, seed in any::<u64>()) {
        let variant = any_variant(which);
        let places = Places::of(&variant);
        let position = random_position(&variant, &mut Random::new(seed));
        let found = inputs(places, &position);
        prop_assert!(found.is_sorted_by(|one, next| one.0 < next.0));
        prop_assert!(found.iter().all(|(input, _)| *input < places.inputs()));
        prop_assert_eq!(decoded(&variant, &found), Position { turn: 0, ..position });
        // The other side sees the same with the halves exchanged.
        let half = places.inputs() / 2;
        let mut turned: Vec<(usize, usize)> =
            found.iter().map(|(input, count)| ((input + half) % (2 * half), *count)).collect();
        turned.sort_unstable();
        prop_assert_eq!(inputs(places, &position.swapped()), turned);
    }

    #[test]
    fn results_are_those_of_the_definition_to_the_last_bit(
        name in prop::sample::select(vec!["backgammon", "half-gammon"]),
        seed in any::<u64>(),
    ) {
        let variant = Variant::by_name(name).unwrap();
        let evaluation = NetworkEvaluation::new(variant.clone()).unwrap();
        let position = random_position(&variant, &mut Random::new(seed));
        let lead = evaluation.network().lead(pulp::Arch::new(), &position);
        let plain = lead_by_definition(evaluation.network(), &variant, &position);
        prop_assert_eq!(lead.to_bits(), plain.to_bits());
        let other = Position { turn: 1 - position.turn, ..position };
        let value = evaluation.evaluate(&position);
        prop_assert_eq!(value, evaluation.evaluate(&other));
        prop_assert!(-ONE < value && value < ONE);
    }

    #[test]
    fn positions_of_other_games_have_results_too(which in 0..5usize, seed in any::<u64>()) {
        let position = random_position(&any_variant(which), &mut Random::new(seed));
        prop_assert!(trained().expected_result(&position).abs() < 1.0);
    }

    #[test]
    fn damaged_weights_are_refused(at in any::<prop::sample::Index>(), bits in 1..=255u8) {
        let mut file = trained().network().to_file(&half_gammon());
        *at.get_mut(&mut file) ^= bits;
        prop_assert!(Network::read(&half_gammon(), &file).is_err());
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let network = trained().network().clone();
    let file = network.to_file(&half_gammon());
    assert_eq!(Network::read(&half_gammon(), &file), Ok(network));
    // The same for the largest allowed; no result reaches that of a game that is over.
    let most = Network {
        hidden: vec![1024.0; 32],
        output: vec![1024.0; 32],
        bias: 1024.0,
        ..trained().network().clone()
    };
    let most = NetworkEvaluation::read(half_gammon(), &most.to_file(&half_gammon())).unwrap();
    let start = Position::new(half_gammon().start(), half_gammon().start());
    assert!((ONE - 10..ONE).contains(&most.evaluate(&start)), "{}", most.evaluate(&start));
}

#[test]
fn what_is_no_file_of_weights_is_refused_by_what_is_wrong() {
    let variant = half_gammon();
    let network = trained().network().clone();
    let file = network.to_file(&variant);
    let refused = |file: &[u8]| Network::read(&half_gammon(), file).unwrap_err();
    assert_eq!(refused(b""), NetworkError::Magic);
    assert_eq!(refused(b"SHUBNET2 and more than that"), NetworkError::Magic);
    for found in [16, 20, 24, file.len() - 1] {
        let expected = file.len();
        assert_eq!(refused(&file[..found]), NetworkError::Length { expected, found });
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(refused(&longer), NetworkError::Length { .. }));
    let mini = Variant::by_name("mini-gammon").unwrap();
    let error = NetworkError::Variant { expected: [16, 10, 4, 4], found: [12, 8, 3, 3] };
    assert_eq!(Network::read(&mini, &file), Err(error));
    let resealed = |at: usize, bytes: [u8; 4]| {
        let mut file = file[..file.len() - 8].to_vec();
        file[at..at + 4].copy_from_slice(&bytes);
        file.extend(xxh3_64(&file).to_le_bytes());
        refused(&file)
    };
    assert_eq!(resealed(12, 33u32.to_le_bytes()), NetworkError::Units(33));
    for value in [f32::INFINITY, 1024.1, -2000.0] {
        let error = NetworkError::Weight { number: 3, value };
        assert_eq!(resealed(16 + 4 * 3, value.to_le_bytes()), error);
    }
    let error = resealed(16, f32::NAN.to_le_bytes());
    assert!(matches!(error, NetworkError::Weight { number: 0, value } if value.is_nan()));
    assert!(matches!(resealed(0, *b"SHUT"), NetworkError::Magic));
}

#[test]
fn three_variants_have_a_trained_network() {
    let has = |name: &&str| NetworkEvaluation::new(Variant::by_name(name).unwrap()).is_some();
    let names: Vec<&str> = Variant::names().into_iter().filter(has).collect();
    assert_eq!(names, ["backgammon", "nackgammon", "half-gammon"]);
}

#[test]
fn the_network_is_closer_to_the_truth_of_races_at_home_than_the_terms() {
    let (terms, network) = (TermEvaluation::new(half_gammon()), trained());
    let (mut by_terms, mut by_network) = (0.0, 0.0);
    for (position, value) in TwoSidedBearOff::new(half_gammon()).unwrap().solved() {
        if !position.mover.is_empty() && !position.opponent.is_empty() {
            let value = value.midpoint();
            by_terms += (terms.expected_result(&position) - value).abs();
            by_network += (network.expected_result(&position) - value).abs();
        }
    }
    assert!(by_network < by_terms, "{by_network} {by_terms}");
}

/// Plays a game, each play the one that looks best one roll ahead; returns the result of the first
/// player.
fn play(players: [&dyn Fn(&Position) -> f64; 2], random: &mut Random) -> f64 {
    let variant = Variant::by_name("backgammon").unwrap();
    let mut position = Position::new(variant.start(), variant.start());
    let mut scratch = PlayScratch::default();
    for turn in 0..1_000 {
        let roll = Roll::new(random.throw(6) as u8 + 1, random.throw(6) as u8 + 1);
        let expected = players[turn % 2];
        let mut best = (f64::NEG_INFINITY, position.swapped());
        MoveGenerator::new(&variant, &position).for_each_after(roll, &mut scratch, |after| {
            let worth = if after.opponent.is_empty() { 1.0 } else { -expected(&after) };
            if worth > best.0 {
                best = (worth, after);
            }
        });
        position = best.1;
        if position.opponent.is_empty() {
            return if turn % 2 == 0 { 1.0 } else { -1.0 };
        }
    }
    0.0
}

#[test]
fn the_network_of_backgammon_wins_most_games_against_the_terms() {
    let variant = Variant::by_name("backgammon").unwrap();
    let terms = TermEvaluation::new(variant.clone());
    let network = NetworkEvaluation::new(variant).unwrap();
    let (terms, network) = (
        |position: &Position| terms.expected_result(position),
        |position: &Position| network.expected_result(position),
    );
    let games = 300;
    let result = |number: u64| {
        let mut random = Random::of_part(7, number / 2);
        match number % 2 {
            0 => play([&network, &terms], &mut random),
            _ => -play([&terms, &network], &mut random),
        }
    };
    let mean = (0..games).map(result).sum::<f64>() / games as f64;
    assert!(mean > 0.6, "{mean}");
}
