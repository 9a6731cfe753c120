//! Questions about positions, answered from the databases that are built.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use shuban_answer::{AnyAnswer, AnyPosition};
use shuban_core::LayerId;
use shuban_solve::StatedEquation;

use crate::any_game::AnyGame;
use crate::built::MissingLayer;
use crate::catalog::Catalog;
use crate::chain::{Oracle, Question, Reply, Rules};
use crate::error::Error;
use crate::names::{PlacedLayer, ProbeTarget};
use crate::open_family::OpenFamily;
use crate::shelf::DataShelf;

/// A family by its place in the catalog, and a built layer of it.
pub(crate) type Home = (usize, Option<LayerId>);

/// Answers questions about positions of a layer or a game, from many threads at once. Files are
/// opened when a position first asks for them.
pub struct Session<'c> {
    catalog: &'c Catalog,
    pub(crate) target: ProbeTarget<'c>,
    data: PathBuf,
    pub(crate) shelf: Arc<DataShelf<'c>>,
    /// True if families of rounded values are skipped.
    skips_rounded: bool,
    /// Places of the families that hold positions of a game, by the name of the game.
    pub(crate) holders: Vec<(String, Vec<usize>)>,
    /// Layers that were missing, by the place of the family, with what building them takes: many
    /// questions have the same.
    missing: Mutex<HashMap<(usize, LayerId), MissingLayer>>,
}

impl<'c> Session<'c> {
    /// Creates a session for a layer or a game, over the files of a data folder. Opens no file yet.
    pub fn new(catalog: &'c Catalog, target: ProbeTarget<'c>, data: &Path) -> Self {
        Session::beside(catalog, target, data, &Arc::new(DataShelf::new(catalog, data)))
    }

    /// Creates a session as [`new`](Session::new) does, with files that other sessions use too.
    pub fn beside(
        catalog: &'c Catalog,
        target: ProbeTarget<'c>,
        data: &Path,
        shelf: &Arc<DataShelf<'c>>,
    ) -> Self {
        let (data, shelf) = (data.to_owned(), Arc::clone(shelf));
        let holders = match target {
            ProbeTarget::Layer(_) => Vec::new(),
            ProbeTarget::Games(games) => games.all().map(|game| catalog.holders(game)).collect(),
        };
        let missing = Mutex::default();
        Session { catalog, target, data, shelf, skips_rounded: false, holders, missing }
    }

    /// Excludes families whose values are rounded without proven bounds from questions about a
    /// game.
    #[must_use]
    pub fn without_rounded(self) -> Self {
        Session { skips_rounded: true, ..self }
    }

    /// Opens the layer that was asked for, so that the first question finds it open.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    pub fn open(&self) -> Result<(), Error> {
        match self.target {
            ProbeTarget::Layer(asked) if !asked.family.searches() => {
                self.shelf.begin_question();
                self.shelf.open_family(asked.place).open_layer(asked.layer)
            }
            _ => Ok(()),
        }
    }

    /// Returns the layer asked for, among those of its family; `None` if a game was asked for.
    pub fn layer(&self) -> Option<(&(dyn OpenFamily + 'c), LayerId)> {
        let ProbeTarget::Layer(asked) = self.target else { return None };
        self.shelf.begin_question();
        Some((self.shelf.open_family(asked.place), asked.layer))
    }

    /// Reads a position, and returns it with its game.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position.
    pub fn read(&self, text: &str) -> Result<(&'c dyn AnyGame, AnyPosition), Error> {
        match self.target {
            ProbeTarget::Layer(layer) => Ok((layer.game, layer.game.read(text)?)),
            ProbeTarget::Games(games) => games.read(text),
        }
    }

    /// Reads a question: a position and, where there are dice, the roll of which all moves are
    /// wanted.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position, or there is no such roll.
    pub fn question(&self, text: &str, roll: Option<&str>) -> Result<Question<'c>, Error> {
        let (game, position) = self.read(text)?;
        Question::new(game, position, roll)
    }

    /// Answers a question in text.
    ///
    /// # Errors
    /// As of [`question`](Session::question) and [`answer`](Session::answer).
    pub fn probe(&self, text: &str, roll: Option<&str>) -> Result<AnyAnswer, Error> {
        self.answer(&self.question(text, roll)?)
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`Error`]: no layer holds the position, a database that is not built or not readable.
    pub fn answer(&self, question: &Question<'_>) -> Result<AnyAnswer, Error> {
        self.reply(question)?.known().map_err(|error| self.explained(error))
    }

    /// Returns the equation by which the numbers of a position's value follow from stored ones, so
    /// that they can be recomputed.
    ///
    /// # Errors
    /// As of [`probe`](Session::probe); [`Error::Refused`] if the domain states no equations, or no
    /// domain holds the position.
    pub fn equation(&self, text: &str) -> Result<StatedEquation, Error> {
        let (game, position) = self.read(text)?;
        self.shelf.begin_question();
        let Some((place, _)) = self.home(game, &position)? else {
            return Err(Error::refused(
                "no-equation",
                "the game is over, and the rules say it all",
            ));
        };
        let equation = self.shelf.open_family(place).equation(&position);
        equation.map_err(|error| self.explained(error))
    }

    /// Distinguishes a layer that is not built from one that is too large to build.
    pub fn explained(&self, error: Error) -> Error {
        match error {
            Error::NotBuilt { domain, cost: None } => self.catalog.not_built(&domain, &self.data),
            other => other,
        }
    }

    /// Answers a question, or says why no database that is built holds the position.
    ///
    /// # Errors
    /// [`Error`]: a position of another game, a database that is not readable.
    pub fn reply(&self, question: &Question<'_>) -> Result<Reply, Error> {
        let Question { game, position, detail } = question;
        self.shelf.begin_question();
        let answered = self.home(*game, position).and_then(|home| match home {
            Some((place, _)) => {
                self.shelf.open_family(place).answer(position, detail, &*self.shelf)
            }
            None => Rules.answer(question),
        });
        match answered {
            Err(error) if error.is_unheld() => Ok(Reply::Unknown(error)),
            answered => Ok(Reply::Known(Box::new(answered?))),
        }
    }

    /// Returns the place in the catalog of the family that answers, and the built layer in which it
    /// looks the position up, if it does; `None` if the rules answer.
    pub(crate) fn home(
        &self,
        game: &dyn AnyGame,
        position: &AnyPosition,
    ) -> Result<Option<Home>, Error> {
        match self.target {
            ProbeTarget::Layer(layer) => {
                Ok(Some((layer.place, Some(self.checked_layer(&layer, position)?))))
            }
            ProbeTarget::Games(_) => self.smallest(game, position),
        }
    }

    /// Returns true if positions of several layers are answered.
    pub(crate) fn is_for_several(&self) -> bool {
        match self.target {
            ProbeTarget::Layer(asked) => asked.family.facts().includes_needed,
            ProbeTarget::Games(_) => true,
        }
    }

    /// Returns the number of layers of a family.
    pub(crate) fn layers_of(&self, place: usize) -> usize {
        self.catalog.family_at(place).layers().len()
    }

    /// Returns the layer that holds a position: the one asked, or another that its name stands for.
    /// Refuses a position of another layer.
    fn checked_layer(
        &self,
        asked: &PlacedLayer<'c>,
        position: &AnyPosition,
    ) -> Result<LayerId, Error> {
        let name = |layer: LayerId| &asked.family.layers()[layer.0].name;
        let reason = match asked.family.layer_for(position)? {
            Ok(None) => return Ok(asked.layer),
            Ok(Some(layer)) if layer == asked.layer => return Ok(layer),
            Ok(Some(layer)) if asked.family.includes(asked.layer, layer) => return Ok(layer),
            Ok(Some(other)) => format!("it is in {}", name(other)),
            Err(reason) => reason,
        };
        Err(elsewhere(position, name(asked.layer), reason))
    }

    fn missing_layer(&self, place: usize, layer: LayerId) -> MissingLayer {
        let mut known = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .entry((place, layer))
            .or_insert_with(|| MissingLayer::new(self.catalog.family_at(place), layer, &self.data));
        found.clone()
    }

    /// Returns the place in the catalog of the family with the smallest built layer that holds the
    /// position, or that can search for its value. `None` if no family holds it and the game is
    /// over: the rules answer.
    fn smallest(&self, game: &dyn AnyGame, position: &AnyPosition) -> Result<Option<Home>, Error> {
        let (mut built, mut missing) = (Vec::new(), Vec::new());
        let (mut searching, mut reason) = (None, None);
        let name = game.name();
        // A question may be about another game than those that the session is for.
        let of_other;
        let places = match self.holders.iter().find(|(of, _)| *of == name) {
            Some((_, places)) => places,
            None => {
                (_, of_other) = self.catalog.holders(game);
                &of_other
            }
        };
        for &place in places {
            let family = self.catalog.family_at(place);
            let facts = family.facts();
            if self.skips_rounded && facts.is_rounded {
                continue;
            }
            match family.layer_for(position)? {
                Ok(None) => return Ok(Some((place, None))),
                Ok(Some(id)) => {
                    let layer = &family.layers()[id.0];
                    if let Some(what) = family.left_out(id) {
                        reason = Some(format!("{}, which has it, {what}", layer.name));
                    } else if self.shelf.open_family(place).is_built(id)? {
                        built.push((facts.precedence(), layer.positions(), place, id));
                    } else if family.searches() {
                        searching.get_or_insert(place);
                    } else {
                        missing.push((place, id));
                    }
                }
                Err(why) => {
                    reason.get_or_insert(why);
                }
            }
        }
        built.sort_unstable();
        // A file that does not open fails only its layer: the next one may hold the position too.
        let mut all = built.iter();
        let found =
            all.find(|&&(.., place, id)| self.shelf.open_family(place).open_layer(id).is_ok());
        let found = found.or(built.first());
        if let Some(&(.., place, id)) = found {
            return Ok(Some((place, Some(id))));
        }
        if let Some(place) = searching {
            return Ok(Some((place, None)));
        }
        let missing = missing.into_iter().map(|(place, id)| self.missing_layer(place, id));
        match MissingLayer::best(missing) {
            Some(missing) => Err(missing.into()),
            None if game.over(position)?.is_some() => Ok(None),
            None => {
                let reason = reason.unwrap_or_else(|| "no database holds it".to_owned());
                Err(elsewhere(position, &name, reason))
            }
        }
    }
}

/// The databases as an oracle: a position that none of them holds is unknown.
impl Oracle for &Session<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        self.reply(question)
    }
}

fn elsewhere(position: &AnyPosition, asked: &str, reason: String) -> Error {
    let (position, domain) = (position.text.clone(), asked.to_owned());
    shuban_solve::Error::Elsewhere { position, domain, reason }.into()
}
