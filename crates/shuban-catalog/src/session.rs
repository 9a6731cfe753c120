//! Probing one layer after the other, each opened once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use shuban_core::LayerId;
use shuban_store::layer_path;

use crate::built::not_built;
use crate::catalog::{Catalog, Target};
use crate::error::Error;
use crate::family::{Family, Located, Prober};
use crate::report::Answer;
use crate::room::GameRoom;

/// Answers probes of a layer or a game. Files are opened when a position first asks for them.
pub struct Session<'c> {
    target: Target<'c>,
    families: Vec<&'c dyn Family>,
    data: PathBuf,
    /// Probers by family and layer; without a layer for positions where the game is over.
    open: BTreeMap<(usize, Option<LayerId>), Box<dyn Prober + 'c>>,
}

impl<'c> Session<'c> {
    /// Probes of a target, from the files of a data folder. Nothing is opened yet.
    pub fn new(catalog: &'c Catalog, target: Target<'c>, data: &Path) -> Self {
        let families = match target {
            Target::Layer(layer) => vec![layer.family],
            Target::Game(game) => catalog.families_of(&game.name()).collect(),
        };
        Session { target, families, data: data.to_owned(), open: BTreeMap::new() }
    }

    fn game(&self) -> &'c dyn GameRoom {
        match self.target {
            Target::Layer(layer) => layer.game,
            Target::Game(game) => game,
        }
    }

    /// Opens the layer that was asked for, so that the first probe finds it open.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    pub fn open(&mut self) -> Result<(), Error> {
        if let Target::Layer(layer) = self.target {
            self.prober(0, Some(layer.layer))?;
        }
        Ok(())
    }

    fn prober(&mut self, family: usize, layer: Option<LayerId>) -> Result<&dyn Prober, Error> {
        if !self.open.contains_key(&(family, layer)) {
            let prober = self.families[family].open(layer, &self.data)?;
            self.open.insert((family, layer), prober);
        }
        Ok(&*self.open[&(family, layer)])
    }

    /// Answers a probe; with a roll, every play of it too.
    ///
    /// # Errors
    /// [`Error`]: bad text, a position that the layer does not hold, a database that is not built or
    /// not readable.
    pub fn probe(&mut self, position: &str, roll: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        self.asked(position, roll).map_err(|error| match error {
            Error::NotBuilt(name) => not_built(name, &self.data),
            other => other,
        })
    }

    fn asked(&mut self, position: &str, roll: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        let game = self.game();
        let position = game.written(position)?;
        let roll = roll.map(|roll| game.roll(roll)).transpose()?;
        let (family, layer) = match self.target {
            Target::Layer(layer) => (0, self.in_layer(&position, layer.layer)?),
            Target::Game(_) => self.smallest(&position)?,
        };
        self.prober(family, layer)?.probe(&position, roll.as_deref())
    }

    /// The layer, if it is the one that holds the position; none if the game is over.
    fn in_layer(&self, position: &str, asked: LayerId) -> Result<Option<LayerId>, Error> {
        let family = self.families[0];
        let name = |layer: LayerId| family.layers()[layer.0].name.clone();
        match family.locate(position)? {
            Located::Over => Ok(None),
            Located::Layer(layer) if layer == asked => Ok(Some(layer)),
            located => Err(Error::Elsewhere {
                position: position.to_owned(),
                asked: name(asked),
                reason: match located {
                    Located::Layer(layer) => format!("it is in {}", name(layer)),
                    Located::Nowhere(reason) => reason,
                    Located::Foreign => format!("it is no position of {}", family.game().name()),
                    Located::Over => "the game is over".to_owned(),
                },
            }),
        }
    }

    /// The smallest built layer, of all families, that holds the position.
    fn smallest(&self, position: &str) -> Result<(usize, Option<LayerId>), Error> {
        let mut built = Vec::new();
        let mut missing = Vec::new();
        let mut searched = None;
        let mut reason = None;
        for (number, family) in self.families.iter().enumerate() {
            match family.locate(position)? {
                Located::Over => return Ok((number, None)),
                Located::Layer(id) => {
                    let layer = &family.layers()[id.0];
                    if layer_path(&self.data, &layer.name).is_ok_and(|path| path.is_file()) {
                        built.push((layer.positions(), number, id));
                    } else if family.searches() {
                        searched.get_or_insert((number, id));
                    } else {
                        missing.push((layer.positions(), layer.name.clone()));
                    }
                }
                Located::Nowhere(why) => {
                    reason.get_or_insert(why);
                }
                Located::Foreign => {}
            }
        }
        let smallest = built.into_iter().min().map(|(_, family, layer)| (family, layer)).or(searched);
        match (smallest, missing.into_iter().min()) {
            (Some((family, layer)), _) => Ok((family, Some(layer))),
            // The smallest is the one that is built soonest.
            (None, Some((_, name))) => Err(Error::NotBuilt(name)),
            (None, None) => Err(Error::Elsewhere {
                position: position.to_owned(),
                asked: self.game().name(),
                reason: reason.unwrap_or_else(|| "no database holds it".to_owned()),
            }),
        }
    }
}
