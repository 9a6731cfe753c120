//! Values of many positions of a layer or a game, as columns.

use std::collections::HashMap;

use shuban_answer::AnyPosition;
use shuban_core::LayerId;
use shuban_core::field_columns::FieldColumns;
use shuban_solve::LookedUp;

use crate::any_game::AnyGame;
use crate::chain::Question;
use crate::error::Error;
use crate::names::ProbeTarget;
use crate::session::Session;

/// A position that is asked about.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// A text.
    Text(&'a str),
    /// A position of a game.
    Position(&'a dyn AnyGame, &'a AnyPosition),
}

/// The values of many positions.
#[derive(Default)]
pub struct ManyAnswers {
    /// The values, missing where there is no answer: the fields that the answers have, by name.
    pub values: FieldColumns,
    /// The positions without an answer, by number, in order, each with the reason.
    pub failed: Vec<(usize, Error)>,
}

/// Positions of one layer.
struct Group {
    family: usize,
    layer: LayerId,
    texts: Vec<String>,
    /// The number of each among all that are asked about.
    numbers: Vec<usize>,
}

impl Session<'_> {
    /// Looks up the values of many positions, each where [`answer`](Session::answer) would find it.
    /// Without positions, the columns are those of the layer, or of the game's first built one.
    ///
    /// # Errors
    /// [`Error`] if a layer that was found cannot be read at all.
    pub fn look_up(&self, asked: &[Asked<'_>]) -> Result<ManyAnswers, Error> {
        let texts = asked.iter().map(|asked| match asked {
            Asked::Text(text) => Some(*text),
            Asked::Position(..) => None,
        });
        // Positions of a layer that stands for others are found one by one.
        let alone = self.layer().filter(|_| !self.is_for_several());
        if let (Some((family, layer)), Some(texts)) = (alone, texts.collect::<Option<Vec<_>>>()) {
            let LookedUp { values, failed } = family.look_up(layer, &texts)?;
            let failed = failed.into_iter().map(|(number, error)| (number, error.into()));
            return Ok(ManyAnswers { values, failed: failed.collect() });
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<(usize, LayerId), usize> = HashMap::new();
        let mut tables = Vec::new();
        let mut rows = vec![None; asked.len()];
        let mut failed = Vec::new();
        for (number, asked) in asked.iter().enumerate() {
            let question = match self.asked(asked) {
                Ok(question) => question,
                Err(error) => {
                    failed.push((number, error));
                    continue;
                }
            };
            let Question { game, position, .. } = &question;
            match self.home(*game, position) {
                Ok(Some((family, Some(layer)))) => {
                    let group = *known.entry((family, layer)).or_insert_with(|| {
                        let (texts, numbers) = (Vec::new(), Vec::new());
                        groups.push(Group { family, layer, texts, numbers });
                        groups.len() - 1
                    });
                    groups[group].texts.push(position.text.clone());
                    groups[group].numbers.push(number);
                }
                // The rules know the value, or a search finds it.
                _ => match self.answer(&question) {
                    Ok(answer) => {
                        let mut table = FieldColumns::default();
                        answer.value.iter().for_each(|value| table.push(value));
                        rows[number] = answer.value.map(|_| (tables.len(), 0));
                        tables.push(table);
                    }
                    Err(error) => failed.push((number, error)),
                },
            }
        }
        for Group { family, layer, texts, numbers } in groups {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let found = self.shelf.open_family(family).look_up(layer, &texts)?;
            for (row, &number) in numbers.iter().enumerate() {
                rows[number] = Some((tables.len(), row));
            }
            for (row, error) in found.failed {
                rows[numbers[row]] = None;
                failed.push((numbers[row], error.into()));
            }
            tables.push(found.values);
        }
        if tables.is_empty() {
            tables.extend(self.empty()?);
        }
        failed.sort_by_key(|(number, _)| *number);
        Ok(ManyAnswers { values: FieldColumns::chosen(&tables, &rows), failed })
    }

    fn asked<'q>(&'q self, asked: &Asked<'q>) -> Result<Question<'q>, Error> {
        match asked {
            Asked::Text(text) => self.question(text, None),
            Asked::Position(game, position) => {
                let games = match self.target {
                    ProbeTarget::Layer(_) => {
                        return Question::new(*game, (*position).clone(), None);
                    }
                    ProbeTarget::Games(games) => games,
                };
                if games.all().all(|own| own.name() != game.name()) {
                    let (game, name) = (game.name(), games.name());
                    let reason = format!("that is a position of {game}, not of {name}");
                    return Err(Error::refused("foreign-position", reason));
                }
                Question::new(*game, (*position).clone(), None)
            }
        }
    }

    /// Returns the columns of the layer or, of a game, of the first built one, without values.
    fn empty(&self) -> Result<Option<FieldColumns>, Error> {
        if let Some((family, layer)) = self.layer() {
            return Ok(Some(family.look_up(layer, &[])?.values));
        }
        for &place in self.holders.iter().flat_map(|(_, places)| places) {
            let family = self.shelf.open_family(place);
            for layer in (0..self.layers_of(place)).map(LayerId) {
                if family.is_built(layer)? {
                    return Ok(Some(family.look_up(layer, &[])?.values));
                }
            }
        }
        Ok(None)
    }
}
