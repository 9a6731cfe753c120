//! Findings of an examination.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::examination::accumulated::{Accumulated, AccumulatedShare, Share, Summary};
use crate::examination::exact_play::ExactPlay;
use crate::examination::examinee::AnswerForm;
use crate::examination::fault::{Ended, Faults};

/// A decision that cost much.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HardPosition {
    /// The position.
    pub position: String,
    /// The chance event, where chance plays a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The move that was made.
    #[serde(rename = "move")]
    pub action: String,
    /// A best move.
    pub best: String,
    /// The loss.
    pub loss: f64,
}

/// A value that was far off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MisjudgedPosition {
    /// The position.
    pub position: String,
    /// The value that the player gave.
    pub told: f64,
    /// The exact value.
    pub exact: f64,
}

/// Figures about some of the positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Number of positions.
    pub positions: u64,
    /// Value told minus exact value; `None` where no values were told.
    pub error: Option<Summary>,
    /// Loss a decision.
    pub loss: Option<Summary>,
    /// Share of decisions that were best.
    pub best: Option<Share>,
}

/// Sums behind [`Figures`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Tallied {
    pub(crate) positions: u64,
    pub(crate) error: Accumulated,
    pub(crate) loss: Accumulated,
    pub(crate) best: AccumulatedShare,
}

impl Tallied {
    /// Adds a decision.
    pub(crate) fn add_decision(&mut self, loss: f64, weight: f64) {
        self.loss.add(loss, weight);
        self.best.add(loss == 0.0, weight);
    }

    pub(crate) fn figures(&self, is_sample: bool) -> Figures {
        Figures {
            positions: self.positions,
            error: self.error.summary(is_sample),
            loss: self.loss.summary(is_sample),
            best: self.best.share(is_sample),
        }
    }
}

/// Findings of an examination.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The layer.
    pub domain: String,
    /// The player.
    pub player: String,
    /// The form of its answers.
    pub answers: AnswerForm,
    /// True if the positions are a sample.
    pub sample: bool,
    /// All positions.
    #[serde(flatten)]
    pub all: Figures,
    /// The same for each part of the layer, and for each stage of play.
    pub classes: BTreeMap<String, Figures>,
    /// The decisions that cost most.
    pub hardest: Vec<HardPosition>,
    /// The values that were furthest off.
    pub misjudged: Vec<MisjudgedPosition>,
    /// The worth of its play, where it was asked for and every turn was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<ExactPlay>,
    /// Number of questions that were answered.
    pub questions: u64,
    /// Time in which the player answered them.
    pub seconds: f64,
    /// Number of decisions, and of values, that wrong answers left out.
    pub left_out: u64,
    /// Wrong answers.
    pub faults: Faults,
    /// Reason why the examination ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndedEarly>,
}

/// Reason why an examination ended before all questions were answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndedEarly {
    /// Name of the reason.
    pub kind: &'static str,
    /// The reason in words.
    pub reason: String,
}

impl From<&Ended> for EndedEarly {
    fn from(ended: &Ended) -> Self {
        EndedEarly { kind: ended.name(), reason: ended.to_string() }
    }
}
