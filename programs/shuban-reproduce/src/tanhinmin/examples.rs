//! The worked examples of the paper's text, and table 1.

use std::collections::BTreeSet;

use shuban_catalog::Error;
use shuban_core::{Domain, Game, PartId, Payoffs, Seat, Winners};
use shuban_search::multi::printed::{TABLE_1, UnionRow};
use shuban_search::multi::{Dominance, MaxN, MultiSearch, Singleton, SoftMaxN, Solution, Tie};
use shuban_tanhinmin::{CardRules, OpenDaihinmin};

use super::Computed;
use crate::finding::Finding;
use crate::paper::Recomputation;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("examples", 0);
    let mut rows = indifference();
    rows.extend(instability());
    rows.extend(table_1());
    rows.extend(four_plays());
    rows.extend(leads()?);
    rows.extend(reductions()?);
    rows.push(voluntary_pass(run)?);
    Ok(rows)
}

const A: Seat = 0;
const B: Seat = 1;
const C: Seat = 2;

/// Formats vectors: `(0,1,2) (0,2,1)`.
fn text<'p>(vectors: impl IntoIterator<Item = &'p Payoffs>) -> String {
    let one = |vector: &Payoffs| format!("({},{},{})", vector.of(A), vector.of(B), vector.of(C));
    vectors.into_iter().map(one).collect::<Vec<_>>().join(" ")
}

fn leaves<const N: usize>(vectors: [[i16; 3]; N]) -> [BTreeSet<Payoffs>; N] {
    vectors.map(|vector| BTreeSet::from([Payoffs::new(&vector)]))
}

/// Checks section 2.2: A gets nothing either way, and decides what B and C get.
fn indifference() -> Vec<Finding> {
    // The paper's C is sure of the best and takes no chance.
    let soft = SoftMaxN { dominance: Dominance::Weak };
    let undecided = soft.unite(A, &leaves([[0, 1, 2], [0, 2, 1]]));
    let mut rows = vec![Finding::exact(
        "2.2: A's node of (0,1,2) and (0,2,1)",
        "(0,1,2) (0,2,1)",
        text(&undecided),
    )];
    for (sure, expected) in [
        ([0, 1, 2], "(0,1,2)"),
        ([1, 0, 2], "(1,0,2)"),
        ([2, 1, 0], "(0,1,2) (0,2,1)"),
        ([1, 2, 0], "(0,1,2) (0,2,1)"),
    ] {
        let other = leaves([sure])[0].clone();
        let what = format!("2.2: C's node of that one and {}", text(&other));
        rows.push(Finding::exact(
            what,
            expected,
            text(&soft.unite(C, &[undecided.clone(), other])),
        ));
    }
    rows
}

/// Checks section 2.3: whichever way B breaks its tie, one node up A gets nothing, or all.
fn instability() -> Vec<Finding> {
    let row = |(vectors, tie, play, expected): ([[i16; 3]; 2], Tie, &str, i16)| {
        let leaves = vectors.map(|vector| Payoffs::new(&vector));
        let found = MaxN { tie }.unite(B, &leaves).of(A);
        Finding::exact(format!("2.3: what A gets if B takes {play}"), expected, found)
    };
    [
        ([[0, 1, 2], [2, 1, 0]], Tie::First, "a (0,1,2)", 0),
        ([[0, 1, 2], [2, 1, 0]], Tie::Last, "b (2,1,0)", 2),
        ([[0, 1, 2], [0, 1, 0]], Tie::First, "c (0,1,2)", 0),
        ([[0, 1, 2], [0, 1, 0]], Tie::Last, "d (0,1,0)", 0),
    ]
    .map(row)
    .to_vec()
}

fn set(letters: &str) -> Winners {
    Winners::of(letters.bytes().map(|letter| usize::from(letter - b'a')))
}

fn letters(set: Winners) -> String {
    set.iter().map(|seat| char::from(b'a' + seat as u8)).collect()
}

/// Checks table 1: C's value, whichever of the optional values occur beside the required ones.
fn table_1() -> Vec<Finding> {
    let named = |sets: &[Winners]| sets.iter().copied().map(letters).collect::<Vec<_>>().join(", ");
    let row = |row: &UnionRow| {
        let united: BTreeSet<String> =
            row.cases().map(|plays| letters(Singleton { seats: 3 }.unite(C, &plays))).collect();
        let others = match row.optional {
            [] => String::new(),
            optional => format!(" with any of {}", named(optional)),
        };
        let found = united.into_iter().collect::<Vec<_>>().join(" or ");
        Finding::exact(
            format!("table 1: {}{others}", named(row.required)),
            letters(row.united),
            found,
        )
    };
    TABLE_1.iter().map(row).collect()
}

/// Checks section 2.5.
fn four_plays() -> Vec<Finding> {
    let three = Singleton { seats: 3 };
    let united = |mover, sets: &[&str]| {
        letters(three.unite(mover, &sets.iter().copied().map(set).collect::<Vec<_>>()))
    };
    vec![
        Finding::exact(
            "2.5: C's node of c, bc, abc, ab",
            "c",
            united(C, &["c", "bc", "abc", "ab"]),
        ),
        Finding::exact("2.5: B's node of c, ab", "ab", united(B, &["c", "ab"])),
        Finding::exact("2.5: A's node of ab, ca", "abc", united(A, &["ab", "ac"])),
        handed_up_by("2.5: what C's nodes above leaves can be", "a, b, c, ab", &[C]),
        handed_up_by("2.5: B's nodes above those", "a, b, c, ab, ac", &[C, B]),
        handed_up_by("2.5: A's nodes above those", "a, b, c, ab, ac, bc, abc", &[C, B, A]),
        Finding::exact("2.5: values of three players", 7, handed_up(3).len()),
        Finding::exact("2.5: values of four players", 15, handed_up(4).len()),
    ]
}

/// Returns the values that a node of this player can have, each from any of the values below it.
fn united(solution: Singleton, mover: Seat, values: &BTreeSet<Winners>) -> BTreeSet<Winners> {
    let subsets = 1u32..1 << values.len();
    let chosen = subsets.map(|subset| {
        let all = values.iter().enumerate();
        all.filter(|(at, _)| subset >> at & 1 == 1).map(|(_, set)| *set).collect::<Vec<_>>()
    });
    chosen.map(|plays| solution.unite(mover, &plays)).collect()
}

/// Returns all values of nodes above leaves of `seats` players, whoever moves where.
fn handed_up(seats: usize) -> BTreeSet<Winners> {
    let solution = Singleton { seats };
    let mut values: BTreeSet<Winners> = (0..seats).map(Winners::only).collect();
    loop {
        let before = values.len();
        for mover in 0..seats {
            let more = united(solution, mover, &values);
            values.extend(more);
        }
        if values.len() == before {
            return values;
        }
    }
}

/// Checks the values that players one above the other can hand up.
fn handed_up_by(what: &str, print: &str, movers: &[Seat]) -> Finding {
    let leaves: BTreeSet<Winners> = [A, B, C].map(Winners::only).into();
    let values = (movers.iter())
        .fold(leaves, |values, &mover| united(Singleton { seats: 3 }, mover, &values));
    let mut names: Vec<String> = values.into_iter().map(letters).collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    Finding::exact(what, print, names.join(", "))
}

/// Returns the values of all leads of a deal by search.
pub(super) fn lead_values(deal: &str) -> Result<Vec<(String, String)>, Error> {
    let game = game_for(1 + deal.matches('|').count())?;
    let table = game.parse(deal).map_err(Error::position)?;
    let mut search = MultiSearch::new(&game, Singleton { seats: game.seats() });
    let plays = search.plays(&table).map_err(|error| Error::TooMuch(error.to_string()))?;
    let named = plays
        .into_iter()
        .map(|(play, set)| (game.format_move(&table, (), &play.action), set.to_string()));
    Ok(named.collect())
}

/// Returns the game for n players.
fn game_for(players: usize) -> Result<OpenDaihinmin, Error> {
    let rules = CardRules::tanhinmin(players).map_err(|error| Error::TooMuch(error.to_string()))?;
    Ok(OpenDaihinmin::new(rules))
}

/// Checks sections 3.5 and 3.7: deals and the values of their leads. The text gives the winner
/// after each lead.
fn leads() -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    let what =
        |lead: &str| format!("3.5: [[1,3,10],[2],[4,6,8],[5,7,9]], lead {lead}: who may win");
    for (lead, set) in lead_values("1,3,10|2|4,6,8|5,7,9")? {
        rows.push(match lead.as_str() {
            "1" => Finding::exact(what(&lead), "2", set),
            "3" => Finding::exact(what(&lead), "1", set),
            _ => Finding::unprinted(what(&lead), set),
        });
    }
    // All pass on 10, and player 1 leads again.
    for (lead, set) in lead_values("1,3|2|4,6,8|5,7,9")? {
        let what = what(&format!("10, then {lead}"));
        rows.push(match lead.as_str() {
            "1" => Finding::exact(what, "2", set),
            _ => Finding::unprinted(what, set)
                .noting("the text: player 3 or 4; see `tanhinmin/slips`"),
        });
    }
    let found = lead_values("1,3,5,5,5|2,4|2,2,6")?;
    let winning: Vec<&str> =
        found.iter().filter(|(_, set)| set == "1").map(|(lead, _)| lead.as_str()).collect();
    rows.push(Finding::exact(
        "3.7: [[1,3,5,5,5],[2,4],[2,2,6]]: leads that win",
        "5",
        winning.join(" "),
    ));
    for (lead, set) in &found {
        rows.push(Finding::unprinted(
            format!("3.7: the same deal, lead {lead}: who may win"),
            set.as_str(),
        ));
    }
    Ok(rows)
}

/// Checks section 3.6: reduced hands.
fn reductions() -> Result<Vec<Finding>, Error> {
    let game = game_for(2)?;
    let reduced = |deal: &str| -> Result<String, Error> {
        Ok(game.format(&game.canonical(&game.parse(deal).map_err(Error::position)?)))
    };
    let same =
        |deals: [&str; 2]| -> Result<bool, Error> { Ok(reduced(deals[0])? == reduced(deals[1])?) };
    Ok(vec![
        Finding::exact("3.6: strengths shifted by 3 are alike", true, same(["1,3|2", "4,6|5"])?),
        Finding::exact(
            "3.6: gaps between strengths are closed",
            true,
            same(["1,4|3,7", "1,3|2,4"])?,
        ),
        Finding::exact(
            "3.6: A(1,4) B(2,3) and A(1,4) B(2,2) are alike",
            true,
            same(["1,4|2,3", "1,4|2,2"])?,
        ),
        Finding::unprinted("3.6: A(1,4) B(2,3) is reduced to", reduced("1,4|2,3")?),
        Finding::unprinted(
            "a strength that two share never merges: A(1,2) B(2,3)",
            reduced("1,2|2,3")?,
        ),
    ])
}

/// Checks a win that needs a pass of the leader's, and the result of the print's rule.
fn voluntary_pass(run: &Recomputation<'_>) -> Result<Finding, Error> {
    const DEAL: &str = "1,6,7,10|2|5|3,4,8,9";
    let exact = lead_values(DEAL)?;
    let leads: Vec<String> =
        exact.into_iter().filter(|(_, set)| set == "1").map(|(lead, _)| lead).collect();
    let print = Computed::new(run.progress, "tanhinmin/4p-distinct/print", 10)?;
    let table = print.leads.game().parse(DEAL).map_err(Error::position)?;
    let layer = print.leads.layer(10).ok_or(shuban_solve::Error::Stuck)?;
    let index = print.leads.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
    let mut plays = Vec::new();
    print.leads.game().plays(&table, (), &mut plays);
    let by_print = plays.iter().filter_map(|play| {
        let lead = print.leads.game().format_move(&table, (), &play.action);
        let record = print.records[index.rank(&play.after)? as usize];
        Some(format!("{lead} {{{}}}", record.winners()))
    });
    let by_print: Vec<String> = by_print.collect();
    Ok(Finding::unprinted(
        "[[1,6,7,10],[2],[5],[3,4,8,9]]: leads that win by a later pass",
        leads.join(" "),
    )
    .noting(format!("values by the print's rule for passes: {}", by_print.join(", "))))
}
