//! `verify DOMAIN`

use std::path::PathBuf;

use clap::{ArgAction, ArgMatches, Args, FromArgMatches};
use shuban_solve::{BY_RULES, Scratch, VerifyOptions};

use crate::common::Common;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};
use crate::scratch::ScratchFlag;

/// Verify a database: every checksum, then every position against its successors
///
/// Checks this layer's file. The layers it was built from are read and identified; --all verifies
/// them, too. The check does not trust the solver: each stored value must follow from its
/// successors, and no other table may agree with the rules, since no position comes back, or chance
/// makes play leave the layer, or bounds have slack, or values recede. The last line says which.
///
/// The large layers of the gammon family are checked by sweeps over all positions at once, and a
/// hundred thousand positions by the rules as well; --rules checks all of them so.
#[derive(Args, Debug)]
pub struct Verify {
    /// The layer
    // A list, so that an extension can take more of them.
    #[arg(required = true, num_args = 1, action = ArgAction::Set)]
    domain: Vec<String>,
    /// Check N random positions instead of all; the same ones each time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Check all positions by the rules, one by one; where sweeps are faster, this takes far longer
    #[arg(long, conflicts_with = "sample")]
    rules: bool,
    #[command(flatten)]
    scratch: ScratchFlag,
    /// Verify the layers it was built from, too
    #[arg(long)]
    all: bool,
    /// Only compare the file with a ledger: hash and histogram of each shard in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "rules", "all"])]
    ledger: Option<PathBuf>,
}

impl Verify {
    /// Reads the arguments, for a check of another kind.
    ///
    /// # Errors
    /// [`Failure`] if they cannot be read.
    pub fn of(matches: &ArgMatches) -> Result<Self, Failure> {
        Verify::from_arg_matches(matches).map_err(|error| Failure::usage(error.to_string()))
    }

    /// Returns the layers as they were named.
    pub fn named(&self) -> &[String] {
        &self.domain
    }

    /// Returns the number of positions to check.
    pub fn sample(&self) -> Option<u64> {
        self.sample
    }

    /// Returns true if all positions are to be checked by the rules.
    pub fn checks_all_by_rules(&self) -> bool {
        self.rules
    }

    /// Returns true if the layers that these were built from are to be checked too.
    pub fn takes_needed(&self) -> bool {
        self.all
    }

    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let [domain] = self.domain.as_slice() else {
            return Err(Failure::usage("one layer at a time"));
        };
        let layer = context.catalog.layer(domain)?;
        context.if_interrupted(|| match interrupt::reached("") {
            Some(reached) => Parting::word(format!("checked {}", reached.trim_end())),
            None => Parting::word("nothing was checked to the end"),
        });
        let verified = {
            let meter = context.meter();
            let scratch = self.scratch.options();
            let options =
                VerifyOptions { scratch, ..options(self.sample, self.rules, context.common) };
            match &self.ledger {
                Some(ledger) => layer.verify_ledger(ledger, &options, &meter)?,
                None => layer.verify(&options, self.all, &meter)?,
            }
        };
        context.verdict(&verified, verified.passed)
    }
}

pub(crate) fn options(sample: Option<u64>, rules: bool, common: &Common) -> VerifyOptions {
    VerifyOptions {
        data: common.data().to_owned(),
        threads: common.threads(),
        memory: common.memory(),
        scratch: Scratch::default(),
        sample,
        by_rules: if rules { u64::MAX } else { BY_RULES },
    }
}
