//! The game as people look at it.

use shuban_amazons::{
    Amazons, MAX_AMAZONS, MAX_BOARD, Move, Position, Side, Square, Squares, Subgame, draw_board, draw_svg,
    format_move, format_position, twin,
};
use shuban_core::{Game, Progress, Random};

use super::solve::SumSolver;
use super::sums_check::check_sums;
use crate::error::Error;
use crate::room::Playable;
use crate::solve::{CheckedSums, PositionSolver, ProofSetting, SolveSetting, SumsOptions};

impl Playable for Amazons {
    fn describe(&self) -> String {
        format!(
            "boards and regions up to {MAX_BOARD} by {MAX_BOARD}, up to {MAX_AMAZONS} amazons a side; whoever \
             cannot move loses"
        )
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, position: &Position, colour: bool) -> String {
        draw_board(position, colour).trim_end().to_owned()
    }

    fn draw_svg(&self, position: &Position) -> String {
        draw_svg(position)
    }

    /// Sums of regions, or a board that is divided into them.
    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        let mut others = setting.proof.clone();
        others.options.nodes = None;
        if others != ProofSetting::default() {
            let reason =
                "sums of amazons are solved by their scores: there is no question to prove".to_owned();
            return Err(Error::NotAsked(reason));
        }
        Ok(Box::new(SumSolver::new(setting)))
    }

    fn count_plays(&self, position: &Position) -> u64 {
        let mut count = 0;
        if self.outcome(position).is_none() {
            position.subgame().for_each_move(position.to_move(), |_| count += 1);
        }
        count
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        let mut random = Random::new(seed);
        let mut compared = 0;
        for _ in 0..pairs {
            let position = random_position(&mut random);
            let (subgame, side) = (position.subgame(), position.to_move());
            let mut fast = subgame.moves(side);
            fast.sort_unstable();
            let plain = twin::moves(subgame, side);
            if fast != plain {
                let text = |moves: &[Move]| {
                    moves.iter().map(|action| format_move(&position, action)).collect::<Vec<_>>().join(" ")
                };
                let (fast, plain) = (text(&fast), text(&plain));
                return Err(format!("{}: {fast}; plainly: {plain}", format_position(&position)));
            }
            for action in &fast {
                if twin::squares(&subgame.after(side, *action)) != twin::after(subgame, *action) {
                    let (position, action) = (format_position(&position), format_move(&position, action));
                    return Err(format!("{position}: after {action} the boards differ"));
                }
            }
            compared += fast.len() as u64;
        }
        Ok(compared)
    }

    fn check_sums(&self, options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error> {
        check_sums(options, progress)
    }
}

/// A board of any size, burnt here and there, with up to four amazons a side anywhere.
fn random_position(random: &mut Random) -> Position {
    let most = MAX_BOARD as u64;
    let (height, width) = (1 + random.below(most) as usize, 1 + random.below(most) as usize);
    // Of a hundred squares, so many are burnt.
    let burnt = random.below(80);
    let mut squares = Squares::rectangle(height, width);
    for square in squares {
        if random.below(100) < burnt {
            squares = squares.without(square);
        }
    }
    let mut sides = [Squares::EMPTY; 2];
    for own in &mut sides {
        for _ in 0..random.below(MAX_AMAZONS as u64 + 1) {
            let row = random.place(height);
            let square = Square::new(row, random.place(width));
            *own = square.map_or(*own, |square| own.with(square));
        }
    }
    let [black, white] = [sides[0] & squares, (sides[1] & squares) - sides[0]];
    let to_move = if random.below(2) == 0 { Side::Black } else { Side::White };
    let subgame = Subgame::new(squares, black, white).unwrap_or_default();
    Position::new(height, width, subgame, to_move).unwrap_or_else(|_| Position::start())
}
