//! The rules of Tanhinmin against the laws of games, and the invariants of the reduction.

use proptest::prelude::*;
use shuban_core::{Domain, Game, Present, Winners};
use shuban_search::multi::{MultiSearch, Places, Singleton};
use shuban_tanhinmin::{
    CardRules, CardTable, Clearing, Hand, LeadDomain, MAX_HAND, MAX_PLAYERS, OpenDaihinmin,
    Passing, RulesError,
};

fn all_rules(players: usize) -> Vec<CardRules> {
    let mut all = Vec::new();
    for passing in [Passing::Voluntary, Passing::Print, Passing::Forced] {
        for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
            let rules = CardRules::tanhinmin(players)
                .unwrap()
                .with_passing(passing)
                .with_clearing(clearing);
            let places: Vec<i16> = (0..players as i16).rev().collect();
            all.extend([rules, rules.distinct(), rules.with_points(&places).unwrap()]);
        }
    }
    all
}

#[test]
fn the_rules_keep_the_laws_of_games() {
    for (players, starts) in [
        (2, &["1,3,3|2,4", "2,4|1,3,5"][..]),
        (3, &["1,3|2,5|4,6", "1|2|3 on 4 passed 2", "7,9|3|8,10 on 2"]),
        (4, &["1,3,10|2|4,6,8|5,7,9", "1|2|3|4 on 9"]),
        (5, &["1,6|2|3|4|5,7"]),
    ] {
        for rules in all_rules(players) {
            let game = OpenDaihinmin::new(rules);
            let starts: Vec<CardTable> =
                starts.iter().filter_map(|start| game.parse(start).ok()).collect();
            assert!(!starts.is_empty());
            let tables = shuban_conformance::reachable(&game, &starts, 1_500);
            shuban_conformance::game(&game, &tables).unwrap();
            shuban_conformance::board(&game, tables.iter().step_by(50)).unwrap();
        }
    }
}

fn set(game: &OpenDaihinmin, text: &str) -> Winners {
    let table = game.parse(text).unwrap();
    MultiSearch::new(game, Singleton { seats: game.seats() }).value(&table).unwrap()
}

#[test]
fn strengths_of_one_player_alone_do_not_merge_where_it_may_play_twice() {
    // The server's rule: the leader plays 5, is passed by all, and plays 6 on it while the others
    // are locked.
    let (apart, merged) = ("1,5,6|2|3,4,7", "1,4,4|2|3,3,5");
    let uecda = OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap().with_clearing(Clearing::Uecda));
    assert_eq!([set(&uecda, apart), set(&uecda, merged)], [Winners::only(0), Winners::of([1, 2])]);
    let tanhinmin = OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap());
    assert_eq!(set(&tanhinmin, apart), set(&tanhinmin, merged));
}

#[test]
fn who_goes_out_second_matters_where_places_have_points() {
    let game =
        OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap().with_points(&[2, 1, 0]).unwrap());
    let table = game.parse("1|2|3,3").unwrap();
    // 1 goes out first; the second player follows or is locked out by the third, who leads then.
    let orders = MultiSearch::new(&game, Places).value(&table).unwrap();
    let points: Vec<[i16; 3]> =
        orders.iter().map(|order| [0, 1, 2].map(|seat| order.of(seat))).collect();
    assert_eq!(points, [[2, 1, 0]]);
    let table = game.parse("1|2,2|3,3").unwrap();
    let orders = MultiSearch::new(&game, Places).value(&table).unwrap();
    let points: Vec<[i16; 3]> =
        orders.iter().map(|order| [0, 1, 2].map(|seat| order.of(seat))).collect();
    assert_eq!(points, [[2, 0, 1]], "a pair of threes beats a pair of twos");
}

/// Hands of three players, or four, with up to nine cards in all; or all different.
fn deals(players: usize, ties: bool) -> impl Strategy<Value = String> {
    let card =
        move |i: usize, strength: u8| if ties { strength } else { 3 * i as u8 + strength % 3 + 1 };
    prop::collection::vec((1..9u8, 0..players), players..9).prop_map(move |cards| {
        let mut hands = vec![Vec::new(); players];
        for (i, (strength, owner)) in cards.into_iter().enumerate() {
            // All players get a card.
            hands[if i < players { i } else { owner }].push(card(i, strength).to_string());
        }
        hands.into_iter().map(|hand| hand.join(",")).collect::<Vec<_>>().join("|")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn reduced_positions_have_the_value_of_unreduced_ones(
        players in 3..5usize,
        text in deals(3, true),
        other in deals(4, true),
        apart in deals(3, false),
    ) {
        for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
            let ties = OpenDaihinmin::new(CardRules::tanhinmin(players).unwrap().with_clearing(clearing));
            let distinct =
                OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap().distinct().with_clearing(clearing));
            for (game, text) in
                [(&ties, if players == 3 { &text } else { &other }), (&distinct, &apart)]
            {
                let start = game.parse(text).unwrap();
                let mut search = MultiSearch::new(game, Singleton { seats: game.seats() });
                for table in shuban_conformance::reachable(game, &[start], 60) {
                    let value = search.value(&table).unwrap().rotated(table.first(), game.seats());
                    prop_assert_eq!(search.value(&game.canonical(&table)).unwrap(), value);
                }
            }
        }
    }
}

#[test]
fn cards_of_a_hand_are_kept_in_order() {
    let mut hand = Hand::new([5, 1, 5, 3]).unwrap();
    assert_eq!(*hand, [1, 3, 5, 5]);
    assert_eq!(hand.ranks().collect::<Vec<_>>(), [(1, 1), (3, 1), (5, 2)]);
    assert_eq!((hand.take(5), hand.take(4)), (Some(()), None));
    assert_eq!(hand, Hand::new([1, 3, 5]).unwrap());
    assert_eq!(format!("{hand:?}"), "[1, 3, 5]");
    assert_eq!(Hand::new([7; MAX_HAND + 1]), None);
}

#[test]
fn every_name_is_read_as_it_is_written() {
    for players in 2..=MAX_PLAYERS {
        for ties in [false, true] {
            for passing in [Passing::Voluntary, Passing::Print, Passing::Forced] {
                for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
                    let rules = CardRules::tanhinmin(players)
                        .unwrap()
                        .with_passing(passing)
                        .with_clearing(clearing);
                    let rules = if ties { rules } else { rules.distinct() };
                    assert_eq!(CardRules::by_name(&rules.name()), Some(rules));
                    assert_eq!(rules.to_string(), rules.name());
                    let places: Vec<i16> = (0..players as i16).rev().collect();
                    let places = rules.with_points(&places).unwrap();
                    // Of two players 1 and 0 are the points that there are anyway.
                    assert_eq!(CardRules::by_name(&places.name()), Some(places));
                }
            }
        }
    }
    assert_eq!(CardRules::tanhinmin(3).unwrap().name_with_cards(10), "tanhinmin/3p-10");
    let print = CardRules::tanhinmin(4).unwrap().distinct().with_passing(Passing::Print);
    assert_eq!(print.name_with_cards(10), "tanhinmin/4p-10-distinct/print");
}

#[test]
fn a_seed_stands_for_the_same_comparison_with_the_plain_rules() {
    let compared = |rules| OpenDaihinmin::new(rules).compare_with_plain(300, 1);
    let three = CardRules::tanhinmin(3).unwrap();
    assert_eq!(compared(three), Some(Ok(592)));
    assert_eq!(compared(three.distinct()), Some(Ok(637)));
    assert_eq!(compared(CardRules::daihinmin(3).unwrap()), Some(Ok(566)));
    // Where places count, there are no plain rules.
    assert_eq!(compared(three.with_points(&[2, 1, 0]).unwrap()), None);
}

#[test]
fn tables_tell_by_which_rules_they_were_made() {
    let told = |rules, name: &str| LeadDomain::new(rules).unwrap().parameters()[name].clone();
    let three = CardRules::tanhinmin(3).unwrap();
    assert_eq!(told(three, "clearing"), "when all but one have passed");
    let uecda = three.with_clearing(Clearing::Uecda);
    assert_eq!(told(uecda, "clearing"), "when all have passed");
    assert_eq!(told(three, "players"), "3");
    assert_eq!(told(three.with_passing(Passing::Forced), "passing"), "forced");
    assert_eq!([three, three.distinct()].map(|rules| told(rules, "ties")), ["true", "false"]);
}

#[test]
fn other_names_and_points_are_refused() {
    for name in [
        "",
        "tanhinmin",
        "tanhinmin/",
        "tanhinmin/1p",
        "tanhinmin/6p",
        "tanhinmin/3",
        "tanhinmin/03p",
        "tanhinmin/3p/",
        "tanhinmin/3p/uecda/print",
        "tanhinmin/3p/print/print",
        "tanhinmin/3p/1,0,0",
        "tanhinmin/3p/0,1,2",
        "trax/3p",
    ] {
        assert_eq!(CardRules::by_name(name), None, "{name}");
    }
    assert_eq!(CardRules::tanhinmin(6), Err(RulesError::Players(6)));
    let points = |points: &[i16]| CardRules::tanhinmin(3).unwrap().with_points(points);
    assert_eq!(
        [points(&[1, 0]), points(&[0, 0, 0]), points(&[2, 0, 1])],
        [const { Err(RulesError::Points) }; 3]
    );
}
