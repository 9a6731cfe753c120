//! Play of the players in matches.

use proptest::prelude::*;
use shuban_core::{Game, Hidden, Seat};
use shuban_daihinmin::contest::Contest;
use shuban_daihinmin::players::PlayerKind::{
    self, Base, Default, Endgame, Policy, Printed, Random, Sets,
};
use shuban_daihinmin::players::{Setup, play_match};
use shuban_daihinmin::record::MatchRecord;
use shuban_daihinmin_game::players::{ContestPlayer, Playouts};
use shuban_daihinmin_game::{
    Cards, ContestRules, ContestTable, Daihinmin, Meld, PLAYERS, SeatView, Standing, check,
};

use crate::common::{house_rules, match_of, setup};

#[test]
fn better_players_win_more() {
    let points = |kind, others: PlayerKind| {
        let setup = setup(ContestRules::default(), 3);
        match_of([kind, others, others, others, others], &setup, 2_000).points()[0]
    };
    // Of 30,000 points 6,000 are a fifth, and the standard deviation is some 105.
    assert!(points(Default, Random) > 9_000);
    assert!(points(Base, Default) > 6_250);
    assert!(points(Policy, Base) > 6_900);
}

#[test]
fn every_kind_has_a_name() {
    for kind in PlayerKind::ALL {
        assert_eq!(PlayerKind::by_name(kind.name()), Some(kind));
    }
    assert_eq!(PlayerKind::by_name("Base"), None);
}

#[test]
fn without_tables_the_printed_player_is_base_and_sets_are_asked_by_their_own_player() {
    let game = Daihinmin::new(ContestRules::default());
    let position = "S4,HK|||H3,S6,D9,C2|C5,ST,HA,DJ turn=0 places=1:1,2:2";
    let view = game.view(&game.parse(position).unwrap(), 0);
    let setup = setup(ContestRules::default(), 1);
    let play = |kind: PlayerKind| kind.player(&setup, 0).play(&view);
    assert_eq!(play(Printed), play(Base), "no tables are there");
    assert_eq!(play(Endgame), play(Sets));
    let asking: Vec<&str> = PlayerKind::ALL
        .into_iter()
        .filter(|kind| kind.asks_databases())
        .map(PlayerKind::name)
        .collect();
    assert_eq!(asking, ["endgame-printed", "endgame", "endgame-sets"]);
}

/// A player that must not do anything illegal.
struct Honest(ContestRules, Box<dyn ContestPlayer>);

impl ContestPlayer for Honest {
    fn before_gift(&mut self, seat: Seat, standing: &Standing) {
        self.1.before_gift(seat, standing);
    }

    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let gift = self.1.give(hand, count);
        assert!(gift.is_subset(hand) && gift.len() == count, "{gift} of {hand}");
        gift
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        let meld = self.1.play(view);
        if let Some(meld) = meld {
            let judged = check(&self.0, view.hand, &view.table, &meld);
            assert_eq!(judged, Ok(()), "{meld} of {} upon {:?}", view.hand, view.table);
        }
        meld
    }

    fn begin(&mut self, view: &SeatView) {
        self.1.begin(view);
    }

    fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        self.1.see(table, seat, action);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_player_does_anything_illegal(
        seed: u64,
        house: bool,
        exchange in 0u8..4,
        from in 0..PlayerKind::ALL.len(),
    ) {
        let rules = if house { house_rules() } else { ContestRules::default() };
        let rules = ContestRules { exchange: [exchange, exchange / 2], ..rules };
        let playouts = Playouts { cards: 30, deals: 3, ..Playouts::default() };
        let setup = Setup { playouts, ..setup(rules, seed) };
        let kinds: [PlayerKind; PLAYERS] =
            std::array::from_fn(|i| PlayerKind::ALL[(i + from) % PlayerKind::ALL.len()]);
        let mut players = kinds.map(|kind| {
            Box::new(Honest(rules, kind.player(&setup, from))) as Box<dyn ContestPlayer>
        });
        let mut contest = Contest::new(rules, 6, seed);
        play_match(&mut contest, &mut players);
        let record = contest.match_record(<_>::default());
        prop_assert_eq!(record.to_string().parse::<MatchRecord>(), Ok(record));
    }

    #[test]
    fn the_same_seed_is_the_same_match(seed: u64) {
        let setup = setup(ContestRules::default(), seed);
        let of = || match_of([Random, Base, Default, Random, Base], &setup, 3);
        prop_assert_eq!(of(), of());
    }
}
