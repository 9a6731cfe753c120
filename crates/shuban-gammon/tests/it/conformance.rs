//! The laws that every game, domain and sweep must keep, tested on the family.

use shuban_core::{Domain, Explain, LayerId, Present, Random, TwoSided};
use shuban_gammon::bearoff::race::{RaceWorth, Races};
use shuban_gammon::bearoff::{
    Alone, GnubgOneSided, GnubgTwoSided, OneSidedBearOff, TwoSidedBearOff,
};
use shuban_gammon::money::MoneyRaces;
use shuban_gammon::twin::random_position;
use shuban_gammon::{Contact, Gammon, Instructions, Position, Variant};
use shuban_solve::layer_named;

fn contact(variant: &str) -> Contact {
    Contact::new(Variant::by_name(variant).unwrap())
}

/// Evenly spread positions of a layer's part.
fn some_positions(points: usize, a: usize, b: usize, count: u64) -> Vec<Position> {
    let index = TwoSided::new(points, a, b).unwrap();
    let step = (index.len() / count).max(1);
    let unrank = |rank| index.unrank(rank).map(|(mover, opponent)| Position::new(mover, opponent));
    (0..index.len()).step_by(step as usize).filter_map(unrank).collect()
}

#[test]
fn every_variant_keeps_the_laws_of_games() {
    for name in Variant::names() {
        let variant = Variant::by_name(name).unwrap();
        let (points, checkers) = (variant.points(), variant.checkers());
        let game = Gammon::new(variant);
        let mut positions = shuban_conformance::reachable(&game, &[game.start()], 500);
        for (a, b) in [(1, 1), (2, 1), (1, 3), (3, 2), (checkers, 2), (checkers, checkers)] {
            positions.extend(some_positions(points, a, b, 100));
        }
        let mut random = Random::new(1);
        positions.extend((0..256).map(|_| random_position(&game.variant, &mut random)));
        shuban_conformance::game(&game, &positions).unwrap();
    }
}

#[test]
fn boards_keep_the_laws_of_drawings() {
    for name in Variant::names() {
        let variant = Variant::by_name(name).unwrap();
        let game = Gammon::new(variant.clone());
        let mut random = Random::new(2);
        let mut positions = shuban_conformance::reachable(&game, &[game.start()], 3);
        positions.extend((0..5).map(|_| random_position(&variant, &mut random)));
        shuban_conformance::board(&game, &positions).unwrap();
        let alone = Alone::at_home(variant);
        let positions = shuban_conformance::reachable(&alone, &[alone.start()], 20);
        shuban_conformance::board(&alone, &positions).unwrap();
    }
    let gnubg = GnubgOneSided::new(Variant::by_name("backgammon").unwrap()).unwrap();
    let positions = shuban_conformance::reachable(gnubg.game(), &[gnubg.game().start()], 20);
    shuban_conformance::board(gnubg.game(), &positions).unwrap();
}

#[test]
fn small_contact_layers_keep_the_laws_of_domains() {
    for (variant, names) in [
        ("half-gammon", &["contact-1-1", "contact-2-1", "contact-2-2", "contact-4-3"][..]),
        ("mini-gammon", &["contact-1-1", "contact-2-1"]),
        ("backgammon", &["contact-1-1", "contact-2-1"]),
        ("hypergammon", &["contact-3-3"]),
    ] {
        let domain = contact(variant);
        shuban_conformance::layers(&domain).unwrap();
        for name in names {
            let layer = layer_named(&domain, &format!("{variant}/{name}")).unwrap();
            shuban_conformance::layer(&domain, layer, 300).unwrap();
            shuban_conformance::explain(&domain, layer, 30).unwrap();
        }
    }
}

#[test]
fn bear_off_tables_keep_the_laws_of_domains() {
    for variant in ["half-gammon", "mini-gammon", "backgammon"] {
        let one_sided = OneSidedBearOff::new(Variant::by_name(variant).unwrap());
        shuban_conformance::layers(&one_sided).unwrap();
        shuban_conformance::explain(&one_sided, LayerId(0), 30).unwrap();
    }
    let gnubg = GnubgOneSided::new(Variant::by_name("backgammon").unwrap()).unwrap();
    shuban_conformance::layers(&gnubg).unwrap();
    for layer in 0..4 {
        shuban_conformance::layer(&gnubg, LayerId(layer), 300).unwrap();
        shuban_conformance::explain(&gnubg, LayerId(layer), 30).unwrap();
        shuban_conformance::tabulate(&gnubg, LayerId(layer), 300).unwrap();
    }
    let backgammon = Variant::by_name("backgammon").unwrap();
    GnubgTwoSided::all(&backgammon).iter().for_each(races_keep_the_laws);
    let two_sided = TwoSidedBearOff::new(Variant::by_name("half-gammon").unwrap()).unwrap();
    shuban_conformance::explain(&two_sided, LayerId(0), 30).unwrap();
}

#[test]
fn races_for_money_keep_the_laws_of_domains() {
    let backgammon = Variant::by_name("backgammon").unwrap();
    MoneyRaces::all(&backgammon).iter().for_each(races_keep_the_laws);
}

/// Small layers of races, for any kind of worth.
fn races_keep_the_laws<W: RaceWorth>(races: &Races<W>)
where
    Races<W>: Explain,
{
    shuban_conformance::layers(races).unwrap();
    for layer in (0..races.layers().len()).map(LayerId) {
        if races.layers()[layer.0].positions() < 20_000 {
            shuban_conformance::layer(races, layer, 300).unwrap();
            shuban_conformance::explain(races, layer, 30).unwrap();
            shuban_conformance::tabulate(races, layer, 300).unwrap();
        }
    }
}

#[test]
fn one_sweep_equals_backup_at_every_position() {
    for (variant, names) in [
        (
            "half-gammon",
            &["contact-1-1", "contact-2-1", "contact-2-2", "contact-3-2", "contact-4-1"][..],
        ),
        ("mini-gammon", &["contact-1-1", "contact-2-1"]),
        ("backgammon", &["contact-1-1", "contact-2-1"]),
    ] {
        let domain = contact(variant);
        for name in names {
            let layer = layer_named(&domain, &format!("{variant}/{name}")).unwrap();
            shuban_conformance::sweep(&domain, layer).unwrap();
        }
    }
}

#[test]
fn one_sweep_equals_backup_on_odd_boards_too() {
    // Dice beyond the home board, a home beyond the dice, one-faced dice, and boards so small that
    // positions occur in which neither side can ever move.
    for (points, faces, home, start) in [
        (8, 4, 2, &[(8, 2), (3, 1)][..]),
        (7, 2, 3, &[(7, 1), (3, 3)]),
        (4, 1, 2, &[(4, 2), (2, 2)]),
        (4, 2, 2, &[(4, 3), (2, 3)]),
        (2, 2, 1, &[(2, 3)]),
    ] {
        let variant = Variant::new("odd", points, faces, home, start).unwrap();
        for domain in [Contact::new(variant.clone()), Contact::for_money(variant)] {
            shuban_conformance::layers(&domain).unwrap();
            for (layer, description) in domain.layers().iter().enumerate() {
                if description.positions() < 30_000 {
                    shuban_conformance::sweep(&domain, LayerId(layer)).unwrap_or_else(|broken| {
                        panic!("{points} points, {}: {broken}", description.name)
                    });
                }
            }
        }
    }
}

#[test]
fn one_sweep_equals_backup_whatever_the_instructions() {
    let odd = |points, faces, home, start| Variant::new("odd", points, faces, home, start).unwrap();
    let named = |name| Variant::by_name(name).unwrap();
    for (variant, largest) in [
        (named("half-gammon"), 10_000),
        (named("mini-gammon"), 10_000),
        (named("backgammon"), 10_000),
        (odd(7, 5, 3, &[(7, 1), (3, 2)][..]), 10_000),
        (odd(6, 7, 3, &[(6, 1), (3, 1)]), 10_000),
        (odd(11, 9, 4, &[(11, 1), (3, 1)]), 10_000),
    ] {
        for instructions in Instructions::all() {
            let domain = Contact::new(variant.clone()).swept_with(instructions);
            for (layer, description) in domain.layers().iter().enumerate() {
                if description.positions() < largest {
                    shuban_conformance::sweep(&domain, LayerId(layer)).unwrap_or_else(|broken| {
                        panic!("{instructions:?}, {}: {broken}", description.name)
                    });
                }
            }
        }
    }
}

/// Compares sweeps of large layers with `backup` at a number of positions of each part for each of
/// ten passes: half a million in all tests that call this.
fn sweeps_keep_the_laws_at_random_positions(domain: &Contact, layers: &[(&str, u64)]) {
    for &(name, positions) in layers {
        let layer = layer_named(domain, name).unwrap();
        shuban_conformance::sweep_sampled(domain, layer, positions).unwrap();
    }
}

#[test]
fn one_sweep_equals_backup_at_random_positions_of_large_layers() {
    let layers = [("half-gammon/contact-4-3", 10_000), ("half-gammon/contact-6-1", 5_000)];
    sweeps_keep_the_laws_at_random_positions(&contact("half-gammon"), &layers);
}

#[test]
fn one_sweep_equals_backup_at_random_positions_of_other_games() {
    let half_gammon = Variant::by_name("half-gammon").unwrap();
    let layers = [("half-gammon/money-6-1", 5_000)];
    sweeps_keep_the_laws_at_random_positions(&Contact::for_money(half_gammon), &layers);
    let layers = [("mini-gammon/contact-3-2", 5_000)];
    sweeps_keep_the_laws_at_random_positions(&contact("mini-gammon"), &layers);
    let layers = [("backgammon/contact-3-2", 2_500)];
    sweeps_keep_the_laws_at_random_positions(&contact("backgammon"), &layers);
}

#[test]
fn gammons_keep_the_laws_of_domains() {
    for checkers in [1, 2] {
        let domain = Contact::for_money(Variant::hypergammon(checkers).unwrap());
        shuban_conformance::layers(&domain).unwrap();
        for layer in (0..domain.layers().len()).map(LayerId) {
            shuban_conformance::layer(&domain, layer, 300).unwrap();
            shuban_conformance::explain(&domain, layer, 30).unwrap();
            shuban_conformance::sweep(&domain, layer).unwrap();
        }
    }
}
