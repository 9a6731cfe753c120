//! Checks that regions in which only one side can move are numbers: that it can make as many moves
//! as its value says at any time, keeping the other side shut in, and gains nothing by letting it
//! in.
//!
//! `cargo run --release -p shuban-amazons --example one_sided -- SIZE` checks every connected
//! region of SIZE squares with one to four amazons of each side of which White's cannot move and
//! Black's can. Where Black can burn all empty squares but two, White staying shut in, nothing is
//! left to show: see theorem 6 in `docs/amazons.md`, "Bounds of sums". All others are searched.
//! Exits with 1 if one is not a number.

use std::collections::HashMap;
use std::process::ExitCode;

use shuban_amazons::sum::{SumScores, TooLarge};
use shuban_amazons::{
    Army, Move, Placement, Position, Region, ScorePair, Square, Squares, Subgame, format_position,
    queen_reach,
};

fn main() -> ExitCode {
    let size = std::env::args().nth(1).and_then(|text| text.parse().ok()).expect("needs SIZE");
    let (mut one_sided, mut searched, mut wrong) = (0u64, 0u64, 0u64);
    for region in Region::all(size) {
        let mut scores = SumScores::new(u64::MAX);
        for_each_shut_in(region, |subgame| {
            one_sided += 1;
            let mut moves = HashMap::new();
            if shut_in_moves(&mut moves, subgame) + 2 >= subgame.empty().len() {
                return;
            }
            searched += 1;
            let pair = scores.pair(&subgame);
            if !scores.search.are_one_sided_numbers() {
                let position = Position::around(subgame, Army::Black).expect("it fits on a board");
                println!("no number: {} {}", format_position(&position), text(pair));
                wrong += 1;
                scores = SumScores::new(u64::MAX);
            }
        });
    }
    println!(
        "{size} squares: {one_sided} one-sided positions, {searched} searched, {wrong} no numbers"
    );
    ExitCode::from(u8::from(wrong > 0))
}

fn text(pair: Result<Option<ScorePair>, TooLarge>) -> String {
    pair.ok().flatten().map_or_else(String::new, |pair| pair.to_string())
}

/// Every placement in which White's amazons cannot move and Black's can.
fn for_each_shut_in(region: Region, mut each: impl FnMut(Subgame)) {
    let squares: Vec<Square> = region.squares().iter().collect();
    let beside: Vec<u16> = squares
        .iter()
        .map(|&square| {
            let grown = Squares::from(square).grown();
            (0..squares.len())
                .filter(|&i| grown.contains(squares[i]))
                .fold(0, |mask, i| mask | 1 << i)
        })
        .collect();
    let around = |mask: u16| {
        (0..squares.len()).filter(|&i| mask >> i & 1 == 1).fold(0, |around, i| around | beside[i])
            & !mask
    };
    let all = (1u16 << squares.len()) - 1;
    for white in (1..=all).filter(|mask| mask.count_ones() <= 4) {
        let shut = around(white);
        if shut.count_ones() > 4 {
            continue;
        }
        let free = all & !white & !shut;
        // All subsets of the other squares.
        let mut more = 0u16;
        loop {
            let black = shut | more;
            let is_lawful = (1..=4).contains(&black.count_ones());
            if is_lawful && around(black) & !white != 0 {
                let placed = Subgame::placed(region, Placement { black, white });
                each(placed.expect("amazons stand on different squares"));
            }
            more = more.wrapping_sub(free) & free;
            if more == 0 {
                break;
            }
        }
    }
}

/// The most moves that Black can make with White staying shut in.
fn shut_in_moves(known: &mut HashMap<Subgame, usize>, subgame: Subgame) -> usize {
    if let Some(&moves) = known.get(&subgame) {
        return moves;
    }
    let beside_white = subgame.white().grown();
    let most = subgame.empty().len();
    let mut best = 0;
    'search: for from in subgame.black() {
        let free = subgame.empty().with(from);
        for to in queen_reach(from, subgame.empty()) {
            // A square beside White must not stay open.
            let shots: Squares =
                if beside_white.contains(from) { from.into() } else { queen_reach(to, free) };
            for shot in shots {
                let after = subgame.after(Army::Black, Move { from, to, shot });
                best = best.max(1 + shut_in_moves(known, after));
                if best == most {
                    break 'search;
                }
            }
        }
    }
    known.insert(subgame, best);
    best
}
