//! Printed numbers, and those of two other programs.

use crate::common::{counted, counts, leads, sweep};
use shuban_core::{Datum, Domain, Game, PartId, Winners};
use shuban_tanhinmin::{DealCounts, Patterns};

/// Deals by their lowest winning lead, from strength 1.
fn lowest<const N: usize>(found: &DealCounts) -> [u64; N] {
    let row = |lead: usize| found.lowest_lead.get(&(lead as i64)).copied().unwrap_or_default();
    assert!(found.lowest_lead.keys().all(|lead| (1..=N as i64).contains(lead)));
    std::array::from_fn(|i| row(i + 1))
}

fn values<const N: usize>(found: &DealCounts, names: [&str; N]) -> [u64; N] {
    assert_eq!(found.values.len(), N);
    names.map(|name| found.values[name])
}

#[test]
fn three_players_with_ten_cards_are_as_in_table_2() {
    // Digit for digit with the print's shortcut for passes.
    let print = counts(&leads("tanhinmin/3p/print"), 10);
    assert_eq!(
        (print.deals, print.nontrivial, print.nontrivial_wins),
        (1_365_702, 1_252_180, 486_790)
    );
    assert_eq!(lowest(&print), [116_856, 137_173, 116_956, 73_429, 33_244, 8_085, 979, 66, 2]);
    // A deal whose leader has one card is won; the print counts an empty leader as won as well.
    assert_eq!(print.trivial(), 113_522);
    let numbering = leads("tanhinmin/3p/print").numbering().clone();
    let patterns = Patterns::new(&numbering, true, 10);
    assert_eq!(patterns, Patterns { all: 1_428_867, leader_empty: 21_056 });
    let facts = print.facts(Some(patterns));
    let fact = |name: &str| facts.iter().find(|field| field.name == name).unwrap().datum.clone();
    assert_eq!([fact("patterns"), fact("wins")], [1_428_867_u64, 621_368].map(Datum::from));

    // Passes always examined: 1,181 wins more.
    let exact = counts(&leads("tanhinmin/3p"), 10);
    assert_eq!((exact.nontrivial, exact.nontrivial_wins), (1_252_180, 487_971));
    assert_eq!(lowest(&exact), [117_146, 137_524, 117_301, 73_596, 33_275, 8_083, 978, 66, 2]);
    let found = values(&exact, ["1", "2", "12", "3", "13", "23", "123"]);
    assert_eq!(found, [487_971, 313_493, 66_064, 250_026, 58_281, 62_994, 13_351]);
}

#[test]
fn four_players_with_ten_different_cards_are_as_in_table_3() {
    let print = counts(&leads("tanhinmin/4p-distinct/print"), 10);
    assert_eq!((print.deals, print.nontrivial, print.nontrivial_wins), (818_520, 637_020, 162_633));
    assert_eq!(print.nontrivial_wins + print.trivial(), 344_133);
    let numbering = leads("tanhinmin/4p-distinct").numbering().clone();
    let patterns = Patterns::new(&numbering, false, 10);
    assert_eq!(patterns, Patterns { all: 818_520, leader_empty: 0 });
    let rows = [11_040, 13_116, 15_274, 17_572, 20_068, 21_551, 21_536, 18_092, 11_280, 13_104];
    assert_eq!(lowest(&print), rows);
    assert_eq!(print.by_lowest_lead(), rows);
    let exact = counts(&leads("tanhinmin/4p-distinct"), 10);
    assert_eq!(exact.nontrivial_wins, 162_667);
    let rows = [11_040, 13_116, 15_274, 17_577, 20_073, 21_575, 21_536, 18_092, 11_280, 13_104];
    assert_eq!(lowest(&exact), rows);
    // With the clearing of the contest's server.
    assert_eq!(counts(&leads("tanhinmin/4p-distinct/uecda"), 10).nontrivial_wins, 165_346);
}

#[test]
fn smaller_deals_are_as_counted_elsewhere() {
    let three = leads("tanhinmin/3p");
    for (cards, nontrivial, wins) in [(8, 58_033, 23_122), (9, 273_753, 108_193)] {
        let found = counts(&three, cards);
        assert_eq!((found.nontrivial, found.nontrivial_wins), (nontrivial, wins));
    }
    let four = leads("tanhinmin/4p-distinct");
    for (cards, nontrivial, wins) in [(8, 26_376, 6_647), (9, 134_316, 33_709)] {
        let found = counts(&four, cards);
        assert_eq!((found.nontrivial, found.nontrivial_wins), (nontrivial, wins));
    }
    // Where the print's shortcut begins to overlook wins.
    for (name, print, cards, overlooked) in [
        ("tanhinmin/3p", "tanhinmin/3p/print", 8, 0),
        ("tanhinmin/3p", "tanhinmin/3p/print", 9, 51),
        ("tanhinmin/4p-distinct", "tanhinmin/4p-distinct/print", 9, 0),
    ] {
        let [exact, print] = [name, print].map(|name| counts(&leads(name), cards).nontrivial_wins);
        assert_eq!(exact - print, overlooked, "{name}, {cards} cards");
    }
}

/// Table 2's lead 2 in the text of section 3.7: an own card below it, or not.
#[test]
fn the_second_strength_is_mostly_the_weakest_of_the_hand() {
    let print = leads("tanhinmin/3p/print");
    let layer = print.layer(10).unwrap();
    let index = print.index(PartId { layer, part: 0 }).unwrap();
    let (values, _) = counted(&print, layer);
    let numbering = print.numbering();
    let (mut with_one_below, mut others, mut single) = (0, 0, 0);
    let mut rank = 0;
    while rank < index.len() {
        let (word, _) = numbering.unrank(10, rank).unwrap();
        let deal = numbering.rank(10, &word).unwrap();
        let sets = &values[rank as usize..][..deal.leads];
        if let Some(lead) = sets.iter().position(|set| *set == Winners::only(0)) {
            let table = index.unrank(rank + lead as u64).unwrap();
            if table.trick().unwrap().rank == 2 {
                match (table.hand(0).is_empty(), table.hand(0).contains(&1)) {
                    (true, _) => single += 1,
                    (false, true) => with_one_below += 1,
                    (false, false) => others += 1,
                }
            }
        }
        rank += deal.leads as u64;
    }
    assert_eq!((with_one_below, others, single), (4_159, 133_014, 24_338));
    assert_eq!(others + single, 157_352);
}

#[test]
fn what_the_print_claims_is_won() {
    for (name, print, cards) in [
        ("tanhinmin/3p", "tanhinmin/3p/print", 10),
        ("tanhinmin/4p-distinct", "tanhinmin/4p-distinct/print", 10),
    ] {
        let [exact, print] = [name, print].map(|name| {
            let leads = leads(name);
            sweep(&leads, leads.layer(cards).unwrap())
        });
        let wins = |set: &Winners| *set == Winners::only(0);
        assert!(
            exact.iter().zip(&print).all(|(exact, print)| wins(exact) || !wins(print)),
            "{name}"
        );
    }
}

/// The strongest card cannot be answered: its player leads again, with one card fewer.
#[test]
fn leading_the_strongest_of_different_cards_wins_as_often_as_one_card_fewer() {
    for (name, cards) in
        [("tanhinmin/3p-distinct", 9), ("tanhinmin/4p-distinct", 9), ("tanhinmin/5p-distinct", 9)]
    {
        let leads = leads(name);
        let layer = leads.layer(cards).unwrap();
        let index = leads.index(PartId { layer, part: 0 }).unwrap();
        let strongest = sweep(&leads, layer).into_iter().enumerate().filter(|(rank, set)| {
            let table = index.unrank(*rank as u64).unwrap();
            // The weakest of a run stands for all of it.
            let lying = table.trick().unwrap().rank;
            let others = (1..leads.game().seats())
                .all(|seat| table.hand(seat).iter().all(|&card| card < lying));
            others && !table.hand(0).is_empty() && *set == Winners::only(0)
        });
        let fewer = counts(&leads, cards - 1);
        let wins = fewer.nontrivial_wins + fewer.deals - fewer.nontrivial;
        assert_eq!(strongest.count() as u64, wins, "{name}");
    }
}
