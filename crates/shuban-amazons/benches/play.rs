//! Moves, evaluations and searches of whole boards a second, on one core.

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_amazons::play::{Parts, SearchOptions, Tree, Weights};
use shuban_amazons::{Army, Boards, Position};
use shuban_core::{Present, Random};

fn main() {
    divan::main();
}

/// Positions of games at random on 10 by 10 squares, after these many moves.
fn positions(moves: usize) -> Vec<Position> {
    let start = Boards::new(10, 10).expect("there is a start on 10 by 10").start();
    let game = |number| {
        let mut random = Random::of_part(1, number);
        (0..moves).fold(start, |position, _| {
            let moves = position.subgame().moves(position.to_move());
            match moves.get(random.place(moves.len())) {
                Some(&action) => position.after(action),
                None => position,
            }
        })
    };
    (0..100).map(game).collect()
}

/// Counts the legal moves of some positions.
fn legal(positions: &[Position]) -> ItemsCount {
    let count = |position: &Position| position.subgame().moves(position.to_move()).len();
    ItemsCount::new(positions.iter().map(count).sum::<usize>())
}

/// Generates all moves, with the squares that each of them changes.
#[divan::bench(args = [0, 20, 40])]
fn moves(bencher: Bencher, played: usize) {
    let positions = positions(played);
    let count = |position: &Position| {
        let mut count = 0u64;
        position.subgame().for_each_move(position.to_move(), |action| {
            count += divan::black_box(action).shot.number() as u64;
        });
        count
    };
    bencher.counter(legal(&positions)).bench_local(|| positions.iter().map(count).sum::<u64>());
}

/// Generates all moves, and makes each.
#[divan::bench(args = [0, 20, 40])]
fn moves_made(bencher: Bencher, played: usize) {
    let positions = positions(played);
    let made = |position: &Position| {
        let (game, side) = (position.subgame(), position.to_move());
        let mut count = 0;
        game.for_each_move(side, |action| {
            count += usize::from(game.after(side, action).can_move(side.opponent()));
        });
        count
    };
    bencher.counter(legal(&positions)).bench_local(|| positions.iter().map(made).sum::<usize>());
}

/// Evaluates boards by territory.
#[divan::bench(args = [0, 20, 40])]
fn evaluations(bencher: Bencher, played: usize) {
    let (positions, weights) = (positions(played), Weights::default());
    let score = |position: &Position| {
        Parts::of(position.subgame(), position.to_move(), &weights).score(&weights)
    };
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(score).sum::<i32>());
}

/// Searches the start of the game until a number of boards is evaluated.
#[divan::bench(args = [20_000, 200_000], sample_count = 10, sample_size = 1)]
fn search(bencher: Bencher, boards: u64) {
    let (start, options) = (positions(0)[0], SearchOptions::default());
    bencher.counter(ItemsCount::new(boards)).bench_local(|| {
        let mut tree = Tree::new(start.subgame(), Army::White, &options, 64 << 20);
        while tree.evaluated() < boards {
            tree.grow();
        }
        tree.rated().len()
    });
}
