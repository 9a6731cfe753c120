//! Advice of a game's own players.

use serde_json::{Map, Value as Json, json};
use shuban_answer::AnyPosition;
use shuban_answer::answer::{add_fields, table};
use shuban_core::adviser::Participation;
use shuban_core::solver::SearchSetting;
use shuban_core::{Field, Seat};

use crate::any_adviser::{AdvisedMoves, AnyAdviser};
use crate::any_game::AnyGame;
use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::Games;
use crate::printable::Printable;

/// Advice of a game's own players in a position.
pub struct AnyAdvice {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Player to move.
    pub seat: Seat,
    /// Name of that player.
    pub seat_name: String,
    /// Advice of each player; empty if the game is over.
    pub players: Vec<AdvisedMoves>,
}

impl Catalog {
    /// Returns true if there are advisers for some of the games.
    pub fn is_advised(&self, games: Games<'_>) -> bool {
        games.all().any(|game| self.advisers_of(&game.name()).next().is_some())
    }

    /// Asks the advisers of a game for their moves in a position.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no adviser; a file that cannot be read, interruption.
    pub fn advice(
        &self,
        game: &dyn AnyGame,
        position: &AnyPosition,
        setting: &SearchSetting<'_>,
    ) -> Result<AnyAdvice, Error> {
        let name = game.name();
        if self.advisers_of(&name).next().is_none() {
            let reason = format!("{name} has no players of its own that would say what they do");
            return Err(Error::refused("no-adviser", reason));
        }
        let turn = game.turn(position)?;
        let asked = self.advisers_of(&name).filter(|_| turn.over.is_none());
        let players = asked.map(|adviser| adviser.advise(position, setting));
        let players = players.collect::<Result<_, _>>()?;
        let (position, seat, seat_name) = (position.text.clone(), turn.seat, turn.seat_name);
        Ok(AnyAdvice { game: name, position, seat, seat_name, players })
    }

    /// Returns the first adviser of a game that moves in a position at a level, with its part.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub(crate) fn own_player(
        &self,
        game: &dyn AnyGame,
        position: &AnyPosition,
    ) -> Result<Option<(&dyn AnyAdviser, Participation)>, Error> {
        for adviser in self.advisers_of(&game.name()) {
            match adviser.participation(position)? {
                Participation::AdvisesOnly => (),
                part => return Ok(Some((adviser, part))),
            }
        }
        Ok(None)
    }

    fn advisers_of<'c>(&'c self, game: &str) -> impl Iterator<Item = &'c dyn AnyAdviser> {
        self.advisers().filter(move |adviser| adviser.game_name() == game)
    }
}

impl Printable for AnyAdvice {
    fn json(&self) -> Json {
        let player = |player: &AdvisedMoves| {
            let AdvisedMoves { name, about, choice, weighed, facts, .. } = player;
            let weighed = weighed.iter().map(|(action, found)| {
                let mut object = Map::new();
                object.insert("move".to_owned(), json!(action));
                add_fields(&mut object, found);
                Json::Object(object)
            });
            let mut object = Map::new();
            for (name, value) in [
                ("name", json!(name)),
                ("about", json!(about)),
                ("move", json!(choice)),
                ("weighed", weighed.collect()),
            ] {
                object.insert(name.to_owned(), value);
            }
            add_fields(&mut object, facts);
            Json::Object(object)
        };
        json!({
            "game": self.game,
            "position": self.position,
            "seat": self.seat,
            "players": self.players.iter().map(player).collect::<Json>(),
        })
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        for AdvisedMoves { name, choice, weighed, facts, .. } in &self.players {
            let choice = choice.as_deref().unwrap_or("no opinion");
            let said = facts.iter().filter_map(|field| {
                Some(format!("{} {}", field.name.replace('_', " "), field.long_text()?))
            });
            let said: Vec<String> = said.collect();
            let said =
                if said.is_empty() { String::new() } else { format!("  ({})", said.join(", ")) };
            lines.push(format!("{name}: {choice}{said}"));
            let rows: Vec<Vec<String>> = (weighed.iter())
                .map(|(action, found)| {
                    let found = found.iter().filter_map(Field::short_text);
                    [String::new(), action.clone()].into_iter().chain(found).collect()
                })
                .collect();
            lines.extend(table(&rows, &[]));
        }
        lines.join("\n")
    }
}
