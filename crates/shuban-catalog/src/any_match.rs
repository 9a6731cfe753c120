//! Positions of matches, whatever the game.

use serde_json::{Map, Value as Json, json};
use shuban_core::{
    DoublingOptions, DoublingTurn, Field, MatchAnswer, MatchFailure, MatchPlay, MatchQuestion,
    Medium, Progress, Shelf, ValuedDoubling,
};

use crate::answer::{add_fields, table};
use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::ProbeTarget;
use crate::printable::Printable;

/// What is known of a position of a match.
pub struct AnyMatchAnswer {
    /// The game.
    pub game: String,
    /// What it says.
    pub answer: MatchAnswer,
    /// The position drawn for a terminal, where it is to be shown.
    pub drawing: Option<String>,
}

impl Catalog {
    /// Answers a question about a position of a match, of a game or of the game of a layer, which
    /// need not be built. Draws it besides if a medium is given.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game is not played for matches, or there is no such match; bad
    /// text, a position that is too much, interruption.
    pub fn match_answer(
        &self,
        target: ProbeTarget<'_>,
        question: &MatchQuestion<'_>,
        progress: &dyn Progress,
        medium: Option<Medium>,
    ) -> Result<AnyMatchAnswer, Error> {
        let game = match target {
            ProbeTarget::Layer(layer) => layer.game,
            ProbeTarget::Games(games) => games.game_of(question.position)?,
        };
        let name = game.name();
        let player = self.matches().find(|matches| matches.game_name() == name);
        let player = player.ok_or_else(|| {
            let games: Vec<String> = self.matches().map(MatchPlay::game_name).collect();
            let reason = match games.is_empty() {
                true => format!("{name} is not played for matches here, and no game is"),
                false => format!("{name} is not played for matches here: {} are", games.join(", ")),
            };
            Error::refused("no-match", reason)
        })?;
        let answer = player.answer(question, progress).map_err(failed)?;
        let drawing = match medium {
            Some(medium) => Some(game.draw(&game.read_state(question.position)?, medium)?),
            None => None,
        };
        Ok(AnyMatchAnswer { game: name, answer, drawing })
    }

    /// What a double comes to in turns of one game, in the order in which they were played, as far
    /// as it is known: see [`MatchPlay::doublings`]. Nothing is known of a game that is not played
    /// for matches.
    ///
    /// # Errors
    /// As of [`MatchPlay::doublings`].
    pub fn doublings(
        &self,
        game: &str,
        turns: &[DoublingTurn<'_>],
        options: &DoublingOptions<'_>,
        shelf: &dyn Shelf,
        progress: &dyn Progress,
    ) -> Result<Vec<Option<ValuedDoubling>>, Error> {
        match self.matches().find(|matches| matches.game_name() == game) {
            Some(player) => player.doublings(turns, options, shelf, progress).map_err(failed),
            None => Ok(vec![None; turns.len()]),
        }
    }
}

fn failed(failure: MatchFailure) -> Error {
    match failure {
        MatchFailure::Position(error) => Error::position(error),
        MatchFailure::Roll(error) => Error::roll(error),
        MatchFailure::Refused(reason) => Error::refused("match", reason),
        MatchFailure::TooMuch(reason) => Error::TooMuch(reason),
        MatchFailure::Table(error) => Error::oracle(error),
        MatchFailure::Interrupted => Error::Interrupted,
    }
}

impl Printable for AnyMatchAnswer {
    fn json(&self) -> Json {
        let MatchAnswer { position, facts, moves } = &self.answer;
        let mut object = Map::new();
        object.insert("game".to_owned(), json!(self.game));
        object.insert("position".to_owned(), json!(position));
        add_fields(&mut object, facts);
        if let Some((roll, moves)) = moves {
            let moves = moves.iter().map(|(action, after, worth)| {
                let mut object = Map::new();
                object.insert("move".to_owned(), json!(action));
                object.insert("position".to_owned(), json!(after));
                add_fields(&mut object, worth);
                Json::Object(object)
            });
            object.insert("roll".to_owned(), json!(roll));
            object.insert("moves".to_owned(), moves.collect());
        }
        Json::Object(object)
    }

    fn text(&self) -> String {
        let MatchAnswer { position, facts, moves } = &self.answer;
        let mut lines = vec![format!("{}  {position}", self.game)];
        lines.extend(self.drawing.clone());
        let said = facts
            .iter()
            .filter_map(|field| Some(vec![field.name.replace('_', " "), field.long_text()?]));
        lines.push(String::new());
        lines.extend(table(&said.collect::<Vec<_>>(), &[]));
        if let Some((roll, moves)) = moves {
            let rows = moves.iter().map(|(action, _, worth)| {
                let worth = worth.iter().filter_map(Field::short_text);
                [roll.clone(), action.clone()].into_iter().chain(worth).collect()
            });
            lines.push(String::new());
            lines.extend(table(&rows.collect::<Vec<_>>(), &[]));
        }
        lines.join("\n")
    }
}
