//! Backward induction on contact layers, against published and recomputed numbers of valued
//! positions.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_core::dice::Roll;
use shuban_core::{Domain, Game, LayerId, PartId, PositionOf, Random};
use shuban_gammon::twin::{after_positions, random_position};
use shuban_gammon::{Contact, Position, Variant, format_position, parse_position};
use shuban_reproduce::graph::{Graph, by_rules};
use shuban_reproduce::{Valuation, ValuedState, restricted_after_positions, valued, valued_layers};
use shuban_solve::layer_named;

fn backgammon() -> Contact {
    Contact::new(Variant::by_name("backgammon").unwrap())
}

fn layer(domain: &Contact, name: &str) -> LayerId {
    layer_named(domain, &format!("backgammon/contact-{name}")).unwrap()
}

/// Returns the valuation by the rules.
fn valuation(domain: &Contact, name: &str) -> Valuation {
    let layer = layer(domain, name);
    valued_layers(domain, layer, &by_rules(domain)).unwrap().remove(&layer).unwrap()
}

/// Returns the valuation by the generator that overlooks some plays.
fn restricted_valuation(domain: &Contact, name: &str) -> Valuation {
    let layer = layer(domain, name);
    let restricted = |position: &Position, roll| {
        restricted_after_positions(&domain.game().variant, position, roll)
    };
    valued_layers(domain, layer, &restricted).unwrap().remove(&layer).unwrap()
}

/// Returns the positions of a part with their states.
fn positions(
    domain: &Contact,
    name: &str,
    part: usize,
    found: &Valuation,
) -> Vec<(Position, ValuedState)> {
    let index = domain.index(PartId { layer: layer(domain, name), part }).unwrap();
    (0..).map_while(|rank| index.unrank(rank)).zip(found.part(part).iter().copied()).collect()
}

fn has_contact(position: &PositionOf<Contact>) -> bool {
    let highest = |side: shuban_core::checkers::Checkers| side.highest().unwrap_or(0);
    highest(position.mover) + highest(position.opponent) > 25
}

/// Returns the valued positions with contact, as text, with the number of other valued ones.
fn with_contact(
    domain: &Contact,
    name: &str,
    part: usize,
    found: &Valuation,
) -> (usize, BTreeSet<String>) {
    let valued = positions(domain, name, part, found);
    let valued = valued.into_iter().filter(|(_, standing)| standing.is_known());
    let (contact, others): (Vec<_>, Vec<_>) =
        valued.partition(|(position, _)| has_contact(position));
    (others.len(), contact.iter().map(|(position, _)| domain.game().format(position)).collect())
}

#[test]
fn as_many_positions_are_valued_as_published() {
    let domain = backgammon();
    for (name, counts) in [
        ("1-1", vec![282]),
        ("2-1", vec![2_302, 2_478]),
        ("2-2", vec![15_100]),
        ("3-1", vec![14_950, 17_003]),
    ] {
        let found = valuation(&domain, name);
        let valued: Vec<u64> = (0..counts.len()).map(|part| found.valued(part)).collect();
        assert_eq!(valued, counts, "{name}");
        for part in 0..counts.len() {
            for (position, standing) in positions(&domain, name, part, &found) {
                let text = domain.game().format(&position);
                assert!(has_contact(&position) || standing.is_known(), "{text} is a race");
            }
        }
    }
}

#[test]
fn a_generator_that_overlooks_ways_around_a_hit_gives_the_printed_number() {
    let domain = backgammon();
    assert_eq!(restricted_valuation(&domain, "1-1").valued(0), 282);
    let restricted = restricted_valuation(&domain, "2-1");
    assert_eq!((restricted.valued(0), restricted.valued(1)), (2_302, 2_458));
    // What is missing are twenty sure wins.
    let (_, all) = with_contact(&domain, "2-1", 1, &valuation(&domain, "2-1"));
    let (_, some) = with_contact(&domain, "2-1", 1, &restricted);
    let missing: BTreeSet<String> = all.difference(&some).cloned().collect();
    assert_eq!(missing, (1..=20).map(|k| format!("4|{k},23")).collect());
}

#[test]
fn sure_wins_reach_beyond_races() {
    let domain = backgammon();
    let bears_off = |text: &String| ["1|", "2|", "3|"].iter().any(|start| text.starts_with(start));

    let (races, contact) = with_contact(&domain, "1-1", 0, &valuation(&domain, "1-1"));
    assert_eq!((races, contact.len()), (276, 6));
    assert!(contact.iter().all(bears_off), "{contact:?}");

    let found = valuation(&domain, "2-1");
    let (races, contact) = with_contact(&domain, "2-1", 0, &found);
    assert_eq!((races, contact), (2_300, ["1,1|bar", "1,2|bar"].map(str::to_owned).into()));

    let (races, mut contact) = with_contact(&domain, "2-1", 1, &found);
    let before = contact.len();
    contact.retain(|text| !bears_off(text));
    assert_eq!((races, before - contact.len()), (2_300, 137));
    let mut around: BTreeSet<String> =
        (1..=20).flat_map(|k| [format!("4|{k},22"), format!("4|{k},23")]).collect();
    let index = domain.index(PartId { layer: layer(&domain, "2-1"), part: 1 }).unwrap();
    let standing = |text: &str| {
        let rank = index.rank(&domain.game().parse(text).unwrap()).unwrap();
        found.part(1)[rank as usize]
    };
    for text in &around {
        assert_eq!(standing(text), ValuedState::Win, "{text}");
        assert_eq!(standing(text).value(), Some(1.0));
    }
    assert_eq!(standing("bar|1,1"), ValuedState::Loss);
    around.insert("bar|1,1".to_owned());
    assert_eq!(contact, around);
}

/// The published numbers count what follows from backward induction alone: if all values of
/// finished layers were known, some more would be valued.
#[test]
fn more_is_valued_if_finished_layers_are_known() {
    let domain = backgammon();
    let below = valuation(&domain, "1-1");
    let graph = Graph::build(&domain, layer(&domain, "2-1")).unwrap();
    let found = valued(&graph, |_, rank| match below.part(0)[rank as usize] {
        // The value does not matter, as long as it is no sure result.
        ValuedState::Unknown => ValuedState::Valued(0.5),
        known => known,
    });
    assert_eq!((found.valued(0), found.valued(1)), (2_311, 2_480));
}

/// Returns the after-positions of a roll by the restricted generator.
fn written(position: &str, roll: Roll) -> Vec<String> {
    let variant = Variant::by_name("backgammon").unwrap();
    let position = parse_position(&variant, position).unwrap();
    let afters = restricted_after_positions(&variant, &position, roll);
    afters.iter().map(|after| format_position(&variant, after)).collect()
}

#[test]
fn the_way_around_a_hit_is_overlooked_where_the_first_order_hits() {
    // A 2-1 from 4 hits on 2, by the higher die first; the way through 3 hits nothing.
    assert_eq!(written("4|20,23", Roll::new(2, 1)), ["20,bar|1"]);
    // On 3 only the lower die hits, so both ways are tried.
    assert_eq!(written("4|20,22", Roll::new(2, 1)), ["20,22|1", "20,bar|1"]);
}

#[test]
fn a_blocked_first_order_does_not_matter() {
    assert_eq!(written("4|23,23", Roll::new(2, 1)), ["23,23|1"]);
}

proptest! {
    #[test]
    fn only_ways_around_a_hit_by_one_checker_are_missing(
        seed in any::<u64>(),
        a in 1..=6u8,
        b in 1..=6u8,
    ) {
        let variant = Variant::by_name("backgammon").unwrap();
        let position = random_position(&variant, &mut Random::new(seed));
        let roll = Roll::new(a, b);
        let found: BTreeSet<Position> =
            restricted_after_positions(&variant, &position, roll).into_iter().collect();
        let all = after_positions(&variant, &position, roll);
        prop_assert!(found.is_subset(&all) && !found.is_empty());
        for missing in all.difference(&found) {
            // The same checkers of the mover, with one opponent hit: that is found.
            let hit = found.iter().any(|after| {
                after.opponent == missing.opponent && after.mover.pips() > missing.mover.pips()
            });
            prop_assert!(hit && !roll.is_double(), "{missing:?}");
        }
    }
}
