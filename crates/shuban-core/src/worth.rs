//! The worth of a position to the player to move: a rating on a scale, and decisions beside moves.

use crate::fields::{Datum, Field, Fields};

/// A number by which a value is good or bad for the player to move, on the scale of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The number; larger is better.
    pub number: f64,
    /// The least and the greatest possible number.
    pub range: [f64; 2],
    /// What it counts: words that follow the number.
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
    /// What is done, in words.
    pub name: &'static str,
    /// What it is worth to the player who decides.
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
    /// What is best, in words.
    pub action: &'static str,
    /// Place of the best option; `None` if the values do not tell.
    pub best: Option<usize>,
    /// The options.
    pub options: Vec<WeighedOption>,
}

impl WeighedDecision {
    /// Returns the decisions for programs: a list of objects.
    pub fn for_programs(all: &[WeighedDecision]) -> Field {
        let option = |decision: &WeighedDecision, place: usize| {
            let WeighedOption { name, number, .. } = decision.options[place];
            let is_best = decision.best == Some(place);
            Datum::object([
                ("name", name.into()),
                ("value", number.into()),
                ("best", is_best.into()),
            ])
        };
        let object = |decision: &WeighedDecision| {
            let options = (0..decision.options.len()).map(|place| option(decision, place));
            Datum::object([
                ("case", decision.case.into()),
                ("action", decision.action.into()),
                ("options", Datum::list(options)),
            ])
        };
        Field::silent("decisions", Datum::list(all.iter().map(object)))
    }

    /// Describes decisions of one kind with the same options: under `name` the best action in each
    /// case, with a table of what the options are worth, and the [same for
    /// programs](WeighedDecision::for_programs).
    pub fn fields(name: &'static str, all: Vec<WeighedDecision>) -> Fields {
        let action =
            |decision: &WeighedDecision| (decision.case.to_owned(), decision.action.into());
        let actions = Datum::Object(all.iter().map(action).collect());
        let said: Vec<String> =
            all.iter().map(|decision| format!("{}: {}", decision.when, decision.action)).collect();
        let text = [vec![said.join("; ")], WeighedDecision::table(&all)].concat().join("\n");
        let programs = WeighedDecision::for_programs(&all);
        Fields::new().with(Field::new(name, actions).long(text).deciding(all)).with(programs)
    }

    /// Lays out what the options are worth, a line for each decision; the best one has a star.
    fn table(all: &[WeighedDecision]) -> Vec<String> {
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
