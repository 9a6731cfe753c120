//! Positions of matches and of games for money, asked of a catalog.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use shuban_catalog::answer::{add_fields, table};
use shuban_catalog::names::ProbeTarget;
use shuban_catalog::{Catalog, Error};
use shuban_core::{Field, Medium, Progress};

use crate::match_play::{MatchAnswer, MatchQuestion, answer};
use crate::variants::variants;

/// An answer about a position of a match or of a game for money.
pub struct AnsweredMatch {
    /// The game.
    pub game: String,
    /// The answer.
    pub answer: MatchAnswer,
    /// The position drawn for a terminal, if asked for.
    pub drawing: Option<String>,
}

/// Answers a question about a position of a match, of a game or of the game of a layer, which need
/// not be built. Draws it besides if a medium is given.
///
/// # Errors
/// [`Error::Refused`] if the game is not played for matches, or the match is impossible; bad text,
/// a position that is too large, interruption.
pub fn answer_of(
    catalog: &Catalog,
    target: ProbeTarget<'_>,
    question: &MatchQuestion<'_>,
    progress: &dyn Progress,
    medium: Option<Medium>,
) -> Result<AnsweredMatch, Error> {
    let game = match target {
        ProbeTarget::Layer(layer) => layer.game,
        ProbeTarget::Games(games) => games.game_of(question.position)?,
    };
    let name = game.name();
    let variant = variants().find(|variant| variant.name() == name);
    let variant = variant.ok_or_else(|| {
        let known = variants().filter(|variant| catalog.game(variant.name()).is_ok());
        let games: Vec<String> = known.map(|variant| variant.name().to_owned()).collect();
        let message = match games.is_empty() {
            true => format!("{name} is not played for matches here, and no game is"),
            false => format!("{name} is not played for matches here: {} are", games.join(", ")),
        };
        Error::Refused { kind: "no-match", message }
    })?;
    let answer = answer(&variant, question, progress)?;
    let drawing = match medium {
        Some(medium) => Some(game.draw(&game.read_state(question.position)?, medium)?),
        None => None,
    };
    Ok(AnsweredMatch { game: name, answer, drawing })
}

impl Serialize for AnsweredMatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
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
        object.serialize(serializer)
    }
}

impl fmt::Display for AnsweredMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
        f.write_str(&lines.join("\n"))
    }
}
