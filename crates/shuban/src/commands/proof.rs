//! `proof pack FILE... --to OUT`

use std::path::PathBuf;

use clap::{Args, Subcommand};
use shuban_catalog::with_threads;

use crate::context::Context;
use crate::failure::{Failure, Status, check_replaceable};
use crate::interrupt::Parting;

/// Join proofs
///
/// `solve --proof` writes the proof of a position: the moves of one side, in the order of a walk from
/// the position, whatever the other side replies. `shuban-check` checks it.
#[derive(Args, Debug)]
pub(crate) struct Proof {
    #[command(subcommand)]
    form: Form,
}

#[derive(Debug, Subcommand)]
enum Form {
    Pack(Pack),
}

/// Write a proof anew; several of one claim become one
#[derive(Args, Debug)]
struct Pack {
    /// Proofs
    #[arg(required = true)]
    proofs: Vec<PathBuf>,

    /// The position that the proof is to be of, from which play comes to those of all the others
    /// within four plies [default: that of the proof, if there is but one]
    #[arg(long, value_name = "POSITION")]
    root: Option<String>,

    /// The file to write; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl Proof {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Form::Pack(Pack { proofs, root, to }) = &self.form;
        if root.is_none() && proofs.len() > 1 {
            let reason = "several proofs become one of a position that comes before them: --root \
                          says which";
            return Err(Failure::usage(reason));
        }
        check_replaceable(to)?;
        let (catalog, common) = (context.catalog, context.common);
        context.if_interrupted(|| Parting::word("nothing was written"));
        let meter = context.meter();
        let join = || catalog.join_proofs(proofs, root.as_deref(), to, common.memory(), &meter);
        context.answer(&with_threads(common.threads(), join)??)
    }
}
