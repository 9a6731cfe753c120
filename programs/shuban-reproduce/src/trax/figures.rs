//! Figures 1 to 5 of Kuwabara and Hoki: claims of the text, and positions that show them.

use std::collections::BTreeSet;

use shuban_catalog::{AnyGame, Error};
use shuban_core::{Game, Medium, Present};
use shuban_trax::{Colour, IllegalMove, Position, Reason, Shape, Tile, Trax};

use super::recorded;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Size of the board of the figures.
const SIZE: usize = 8;

/// Positions that are drawn, by their names in the game.
const DRAWN: [&str; 6] =
    ["figure-1", "figure-2", "figure-3", "figure-4", "figure-5-left", "figure-5-right"];

/// Reason why the figures themselves are not compared.
const OURS: &str = "a position of our own: the picture is not in the text at hand";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let trax = recorded::board(SIZE)?;
    let any: &dyn AnyGame = &trax;
    for name in DRAWN {
        let position = any.read(&full_name(name))?;
        run.write(&format!("trax-{name}.svg"), &any.draw(&position, Medium::Svg)?)?;
    }
    of_text(&trax)
}

fn full_name(name: &str) -> String {
    format!("kuwabara-hoki/{name}")
}

fn named(trax: &Trax, name: &str) -> Result<Position, Error> {
    let any: &dyn AnyGame = trax;
    trax.parse(&any.read(&full_name(name))?.text).map_err(Error::position)
}

fn tiles(position: &Position) -> Vec<Tile> {
    let cells = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)));
    cells.filter_map(|(row, column)| position.board().tile(row, column)).collect()
}

/// Describes the result of a tile at a place.
fn turn(trax: &Trax, position: &Position, row: i32, column: i32, shape: Shape) -> String {
    match trax.play(position, row, column, shape) {
        Ok(_) => "legal".to_owned(),
        Err(IllegalMove::Mismatch) => "refused: colours do not fit".to_owned(),
        Err(IllegalMove::ThreeEnds) => "refused: three equal ends".to_owned(),
        Err(other) => other.to_string(),
    }
}

fn ending(trax: &Trax, position: &Position) -> String {
    let Some(over) = trax.ending(position) else { return "not over".to_owned() };
    let winner = match over.winner {
        Some(Colour::White) => "white",
        Some(Colour::Red) => "red",
        None => "nobody",
    };
    match over.reason {
        Reason::Line => format!("a {winner} victory line"),
        reason => format!("a {winner} {reason}"),
    }
}

fn of_text(trax: &Trax) -> Result<Vec<Finding>, Error> {
    let [six, third, before, chained, three, left, right] = [
        "figure-1",
        "figure-2",
        "figure-3-before",
        "figure-3",
        "figure-4",
        "figure-5-left",
        "figure-5-right",
    ]
    .map(|name| named(trax, name));
    let (six, third, before, chained) = (six?, third?, before?, chained?);
    let (three, left, right) = (three?, left?, right?);
    let kinds: BTreeSet<Tile> = tiles(&six).into_iter().collect();
    let added = tiles(&chained).len() - tiles(&before).len();
    // One of the legal turns before it leads there.
    let is_turn = trax.turns(&before).iter().any(|(_, after)| *after == chained);
    let rows = (right.board().size().0).max(right.board().size().1);
    Ok(vec![
        Finding::undecided(
            "figure 1: kinds of tiles",
            6,
            kinds.len(),
            "drawn on a board of our own on which each lies once",
        ),
        Finding::exact(
            "rule of figure 2: a fourth tile that joins different colours",
            "refused: colours do not fit",
            turn(trax, &third, 1, 1, Shape::Slash),
        )
        .noting("B2/ after @0/ B1\\ A2+"),
        Finding::exact("rule of figure 3: tiles in one turn with two chains", 3, added)
            .differing_if(!is_turn)
            .noting("@1/ after @0/ A0+ A0+: the second forced tile is forced by the first"),
        Finding::exact(
            "rule of figure 4: three white ends after two chains",
            "refused: three equal ends",
            turn(trax, &three, 2, 2, Shape::Slash),
        )
        .noting("C3/ on white:NENWSE|EW....|SE....|NSSEEW; a test follows the two forced tiles"),
        Finding::undecided("figure 5, left", "a red loop", ending(trax, &left), OURS),
        Finding::undecided("figure 5, right", "a white victory line", ending(trax, &right), OURS),
        Finding::undecided("figure 5, right: rows or columns of the line", 8, rows, OURS),
        Finding::unprinted("pictures: positions of our own", Present::named_positions(trax).len())
            .noting(
                "the pictures are not in the text at hand: these positions show what it says of \
                 them, with few tiles",
            ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn everything_that_the_text_says_of_the_figures_is_so() {
        let rows = of_text(&recorded::board(SIZE).unwrap()).unwrap();
        let agree = rows.iter().filter(|row| row.verdict == Verdict::Agrees).count();
        assert_eq!((rows.len(), agree), (8, 3), "{rows:?}");
        let is_so = |row: &Finding| row.print.as_ref().is_none_or(|print| *print == row.result);
        assert!(rows.iter().all(is_so), "{rows:?}");
    }
}
