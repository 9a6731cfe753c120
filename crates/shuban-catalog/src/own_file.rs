//! Tables in the formats of other programs, whatever the types of the values.

use std::path::Path;
use std::sync::Arc;

use shuban_answer::{AnyAnswer, AnyPosition, Detail};
use shuban_core::own_file::{FileBytes, OwnFile};
use shuban_core::shelf::EmptyShelf;
use shuban_core::{Answer, Explain, Fields, ask};
use shuban_store::FileSystem;

use crate::any_game::AnyGame;
use crate::error::Error;
use crate::export::ExportFormat;

/// A file that another program wrote, as a table of a family.
pub trait AnyOwnFile: Send + Sync {
    /// Describes the file, in a few words.
    fn about(&self) -> &str;

    /// Returns the game whose positions it holds.
    fn game(&self) -> &dyn AnyGame;

    /// Returns the name of the layer with the same content, with all that it needs.
    fn layer(&self) -> &str;

    /// Returns its format, among those of that layer.
    fn format(&self) -> ExportFormat;

    /// Answers about a position and all plays from the file. Plays that lead to another layer have a
    /// value if the file has that layer, too.
    ///
    /// # Errors
    /// [`Error`] if it does not hold the position or one of the same layer that a play leads to, or is
    /// damaged.
    fn answer(&self, position: &AnyPosition, detail: &Detail) -> Result<AnyAnswer, Error>;
}

/// A file as a table of a domain.
pub(crate) struct OwnTable<'a, D: Explain> {
    pub(crate) domain: &'a D,
    pub(crate) file: OwnFile<'a, D>,
}

impl<D: Explain> AnyOwnFile for OwnTable<'_, D> {
    fn about(&self) -> &str {
        &self.file.about
    }

    fn game(&self) -> &dyn AnyGame {
        self.domain.game()
    }

    fn layer(&self) -> &str {
        &self.domain.layers()[self.file.layer.0].name
    }

    fn format(&self) -> ExportFormat {
        ExportFormat::Own(self.file.format)
    }

    fn answer(&self, position: &AnyPosition, detail: &Detail) -> Result<AnyAnswer, Error> {
        let (domain, OwnFile { about, value, .. }) = (self.domain, &self.file);
        let asked = position.of(domain.game())?;
        let answer = ask(domain, asked, |position| {
            let value = value(position).map_err(|error| Error::own_file(&error))?;
            let is_own = || domain.locate(position).is_some_and(|at| at.layer == self.file.layer);
            if value.is_none() && (position == asked || is_own()) {
                let position = shuban_core::Game::format(domain.game(), position);
                return Err(Error::Elsewhere(format!("`{position}` is not in {about}")));
            }
            Ok(value)
        })?;
        let extras =
            domain.extras(asked, answer.value.as_ref(), &EmptyShelf).map_err(Error::oracle)?;
        let seat = answer.seat;
        let answer: Answer<D::Game, Fields> = answer.map(|value| domain.fields_for(&value, seat));
        Ok(AnyAnswer::new(domain.game(), position, answer.from(about).with(extras), detail))
    }
}

/// Opens the bytes of a file.
///
/// # Errors
/// [`Error::Io`] if it cannot be opened.
pub(crate) fn bytes_of(files: &dyn FileSystem, path: &Path) -> Result<FileBytes, Error> {
    let io = |source| Error::Io { path: path.to_owned(), source };
    Ok(Arc::from(files.open(path).map_err(io)?))
}
