//! Hands, rules and matches that the tests share.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::subsequence;
use shuban_core::tabulate::OneThread;
use shuban_daihinmin::contest::Contest;
use shuban_daihinmin::matches::JoinOptions;
use shuban_daihinmin::players::{PlayerKind, Setup, play_match};
use shuban_daihinmin::record::MatchRecord;
use shuban_daihinmin_game::players::ChampionSetting;
use shuban_daihinmin_game::players::endgame::LeadTables;
use shuban_daihinmin_game::{Card, Cards, ContestRules, Meld, PLAYERS};
use shuban_tanhinmin::Clearing;

pub(crate) fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

pub(crate) fn meld(text: &str) -> Meld {
    text.parse().unwrap()
}

/// Hands of fewer than this many cards.
pub(crate) fn hands(most: usize) -> impl Strategy<Value = Cards> {
    let pack: Vec<Card> = Cards::ALL.iter().collect();
    subsequence(pack, 0..most).prop_map(|cards| cards.into_iter().collect())
}

/// Returns all rules that are off in the contest.
pub(crate) fn house_rules() -> ContestRules {
    ContestRules {
        five_skip: true,
        six_reverse: true,
        eleven_back: true,
        forbidden_finish: true,
        ..ContestRules::default()
    }
}

/// Returns the contest's players with small endgame tables and little search.
pub(crate) fn setup(rules: ContestRules, seed: u64) -> Setup {
    static TABLES: LazyLock<Arc<LeadTables>> = LazyLock::new(|| {
        let mut tables = LeadTables::new(Clearing::Tanhinmin);
        for players in 2..=4 {
            (players..8).for_each(|cards| tables.compute(players, cards, &OneThread).unwrap());
        }
        Arc::new(tables)
    });
    Setup { leads: TABLES.clone(), search: short_search(), ..Setup::new(rules, seed) }
}

/// Returns as little search as a champion can do with.
fn short_search() -> ChampionSetting {
    ChampionSetting { simulations: 20, deals: 5, ..ChampionSetting::default() }
}

/// Returns the options of a client that waits so long for its server.
pub(crate) fn join_options(address: SocketAddr, player: PlayerKind, wait: Duration) -> JoinOptions {
    JoinOptions {
        host: address.ip().to_string(),
        port: address.port(),
        player,
        name: None,
        seed: 1,
        reaching: wait,
        silence: wait,
        again: false,
    }
}

/// Plays a match in this process.
pub(crate) fn match_of(kinds: [PlayerKind; PLAYERS], setup: &Setup, games: u32) -> MatchRecord {
    let mut contest = Contest::new(setup.rules, games, setup.seed);
    let mut players = std::array::from_fn(|number| kinds[number].player(setup, number));
    play_match(&mut contest, &mut players);
    contest.match_record(kinds.map(|kind| kind.name().to_owned()))
}

/// Plays a match of random players.
pub(crate) fn random_match(rules: ContestRules, games: u32, seed: u64) -> MatchRecord {
    match_of([PlayerKind::Random; PLAYERS], &setup(rules, seed), games)
}
