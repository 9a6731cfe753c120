//! Facts of a layer's file besides its values: those that each solver writes, with their types.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use shuban_store::{Account, PartEntry};

use crate::iterate::STATED;

/// Facts by name, as a manifest has them.
type Facts = BTreeMap<String, Json>;

/// The facts of a file, with exactly the names and types that its solver writes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StatedFacts {
    /// No facts: tabulation.
    Nothing,
    /// Retrograde analysis.
    Retrograde(RetrogradeFacts),
    /// Certified intervals.
    Intervals(IntervalFacts),
    /// Retrograde analysis with endless play.
    Receding(RecedingFacts),
}

impl StatedFacts {
    /// Returns names of facts that cannot be checked in the file: only the program that wrote it
    /// knows them.
    pub const fn claimed(&self) -> &'static [&'static str] {
        match self {
            StatedFacts::Nothing | StatedFacts::Receding(_) => &[],
            StatedFacts::Retrograde(_) => &["passes"],
            // Whether the width exceeds the requested one depends on that.
            StatedFacts::Intervals(_) => &["sweeps", "width_asked", "stalled"],
        }
    }

    /// Checks that no position is left by striking out if endless play has no worth.
    ///
    /// # Errors
    /// The message that some are.
    pub(crate) fn may_be_left(&self, endless: bool) -> Result<(), String> {
        match self {
            StatedFacts::Intervals(facts) if !endless => {
                let left = facts.left();
                (left == 0).then_some(()).ok_or_else(|| {
                    format!(
                        "`left` is {left}: without the proof that play leaves the layer its \
                         intervals are no certificate"
                    )
                })
            }
            _ => Ok(()),
        }
    }

    /// Checks that a file has no facts, as its solver writes none.
    ///
    /// # Errors
    /// The fact that it has.
    pub fn nothing(account: &Account) -> Result<Self, String> {
        FactReader::of_layer(account).finish()?;
        no_facts_of_parts(account)?;
        no_settings(account)?;
        Ok(StatedFacts::Nothing)
    }
}

/// The facts of retrograde analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetrogradeFacts {
    /// Number of passes until nothing changed.
    pub passes: u64,
}

impl RetrogradeFacts {
    /// Reads the facts.
    ///
    /// # Errors
    /// The fact that is missing, of another type, or superfluous.
    pub fn read(account: &Account) -> Result<Self, String> {
        let mut layer = FactReader::of_layer(account);
        let passes = layer.read("passes", "a number of passes")?;
        layer.finish()?;
        no_facts_of_parts(account)?;
        no_settings(account)?;
        Ok(RetrogradeFacts { passes })
    }
}

/// The facts of retrograde analysis with endless play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecedingFacts {
    /// The largest number of plies of a value.
    pub longest: u16,
}

impl RecedingFacts {
    /// Reads the facts.
    ///
    /// # Errors
    /// The fact that is missing, of another type, or superfluous.
    pub fn read(account: &Account) -> Result<Self, String> {
        let mut layer = FactReader::of_layer(account);
        let longest = layer.read("longest", "a number of plies")?;
        layer.finish()?;
        no_facts_of_parts(account)?;
        no_settings(account)?;
        Ok(RecedingFacts { longest })
    }
}

/// The facts of interval iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IntervalFacts {
    /// Sweeps done.
    pub sweeps: u32,
    /// True if some interval is wider than requested, and more sweeps would not narrow it.
    pub stalled: bool,
    /// Rounds of striking out that prove that play leaves the layer; 0 if bounds have slack.
    pub leaving_rounds: u32,
    /// True if they prove it, or slack makes it unnecessary: otherwise the intervals are no
    /// certificate.
    pub leaving_proven: bool,
    /// The slack, in units, with which nontrivial bounds are inductive: they enclose the values
    /// then, whether play leaves the layer or not. 0 if that was proven by striking out.
    #[serde(skip_serializing_if = "is_zero")]
    pub slack: u32,
    /// The facts of each part.
    #[serde(skip)]
    pub parts: Vec<IntervalPartFacts>,
}

fn is_zero(units: &u32) -> bool {
    *units == 0
}

/// The facts of interval iteration for a part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IntervalPartFacts {
    /// Positions whose value follows from exact values alone; where wins count differently, whose
    /// chance to win does. `None` without retrograde analysis, which slack makes unnecessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valued: Option<u64>,
    /// The widest interval requested.
    pub width_asked: f64,
    /// The widest interval reached.
    pub width_reached: f64,
    /// Positions that play need not leave: 0, unless endless play has a worth.
    pub left: u64,
    /// The first of them, eight at most.
    pub left_first: Vec<u64>,
}

impl IntervalFacts {
    /// Returns the number of positions that play need not leave, of all parts.
    pub(crate) fn left(&self) -> u64 {
        self.parts.iter().map(|part| part.left).fold(0, u64::saturating_add)
    }

    /// Reads the facts, and checks their consistency.
    ///
    /// # Errors
    /// The fact that is missing, of another type, superfluous, or inconsistent.
    pub fn read(account: &Account) -> Result<Self, String> {
        let mut layer = FactReader::of_layer(account);
        let parts = account.parts.iter().map(IntervalPartFacts::read);
        let facts = IntervalFacts {
            sweeps: layer.read("sweeps", "a number of sweeps")?,
            stalled: layer.read("stalled", "true or false")?,
            leaving_rounds: layer.read("leaving_rounds", "a number of rounds")?,
            leaving_proven: layer.read("leaving_proven", "true or false")?,
            slack: layer.read_if("slack", "a number of units")?.unwrap_or_default(),
            parts: parts.collect::<Result<_, _>>()?,
        };
        layer.finish()?;
        let left = facts.left();
        if facts.slack > 0 && (facts.leaving_rounds, left) != (0, 0) {
            return Err(format!(
                "facts: `leaving_rounds` is {} and `left` {left}, with `slack`: nothing was struck \
                 out",
                facts.leaving_rounds
            ));
        }
        let mut parts = facts.parts.iter().zip(&account.parts);
        if let Some((_, PartEntry { name, .. })) =
            parts.find(|(part, _)| part.valued.is_some() != facts.has_statuses())
        {
            return Err(format!("facts of `{name}`: `valued` is of all parts, or of none"));
        }
        if !facts.leaving_proven {
            return Err("facts: `leaving_proven` is not true".to_owned());
        }
        let Some(asked) = facts.width_asked() else { return Ok(facts) };
        if let Some(part) =
            facts.parts.iter().zip(&account.parts).find(|(part, _)| part.width_asked != asked)
        {
            let (IntervalPartFacts { width_asked, .. }, PartEntry { name, .. }) = part;
            return Err(format!("`width_asked` of `{name}` is {width_asked}, of another {asked}"));
        }
        let settings = BTreeMap::from([("width".to_owned(), asked.to_string())]);
        if account.provenance.settings != settings {
            let found = &account.provenance.settings;
            return Err(format!(
                "`width_asked` is {asked}, and `settings` of `provenance` are {found:?}"
            ));
        }
        let (stalled, reached) = (facts.stalled, facts.width_reached());
        if stalled != (reached > asked) {
            return Err(format!(
                "facts: `stalled` is {stalled}, with width {reached} reached and {asked} asked for"
            ));
        }
        Ok(facts)
    }

    /// Returns true if the file stores the statuses of its positions.
    pub fn has_statuses(&self) -> bool {
        self.parts.first().is_some_and(|part| part.valued.is_some())
    }

    /// Returns the widest interval requested; `None` if there are no parts.
    pub fn width_asked(&self) -> Option<f64> {
        self.parts.first().map(|part| part.width_asked)
    }

    /// Returns the widest interval of all parts.
    pub fn width_reached(&self) -> f64 {
        self.parts.iter().map(|part| part.width_reached).fold(0.0, f64::max)
    }
}

impl IntervalPartFacts {
    fn read(part: &PartEntry) -> Result<Self, String> {
        let mut reader = FactReader::of_part(part);
        let facts = IntervalPartFacts {
            valued: reader.read_if("valued", "a number of positions")?,
            width_asked: reader.read("width_asked", "a width")?,
            width_reached: reader.read("width_reached", "a width")?,
            left: reader.read("left", "a number of positions")?,
            left_first: reader.read("left_first", "a list of ranks")?,
        };
        reader.finish()?;
        let name = &part.name;
        let (left, first) = (facts.left, &facts.left_first);
        if left > part.positions || first.len() as u64 != left.min(STATED as u64) {
            return Err(format!(
                "`{name}`: `left` is {left} and `left_first` {first:?}, of {} positions",
                part.positions
            ));
        }
        if facts.width_asked <= 0.0 || facts.width_reached < 0.0 {
            return Err(format!("`{name}`: `width_asked` and `width_reached` are no widths"));
        }
        Ok(facts)
    }
}

/// Returns facts for a manifest, from a structure of named members.
pub(crate) fn written<T: Serialize>(facts: &T) -> Facts {
    match serde_json::to_value(facts) {
        Ok(Json::Object(members)) => members.into_iter().collect(),
        other => unreachable!("facts are structures of plain members: {other:?}"),
    }
}

/// A reader of facts by name, each as the expected type.
pub struct FactReader<'a> {
    place: String,
    facts: &'a Facts,
    known: Vec<&'static str>,
}

impl<'a> FactReader<'a> {
    /// Reads the facts of a layer.
    pub fn of_layer(account: &'a Account) -> Self {
        FactReader { place: "facts".to_owned(), facts: &account.facts, known: Vec::new() }
    }

    /// Reads the facts of a part.
    pub fn of_part(part: &'a PartEntry) -> Self {
        let place = format!("facts of `{}`", part.name);
        FactReader { place, facts: &part.facts, known: Vec::new() }
    }

    /// Returns the fact of a name; `what` it should be is for the message.
    ///
    /// # Errors
    /// If it is missing or of another type.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        what: &str,
    ) -> Result<T, String> {
        let place = &self.place;
        let found = self.facts.get(name).ok_or_else(|| format!("{place}: no `{name}`"))?;
        self.known.push(name);
        let not = |_| format!("{place}: `{name}` is {found}, not {what}");
        serde_json::from_value(found.clone()).map_err(not)
    }

    /// Reads an optional fact, as [`read`](Self::read) does.
    ///
    /// # Errors
    /// If it is of another type.
    pub fn read_if<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        what: &str,
    ) -> Result<Option<T>, String> {
        self.facts.contains_key(name).then(|| self.read(name, what)).transpose()
    }

    /// Checks that all facts were read.
    ///
    /// # Errors
    /// The first unread one.
    pub fn finish(self) -> Result<(), String> {
        let unknown = self.facts.keys().find(|name| !self.known.contains(&name.as_str()));
        let place = &self.place;
        unknown.map_or(Ok(()), |name| Err(format!("{place}: `{name}` is no fact of this solver")))
    }
}

fn no_facts_of_parts(account: &Account) -> Result<(), String> {
    account.parts.iter().try_for_each(|part| FactReader::of_part(part).finish())
}

fn no_settings(account: &Account) -> Result<(), String> {
    let found = &account.provenance.settings;
    if found.is_empty() {
        return Ok(());
    }
    Err(format!("`settings` of `provenance` are {found:?}: this solver has none"))
}
