//! Games that the network plays against itself, and lessons from their positions.

use shuban_core::dice::{Roll, rolls};
use shuban_core::{Game, Random};
use shuban_gammon::evaluation::NetworkEvaluation;
use shuban_gammon::twin::random_position;
use shuban_gammon::{Gammon, MoveGenerator, PlayScratch, Position, Variant};

use crate::TrainOptions;
use crate::truth::Truth;

/// Maximum number of turns; a longer game begins anew.
const LONGEST: usize = 300;

/// Interval of random plays, which show the network other positions.
const STRAY: usize = 20;

/// A position with its target value for the side about to roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// Its expected result, exact or by looking one roll ahead.
    pub target: f32,
}

/// Games in progress.
pub struct SelfPlay {
    game: Gammon,
    random: Random,
    rolls: Vec<(Roll, u32)>,
    games: Vec<(Position, usize)>,
    turns: usize,
    scratch: PlayScratch,
    afters: Vec<Position>,
    best: Vec<Position>,
}

impl SelfPlay {
    /// Starts games of a variant.
    pub fn new(variant: Variant, options: &TrainOptions) -> Self {
        let start = Position::new(variant.start(), variant.start());
        SelfPlay {
            rolls: rolls(variant.faces()),
            game: Gammon::new(variant),
            random: Random::new(options.seed),
            games: vec![(start, 0); options.games],
            turns: options.turns.max(1),
            scratch: PlayScratch::default(),
            afters: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Plays one turn of each game, and draws positions of any kind besides: a lesson from each.
    pub fn turn(&mut self, evaluation: &NetworkEvaluation, truth: &Truth) -> Vec<Lesson> {
        let mut lessons = Vec::with_capacity(2 * self.games.len());
        for number in 0..self.games.len() {
            lessons.push(self.turn_of(number, evaluation, truth));
            if number % self.turns == 0 {
                lessons.push(self.anywhere(evaluation, truth));
            }
        }
        lessons
    }

    /// Returns a lesson about any position, reachable or not.
    fn anywhere(&mut self, evaluation: &NetworkEvaluation, truth: &Truth) -> Lesson {
        loop {
            let position = random_position(&self.game.variant, &mut self.random);
            if self.game.outcome(&position).is_none() {
                let known = truth.value(&position);
                let target = known.unwrap_or_else(|| self.best_plays(&position, evaluation, truth));
                return Lesson { position, target };
            }
        }
    }

    fn turn_of(&mut self, number: usize, evaluation: &NetworkEvaluation, truth: &Truth) -> Lesson {
        let (mut position, mut turns) = self.games[number];
        while turns >= LONGEST || self.game.outcome(&position).is_some() {
            (position, turns) = (self.begin(), 0);
        }
        if let Some(target) = truth.value(&position) {
            self.games[number] = (self.begin(), 0);
            return Lesson { position, target };
        }
        let target = self.best_plays(&position, evaluation, truth);
        let next = self.next(&position);
        self.games[number] = (next, turns + 1);
        Lesson { position, target }
    }

    /// Returns the start of the game or, one time in four, any position.
    fn begin(&mut self) -> Position {
        let variant = &self.game.variant;
        match self.random.place(4) {
            0..3 => Position::new(variant.start(), variant.start()),
            _ => random_position(variant, &mut self.random),
        }
    }

    /// Finds the best play of each roll, and the value of the position by them.
    fn best_plays(
        &mut self,
        position: &Position,
        evaluation: &NetworkEvaluation,
        truth: &Truth,
    ) -> f32 {
        let worth = |after: &Position| match truth.value(after) {
            _ if after.opponent.is_empty() => 1.0,
            Some(value) => -value,
            None => -evaluation.expected_result(after) as f32,
        };
        let turn = MoveGenerator::new(&self.game.variant, position);
        let (mut sum, mut weights) = (0.0, 0.0);
        self.best.clear();
        for (roll, weight) in &self.rolls {
            let (mut best, mut play) = (f32::NEG_INFINITY, position.swapped());
            turn.for_each_after(*roll, &mut self.scratch, |after| {
                let worth = worth(&after);
                if worth > best {
                    (best, play) = (worth, after);
                }
            });
            self.best.push(play);
            sum += best * *weight as f32;
            weights += *weight as f32;
        }
        sum / weights
    }

    /// Rolls, and makes the best play or, now and then, any play.
    fn next(&mut self, position: &Position) -> Position {
        let faces = u32::from(self.game.variant.faces());
        let [one, other] = [(); 2].map(|()| self.random.throw(faces) as u8 + 1);
        let roll = Roll::new(one, other);
        if self.random.place(STRAY) == 0 {
            self.afters.clear();
            let turn = MoveGenerator::new(&self.game.variant, position);
            let afters = &mut self.afters;
            turn.for_each_after(roll, &mut self.scratch, |after| afters.push(after));
            return self.afters[self.random.place(self.afters.len())];
        }
        let number = self.rolls.iter().position(|(other, _)| *other == roll);
        number.map_or_else(|| position.swapped(), |number| self.best[number])
    }
}
