//! Figures 1 and 2: a board of 10×10 that falls into four subgames. The pictures are not in the
//! text; this board arose in a game of random moves from the usual first position.

use shuban_amazons::sum::{BoardSum, Sums, bounds, winner_of_score};
use shuban_amazons::{Army, CanonicalSearch, Subgame};
use shuban_catalog::Error;
use shuban_cgt::{Forms, Player};
use shuban_core::{Medium, Present};

use super::exact::Exact;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// The board, Black to move.
const BOARD: &str = "##.######X/..#.#O##.#/#..##.##../O#X##.###./#####X#O.#/#.##..#.#./..#...####/\
                     ..#####..#/##X.#.##.#/.###.#O#..";

/// Number of subgames of figure 2: a, b, c and d.
const SUBGAMES: usize = 4;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let board = BoardSum::parse(BOARD).map_err(Error::position)?;
    run.write("amazons-figure-2.svg", &Sums.draw(&board, None, Medium::Svg))?;
    solved(&board)
}

fn solved(board: &BoardSum) -> Result<Vec<Finding>, Error> {
    let regions = board.regions();
    let mut exact = Exact::new();
    let values = exact.values(&regions)?;
    let sizes: Vec<String> =
        regions.iter().map(|region| region.subgame.squares().len().to_string()).collect();
    let known = bounds(&values, Army::Black, exact.are_regular(&regions));
    let score = exact.score(&regions)?;
    let best = exact.moves_that_keep(&regions, score)?;
    let best: Vec<String> = best.iter().map(|action| board.format_move(action)).collect();

    let forms = std::sync::Arc::new(Forms::new());
    let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
    let mut search = CanonicalSearch::new(&forms, nothing);
    let mut terms = Vec::new();
    for region in &regions {
        let Ok(term) = search.sum(&region.subgame);
        terms.push(term);
    }
    let by_forms = Army::from(forms.winner(&terms, Player::Left));

    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    let bound = |bound: Option<i32>| bound.map_or("none".to_owned(), |bound| bound.to_string());
    let mut rows = vec![
        Finding::undecided(
            "subgames of the position of figures 1 and 2",
            SUBGAMES,
            regions.len(),
            format!("the pictures are not in the text: a board of our own, {BOARD}"),
        ),
        Finding::unprinted("its subgames' values", values.join(" + "))
            .noting(format!("{} squares", sizes.join(", "))),
    ];
    for (name, known) in [("printed", known.printed), ("proven", known.proven)] {
        rows.push(
            Finding::unprinted(format!("its lower bound by the {name} rule"), bound(known.lower))
                .noting(format!("upper bound: {}", bound(known.upper)))
                .differing_if(name == "proven" && known.is_wrong(score)),
        );
    }
    rows.push(Finding::twice(
        "its exact score, Black to move, by both searches",
        score,
        Exact::plainly().score(&regions)?,
    ));
    rows.push(Finding::unprinted("its best moves", best.join(" ")));
    rows.push(Finding::twice(
        "its winner, by the score and by canonical values",
        winner_of_score(score, Army::Black).name(),
        by_forms.name(),
    ));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn a_board_falls_into_four_subgames_and_has_an_exact_score() {
        let board = BoardSum::parse(BOARD).unwrap();
        let position = board.boards()[0];
        assert_eq!((position.height(), position.width()), (10, 10));
        for side in Army::BOTH {
            assert_eq!(position.subgame().amazons(side).len(), 4);
        }
        let rows = solved(&board).unwrap();
        assert!(rows.iter().all(|row| row.verdict != Verdict::Differs), "{rows:?}");
        assert_eq!((rows[0].verdict, &rows[0].result), (Verdict::Undecided, &4.into()));
    }
}
