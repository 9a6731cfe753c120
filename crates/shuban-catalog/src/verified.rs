//! What a check of files comes to.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use shuban_core::{LayerId, Progress, grouped};
use shuban_solve::{Failure, VerifyOptions, program_name};
use shuban_store::layer_path;

use crate::error::Error;
use crate::names::PlacedLayer;

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
    pub failure: Option<Failure>,
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
    pub failure: Option<Failure>,
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
        let ids = if all { self.family.needed(self.layer) } else { vec![self.layer] };
        // A file that is missing is not a wrong one, even if the layers it needs are missing too.
        for id in &ids {
            let name = &self.family.layers()[id.0].name;
            if !layer_path(&options.data, name)?.exists() {
                return Err(Error::NotBuilt(name.clone()));
            }
        }
        self.verified(&ids, None, options, progress)
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
        self.verified(&[self.layer], Some(ledger), options, progress)
    }

    fn verified(
        &self,
        ids: &[LayerId],
        ledger: Option<&Path>,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verification, Error> {
        let started = Instant::now();
        let mut layers = Vec::new();
        for (step, &id) in ids.iter().enumerate() {
            let domain = self.family.layers()[id.0].name.clone();
            progress.layer(&domain, step + 1, ids.len());
            let began = Instant::now();
            let verified = self.family.verify(id, ledger, options, progress)?;
            layers.push(VerifiedLayer {
                domain,
                passed: verified.failure.is_none(),
                positions: verified.positions,
                sampled: options.sample.is_some(),
                ledger: ledger.map(Path::to_owned),
                leaving_rounds: verified.leaving_rounds,
                seconds: began.elapsed().as_secs_f64(),
                failure: verified.failure,
            });
        }
        let failure = layers.iter().find_map(|layer| layer.failure.clone());
        Ok(Verification {
            domain: self.name().to_owned(),
            passed: failure.is_none(),
            positions: layers.iter().map(|layer| layer.positions).sum(),
            seconds: started.elapsed().as_secs_f64(),
            failure,
            layers,
        })
    }
}

impl fmt::Display for VerifiedLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VerifiedLayer { domain, seconds, .. } = self;
        let positions = grouped(self.positions);
        if let Some(Failure { file, section, block, rank, reason }) = &self.failure {
            write!(f, "{domain}: WRONG: {}: {section}", file.display())?;
            block.map_or(Ok(()), |block| write!(f, ", block {block}"))?;
            rank.map_or(Ok(()), |rank| write!(f, ", rank {rank}"))?;
            let program = program_name();
            return write!(f, ": {reason}\n  `{program} build {domain} --rebuild` builds it anew");
        }
        if self.ledger.is_some() {
            return write!(
                f,
                "{domain}: {positions} positions are those of the ledger ({seconds:.2} s)"
            );
        }
        let which = if self.sampled { "sampled positions" } else { "positions" };
        write!(f, "{domain}: verified: every checksum, {positions} {which}")?;
        if let Some(rounds) = self.leaving_rounds {
            write!(f, "; play leaves the layer, shown in {rounds} rounds")?;
        }
        write!(f, " ({seconds:.2} s)")
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.layers.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}
