//! Probes of a side alone: how many rolls it needs.

use serde::Serialize;
use shuban_core::{Checkers, Domain, Game, Play, Roll, Unanswered};
use shuban_gammon::Move;
use shuban_gammon::bearoff::{Distribution, OneSidedBearOff};
use shuban_solve::Tables;

use crate::answer::Worth;
use crate::error::Error;
use crate::report::Report;
use crate::room::Playable;
use crate::show::Outcome;

/// An expected number of rolls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExpectedRolls {
    /// The number, to the nearest that can be had.
    pub expected_rolls: f64,
    /// No more than the true number.
    pub lower: f64,
    /// No less than the true number.
    pub upper: f64,
}

impl ExpectedRolls {
    fn of(distribution: &Distribution) -> Self {
        let Worth { value, lower, upper } = distribution.expected().into();
        ExpectedRolls { expected_rolls: value, lower, upper }
    }
}

/// The best that can be done with a roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AloneLine {
    /// The dice: `3-1`.
    pub dice: String,
    /// How probable it is.
    pub probability: f64,
    /// The best move in standard notation.
    pub best: String,
    /// The side after it.
    pub after: String,
    /// The rolls that are still needed then, this one not counted.
    #[serde(flatten)]
    pub needs: ExpectedRolls,
}

/// One move of a roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlonePlay {
    /// The move in standard notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The side after it.
    pub after: String,
    /// The rolls that are still needed then, this one not counted.
    #[serde(flatten)]
    pub needs: ExpectedRolls,
}

/// How many rolls a side needs, and what is best with every roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AloneProbe {
    /// The layer that answers; none where the rules alone do, because nothing is left.
    pub domain: Option<String>,
    /// The text of the side.
    pub position: String,
    /// The rolls it needs with best play, which is the play that makes this number least.
    #[serde(flatten)]
    pub needs: ExpectedRolls,
    /// How it has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The chances that it takes exactly 0, 1, … rolls under that play.
    pub distribution: Vec<f64>,
    /// The best move with every roll; none when nothing is left.
    pub rolls: Vec<AloneLine>,
    /// The roll that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// All moves of that roll, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<Vec<AlonePlay>>,
}

impl Report for AloneProbe {
    fn text(&self) -> String {
        let first = self.domain.iter().chain([&self.position]).cloned().collect::<Vec<_>>().join("  ");
        let ExpectedRolls { expected_rolls, lower, upper } = self.needs;
        let mut lines = vec![first];
        lines.push(format!(
            "expected rolls  {expected_rolls:.10}  proven between {lower:.10} and {upper:.10}"
        ));
        lines.push(String::new());
        lines.push("rolls    chance  done by then".to_owned());
        let mut done = 0.0;
        for (rolls, chance) in self.distribution.iter().enumerate().filter(|&(_, &chance)| chance > 0.0) {
            done += chance;
            lines.push(format!("{rolls:>5}  {:>6.2} %  {:>10.2} %", 100.0 * chance, 100.0 * done));
        }
        if let Some(plays) = &self.plays {
            lines.push(String::new());
            let width = plays.iter().map(|play| play.action.len()).max().unwrap_or(0).max(4);
            let roll = self.roll.as_deref().unwrap_or_default();
            lines.push(format!("{roll:>4}  {:<width$}  {:>13}  after it", "move", "rolls then"));
            for (number, AlonePlay { action, after, needs }) in plays.iter().enumerate() {
                let rolls = needs.expected_rolls;
                lines.push(format!("{:>4}  {action:<width$}  {rolls:>13.10}  {after}", number + 1));
            }
        } else if !self.rolls.is_empty() {
            lines.push(String::new());
            let width = self.rolls.iter().map(|line| line.best.len()).max().unwrap_or(0).max(9);
            lines.push(format!("roll  chance  {:<width$}  {:>13}  after it", "best move", "rolls then"));
            for AloneLine { dice, probability, best, after, needs } in &self.rolls {
                let (percent, rolls) = (100.0 * probability, needs.expected_rolls);
                lines.push(format!("{dice:>4}  {percent:>4.1} %  {best:<width$}  {rolls:>13.10}  {after}"));
            }
        }
        lines.join("\n")
    }
}

/// Answers a probe from the layer, or by the rules where nothing is left.
///
/// # Errors
/// [`Error::Notation`] for a bad text; what the files say for a look-up.
pub(crate) fn probe(
    tables: &Tables<'_, OneSidedBearOff>,
    position: &str,
    roll: Option<&str>,
) -> Result<AloneProbe, Error> {
    let domain = tables.domain();
    let game = domain.game();
    let side = game.parse(position).map_err(Error::position)?;
    let roll = roll.map(|roll| game.parse_chance(roll).map_err(Error::roll)).transpose()?;
    let outcome = Outcome::of(game, &side);
    let place = if outcome.is_none() { domain.locate(&side) } else { None };
    let value = needs(tables, &side)?;
    let mut answer = AloneProbe {
        domain: place.map(|place| domain.layers()[place.layer.0].name.clone()),
        position: game.format(&side),
        needs: ExpectedRolls::of(&value),
        outcome,
        distribution: value.probabilities(),
        rolls: Vec::new(),
        roll: roll.map(|roll| game.chance_text(roll)),
        plays: roll.map(|_| Vec::new()),
    };
    if outcome.is_some() {
        return Ok(answer);
    }
    let chances = game.chances(&side);
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    for (chance, weight) in chances {
        let ranked = ranked(tables, &side, chance)?;
        let lines: Vec<AlonePlay> = (ranked.iter())
            .map(|(play, needs)| AlonePlay {
                action: game.format_move(&side, chance, &play.action),
                after: game.format(&play.after),
                needs: ExpectedRolls::of(needs),
            })
            .collect();
        answer.rolls.extend(lines.first().map(|best| AloneLine {
            dice: game.chance_text(chance),
            probability: f64::from(weight) / f64::from(total),
            best: best.action.clone(),
            after: best.after.clone(),
            needs: best.needs,
        }));
        if roll == Some(chance) {
            answer.plays = Some(lines);
        }
    }
    Ok(answer)
}

/// A play, and how many rolls are needed after it.
type RankedPlay = (Play<Checkers, Move>, Distribution);

/// The plays of a roll with how many rolls are needed after them, best first.
fn ranked(
    tables: &Tables<'_, OneSidedBearOff>,
    side: &Checkers,
    roll: Roll,
) -> Result<Vec<RankedPlay>, Error> {
    let mut plays = Vec::new();
    tables.domain().game().plays(side, roll, &mut plays);
    let mut ranked = (plays.into_iter())
        .map(|play| {
            let needs = needs(tables, &play.after)?;
            Ok((play, needs))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    // Stable: what is worth the same stays in the rules' order.
    ranked.sort_by(|a, b| a.1.cmp(&b.1));
    Ok(ranked)
}

/// How many rolls a side needs: stored, or by the rules if nothing is left, so that this needs no file.
fn needs(tables: &Tables<'_, OneSidedBearOff>, side: &Checkers) -> Result<Distribution, Error> {
    if side.is_empty() {
        let nothing_asked = &mut |_: &Checkers| Err(Unanswered::default());
        return tables
            .domain()
            .backup(side, nothing_asked)
            .map_err(|error| shuban_solve::Error::from(error).into());
    }
    Ok(tables.value(side)?)
}
