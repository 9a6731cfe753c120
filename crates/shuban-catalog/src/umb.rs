//! Games as models in the *unified Markov binary* format (`.umb`), which probabilistic model
//! checkers read: <https://github.com/pmc-tools/umb>.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};
use serde_json::json;
use shuban_search::TransitionSystem;
use tar::{Builder, Header};

/// Writes a transition system as a compressed archive of arrays: the same bytes for the same system.
///
/// The label `won` is at the state that the player `first` wants to reach. Readers of today refuse texts
/// at states, so a position is known by its number alone.
///
/// # Errors
/// Those of the output.
pub(crate) fn write(
    model: &TransitionSystem,
    name: &str,
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let packed = GzBuilder::new().mtime(0).write(out, Compression::fast());
    let mut archive = Builder::new(packed);
    let mut add = |path: &str, bytes: Vec<u8>| {
        let mut header = Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        archive.append_data(&mut header, path, &bytes[..])
    };
    let states = model.states();
    let index = serde_json::to_vec_pretty(&index(model, name)).map_err(io::Error::other)?;
    add("index.json", index)?;
    add("state-is-initial.bin", bits(states, 0..model.initial))?;
    add("state-to-choices.bin", wide(&model.choices))?;
    let players = model.players.iter().flat_map(|player| player.to_le_bytes()).collect();
    add("state-to-player.bin", players)?;
    add("choice-to-branches.bin", wide(&model.branches))?;
    add("branch-to-target.bin", wide(&model.targets))?;
    let probabilities = model.probabilities.iter().flat_map(|p| p.to_le_bytes()).collect();
    add("branch-to-probability.bin", probabilities)?;
    add("annotations/aps/won/states/values.bin", bits(states, model.won..model.won + 1))?;
    archive.into_inner()?.finish()?.flush()
}

/// Returns the head of the archive.
fn index(model: &TransitionSystem, name: &str) -> serde_json::Value {
    let [lowest, highest] = model.payoffs;
    let comment = format!(
        "The value of a state to the player `first` is {lowest} + {} * P(F \"won\").",
        i32::from(highest) - i32::from(lowest)
    );
    json!({
        "format-version": 0,
        "format-revision": 0,
        "file-data": {
            "tool": "Shuban",
            "tool-version": env!("CARGO_PKG_VERSION"),
            "parameters": { "lowest": lowest, "highest": highest },
        },
        "model-data": { "name": name, "comment": comment },
        "transition-system": {
            "time": "discrete",
            "#players": 2,
            "player-names": ["first", "second"],
            "#states": model.states(),
            "#initial-states": model.initial,
            "#choices": model.branches.len() - 1,
            "#choice-actions": 0,
            "#branches": model.targets.len(),
            "#branch-actions": 0,
            "#observations": 0,
            "branch-probability-type": { "type": "double", "size": 64 },
        },
        "annotations": {
            "aps": {
                "won": { "applies-to": ["states"], "type": { "type": "bool", "size": 1 } },
            },
        },
    })
}

fn wide(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Returns a set of states as bits, lowest first, in words of 64.
fn bits(states: u64, set: std::ops::Range<u64>) -> Vec<u8> {
    let mut words = vec![0u64; states.div_ceil(64) as usize];
    set.for_each(|state| words[(state / 64) as usize] |= 1 << (state % 64));
    wide(&words)
}
