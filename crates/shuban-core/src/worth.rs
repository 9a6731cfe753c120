//! The worth of a position to the player to move: a rating on a scale, and decisions beside moves.

/// A number by which a value is good or bad for the player to move, on the scale of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The number; larger is better.
    pub number: f64,
    /// The least and the greatest possible number.
    pub range: [f64; 2],
    /// Unit, in words that follow the number.
    pub unit: &'static str,
}

impl Rating {
    /// Returns the place of the number in its range, from 0 (worst) to 1 (best).
    pub fn share(self) -> f64 {
        let [worst, best] = self.range;
        match best > worst {
            true => ((self.number - worst) / (best - worst)).clamp(0.0, 1.0),
            false => 0.5,
        }
    }
}

/// One of the options of a [`WeighedDecision`].
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedOption {
    /// Name of the action.
    pub name: &'static str,
    /// Its worth to the player who decides.
    pub number: f64,
    /// The same for people.
    pub text: String,
}

/// A decision of the player to move before chance speaks and a move is made, in one of the
/// circumstances that the value of a position leaves open.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedDecision {
    /// Name of the circumstances, for programs.
    pub case: &'static str,
    /// The circumstances in words.
    pub when: &'static str,
    /// Best action, in words.
    pub action: &'static str,
    /// Place of the best option; `None` if the values do not tell.
    pub best: Option<usize>,
    /// The options.
    pub options: Vec<WeighedOption>,
}

impl WeighedDecision {
    /// Lays out what the options are worth, a line for each decision; the best one has a star.
    pub(crate) fn table(all: &[WeighedDecision]) -> Vec<String> {
        let Some(first) = all.first() else { return Vec::new() };
        let width = all.iter().map(|decision| decision.when.chars().count()).max().unwrap_or(0);
        let heads: String =
            first.options.iter().map(|option| format!("  {:>13} ", option.name)).collect();
        let row = |decision: &WeighedDecision| {
            let cell = |(place, option): (usize, &WeighedOption)| {
                let mark = if decision.best == Some(place) { '*' } else { ' ' };
                format!("  {:>13}{mark}", option.text)
            };
            let cells: String = decision.options.iter().enumerate().map(cell).collect();
            format!("  {:<width$}{cells}", decision.when)
        };
        let lines = std::iter::once(format!("  {:width$}{heads}", "")).chain(all.iter().map(row));
        lines.map(|line| line.trim_end().to_owned()).collect()
    }
}
