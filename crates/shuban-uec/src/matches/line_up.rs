//! Players by name, with the databases that they ask.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use shuban_core::{Domain, LayerId, Progress, Unanswered};
use shuban_solve::OpenLayer;
use shuban_store::{Disk, FileSystem};
use shuban_tanhinmin::{Clearing, Leads};

use super::error::Error;
use crate::game::Rules;
use crate::players::endgame::{LeadTables, Limits, WinBits, WinningLeads};
use crate::players::{PlayerKind, Playouts, Setup};

/// How players think.
#[derive(Clone, Debug)]
pub struct PlayerSetting {
    /// The data folder: layers that are built there are read. All others are worked out.
    pub data: Option<PathBuf>,
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
        let Limits { cards, samples, time, .. } = Limits::default();
        let Playouts { deals: playouts, tries, cards: playout_cards, .. } = Playouts::default();
        let clearing = Clearing::Tanhinmin;
        PlayerSetting { data: None, clearing, cards, samples, time, playouts, tries, playout_cards }
    }
}

/// What players of these kinds need; tables are only made, on the threads of the current pool, if one of them
/// asks any.
///
/// # Errors
/// [`Error::Interrupted`], and what reading a database may come to.
pub fn setup(
    kinds: &[PlayerKind],
    rules: Rules,
    setting: &PlayerSetting,
    progress: &dyn Progress,
) -> Result<Setup, Error> {
    let limits =
        Limits { cards: setting.cards, samples: setting.samples, time: setting.time, ..Limits::default() };
    let leads: Arc<dyn WinningLeads> = if kinds.contains(&PlayerKind::Endgame) {
        Arc::new(tables(&limits, setting, progress)?)
    } else {
        Arc::new(LeadTables::new(setting.clearing))
    };
    let PlayerSetting { playouts: deals, tries, playout_cards: cards, .. } = *setting;
    let playouts = Playouts { deals, tries, cards, ..Playouts::default() };
    Ok(Setup { rules, seed: 0, leads, limits, playouts })
}

/// The tables that are asked within these limits: those of the data folder, and the others worked out.
fn tables(limits: &Limits, setting: &PlayerSetting, progress: &dyn Progress) -> Result<LeadTables, Error> {
    let mut tables = LeadTables::new(setting.clearing);
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let (fewest, most) = limits.players;
    let mut missing = Vec::new();
    for players in fewest..=most {
        for cards in players..=limits.cards {
            let Some(leads) = tables.domain(players) else { continue };
            let Some(layer) = leads.layer(cards) else { continue };
            let name = leads.layers()[layer.0].name.clone();
            let read = match &setting.data {
                Some(data) => read(&files, data, leads, layer)?,
                None => None,
            };
            // As many as the layer has, which opening has made sure of.
            if !read.is_some_and(|wins| tables.insert(players, cards, wins)) {
                missing.push(Missing { players, cards, name });
            }
        }
    }
    let folder = setting.data.as_ref().map_or(String::new(), |data| format!(" not in {}", data.display()));
    match &missing[..] {
        [] => {}
        [one] => progress.note(&format!("1 endgame table{folder} ({}): worked out for this match", one.name)),
        [first, .., last] => {
            let (count, first, last) = (missing.len(), &first.name, &last.name);
            progress.note(&format!(
                "{count} endgame tables{folder} ({first} to {last}): worked out for this match"
            ));
        }
    }
    progress.phase("endgame tables", missing.len() as u64);
    for (done, Missing { players, cards, .. }) in (1..).zip(missing) {
        tables.compute(players, cards, &Pool(progress)).map_err(|_| Error::Interrupted)?;
        progress.at(done, "");
    }
    Ok(tables)
}

/// A table that is not built.
struct Missing {
    players: usize,
    cards: usize,
    name: String,
}

/// Whether each lead of a layer wins, from its file; `None` if it is not built.
fn read(
    files: &Arc<dyn FileSystem>,
    data: &Path,
    leads: &Leads,
    layer: LayerId,
) -> Result<Option<WinBits>, Error> {
    let open = match OpenLayer::open(files, data, leads, layer) {
        Err(shuban_solve::Error::NotBuilt { .. }) => return Ok(None),
        open => open?,
    };
    let records = open.records(0);
    let mut wins = WinBits::default();
    records
        .for_each(0..records.len(), |_, lead| wins.push(lead.wins()))
        .map_err(shuban_solve::Error::from)?;
    Ok(Some(wins))
}

/// The current rayon pool; stops when the work is called off.
struct Pool<'a>(&'a dyn Progress);

impl shuban_core::Workers for Pool<'_> {
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered> {
        (0..count).into_par_iter().try_for_each(|number| {
            if self.0.interrupted() {
                return Err(Unanswered::default());
            }
            work(number)
        })
    }
}
