//! Options of a rollout.

/// The measure of a roll's luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuckMeasure {
    /// Luck stays in.
    None,
    /// By what the plays are chosen by: databases, and the evaluation function elsewhere.
    Estimate,
    /// By the evaluation function alone.
    Evaluation,
}

/// How to roll out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutOptions {
    /// How many trials at most; a little more, so that the strata are full.
    pub trials: u64,
    /// Stop when no standard error is larger than this, a win counting 1.
    pub error: Option<f64>,
    /// What the rolls depend on.
    pub seed: u64,
    /// After so many turns the estimate ends a trial; [`MOST_TURNS`] if nothing is said.
    pub turns: Option<u32>,
    /// Which luck is taken off.
    pub luck: LuckMeasure,
    /// Whether the first rolls come as often as they are probable.
    pub is_stratified: bool,
    /// Whether the value in a database ends a trial; else play goes on, by the database.
    pub ends_in_databases: bool,
}

/// No trial is played on for longer.
pub const MOST_TURNS: u32 = 1_000;

impl Default for RolloutOptions {
    fn default() -> Self {
        RolloutOptions {
            trials: 2_592,
            error: None,
            seed: 1,
            turns: None,
            luck: LuckMeasure::Estimate,
            is_stratified: true,
            ends_in_databases: true,
        }
    }
}

impl RolloutOptions {
    /// The same without any reduction of variance.
    #[must_use]
    pub fn plain(self) -> Self {
        RolloutOptions { luck: LuckMeasure::None, is_stratified: false, ..self }
    }
}
