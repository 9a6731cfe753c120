//! What a check of files comes to.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use shuban_core::Progress;
use shuban_solve::{Verified, VerifyOptions, program_name};
use shuban_store::layer_path;

use crate::error::Error;
use crate::names::PlacedLayer;
use crate::report::Report;
use shuban_core::grouped;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileFault {
    /// The file.
    pub file: PathBuf,
    /// The section, or `header`, `directory`, `trailer`.
    pub section: String,
    /// The block of the section, where one is to blame.
    pub block: Option<u64>,
    /// The rank in the part, where one is to blame.
    pub rank: Option<u64>,
    /// What was expected and found.
    pub reason: String,
}

/// The check of one layer's file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VerifiedLayer {
    /// The layer.
    pub domain: String,
    /// Whether everything was right.
    pub passed: bool,
    /// Positions whose value was compared with what follows from its successors.
    pub positions: u64,
    /// Whether these were a sample, and not all.
    pub sampled: bool,
    /// The ledger that it was compared with, and with nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<PathBuf>,
    /// The rounds of striking out that show that play leaves the layer, where that was redone.
    pub leaving_rounds: Option<u32>,
    /// How long it took.
    pub seconds: f64,
    /// What is wrong.
    #[serde(flatten)]
    pub fault: Option<FileFault>,
}

/// The check of a layer, and perhaps of all that it needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// The layer that was asked for.
    pub domain: String,
    /// Whether everything was right.
    pub passed: bool,
    /// Positions of all layers whose value was compared.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// The first thing that is wrong.
    #[serde(flatten)]
    pub fault: Option<FileFault>,
    /// What was checked: the layer itself, last, and what it needs, where that was asked for.
    pub layers: Vec<VerifiedLayer>,
}

impl PlacedLayer<'_> {
    /// Verifies this layer's file; with `all`, also the files of all layers it needs.
    ///
    /// # Errors
    /// [`Error`] if the check could not be carried out.
    pub fn verify(
        &self,
        options: &VerifyOptions,
        all: bool,
        progress: &dyn Progress,
    ) -> Result<Verification, Error> {
        let started = Instant::now();
        let ids = if all { self.family.needed(self.layer) } else { vec![self.layer] };
        let mut layers = Vec::new();
        for (step, &id) in ids.iter().enumerate() {
            let name = &self.family.layers()[id.0].name;
            progress.layer(name, step + 1, ids.len());
            let began = Instant::now();
            // A file that is missing is not a wrong one, even if the layers it needs are missing
            // too.
            if !layer_path(&options.data, name)?.exists() {
                return Err(Error::NotBuilt(name.clone()));
            }
            let verified = self.family.verify(id, None, options, progress)?;
            layers.push(VerifiedLayer::new(name, verified, options, None, began));
        }
        Ok(self.verification(layers, started))
    }

    /// Compares this layer's file with a ledger.
    ///
    /// # Errors
    /// [`Error`] if the check could not be carried out.
    pub fn verify_ledger(
        &self,
        ledger: &Path,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verification, Error> {
        let started = Instant::now();
        progress.layer(self.name(), 1, 1);
        let verified = self.family.verify(self.layer, Some(ledger), options, progress)?;
        let layer = VerifiedLayer::new(self.name(), verified, options, Some(ledger), started);
        Ok(self.verification(vec![layer], started))
    }

    fn verification(&self, layers: Vec<VerifiedLayer>, started: Instant) -> Verification {
        let fault = layers.iter().find_map(|layer: &VerifiedLayer| layer.fault.clone());
        Verification {
            domain: self.name().to_owned(),
            passed: fault.is_none(),
            positions: layers.iter().map(|layer| layer.positions).sum(),
            seconds: started.elapsed().as_secs_f64(),
            fault,
            layers,
        }
    }
}

impl VerifiedLayer {
    fn new(
        name: &str,
        verified: Verified,
        options: &VerifyOptions,
        ledger: Option<&Path>,
        started: Instant,
    ) -> Self {
        VerifiedLayer {
            domain: name.to_owned(),
            passed: verified.failure.is_none(),
            positions: verified.positions,
            sampled: options.sample.is_some(),
            ledger: ledger.map(Path::to_owned),
            leaving_rounds: verified.leaving_rounds,
            seconds: started.elapsed().as_secs_f64(),
            fault: verified.failure.map(|failure| FileFault {
                file: failure.file,
                section: failure.section,
                block: failure.block,
                rank: failure.rank,
                reason: failure.reason,
            }),
        }
    }
}

impl Report for Verification {
    fn text(&self) -> String {
        let line = |layer: &VerifiedLayer| match &layer.fault {
            None if layer.ledger.is_some() => {
                let (positions, seconds) = (grouped(layer.positions), layer.seconds);
                format!(
                    "{}: {positions} positions are those of the ledger ({seconds:.2} s)",
                    layer.domain
                )
            }
            None => {
                let which = if layer.sampled { "sampled positions" } else { "positions" };
                let leaving = layer.leaving_rounds.map_or(String::new(), |rounds| {
                    format!("; play leaves the layer, shown in {rounds} rounds")
                });
                format!(
                    "{}: verified: every checksum, {} {which}{leaving} ({:.2} s)",
                    layer.domain,
                    grouped(layer.positions),
                    layer.seconds
                )
            }
            Some(fault) => {
                let block = fault.block.map_or(String::new(), |block| format!(", block {block}"));
                let rank = fault.rank.map_or(String::new(), |rank| format!(", rank {rank}"));
                let (file, section) = (fault.file.display(), &fault.section);
                format!(
                    "{0}: WRONG: {file}: {section}{block}{rank}: {1}\n  `{2} build {0} --rebuild` builds it anew",
                    layer.domain,
                    fault.reason,
                    program_name()
                )
            }
        };
        self.layers.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
