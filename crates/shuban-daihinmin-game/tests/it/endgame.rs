//! The player with endgame databases: its tables, deals and votes.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use shuban_core::tabulate::OneThread;
use shuban_core::{Domain, Game, PartId, Random, Winners};
use shuban_daihinmin_game::players::endgame::{
    EndgameLimits, LeadTables, Poll, Reason, SetTables, UnseenDeals, WinBits,
};
use shuban_daihinmin_game::players::{Base, ContestPlayer, Endgame};
use shuban_daihinmin_game::{Card, Cards, ContestPosition, ContestRules, PLAYERS, SeatView};
use shuban_search::multi::{MultiSearch, Singleton};
use shuban_tanhinmin::{Action, CardRules, Clearing, GroupCounts, MAX_PLAYERS, OpenDaihinmin};

/// The winning leads by a search without coalitions or reduction.
fn by_search(players: usize, clearing: Clearing, groups: &[GroupCounts]) -> u32 {
    let game = OpenDaihinmin::new(CardRules::tanhinmin(players).unwrap().with_clearing(clearing));
    let hand = |player: usize| -> String {
        let strengths = (1..).zip(groups).flat_map(|(strength, counts)| {
            std::iter::repeat_n(strength, counts[player].into())
                .map(|strength: usize| strength.to_string())
        });
        strengths.collect::<Vec<_>>().join(",")
    };
    let deal = game.parse(&(0..players).map(hand).collect::<Vec<_>>().join("|")).unwrap();
    let mut search = MultiSearch::new(&game, Singleton { seats: players });
    let mut plays = Vec::new();
    game.plays(&deal, (), &mut plays);
    let wins = plays.iter().filter(|play| search.value(&play.after).unwrap() == Winners::only(0));
    let strengths =
        wins.map(|play| game.format_move(&deal, (), &play.action).parse::<u32>().unwrap());
    strengths.fold(0, |set, strength| set | 1 << (strength - 1))
}

fn random_groups(
    random: &mut Random,
    players: usize,
    cards: usize,
    groups: usize,
) -> Vec<GroupCounts> {
    let mut counts = vec![[0; MAX_PLAYERS]; groups];
    for card in 0..cards {
        let player = if card < players { card } else { random.place(players) };
        counts[random.place(groups)][player] += 1;
    }
    counts
}

#[test]
fn tables_say_what_a_plain_search_says() {
    for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
        let mut tables = LeadTables::new(clearing);
        for (players, cards) in [(2, 7), (3, 7), (4, 6)] {
            assert!(!tables.holds(players, cards));
            tables.compute(players, cards, &OneThread).unwrap();
            assert!(tables.holds(players, cards));
        }
        let mut random = Random::new(5);
        let mut winning = 0;
        for (players, cards) in [(2, 7), (3, 7), (4, 6)].repeat(100) {
            // Some groups stay empty.
            let groups = random_groups(&mut random, players, cards, 9);
            let found = tables.winning_leads(players, &groups);
            assert_eq!(found, Some(by_search(players, clearing, &groups)), "{groups:?}");
            winning += u32::from(found != Some(0));
        }
        assert!((100..300).contains(&winning), "{winning}");
    }
}

#[test]
fn tables_take_layers_that_are_whole_and_no_others() {
    let mut computed = LeadTables::new(Clearing::Tanhinmin);
    computed.compute(3, 6, &OneThread).unwrap();
    let leads = computed.domain(3).unwrap();
    let layer = leads.layer(6).unwrap();
    let index = leads.index(PartId { layer, part: 0 }).unwrap();
    let game = leads.game();
    let wins: Vec<bool> = (0..index.len())
        .map(|rank| {
            let table = index.unrank(rank).unwrap();
            let mut search = MultiSearch::new(game, Singleton { seats: 3 });
            search.value(&table).unwrap() == Winners::only(0)
        })
        .collect();
    let mut read = LeadTables::new(Clearing::Tanhinmin);
    let bits = |wins: &[bool]| {
        let mut bits = WinBits::default();
        wins.iter().for_each(|&win| bits.push(win));
        bits
    };
    assert!(!read.insert(3, 6, bits(&wins[1..])) && !read.holds(3, 6));
    for (players, cards) in [(3, 99), (1, 6), (6, 6)] {
        assert!(!read.insert(players, cards, bits(&[])) && !read.holds(players, cards));
    }
    assert!(read.insert(3, 6, bits(&wins)));
    let mut random = Random::new(6);
    for _ in 0..500 {
        let groups = random_groups(&mut random, 3, 6, 6);
        assert_eq!(read.winning_leads(3, &groups), computed.winning_leads(3, &groups));
    }
    assert_eq!(read.winning_leads(3, &[[1, 1, 0, 0, 0]; 3]), None, "an empty hand");
    assert_eq!(read.winning_leads(3, &[[200; MAX_PLAYERS]; 40]), None, "far too many");
}

/// The largest tables that the tests ask.
static TABLES: LazyLock<Arc<LeadTables>> = LazyLock::new(|| {
    let mut tables = LeadTables::new(Clearing::Tanhinmin);
    for (players, cards) in [(3, 10), (4, 9), (4, 10)] {
        tables.compute(players, cards, &OneThread).unwrap();
    }
    Arc::new(tables)
});

#[test]
fn the_tables_know_the_papers_examples() {
    let winning = |hands: &[&[usize]]| {
        let mut groups = vec![[0; MAX_PLAYERS]; 10];
        for (player, hand) in hands.iter().enumerate() {
            hand.iter().for_each(|strength| groups[strength - 1][player] += 1);
        }
        TABLES.winning_leads(hands.len(), &groups).unwrap()
    };
    assert_eq!(winning(&[&[1, 3, 10], &[2], &[4, 6, 8], &[5, 7, 9]]), 1 << 2);
    assert_eq!(winning(&[&[1, 3, 5, 5, 5], &[2, 4], &[2, 2, 6]]), 1 << 4);
    let two = 1 << 5 | 1 << 6;
    assert_eq!(winning(&[&[1, 6, 7, 10], &[2], &[5], &[3, 4, 8, 9]]) & two, two);
}

fn view(hands: [&str; PLAYERS]) -> SeatView {
    let rules = ContestRules { first: Card::JOKER, ..ContestRules::default() };
    let mut position = ContestPosition::new(&rules, hands.map(|hand| hand.parse().unwrap()));
    for seat in 0..PLAYERS {
        // Players without cards came in before, in the order of seats.
        if position.hands[seat].is_empty() {
            let place = position.table.places.iter().flatten().count() as u8;
            position.table.places[seat] = Some(place);
        }
    }
    let seat = (0..PLAYERS).find(|&seat| !position.hands[seat].is_empty()).unwrap();
    (position.table.turn, position.table.last) = (seat, seat);
    position.view(seat)
}

#[test]
fn every_deal_comes_once() {
    let view = view(["S3,H3,JK", "S4,S5", "", "S6,H6,D9", "CT"]);
    let mut deals = UnseenDeals::new(&view).unwrap();
    assert_eq!(deals.players, 4);
    assert_eq!(deals.strengths, [1, 2, 3, 4, 7, 8, 14]);
    assert_eq!((deals.number(60), deals.number(59)), (Some(60), None));
    deals.first();
    let mut seen: Vec<Vec<GroupCounts>> = vec![deals.groups.clone()];
    while deals.advance() {
        seen.push(deals.groups.clone());
    }
    assert_eq!(seen.len(), 60);
    for groups in &seen {
        let count = |player: usize| groups.iter().map(|counts| counts[player]).sum::<u8>();
        assert_eq!([0, 1, 2, 3, 4].map(count), [3, 2, 3, 1, 0]);
        assert_eq!([groups[0][0], groups[6][0]], [2, 1]);
    }
    // The two sixes are alike, so that some deals look the same.
    let distinct: HashSet<&Vec<GroupCounts>> = seen.iter().collect();
    assert!(distinct.len() < 60);
    // Drawn deals occur in proportion to their numbers.
    let mut random = Random::new(1);
    let mut drawn = HashMap::new();
    for _ in 0..60_000 {
        deals.draw(&mut random);
        *drawn.entry(deals.groups.clone()).or_insert(0u32) += 1;
    }
    for groups in &distinct {
        let expected = 1_000 * seen.iter().filter(|other| other == groups).count() as u32;
        assert!(drawn[*groups].abs_diff(expected) < expected / 5, "{groups:?}");
    }
}

#[test]
fn a_revolution_reverses_all_but_the_joker() {
    let mut view = view(["S3,JK", "S4", "S5", "S6", "S7"]);
    view.table.revolution = true;
    assert_eq!(UnseenDeals::new(&view).unwrap().strengths, [5, 4, 3, 2, 1, 14]);
    view.unseen |= Cards::only(Card::DIAMOND_THREE);
    assert!(UnseenDeals::new(&view).is_none(), "a card that nobody can hold");
}

fn poll(limits: EndgameLimits) -> Poll {
    Poll { leads: TABLES.clone(), limits, random: Random::new(1) }
}

#[test]
fn votes_are_counted_over_all_deals_or_samples() {
    let view = view(["S3,SK,S2", "SA,S4", "S5,S6,S7", "S8", ""]);
    let all = poll(EndgameLimits::default()).votes(&view).unwrap();
    assert_eq!(all.deals, 60);
    assert_eq!(
        all.by_strength.iter().map(|&(strength, _)| strength).collect::<Vec<_>>(),
        [1, 11, 13]
    );
    let some =
        poll(EndgameLimits { samples: 59, ..EndgameLimits::default() }).votes(&view).unwrap();
    assert_eq!(some.deals, 59);
    // Samples agree within some percent.
    let mut many = poll(EndgameLimits { samples: 59, ..EndgameLimits::default() });
    let mut share = [0.0; 15];
    for _ in 0..200 {
        let votes = many.votes(&view).unwrap();
        for (strength, votes) in votes.by_strength {
            share[usize::from(strength)] += votes as f64 / 59.0 / 200.0;
        }
    }
    for (strength, votes) in all.by_strength {
        assert!(
            (share[usize::from(strength)] - votes as f64 / 60.0).abs() < 0.03,
            "{strength}: {votes}"
        );
    }
}

#[test]
fn the_limits_are_kept() {
    let view = view(["S3,SK,S2", "SA,S4", "S5,S6,S7", "S8", ""]);
    let limits = EndgameLimits::default();
    for other in [
        EndgameLimits { cards: 8, ..limits },
        EndgameLimits { fewest_cards: 10, ..limits },
        EndgameLimits { players: (2, 3), ..limits },
        EndgameLimits { players: (5, 5), ..limits },
    ] {
        assert_eq!(poll(other).votes(&view), None);
    }
    let none = poll(EndgameLimits { samples: 0, ..limits }).votes(&view).unwrap();
    assert_eq!((none.deals, none.of(1)), (0, 0));
    let timed = EndgameLimits { samples: 1, time: Some(Duration::ZERO), ..limits };
    assert_eq!(poll(timed).votes(&view).unwrap().deals, 1);
}

fn endgame(limits: EndgameLimits) -> Endgame {
    Endgame { base: Base { rules: ContestRules::default() }, poll: poll(limits), sets: None }
}

#[test]
fn the_player_leads_what_wins_most_deals() {
    let limits = EndgameLimits { certain: false, ..EndgameLimits::default() };
    let mut others = 0;
    for seed in 0..200 {
        let pack = Cards::ALL.shuffled(&mut Random::new(seed));
        let hand = |range: std::ops::Range<usize>| {
            pack[range].iter().copied().collect::<Cards>().to_string()
        };
        let hands = [hand(0..3), hand(3..5), hand(5..8), String::new(), hand(8..10)];
        let view = view(hands.each_ref().map(String::as_str));
        let votes = poll(limits).votes(&view);
        let most = votes
            .as_ref()
            .and_then(|votes| votes.by_strength.iter().map(|&(_, votes)| votes).max());
        let played = endgame(limits).play(&view).unwrap();
        let base = Base { rules: ContestRules::default() }.play(&view).unwrap();
        match (votes, most) {
            (Some(votes), Some(most @ 1..)) => {
                assert_eq!((played.len(), votes.of(played.lowest())), (1, most), "{view:?}");
                others += u32::from(votes.of(base.lowest()) < most);
            }
            _ => assert_eq!(played, base),
        }
    }
    assert!(others > 10, "{others}: the rules alone lead the same");
}

#[test]
fn in_a_trick_the_databases_are_asked_only_if_the_limits_say_so() {
    let limits = EndgameLimits { certain: false, ..EndgameLimits::default() };
    let mut others = 0;
    for seed in 0..600 {
        let pack = Cards::ALL.shuffled(&mut Random::new(seed));
        let hand = |range: std::ops::Range<usize>| {
            pack[range].iter().copied().collect::<Cards>().to_string()
        };
        let hands = [hand(0..3), hand(3..5), hand(5..8), String::new(), hand(8..10)];
        let mut view = view(hands.each_ref().map(String::as_str));
        let lying = pack[10].to_string();
        (view.table.top, view.table.last) = (lying.parse().ok(), 4);
        let base = Base { rules: ContestRules::default() }.play(&view);
        others += u32::from(endgame(limits).play(&view) != base);
        let alone = EndgameLimits { following: false, ..limits };
        assert_eq!(endgame(alone).decide(&view), (base, Reason::Outside));
    }
    assert!(others > 10, "{others}: the rules alone play the same");
}

#[test]
fn with_two_left_there_is_one_deal() {
    let view = view(["S3,H3,JK", "", "", "S6,H6,D9", ""]);
    assert_eq!(UnseenDeals::new(&view).unwrap().number(1), Some(1));
}

#[test]
fn wins_that_no_database_knows_go_first() {
    // The pair of nines cannot be answered, the three goes out.
    let view = view(["S3,S9,H9", "SA,S4", "S5,S6", "S7", ""]);
    let limits = EndgameLimits::default();
    assert_eq!(endgame(limits).play(&view).unwrap().to_string(), "S9,H9");
    assert_eq!(endgame(EndgameLimits { certain: false, ..limits }).play(&view).unwrap().len(), 1);
}

/// The winning sets by a search without reduction: by group, a bit for each number.
fn sets_by_search(players: usize, groups: &[GroupCounts], eights: Option<usize>) -> Vec<u8> {
    let game = OpenDaihinmin::new(CardRules::daihinmin(players).unwrap());
    let name =
        |group: usize| format!("{}{}", group + 1, if eights == Some(group) { "*" } else { "" });
    let hand = |player: usize| -> String {
        let cards = groups.iter().enumerate();
        let cards = cards.flat_map(|(group, counts)| vec![name(group); counts[player].into()]);
        cards.collect::<Vec<_>>().join(",")
    };
    let deal = game.parse(&(0..players).map(hand).collect::<Vec<_>>().join("|")).unwrap();
    let mut search = MultiSearch::new(&game, Singleton { seats: players });
    let mut plays = Vec::new();
    game.plays(&deal, (), &mut plays);
    let mut sets = vec![0; groups.len()];
    for play in plays {
        if let Action::Cards { rank, size } = play.action
            && search.value(&play.after).unwrap() == Winners::only(0)
        {
            sets[usize::from(rank) - 1] |= 1 << (size - 1);
        }
    }
    sets
}

#[test]
fn tables_with_sets_say_what_a_plain_search_says() {
    let mut tables = SetTables::new(Clearing::Tanhinmin);
    for (players, cards) in [(2, 7), (3, 6), (4, 5)] {
        assert!(!tables.holds(players, cards));
        tables.compute(players, cards, &OneThread).unwrap();
        assert!(tables.holds(players, cards) && !tables.holds(players, cards + 1));
    }
    let mut random = Random::new(7);
    let (mut winning, mut by_sets) = (0, 0);
    for number in 0..300 {
        let (players, cards) = [(2, 7), (3, 6), (4, 5)][number % 3];
        // A rank has at most four cards.
        let groups = loop {
            let groups = random_groups(&mut random, players, cards, 5);
            if groups.iter().all(|group| group.iter().sum::<u8>() <= 4) {
                break groups;
            }
        };
        let eights = [None, Some(random.place(5))][number % 2];
        let eights = eights.filter(|&group| groups[group] != [0; MAX_PLAYERS]);
        let found = tables.winning_sets(players, &groups, eights).unwrap();
        assert_eq!(found, sets_by_search(players, &groups, eights), "{groups:?} {eights:?}");
        winning += u32::from(found.iter().any(|sets| *sets != 0));
        by_sets += u32::from(found.iter().any(|sets| sets >> 1 != 0));
    }
    assert!((100..300).contains(&winning) && by_sets > 20, "{winning} {by_sets}");
    assert_eq!(tables.winning_sets(2, &[[1, 0, 0, 0, 0]; 3], None), None, "an empty hand");
    assert_eq!(tables.winning_sets(2, &[[1, 1, 0, 0, 0]; 9], None), None, "too many cards");
}

#[test]
fn with_sets_it_leads_the_pair_that_wins() {
    let mut tables = SetTables::new(Clearing::Tanhinmin);
    tables.compute(3, 7, &OneThread).unwrap();
    let limits = EndgameLimits { certain: false, ..EndgameLimits::default() };
    let mut player = endgame(limits);
    player.sets = Some(Arc::new(tables));
    // The others hold no pair that beats kings, and then the three goes out.
    let view = view(["S3,SK,HK", "", "SA,S4", "", "S5,S6"]);
    assert_eq!(player.decide(&view).0.unwrap().to_string(), "SK,HK");
    assert_eq!(player.decide(&view).1, Reason::Votes);
    let votes = player.poll.set_votes(&view, &player.sets.clone().unwrap()).unwrap();
    assert_eq!((votes.deals, votes.of(&"SK,HK".parse().unwrap())), (6, 6));
    assert_eq!(votes.of(&"SK".parse().unwrap()), 0);
}
