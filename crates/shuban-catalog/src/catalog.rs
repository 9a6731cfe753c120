//! The list itself, and finding things in it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use shuban_core::{Layer, LayerId};

use crate::amazons;
use crate::cards;
use crate::error::Error;
use crate::family::Family;
use crate::gammon;
use crate::names::suggestion;
use crate::room::GameRoom;
use crate::trax;

/// Everything that can be built, probed and drawn.
pub struct Catalog {
    games: Vec<Box<dyn GameRoom>>,
    /// The names of games that lists for people leave out.
    in_brief: BTreeSet<String>,
    families: Vec<Box<dyn Family>>,
    aliases: Vec<Alias>,
    /// What may be wrong with a name, said by the games themselves.
    hints: Vec<fn(&str) -> Option<String>>,
}

/// Another name for a layer, because another game has the same positions.
pub(crate) struct Alias {
    /// The other name.
    pub(crate) name: String,
    /// The game by whose rules its positions are read.
    pub(crate) game: String,
    /// The layer's own name.
    pub(crate) layer: String,
}

/// A layer by name.
#[derive(Clone, Copy)]
pub struct PlacedLayer<'c> {
    /// Its family.
    pub family: &'c dyn Family,
    /// Which of its layers.
    pub layer: LayerId,
    /// The game by whose rules positions are read: that of the family, or one that has the same
    /// positions.
    pub game: &'c dyn GameRoom,
}

impl<'c> PlacedLayer<'c> {
    /// The layer.
    pub fn get(&self) -> &'c Layer {
        &self.family.layers()[self.layer.0]
    }

    /// Its name: that of its file, whatever name it was found by.
    pub fn name(&self) -> &'c str {
        &self.get().name
    }
}

/// What a probe may be asked of.
#[derive(Clone, Copy)]
pub enum Target<'c> {
    /// One layer.
    Layer(PlacedLayer<'c>),
    /// Whatever database of a game is built.
    Game(&'c dyn GameRoom),
}

/// Everything that can be built, probed and drawn.
pub fn catalog() -> &'static Catalog {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
        let mut catalog = Catalog {
            games: Vec::new(),
            in_brief: BTreeSet::new(),
            families: Vec::new(),
            aliases: Vec::new(),
            hints: Vec::new(),
        };
        // The list: one line a game.
        gammon::list(&mut catalog);
        amazons::list(&mut catalog);
        cards::list(&mut catalog);
        trax::list(&mut catalog);
        catalog
    });
    &CATALOG
}

impl Catalog {
    pub(crate) fn add_game(&mut self, game: impl GameRoom + 'static) {
        self.games.push(Box::new(game));
    }

    /// Adds one of many games with a parameter, which lists for people leave out.
    pub(crate) fn add_game_in_brief(&mut self, game: impl GameRoom + 'static) {
        self.in_brief.insert(game.name());
        self.add_game(game);
    }

    pub(crate) fn add_family(&mut self, family: impl Family + 'static) {
        self.families.push(Box::new(family));
    }

    pub(crate) fn add_alias(&mut self, alias: Alias) {
        self.aliases.push(alias);
    }

    pub(crate) fn add_hint(&mut self, hint: fn(&str) -> Option<String>) {
        self.hints.push(hint);
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &dyn GameRoom> {
        self.games.iter().map(|game| &**game)
    }

    /// All families.
    pub fn families(&self) -> impl Iterator<Item = &dyn Family> {
        self.families.iter().map(|family| &**family)
    }

    pub(crate) fn is_in_brief(&self, game: &str) -> bool {
        self.in_brief.contains(game)
    }

    /// The families that hold positions of a game: its own, and others that [serve](Family::serves) it.
    pub fn families_of(&self, game: &str) -> impl Iterator<Item = &dyn Family> {
        self.families().filter(move |family| {
            let own = family.game().name() == game;
            own || family.serves(game)
                || self.aliases.iter().any(|alias| {
                    alias.game == game && family.layers().iter().any(|layer| layer.name == alias.layer)
                })
        })
    }

    /// The other games that have positions of a layer.
    pub fn also_known_as(&self, layer: &str) -> impl Iterator<Item = &str> {
        self.aliases.iter().filter(move |alias| alias.layer == layer).map(|alias| alias.name.as_str())
    }

    /// The game of a name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn game(&self, name: &str) -> Result<&dyn GameRoom, Error> {
        self.games().find(|game| game.name() == name).ok_or_else(|| {
            let names: Vec<String> = self.games().map(GameRoom::name).collect();
            let mut hint = self.layer_meant(name);
            if hint.is_empty() {
                hint = suggestion(name, names.iter().map(String::as_str));
            }
            if hint.is_empty() {
                let names: Vec<String> = names.into_iter().filter(|name| !self.is_in_brief(name)).collect();
                hint = format!("; there are {}", names.join(", "));
            }
            Error::Unknown { what: "game", name: name.to_owned(), hint }
        })
    }

    /// The layer of a name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn layer(&self, name: &str) -> Result<PlacedLayer<'_>, Error> {
        if let Some(alias) = self.aliases.iter().find(|alias| alias.name == name) {
            return Ok(PlacedLayer { game: self.game(&alias.game)?, ..self.layer(&alias.layer)? });
        }
        for family in self.families() {
            if let Some(layer) = family.layers().iter().position(|layer| layer.name == name) {
                return Ok(PlacedLayer { family, layer: LayerId(layer), game: family.game() });
            }
        }
        let hint = self.hints.iter().find_map(|hint| hint(name)).map(|hint| format!(": {hint}"));
        let hint = hint.unwrap_or_else(|| suggestion(name, self.names()));
        let hint = if hint.is_empty() { self.game_meant(name) } else { hint };
        let hint = if hint.is_empty() { "; `shuban list` tells what there is".to_owned() } else { hint };
        Err(Error::Unknown { what: "domain", name: name.to_owned(), hint })
    }

    /// What a probe of a name is asked of: a game or a layer.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn target(&self, name: &str) -> Result<Target<'_>, Error> {
        if let Ok(game) = self.game(name) {
            return Ok(Target::Game(game));
        }
        if name.contains('/') {
            return self.layer(name).map(Target::Layer);
        }
        self.game(name).map(Target::Game)
    }

    /// What to say where the name of a layer stands for that of its game.
    fn layer_meant(&self, name: &str) -> String {
        let Ok(PlacedLayer { game, .. }) = self.layer(name) else { return String::new() };
        let (game, start) = (game.name(), game.start());
        format!(": it is a database, and its positions are those of the game `{game}`, such as `{start}`")
    }

    /// What to say where the name of a game stands for that of a layer.
    fn game_meant(&self, name: &str) -> String {
        let names: Vec<String> = self.games().map(GameRoom::name).collect();
        let first = |game: &str| self.names().find(|layer| layer.split('/').next() == Some(game));
        match first(name) {
            Some(layer) => format!("; {name} is a game, and its domains are such as `{layer}`"),
            None => suggestion(name, names.iter().filter_map(|game| first(game))),
        }
    }

    /// The names of all layers, and their other names.
    fn names(&self) -> impl Iterator<Item = &str> {
        let layers = self.families().flat_map(Family::layers).map(|layer| layer.name.as_str());
        layers.chain(self.aliases.iter().map(|alias| alias.name.as_str()))
    }
}
