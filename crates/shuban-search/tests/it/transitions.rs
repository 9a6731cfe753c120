//! Games written out as transition systems have the values that their rules say.

use shuban_core::solver::SearchFailure;
use shuban_core::{Game, Seat, Silent};
use shuban_search::TransitionSystem;

use crate::expectimax::{Flaw, Heap, left};
use crate::maze::{Maze, Place};

/// Returns the value of every state to the first player, by value iteration that knows no game.
fn solved(model: &TransitionSystem) -> Vec<f64> {
    let [lowest, highest] = model.payoffs.map(f64::from);
    let row = |ends: &[u64], at: usize| ends[at] as usize..ends[at + 1] as usize;
    let mut wins = vec![0.0; model.players.len()];
    wins[model.won as usize] = 1.0;
    loop {
        let before = wins.clone();
        for state in 0..wins.len() {
            let choices = row(&model.choices, state).map(|choice| {
                let branches = row(&model.branches, choice);
                branches.map(|b| model.probabilities[b] * wins[model.targets[b] as usize]).sum()
            });
            let is_first = model.players[state] == 0;
            wins[state] = choices.reduce(if is_first { f64::max } else { f64::min }).unwrap();
        }
        if wins == before {
            return wins.into_iter().map(|wins| lowest + (highest - lowest) * wins).collect();
        }
    }
}

/// Returns the value of a position to the first player, by the rules.
fn by_rules<G: Game>(game: &G, position: &G::Position) -> f64 {
    if let Some(payoffs) = game.outcome(position) {
        return payoffs.of(0).into();
    }
    let (chances, mut plays) = (game.chances(position), Vec::new());
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    let best = if game.to_move(position) == 0 { f64::max } else { f64::min };
    let event = |(chance, weight)| {
        game.plays(position, chance, &mut plays);
        let values = plays.drain(..).map(|play| by_rules(game, &play.after));
        f64::from(weight) / f64::from(total) * values.reduce(best).unwrap()
    };
    chances.into_iter().map(event).sum()
}

fn enumerated<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
) -> Result<TransitionSystem, SearchFailure> {
    TransitionSystem::enumerate(game, roots, 10_000, &Silent)
}

#[test]
fn a_heap_with_a_coin_has_the_same_values_from_every_root() {
    let game = Heap(Flaw::Nothing);
    let roots = || (1..9).map(left);
    let model = enumerated(&game, roots()).unwrap();
    assert_eq!((model.initial, model.payoffs), (8, [-2, 2]));
    let values = solved(&model);
    for (state, root) in roots().enumerate() {
        assert!((values[state] - by_rules(&game, &root)).abs() < 1e-12, "{root:?}");
    }
}

#[test]
fn mazes_without_chance_have_the_same_values() {
    for seed in 0..20 {
        let game = Maze { seed, plies: 6, width: 4 };
        let root: Place = (0, 0, Seat::from(seed % 2 == 1));
        let values = solved(&enumerated(&game, [root]).unwrap());
        assert_eq!(values[0], by_rules(&game, &root), "seed {seed}");
    }
}

#[test]
fn probabilities_of_a_choice_sum_to_one_and_targets_are_states() {
    let model = enumerated(&Heap(Flaw::Nothing), [left(12)]).unwrap();
    for ends in model.branches.windows(2) {
        let sum: f64 = model.probabilities[ends[0] as usize..ends[1] as usize].iter().sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    assert!(model.targets.iter().all(|&target| target < model.states()));
    assert!(model.choices.windows(2).all(|ends| ends[0] < ends[1]));
}

#[test]
fn what_is_no_such_game_or_too_large_is_refused_with_the_reason() {
    let reasons = [
        (Flaw::ThreeSeats, "is not a game of two players"),
        (Flaw::NotZeroSum, "is not zero-sum"),
        (Flaw::NoPlays, "without any play"),
        (Flaw::NoChance, "without any play"),
    ];
    for (flaw, reason) in reasons {
        let error = enumerated(&Heap(flaw), [left(3)]).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let few = TransitionSystem::enumerate(&Heap(Flaw::Nothing), [left(12)], 10, &Silent);
    assert!(few.unwrap_err().to_string().contains("more than 10 states"));
}
