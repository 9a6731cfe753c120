//! Sampling and voting: how many deals a second a player looks at that asks endgame databases. Items are deals.
//! Nishino and Nishino (2010) report 329,412 in five seconds.

use std::sync::{Arc, LazyLock};

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::{Game, Hidden, OneThread};
use shuban_daihinmin::Random;
use shuban_daihinmin::players::endgame::{LeadTables, Limits, Poll};
use shuban_daihinmin::tanhinmin::Clearing;
use shuban_daihinmin::uec::{Daihinmin, Rules, View};

fn main() {
    divan::main();
}

/// The largest layers of three and four players that the player asks.
static TABLES: LazyLock<Arc<LeadTables>> = LazyLock::new(|| {
    let mut tables = LeadTables::new(Clearing::Tanhinmin);
    [3, 4].into_iter().for_each(|players| {
        tables.compute(players, 10, &OneThread).expect("one thread calls nothing off");
    });
    Arc::new(tables)
});

/// Ten cards in three or four hands, two of them the player's own.
const POSITIONS: [(&str, &str); 2] = [
    ("3 players, 10 cards", "S4,HK|||H3,S6,D9,C2|C5,ST,HA,DJ turn=0 places=1:1,2:2"),
    ("4 players, 10 cards", "S4,HK||H3,S6,D9|C5,ST,HA|DJ,C2 turn=0 places=1:1"),
];

fn view(position: &str) -> View {
    let game = Daihinmin::new(Rules::default());
    game.view(&game.parse(position).expect("a position"), 0)
}

/// Deals drawn at random, 50 a poll: there are at most 560 with ten cards in play, since the cards that were
/// played are known.
#[divan::bench(args = POSITIONS)]
fn drawn(bencher: Bencher<'_, '_>, (_, position): (&str, &str)) {
    polled(bencher, position, 50);
}

/// Every deal once.
#[divan::bench(args = POSITIONS)]
fn all(bencher: Bencher<'_, '_>, (_, position): (&str, &str)) {
    polled(bencher, position, u64::MAX);
}

fn polled(bencher: Bencher<'_, '_>, position: &str, samples: u64) {
    let view = view(position);
    let limits = Limits { samples, ..Limits::default() };
    let mut poll = Poll::new(TABLES.clone(), limits, Random::new(1));
    let deals = poll.votes(&view).expect("the tables hold ten cards").deals;
    bencher.counter(ItemsCount::new(deals)).bench_local(|| poll.votes(&view));
}
