//! Questions of a page, answered from what it has fetched.

use serde_json::{Map, Value as Json, json};
use shuban_answer::answer::add_fields;
use shuban_answer::{AnswerError, AnyPosition, AnyRules, Detail, RulesError};
use shuban_core::{LayerId, Medium};

use crate::family::{Families, Family, FamilyError};
use crate::fetched::{FetchError, NeededPart, Needs};
use crate::question::{Asked, ListedLayer, Question};

/// The games and the layers of a page. Questions and replies are JSON, as `docs/published-folders.md` has
/// them; a question whose values are not all in hand is replied to with what it needs, and asked again
/// when that was given.
#[derive(Default)]
pub struct Site {
    pub(crate) games: Vec<Box<dyn AnyRules>>,
    pub(crate) families: Vec<Box<dyn Family>>,
    pub(crate) needs: Needs,
}

/// Reason why a page gives no answer.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("{0}")]
    Question(String),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Family(FamilyError),
    #[error("{0}")]
    Nowhere(String),
}

impl From<FamilyError> for Refusal {
    fn from(error: FamilyError) -> Self {
        Refusal::Family(error)
    }
}

impl From<FetchError> for Refusal {
    fn from(error: FetchError) -> Self {
        Refusal::Family(AnswerError::Source(error))
    }
}

impl Refusal {
    /// Returns the number of the layer whose file is to blame.
    fn layer(&self) -> Option<usize> {
        match self {
            Refusal::Family(AnswerError::Source(FetchError::Damage(damage))) => Some(damage.layer),
            _ => None,
        }
    }
}

impl Site {
    /// Answers a question.
    pub fn ask(&mut self, question: &str) -> String {
        self.reply(question).to_string()
    }

    /// Returns the names of all layers that the page knows, published or not.
    pub fn layers(&self) -> impl Iterator<Item = &str> {
        let layers = self.families.iter().flat_map(|family| family.layers());
        layers.map(|layer| &*layer.name)
    }

    /// Gives bytes of the file of a layer, which has that number, from an offset on.
    pub fn give(&mut self, layer: usize, offset: u64, bytes: &[u8]) {
        self.families.iter().any(|family| family.give(layer, offset, bytes));
    }

    fn reply(&mut self, question: &str) -> Json {
        let question = match serde_json::from_str(question) {
            Ok(question) => question,
            Err(error) => return refused(&Refusal::Question(error.to_string())),
        };
        let replied = self.replied(&question);
        let (needs, damage) = self.needs.take();
        // A damaged part is needed once more; the page is told why, or it would fetch it for ever.
        if let Some(damage) = damage {
            return refused(&FetchError::Damage(damage).into());
        }
        if !needs.is_empty() {
            let need = |NeededPart { layer, range }: &NeededPart| json!({ "layer": layer, "start": range.start, "end": range.end });
            return json!({ "needs": needs.iter().map(need).collect::<Vec<_>>() });
        }
        self.families.iter().for_each(|family| family.tidy());
        replied.unwrap_or_else(|refusal| refused(&refusal))
    }

    fn replied(&mut self, question: &Question) -> Result<Json, Refusal> {
        match question {
            Question::Layers { layers } => {
                let games = self.publish(layers);
                Ok(json!({ "games": self.games_json(), "layers": games }))
            }
            Question::Probe(asked) => self.probe(asked),
            Question::Value(asked) => self.value(asked),
            Question::Equation(asked) => self.equation(asked),
            Question::Draw(asked) => self.draw(asked),
            Question::Put { game, position, tool, part } => {
                let game = self.game(game)?;
                let position = game.put(&game.read(position)?, part, tool)?;
                let drawing = game.draw(&position, Medium::Svg)?;
                Ok(json!({ "position": position.text, "drawing": drawing }))
            }
            Question::Numbered { domain, part, number } => {
                let (family, layer) = self.layer(domain)?;
                let part = part.as_ref().map(|name| {
                    let mut parts = family.layers()[layer.0].parts.iter();
                    let no_part = || Refusal::Nowhere(format!("{domain} has no part `{name}`"));
                    parts.position(|part| part.name == *name).ok_or_else(no_part)
                });
                let position = family.position(layer, part.transpose()?, *number)?;
                let none =
                    || Refusal::Nowhere(format!("{domain} has no position of number {number}"));
                Ok(json!({ "position": position.ok_or_else(none)?.text }))
            }
        }
    }

    /// Takes layers up, and returns the name of the game of each; null of one that is not known.
    fn publish(&mut self, layers: &[ListedLayer]) -> Vec<Option<String>> {
        let published = layers.iter().enumerate().map(|(number, ListedLayer { name, bytes })| {
            let mut families = self.families.iter_mut();
            let family = families
                .find_map(|family| family.publish(number, name, *bytes).then_some(family))?;
            Some(family.game().name())
        });
        published.collect()
    }

    fn games_json(&self) -> Json {
        let game = |game: &dyn AnyRules| {
            let tools = game.tools();
            let tools = tools.iter().map(
                |tool| json!({ "name": tool.name, "label": tool.label, "on": tool.on.name() }),
            );
            json!({
                "name": game.name(),
                "about": game.about(),
                "start": game.start().text,
                "seats": game.seat_names(),
                "tools": tools.collect::<Vec<_>>(),
            })
        };
        self.games.iter().map(|own| game(&**own)).collect()
    }

    fn game(&self, name: &str) -> Result<&dyn AnyRules, Refusal> {
        let found = self.games.iter().find(|game| game.name() == name);
        let found = found.map(|game| &**game);
        found.ok_or_else(|| Refusal::Question(format!("no game `{name}` is on this page")))
    }

    /// Returns a published layer of a name, with its family.
    fn layer(&self, name: &str) -> Result<(&dyn Family, LayerId), Refusal> {
        let mut found = self.families.iter().filter_map(|family| {
            let id = family.layers().iter().position(|layer| layer.name == name)?;
            family.has(LayerId(id)).then_some((&**family, LayerId(id)))
        });
        found.next().ok_or_else(|| Refusal::Nowhere(format!("{name} is not published here")))
    }

    /// Returns the family that answers about a position of a game: that of the layer that is asked, or else
    /// of the smallest published one that holds it.
    fn family(
        &self,
        asked: &Asked,
        game: &dyn AnyRules,
        position: &AnyPosition,
    ) -> Result<&dyn Family, Refusal> {
        if let Some(domain) = &asked.domain {
            let (family, layer) = self.layer(domain)?;
            let includes = |other: &LayerId| {
                family.facts().includes_needed && layer.with_needs(family.layers()).contains(other)
            };
            let reason = match family.layer_for(position).map_err(RulesError::from)? {
                Ok(None) => return Ok(family),
                Ok(Some(other)) if other == layer || includes(&other) => return Ok(family),
                Ok(Some(other)) => format!("it is in {}", family.layers()[other.0].name),
                Err(reason) => reason,
            };
            return Err(Refusal::Nowhere(format!(
                "`{}` is not in {domain}: {reason}",
                position.text
            )));
        }
        let name = game.name();
        let (mut best, mut reason) = (None, None);
        for family in &self.families {
            if !(0..family.layers().len()).any(|layer| family.layer_holds(LayerId(layer), &name)) {
                continue;
            }
            match family.layer_for(position).map_err(RulesError::from)? {
                Ok(None) => return Ok(&**family),
                Ok(Some(id)) if family.has(id) && family.left_out(id).is_none() => {
                    let size = family.layers()[id.0].positions();
                    let order = (family.facts().precedence(), size);
                    if best.as_ref().is_none_or(|(other, _)| order < *other) {
                        best = Some((order, &**family));
                    }
                }
                Ok(Some(id)) => {
                    let layer = &family.layers()[id.0].name;
                    let why = family.left_out(id).filter(|_| family.has(id));
                    reason.get_or_insert_with(|| match why {
                        Some(what) => format!("{layer}, which has it, {what}"),
                        None => format!("{layer} is not published here"),
                    });
                }
                Err(why) => {
                    reason.get_or_insert(why);
                }
            }
        }
        let nowhere = || Refusal::Nowhere(reason.unwrap_or_else(|| "no layer holds it".to_owned()));
        best.map(|(_, family)| family).ok_or_else(nowhere)
    }

    /// Returns the game, the position and the moves to list of a question.
    fn read(&self, asked: &Asked) -> Result<(&dyn AnyRules, AnyPosition, Detail), Refusal> {
        let game = match (&asked.domain, &asked.game) {
            (Some(domain), _) => self.layer(domain)?.0.game(),
            (None, Some(game)) => self.game(game)?,
            (None, None) => return Err(Refusal::Question("no game and no domain".to_owned())),
        };
        let position = game.read(&asked.position)?;
        let roll = asked.roll.as_deref().map(|roll| game.chance(&position, roll)).transpose()?;
        let roll = roll.or_else(|| position.chance.clone());
        Ok((game, position, roll.map_or(Detail::Best, Detail::Roll)))
    }

    fn probe(&self, asked: &Asked) -> Result<Json, Refusal> {
        let (game, position, detail) = self.read(asked)?;
        let answer = self.family(asked, game, &position)?.answer(
            &position,
            &detail,
            &Families(&self.families),
        )?;
        let roll = match &detail {
            Detail::Roll(roll) if answer.over.is_none() => Some(&**roll),
            _ => None,
        };
        Ok(json!({ "answer": answer, "drawing": drawn(game, &position, roll)? }))
    }

    fn value(&self, asked: &Asked) -> Result<Json, Refusal> {
        let (game, position, _) = self.read(asked)?;
        let value = self.family(asked, game, &position)?.worth(&position)?;
        let mut fields = Map::new();
        add_fields(&mut fields, value.iter().flatten());
        match fields.is_empty() {
            true => Err(Refusal::Nowhere("a layer that it needs is not published here".to_owned())),
            false => Ok(json!({ "value": fields })),
        }
    }

    fn equation(&self, asked: &Asked) -> Result<Json, Refusal> {
        let (game, position, _) = self.read(asked)?;
        let stated = self.family(asked, game, &position)?.equation(&position)?;
        let none = || Refusal::Nowhere("values here are not stated as equations".to_owned());
        Ok(json!({ "equation": stated.ok_or_else(none)? }))
    }

    /// Returns a position by the rules alone, which need no layer.
    fn draw(&self, asked: &Asked) -> Result<Json, Refusal> {
        let (game, position, detail) = self.read(asked)?;
        let mut answer = game.by_rules(&position)?;
        let roll = match detail {
            Detail::Roll(roll) => Some(roll),
            _ => None,
        };
        let drawing = drawn(game, &position, roll.as_deref().filter(|_| answer.over.is_none()))?;
        answer.roll = roll;
        Ok(json!({ "answer": answer, "drawing": drawing }))
    }
}

/// Returns the drawing of a position, with a roll if there is one.
fn drawn(
    game: &dyn AnyRules,
    position: &AnyPosition,
    roll: Option<&str>,
) -> Result<String, RulesError> {
    match roll {
        Some(roll) => game.under_way(position, Some(roll), &[]),
        None => game.draw(position, Medium::Svg),
    }
}

fn refused(refusal: &Refusal) -> Json {
    json!({ "error": { "message": refusal.to_string(), "layer": refusal.layer() } })
}
