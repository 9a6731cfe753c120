//! Evaluation functions as they are judged: the terms by fewer games than are published.

use super::{games, network, rows_of};
use crate::finding::{Finding, Verdict};
use crate::paper::Recomputation;

const GAMES: u64 = games::GAMES / 8;

fn row<'r>(rows: &'r [Finding], what: &str) -> &'r Finding {
    rows.iter().find(|row| row.what == what).unwrap_or_else(|| panic!("no row {what}"))
}

fn result(rows: &[Finding], what: &str) -> f64 {
    row(rows, what).result.as_f64().unwrap()
}

#[test]
fn all_terms_come_closer_to_certified_values_and_win_more_games_than_pips_and_turn() {
    let rows = rows_of(&Recomputation::quick(), GAMES).unwrap();
    let of = |what: &str, set: &str| result(&rows, &format!("{what}, {set}"));
    for what in ["error", "loss of a roll"] {
        let all = of(what, "all terms");
        for fewer in ["pips alone", "pips and turn", "the page's terms, hits 1/2"] {
            assert!(all < of(what, fewer), "{what}: {fewer}");
        }
        assert!(
            of("loss of a roll", "pips and turn") < of("loss of a roll", "a play drawn by lot")
        );
        // Each term that is added brings it closer.
        let ladder = ["", ", bar", ", bar, blocks", ", bar, blocks, hits 1/2"];
        let ladder = ladder.map(|terms| of(what, &format!("pips and turn, spread{terms}")));
        assert!(ladder[0] > ladder[1] && ladder[1] > ladder[3] && ladder[3] > all, "{ladder:?}");
    }
    for game in ["half-gammon", "backgammon"] {
        let row = row(&rows, &format!("{game}, all terms against pips and turn: a game"));
        assert!(row.ci95.unwrap()[0] > 0.5, "{row:?}");
    }
    assert!(result(&rows, "the turn, with contact: rolls") < 0.5);
    assert_eq!(row(&rows, "cases of the table").verdict, Verdict::Agrees);
    for lead in ["0.5", "1"] {
        let claim = format!("a lead of {lead} rolls: the chance that it is reversed");
        assert_eq!(row(&rows, &claim).verdict, Verdict::Agrees);
    }
}

#[test]
fn the_network_comes_closer_to_certified_values_and_wins_more_games_than_the_terms() {
    let rows = network::half_gammon(&Recomputation::quick()).unwrap();
    for positions in ["which it was told", "which it was not told"] {
        let of = |what: &str, by: &str| result(&rows, &format!("{positions}: {what}, {by}"));
        assert!(of("error", "the network") < 0.6 * of("error", "all terms"), "{positions}");
        let [network, terms] = ["the network", "all terms"].map(|by| of("loss of a roll", by));
        assert!(network < 0.8 * terms, "{positions}: {network} {terms}");
    }
    let games = row(&rows, "the network against all terms: a game");
    assert!(games.ci95.unwrap()[0] > 0.25, "{games:?}");
}
