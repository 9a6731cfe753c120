//! Short proofs of starting positions, written in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shuban_catalog::proof::{ProofQuestion, ProofSetting};
use shuban_catalog::{AnyRules, Catalog, Error, Solving};
use shuban_core::Progress;
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;

use crate::proof_files::{EXTENSION, folder};

/// Time limit of a search; games whose proof takes longer get none.
const MOST_TIME: Duration = Duration::from_secs(2);
/// Memory of a search, in bytes.
const MEMORY: u64 = 128 << 20;
/// Question that is asked about the start of a game.
const ASKED: ProofQuestion = ProofQuestion::DrawOrBetter;

/// A progress that interrupts a search when the service ends.
struct Stopping<'s>(&'s AtomicBool);

impl Progress for Stopping<'_> {
    fn interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Writes a proof of each game with proof search that is proven within the time limit, unless a
/// proof exists. For the other games the time of their searches is spent in vain.
pub(crate) fn write(catalog: &Catalog, data: &Path, stop: &AtomicBool) {
    for game in catalog.games().map(AnyRules::name) {
        let name = format!("{}-{}.{EXTENSION}", game.replace('/', "-"), ASKED.name());
        let path = folder(data).join(name);
        if (path.exists() && !is_outdated(catalog, &path)) || stop.load(Ordering::Relaxed) {
            continue;
        }
        // A panic in one search does not prevent the others.
        let written = catch_unwind(AssertUnwindSafe(|| proof(catalog, &game, &path, stop)));
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::info!(game, %error, "no proof"),
            Err(_) => tracing::error!(game, "the search for a proof has a fault"),
        }
    }
}

/// Returns true for a proof in the format of an earlier program, which is no longer read.
fn is_outdated(catalog: &Catalog, path: &Path) -> bool {
    catalog.open_proof(path, MEMORY).is_err_and(|error| error.is_outdated())
}

/// Searches for a proof; writes no file if none is found in time.
fn proof(catalog: &Catalog, game: &str, path: &Path, stop: &AtomicBool) -> Result<(), Error> {
    let games = catalog.games_named(game)?;
    if !catalog.is_proven(games) {
        return Ok(());
    }
    let proof = ProofSetting {
        asked: Some(ASKED),
        proof: Some(path.to_owned()),
        ..ProofSetting::default()
    };
    let progress = &Stopping(stop);
    let setting = SearchSetting {
        shelf: &EmptyShelf,
        memory: MEMORY,
        threads: 1,
        nodes: None,
        time: Some(MOST_TIME),
        progress,
    };
    let mut solving = Solving::begin(catalog, games, Some(&proof), setting)?;
    solving.solve(&solving.question(&games.start(), None)?)?;
    tracing::info!(game, found = path.exists(), "proof");
    Ok(())
}
