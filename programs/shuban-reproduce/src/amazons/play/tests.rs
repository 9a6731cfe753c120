//! Small boards: what is exact is never missed, and what is kept is kept.

use super::*;

#[test]
fn exact_play_is_never_worse_than_the_exact_score_and_proven_bounds_are_kept() {
    let run = Recomputation::quick();
    let played = played::games(&run, (8, 8), 24, 50).unwrap();
    let mut seen = [0; 4];
    for ending in played.iter().flat_map(|game| game.endings.iter().flatten()) {
        assert!(0 < ending.contested && ending.contested <= ending.plies);
        let Some(exact) = ending.exact else { continue };
        let [black, white] = ending.by_use[Use::Sums as usize].map(Option::unwrap);
        assert!(black.score >= exact.score && white.score <= exact.score, "{exact:?}");
        assert_eq!([black, white][exact.winner as usize].winner, exact.winner);
        assert!(ending.told().is_none_or(|winner| winner == exact.winner));
        let [black, white] = ending.by_use[Use::Bounds as usize].map(Option::unwrap);
        assert!(ending.proven.lower.is_none_or(|lower| black.score >= lower), "{ending:?}");
        assert!(ending.proven.upper.is_none_or(|upper| white.score <= upper), "{ending:?}");
        seen[0] += 1;
        seen[1] += usize::from(black != white);
        seen[2] += usize::from(ending.proven.lower.is_some());
        seen[3] += usize::from(ending.proven.upper.is_some());
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn rows_count_endings_once_and_give_intervals() {
    let run = Recomputation::quick();
    let played = played::games(&run, (8, 8), 16, 0).unwrap();
    let rows = rows_of("x", &played, 1);
    let endings = played.iter().filter(|game| game.endings[1].is_some()).count();
    assert!(endings > 1);
    assert_eq!(rows[0].result, endings);
    assert_eq!(rows.len(), 5 + Use::ALL.len());
    for row in &rows[1..] {
        let ([low, high], result) = (row.ci95.unwrap(), row.result.as_f64().unwrap());
        assert!(low <= result && result <= high, "{row:?}");
    }
    // An ending of regions of up to eight squares is one of up to ten.
    let small = played.iter().filter(|game| game.endings[0].is_some()).count();
    assert!(small <= endings);
}
