//! Players by name, with the databases that they ask.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use shuban_core::{Domain, Progress, Shelf, Winners, Workers};
use shuban_tanhinmin::Clearing;

use super::error::Error;
use crate::game::ContestRules;
use crate::players::endgame::{EndgameLimits, LeadTables, WinBits};
use crate::players::{PlayerKind, Playouts, Setup};

/// How players think.
#[derive(Clone, Debug)]
pub struct PlayerSetting {
    /// How `endgame` thinks: the databases are those of this rule for the end of a trick.
    pub clearing: Clearing,
    /// They are asked once so few cards are left in all hands.
    pub cards: usize,
    /// How many deals of the unseen cards are looked at for a decision, at most.
    pub samples: u64,
    /// How `endgame+` thinks: how many deals it plays out for a decision.
    pub playouts: u32,
    /// Each of them the best of so many.
    pub tries: u32,
    /// Once so few cards are left in all hands.
    pub playout_cards: usize,
    /// How long at most `endgame` looks at deals. What is played then depends on the machine.
    pub time: Option<Duration>,
}

impl Default for PlayerSetting {
    fn default() -> Self {
        let EndgameLimits { cards, samples, time, .. } = EndgameLimits::default();
        let Playouts { deals: playouts, tries, cards: playout_cards, .. } = Playouts::default();
        let clearing = Clearing::Tanhinmin;
        PlayerSetting { clearing, cards, samples, time, playouts, tries, playout_cards }
    }
}

/// What players of these kinds need. Endgame tables are only made if one of them asks any: read
/// where they are built, else worked out by the workers.
///
/// # Errors
/// [`Error::Interrupted`], and [`Error::Stored`] if a table cannot be read.
pub fn setup(
    kinds: &[PlayerKind],
    rules: ContestRules,
    setting: &PlayerSetting,
    shelf: &dyn Shelf,
    workers: &dyn Workers,
    progress: &dyn Progress,
) -> Result<Setup, Error> {
    let PlayerSetting { cards, samples, time, .. } = *setting;
    let limits = EndgameLimits { cards, samples, time, ..EndgameLimits::default() };
    let mut leads = LeadTables::new(setting.clearing);
    if kinds.contains(&PlayerKind::Endgame) {
        fill(&mut leads, &limits, shelf, workers, progress)?;
    }
    let PlayerSetting { playouts: deals, tries, playout_cards: cards, .. } = *setting;
    let playouts = Playouts { deals, tries, cards, ..Playouts::default() };
    Ok(Setup { rules, seed: 0, leads: Arc::new(leads), limits, playouts })
}

/// Fills in the tables that are asked within these limits.
fn fill(
    tables: &mut LeadTables,
    limits: &EndgameLimits,
    shelf: &dyn Shelf,
    workers: &dyn Workers,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let (fewest, most) = limits.players;
    let mut missing = Vec::new();
    for players in fewest..=most {
        for cards in players..=limits.cards {
            let Some(leads) = tables.domain(players) else { continue };
            let Some(layer) = leads.layer(cards) else { continue };
            let name = leads.layers()[layer.0].name.clone();
            let mut wins = WinBits::default();
            let mut push = |value: &dyn Any| {
                wins.push(
                    value.downcast_ref().is_some_and(|set: &Winners| *set == Winners::only(0)),
                );
            };
            let is_built = match shelf.family(&leads.name()) {
                Some(family) => family.each_value(layer, &mut push).map_err(Error::Stored)?,
                None => false,
            };
            if !(is_built && tables.insert(players, cards, wins)) {
                missing.push(Missing { players, cards, name });
            }
        }
    }
    let names = match &missing[..] {
        [] => return Ok(()),
        [one] => format!("1 endgame table not in the data folder ({})", one.name),
        [first, .., last] => {
            let (count, first, last) = (missing.len(), &first.name, &last.name);
            format!("{count} endgame tables not in the data folder ({first} to {last})")
        }
    };
    progress.note(&format!("{names}: worked out for this match"));
    for Missing { players, cards, .. } in missing {
        tables.compute(players, cards, workers).map_err(|_| Error::Interrupted)?;
    }
    Ok(())
}

/// A table that is not built.
struct Missing {
    players: usize,
    cards: usize,
    name: String,
}
