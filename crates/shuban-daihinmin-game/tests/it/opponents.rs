//! The kinds of players that the champion tells apart by the games that are over.

use std::sync::Arc;

use shuban_core::Random;
use shuban_daihinmin_game::players::champion::{Champion, ChampionSetting, History, Opponents};
use shuban_daihinmin_game::players::{Base, ContestPlayer, PolicyPlayer};
use shuban_daihinmin_game::policy::Policy;
use shuban_daihinmin_game::{Cards, ContestPosition, ContestRules, PLAYERS, SeatView, Standing};

use crate::common::random_hands;

/// Plays a game; returns what a seat saw of it.
fn seen(
    hands: [Cards; PLAYERS],
    players: &mut [Box<dyn ContestPlayer>; PLAYERS],
    me: usize,
    seats: [usize; PLAYERS],
) -> (SeatView, History) {
    let rules = ContestRules::default();
    let mut position = ContestPosition::new(&rules, hands);
    let standing = Standing { players: seats, ..Standing::default() };
    let view = |position: &ContestPosition, seat| SeatView { standing, ..position.view(seat) };
    let begun = view(&position, me);
    let mut history = History::default();
    history.begin(&rules, &begun);
    for seat in 0..PLAYERS {
        players[seats[seat]].begin(&view(&position, seat));
    }
    while !position.is_over(&rules) {
        let turn = position.table.turn;
        let before = view(&position, turn);
        let action = players[seats[turn]].play(&before);
        history.see(&before.table, turn, action.as_ref());
        players.iter_mut().for_each(|player| player.see(&before.table, turn, action.as_ref()));
        position.play(&rules, action).unwrap();
    }
    (begun, history)
}

/// Players 0, 2 and 4 play the likeliest of the policy, players 1 and 3 by plain rules.
fn players() -> [Box<dyn ContestPlayer>; PLAYERS] {
    let rules = ContestRules::default();
    std::array::from_fn(|player| -> Box<dyn ContestPlayer> {
        match player % 2 {
            0 => Box::new(PolicyPlayer::new(rules, Policy::bundled())),
            _ => Box::new(Base { rules }),
        }
    })
}

#[test]
fn players_are_told_apart_wherever_they_sit() {
    let rules = ContestRules::default();
    let [default, base] = Policy::plain();
    let mut opponents = Opponents::new(vec![Policy::bundled(), default, Arc::clone(&base)]);
    let mut random = Random::new(5);
    let mut seats = [0, 1, 2, 3, 4];
    for player in 0..PLAYERS {
        assert_eq!(opponents.kind(player), 0, "nothing is known before a game");
    }
    for _ in 0..3 {
        random.shuffle(&mut seats);
        // Seen by one who plays by plain rules.
        let me = seats.iter().position(|&player| player == 1).unwrap();
        let (view, history) = seen(random_hands(&mut random, 53), &mut players(), me, seats);
        opponents.learn(&rules, &view, &history);
    }
    // Nothing is learnt of the seat itself.
    assert_eq!([0, 1, 2, 3, 4].map(|player| opponents.kind(player)), [0, 0, 0, 2, 0]);
    let policies = opponents.policies(seats);
    for (seat, player) in seats.into_iter().enumerate() {
        assert_eq!(*policies[seat] == *base, player == 3, "player {player}");
    }
}

#[test]
fn hands_are_known_when_a_game_is_over() {
    let rules = ContestRules::default();
    let mut random = Random::new(6);
    let mut untold = 0;
    for game in 0..20 {
        let hands = random_hands(&mut random, 53);
        let (view, history) = seen(hands, &mut players(), game % PLAYERS, [0, 1, 2, 3, 4]);
        assert_eq!(history.dealt(), Some(hands));
        // Followed from the second turn on it tells nothing wrong: all of it only if the first player
        // is the last.
        let mut late = History::default();
        late.begin(&rules, &view);
        assert_eq!(late.dealt(), None);
        for turn in &history.turns[1..] {
            late.see(&turn.table, turn.table.turn, turn.action.as_ref());
        }
        untold += u32::from(late.dealt().is_none());
        assert!(late.dealt().is_none_or(|dealt| dealt == hands));
        // Nor does it if it is not followed to its end.
        let mut cut = History::default();
        cut.begin(&rules, &view);
        for turn in &history.turns[..history.turns.len() - 12] {
            cut.see(&turn.table, turn.table.turn, turn.action.as_ref());
        }
        assert_eq!(cut.dealt(), None);
    }
    assert!(untold > 10, "{untold}");
}

#[test]
fn the_champion_learns_of_a_game_once_it_is_over() {
    // Two that are alike but for this play the same in the first game, and not in the second.
    let rules = ContestRules::default();
    let setting = ChampionSetting { simulations: 200, deals: 40, ..ChampionSetting::default() };
    let thoughts = |opponents: bool| {
        let setting = ChampionSetting { opponents, ..setting };
        let champion = || Champion::new(rules, Policy::bundled(), setting, Random::new(1));
        let mut all = players();
        all[0] = Box::new(champion());
        let mut random = Random::new(8);
        let mut games = Vec::new();
        for _ in 0..2 {
            let (_, history) = seen(random_hands(&mut random, 53), &mut all, 0, [0, 1, 2, 3, 4]);
            games.push(history.turns.iter().map(|turn| turn.action).collect::<Vec<_>>());
        }
        games
    };
    let (told, untold) = (thoughts(true), thoughts(false));
    assert_eq!(told[0], untold[0]);
    assert_ne!(told[1], untold[1]);
}
