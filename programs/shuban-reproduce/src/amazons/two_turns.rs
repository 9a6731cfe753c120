//! Future work of section 6.2, one turn further: values for every order of the first two turns.

use std::collections::HashMap;

use rayon::prelude::*;
use shuban_amazons::sum::{ScoreBounds, SumRegion, bounds_ahead};
use shuban_amazons::{Army, Minimax, Regions, ScorePair, Subgame};
use shuban_catalog::Error;
use shuban_core::LayerId;
use shuban_solve::OpenLayer;

use super::exact::Exact;
use super::judge::Judged;
use super::unsearched;
use crate::finding::Finding;
use crate::paper::Recomputation;

const TURNS: u32 = 2;

/// Counts the winners found among the first sums of a table, beside the exact ones. The bounds are
/// proven: none may be wrong.
pub(super) fn row(
    name: &str,
    sums: &[Vec<SumRegion>],
    judged: &[Judged],
    count: usize,
) -> Result<Finding, Error> {
    let bounds = |sum: &Vec<SumRegion>| {
        let mut exact = Exact::new();
        let ahead = bounds_ahead(sum, Army::Black, TURNS, |subgame| exact.value(subgame))?;
        let are_regular = exact.0.search.are_one_sided_numbers();
        Ok(if are_regular { ahead } else { ScoreBounds::default() })
    };
    let count = count.min(sums.len());
    let known: Result<Vec<ScoreBounds>, Error> = sums[..count].par_iter().map(bounds).collect();
    Ok(told(&format!("{name}: winner told by values for two turns"), &known?, &judged[..count]))
}

/// Does the same for sums of regions of up to this many squares by look-ups alone: a value after a
/// turn is that of a smaller region of the same database.
pub(super) fn looked_up(
    name: &str,
    squares: usize,
    sums: &[Vec<SumRegion>],
    judged: &[Judged],
    count: usize,
    run: &Recomputation<'_>,
) -> Result<Finding, Error> {
    let domain = Regions::new();
    let built = run.built(&domain, &format!("amazons/{squares}"))?;
    let layers: Result<Vec<OpenLayer<'_, Regions>>, Error> =
        (0..squares).map(|layer| built.open(LayerId(layer))).collect();
    let layers = layers?;
    let stored = |region: &Subgame| -> Result<Option<ScorePair>, Error> {
        let (position, swapped) = Regions::lookup(region).ok_or_else(unsearched)?;
        let value = layers[region.squares().len() - 1].value(&position)?.ok_or_else(unsearched)?;
        Ok(Some(if swapped { value.swapped() } else { value }))
    };
    let count = count.min(sums.len());
    let bounds = |sum: &Vec<SumRegion>| {
        let mut minimax = Minimax::new(stored);
        let mut known: HashMap<Subgame, ScorePair> = HashMap::new();
        bounds_ahead(sum, Army::Black, TURNS, |subgame| {
            if let Some(&value) = known.get(subgame) {
                return Ok(value);
            }
            let value = minimax.value(subgame)?;
            known.insert(*subgame, value);
            Ok(value)
        })
    };
    let known: Result<Vec<ScoreBounds>, Error> = sums[..count].par_iter().map(bounds).collect();
    let what = format!("{name}: the same by look-ups in the database of regions alone");
    Ok(told(&what, &known?, &judged[..count]))
}

fn told(what: &str, known: &[ScoreBounds], judged: &[Judged]) -> Finding {
    let winner = |bounds: &ScoreBounds| bounds.winner(Army::Black);
    let count = known.iter().filter(|bounds| winner(bounds).is_some()).count();
    let is_wrong = |(bounds, sum): &(&ScoreBounds, &Judged)| {
        sum.score.is_some_and(|score| bounds.is_wrong(score))
            || winner(bounds).is_some_and(|winner| winner != sum.winner)
    };
    let wrong = known.iter().zip(judged).filter(is_wrong).count();
    let by_one = judged.iter().filter(|sum| winner(&sum.twice).is_some()).count();
    let by_none = judged.iter().filter(|sum| winner(&sum.proven).is_some()).count();
    let note = format!(
        "of the first {}; by one turn {by_one}, by the values alone {by_none}; bounds that the \
         exact result contradicts: {wrong}",
        judged.len()
    );
    Finding::unprinted(what, count).noting(note).differing_if(wrong > 0 || count < by_one)
}

#[cfg(test)]
mod tests {
    use super::super::judge::{Kind, judge};
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn two_turns_tell_more_and_look_ups_tell_the_same() {
        let kind = Kind { squares: 5, amazons: (1, 1), regions: 3, seed: 2 };
        let sums = kind.draw(60);
        let run = Recomputation::quick();
        let judged = judge(&sums, true, &run).unwrap();
        let searched = row("", &sums, &judged, 60).unwrap();
        let stored = looked_up("", 5, &sums, &judged, 60, &run).unwrap();
        assert_eq!(searched.verdict, Verdict::Unprinted, "{searched:?}");
        assert_eq!((&searched.result, &searched.note), (&stored.result, &stored.note));
        let by_one = judged.iter().filter(|sum| sum.twice.winner(Army::Black).is_some()).count();
        assert!(searched.result.as_u64().unwrap() > by_one as u64, "{searched:?}");
    }
}
