//! The rules of a game, whatever its types: it reads, writes, draws and steps.

use shuban_core::present::{
    Editor, MoveDrawing, MovePart, Opening, OpeningOf, Preview, Tool, Written,
};
use shuban_core::text::without_mark;
use shuban_core::{
    Answer, Fields, Game, Japanese, Medium, NotationError, Play, Present, Seat, ValuedPlay,
};

use crate::answer::{AnyAnswer, AnyPlay, Detail};
use crate::any_position::AnyPosition;
use crate::any_turn::{Act, AnyTurn};
use crate::error::RulesError;
use crate::game_end::GameEnd;

/// A chance outcome that may begin a game.
#[derive(Clone)]
pub struct AnyOpening {
    /// Position with that outcome.
    pub position: AnyPosition,
    /// Seat that begins.
    pub seat: Seat,
    /// Probability of the outcome.
    pub probability: f64,
}

/// The rules of a game, whatever its types: positions are read, drawn, stepped and set up.
///
/// # Errors
/// All functions that take a position refuse one of another game.
pub trait AnyRules: Send + Sync {
    /// Returns the name of the game, as the command line writes it.
    fn name(&self) -> String;

    /// Describes the game, in a line.
    fn about(&self) -> String;

    /// Returns Japanese for the game's texts.
    fn japanese(&self) -> Japanese;

    /// Returns the name of each seat: `white`, `player 2`.
    fn seat_names(&self) -> Vec<String>;

    /// Returns the position in which a game starts.
    fn start(&self) -> AnyPosition;

    /// Returns the chance outcomes that may begin a game from a position, where chance decides who
    /// begins; none if the text of the position already gives the outcome.
    fn openings(&self, start: &AnyPosition) -> Result<Vec<AnyOpening>, RulesError>;

    /// Returns names of positions, with the texts that they stand for.
    fn named_positions(&self) -> &'static [(&'static str, &'static str)];

    /// Reads a position from its text or its name.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if it is not a position.
    fn read(&self, text: &str) -> Result<AnyPosition, RulesError>;

    /// Reads a text as [`read`](AnyRules::read) does, or one with more of the game's state, which
    /// values do not depend on. For drawing and converting alone.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if it is not a position.
    fn read_state(&self, text: &str) -> Result<AnyPosition, RulesError>;

    /// Renders a text that [`read_state`](AnyRules::read_state) reads as a text board: that of
    /// another program, where the game has one that reads as the same again.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if it is not a position.
    fn text_board(&self, text: &str) -> Result<String, RulesError>;

    /// Returns the same position with another side to move.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if there is no such side or no such choice.
    fn with_to_move(&self, position: &AnyPosition, side: &str) -> Result<AnyPosition, RulesError>;

    /// Reads a chance outcome in a position, and returns it as the game writes it: `3-1` for `1-3`.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if the outcome is impossible.
    fn chance(&self, position: &AnyPosition, text: &str) -> Result<String, RulesError>;

    /// Returns the position after a move, which is read as the game writes it. Where chance plays a
    /// part, `chance` is its outcome.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if it is not a legal move.
    fn play(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        action: &str,
    ) -> Result<AnyPosition, RulesError>;

    /// Returns the seat whose turn it is.
    fn seat(&self, position: &AnyPosition) -> Result<Seat, RulesError>;

    /// Returns whose turn it is, the end of the game if it is over, and the chance events, without
    /// their plays.
    fn turn(&self, position: &AnyPosition) -> Result<AnyTurn, RulesError>;

    /// Generates the plays of one chance event, by its number, in the order of the rules.
    ///
    /// # Errors
    /// [`RulesError::NoPlay`] if there is no such event.
    fn plays(&self, position: &AnyPosition, event: usize) -> Result<Vec<AnyPlay>, RulesError>;

    /// Reads a move in any notation that the game accepts, and returns its numbers and the move as
    /// the game writes it. Where chance plays a part, `chance` is its outcome.
    ///
    /// # Errors
    /// [`RulesError::Notation`] if the outcome is impossible or the move is illegal.
    fn act(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        text: &str,
    ) -> Result<(Act, String), RulesError>;

    /// Makes a move by its numbers; drawings of the position after it mark the move.
    ///
    /// # Errors
    /// [`RulesError::NoPlay`] if there is no such move.
    fn after(&self, position: &AnyPosition, act: Act) -> Result<AnyPosition, RulesError>;

    /// Returns the end of the game, if it is over.
    fn over(&self, position: &AnyPosition) -> Result<Option<GameEnd>, RulesError>;

    /// Answers by the rules: outcome and legal moves, without values.
    fn by_rules(&self, position: &AnyPosition) -> Result<AnyAnswer, RulesError>;

    /// Draws a position, with its last move marked if the text gave it.
    fn draw(&self, position: &AnyPosition, medium: Medium) -> Result<String, RulesError>;

    /// Draws the steps of a move, read as by [`play`](AnyRules::play), as SVG documents.
    fn steps(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        action: &str,
    ) -> Result<Vec<String>, RulesError>;

    /// Draws a position within a turn as an SVG document: after a chance outcome, if chance plays a
    /// part, and some parts of a move.
    ///
    /// # Errors
    /// [`RulesError::NoPlay`] if no move has these parts; [`RulesError::Notation`] if the outcome is
    /// impossible.
    fn under_way(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        made: &[MovePart],
    ) -> Result<String, RulesError>;

    /// Returns the tools with which a person can edit the board.
    fn tools(&self) -> Vec<Tool>;

    /// Uses a tool on a part, which is empty for a tool of the whole board.
    fn put(
        &self,
        position: &AnyPosition,
        part: &str,
        tool: &str,
    ) -> Result<AnyPosition, RulesError>;

    /// Returns what lets a page show the use of tools at once, where the game has it.
    fn preview(&self, position: &AnyPosition) -> Result<Option<Preview>, RulesError>;

    /// Returns the text of the sum of positions; `None` if sums of this game are not solved.
    fn sum(&self, positions: &[&AnyPosition]) -> Result<Option<String>, RulesError>;
}

impl<G: Present + 'static> AnyRules for G {
    fn name(&self) -> String {
        shuban_core::Game::name(self)
    }

    fn about(&self) -> String {
        Present::about(self)
    }

    fn japanese(&self) -> Japanese {
        Present::japanese(self)
    }

    fn seat_names(&self) -> Vec<String> {
        (0..self.seats()).map(|seat| self.seat_name(seat)).collect()
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(self, Present::start(self))
    }

    fn openings(&self, start: &AnyPosition) -> Result<Vec<AnyOpening>, RulesError> {
        if start.chance.is_some() {
            return Ok(Vec::new());
        }
        let openings = Present::openings(self, start.of(self)?);
        let total: u32 = openings.iter().map(|opening| opening.weight).sum();
        let any = |Opening { position, chance, weight }: OpeningOf<G>| {
            let (seat, text) = (self.to_move(&position), self.format(&position));
            let written = Written { position, last: None, chance: Some(chance), text };
            let probability = f64::from(weight) / f64::from(total);
            AnyOpening { position: AnyPosition::written(self, written), seat, probability }
        };
        Ok(openings.into_iter().map(any).collect())
    }

    fn named_positions(&self) -> &'static [(&'static str, &'static str)] {
        Present::named_positions(self)
    }

    fn read(&self, text: &str) -> Result<AnyPosition, RulesError> {
        let written = Present::read(self, meant(self, text)).map_err(RulesError::position)?;
        Ok(AnyPosition::written(self, written))
    }

    fn read_state(&self, text: &str) -> Result<AnyPosition, RulesError> {
        let Some(interchange) = self.capabilities().interchange else {
            return AnyRules::read(self, text);
        };
        let read = interchange.read_state(meant(self, text));
        let (written, state) = read.map_err(RulesError::position)?;
        Ok(AnyPosition::written(self, written).with_state(state))
    }

    fn text_board(&self, text: &str) -> Result<String, RulesError> {
        let interchange = self.capabilities().interchange;
        if let Some(board) = interchange.and_then(|other| other.text_board(meant(self, text))) {
            return Ok(board);
        }
        let position = AnyRules::read_state(self, text)?;
        Ok(AnyRules::draw(self, &position, Medium::Terminal { colour: false })? + "\n")
    }

    fn with_to_move(&self, position: &AnyPosition, side: &str) -> Result<AnyPosition, RulesError> {
        let position = position.of(self)?;
        let reason =
            || format!("whose turn it is follows from the position in {}", AnyRules::name(self));
        let sums = self.capabilities().sums.ok_or_else(|| NotationError::new(side, 0, reason()));
        let position = sums.and_then(|sums| sums.with_to_move(position, side));
        Ok(AnyPosition::new(self, position.map_err(RulesError::side)?))
    }

    fn chance(&self, position: &AnyPosition, text: &str) -> Result<String, RulesError> {
        let chance = self.parse_chance(position.of(self)?, text).map_err(RulesError::roll)?;
        Ok(self.chance_text(chance).unwrap_or_default())
    }

    fn play(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        action: &str,
    ) -> Result<AnyPosition, RulesError> {
        let (_, play) = play_of(self, position.of(self)?, chance, action)?;
        Ok(AnyPosition::played(self, position, play)?)
    }

    fn seat(&self, position: &AnyPosition) -> Result<Seat, RulesError> {
        Ok(self.to_move(position.of(self)?))
    }

    fn turn(&self, position: &AnyPosition) -> Result<AnyTurn, RulesError> {
        Ok(AnyTurn::new(self, position, position.of(self)?))
    }

    fn plays(&self, position: &AnyPosition, event: usize) -> Result<Vec<AnyPlay>, RulesError> {
        let inner = position.of(self)?;
        let (chance, plays) = plays_of(self, inner, event)?;
        let valued = |(number, play)| ValuedPlay { play, number, value: None, rank: 0 };
        let plays = plays.into_iter().enumerate().map(valued);
        Ok(plays.map(|valued| AnyPlay::new(self, (position, inner), chance, valued)).collect())
    }

    fn act(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        text: &str,
    ) -> Result<(Act, String), RulesError> {
        let position = position.of(self)?;
        let (chance, read) = play_of(self, position, chance, text)?;
        let chances = self.chances(position);
        let event = chances.iter().position(|(other, _)| *other == chance);
        let mut plays = Vec::new();
        self.plays(position, chance, &mut plays);
        // A game may read a move that leads to the same position as one of the plays.
        let same = |other: &PlayIn<G>| other.action == read.action || other.after == read.after;
        let play = plays.iter().position(same);
        let (event, play) = event.zip(play).ok_or(RulesError::NoPlay)?;
        let action = self.format_move(position, chance, &plays[play].action);
        Ok((Act { event, play }, action))
    }

    fn after(&self, position: &AnyPosition, act: Act) -> Result<AnyPosition, RulesError> {
        let (_, plays) = plays_of(self, position.of(self)?, act.event)?;
        let play = plays.into_iter().nth(act.play).ok_or(RulesError::NoPlay)?;
        Ok(AnyPosition::played(self, position, play)?)
    }

    fn over(&self, position: &AnyPosition) -> Result<Option<GameEnd>, RulesError> {
        let position = position.of(self)?;
        let outcome = self.outcome(position);
        Ok(outcome.map(|payoffs| GameEnd::new(self, position, payoffs)))
    }

    fn by_rules(&self, position: &AnyPosition) -> Result<AnyAnswer, RulesError> {
        let answer: Answer<G, Fields> = Answer::by_rules(self, position.of(self)?);
        Ok(AnyAnswer::new(self, position, answer, &Detail::All))
    }

    fn draw(&self, position: &AnyPosition, medium: Medium) -> Result<String, RulesError> {
        Ok(Present::draw(self, position.of(self)?, position.last::<G>(), medium))
    }

    fn steps(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        action: &str,
    ) -> Result<Vec<String>, RulesError> {
        let position = position.of(self)?;
        let (chance, Play { action, .. }) = play_of(self, position, chance, action)?;
        let steps = |own: &dyn MoveDrawing<G>| own.steps(position, chance, &action, Medium::Svg);
        Ok(self.capabilities().moves.map_or_else(Vec::new, steps))
    }

    fn under_way(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        made: &[MovePart],
    ) -> Result<String, RulesError> {
        let inner = position.of(self)?;
        let chance = chance_of(self, inner, chance)?;
        let Some(drawing) = self.capabilities().moves else {
            return AnyRules::draw(self, position, Medium::Svg);
        };
        let mut plays = Vec::new();
        if !made.is_empty() {
            self.plays(inner, chance, &mut plays);
        }
        let has = |way: &Vec<MovePart>| {
            let count = |parts: &[MovePart], part| parts.iter().filter(|&one| one == part).count();
            made.iter().all(|part| count(made, part) <= count(way, part))
        };
        let is_begun = |play: &PlayIn<G>| drawing.ways(inner, chance, &play.action).iter().any(has);
        if !made.is_empty() && !plays.iter().any(is_begun) {
            return Err(RulesError::NoPlay);
        }
        let drawn = drawing.under_way(inner, chance, made, Medium::Svg);
        drawn.map_or_else(|| AnyRules::draw(self, position, Medium::Svg), Ok)
    }

    fn tools(&self) -> Vec<Tool> {
        self.capabilities().editor.map_or_else(Vec::new, Editor::tools)
    }

    fn put(
        &self,
        position: &AnyPosition,
        part: &str,
        tool: &str,
    ) -> Result<AnyPosition, RulesError> {
        let position = position.of(self)?;
        let reason = || format!("positions of {} are not set up by hand", AnyRules::name(self));
        let editor =
            self.capabilities().editor.ok_or_else(|| NotationError::new(tool, 0, reason()));
        let position = editor.and_then(|editor| editor.put(position, part, tool));
        Ok(AnyPosition::new(self, position.map_err(RulesError::position)?))
    }

    fn preview(&self, position: &AnyPosition) -> Result<Option<Preview>, RulesError> {
        let position = position.of(self)?;
        Ok(self.capabilities().editor.and_then(|editor| editor.preview(position)))
    }

    fn sum(&self, positions: &[&AnyPosition]) -> Result<Option<String>, RulesError> {
        let positions = positions.iter().map(|position| position.of(self));
        let positions: Vec<&G::Position> = positions.collect::<Result<_, _>>()?;
        Ok(self.capabilities().sums.and_then(|sums| sums.sum(&positions)))
    }
}

/// Returns the text that a name of a position stands for, or the text itself.
fn meant<'t, G: Present>(game: &G, text: &'t str) -> &'t str {
    let text = without_mark(text);
    let named = game.named_positions().iter().find(|(name, _)| *name == text.trim());
    named.map_or(text, |(_, stands_for)| stands_for)
}

/// Returns a chance event by its number, and its plays.
fn plays_of<G: Present>(
    game: &G,
    position: &G::Position,
    event: usize,
) -> Result<(G::Chance, Vec<PlayIn<G>>), RulesError> {
    let chances =
        if game.outcome(position).is_none() { game.chances(position) } else { Vec::new() };
    let (chance, _) = *chances.get(event).ok_or(RulesError::NoPlay)?;
    let mut plays = Vec::new();
    game.plays(position, chance, &mut plays);
    Ok((chance, plays))
}

/// A play of a game.
type PlayIn<G> = Play<<G as Game>::Position, <G as Game>::Move>;

/// A chance event, and a play after it.
type Played<G> = (<G as Game>::Chance, PlayIn<G>);

/// Reads a chance outcome, and a play under it.
fn play_of<G: Present>(
    game: &G,
    position: &G::Position,
    chance: Option<&str>,
    action: &str,
) -> Result<Played<G>, RulesError> {
    let chance = chance_of(game, position, chance)?;
    let play = game.parse_move(position, chance, action);
    Ok((chance, play.map_err(|error| RulesError::Notation { what: "bad move", error })?))
}

/// Reads a chance outcome; without a text, the only one.
fn chance_of<G: Present>(
    game: &G,
    position: &G::Position,
    chance: Option<&str>,
) -> Result<G::Chance, RulesError> {
    match (chance, &game.chances(position)[..]) {
        (Some(text), _) => game.parse_chance(position, text).map_err(RulesError::roll),
        (None, [(only, _)]) => Ok(*only),
        _ => Err(RulesError::roll(NotationError::new("", 0, "a roll is needed"))),
    }
}
