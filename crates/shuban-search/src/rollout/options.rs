//! Options of a rollout.

/// The measure of a roll's luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuckMeasure {
    /// Luck stays in.
    None,
    /// Luck by the values that choose the plays: databases, and the evaluation function elsewhere.
    Estimate,
    /// Luck by the evaluation function alone.
    Evaluation,
}

/// Options of a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutOptions {
    /// Maximum number of trials; a little more, so that the strata are full.
    pub trials: u64,
    /// Standard error, a win counting 1, at which the rollout stops once none is larger.
    pub error: Option<f64>,
    /// Seed of the rolls.
    pub seed: u64,
    /// Number of turns after which the estimate ends a trial; [`MOST_TURNS`] if `None`.
    pub turns: Option<u32>,
    /// Measure of the luck that is taken off.
    pub luck: LuckMeasure,
    /// True if the first rolls come as often as they are probable.
    pub is_stratified: bool,
    /// True if the value in a database ends a trial; else play goes on, by the database.
    pub ends_in_databases: bool,
}

/// Maximum number of turns of a trial.
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
    /// Returns the options without any reduction of variance.
    #[must_use]
    pub fn plain(self) -> Self {
        RolloutOptions { luck: LuckMeasure::None, is_stratified: false, ..self }
    }
}
