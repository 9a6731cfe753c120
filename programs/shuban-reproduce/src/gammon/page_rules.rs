//! Half-gammon by the page's rules, and games that generate their plays more than once.

use shuban_catalog::Error;
use shuban_core::dice::Roll;
use shuban_core::{Game, NotationError, Payoffs, Play, Random, Seat};
use shuban_gammon::{Gammon, Position};

use crate::random_games::{DiceRules, RandomChoice, RandomPlay};

/// Half-gammon without rules about how many dice must be used, as the page's program plays it.
pub(super) struct PageRules {
    game: Gammon,
    play: RandomPlay,
}

impl PageRules {
    /// Creates the game.
    pub(super) fn new() -> Result<Self, Error> {
        let game = Gammon::new(super::variant("half-gammon")?);
        let play = random_play(&game, DiceRules::None, RandomChoice::AfterPositions)?;
        Ok(PageRules { game, play })
    }
}

/// Creates random play of a small variant.
pub(super) fn random_play(
    game: &Gammon,
    rules: DiceRules,
    choice: RandomChoice,
) -> Result<RandomPlay, Error> {
    let too_large = || Error::TooMuch(format!("{} is too large", game.name()));
    RandomPlay::new(&game.variant, rules, choice).ok_or_else(too_large)
}

impl Game for PageRules {
    type Position = Position;
    type Chance = Roll;
    type Move = ();

    fn name(&self) -> String {
        format!("{} without rules about dice", self.game.name())
    }

    fn to_move(&self, position: &Position) -> Seat {
        self.game.to_move(position)
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        self.game.outcome(position)
    }

    fn chances(&self, position: &Position) -> Vec<(Roll, u32)> {
        self.game.chances(position)
    }

    fn plays(&self, position: &Position, roll: Roll, plays: &mut Vec<Play<Position, ()>>) {
        let afters = self.play.after_positions(position, roll).unwrap_or_default();
        plays.extend(afters.into_iter().map(|after| Play { action: (), after }));
    }

    fn canonical(&self, position: &Position) -> Position {
        self.game.canonical(position)
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        self.game.parse(text)
    }

    fn format(&self, position: &Position) -> String {
        self.game.format(position)
    }

    fn format_move(&self, _: &Position, _: Roll, (): &()) -> String {
        String::new()
    }
}

/// A game that generates all plays twice: the slowdown is the share of the time spent on generating
/// them.
pub(super) struct GeneratedTwice<'g>(pub(super) &'g Gammon);

impl Game for GeneratedTwice<'_> {
    type Position = Position;
    type Chance = Roll;
    type Move = <Gammon as Game>::Move;

    fn name(&self) -> String {
        self.0.name()
    }

    fn to_move(&self, position: &Position) -> Seat {
        self.0.to_move(position)
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        self.0.outcome(position)
    }

    fn chances(&self, position: &Position) -> Vec<(Roll, u32)> {
        self.0.chances(position)
    }

    fn plays(&self, position: &Position, roll: Roll, plays: &mut Vec<Play<Position, Self::Move>>) {
        let before = plays.len();
        self.0.plays(position, roll, plays);
        std::hint::black_box(&mut *plays).truncate(before);
        self.0.plays(position, roll, plays);
    }

    fn canonical(&self, position: &Position) -> Position {
        self.0.canonical(position)
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        self.0.parse(text)
    }

    fn format(&self, position: &Position) -> String {
        self.0.format(position)
    }

    fn format_move(&self, position: &Position, roll: Roll, action: &Self::Move) -> String {
        self.0.format_move(position, roll, action)
    }
}

/// Draws a position of a random game by the rules of the game, after up to `turns` turns.
pub(super) fn drawn_position(game: &Gammon, turns: usize, random: &mut Random) -> Position {
    let start = Position::new(game.variant.start(), game.variant.start());
    let mut plays = Vec::new();
    loop {
        let mut position = start;
        for _ in 0..random.place(turns + 1) {
            let faces = usize::from(game.variant.faces());
            let [one, other] = [(); 2].map(|()| random.place(faces) as u8 + 1);
            plays.clear();
            game.plays(&position, Roll::new(one, other), &mut plays);
            if plays.is_empty() {
                break;
            }
            position = plays[random.place(plays.len())].after;
        }
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}
