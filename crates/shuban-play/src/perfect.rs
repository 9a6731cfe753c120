//! Best play by databases.

use std::path::Path;
use std::sync::Arc;

use shuban_catalog::{
    AnyAnswer, AnyEvent, Catalog, DataShelf, Detail, Error, Games, ProbeTarget, Session,
};

use crate::player::{Basis, Choice, Player, Turn, no_play};

/// Plays best by the values in databases; of moves that are equally good the first in the answer's
/// order. Where no database holds the position it gives an error that says so.
pub struct Perfect<'c> {
    session: Session<'c>,
}

impl<'c> Perfect<'c> {
    /// The player of a game, or of the games of a group, over a data folder whose files others use
    /// too.
    pub fn new(
        catalog: &'c Catalog,
        games: Games<'c>,
        data: &Path,
        shelf: &Arc<DataShelf<'c>>,
    ) -> Self {
        Perfect { session: Session::beside(catalog, ProbeTarget::Games(games), data, shelf) }
    }
}

impl Player for Perfect<'_> {
    fn name(&self) -> String {
        "perfect".to_owned()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Error> {
        let answer = ask(&self.session, turn)?;
        let best = event_of(&answer, turn)?.plays.first().ok_or_else(no_play)?;
        let choice = turn.choice(&best.action, basis(&answer))?;
        Ok(Choice { value: best.value.clone(), ..choice })
    }
}

/// What an answer of databases rests on: some families search where their layers are not built.
pub(crate) fn basis(answer: &AnyAnswer) -> Basis {
    if answer.domain.is_some() { Basis::Table } else { Basis::Search }
}

/// What databases know of a turn, with all moves of what chance has brought.
pub(crate) fn ask(session: &Session<'_>, turn: &Turn<'_>) -> Result<AnyAnswer, Error> {
    let detail = turn.chance.map_or(Detail::All, |chance| Detail::Roll(chance.to_owned()));
    session.ask(turn.game, turn.position(), &detail)
}

/// The moves of a turn in an answer about it.
pub(crate) fn event_of<'a>(answer: &'a AnyAnswer, turn: &Turn<'_>) -> Result<&'a AnyEvent, Error> {
    let mut events = answer.events.iter();
    events.find(|event| event.chance.as_deref() == turn.chance).ok_or_else(no_play)
}

/// Whether an error says that no built database holds a position: whatever else knows it may be
/// asked. A file that is damaged is not missing.
pub fn is_unheld(error: &Error) -> bool {
    matches!(error.kind(), "not-built" | "position-elsewhere")
}
