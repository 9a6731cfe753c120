//! Layouts of a board: the two of the half-gammon page, and a bit board, which it names, as programs
//! that count and time their operations, beside the board here; and which of them is fastest.

mod bit_board;
mod cost;
mod layouts;
mod plays;

use shuban_catalog::Error;
use shuban_core::Random;
use shuban_core::checkers::Checkers;
use shuban_core::text::grouped;
use shuban_gammon::twin::random_position;
use shuban_gammon::{Position, Variant};

use self::bit_board::BitBoard;
use self::cost::{LayoutCost, conclusions, of_generator};
use self::layouts::{Apart, BAR, GOALS, HOME, Layout, Ours, PLACES, POINTS, Signed};
use self::plays::{small_positions, wrong_lists};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Number of positions measured.
const SAMPLE: usize = 1 << 12;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let variant = super::variant("half-gammon")?;
    let positions = sample(&variant);
    let disagreeing = positions.iter().filter(|position| !agree(position)).count();
    let mut rows = vec![
        Finding::unprinted("positions in which the layouts answer differently", disagreeing)
            .differing_if(disagreeing > 0)
            .noting(format!(
                "of {}: half at random, and both sides alone at home",
                positions.len()
            )),
        lists(run, &variant, &positions)?,
        black_bar(),
    ];
    let of_layouts = [
        LayoutCost::of::<Signed>(&variant, &positions),
        LayoutCost::of::<Apart>(&variant, &positions),
        LayoutCost::of::<BitBoard>(&variant, &positions),
        LayoutCost::of::<Ours>(&variant, &positions),
    ];
    let [signed, apart, bits, ours] = &of_layouts;
    rows.extend(of_layout_1(signed));
    rows.extend(of_layout_2(apart));
    rows.extend(of_board("bit board", bits, "eight planes of 16 bits"));
    rows.extend(of_board("here", ours, "for boards of up to 30 points and 15 checkers a side"));
    rows.push(of_generator(&variant, &positions));
    rows.extend(conclusions(&[
        ("layout 1", signed),
        ("layout 2", apart),
        ("the bit board", bits),
        ("the board here", ours),
    ]));
    Ok(rows)
}

/// Compares the plays that each layout lists with those of the rules, on the same positions and on
/// all of few checkers.
fn lists(
    run: &Recomputation<'_>,
    variant: &Variant,
    sample: &[Position],
) -> Result<Finding, Error> {
    let positions: Vec<Position> = sample.iter().copied().chain(small_positions()).collect();
    let [mut all, mut wrong] = [0; 2];
    for some in positions.chunks(SAMPLE) {
        run.check()?;
        for [lists, wrong_ones] in [
            wrong_lists::<Signed>(variant, some),
            wrong_lists::<Apart>(variant, some),
            wrong_lists::<BitBoard>(variant, some),
            wrong_lists::<Ours>(variant, some),
        ] {
            all += lists;
            wrong += wrong_ones;
        }
    }
    let row = Finding::unprinted("lists of plays that are not those of the rules", wrong);
    Ok(row.differing_if(wrong > 0).noting(format!(
        "of {}: four layouts and all rolls, the same positions and all with up to two checkers a \
         side",
        grouped(all as u64)
    )))
}

/// Draws random positions, and those in which both sides are at home or alone on the lowest places,
/// where most places have to be looked at.
fn sample(variant: &Variant) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut positions: Vec<Position> =
        (0..SAMPLE / 2).map(|_| random_position(variant, &mut random)).collect();
    while positions.len() < SAMPLE {
        let side = |random: &mut Random| {
            let count = 1 + random.place(variant.checkers());
            let highest = 1 + random.place(HOME);
            Checkers::from_places((0..count).map(|_| 1 + random.place(highest)))
        };
        positions.push(Position::new(side(&mut random), side(&mut random)));
    }
    positions
}

/// Returns true if all layouts give the same answers, of the position and of its reversal.
fn agree(position: &Position) -> bool {
    [answers::<Signed>(position), answers::<Apart>(position), answers::<BitBoard>(position)]
        == [answers::<Ours>(position); 3]
}

fn answers<L: Layout>(position: &Position) -> [(bool, bool, usize, bool); 2] {
    let board = L::of(position);
    let mut turned = board;
    turned.reverse(&mut 0);
    [board, turned].map(|board| {
        (board.is_over(), board.may_bear_off(&mut 0), board.last(&mut 0), board.is_contact())
    })
}

fn of_layout_1(cost: &LayoutCost) -> Vec<Finding> {
    let mut rows = vec![
        Finding::exact("layout 1: bytes", 16, cost.bytes),
        Finding::print_wrong(
            "layout 1: exchanges that reverse it",
            9,
            cost.exchanges,
            // The pair of numbers at the goal, counted singly.
            PLACES / 2 + GOALS,
            "seven pairs of places, and the two numbers at the goal, which are one pair more; the \
             print counts each of the two",
        ),
    ];
    rows.extend(of_tests("layout 1", cost));
    rows
}

fn of_layout_2(cost: &LayoutCost) -> Vec<Finding> {
    let mut rows = vec![
        Finding::exact("layout 2: bytes", 28, cost.bytes),
        Finding::exact("layout 2: exchanges that reverse it", 14, cost.exchanges),
    ];
    rows.extend(of_tests("layout 2", cost));
    rows
}

/// Finds where black's bar lies in layout 1: the board is that of a black checker on the bar alone.
/// The print has the place that is white's on the same board.
fn black_bar() -> Finding {
    let bar = Checkers::from_places([BAR]);
    let board = Signed::of(&Position::new(bar, bar));
    let place = |is_there: fn(i8) -> bool| board.point.iter().position(|&there| is_there(there));
    Finding::print_wrong(
        "layout 1: the place of black's bar",
        0,
        place(|there| there > 0),
        place(|there| there < 0),
        "black moves from 12 to 1, and enters from above 12; 0 is where white enters",
    )
}

fn of_tests(layout: &str, cost: &LayoutCost) -> Vec<Finding> {
    let [bearing_off, last] = cost.tests;
    // Points beyond home, as the page counts them.
    let points_outside = POINTS - HOME;
    let mut rows = vec![
        Finding::print_wrong(
            format!("{layout}: places looked at before bearing off, at most"),
            9,
            bearing_off,
            points_outside,
            "the print leaves out the bar",
        ),
        Finding::exact(
            format!("{layout}: places looked at for the last checker, at most"),
            12,
            last,
        )
        .noting("the bar and all points but the lowest, on which one must be then"),
    ];
    rows.extend(cost.times(layout));
    rows
}

fn of_board(layout: &str, cost: &LayoutCost, bytes: &str) -> Vec<Finding> {
    let of = |what: &str, number: usize| Finding::unprinted(format!("{layout}: {what}"), number);
    let mut rows = vec![
        of("bytes", cost.bytes).noting(bytes),
        of("exchanges that reverse it", cost.exchanges as usize),
        of("numbers looked at before bearing off", cost.tests[0] as usize),
        of("numbers looked at for the last checker", cost.tests[1] as usize),
    ];
    rows.extend(cost.times(layout));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn every_count_of_the_page_is_there_or_explained() {
        let rows = rows(&Recomputation::quick()).unwrap();
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Agrees), count(Verdict::PrintWrong)), (5, 4));
        assert_eq!(count(Verdict::Differs), 0);
    }
}
