//! Players with the databases that they ask.

use std::sync::Arc;

use shuban_core::shelf::Shelf;
use shuban_core::tabulate::Workers;
use shuban_core::{Domain, Progress};
use shuban_daihinmin_game::ContestRules;
use shuban_daihinmin_game::players::endgame::{EndgameLimits, LeadTables, SetTables};
use shuban_daihinmin_game::players::{ChampionSetting, Playouts};
use shuban_daihinmin_game::policy::Policy;
use shuban_tanhinmin::Clearing;

use super::error::Error;
use crate::players::{PlayerKind, Setup};

/// Settings of the players' decisions.
#[derive(Clone, Debug)]
pub struct PlayerSetting {
    /// Rule for the end of a trick in the databases of `endgame`.
    pub clearing: Clearing,
    /// Limits within which `endgame` asks them.
    pub limits: EndgameLimits,
    /// Amount of playouts of `endgame+`.
    pub playouts: Playouts,
    /// The policy of `policy` and `champion`; by default those that come with the program.
    pub policy: Option<Arc<Policy>>,
    /// Policies of players that the others may be, for `champion`, besides those that it knows.
    pub opponents: Vec<Arc<Policy>>,
    /// Amount of search of `champion`.
    pub search: ChampionSetting,
    /// The most cards for which databases with sets are computed for two players; there are two
    /// fewer for three, and three fewer for four.
    pub set_cards: usize,
}

impl Default for PlayerSetting {
    fn default() -> Self {
        PlayerSetting {
            clearing: Clearing::default(),
            limits: EndgameLimits::default(),
            playouts: Playouts::default(),
            policy: None,
            opponents: Vec::new(),
            search: ChampionSetting::default(),
            set_cards: 10,
        }
    }
}

/// Creates the setup for players of these kinds. Endgame tables are only made if one of them asks
/// any: read if they are built, else computed by the workers.
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
    let PlayerSetting { clearing, limits, playouts, search, .. } = *setting;
    let mut leads = LeadTables::new(clearing);
    if kinds.iter().any(|kind| kind.asks_databases()) {
        fill(&mut leads, &limits, shelf, workers, progress)?;
    }
    let sets = if kinds.iter().any(|kind| kind.asks_sets()) {
        progress.note("databases with sets: worked out for this match");
        Some(Arc::new(set_tables(clearing, setting.set_cards, workers)?))
    } else {
        None
    };
    let (policy, opponents) = (setting.policy.clone(), setting.opponents.clone());
    let leads = Arc::new(leads);
    Ok(Setup { rules, seed: 0, leads, sets, limits, playouts, policy, opponents, search })
}

/// Computes the tables with sets: two players have up to this many cards, three two fewer, four
/// three fewer.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn set_tables(
    clearing: Clearing,
    cards: usize,
    workers: &dyn Workers,
) -> Result<SetTables, Error> {
    let mut sets = SetTables::new(clearing);
    for (players, fewer) in [(2, 0), (3, 2), (4, 3)] {
        sets.compute(players, cards.saturating_sub(fewer), workers)
            .map_err(|_| Error::Interrupted)?;
    }
    Ok(sets)
}

/// Adds the tables that are needed within these limits.
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
            if !tables.read(players, cards, shelf)? {
                missing.push((players, cards, name));
            }
        }
    }
    let names = match &missing[..] {
        [] => return Ok(()),
        [(.., name)] => format!("1 endgame table not in the data folder ({name})"),
        [(.., first), .., (.., last)] => {
            let count = missing.len();
            format!("{count} endgame tables not in the data folder ({first} to {last})")
        }
    };
    progress.note(&format!("{names}: worked out for this match"));
    for (players, cards, _) in missing {
        tables.compute(players, cards, workers).map_err(|_| Error::Interrupted)?;
    }
    Ok(())
}
