//! Positions by number: their plays, and what these are worth, for work on whole layers.
//!
//! Moves are neither written nor drawn, so that millions of turns can be visited.

use shuban_core::erased::PartIndex;
use shuban_core::{Datum, Domain, Explain, Fields, Game, LayerId, Play, PositionOf, Present, Seat};
use shuban_solve::{OpenLayer, StoredLayers};

use crate::error::Error;

/// A position by its number, which counts from 0 through all parts of its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberedPosition {
    /// The layer.
    pub layer: LayerId,
    /// The number there.
    pub number: u64,
}

/// The number by which values compare, with its bounds where values have them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedValue {
    /// The number.
    pub number: f64,
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// The least and the greatest possible number.
    pub range: [f64; 2],
}

impl RatedValue {
    /// Returns the worth to the opponent of a game in which one wins what the other loses.
    #[must_use]
    pub fn opposite(self) -> Self {
        let RatedValue { number, lower, upper, range: [least, most] } = self;
        RatedValue { number: -number, lower: -upper, upper: -lower, range: [-most, -least] }
    }

    /// Reads the fields of a value: the rated number, and its bounds in `lower` and `upper` or,
    /// where a field has several numbers, at the same names in `bounds`.
    fn of(fields: &Fields) -> Option<Self> {
        let (field, rating) = fields.rated()?;
        let number = rating.number;
        let [lower, upper] = match (fields.get("lower"), fields.get("upper")) {
            (Some(Datum::Number(lower)), Some(Datum::Number(upper))) => [*lower, *upper],
            _ => nested_bounds(fields, field.name, &field.datum, number).unwrap_or([number; 2]),
        };
        Some(RatedValue { number, lower, upper, range: rating.range })
    }
}

/// Returns the bounds of a number that is a member of the field `name`.
fn nested_bounds(fields: &Fields, name: &str, datum: &Datum, number: f64) -> Option<[f64; 2]> {
    let member = |datum: &Datum, name: &str| match datum {
        Datum::Object(members) => {
            members.iter().find(|(own, _)| own == name).map(|(_, datum)| datum.clone())
        }
        _ => None,
    };
    let Datum::Object(members) = datum else { return None };
    let (own, _) = members.iter().find(|(_, datum)| *datum == Datum::Number(number))?;
    match member(&member(fields.get("bounds")?, name)?, own)? {
        Datum::List(bounds) => match bounds[..] {
            [Datum::Number(lower), Datum::Number(upper)] => Some([lower, upper]),
            _ => None,
        },
        _ => None,
    }
}

/// The position after a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberedPlay {
    /// The game is over. The worth is that to the player who makes the play.
    Over(RatedValue),
    /// Play goes on, at a position that a table holds.
    Held {
        /// The position.
        place: NumberedPosition,
        /// True if the same player is to move there.
        is_own_turn: bool,
    },
}

/// A chance event of a turn, and the positions after its plays in the order of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberedEvent {
    /// The event as the game writes it; none where chance plays no part.
    pub chance: Option<String>,
    /// Its probability.
    pub probability: f64,
    /// The positions after its plays.
    pub plays: Vec<NumberedPlay>,
}

/// A position of a layer, with all its chance events.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberedTurn {
    /// The text of the position.
    pub text: String,
    /// Name of its part of the layer.
    pub part: String,
    /// Name of the stage of play, where the game has stages.
    pub stage: Option<&'static str>,
    /// The chance events; none if the game is over.
    pub events: Vec<NumberedEvent>,
}

/// A family whose positions are known by number.
pub trait NumberedTurns {
    /// Returns the number of positions of a layer.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn count(&self, layer: LayerId) -> Result<u64, Error>;

    /// Returns a position with its plays.
    ///
    /// # Errors
    /// [`Error`] if a layer is not built, or damaged, or has no such position; [`Error::Refused`]
    /// if the family's values do not compare by a number that one player wins and the other loses.
    fn turn(&self, place: NumberedPosition) -> Result<NumberedTurn, Error>;

    /// Returns the text of a position.
    ///
    /// # Errors
    /// As of [`turn`](NumberedTurns::turn).
    fn text(&self, place: NumberedPosition) -> Result<String, Error>;

    /// Returns the worth of a position to the player to move.
    ///
    /// # Errors
    /// As of [`turn`](NumberedTurns::turn).
    fn worth(&self, place: NumberedPosition) -> Result<RatedValue, Error>;
}

impl<D: Explain> NumberedTurns for StoredLayers<'_, D> {
    fn count(&self, layer: LayerId) -> Result<u64, Error> {
        let open = self.layer(layer)?.ok_or_else(|| not_built(self.domain(), layer))?;
        Ok(open.indexes().iter().map(PartIndex::len).sum())
    }

    fn turn(&self, place: NumberedPosition) -> Result<NumberedTurn, Error> {
        let (domain, game) = (self.domain(), self.domain().game());
        let position = position(self, place)?;
        let mut turn = NumberedTurn {
            text: game.format(&position),
            part: part_name(self, place)?,
            stage: game.stage(&position),
            events: Vec::new(),
        };
        if game.outcome(&position).is_some() {
            return Ok(turn);
        }
        if game.seats() != 2 {
            return Err(no_number(domain));
        }
        let seat = game.to_move(&position);
        let chances = game.chances(&position);
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let mut plays = Vec::new();
        for (chance, weight) in chances {
            game.plays(&position, chance, &mut plays);
            let after = plays.drain(..).map(|play| successor(self, &position, seat, &play));
            turn.events.push(NumberedEvent {
                chance: game.chance_text(chance),
                probability: f64::from(weight) / f64::from(total),
                plays: after.collect::<Result<_, _>>()?,
            });
        }
        Ok(turn)
    }

    fn text(&self, place: NumberedPosition) -> Result<String, Error> {
        Ok(self.domain().game().format(&position(self, place)?))
    }

    fn worth(&self, place: NumberedPosition) -> Result<RatedValue, Error> {
        let domain = self.domain();
        let open = self.layer(place.layer)?.ok_or_else(|| not_built(domain, place.layer))?;
        let (part, rank) = part_and_rank(&open, place.number);
        RatedValue::of(&domain.fields(&open.value_at(part, rank)?)).ok_or_else(|| no_number(domain))
    }
}

/// Returns the error of a layer that is not built.
pub(crate) fn not_built<D: Domain>(domain: &D, layer: LayerId) -> Error {
    Error::not_built(&domain.layers()[layer.0].name)
}

fn no_number<D: Explain>(domain: &D) -> Error {
    let reason = format!(
        "values of {} are no numbers of which one player wins what the other loses",
        domain.name()
    );
    Error::refused("no-number", reason)
}

fn position<D: Explain>(
    layers: &StoredLayers<'_, D>,
    place: NumberedPosition,
) -> Result<PositionOf<D>, Error> {
    let domain = layers.domain();
    let open = layers.layer(place.layer)?.ok_or_else(|| not_built(domain, place.layer))?;
    open.position(place.number)?.ok_or_else(|| {
        let name = &domain.layers()[place.layer.0].name;
        Error::refused("no-position", format!("{name} has no position {}", place.number))
    })
}

fn part_name<D: Explain>(
    layers: &StoredLayers<'_, D>,
    place: NumberedPosition,
) -> Result<String, Error> {
    let domain = layers.domain();
    let open = layers.layer(place.layer)?.ok_or_else(|| not_built(domain, place.layer))?;
    let (part, _) = part_and_rank(&open, place.number);
    Ok(domain.layers()[place.layer.0].parts[part].name.clone())
}

/// Splits a number into a part and the rank there. A number past the end is one past the last part.
fn part_and_rank<D: Explain>(open: &OpenLayer<'_, D>, number: u64) -> (usize, u64) {
    let (mut rank, last) = (number, open.indexes().len().saturating_sub(1));
    for (part, index) in open.indexes().iter().enumerate() {
        if rank < index.len() || part == last {
            return (part, rank);
        }
        rank -= index.len();
    }
    (0, rank)
}

/// Describes the position after a play of `seat`.
fn successor<D: Explain>(
    layers: &StoredLayers<'_, D>,
    before: &PositionOf<D>,
    seat: Seat,
    play: &Play<PositionOf<D>, <D::Game as Game>::Move>,
) -> Result<NumberedPlay, Error> {
    let domain = layers.domain();
    let game = domain.game();
    let after = &play.after;
    if game.outcome(after).is_some() {
        let (value, _) = layers.value(after)?.ok_or_else(|| no_number(domain))?;
        let value = domain.through(domain.seen_by(value, after, seat), before, play);
        let worth = RatedValue::of(&domain.fields(&value)).ok_or_else(|| no_number(domain))?;
        return Ok(NumberedPlay::Over(worth));
    }
    let part = domain.locate(after).ok_or_else(|| {
        let reason = format!("{} is in no layer of {}", game.format(after), domain.name());
        Error::refused("no-layer", reason)
    })?;
    let open = layers.layer(part.layer)?.ok_or_else(|| not_built(domain, part.layer))?;
    let before_part: u64 = open.indexes()[..part.part].iter().map(PartIndex::len).sum();
    let rank = open.part_index(part.part).rank(after).ok_or_else(|| no_number(domain))?;
    let place = NumberedPosition { layer: part.layer, number: before_part + rank };
    Ok(NumberedPlay::Held { place, is_own_turn: game.to_move(after) == seat })
}
