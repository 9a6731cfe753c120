use std::collections::HashSet;

use proptest::prelude::*;
use shuban_core::{Domain, Game, OneThread, PartId, Winners};
use shuban_search::multi::{MultiSearch, Singleton};

use super::deals::UnseenDeals;
use super::*;
use crate::game::{Card, PLAYERS, Round};
use shuban_tanhinmin::{CardRules as Single, Clearing, GroupCounts, MAX_PLAYERS, Tanhinmin};

/// The winning leads by the search that knows nothing of coalitions or reduction.
fn by_singleton(players: usize, clearing: Clearing, groups: &[GroupCounts]) -> u32 {
    let game = Tanhinmin::new(Single::new(players).unwrap().with_clearing(clearing));
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

/// Groups of up to eight cards of two to four players, none of whom is without.
fn deals() -> impl Strategy<Value = (usize, Vec<GroupCounts>)> {
    let card = (0..4usize, any::<bool>());
    (2..=4usize, prop::collection::vec(card, 4..=8)).prop_map(|(players, cards)| {
        let mut groups: Vec<GroupCounts> = Vec::new();
        for (i, (player, joins)) in cards.into_iter().enumerate() {
            // The first cards make sure that everybody has one.
            let player = if i < players { i } else { player % players };
            if !joins || groups.is_empty() {
                groups.push([0; MAX_PLAYERS]);
            }
            groups.last_mut().unwrap()[player] += 1;
        }
        (players, groups)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_solver_finds_the_leads_that_win((players, mut groups) in deals(), turn in 0usize..8) {
        let len = groups.len();
        groups.rotate_left(turn % len);
        for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
            let solver = LeadSolver::new(clearing, 8);
            let found = solver.winning_leads(players, &groups);
            prop_assert_eq!(found, Some(by_singleton(players, clearing, &groups)), "{:?}", groups);
            // What is remembered is the same.
            prop_assert_eq!(solver.winning_leads(players, &groups), found);
        }
    }
}

#[test]
fn tables_say_what_the_solver_says() {
    for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
        let mut tables = LeadTables::new(clearing);
        for (players, cards) in [(2, 7), (3, 7), (4, 6)] {
            assert!(!tables.holds(players, cards));
            tables.compute(players, cards, &OneThread).unwrap();
            assert!(tables.holds(players, cards));
        }
        let solver = LeadSolver::new(clearing, 8);
        let mut random = Random::new(5);
        let mut winning = 0;
        for (players, cards) in [(2, 7), (3, 7), (4, 6)].repeat(300) {
            // Some groups stay empty.
            let mut groups = vec![[0; MAX_PLAYERS]; 9];
            for card in 0..cards {
                let player = if card < players { card } else { random.place(players) };
                groups[random.below(9) as usize][player] += 1;
            }
            let found = tables.winning_leads(players, &groups);
            assert_eq!(found, solver.winning_leads(players, &groups), "{groups:?}");
            winning += u32::from(found != Some(0));
        }
        assert!((300..900).contains(&winning), "{winning}");
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
    let bits = |wins: &[bool]| wins.iter().copied().collect::<WinBits>();
    assert!(!read.insert(3, 6, bits(&wins[1..])) && !read.holds(3, 6));
    assert!(
        !read.insert(3, 99, bits(&[]))
            && !read.insert(1, 6, bits(&[]))
            && !read.insert(6, 6, bits(&[]))
    );
    assert!(read.insert(3, 6, bits(&wins)));
    assert_eq!(read.bytes(), computed.bytes());
    let mut random = Random::new(6);
    for _ in 0..500 {
        let mut groups = vec![[0; MAX_PLAYERS]; 6];
        (0..6).for_each(|card| groups[random.below(6) as usize][card % 3] += 1);
        assert_eq!(read.winning_leads(3, &groups), computed.winning_leads(3, &groups));
    }
    assert_eq!(read.winning_leads(3, &[[1, 1, 0, 0, 0]; 3]), None, "an empty hand");
    assert_eq!(read.winning_leads(3, &[[200; MAX_PLAYERS]; 40]), None, "far too many");
}

#[test]
fn the_solver_knows_the_papers_examples() {
    let solver = LeadSolver::new(Clearing::Tanhinmin, 11);
    let groups = |hands: &[&[usize]]| {
        let mut groups = vec![[0; MAX_PLAYERS]; 10];
        for (player, hand) in hands.iter().enumerate() {
            hand.iter().for_each(|strength| groups[strength - 1][player] += 1);
        }
        groups
    };
    let deal = groups(&[&[1, 3, 10], &[2], &[4, 6, 8], &[5, 7, 9]]);
    assert_eq!(solver.winning_leads(4, &deal), Some(1 << 2));
    let deal = groups(&[&[1, 3, 5, 5, 5], &[2, 4], &[2, 2, 6]]);
    assert_eq!(solver.winning_leads(3, &deal), Some(1 << 4));
    let deal = groups(&[&[1, 6, 7, 10], &[2], &[5], &[3, 4, 8, 9]]);
    assert_eq!(solver.winning_leads(4, &deal).unwrap() & (1 << 5 | 1 << 6), 1 << 5 | 1 << 6);
    assert!(solver.remembered() > 0);
}

#[test]
fn what_is_no_deal_has_no_answer() {
    let solver = LeadSolver::new(Clearing::Tanhinmin, 3);
    assert!(
        solver.holds(3, 3) && !solver.holds(3, 4) && !solver.holds(1, 3) && !solver.holds(6, 3)
    );
    let one_each = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]];
    assert_eq!(solver.winning_leads(3, &one_each), Some(1));
    assert_eq!(solver.winning_leads(3, &one_each[..2]), None, "an empty hand");
    assert_eq!(solver.winning_leads(3, &[one_each[0]; 4]), None, "too many cards");
    assert_eq!(solver.winning_leads(2, &[[9; MAX_PLAYERS]; 20]), None, "far too many");
}

fn view(hands: [&str; PLAYERS]) -> SeatView {
    let rules = ContestRules { first: Card::JOKER, ..ContestRules::default() };
    let mut round = Round::new(&rules, hands.map(|hand| hand.parse().unwrap()));
    for seat in 0..PLAYERS {
        // Who has no cards came in before, in the order of seats.
        if round.hands[seat].is_empty() {
            let place = round.table.places.iter().flatten().count() as u8;
            round.table.places[seat] = Some(place);
        }
    }
    let seat = (0..PLAYERS).find(|&seat| !round.hands[seat].is_empty()).unwrap();
    (round.table.turn, round.table.last) = (seat, seat);
    round.view(seat)
}

#[test]
fn every_deal_comes_once() {
    let view = view(["S3,H3,JK", "S4,S5", "", "S6,H6,D9", "CT"]);
    let mut deals = UnseenDeals::new(&view).unwrap();
    assert_eq!(deals.players(), 4);
    assert_eq!(deals.strengths(), [1, 2, 3, 4, 7, 8, 14]);
    assert_eq!((deals.number(60), deals.number(59)), (Some(60), None));
    deals.first();
    let mut seen: Vec<Vec<GroupCounts>> = vec![deals.groups().to_vec()];
    while deals.next() {
        seen.push(deals.groups().to_vec());
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
    // Drawn deals are as often as they are many.
    let mut random = Random::new(1);
    let mut drawn = std::collections::HashMap::new();
    for _ in 0..60_000 {
        deals.draw(&mut random);
        *drawn.entry(deals.groups().to_vec()).or_insert(0u32) += 1;
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
    assert_eq!(UnseenDeals::new(&view).unwrap().strengths(), [5, 4, 3, 2, 1, 14]);
    view.unseen |= Cards::only(Card::DIAMOND_THREE);
    assert!(UnseenDeals::new(&view).is_none(), "a card that nobody can hold");
}

fn poll(limits: EndgameLimits) -> Poll {
    Poll::new(Arc::new(LeadSolver::new(Clearing::Tanhinmin, 10)), limits, Random::new(1))
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
    // Samples tell the same within some percent.
    let many = poll(EndgameLimits { samples: 59, ..EndgameLimits::default() });
    let mut share = [0.0; 15];
    let mut many = many;
    for _ in 0..200 {
        let votes = many.votes(&view).unwrap();
        votes
            .by_strength
            .iter()
            .for_each(|&(s, v)| share[usize::from(s)] += v as f64 / 59.0 / 200.0);
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
    let leads = Arc::new(LeadSolver::new(Clearing::Tanhinmin, 10));
    Endgame::new(ContestRules::default(), leads, limits, Random::new(1))
}

#[test]
fn the_player_leads_what_wins_most_deals() {
    let limits = EndgameLimits { certain: false, ..EndgameLimits::default() };
    let mut others = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut pack: Vec<Card> = Cards::ALL.iter().collect();
        random.shuffle(&mut pack);
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
        let base = Base::new(ContestRules::default()).play(&view).unwrap();
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
fn wins_that_no_database_knows_go_first() {
    // The pair of nines cannot be answered, the three goes out.
    let view = view(["S3,S9,H9", "SA,S4", "S5,S6", "S7", ""]);
    let limits = EndgameLimits::default();
    assert_eq!(endgame(limits).play(&view).unwrap().to_string(), "S9,H9");
    assert_eq!(endgame(EndgameLimits { certain: false, ..limits }).play(&view).unwrap().len(), 1);
}
