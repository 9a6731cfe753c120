//! Sums with a known winner, counted by the kind of bounds.

use shuban_amazons::Army;
use shuban_amazons::sum::ScoreBounds;

use super::judge::Judged;
use crate::finding::Finding;

/// One kind of bounds.
type BoundsOf = fn(&Judged) -> ScoreBounds;

/// Returns rows on the winners of sums, Black to move: from bounds of each kind, and exactly.
pub(super) fn rows(name: &str, judged: &[Judged]) -> Vec<Finding> {
    let all = judged.len();
    let mut rows = Vec::new();
    let kinds: [(&str, BoundsOf); 3] = [
        ("the printed rule", |sum| sum.printed),
        ("the proven rule", |sum| sum.proven),
        ("values after one side moves twice running", |sum| sum.twice),
    ];
    for (kind, known) in kinds {
        let told = judged.iter().filter(|sum| known(sum).winner(Army::Black).is_some()).count();
        let wrong = judged.iter().filter(|sum| is_wrong(sum, known(sum))).count();
        let row = Finding::unprinted(format!("{name}: winner told by {kind}"), told)
            .noting(format!("of {all}; bounds that the exact result contradicts: {wrong}"));
        // The printed rule is wrong for some sums; the others are proven.
        rows.push(row.differing_if(wrong > 0 && kind != kinds[0].0));
    }
    let unknown: Vec<&Judged> = judged.iter().filter(|sum| sum.printed.is_nothing()).collect();
    let bounded = unknown.iter().filter(|sum| !sum.twice.is_nothing()).count();
    let told = unknown.iter().filter(|sum| sum.twice.winner(Army::Black).is_some()).count();
    let what =
        format!("{name}: sums without printed bounds that get one if one side moves twice running");
    let note = format!("of {}; the winner of {told} of them is told", unknown.len());
    rows.push(Finding::unprinted(what, bounded).noting(note));
    let black = judged.iter().filter(|sum| sum.winner == Army::Black).count();
    rows.push(
        Finding::unprinted(format!("{name}: winner decided exactly"), all)
            .noting(format!("of {all}; Black, who begins, wins {black}")),
    );
    rows
}

/// Returns true if the exact result contradicts bounds.
fn is_wrong(sum: &Judged, known: ScoreBounds) -> bool {
    match sum.score {
        Some(score) => known.is_wrong(score),
        None => known.winner(Army::Black).is_some_and(|winner| winner != sum.winner),
    }
}
