//! What champions learn of the others within a match.

use std::sync::{Arc, Mutex};

use shuban_core::shelf::EmptyShelf;
use shuban_core::tabulate::OneThread;
use shuban_core::{Seat, Silent};
use shuban_daihinmin::contest::Contest;
use shuban_daihinmin::matches::{PlayerSetting, setup as line_up};
use shuban_daihinmin::players::{PlayerKind, Setup, play_match};
use shuban_daihinmin_game::players::champion::{History, Opponents};
use shuban_daihinmin_game::players::{Base, ContestPlayer};
use shuban_daihinmin_game::policy::Policy;
use shuban_daihinmin_game::{Cards, ContestRules, ContestTable, Meld, PLAYERS, SeatView};

use crate::common::{match_of, setup};

/// A player that plays like `base` and learns of the others as a champion does.
struct Watcher {
    base: Base,
    begun: Option<SeatView>,
    history: History,
    opponents: Arc<Mutex<Opponents>>,
}

impl ContestPlayer for Watcher {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.base.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        self.base.play(view)
    }

    fn begin(&mut self, view: &SeatView) {
        if let Some(begun) = self.begun.replace(view.clone()) {
            self.opponents.lock().unwrap().learn(&self.base.rules, &begun, &self.history);
        }
        self.history.begin(&self.base.rules, view);
    }

    fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        self.history.see(table, seat, action);
    }
}

#[test]
fn players_are_told_apart_in_a_match() {
    let rules = ContestRules::default();
    let [default, base] = Policy::plain();
    let opponents = Opponents::new(vec![Policy::bundled(), default, base]);
    let opponents = Arc::new(Mutex::new(opponents));
    let (begun, history, base) = (None, History::default(), Base { rules });
    let watcher = Watcher { base, begun, history, opponents: Arc::clone(&opponents) };
    let setup = setup(rules, 12);
    let kinds = [PlayerKind::Default, PlayerKind::Base, PlayerKind::Policy, PlayerKind::Champion];
    let mut watcher: Option<Box<dyn ContestPlayer>> = Some(Box::new(watcher));
    let mut players: [Box<dyn ContestPlayer>; PLAYERS] = std::array::from_fn(|number| {
        watcher.take().unwrap_or_else(|| kinds[number - 1].player(&setup, number))
    });
    // Seats are drawn anew after each third game.
    play_match(&mut Contest::new(rules, 8, 12), &mut players);
    let opponents = opponents.lock().unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(|player| opponents.kind(player)), [0, 1, 2, 0, 0]);
}

#[test]
fn a_policy_that_the_others_may_have_is_used_once_they_have_played() {
    let kinds = [
        PlayerKind::Champion,
        PlayerKind::Random,
        PlayerKind::Random,
        PlayerKind::Random,
        PlayerKind::Random,
    ];
    let without = setup(ContestRules::default(), 4);
    let with = Setup { opponents: vec![Arc::new(Policy::uniform())], ..without.clone() };
    let [without, with] = [without, with].map(|setup| match_of(kinds, &setup, 6).games);
    assert_eq!(without[0], with[0]);
    assert_ne!(without, with);
}

#[test]
fn a_policy_plays_by_its_weights_and_a_champion_searches_by_its_own() {
    let games = |kind: PlayerKind, policy: Option<Arc<Policy>>| {
        let setup = Setup { policy, ..setup(ContestRules::default(), 6) };
        let base = PlayerKind::Base;
        match_of([kind, base, base, base, base], &setup, 4).games
    };
    for (kind, own, other) in [
        (PlayerKind::Policy, Policy::played(), Policy::bundled()),
        (PlayerKind::Champion, Policy::bundled(), Policy::played()),
    ] {
        let without = games(kind, None);
        assert_eq!(without, games(kind, Some(own)));
        assert_ne!(without, games(kind, Some(other)));
    }
}

#[test]
fn databases_with_sets_have_the_cards_that_are_asked_for() {
    let setting = PlayerSetting { set_cards: 7, ..PlayerSetting::default() };
    let kinds = [PlayerKind::ChampionSets];
    let rules = ContestRules::default();
    let setup = line_up(&kinds, rules, &setting, &EmptyShelf, &OneThread, &Silent).unwrap();
    let sets = setup.sets.unwrap();
    let most = |players| (players..9).filter(|&cards| sets.holds(players, cards)).max();
    assert_eq!([2, 3, 4].map(most), [Some(7), Some(5), Some(4)]);
}
