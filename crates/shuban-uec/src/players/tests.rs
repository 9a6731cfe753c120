use proptest::prelude::*;

use super::*;
use crate::game::{ContestRules, MatchRecord};

fn match_of(
    kinds: [PlayerKind; PLAYERS],
    rules: ContestRules,
    games: u32,
    seed: u64,
) -> (Contest, MatchRecord) {
    let setup = Setup::new(rules, seed);
    let mut number = 0..;
    let mut players = kinds.map(|kind| kind.player(&setup, number.next().unwrap_or_default()));
    let mut contest = Contest::new(rules, games, seed);
    let names = kinds.map(|kind| kind.name().to_owned());
    let mut record = MatchRecord { rules, seed, due: games, names, games: Vec::new() };
    play_match(&mut contest, &mut players, &mut |game| record.games.push(game.clone()));
    (contest, record)
}

#[test]
fn better_players_win_more() {
    let points = |kinds: [PlayerKind; PLAYERS]| {
        match_of(kinds, ContestRules::default(), 2_000, 3).0.points()
    };
    // Of 30,000 points 6,000 are a fifth, and the standard deviation is some 105.
    let of_default = points([
        PlayerKind::Default,
        PlayerKind::Random,
        PlayerKind::Random,
        PlayerKind::Random,
        PlayerKind::Random,
    ]);
    assert!(of_default[0] > 9_000, "{of_default:?}");
    let of_base = points([
        PlayerKind::Base,
        PlayerKind::Default,
        PlayerKind::Default,
        PlayerKind::Default,
        PlayerKind::Default,
    ]);
    assert!(of_base[0] > 6_250, "{of_base:?}");
}

#[test]
fn every_kind_has_a_name() {
    for kind in PlayerKind::ALL {
        assert_eq!(PlayerKind::by_name(kind.name()), Some(kind));
    }
    assert_eq!(PlayerKind::by_name("Base"), None);
}

/// A player that must not do anything illegal.
struct Honest(ContestRules, Box<dyn Player>);

impl Player for Honest {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let gift = self.1.give(hand, count);
        assert!(gift.is_subset(hand) && gift.len() == count, "{gift} of {hand}");
        gift
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        let meld = self.1.play(view);
        if let Some(meld) = meld {
            let judged = crate::game::check(&self.0, view.hand, &view.table, &meld);
            assert_eq!(judged, Ok(()), "{meld} of {} upon {:?}", view.hand, view.table);
        }
        meld
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_player_does_anything_illegal(seed: u64, house: bool, exchange in 0u8..4, from in 0usize..5) {
        let rules = ContestRules {
            five_skip: house,
            six_reverse: house,
            eleven_back: house,
            forbidden_finish: house,
            exchange: [exchange, exchange / 2],
            ..ContestRules::default()
        };
        let playouts = Playouts { cards: 30, deals: 3, ..Playouts::default() };
        let setup = Setup { playouts, ..Setup::new(rules, seed) };
        let kinds: Vec<PlayerKind> = (0..PLAYERS).map(|i| PlayerKind::ALL[(i + from) % PlayerKind::ALL.len()]).collect();
        let kinds: [PlayerKind; PLAYERS] = kinds.try_into().unwrap();
        let mut players = kinds.map(|kind| Box::new(Honest(rules, kind.player(&setup, from))) as Box<dyn Player>);
        let mut contest = Contest::new(rules, 6, seed);
        let mut games = Vec::new();
        play_match(&mut contest, &mut players, &mut |game| games.push(game.clone()));
        let record = MatchRecord { rules, seed, due: 6, names: Default::default(), games };
        prop_assert_eq!(record.validate(), Ok(()));
    }

    #[test]
    fn a_seed_tells_all(seed: u64) {
        let line_up = [PlayerKind::Random, PlayerKind::Base, PlayerKind::Default, PlayerKind::Random, PlayerKind::Base];
        let once = match_of(line_up, ContestRules::default(), 3, seed).1;
        prop_assert_eq!(match_of(line_up, ContestRules::default(), 3, seed).1, once);
    }
}
