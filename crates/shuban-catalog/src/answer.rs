//! Probes of games with chance whose values are intervals.

use serde::Serialize;
use shuban_core::{Domain, FixedPoint, Game, Interval, Play, PositionOf};
use shuban_solve::Tables;

use crate::error::Error;
use crate::report::Report;
use crate::room::Playable;
use crate::show::Outcome;

/// A certified value: the expected result of the player to move, from a loss (−1) to a win (1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The middle between both bounds.
    pub value: f64,
    /// No more than the true value.
    pub lower: f64,
    /// No less than the true value.
    pub upper: f64,
}

impl<T: FixedPoint> From<Interval<T>> for Worth {
    fn from(interval: Interval<T>) -> Self {
        let [value, lower, upper] = interval.numbers();
        Worth { value, lower, upper }
    }
}

/// Certified bounds of the expected result of the player to move.
pub(crate) trait Bounds: Copy + std::ops::Neg<Output = Self> + Into<Worth> {
    /// The value of a result in whole points.
    fn points(points: i16) -> Self;

    /// The bounds of the larger of two values.
    fn larger(self, other: Self) -> Self;

    /// What orders values: by the middle, then by the lower bound.
    fn order(self) -> (i128, i128);
}

impl<T: FixedPoint> Bounds for Interval<T> {
    fn points(points: i16) -> Self {
        Interval::points(points)
    }

    fn larger(self, other: Self) -> Self {
        self.max(other)
    }

    fn order(self) -> (i128, i128) {
        (self.twice_the_middle(), self.lower.units())
    }
}

/// The best that can be done with a roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChanceLine {
    /// The dice: `3-1`.
    pub dice: String,
    /// How probable it is.
    pub probability: f64,
    /// The best move in standard notation.
    pub best: String,
    /// What it is worth to the player who makes it; the bounds are those of the best of all moves.
    #[serde(flatten)]
    pub worth: Worth,
}

/// One move of a roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayLine {
    /// The move in standard notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The position after it, with the opponent to move.
    pub after: String,
    /// What it is worth to the player who makes it.
    #[serde(flatten)]
    pub worth: Worth,
}

/// The value of a position, and what is best with every roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Probe {
    /// The layer that answers; none where the rules alone do, because the game is over.
    pub domain: Option<String>,
    /// The canonical text of the position.
    pub position: String,
    /// Its value for the player to move.
    #[serde(flatten)]
    pub worth: Worth,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The best move with every roll; none when the game is over.
    pub rolls: Vec<ChanceLine>,
    /// The roll that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// All moves of that roll, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<Vec<PlayLine>>,
}

impl Report for Probe {
    fn text(&self) -> String {
        let mut lines = Vec::new();
        match &self.domain {
            Some(domain) => lines.push(format!("{domain}  {}", self.position)),
            None => lines.push(self.position.clone()),
        }
        let Worth { value, lower, upper } = self.worth;
        lines.push(match self.outcome {
            Some(Outcome::Won) => "value  +1: the player to move has won".to_owned(),
            Some(Outcome::Lost) => "value  -1: the player to move has lost".to_owned(),
            Some(Outcome::Draw) => "value  0: nobody can ever move again".to_owned(),
            Some(Outcome::Finished) => "nothing is left to do".to_owned(),
            None => format!(
                "value  {value:+.10}  proven between {lower:+.10} and {upper:+.10}; wins {:.4} %",
                50.0 * (1.0 + value)
            ),
        });
        if let Some(plays) = &self.plays {
            lines.push(String::new());
            let width = plays.iter().map(|play| play.action.len()).max().unwrap_or(0).max(4);
            let roll = self.roll.as_deref().unwrap_or_default();
            lines.push(format!("{roll:>4}  {:<width$}  {:>13}  after it", "move", "value"));
            let best = plays.first().map_or(0.0, |play| play.worth.value);
            for (number, PlayLine { action, after, worth }) in plays.iter().enumerate() {
                let loss = match number {
                    0 => String::new(),
                    _ => format!("  ({:+.6})", worth.value - best),
                };
                lines.push(format!(
                    "{:>4}  {action:<width$}  {:>+13.10}  {after}{loss}",
                    number + 1,
                    worth.value
                ));
            }
        } else if !self.rolls.is_empty() {
            lines.push(String::new());
            let width = self.rolls.iter().map(|line| line.best.len()).max().unwrap_or(0).max(9);
            lines.push(format!("roll  chance  {:<width$}  {:>13}", "best move", "value"));
            for ChanceLine { dice, probability, best, worth } in &self.rolls {
                let percent = 100.0 * probability;
                lines.push(format!("{dice:>4}  {percent:>4.1} %  {best:<width$}  {:>+13.10}", worth.value));
            }
        }
        lines.join("\n")
    }
}

/// Answers a probe from the layer that holds the position and those it needs; where the game is over,
/// from the rules.
///
/// # Errors
/// [`Error::Notation`] for a bad text; [`Error::NotBuilt`] or what the files say for a look-up.
pub(crate) fn probe<D>(tables: &Tables<'_, D>, position: &str, roll: Option<&str>) -> Result<Probe, Error>
where
    D: Domain<Value: Bounds, Game: Playable>,
{
    let domain = tables.domain();
    let game = domain.game();
    let position = game.canonical(&game.parse(position).map_err(Error::position)?);
    let roll = roll.map(|roll| game.parse_chance(roll).map_err(Error::roll)).transpose()?;
    let seat = game.to_move(&position);
    let outcome = Outcome::of(game, &position);
    let located = if outcome.is_none() { domain.locate(&position) } else { None };
    let mut answer = Probe {
        domain: located.map(|place| domain.layers()[place.layer.0].name.clone()),
        position: game.format(&position),
        worth: worth(tables, &position, seat)?.into(),
        outcome,
        rolls: Vec::new(),
        roll: roll.map(|roll| game.chance_text(roll)),
        plays: roll.map(|_| Vec::new()),
    };
    if outcome.is_some() {
        return Ok(answer);
    }
    let chances = game.chances(&position);
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    for (chance, weight) in chances {
        let ranked = ranked(tables, &position, chance)?;
        let (best, _) = ranked.first().ok_or_else(|| shuban_solve::Error::NoPosition {
            domain: domain.name(),
            position: answer.position.clone(),
        })?;
        let bounds = ranked.iter().map(|&(_, value)| value).reduce(Bounds::larger).unwrap_or(ranked[0].1);
        answer.rolls.push(ChanceLine {
            dice: game.chance_text(chance),
            probability: f64::from(weight) / f64::from(total),
            best: game.format_move(&position, chance, &best.action),
            worth: Worth { value: ranked[0].1.into().value, ..bounds.into() },
        });
        if roll == Some(chance) {
            let lines = ranked.iter().map(|(play, value)| PlayLine {
                action: game.format_move(&position, chance, &play.action),
                after: game.format(&play.after),
                worth: (*value).into(),
            });
            answer.plays = Some(lines.collect());
        }
    }
    Ok(answer)
}

type PlayOf<D> = Play<PositionOf<D>, <<D as Domain>::Game as Game>::Move>;

/// A play, and its value for the player who makes it.
type RankedPlay<D> = (PlayOf<D>, <D as Domain>::Value);

/// The plays of a roll with their values for the player who makes them, best first.
fn ranked<D: Domain<Value: Bounds>>(
    tables: &Tables<'_, D>,
    position: &PositionOf<D>,
    chance: <D::Game as Game>::Chance,
) -> Result<Vec<RankedPlay<D>>, Error> {
    let game = tables.domain().game();
    let seat = game.to_move(position);
    let mut plays = Vec::new();
    game.plays(position, chance, &mut plays);
    let mut ranked = (plays.into_iter())
        .map(|play| {
            let value = worth(tables, &play.after, seat)?;
            Ok((play, value))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    // Stable: what is worth the same stays in the rules' order.
    ranked.sort_by_key(|&(_, value)| std::cmp::Reverse(value.order()));
    Ok(ranked)
}

/// The value of a position for a seat: by the rules if the game is over, else stored.
fn worth<D: Domain<Value: Bounds>>(
    tables: &Tables<'_, D>,
    position: &PositionOf<D>,
    seat: shuban_core::Seat,
) -> Result<D::Value, Error> {
    let game = tables.domain().game();
    if let Some(payoffs) = game.outcome(position) {
        return Ok(Bounds::points(payoffs.of(seat)));
    }
    let value = tables.value(position)?;
    Ok(if game.to_move(position) == seat { value } else { -value })
}
