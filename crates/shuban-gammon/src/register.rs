//! Registration of the family.

use shuban_core::{Domain, Example, Registry};

use crate::bearoff::{Alone, GnubgOneSided, GnubgTwoSided, OneSidedBearOff, TwoSidedBearOff};
use crate::contact::Contact;
use crate::evaluation::{NetworkEvaluation, TermEvaluation};
use crate::explain::ON_BACKGAMMONS_BOARD;
use crate::game::Gammon;
use crate::money::{Dances, Money, MoneyRaces};
use crate::variant::Variant;

/// Adds the variants of backgammon, their contact positions and bearing off, and evaluation functions.
pub fn register(registry: &mut impl Registry) {
    register_tables(registry);
    for variant in Variant::names().into_iter().filter_map(Variant::by_name) {
        // The first of a game is used where none is named: the best.
        NetworkEvaluation::new(variant.clone())
            .into_iter()
            .for_each(|network| registry.evaluation(network));
        registry.evaluation(TermEvaluation::new(variant));
    }
}

/// Adds the games and what is tabulated of them alone, without the weights of networks: these are most of
/// the bytes of a page that looks values up.
pub fn register_tables(registry: &mut impl Registry) {
    let all = || Variant::names().into_iter().filter_map(Variant::by_name);
    let own = || all().filter(|variant| !ON_BACKGAMMONS_BOARD.contains(&variant.name()));
    for variant in all() {
        registry.game(Gammon::new(variant));
    }
    for variant in own() {
        registry.iterated(Contact::new(variant));
    }
    for variant in own() {
        registry.game(Alone::at_home(variant.clone()));
        registry.retrograde(OneSidedBearOff::new(variant.clone()));
        if let Some(race) = TwoSidedBearOff::new(variant) {
            registry.retrograde(race);
        }
    }
    if let Some(one_sided) = Variant::by_name("backgammon").and_then(GnubgOneSided::new) {
        registry.game(one_sided.game().clone());
        registry.tabulated(one_sided);
    }
    for two_sided in Variant::by_name("backgammon").iter().flat_map(GnubgTwoSided::all) {
        registry.tabulated(two_sided);
    }
    for races in Variant::by_name("backgammon").iter().flat_map(MoneyRaces::all) {
        registry.tabulated(races);
    }
    for variant in [1, 2].into_iter().filter_map(Variant::hypergammon) {
        registry.game(Gammon::new(variant));
    }
    for name in ["half-gammon", "mini-gammon"] {
        Variant::by_name(name)
            .into_iter()
            .for_each(|variant| registry.iterated(Contact::for_money(variant)));
    }
    for dances in [Dances::AsPlays, Dances::AsGnubg] {
        let all = (1..=3).filter_map(|checkers| Money::new(checkers, dances));
        all.for_each(|money| registry.fixed_point(money));
    }
    registry.kin(crate::introduction::kin());
    for (layer, game, position, chance, why) in EXAMPLES {
        registry.example(Example {
            layer: layer.to_owned(),
            game: game.to_owned(),
            position: position.to_owned(),
            chance: chance.map(str::to_owned),
            why: why.to_owned(),
        });
    }
}

/// Example positions: the layer, the game, the position, a roll to see all moves of, and a reason.
const EXAMPLES: [(&str, &str, &str, Option<&str>, &str); 7] = [
    (
        "backgammon/contact-1-1",
        "backgammon",
        "24|24",
        None,
        "The longest run home: one checker each, and each has to pass the other. How good is it to \
         roll first?",
    ),
    (
        "backgammon/contact-2-1",
        "backgammon",
        "bar|1,2",
        None,
        "The last shot: the opponent bears off next turn, unless X hits from the bar.",
    ),
    (
        "backgammon/contact-2-1",
        "backgammon",
        "6,12|20",
        Some("5-1"),
        "Hit the lone checker, or make the point behind it? Every move of a 5-1, best first.",
    ),
    (
        "backgammon/gnubg-ts-6x6",
        "backgammon",
        "1,2,3,4,5,6|1,2,3,4,5,6",
        None,
        "Both sides bear off, with a cube. Double? Take?",
    ),
    (
        "backgammon/race-8x4",
        "backgammon",
        "5,6,7,8|4,6,7,8",
        None,
        "A race with checkers outside of the home board, and a cube.",
    ),
    (
        "hypergammon/2",
        "hypergammon-2",
        "23,24|23,24",
        None,
        "Hypergammon with two checkers each: contact, gammons and the cube in one table.",
    ),
    (
        "half-gammon/contact-3-3",
        "half-gammon",
        "10,11,12|10,11,12",
        Some("3-1"),
        "Half-gammon is backgammon on half a board with dice of three faces. Three checkers each, \
         all still to come home.",
    ),
];
