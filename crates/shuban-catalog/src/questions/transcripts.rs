//! Records of games, by the names of games.

use shuban_core::present::transcript::Transcript;

use crate::any_game::AnyGame;
use crate::catalog::Catalog;
use crate::error::Error;

/// Most games that a message names.
const MOST_NAMED: usize = 8;

impl Catalog {
    /// Reads the records in a text, each with the name of its game: the one that the text gives, or
    /// else `game`, or else the only one that reads the text. `None` if no game does.
    ///
    /// # Errors
    /// [`Error`]: there is no such game, the text is damaged, or several games read it.
    pub fn transcripts(
        &self,
        text: &str,
        game: Option<&str>,
    ) -> Result<Option<Vec<(String, Transcript)>>, Error> {
        let asked = game.map(|name| self.game(name)).transpose()?;
        let candidates: Vec<&dyn AnyGame> = match asked {
            Some(game) => vec![game],
            None => self.games().filter(|game| game.is_asked_unnamed()).collect(),
        };
        let mut readers = Vec::new();
        let mut first = None;
        for game in candidates {
            if let Some(found) = game.transcripts(text)? {
                readers.push(game.name());
                first.get_or_insert(found);
            }
        }
        let Some(games) = first else { return Ok(None) };
        if readers.len() > 1 && games.iter().any(|game| game.game.is_none()) {
            let more = if readers.len() > MOST_NAMED { " and others" } else { "" };
            readers.truncate(MOST_NAMED);
            let readers = readers.join(", ");
            let reason = format!(
                "the file does not say which game it is: name it with --game ({readers}{more})"
            );
            return Err(Error::refused("ambiguous-game", reason));
        }
        let named = |game: Transcript| (game.game.clone().unwrap_or(readers[0].clone()), game);
        Ok(Some(games.into_iter().map(named).collect()))
    }
}
