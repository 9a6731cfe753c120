//! The work of the champion: games played out by the policy, and deals of the unseen cards. Items
//! are games, or deals.

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::Random;
use shuban_daihinmin_game::players::champion::{
    BeliefSetting, Beliefs, Evidence, History, play_out,
};
use shuban_daihinmin_game::policy::{Odds, Policy};
use shuban_daihinmin_game::{Cards, ContestPosition, ContestRules, PLAYERS};

fn main() {
    divan::main();
}

const GAMES: u64 = 100;

/// A deal of this many cards.
fn dealt(random: &mut Random, cards: usize) -> ContestPosition {
    let pack = Cards::ALL.shuffled(random);
    let hands = std::array::from_fn(|seat| {
        pack[..cards].iter().skip(seat).step_by(PLAYERS).copied().collect()
    });
    ContestPosition::new(&ContestRules::default(), hands)
}

#[divan::bench(args = [53, 25, 10])]
fn games(bencher: Bencher<'_, '_>, cards: usize) {
    let (rules, policies) = (ContestRules::default(), [(); PLAYERS].map(|()| Policy::bundled()));
    let (mut odds, mut random) = (Odds::default(), Random::new(1));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let places = (0..GAMES).filter_map(|_| {
            let position = dealt(&mut random, cards);
            let me = position.table.turn;
            play_out(&rules, &policies, None, position, me, &mut odds, &mut random)
        });
        places.map(u64::from).sum::<u64>()
    });
}

#[divan::bench]
fn deals_after_twenty_turns(bencher: Bencher<'_, '_>) {
    let (rules, policies) = (ContestRules::default(), [(); PLAYERS].map(|()| Policy::bundled()));
    let (mut odds, mut random) = (Odds::default(), Random::new(2));
    let mut position = dealt(&mut random, Cards::ALL.len());
    let mut history = History::default();
    history.begin(&rules, &position.view(0));
    for _ in 0..20 {
        let view = position.view(position.table.turn);
        policies[0].odds(&rules, &(&view).into(), &mut odds);
        let action = odds.draw(&mut random);
        history.see(&position.table, view.seat, action.as_ref());
        position.play(&rules, action).expect("drawn from legal plays");
    }
    let view = position.view(0);
    let setting = BeliefSetting::default();
    let evidence =
        Evidence { rules: &rules, policies: &policies, history: &history, view: &view, setting };
    let mut beliefs = Beliefs::default();
    assert!(beliefs.update(&evidence, &mut random));
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        beliefs.advance(&evidence, &mut random);
        beliefs.hands()
    });
}
