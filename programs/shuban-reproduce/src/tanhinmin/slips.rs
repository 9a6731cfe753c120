//! Misprints, each with its explanation.

use std::sync::Arc;
use std::time::Instant;

use shuban_catalog::Error;
use shuban_core::{Game, Hidden, Random};
use shuban_daihinmin::contest::Contest;
use shuban_daihinmin_game::players::endgame::{EndgameLimits, LeadTables, Poll};
use shuban_daihinmin_game::{Cards, ContestRules, Daihinmin, PLAYERS};
use shuban_solve::PoolWorkers;
use shuban_tanhinmin::{Clearing, Patterns};

use super::examples::lead_values;
use super::{Computed, table_2};
use crate::finding::Finding;
use crate::paper::Recomputation;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("both tables", 0);
    let three = Computed::new(run.progress, "tanhinmin/3p/print", 10)?;
    let exact = Computed::new(run.progress, "tanhinmin/3p", 10)?;
    let four = Computed::new(run.progress, "tanhinmin/4p-distinct/print", 10)?;
    let four_exact = Computed::new(run.progress, "tanhinmin/4p-distinct", 10)?;
    let mut rows = vec![
        Finding::print_wrong(
            "3.5: 4³ · 3³ · 2³ leaves",
            331_776,
            4u64.pow(3) * 3u64.pow(3) * 2u64.pow(3),
            (4u64 * 3 * 2).pow(4),
            "the print is (4 · 3 · 2)⁴: each factor once more",
        ),
        Finding::not_reproducible(
            "3.7, table 2: deals whose leader has two cards or more",
            table_2::NONTRIVIAL,
            three.counts.nontrivial,
            "off by 9: all other printed numbers agree with the result (`reproduce \
             tanhinmin/table-2`), and of 140 readings none gives the print (`reproduce \
             tanhinmin/leads`)",
        ),
    ];
    let patterns = Patterns::new(three.leads.numbering(), three.leads.rules().allows_ties(), 10);
    let called_won = three.counts.wins + patterns.leader_empty;
    rows.extend([
        percent("3.7: won of all patterns, in percent", 43, called_won, patterns.all),
        percent(
            "3.7: won of those with two cards or more, in percent",
            38,
            three.counts.nontrivial_wins,
            three.counts.nontrivial,
        ),
        percent("3.8: won of all deals, in percent", 42, four.counts.wins, four.counts.deals),
        percent(
            "3.8: won of those with two cards or more, in percent",
            25,
            four.counts.nontrivial_wins,
            four.counts.nontrivial,
        ),
    ]);
    for (what, printed, print, exact) in
        [("table 2: wins", 486_790, &three, &exact), ("table 3: wins", 162_633, &four, &four_exact)]
    {
        let [print, exact] = [print, exact].map(|layer| layer.counts.nontrivial_wins);
        rows.push(Finding::print_wrong(
            what,
            printed,
            exact,
            print,
            "passes are looked at only where no card leaves the mover a chance",
        ));
    }
    rows.push(sets_of_sets());
    rows.push(after_ten_and_three()?);
    rows.push(unseen_deals());
    rows.push(deals_looked_at(run)?);
    rows.extend(contest_numbers());
    rows.push(exchange());
    Ok(rows)
}

/// Checks a share that is printed as an integer: rounded, or cut off.
fn percent(what: &str, print: u64, part: u64, whole: u64) -> Finding {
    let (cut_off, rounded) = (100 * part / whole, (200 * part + whole) / (2 * whole));
    let exactly = format!("{:.2} %", 100.0 * part as f64 / whole as f64);
    let (found, how) = match print == cut_off && cut_off != rounded {
        true => (cut_off, ", cut off"),
        false => (rounded, ""),
    };
    Finding::exact(what, print, found).noting(format!("{exactly}{how}"))
}

/// Checks section 2.5: the number of values if sets were not united, but collected.
fn sets_of_sets() -> Finding {
    // Of three players: a, b, c, ab, bc, ca, abc.
    const SETS: u32 = (1 << 3) - 1;
    Finding::print_wrong(
        "2.5: values of three players, were sets collected and not united",
        255,
        2u64.pow(SETS) - 1,
        2u64.pow(SETS + 1) - 1,
        "sets of the 7 sets, without the empty one; the print takes the empty set for an eighth",
    )
}

/// Checks section 3.5: all pass on 10, and 3 is led.
fn after_ten_and_three() -> Result<Finding, Error> {
    let values = lead_values("1,3|2|4,6,8|5,7,9")?;
    let found = values.into_iter().find(|(lead, _)| lead == "3").map(|(_, set)| set);
    let found = found.unwrap_or_default();
    let print = "3 or 4";
    let stands = found == "34";
    Ok(Finding::settled(
        "3.5: [[1,3,10],[2],[4,6,8],[5,7,9]], lead 10, then 3: who wins",
        print,
        found,
        stands,
    )
    .noting("player 4 has the stronger card of each pair, and wins against all others together"))
}

/// Checks section 3.3: the ways to deal eight cards to three others.
fn unseen_deals() -> Finding {
    let among = |cards: u64| (cards - 7..=cards).product::<u64>() / (2 * 6 * 6);
    let (pack, unseen) = (among(Cards::ALL.len() as u64), among(8));
    Finding::settled(
        "3.3: ways to deal the 8 cards of three others, ten cards being left",
        "500 billion and more",
        unseen,
        unseen == pack,
    )
    .noting(format!(
        "8!/2!/3!/3!: which 8 cards are left is known, as section 3.2 says itself; out of the whole \
         pack, 53!/45!/2!/3!/3!, there are {pack}"
    ))
}

/// Measures section 3.3: at most 329,412 deals in five seconds.
fn deals_looked_at(run: &Recomputation<'_>) -> Result<Finding, Error> {
    /// Ten cards in three hands, two of them the player's own.
    const POSITION: &str = "S4,HK|||H3,S6,D9,C2|C5,ST,HA,DJ turn=0 places=1:1,2:2";
    const PRINTED: u64 = 329_412;
    const POLLS: u32 = 20;
    let mut leads = LeadTables::new(Clearing::default());
    let workers = PoolWorkers { progress: run.progress };
    leads.compute(3, 10, &workers).map_err(|_| Error::Interrupted)?;
    let game = Daihinmin::new(ContestRules::default());
    let view = game.view(&game.parse(POSITION).map_err(Error::position)?, 0);
    let (leads, limits) = (Arc::new(leads), EndgameLimits::default());
    let mut poll = Poll { leads, limits, random: Random::new(1) };
    let started = Instant::now();
    let deals: u64 = (0..POLLS).filter_map(|_| poll.votes(&view)).map(|votes| votes.deals).sum();
    let nanoseconds = started.elapsed().as_nanos() as f64 / deals.max(1) as f64;
    Ok(Finding::undecided(
        "3.3: at most 329,412 deals in 5 s: ns a deal",
        5_000_000_000 / PRINTED,
        nanoseconds.round(),
        format!(
            "a time of another machine; here of one thread now, {} deals at a time. With ten cards \
             there are no more than 560",
            deals / u64::from(POLLS)
        ),
    )
    .differing_if(deals == 0))
}

/// Checks numbers of sections 3.2, 3.4 and 4.1 that follow from the contest's rules.
fn contest_numbers() -> Vec<Finding> {
    let rules = ContestRules::default();
    let contest = Contest::new(rules, 1, 1);
    let mut hands: Vec<usize> = (0..PLAYERS).map(|player| contest.hand(player).len()).collect();
    hands.sort_unstable();
    let text = hands.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let points = |games: u64| rules.points.map(|points| u64::from(points) * games);
    let [most, .., least] = points(5_000);
    let mean = points(5_000).iter().sum::<u64>() / PLAYERS as u64;
    vec![
        Finding::exact("3.2: cards of the pack", 53, Cards::ALL.len()),
        Finding::exact("3.2: cards of the five hands", "10, 10, 11, 11, 11", text),
        Finding::exact("3.4: cards of two players at most", 22, hands[3] + hands[4]),
        Finding::exact("4.1: most points of 5,000 games", 25_000, most),
        Finding::exact("4.1: fewest points", 5_000, least),
        Finding::exact("4.1: points in the mean", 15_000, mean),
    ]
}

/// Checks who exchanges one card: sections 3.2 and 4.1 differ, and the contest's rules decide.
fn exchange() -> Finding {
    let rules = ContestRules::default();
    let pairs: Vec<String> = (1..)
        .zip(rules.exchange)
        .filter(|&(_, cards)| cards == 1)
        .map(|(class, _)| format!("{class} and {}", PLAYERS + 1 - class))
        .collect();
    let found = pairs.join(", ");
    Finding::settled(
        "4.1: places that exchange one card",
        "2 and 3",
        found.clone(),
        found == "2 and 3",
    )
    .noting("section 3.2 says 2 and 4, as the contest's rules do")
}
