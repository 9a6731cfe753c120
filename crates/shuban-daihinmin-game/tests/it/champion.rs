//! The strongest player: deals that it draws against an enumeration of all, and its plays.

use std::collections::HashMap;

use shuban_core::Random;
use shuban_daihinmin_game::players::champion::{
    BeliefSetting, Beliefs, Evidence, History, log_weight,
};
use shuban_daihinmin_game::players::{Champion, ChampionSetting, ContestPlayer};
use shuban_daihinmin_game::policy::{Acting, Odds, Policy};
use shuban_daihinmin_game::{
    Cards, ContestPosition, ContestRules, PLAYERS, SeatView, Standing, check,
};

use crate::common::{cards, random_hands};

/// All ways to choose some cards of a hand.
fn subsets(hand: Cards, count: usize) -> Vec<Cards> {
    let all: Vec<_> = hand.iter().collect();
    (0u32..1 << all.len())
        .filter(|bits| bits.count_ones() as usize == count)
        .map(|bits| {
            let chosen = all.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            chosen.map(|(_, &card)| card).collect()
        })
        .collect()
}

/// All deals of the unseen cards to the others.
fn all_deals(view: &SeatView) -> Vec<[Cards; PLAYERS]> {
    let mut own = [Cards::NONE; PLAYERS];
    own[view.seat] = view.hand;
    let mut deals = vec![(own, view.unseen)];
    for seat in (0..PLAYERS).filter(|&seat| seat != view.seat) {
        let more = |(hands, left): ([Cards; PLAYERS], Cards)| {
            subsets(left, view.counts[seat].into()).into_iter().map(move |hand| {
                let mut hands = hands;
                hands[seat] = hand;
                (hands, left - hand)
            })
        };
        deals = deals.into_iter().flat_map(more).collect();
    }
    deals.into_iter().map(|(hands, _)| hands).collect()
}

/// The weight of a deal by the turns that were seen, worked out from the first one on.
fn weight_of_turns(evidence: &Evidence<'_>, hands: &[Cards; PLAYERS]) -> f64 {
    let (mut odds, mut weight) = (Odds::default(), 1.0);
    let mut held: [Cards; PLAYERS] =
        std::array::from_fn(|seat| hands[seat] | evidence.history.laid[seat]);
    for turn in &evidence.history.turns {
        let seat = turn.table.turn;
        let all: Cards = held.into_iter().collect();
        if seat != evidence.view.seat && !hands[seat].is_empty() {
            let (hand, unseen) = (held[seat], all - held[seat]);
            let acting = Acting { seat, hand, unseen, counts: turn.counts, table: &turn.table };
            evidence.policies[seat].odds(evidence.rules, &acting, &mut odds);
            let chance = odds.chances[odds.place(turn.action.as_ref()).unwrap()];
            weight *= f64::from(chance.max(evidence.setting.least));
        }
        held[seat] -= turn.action.map_or(Cards::NONE, |meld| meld.cards());
    }
    weight
}

#[test]
fn deals_are_drawn_in_proportion_to_their_weights() {
    let (rules, policies) = (ContestRules::default(), [(); PLAYERS].map(|()| Policy::bundled()));
    let setting = BeliefSetting { steps: 10, turns: 99, trust: 1.0, ..BeliefSetting::default() };
    let mut compared = 0;
    for seed in 0..8 {
        let mut random = Random::new(seed);
        // Thirteen cards; some turns are played before the seat thinks.
        let mut position = ContestPosition::new(&rules, random_hands(&mut random, 13));
        let me = position.table.next_seat(position.table.turn);
        let mut history = History::default();
        history.begin(&rules, &position.view(me));
        let mut odds = Odds::default();
        for _ in 0..4 {
            let view = position.view(position.table.turn);
            policies[0].odds(&rules, &(&view).into(), &mut odds);
            let action = odds.draw(&mut random);
            history.see(&position.table, view.seat, action.as_ref());
            position.play(&rules, action).unwrap();
        }
        let view = position.view(me);
        let evidence = Evidence {
            rules: &rules,
            policies: &policies,
            history: &history,
            view: &view,
            setting,
        };
        let deals = all_deals(&view);
        let fits = |hands: &[Cards; PLAYERS]| {
            (0..PLAYERS).all(|seat| (history.known[seat] & view.unseen).is_subset(hands[seat]))
        };
        let weights: HashMap<_, f64> = deals
            .into_iter()
            .filter(fits)
            .map(|hands| (hands, weight_of_turns(&evidence, &hands)))
            .collect();
        if weights.len() < 2 {
            continue;
        }
        let total: f64 = weights.values().sum();
        const DRAWS: u32 = 20_000;
        let mut counts: HashMap<[Cards; PLAYERS], u32> = HashMap::new();
        let mut beliefs = Beliefs::default();
        assert!(beliefs.update(&evidence, &mut random));
        for _ in 0..DRAWS {
            beliefs.advance(&evidence, &mut random);
            *counts.entry(beliefs.hands()).or_default() += 1;
        }
        assert!(counts.keys().all(|hands| weights.contains_key(hands)), "a deal that cannot be");
        // The card of one hand and another: each holder of each card, as a share of the draws.
        for seat in (0..PLAYERS).filter(|&seat| seat != me) {
            for card in view.unseen.iter() {
                let has = |hands: &[Cards; PLAYERS]| hands[seat].contains(card);
                let exact: f64 =
                    weights.iter().filter(|(hands, _)| has(hands)).map(|(_, weight)| weight).sum();
                let drawn: u32 =
                    counts.iter().filter(|(hands, _)| has(hands)).map(|(_, count)| count).sum();
                let (exact, drawn) = (exact / total, f64::from(drawn) / f64::from(DRAWS));
                assert!((exact - drawn).abs() < 0.03, "seed {seed}: {card:?} {exact} {drawn}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn an_exchange_weighs_as_much_as_the_deals_before_it_that_lead_to_it() {
    // The rich one knows what it gave back. Each pair of strong cards in its hand may be the gift.
    let mut random = Random::new(9);
    for _ in 0..300 {
        let pack = Cards::ALL.shuffled(&mut random);
        let rich: Cards = pack[..7].iter().copied().collect();
        let poor: Cards = pack[7..13].iter().copied().collect();
        for count in [1, 2] {
            let back: Cards = poor.shuffled(&mut random).into_iter().take(count).collect();
            let before = rich | back;
            let ways = subsets(before, count).into_iter().filter(|gift| {
                let dealt = (poor - back) | *gift;
                dealt.strongest(count) == *gift
            });
            let expected = ways.count() as f32;
            let weight = log_weight(rich, poor, count as u8, Some(back)).exp();
            assert!((weight - expected.max(1e-6)).abs() < 1e-3, "{rich} {poor} {back}: {weight}");
        }
    }
}

#[test]
fn cards_that_were_exchanged_are_where_they_are_known_to_be() {
    let rules = ContestRules::default();
    let hands = random_hands(&mut Random::new(2), 53);
    let position = ContestPosition::new(&rules, hands);
    // Seat 1 was last, seat 3 first: seat 1 knows two cards of seat 3.
    let given = hands[3].strongest(2);
    let standing =
        Standing { classes: Some([1, 4, 2, 0, 3]), given, games_left: 5, ..Standing::default() };
    let view = SeatView { standing, ..position.view(1) };
    let policies = [(); PLAYERS].map(|()| Policy::bundled());
    let mut history = History::default();
    history.begin(&rules, &view);
    let setting = BeliefSetting::default();
    let evidence =
        Evidence { rules: &rules, policies: &policies, history: &history, view: &view, setting };
    let (mut beliefs, mut random) = (Beliefs::default(), Random::new(1));
    assert!(beliefs.update(&evidence, &mut random));
    let leader = cards("D3");
    for _ in 0..50 {
        beliefs.advance(&evidence, &mut random);
        let dealt = beliefs.hands();
        assert!(given.is_subset(dealt[3]));
        assert!(leader.is_subset(dealt[position.table.turn]));
        assert_eq!(dealt[1], hands[1]);
        assert_eq!(dealt.map(Cards::len), hands.map(Cards::len));
        assert_eq!(dealt.into_iter().collect::<Cards>(), Cards::ALL);
        // The one who was last but one has given its strongest card away: it has no joker.
        assert!(!dealt[4].has_joker());
    }
}

/// A champion that thinks little.
fn champion(seed: u64) -> Champion {
    let setting = ChampionSetting { simulations: 60, deals: 20, ..ChampionSetting::default() };
    Champion::new(ContestRules::default(), Policy::bundled(), setting, Random::new(seed))
}

#[test]
fn every_play_is_legal_and_the_same_seed_plays_the_same() {
    let rules = ContestRules::default();
    let play = |seed: u64| {
        let hands = random_hands(&mut Random::new(seed), 53);
        let mut position = ContestPosition::new(&rules, hands);
        let mut players: Vec<Champion> = (0..5).map(champion).collect();
        for (seat, player) in players.iter_mut().enumerate() {
            player.begin(&position.view(seat));
        }
        let mut actions = Vec::new();
        while !position.is_over(&rules) {
            let view = position.view(position.table.turn);
            let action = players[view.seat].play(&view);
            if let Some(meld) = &action {
                check(&rules, view.hand, &view.table, meld).unwrap();
            }
            for player in &mut players {
                player.see(&view.table, view.seat, action.as_ref());
            }
            position.play(&rules, action).unwrap();
            actions.push(action);
        }
        (actions, position.table.places)
    };
    for seed in 0..4 {
        assert_eq!(play(seed), play(seed));
    }
}

#[test]
fn a_search_ends_as_soon_as_the_rest_cannot_change_its_choice() {
    let rules = ContestRules::default();
    let mut cut = 0;
    for seed in 0..20 {
        let position = ContestPosition::new(&rules, random_hands(&mut Random::new(seed), 53));
        let view = position.view(position.table.turn);
        let mut player = champion(seed);
        player.begin(&view);
        let tried = player.think(&view).tried;
        let [best, second, ..] = &tried[..] else { continue };
        let left = 60 - tried.iter().map(|tried| tried.games).sum::<u32>();
        let lead = best.games - second.games;
        // The game before, which may have been the best one's, could still have changed it.
        assert!(left == 0 || (left + 1..=left + 2).contains(&lead), "seed {seed}: {lead}, {left}");
        cut += u32::from(left > 5);
    }
    assert!(cut > 5, "{cut}");
}

#[test]
fn time_ends_a_search_that_would_play_out_more() {
    let rules = ContestRules::default();
    let position = ContestPosition::new(&rules, random_hands(&mut Random::new(3), 53));
    let view = position.view(position.table.turn);
    let (unlimited, short) =
        (ChampionSetting::default(), Some(std::time::Duration::from_millis(1)));
    // Of a game's ten milliseconds some are left for each later decision.
    let of_a_game = short.map(|short| 10 * short);
    for limits in [
        ChampionSetting { time: short, ..unlimited },
        ChampionSetting { game_time: of_a_game, ..unlimited },
        ChampionSetting { game_time: Some(std::time::Duration::ZERO), ..unlimited },
    ] {
        let more = ChampionSetting { simulations: u32::MAX, ..limits };
        let mut player = Champion::new(rules, Policy::bundled(), more, Random::new(1));
        player.begin(&view);
        for _ in 0..20 {
            let thought = player.think(&view);
            assert!(thought.tried.iter().any(|tried| tried.games > 0));
            assert!(check(&rules, view.hand, &view.table, &thought.choice.unwrap()).is_ok());
        }
    }
}

#[test]
fn a_gift_has_the_cards_that_are_due() {
    let hand = cards("S3,H4,D5,C6,S7,H8,D9,CT,SJ,HQ,DK,CA,S2");
    for (class, count) in [(0, 2), (1, 1)] {
        let mut classes = [4, 3, 2, 1, 0];
        classes.swap(0, 4 - class);
        let standing = Standing { classes: Some(classes), games_left: 9, ..Standing::default() };
        let mut player = champion(1);
        player.before_gift(0, &standing);
        let gift = player.give(hand, count);
        assert_eq!(gift.len(), count);
        assert!(gift.is_subset(hand) && !gift.meets(cards("H8,S2")), "{gift}");
        let mut again = champion(1);
        again.before_gift(0, &standing);
        assert_eq!(again.give(hand, count), gift);
    }
}

#[test]
fn a_view_that_contradicts_itself_is_played_too() {
    let rules = ContestRules::default();
    let position = ContestPosition::new(&rules, random_hands(&mut Random::new(4), 40));
    let view = position.view(position.table.turn);
    // Cards are unseen that no count has room for.
    let view = SeatView { unseen: Cards::ALL - view.hand, ..view };
    let mut player = champion(7);
    player.begin(&view);
    let action = player.play(&view);
    assert!(action.is_none_or(|meld| check(&rules, view.hand, &view.table, &meld).is_ok()));
}
