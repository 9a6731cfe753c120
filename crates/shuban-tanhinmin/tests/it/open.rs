//! Sets, eights and revolutions: rules, domains, and the values of single cards under them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use shuban_core::{Class, Domain, Game, LayerId, PartId, Silent, Winners};
use shuban_search::multi::{Coalition, MultiSearch, Singleton, Solution};
use shuban_solve::{
    BuildOptions, OpenLayers, StoredHistogram, Tabulation, VerifyOptions, build, verify,
};
use shuban_store::{Disk, FileSystem};
use shuban_tanhinmin::{
    Action, CardRules, CardTable, Clearing, DealCounts, LeadDomain, OpenDaihinmin, ShapeCounts,
    Shapes,
};

fn all_rules(players: usize) -> [CardRules; 2] {
    let rules = CardRules::daihinmin(players).unwrap();
    [rules, rules.with_clearing(Clearing::Uecda)]
}

fn game(rules: CardRules) -> OpenDaihinmin {
    OpenDaihinmin::new(rules)
}

#[test]
fn the_rules_keep_the_laws_of_games() {
    for (players, starts) in [
        (2, &["1,1,3*|2,2,4", "1,1,1,1,2|3,3,3,3,4"][..]),
        (3, &["1,1,3*|2,4|3*,4", "1,6|2,2,2,2,5*|3,3,4", "2|1,1|3 on 2x2 passed 3 revolution"]),
        (4, &["1,1|2*,2*|3,3|4"]),
        (5, &["1|2|3|4*,4*|5,5"]),
    ] {
        for rules in all_rules(players) {
            let game = game(rules);
            let starts: Vec<CardTable> =
                starts.iter().map(|start| game.parse(start).unwrap()).collect();
            let tables = shuban_conformance::reachable(&game, &starts, 1_500);
            shuban_conformance::game(&game, &tables).unwrap();
            shuban_conformance::board(&game, tables.iter().step_by(50)).unwrap();
        }
    }
}

fn moves(game: &OpenDaihinmin, text: &str) -> Vec<(String, String)> {
    let table = game.parse(text).unwrap();
    let mut plays = Vec::new();
    game.plays(&table, (), &mut plays);
    plays
        .iter()
        .map(|play| (game.format_move(&table, (), &play.action), game.format(&play.after)))
        .collect()
}

#[test]
fn sets_are_answered_by_as_many_cards_of_a_stronger_rank() {
    let game = game(CardRules::daihinmin(3).unwrap());
    let found = moves(&game, "1,3|2,2,4,4,4|3 on 1x2");
    let expected = [
        ("2x2", "4,4,4|3|1,3 on 2x2"),
        ("4x2", "2,2,4|3|1,3 on 4x2"),
        ("pass", "1,3|2,2,4,4,4|3 on 1x2 passed 2"),
    ];
    assert_eq!(found, expected.map(|(action, after)| (action.to_owned(), after.to_owned())));
}

#[test]
fn eights_clear_the_table_and_their_player_leads_again() {
    let game = game(CardRules::daihinmin(3).unwrap());
    let found = moves(&game, "1,5|2,3*|4 on 2x1");
    assert_eq!(found[0], ("3*".to_owned(), "2|4|1,5 on 3*x1".to_owned()));
    // Seat 0 of the position read is the one whose eights lie.
    let found: Vec<String> =
        moves(&game, "2|4|1,5 on 3*x1").into_iter().map(|(action, _)| action).collect();
    assert_eq!(found, ["2"], "no pass: it leads");
}

#[test]
fn four_of_a_kind_turn_the_order_of_ranks_round() {
    let game = game(CardRules::daihinmin(2).unwrap());
    let found = moves(&game, "2,2,2,2,5|1,1,1,1,3,3,3,3");
    let four = found.iter().find(|(action, _)| action == "2x4").unwrap();
    assert_eq!(four.1, "5|1,1,1,1,3,3,3,3 on 2x4 revolution");
    let found: Vec<(String, String)> = moves(&game, &four.1);
    assert_eq!(found[0], ("1x4".to_owned(), "3,3,3,3|5 on 1x4".to_owned()), "and back again");
    assert_eq!(found.len(), 2, "threes are too weak now");
    // A revolution is the same as reversed ranks.
    let turned = game.canonical(&game.parse("1,4|2,3 revolution").unwrap());
    assert_eq!(game.format(&turned), "1,4|2,3");
    let turned = game.canonical(&game.parse("1,4|2,9 on 3x2 revolution").unwrap());
    assert_eq!(game.format(&turned), "2,5|1,4 on 3x2");
}

#[test]
fn every_notation_is_read_as_it_is_written_and_bad_text_refused() {
    let game = game(CardRules::daihinmin(3).unwrap());
    for text in
        ["1,1,3*|2,4|3*,4", "1|2|3* on 2x2 passed 3 revolution", "|2|3 on 4x1", "2|4|1,5 on 3*x1"]
    {
        assert_eq!(game.format(&game.parse(text).unwrap()), text);
    }
    for (text, at, reason) in [
        ("", 0, "`|` and hand 2, found the end"),
        ("1|2|3|4", 5, "a hand too many; there are 3 players"),
        ("1|2|", 0, ""),
        ("1||", 0, "more than one hand is empty"),
        ("1|x|3", 2, "expected a rank, found `x`"),
        ("1|17|3", 2, "17 is not a rank from 1 to 16"),
        ("1|+2|3", 2, "expected a rank, found `+`"),
        ("1,1,1|1|1", 8, "more than 4 cards of rank 1"),
        ("1*|2*|3", 3, "one rank is the eights"),
        ("1*|1|3", 3, "one rank is the eights"),
        ("1|1*|3", 2, "one rank is the eights"),
        ("1|2|3 on 5", 9, "such as 5x2"),
        ("1|2|3 on", 8, "expected a rank, found the end"),
        ("1|2|3 on 5x5", 11, "5 is not a number of cards from 1 to 4"),
        ("1|2,2|3 on 2x3", 11, "more than 4 cards"),
        ("1|2|3 on 5x1 passed 1", 20, "not a player from 2 to 3"),
        ("1|2|3 on 5x1 passed 2,3", 9, "the trick is over"),
        ("1|2|3 passed 2", 6, "expected `on`"),
        ("1|2|3 on 5*x1 passed 2", 0, "nobody passes on eights"),
        ("1|2|3 off", 6, "expected `on`"),
    ] {
        match game.parse(text) {
            Ok(_) => assert_eq!(reason, "", "{text} is read"),
            Err(error) => {
                assert!(!reason.is_empty() && error.reason.contains(reason), "{text}: {error}");
                assert_eq!(error.at, at, "{text}: {error}");
            }
        }
    }
}

#[test]
fn domains_keep_the_laws() {
    for (players, cards) in [(2, 6), (3, 5), (4, 5), (5, 5)] {
        for rules in all_rules(players) {
            let leads = LeadDomain::new(rules).unwrap();
            shuban_conformance::layers(&leads).unwrap();
            for layer in (0..=cards - players).map(LayerId) {
                shuban_conformance::layer(&leads, layer, 300).unwrap();
                shuban_conformance::explain(&leads, layer, 100).unwrap();
                shuban_conformance::tabulate(&leads, layer, 100).unwrap();
            }
        }
    }
}

/// The set of seats that may win, by the rules alone.
fn twin(
    game: &OpenDaihinmin,
    table: &CardTable,
    known: &mut HashMap<CardTable, Winners>,
) -> Winners {
    let singleton = Singleton { seats: game.seats() };
    if let Some(payoffs) = game.outcome(table) {
        return singleton.leaf(&payoffs);
    }
    if let Some(set) = known.get(table) {
        return *set;
    }
    let mut plays = Vec::new();
    game.plays(table, (), &mut plays);
    let sets: Vec<Winners> = plays.iter().map(|play| twin(game, &play.after, known)).collect();
    let set = singleton.unite(game.to_move(table), &sets);
    known.insert(*table, set);
    set
}

/// Layers built into files, with the folder that holds them.
fn built(
    leads: &LeadDomain,
    cards: usize,
) -> (OpenLayers<'_, LeadDomain>, Arc<dyn FileSystem>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let last = leads.layer(cards).unwrap();
    build(&files, &Tabulation(leads), last, &BuildOptions::new(folder.path()), &Silent).unwrap();
    let tables = OpenLayers::open(&files, folder.path(), leads, (0..=last.0).map(LayerId)).unwrap();
    (tables, files, folder)
}

#[test]
fn tables_hold_what_playing_on_gives() {
    for (players, cards) in [(2, 7), (3, 6), (4, 5)] {
        for rules in all_rules(players) {
            let leads = LeadDomain::new(rules).unwrap();
            let (tables, files, folder) = built(&leads, cards);
            for layer in (0..=cards - players).map(LayerId) {
                let open = tables.layer(layer).unwrap();
                let known = RefCell::new(HashMap::new());
                shuban_conformance::brute_force(
                    &leads,
                    layer,
                    |part, rank| open.value_at(part.part, rank).ok(),
                    |table| {
                        let set = twin(leads.game(), table, &mut known.borrow_mut());
                        set.rotated(table.first(), players)
                    },
                )
                .unwrap();
                let data = folder.path().to_owned();
                let options =
                    VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new(data) };
                let verified =
                    verify(&files, &Tabulation(&leads), layer, &options, &Silent).unwrap();
                assert_eq!(verified.failure, None);
            }
        }
    }
}

#[test]
fn the_leader_alone_may_win_if_and_only_if_the_coalition_loses() {
    let leads = LeadDomain::new(CardRules::daihinmin(3).unwrap()).unwrap();
    let (tables, _, _folder) = built(&leads, 6);
    let layer = leads.layer(6).unwrap();
    let index = leads.index(PartId { layer, part: 0 }).unwrap();
    let mut forced = MultiSearch::new(leads.game(), Coalition { hero: 0, seats: 3 });
    for (rank, set) in (0..).zip(tables.layer(layer).unwrap().values(0).unwrap()).step_by(7) {
        let wins = forced.value(&index.unrank(rank).unwrap()).unwrap();
        assert_eq!(wins, set == Winners::only(0), "lead {rank}");
    }
}

/// A deal without sets and eights is Tanhinmin; with them single cards are not the only plays.
#[test]
fn without_sets_and_eights_the_value_is_that_of_single_cards() {
    for rules in all_rules(3) {
        let leads = LeadDomain::new(rules).unwrap();
        let (tables, _, _folder) = built(&leads, 6);
        let file = tables.layer(leads.layer(6).unwrap()).unwrap();
        let histogram = StoredHistogram::of(file.database()).unwrap().unwrap().histogram;
        let mut same: HashMap<&str, [u64; 2]> = HashMap::new();
        for (class, count) in histogram.rows() {
            let [_, Class::Text(shape), value, single, _, lead] = class else {
                panic!("{class:?}")
            };
            if *lead == Class::from("weakest") {
                same.entry(shape.as_str()).or_default()[usize::from(value == single)] += count;
            }
        }
        assert_eq!(same["single cards"][0], 0);
        assert!(same["sets"][0] > 0 && same["eights"][0] > 0 && same["sets and eights"][0] > 0);
        assert!(
            same.values().all(|[other, same]| same > other),
            "they are right more often than not"
        );
        let deals: u64 = same.values().flatten().sum();
        assert_eq!(deals, leads.numbering().words(6, leads.numbering().everybody()));
    }
}

/// A deal's hands as text, the weakest rank first; with stars at the eights or without.
fn dealt(leads: &LeadDomain, rank: u64, cards: usize, has_stars: bool) -> String {
    let alphabet = leads.numbering().alphabet();
    let (word, _) = leads.numbering().unrank(cards, rank).unwrap();
    let hand = |player: usize| {
        let ranks = word.letters().iter().map(|&letter| alphabet.group(letter)).zip(1..);
        let held = ranks.flat_map(|(group, rank)| {
            let star = if group.eights && has_stars { "*" } else { "" };
            (0..group.counts[player]).map(move |_| format!("{rank}{star}"))
        });
        held.collect::<Vec<_>>().join(",")
    };
    (0..alphabet.players).map(hand).collect::<Vec<_>>().join("|")
}

/// The leads after which the leader alone may win, the lowest card first.
fn winning_plays(
    game: &OpenDaihinmin,
    deal: &CardTable,
    known: &mut HashMap<CardTable, Winners>,
) -> Vec<Action> {
    let mut plays = Vec::new();
    game.plays(deal, (), &mut plays);
    plays.retain(|play| twin(game, &play.after, known) == Winners::only(0));
    plays.into_iter().map(|play| play.action).collect()
}

/// Both games are played from every deal.
#[test]
fn what_single_cards_claim_of_deals_with_sets_is_counted() {
    const CARDS: usize = 5;
    let leads = LeadDomain::new(CardRules::daihinmin(3).unwrap()).unwrap();
    let (open, single) = (leads.game(), game(CardRules::tanhinmin(3).unwrap()));
    let (mut of_sets, mut of_single) = (HashMap::new(), HashMap::new());
    let (mut counts, mut rows) = (DealCounts::default(), BTreeMap::new());
    let alone = Winners::only(0);
    let mut rank = 0;
    while rank < leads.numbering().leads(CARDS) {
        let text = dealt(&leads, rank, CARDS, true);
        let deal = open.parse(&text).unwrap();
        let value = twin(open, &deal, &mut of_sets);
        let own = deal.hand(0).len();
        rank += own as u64;
        counts.deals += 1;
        counts.wins += u64::from(value == alone);
        if own == 1 {
            continue;
        }
        counts.nontrivial += 1;
        counts.nontrivial_wins += u64::from(value == alone);
        *counts.values.entry(value.to_string()).or_default() += 1;
        // The same cards one by one: the lowest lead that wins, and the same card where there are
        // sets.
        let cards = single.parse(&dealt(&leads, rank - 1, CARDS, false)).unwrap();
        let claimed = twin(&single, &cards, &mut of_single);
        let advice = winning_plays(&single, &cards, &mut of_single).first().copied();
        let winning = winning_plays(open, &deal, &mut of_sets);
        let is_right = advice.is_some_and(|lead| winning.contains(&lead));
        let has_sets = text.split('|').any(|hand| {
            let ranks: Vec<&str> = hand.split(',').collect();
            ranks.windows(2).any(|pair| pair[0] == pair[1])
        });
        let shape = match (has_sets, text.contains('*')) {
            (false, false) => "single cards",
            (true, false) => "sets",
            (false, true) => "eights",
            (true, true) => "sets and eights",
        };
        for name in [shape, "all"] {
            let row: &mut ShapeCounts = rows.entry(name.to_owned()).or_default();
            row.deals += 1;
            row.same_value += u64::from(value == claimed);
            row.same_verdict += u64::from((value == alone) == (claimed == alone));
            row.claimed += u64::from(claimed == alone);
            row.claimed_right += u64::from(claimed == alone && value == alone);
            row.lead_right += u64::from(is_right);
            row.won += u64::from(value == alone);
        }
    }
    assert_eq!(rows.len(), 5);
    let (tables, _, _folder) = built(&leads, CARDS);
    let file = tables.layer(leads.layer(CARDS).unwrap()).unwrap();
    let stored = StoredHistogram::of(file.database()).unwrap().unwrap();
    let (columns, histogram) = (&stored.columns, &stored.histogram);
    assert_eq!(Shapes::of(columns, histogram), Some(Shapes { rows }));
    assert_eq!(DealCounts::of(columns, histogram), Some(counts));
}

/// The two games played side by side, without any table.
#[test]
fn single_cards_of_different_ranks_are_tanhinmin() {
    for (open, single) in [
        (CardRules::daihinmin(3).unwrap(), CardRules::tanhinmin(3).unwrap()),
        (
            CardRules::daihinmin(3).unwrap().with_clearing(Clearing::Uecda),
            CardRules::tanhinmin(3).unwrap().with_clearing(Clearing::Uecda),
        ),
    ] {
        let (open, single) = (game(open), OpenDaihinmin::new(single));
        for text in ["1,4,5|2,6|3,7", "1,2,6|1,3,5|2,4", "2,3|1,5,6|1,4"] {
            let mut sets = MultiSearch::new(&open, Singleton { seats: 3 });
            let mut cards = MultiSearch::new(&single, Singleton { seats: 3 });
            let value = sets.value(&open.parse(text).unwrap()).unwrap();
            assert_eq!(value, cards.value(&single.parse(text).unwrap()).unwrap(), "{text}");
        }
        let mut plays = Vec::new();
        open.plays(&open.parse("1,1|2|3").unwrap(), (), &mut plays);
        assert!(plays.iter().any(|play| play.action == Action::Cards { rank: 1, size: 2 }));
    }
}
