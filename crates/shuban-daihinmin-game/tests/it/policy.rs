//! The learnt policy: its file, its learning, its odds.

use shuban_core::Random;
use shuban_daihinmin_game::players::{Base, ContestPlayer};
use shuban_daihinmin_game::policy::{Decisions, Improvement, LearnSetting, Odds, Policy};
use shuban_daihinmin_game::{ContestPosition, ContestRules, check};
use xxhash_rust::xxh3::xxh3_64;

use crate::common::{cards, meld, random_hands};

const WEIGHTS: &str = include_str!("../../weights/policy.txt");

/// The decisions of five `base` in some games.
fn decisions(games: u64) -> Decisions {
    let rules = ContestRules::default();
    let (mut base, mut found) = (Base { rules }, Decisions::default());
    for seed in 0..games {
        let mut position = ContestPosition::new(&rules, random_hands(&mut Random::new(seed), 53));
        while !position.is_over(&rules) {
            let view = position.view(position.table.turn);
            let action = base.play(&view);
            found.add(&rules, &view, action.as_ref());
            position.play(&rules, action).unwrap();
        }
    }
    found
}

#[test]
fn a_policy_is_read_as_it_was_written() {
    let policy: Policy = WEIGHTS.parse().unwrap();
    assert_eq!(policy.to_string(), WEIGHTS);
    assert_eq!(*Policy::bundled(), policy);
    let played = include_str!("../../weights/played.txt");
    assert_eq!(Policy::played().to_string(), played);
    assert!(played != WEIGHTS);
}

#[test]
fn bad_weights_are_refused_by_name() {
    let first = WEIGHTS.lines().nth(1).unwrap();
    let (name, weights) = first.split_once('\t').unwrap();
    let changed = |from: &str, to: &str| WEIGHTS.replacen(from, to, 1);
    let shorter = weights.rsplit_once(' ').unwrap().0;
    let cut = |keep: usize| WEIGHTS.lines().take(keep).collect::<Vec<_>>().join("\n");
    let cases = [
        (String::new(), "the first line is not `shuban daihinmin policy 1`"),
        (changed("policy 1", "policy 2"), "the first line is not"),
        (changed(name, "play: colour"), "line 2: the weights of `play: size and strength`"),
        (
            changed(weights, shorter),
            "line 2: 209 weights of `play: size and strength` instead of 210",
        ),
        (changed(weights, &format!("NaN {shorter}")), "line 2: a weight of"),
        (changed(weights, &format!("1000000 {shorter}")), "line 2: a weight of"),
        (changed(weights, &format!("1.5 {shorter}")), "line 2: a weight of"),
        (changed(weights, &format!("1 {shorter}")), "cut off or damaged"),
        (cut(5), "line 6: the weights of"),
        (cut(WEIGHTS.lines().count() - 1), "cut off or damaged"),
        (format!("{WEIGHTS}more\n"), "cut off or damaged"),
    ];
    for (text, reason) in cases {
        let error = text.parse::<Policy>().unwrap_err().to_string();
        assert!(error.contains(reason), "{error} does not say: {reason}");
    }
}

#[test]
fn odds_are_those_of_legal_plays_and_sum_to_one() {
    let (rules, policy) = (ContestRules::default(), Policy::bundled());
    let (mut odds, mut random) = (Odds::default(), Random::new(3));
    for _ in 0..100 {
        let mut position = ContestPosition::new(&rules, random_hands(&mut random, 53));
        while !position.is_over(&rules) {
            let view = position.view(position.table.turn);
            policy.odds(&rules, &(&view).into(), &mut odds);
            let sum: f32 = odds.chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            let leads = view.table.top.is_none();
            assert!(!leads || odds.chances.last() == Some(&0.0) || odds.melds.is_empty());
            for (meld, chance) in odds.melds.iter().zip(&odds.chances) {
                assert!(check(&rules, view.hand, &view.table, meld).is_ok() && *chance >= 0.0);
            }
            let action = odds.draw(&mut random);
            assert!(odds.place(action.as_ref()).is_some_and(|place| odds.chances[place] > 0.0));
            position.play(&rules, action).unwrap();
        }
    }
}

/// A policy that looks at the hand that is left alone: a group that others can beat makes a play less
/// likely by a factor of e, and one that they cannot by a tenth of that.
fn by_groups_left() -> Policy {
    let mut text = String::new();
    for line in Policy::uniform().to_string().lines().filter(|line| !line.starts_with("end ")) {
        match line.split_once('\t') {
            Some((name @ "play: hand that is left", _)) => {
                // A weight for each number of groups that can be beaten, and of others.
                let weights = (0..4 * 8 * 4).map(|place| {
                    let (weak, strong) = (place / 4 % 8, place % 4);
                    (-1_000 * weak - 100 * strong).to_string()
                });
                let weights: Vec<String> = weights.collect();
                text += &format!("{name}\t{}\n", weights.join(" "));
            }
            _ => text += &format!("{line}\n"),
        }
    }
    let sum = xxh3_64(text.as_bytes());
    format!("{text}end {sum:016x}\n").parse().unwrap()
}

#[test]
fn a_run_that_is_left_is_one_group_which_is_hard_to_beat() {
    let rules = ContestRules::default();
    let hands = ["D3,S5,S6,S7,D9", "S2,H4", "H2,C4", "D2,D4", "C2,S4"].map(cards);
    let position = ContestPosition::new(&rules, hands);
    let view = position.view(position.table.turn);
    assert_eq!(view.hand, hands[0]);
    let mut odds = Odds::default();
    by_groups_left().odds(&rules, &(&view).into(), &mut odds);
    let chance = |text: &str| odds.chances[odds.place(Some(&meld(text))).unwrap()];
    for (play, weak, strong) in [
        ("D3", 1, 1),
        ("D9", 1, 1),
        ("S5,S6,S7", 2, 0),
        // What is left of the run is single cards.
        ("S5", 4, 0),
        ("S6", 4, 0),
        ("S7", 4, 0),
    ] {
        let likelier = (chance(play) / chance("S5,S6,S7")).ln();
        let expected = (2 - weak) as f32 - 0.1 * strong as f32;
        assert!((likelier - expected).abs() < 1e-3, "{play}: {likelier}, not {expected}");
    }
}

#[test]
fn draws_come_as_often_as_the_odds_say() {
    let (rules, mut random) = (ContestRules::default(), Random::new(5));
    let position = ContestPosition::new(&rules, random_hands(&mut random, 53));
    let view = position.view(position.table.turn);
    let mut odds = Odds::default();
    Policy::bundled().odds(&rules, &(&view).into(), &mut odds);
    let mut counts = vec![0u32; odds.chances.len()];
    const DRAWS: u32 = 40_000;
    for _ in 0..DRAWS {
        counts[odds.place(odds.draw(&mut random).as_ref()).unwrap()] += 1;
    }
    for (count, chance) in counts.iter().zip(&odds.chances) {
        // Five standard deviations at most.
        let share = *count as f32 / DRAWS as f32;
        assert!((share - chance).abs() <= 5.0 * 0.5 / (DRAWS as f32).sqrt(), "{share} {chance}");
    }
}

#[test]
fn learning_foretells_a_player_and_is_reproducible() {
    let decisions = decisions(300);
    let setting = LearnSetting { rounds: 3, ..LearnSetting::default() };
    let (policy, fit) = Policy::learn(&decisions, &setting);
    let (again, _) = Policy::learn(&decisions, &setting);
    assert_eq!(policy.to_string(), again.to_string());
    let none = LearnSetting { rounds: 0, ..setting };
    let (uniform, blind) = Policy::learn(&decisions, &none);
    assert_eq!(uniform, Policy::uniform());
    assert_eq!(fit.decisions, decisions.len() / 10);
    assert!(fit.hits > 0.9 && blind.hits < 0.8, "{fit:?} {blind:?}");
    assert!(fit.log_likelihood > -0.6 && blind.log_likelihood < -1.0, "{fit:?} {blind:?}");
}

/// The chance of the meld after a policy has learnt from it, `times` over, that the place which it
/// led to was worth so much.
fn chance_after(worth: &[f32], times: usize, rate: f32) -> f32 {
    let rules = ContestRules::default();
    let hands = ["D3,S5,S6,S7,D9", "S2,H4", "H2,C4", "D2,D4", "C2,S4"].map(cards);
    let view = ContestPosition::new(&rules, hands).view(0);
    let meld = meld("D9");
    let mut decisions = Decisions::default();
    worth.iter().for_each(|_| decisions.add(&rules, &view, Some(&meld)));
    let mut improvement = Improvement::new(Policy::uniform());
    for _ in 0..times {
        let lesson = improvement.lesson(&decisions, worth);
        improvement.learn(&[lesson], 0.0);
    }
    let lesson = improvement.lesson(&decisions, worth);
    improvement.learn(&[lesson], rate);
    let mut odds = Odds::default();
    improvement.policy().odds(&rules, &(&view).into(), &mut odds);
    odds.chances[odds.place(Some(&meld)).unwrap()]
}

#[test]
fn where_nothing_is_to_be_learnt_the_policy_becomes_less_sure() {
    let rules = ContestRules::default();
    let (mut random, mut odds) = (Random::new(8), Odds::default());
    let mut seen = [0; 2];
    while seen.iter().any(|&count| count < 20) {
        let mut position = ContestPosition::new(&rules, random_hands(&mut random, 53));
        for _ in 0..random.place(12) {
            let view = position.view(position.table.turn);
            Policy::bundled().odds(&rules, &(&view).into(), &mut odds);
            position.play(&rules, odds.likeliest()).unwrap();
        }
        let view = position.view(position.table.turn);
        let mut decisions = Decisions::default();
        Policy::bundled().odds(&rules, &(&view).into(), &mut odds);
        decisions.add(&rules, &view, odds.likeliest().as_ref());
        let most = odds.chances.iter().copied().fold(0.0, f32::max);
        if decisions.is_empty() || most > 0.999 {
            continue;
        }
        let likeliest = odds.chances.iter().position(|&chance| chance == most).unwrap();
        let mut improvement = Improvement::new((*Policy::bundled()).clone());
        // A place that is worth what is expected.
        improvement.learn(&[improvement.lesson(&decisions, &[0.5])], 0.01);
        improvement.policy().odds(&rules, &(&view).into(), &mut odds);
        assert!(odds.chances[likeliest] < most, "{most}: {odds:?}");
        seen[usize::from(view.table.top.is_some())] += 1;
    }
}

#[test]
fn what_led_to_a_better_place_than_expected_becomes_likelier() {
    let before = chance_after(&[1.0], 0, 0.0);
    assert!(chance_after(&[1.0], 0, 0.1) > before + 0.01);
    assert!(chance_after(&[0.0], 0, 0.1) < before - 0.01);
    // Half a place better and half a place worse teach nothing.
    assert!((chance_after(&[0.0, 1.0], 0, 0.1) - before).abs() < 1e-3);
    // Once the first place is expected, it teaches nothing.
    assert!((chance_after(&[1.0], 10, 0.1) - before).abs() < 1e-3);
}
