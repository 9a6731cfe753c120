//! The laws, the twin, and every value.

use std::collections::{HashMap, HashSet};

use crate::spine::{Built, spine};
use shuban_solve::Retrograde;

use super::*;

/// The definition, played out to the end of the game, as a set of seats (bit i for seat i).
fn twin(table: &Table, known: &mut HashMap<Table, u8>) -> u8 {
    if let Some(winner) = table.winner() {
        return 1 << winner;
    }
    if let Some(&seats) = known.get(table) {
        return seats;
    }
    let mut plays = Vec::new();
    Tanhinmin.plays(table, (), &mut plays);
    let sets: Vec<u8> = plays.iter().map(|play| twin(&play.after, known)).collect();
    let me = 1 << table.turn;
    let united = |liked: &dyn Fn(u8) -> bool| {
        sets.iter().filter(|set| liked(**set)).fold(0, |all, set| all | set)
    };
    let tiers = [
        united(&|set| set == me),
        united(&|set| set & me != 0 && set.count_ones() == 2),
        united(&|set| set == Winners::ALL),
        united(&|_| true),
    ];
    let seats = tiers.into_iter().find(|united| *united != 0).unwrap();
    known.insert(table.clone(), seats);
    seats
}

/// Returns true if `hero` is first whatever all others do together.
fn beats_all(table: &Table, hero: Seat, known: &mut HashMap<Table, bool>) -> bool {
    if let Some(winner) = table.winner() {
        return winner == hero;
    }
    if let Some(&wins) = known.get(table) {
        return wins;
    }
    let mut plays = Vec::new();
    Tanhinmin.plays(table, (), &mut plays);
    let mut results = plays.iter().map(|play| beats_all(&play.after, hero, known));
    let wins = if table.turn == hero { results.any(|wins| wins) } else { results.all(|wins| wins) };
    known.insert(table.clone(), wins);
    wins
}

fn seats(solved: &Built<'_, Deals>, table: &Table) -> u8 {
    solved.value(table).seen_from(table.turn, 0).0
}

#[test]
fn the_rules_keep_the_laws() {
    let starts = ["1,3,3|2,4|2,3 a", "1,1|1|1 b>2-c"].map(|text| Tanhinmin.parse(text).unwrap());
    let tables = shuban_conformance::reachable(&Tanhinmin, &starts, 3_000);
    shuban_conformance::game(&Tanhinmin, &tables).unwrap();
    assert_eq!(Tanhinmin.parse("1|2|x a").unwrap_err().at, 4);
    assert_eq!(Tanhinmin.format(&Tanhinmin.parse("3,1|2|4,2 b>2-c").unwrap()), "1,3|2|2,4 b>2-c");
}

/// Number of equally likely deals of single cards that give a table: alike cards are exchanged
/// between hands. (Of all deals, not of those that a seat still holds possible; the cards that it
/// sees itself only add a factor.)
fn deals(table: &Table) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let all: BTreeSet<u8> = table.hands.iter().flatten().copied().collect();
    let alike = |card: u8| {
        let held =
            table.hands.each_ref().map(|hand| hand.iter().filter(|other| **other == card).count());
        factorial(held.iter().sum()) / held.into_iter().map(factorial).product::<u64>()
    };
    all.into_iter().map(alike).product()
}

/// All tables with these cards in hands of these sizes, with this trick.
fn all_tables(cards: &[u8], sizes: [usize; SEATS], trick: &Table) -> Vec<Table> {
    let mut tables = BTreeSet::new();
    for owners in 0..SEATS.pow(cards.len() as u32) {
        let mut hands = [const { Vec::new() }; SEATS];
        for (i, &card) in cards.iter().enumerate() {
            hands[owners / SEATS.pow(i as u32) % SEATS].push(card);
        }
        if hands.each_ref().map(Vec::len) == sizes {
            tables.insert(hands);
        }
    }
    tables.into_iter().map(|hands| Table { hands, ..trick.clone() }).collect()
}

#[test]
fn hidden_hands_are_dealt_fairly_from_what_a_seat_sees() {
    let tricks = ["1|1|1 a", "1|1|1 b>2", "1|1|1 c>1-b", "1|1|1 a>3-c"];
    let tricks = tricks.map(|text| Tanhinmin.parse(text).unwrap());
    for trick in tricks {
        // All different; some alike; a hand that is empty, so that the game is over.
        for (cards, sizes) in [
            (&[1, 2, 3, 4, 5][..], [2, 2, 1]),
            (&[1, 2, 2, 2, 3, 3], [1, 2, 3]),
            (&[1, 3, 3, 4], [2, 2, 0]),
        ] {
            let tables = all_tables(cards, sizes, &trick);
            shuban_conformance::hidden(&Tanhinmin, &tables, deals).unwrap();
        }
    }
    // Too many to enumerate.
    let large = Tanhinmin.parse("1,2,3,4|5,6,7,8|9,10,11,12 a").unwrap();
    shuban_conformance::hidden(&Tanhinmin, [&large], deals).unwrap();
}

#[test]
fn a_seat_sees_of_other_hands_only_how_many_cards_they_hold() {
    let tables =
        all_tables(&[1, 2, 3, 4, 5], [2, 2, 1], &Table::deal([const { Vec::new() }; SEATS]));
    assert_eq!(tables.len(), 30);
    let views =
        |seat| tables.iter().map(|table| Tanhinmin.view(table, seat)).collect::<HashSet<_>>().len();
    // As many as hands of its own.
    assert_eq!([views(0), views(1), views(2)], [10, 10, 5]);
}

#[test]
fn nothing_is_dealt_from_what_no_seat_sees() {
    let seen = Tanhinmin.view(&Tanhinmin.parse("1,3|2|2,4 a").unwrap(), 0);
    let dealt = |seen: &Seen, seat| Tanhinmin.deal(seen, seat, &mut |_| 0);
    assert!(dealt(&seen, 0).is_some());
    assert_eq!([dealt(&seen, 1), dealt(&seen, 3)], [None, None]);
    assert_eq!(dealt(&Seen { unseen: vec![2, 2], ..seen.clone() }, 0), None);
    assert_eq!(dealt(&Seen { counts: [2, usize::MAX, 1], ..seen }, 0), None);
}

#[test]
fn every_lead_has_the_set_that_playing_on_gives() {
    let deals = Deals::new(6);
    let solved = spine(&deals, &Retrograde(&deals));
    let mut found = BTreeSet::new();
    for layer in (0..3).map(LayerId) {
        assert_eq!(solved.report(layer).facts["passes"], 1);
        for (table, value) in solved.positions(layer) {
            found.insert(value);
            assert_eq!(
                twin(&table, &mut HashMap::new()),
                value.seen_from(table.turn, 0).0,
                "{table:?}"
            );
            // For any rule for ties, the set is one seat alone iff that seat beats all others.
            let wins = beats_all(&table, 0, &mut HashMap::new());
            assert_eq!(wins, value.seen_from(table.turn, 0) == Winners(1), "{table:?}");
        }
    }
    // The set of all players takes more cards.
    assert_eq!(found, (1..Winners::ALL).map(Winners).collect());
}

#[test]
fn what_no_table_holds_is_worked_out() {
    let deals = Deals::new(6);
    let solved = spine(&deals, &Retrograde(&deals));
    let starts = ["1,3,3|2,4|2 a", "2|1,4|1,2,3 c", "1,5|2,2|3,4 b"];
    for text in starts {
        for table in
            shuban_conformance::reachable(&deals.game, &[deals.game.parse(text).unwrap()], 500)
        {
            if table.winner().is_none() {
                assert_eq!(seats(&solved, &table), twin(&table, &mut HashMap::new()), "{table:?}");
            }
        }
    }
}
