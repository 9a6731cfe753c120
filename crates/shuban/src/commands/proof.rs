//! `proof pack FILE... --to OUT`, `proof unpack FILE --to OUT`

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use shuban_catalog::{ProofForm, with_threads};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Make proofs smaller, join them, or write out all their positions
///
/// `solve --proof` lists the positions of a strategy, each with its move: that form is walked in the
/// browser. Packed, a proof holds the moves alone, in the order of a walk from its root, and takes a
/// twentieth of the space. `shuban-check` checks both.
#[derive(Args, Debug)]
pub(crate) struct Proof {
    #[command(subcommand)]
    form: Form,
}

#[derive(Debug, Subcommand)]
enum Form {
    Pack(Pack),
    Unpack(Unpack),
}

/// Write the moves alone; several proofs of one claim become one
#[derive(Args, Debug)]
struct Pack {
    /// Proofs, of either form
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

/// Write out all positions of a proof that is packed
#[derive(Args, Debug)]
struct Unpack {
    /// The proof
    proof: PathBuf,

    /// The file to write; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl Proof {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        match &self.form {
            Form::Pack(Pack { proofs, root: None, .. }) if proofs.len() > 1 => {
                let reason = "several proofs become one of a position that comes before them: \
                              --root says which";
                Err(Failure::usage(reason))
            }
            Form::Pack(Pack { proofs, root, to }) => {
                rewrite(context, proofs, root.as_deref(), ProofForm::Walk, to)
            }
            Form::Unpack(Unpack { proof, to }) => {
                rewrite(context, std::slice::from_ref(proof), None, ProofForm::List, to)
            }
        }
    }
}

fn rewrite(
    context: &Context<'_>,
    proofs: &[PathBuf],
    root: Option<&str>,
    form: ProofForm,
    to: &Path,
) -> Result<Status, Failure> {
    let (catalog, common) = (context.catalog, context.common);
    context.if_interrupted(|| Parting::word("nothing was written"));
    let rewrite = || catalog.rewrite_proofs(proofs, root, form, to, common.memory());
    context.answer(&with_threads(common.threads(), rewrite)??)
}
