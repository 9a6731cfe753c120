//! Every position of 4×4 as a table, beside proof search on positions drawn at random.

use shuban_amazons::Boards;
use shuban_amazons::whole::{LastMove, WholeBoards};
use shuban_catalog::Error;
use shuban_core::text::grouped;
use shuban_core::{Domain, Layer, LayerId, Random};

use super::proven::{Drawn, compared};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Empty squares from which on proof search searches to the end at once: with the usual eight it would have nothing to do.
const TAIL: u32 = 2;

/// Returns how many positions drawn from the whole table have the winner that proof search finds; by default of
/// those with at most four empty squares.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let Some(domain) = Boards::new(4, 4).and_then(WholeBoards::new) else {
        return Err(Error::TooMuch("4×4 has no table".to_owned()));
    };
    let (last, drawn) = run.size(("amazons/4x4/empty-4", 1_000), ("amazons/4x4/empty-8", 10_000));
    let built = run.built(&domain, last)?;
    let layers = &domain.layers()[..=built.layer.0];
    let opened = (0..layers.len()).map(|layer| built.open(LayerId(layer)));
    let opened = opened.collect::<Result<Vec<_>, Error>>()?;
    let all: u64 = layers.iter().map(Layer::positions).sum();
    run.progress.phase("positions of 4×4", drawn);
    let mut random = Random::new(1);
    let what = format!(
        "{} of {} positions of 4×4, drawn at random: with the same winner in the table and by proof search",
        grouped(drawn),
        grouped(all)
    );
    let row = compared(run, what, drawn, || {
        loop {
            let (mut rank, mut layer) = (random.below(all), 0);
            while rank >= layers[layer].positions() {
                rank -= layers[layer].positions();
                layer += 1;
            }
            if let Some(position) = opened[layer].position(rank)? {
                let wins = opened[layer].value_at(0, rank)? == LastMove::Won;
                return Ok(Drawn { position, wins, tail: Some(TAIL) });
            }
        }
    })?;
    Ok(vec![row])
}
