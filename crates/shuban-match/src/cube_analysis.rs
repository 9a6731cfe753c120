//! The costs of decisions with the doubling cube.

use serde::Serialize;
use shuban_core::shelf::Shelf;
use shuban_core::{Progress, Seat};
use shuban_gammon::{Variant, format_position};
use shuban_play::{Bounds, CountedMark, Decision, Marks};

use crate::match_play::{DoublingOptions, DoublingTurn, MatchFailure, ValuedDoubling, doublings};
use crate::played::{DoublingOutcome, PlayedDoubling};

/// A decision with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CubePlay {
    /// Rolling without doubling.
    NoDouble,
    /// Doubling.
    Double,
    /// Taking a double.
    Take,
    /// Passing it.
    Pass,
}

impl CubePlay {
    /// The decision in words.
    pub fn name(self) -> &'static str {
        match self {
            CubePlay::NoDouble => "no double",
            CubePlay::Double => "double",
            CubePlay::Take => "take",
            CubePlay::Pass => "pass",
        }
    }

    fn error(self) -> CubeError {
        match self {
            CubePlay::NoDouble => CubeError::MissedDouble,
            CubePlay::Double => CubeError::WrongDouble,
            CubePlay::Take => CubeError::WrongTake,
            CubePlay::Pass => CubeError::WrongPass,
        }
    }
}

/// An error in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CubeError {
    /// The player should have doubled.
    MissedDouble,
    /// The player should not have doubled: it was too early, or too good to double.
    WrongDouble,
    /// The player should have passed.
    WrongTake,
    /// The player should have taken.
    WrongPass,
}

impl CubeError {
    /// All errors.
    pub const ALL: [CubeError; 4] = [
        CubeError::MissedDouble,
        CubeError::WrongDouble,
        CubeError::WrongTake,
        CubeError::WrongPass,
    ];

    /// The plural of the error in words.
    pub fn plural(self) -> &'static str {
        match self {
            CubeError::MissedDouble => "missed doubles",
            CubeError::WrongDouble => "wrong doubles",
            CubeError::WrongTake => "wrong takes",
            CubeError::WrongPass => "wrong passes",
        }
    }
}

/// The unit of costs of decisions with the cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CubeUnit {
    /// Points for each point that the cube shows before the double.
    #[default]
    Points,
    /// The chance to win the match.
    MatchChance,
}

impl CubeUnit {
    /// A cost as text.
    pub fn text(self, cost: f64) -> String {
        match self {
            CubeUnit::Points => format!("{cost:.4}"),
            CubeUnit::MatchChance => format!("{:.4} % of the match", 100.0 * cost),
        }
    }

    /// Bounds in the numbers of [`text`](CubeUnit::text).
    pub fn shown(self, Bounds { value, lower, upper }: Bounds) -> Bounds {
        let scale = match self {
            CubeUnit::Points => 1.0,
            CubeUnit::MatchChance => 100.0,
        };
        Bounds { value: scale * value, lower: scale * lower, upper: scale * upper }
    }
}

/// The values of a turn in which a player may double, for that player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DoublingValues {
    /// Value without a double.
    pub no_double: Bounds,
    /// Value with one that the opponent takes.
    pub double_take: Bounds,
    /// Value with one that the opponent passes.
    pub double_pass: Bounds,
}

/// An analysed decision with the cube.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedCube {
    /// The number of the move that follows, from 1.
    pub number: usize,
    /// The player who decided.
    pub seat: Seat,
    /// The position before the roll, as the player about to roll sees it.
    pub position: String,
    /// The value of the cube before a double.
    pub cube: u32,
    /// Its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// The decision.
    pub action: CubePlay,
    /// The knowledge about the decision.
    pub decision: Decision,
    /// The source of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The best decision, in words: for a player about to roll with the answer of the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<&'static str>,
    /// The error, if the decision was certainly wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<CubeError>,
    /// The value of the best decision less that of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Bounds>,
    /// The unit of costs.
    pub unit: CubeUnit,
    /// The name of such a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// The values of all choices for the player about to roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<DoublingValues>,
}

impl DoublingValues {
    fn of(valued: &ValuedDoubling) -> Self {
        DoublingValues {
            no_double: Bounds::of_numbers(valued.no_double),
            double_take: Bounds::of_numbers(valued.take),
            double_pass: Bounds::of_numbers(valued.pass),
        }
    }

    /// Returns the values of a decision and of the other one, for the player about to roll.
    fn chosen_and_other(&self, action: CubePlay) -> [Bounds; 2] {
        let DoublingValues { no_double, double_take, double_pass } = *self;
        let double = double_take.min(double_pass);
        match action {
            CubePlay::NoDouble => [no_double, double],
            CubePlay::Double => [double, no_double],
            CubePlay::Take => [double_take, double_pass],
            CubePlay::Pass => [double_pass, double_take],
        }
    }

    fn cost(&self, action: CubePlay) -> Bounds {
        let [chosen, other] = self.chosen_and_other(action);
        let cost = match action {
            CubePlay::NoDouble | CubePlay::Double => other.minus(chosen),
            // The doubler's gain is the loss of the player who answers.
            CubePlay::Take | CubePlay::Pass => chosen.minus(other),
        };
        Bounds::default().max(cost)
    }
}

/// Decisions of one turn: to double or not and, after a double, to take or to pass.
fn plays(outcome: DoublingOutcome) -> &'static [CubePlay] {
    match outcome {
        DoublingOutcome::NoDouble => &[CubePlay::NoDouble],
        DoublingOutcome::Taken => &[CubePlay::Double, CubePlay::Take],
        DoublingOutcome::Passed => &[CubePlay::Double, CubePlay::Pass],
    }
}

/// Judges all decisions with the cube of a game.
///
/// # Errors
/// As of [`doublings`].
pub(crate) fn analysed_cubes(
    variant: &Variant,
    made: &[PlayedDoubling],
    options: &DoublingOptions<'_>,
    marks: Marks<'_>,
    shelf: &dyn Shelf,
    progress: &dyn Progress,
) -> Result<Vec<AnalysedCube>, MatchFailure> {
    let turns =
        made.iter().map(|made| DoublingTurn { position: made.position, stakes: &made.stakes });
    let turns: Vec<DoublingTurn<'_>> = turns.collect();
    if turns.is_empty() {
        return Ok(Vec::new());
    }
    let known = doublings(variant, &turns, options, shelf, progress)?;
    let decisions = made.iter().zip(&known).flat_map(|(made, known)| {
        let plays = plays(made.outcome).iter();
        plays.map(move |&action| analysed_cube(variant, made, action, known.as_ref(), marks))
    });
    Ok(decisions.collect())
}

fn analysed_cube(
    variant: &Variant,
    made: &PlayedDoubling,
    action: CubePlay,
    known: Option<&ValuedDoubling>,
    marks: Marks<'_>,
) -> AnalysedCube {
    let seat = made.position.seat();
    let is_answer = matches!(action, CubePlay::Take | CubePlay::Pass);
    let mut found = AnalysedCube {
        number: made.ply + 1,
        seat: if is_answer { 1 - seat } else { seat },
        position: format_position(variant, &made.position),
        cube: made.stakes.cube,
        owner: made.stakes.owner,
        action,
        decision: Decision::Unknown,
        source: None,
        best: None,
        error: None,
        cost: None,
        unit: match made.stakes.length {
            0 => CubeUnit::Points,
            _ => CubeUnit::MatchChance,
        },
        mark: None,
        values: None,
    };
    let Some(known) = known else { return found };
    let values = DoublingValues::of(known);
    let cost = values.cost(action);
    found.decision = Decision::Known;
    found.source = Some(known.source.clone());
    found.values = Some(values);
    found.cost = Some(cost);
    let is_error = cost.lower > 0.0;
    found.best = match (best_answer(&values), action) {
        (answer, CubePlay::Take | CubePlay::Pass) => answer,
        // The best answer to a double may be uncertain where doubling, or not doubling, is certain.
        (None, CubePlay::NoDouble) if is_error => Some(CubePlay::Double.name()),
        (None, CubePlay::Double) if is_error => Some(CubePlay::NoDouble.name()),
        _ => Some(known.best),
    };
    if is_error {
        found.error = Some(action.error());
        // A point may be worth 0 by a table from a file.
        let points = if known.point > 0.0 { cost.lower / known.point } else { 0.0 };
        found.mark = CountedMark::name(marks, points);
    }
    found
}

/// Returns the best answer to a double, if the bounds decide.
fn best_answer(values: &DoublingValues) -> Option<&'static str> {
    let DoublingValues { double_take, double_pass, .. } = values;
    if double_take.upper < double_pass.lower {
        Some(CubePlay::Take.name())
    } else {
        (double_take.lower >= double_pass.upper).then_some(CubePlay::Pass.name())
    }
}
