//! Rules as text: the differences from the contest's rules, as in `clearing=others five-skip=on`,
//! or `default`.

use std::fmt;
use std::str::FromStr;

use shuban_core::NotationError;

use super::notation::{joined, parts};
use super::rules::{ContestRules, TableClearing};

const DEFAULT: &str = "default";

impl ContestRules {
    /// Every setting with its name and its value as text.
    fn settings(&self) -> [(&'static str, String); 18] {
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        let clearing = if self.clearing == TableClearing::AllPassed { "all" } else { "others" };
        [
            ("runs", switch(self.runs)),
            ("revolution", switch(self.revolution)),
            ("revolution-set", self.revolution_set.to_string()),
            ("revolution-run", self.revolution_run.to_string()),
            ("eight-cut", switch(self.eight_cut)),
            ("suit-lock", switch(self.suit_lock)),
            ("spade-three", switch(self.spade_three)),
            ("five-skip", switch(self.five_skip)),
            ("six-reverse", switch(self.six_reverse)),
            ("eleven-back", switch(self.eleven_back)),
            ("forbidden-finish", switch(self.forbidden_finish)),
            ("clearing", clearing.to_owned()),
            ("first", self.first.to_string()),
            ("most-passes", self.most_passes.to_string()),
            ("exchange", joined(",", self.exchange)),
            ("points", joined(",", self.points)),
            ("reset-every", self.reset_every.to_string()),
            ("reseat-every", self.reseat_every.to_string()),
        ]
    }

    /// Changes the setting of this name; `None` if the name or the value is unknown.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let switch = match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        match name {
            "runs" => self.runs = switch?,
            "revolution" => self.revolution = switch?,
            "revolution-set" => self.revolution_set = value.parse().ok()?,
            "revolution-run" => self.revolution_run = value.parse().ok()?,
            "eight-cut" => self.eight_cut = switch?,
            "suit-lock" => self.suit_lock = switch?,
            "spade-three" => self.spade_three = switch?,
            "five-skip" => self.five_skip = switch?,
            "six-reverse" => self.six_reverse = switch?,
            "eleven-back" => self.eleven_back = switch?,
            "forbidden-finish" => self.forbidden_finish = switch?,
            "clearing" => {
                self.clearing = match value {
                    "all" => TableClearing::AllPassed,
                    "others" => TableClearing::OthersPassed,
                    _ => return None,
                }
            }
            "first" => self.first = value.parse().ok()?,
            "most-passes" => self.most_passes = value.parse().ok().filter(|&passes| passes > 0)?,
            // At most what every hand has.
            "exchange" => {
                self.exchange =
                    numbers(value).filter(|counts| counts.iter().all(|&count| count <= 10))?;
            }
            "points" => self.points = numbers(value)?,
            "reset-every" => self.reset_every = value.parse().ok()?,
            "reseat-every" => self.reseat_every = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

fn words(settings: impl IntoIterator<Item = (&'static str, String)>) -> String {
    joined(" ", settings.into_iter().map(|(name, value)| format!("{name}={value}")))
}

/// `N` numbers, joined by commas.
fn numbers<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let numbers: Option<Vec<T>> = text.split(',').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

impl fmt::Display for ContestRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contest = ContestRules::default().settings();
        let mut changed = self.settings().to_vec();
        changed.retain(|setting| !contest.contains(setting));
        if changed.is_empty() { f.write_str(DEFAULT) } else { f.write_str(&words(changed)) }
    }
}

/// Reads settings separated by spaces; missing ones are as in the contest.
impl FromStr for ContestRules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut rules = ContestRules::default();
        if text.trim() == DEFAULT {
            return Ok(rules);
        }
        for (at, word) in parts(text, ' ').filter(|(_, word)| !word.is_empty()) {
            let set = word.split_once('=').and_then(|(name, value)| rules.set(name, value));
            set.ok_or_else(|| {
                let known = words(ContestRules::default().settings());
                let reason = format!("not a setting of the rules; these are {known}");
                NotationError::new(text, at, reason)
            })?;
        }
        Ok(rules)
    }
}
