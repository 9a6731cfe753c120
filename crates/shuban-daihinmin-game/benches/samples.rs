//! Sampling and voting: deals a second examined by a player that asks endgame databases. Items are
//! deals. Nishino and Nishino (2010) report 329,412 in five seconds.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::tabulate::OneThread;
use shuban_core::{Domain, Game, Hidden, PartId, Random};
use shuban_daihinmin_game::players::endgame::{EndgameLimits, LeadTables, Poll};
use shuban_daihinmin_game::{ContestRules, Daihinmin, SeatView};
use shuban_tanhinmin::{CardTable, Clearing, GroupCounts, MAX_PLAYERS};

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

fn view(position: &str) -> SeatView {
    let game = Daihinmin::new(ContestRules::default());
    game.view(&game.parse(position).expect("a position"), 0)
}

/// Deals drawn at random, 50 a poll: there are at most 560 with ten cards in play, since the cards
/// that were played are known.
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
    let limits = EndgameLimits { samples, ..EndgameLimits::default() };
    let mut poll = Poll { leads: TABLES.clone(), limits, random: Random::new(1) };
    let deals = poll.votes(&view).expect("the tables hold ten cards").deals;
    bencher.counter(ItemsCount::new(deals)).bench_local(|| poll.votes(&view));
}

/// Number of cards of the deals that are looked up.
const CARDS: usize = 10;

/// From a deal to all of its leads that win, by a bit a lead in memory.
#[divan::bench]
fn wins_from_memory(bencher: Bencher<'_, '_>) {
    let leads = TABLES.domain(3).expect("there are rules for three");
    let layer = leads.layer(CARDS).expect("it is computed");
    let index = leads.index(PartId { layer, part: 0 }).expect("in closed form");
    // An order that is hard to foresee: the multiplier is odd and large, the length small.
    let ranks = (1..=10_000u64)
        .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20)
        .map(|i| i % index.len());
    let moments = ranks.filter_map(|rank| index.unrank(rank));
    let deals: Vec<Vec<GroupCounts>> = moments.map(|table| before_the_lead(&table)).collect();
    bencher.counter(ItemsCount::new(deals.len())).bench_local(|| {
        let winning =
            |deal: &Vec<GroupCounts>| TABLES.winning_leads(3, deal).expect("all hold cards");
        black_box(&deals).iter().fold(0, |all, deal| all ^ winning(deal))
    });
}

/// Number of cards of each strength of each player before the lead, the weakest first.
fn before_the_lead(table: &CardTable) -> Vec<GroupCounts> {
    let mut groups = vec![[0; MAX_PLAYERS]; CARDS + 1];
    let led = table.trick().map(|trick| trick.rank);
    let own = (0..3).flat_map(|seat| table.hand(seat).iter().map(move |&card| (seat, card)));
    for (seat, card) in own.chain(led.map(|card| (0, card))) {
        groups[usize::from(card)][seat] += 1;
    }
    groups
}
