//! Verification report.

use std::fmt;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;
use shuban_core::echo::safe_lines;
use shuban_core::{LayerId, Progress};
use shuban_solve::{Failure, Verified, VerifyOptions};
use shuban_store::answering_file;

use crate::error::Error;
use crate::names::PlacedLayer;

/// Verification of a layer, optionally with all that it needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// Name of the layer that was asked for.
    pub domain: String,
    /// True if no error was found.
    pub passed: bool,
    /// Positions of all layers whose value was compared.
    pub positions: u64,
    /// Widest interval of all layers; `None` if values are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Duration in seconds.
    pub seconds: f64,
    /// The first error.
    #[serde(flatten)]
    pub failure: Option<Failure>,
    /// Reports by layer: those it needs, if asked for, then the layer itself.
    pub layers: Vec<Verified>,
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
            if answering_file(&**self.family.files(), &options.data, name)?.is_none() {
                return Err(Error::not_built(name));
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
            progress.layer(&self.family.layers()[id.0].name, step + 1, ids.len());
            layers.push(self.family.verify(id, ledger, options, progress)?);
        }
        let failure = layers.iter().find_map(|layer| layer.failure.clone());
        Ok(Verification {
            domain: self.name().to_owned(),
            passed: failure.is_none(),
            positions: layers.iter().map(|layer| layer.positions).sum(),
            width: layers.iter().filter_map(|layer| layer.width).reduce(f64::max),
            seconds: started.elapsed().as_secs_f64(),
            failure,
            layers,
        })
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.layers.iter().map(ToString::to_string).collect();
        // The reason may repeat what a file says.
        f.write_str(&safe_lines(&lines.join("\n"), usize::MAX))
    }
}
