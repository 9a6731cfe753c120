//! Finding games and layers by name, and suggestions for unknown names.

use shuban_answer::{AnyPosition, AnyRules};
use shuban_core::advice::{Call, Message};
use shuban_core::echo::LONGEST_ECHO;
use shuban_core::text::without_mark;
use shuban_core::{Group, Japanese, LayerId};

use crate::any_family::AnyFamily;
use crate::any_game::AnyGame;
use crate::catalog::Catalog;
use crate::chain::Question;
use crate::error::Error;

/// Least similarity, of 1, of two names for one to be suggested in place of the other.
const ALIKE: f64 = 0.6;

/// A layer by name.
#[derive(Clone, Copy)]
pub struct PlacedLayer<'c> {
    /// The catalog it is in.
    pub(crate) catalog: &'c Catalog,
    /// Its family.
    pub family: &'c dyn AnyFamily,
    /// The family's place in the catalog.
    pub(crate) place: usize,
    /// Number of the layer in the family.
    pub layer: LayerId,
    /// The game by whose rules positions are read: that of the family, or one that has the same
    /// positions.
    pub game: &'c dyn AnyGame,
}

impl<'c> PlacedLayer<'c> {
    /// Returns the name of its file, whatever name it was found by.
    pub fn name(&self) -> &'c str {
        &self.family.layers()[self.layer.0].name
    }
}

/// The subject of a question.
#[derive(Clone, Copy)]
pub enum ProbeTarget<'c> {
    /// Positions of one layer.
    Layer(PlacedLayer<'c>),
    /// Positions of a game, or of the games of a group, in whatever database is built.
    Games(Games<'c>),
}

/// The games of a name: one, or those of a group.
#[derive(Clone, Copy)]
pub struct Games<'c> {
    catalog: &'c Catalog,
    group: Option<&'c Group>,
    /// The game, or the first of the group.
    first: &'c dyn AnyGame,
}

impl<'c> Games<'c> {
    /// Returns the name.
    pub fn name(&self) -> String {
        self.group.map_or_else(|| self.first.name(), |group| group.name.clone())
    }

    /// Returns Japanese for the texts of the games.
    pub fn japanese(&self) -> Japanese {
        let Japanese { about, phrases } = self.first.japanese();
        Japanese { about: self.group.map_or(about, |group| group.about_ja.clone()), phrases }
    }

    /// Iterates over all the games.
    pub fn all(&self) -> impl Iterator<Item = &'c dyn AnyGame> + use<'c> {
        let Games { catalog, group, first } = *self;
        let members = group.into_iter().flat_map(move |group| {
            catalog.games().filter(|game| group.members.contains(&game.name()))
        });
        let alone = group.is_none().then_some(first);
        members.chain(alone)
    }

    /// Returns the text of the start position, or of the one that stands for the group.
    pub fn start(&self) -> String {
        self.group.map_or_else(|| self.first.start().text, |group| group.start.clone())
    }

    /// Returns the game whose position a text is.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is a position of no game of the group.
    pub fn game_of(&self, text: &str) -> Result<&'c dyn AnyGame, Error> {
        let Some(group) = self.group else { return Ok(self.first) };
        let member = (group.member_of)(without_mark(text)).map_err(Error::position)?;
        self.catalog.game(&group.members[member])
    }

    /// Reads a text.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position.
    pub fn read(&self, text: &str) -> Result<(&'c dyn AnyGame, AnyPosition), Error> {
        let game = self.game_of(text)?;
        Ok((game, game.read(text)?))
    }

    /// Reads a question: see [`Question::read`].
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position, or there is no such side or roll.
    pub fn question(
        &self,
        text: &str,
        to_move: Option<&str>,
        roll: Option<&str>,
    ) -> Result<Question<'c>, Error> {
        Question::read(self.game_of(text)?, text, to_move, roll)
    }

    /// Reads a position; of a text that tells of a score or of stakes the position alone, with
    /// those as its state.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position.
    pub fn read_any(&self, text: &str) -> Result<(&'c dyn AnyGame, AnyPosition), Error> {
        self.read(text).or_else(|error| self.read_state(text).map_err(|_| error))
    }

    /// Reads a text that may contain state which values do not depend on: see
    /// [`AnyRules::read_state`].
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position.
    pub fn read_state(&self, text: &str) -> Result<(&'c dyn AnyGame, AnyPosition), Error> {
        let game = self.game_of(text)?;
        Ok((game, game.read_state(text)?))
    }
}

impl Catalog {
    /// Returns the game of a name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn game(&self, name: &str) -> Result<&dyn AnyGame, Error> {
        self.named_game(name).ok_or_else(|| self.unknown_game(name))
    }

    /// Returns the game or the group of a name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn games_named(&self, name: &str) -> Result<Games<'_>, Error> {
        let group = self.groups().iter().find(|group| group.name == name);
        let first = match group {
            Some(group) => group.members.iter().find_map(|member| self.named_game(member)),
            None => self.named_game(name),
        };
        let first = first.ok_or_else(|| self.unknown_game(name))?;
        Ok(Games { catalog: self, group, first })
    }

    /// Returns the layer of a name: its own, or by another game whose positions it holds too.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn layer(&self, name: &str) -> Result<PlacedLayer<'_>, Error> {
        self.named_layer(name).ok_or_else(|| self.unknown_layer(name))
    }

    /// Returns the subject of a question: a game, a group or a layer.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest names.
    pub fn target(&self, name: &str) -> Result<ProbeTarget<'_>, Error> {
        match self.games_named(name) {
            Ok(games) => Ok(ProbeTarget::Games(games)),
            Err(_) if name.contains('/') => self.layer(name).map(ProbeTarget::Layer),
            Err(error) => Err(error),
        }
    }

    fn named_game(&self, name: &str) -> Option<&dyn AnyGame> {
        self.games().find(|game| game.name() == name)
    }

    /// Returns true if lists for people leave a game out, because a group stands for it: a member,
    /// or one by other rules under a longer name, such as `tanhinmin/3p/uecda`.
    pub fn is_in_group(&self, game: &str) -> bool {
        let variant = |member: &String| {
            let rest = game.strip_prefix(member.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '-']))
        };
        self.groups().iter().any(|group| group.members.iter().any(variant))
    }

    /// Returns a layer by the name that it has among the layers of another game with the same
    /// positions: `nackgammon/contact-1-1` for `backgammon/contact-1-1`.
    fn layer_of_twin(&self, name: &str) -> Option<PlacedLayer<'_>> {
        let game = self.named_game(name.split_once('/')?.0)?;
        self.families().enumerate().find_map(|(place, family)| {
            let (layer, _) = names_in(family, &game.name()).find(|(_, other)| other == name)?;
            Some(PlacedLayer { catalog: self, family, place, layer, game })
        })
    }

    /// Returns the other names of a layer: by games with the same positions, and as the whole game.
    pub(crate) fn twins(&self, family: &dyn AnyFamily, id: LayerId) -> Vec<String> {
        let own = family.game().name();
        let others = self.games().map(AnyRules::name).filter(|other| *other != own);
        let whole = family.whole().filter(|(_, layer)| *layer == id).map(|(name, _)| name);
        others.filter_map(|other| name_of(family, id, &other)).chain(whole).collect()
    }

    fn unknown_game(&self, name: &str) -> Error {
        if let Some(PlacedLayer { game, .. }) = self.named_layer(name) {
            let (game, start) = (game.name(), game.start().text);
            let hint = format!(
                ": it is a database, and its positions are those of the game `{game}`, such as \
                 `{start}`"
            );
            return unknown("game", name, hint);
        }
        let names: Vec<String> = self.game_names().collect();
        let mut hint = suggestion(name, names.iter().map(String::as_str));
        if hint.is_empty() {
            let names: Vec<&str> =
                names.iter().filter(|name| !self.is_in_group(name)).map(String::as_str).collect();
            hint = format!("; there are {}", names.join(", "));
        }
        unknown("game", name, hint)
    }

    fn named_layer(&self, name: &str) -> Option<PlacedLayer<'_>> {
        let found = self.families().enumerate().find_map(|(place, family)| {
            let own = family.layers().iter().position(|layer| layer.name == name).map(LayerId);
            let whole = || family.whole().filter(|(whole, _)| whole == name).map(|(_, id)| id);
            let (layer, game) = (own.or_else(whole)?, family.game());
            Some(PlacedLayer { catalog: self, family, place, layer, game })
        });
        found.or_else(|| self.layer_of_twin(name))
    }

    /// Iterates over the names of games and groups.
    fn game_names(&self) -> impl Iterator<Item = String> {
        let groups = self.groups().iter().map(|group| group.name.clone());
        self.games().map(AnyRules::name).chain(groups)
    }

    fn unknown_layer(&self, name: &str) -> Error {
        if name.chars().nth(LONGEST_ECHO).is_some() {
            return unknown("domain", name, String::new());
        }
        if let Some(reason) = self.families().find_map(|family| family.why_not(name)) {
            return unknown("domain", name, format!(": {reason}"));
        }
        // A name in the form of a family's names, with numbers that are not among them.
        let form = pattern(name);
        let game = name.split('/').next().unwrap_or_default();
        for family in self.families() {
            let mut names: Vec<String> = names_in(family, game).map(|(_, name)| name).collect();
            if names.is_empty() {
                names = family.layers().iter().map(|layer| layer.name.clone()).collect();
            }
            let [first, .., last] = &names[..] else { continue };
            if pattern(first) == form || family.name() == name {
                let hint = match turned(name).filter(|turned| self.named_layer(turned).is_some()) {
                    Some(turned) => format!("; one file holds both orders: `{turned}`"),
                    None => {
                        format!(": its domains are {}, from `{first}` to `{last}`", pattern(first))
                    }
                };
                return unknown("domain", name, hint);
            }
        }
        let layers = || self.families().flat_map(AnyFamily::layers).map(|layer| &*layer.name);
        let first_of = |game: &str| layers().find(|layer| layer.split('/').next() == Some(game));
        if let Some(layer) = first_of(name) {
            let hint = format!("; {name} is a game, and its domains are such as `{layer}`");
            return unknown("domain", name, hint);
        }
        let hint = match (suggestion(name, layers()), first_of(game)) {
            (hint, Some(layer)) if hint.is_empty() => {
                format!("; the domains of {game} are such as `{layer}`")
            }
            (hint, None) if hint.is_empty() => {
                let hint = Message::from("; ").call(Call::List).text(" shows all");
                return unknown("domain", name, hint);
            }
            (hint, _) => hint,
        };
        unknown("domain", name, hint)
    }
}

/// Returns the name of a layer among those of a game, if it holds positions of that game and is
/// named after its own.
fn name_of(family: &dyn AnyFamily, id: LayerId, game: &str) -> Option<String> {
    let rest = family.layers()[id.0].name.strip_prefix(&family.game().name())?;
    (rest.starts_with('/') && family.layer_holds(id, game)).then(|| format!("{game}{rest}"))
}

/// Iterates over the layers of a family that hold positions of a game, with their names there.
fn names_in<'f>(
    family: &'f dyn AnyFamily,
    game: &'f str,
) -> impl Iterator<Item = (LayerId, String)> + 'f {
    let ids = (0..family.layers().len()).map(LayerId);
    ids.filter_map(move |id| Some((id, name_of(family, id, game)?)))
}

/// Creates the error of an unknown name.
fn unknown(what: &'static str, name: &str, hint: impl Into<Message>) -> Error {
    Error::Unknown { what, name: name.to_owned(), hint: hint.into() }
}

/// Returns the end of a sentence that suggests the names nearest to `name`, at most three; empty if
/// none is near.
pub fn suggestion<'a>(name: &str, all: impl IntoIterator<Item = &'a str>) -> String {
    if name.chars().nth(LONGEST_ECHO).is_some() {
        return String::new();
    }
    let mut near: Vec<(f64, &str)> = (all.into_iter())
        .map(|other| (strsim::normalized_damerau_levenshtein(name, other), other))
        .filter(|&(alike, _)| alike >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    match &near[..] {
        [] => String::new(),
        [(_, only)] => format!("; did you mean `{only}`?"),
        several => {
            let names: Vec<String> =
                several.iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
            format!("; the nearest are {}", names.join(", "))
        }
    }
}

/// Returns the name of a layer with letters for its numbers, such as `half-gammon/contact-A-B`;
/// unchanged if it has no numbers.
pub(crate) fn pattern(name: &str) -> String {
    let words: Vec<&str> = name.split_inclusive(['-', '/']).collect();
    // Returns the count of numbers in a word that has nothing else: one, or several joined by `x`.
    let numbers = |word: &str| {
        let numbers = word.trim_end_matches(['-', '/']).split('x');
        let are_all = numbers.clone().all(|number| number.parse::<u64>().is_ok());
        if are_all { numbers.count() } else { 0 }
    };
    let count: usize = words.iter().map(|word| numbers(word)).sum();
    let mut letters = if count == 1 { 'N'..='N' } else { 'A'..='Z' };
    let mut text = String::new();
    for word in words {
        let mut is_in_number = false;
        for c in word.chars() {
            let is_digit = c.is_ascii_digit() && numbers(word) > 0;
            match is_digit {
                true if is_in_number => {}
                // A name with more numbers than there are letters keeps the last ones.
                true => text.push(letters.next().unwrap_or(c)),
                false => text.push(c),
            }
            is_in_number = is_digit;
        }
    }
    text
}

/// Returns a name with its last two numbers exchanged: `contact-2-1` for `contact-1-2`.
fn turned(name: &str) -> Option<String> {
    let mut words: Vec<&str> = name.rsplitn(3, '-').collect();
    (words.len() == 3 && words[..2].iter().all(|word| word.parse::<u32>().is_ok())).then(|| {
        words.swap(0, 1);
        words.reverse();
        words.join("-")
    })
}
