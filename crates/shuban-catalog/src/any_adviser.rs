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

    /// Returns what the adviser proves about a position that is not over, which names all best moves.
    fn proven(
        &self,
        position: &AnyPosition,
        setting: &SearchSetting<'_>,
    ) -> Result<Option<AdvisedMoves>, Error>;

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
        let position = position.of(self.game())?;
        let advice = match Adviser::advise(self, position, setting) {
            // The other players may still have something to say.
            Err(SearchFailure::Limit(why)) => Advice::none(why.to_string()),
            Err(SearchFailure::TooMuch(why)) => Advice::none(why),
            advised => advised?,
        };
        Ok(written(self, position, advice))
    }

    fn proven(
        &self,
        position: &AnyPosition,
        setting: &SearchSetting<'_>,
    ) -> Result<Option<AdvisedMoves>, Error> {
        let position = position.of(self.game())?;
        let proven = Adviser::proven(self, position, setting)?;
        Ok(proven.map(|advice| written(self, position, advice)))
    }
}

/// Returns advice with its moves as text.
fn written<A: Adviser>(
    adviser: &A,
    position: &<A::Game as Game>::Position,
    advice: Advice<A::Game>,
) -> AdvisedMoves {
    let game = adviser.game();
    let Advice { choice, weighed, facts, is_proven } = advice;
    // Players that advise play games without dice.
    let chance = game.chances(position).first().map(|&(chance, _)| chance);
    let written = |action: &_| {
        chance.map_or(String::new(), |chance| game.format_move(position, chance, action))
    };
    AdvisedMoves {
        name: adviser.name(),
        about: adviser.about(),
        about_ja: adviser.about_ja(),
        choice: choice.as_ref().map(written),
        weighed: weighed.into_iter().map(|(action, found)| (written(&action), found)).collect(),
        facts,
        is_proven,
    }
}
