//! Advice of players of one game alone, whatever the types of the game.

use shuban_answer::AnyPosition;
use shuban_core::adviser::{Advice, Adviser, Participation};
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Fields, Game};

use crate::error::Error;

/// An adviser, whatever the types of its game.
pub(crate) trait AnyAdviser: Send + Sync {
    /// Returns the name of its game.
    fn game_name(&self) -> String;

    /// Returns its part in games that are played at a level, in a position that is not over.
    fn participation(&self, position: &AnyPosition) -> Result<Participation, Error>;

    /// Returns the adviser's move in a position that is not over.
    fn advise(
        &self,
        position: &AnyPosition,
        setting: &SearchSetting<'_>,
    ) -> Result<AdvisedMoves, Error>;
}

/// Advice of one player.
pub struct AdvisedMoves {
    /// Name of the player.
    pub name: String,
    /// Method of play, in a line.
    pub about: String,
    /// The same in Japanese.
    pub about_ja: Option<String>,
    /// Chosen move; `None` if the player has no opinion.
    pub choice: Option<String>,
    /// Moves that it considered, best first, each with its findings.
    pub weighed: Vec<(String, Fields)>,
    /// Further findings.
    pub facts: Fields,
    /// True if the chosen move is proven to be best.
    pub is_proven: bool,
    /// Proven number of points that the position is worth to the player to move, if it is known: the negative of the
    /// least that a move can leave to the other.
    pub worth: Option<f64>,
}

impl<A: Adviser> AnyAdviser for A {
    fn game_name(&self) -> String {
        Game::name(self.game())
    }

    fn participation(&self, position: &AnyPosition) -> Result<Participation, Error> {
        Ok(Adviser::participation(self, position.of(self.game())?))
    }

    fn advise(
        &self,
        position: &AnyPosition,
        setting: &SearchSetting<'_>,
    ) -> Result<AdvisedMoves, Error> {
        let game = self.game();
        let position = position.of(game)?;
        let Advice { choice, weighed, facts, is_proven, worth } =
            match Adviser::advise(self, position, setting) {
                // The other players may still have something to say.
                Err(SearchFailure::Limit(why)) => Advice::none(why.to_string()),
                Err(SearchFailure::TooMuch(why)) => Advice::none(why),
                advised => advised?,
            };
        // Players that advise play games without dice.
        let chance = game.chances(position).first().map(|&(chance, _)| chance);
        let written = |action: &_| {
            chance.map_or(String::new(), |chance| game.format_move(position, chance, action))
        };
        Ok(AdvisedMoves {
            name: self.name(),
            about: self.about(),
            about_ja: self.about_ja(),
            choice: choice.as_ref().map(written),
            weighed: weighed.into_iter().map(|(action, found)| (written(&action), found)).collect(),
            facts,
            is_proven,
            worth,
        })
    }
}
