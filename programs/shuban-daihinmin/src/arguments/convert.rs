//! The command `convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use shuban::{Context, Failure, Parting, Status};
use shuban_daihinmin::matches::{RecordFormat, convert};

use crate::failed;

/// Arguments of the conversion of a record.
#[derive(Args, Debug)]
pub(crate) struct ConvertArguments {
    /// Record in the format of `match --records`, or in the one of the contest's programs
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format to write [default: the other one]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// Write to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Format to write.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    /// Hands in braces, as programs of the UEC contest exchange records
    Contest,
    /// The format of this program
    Ours,
}

impl ConvertArguments {
    pub(crate) fn run(self, context: &Context<'_>) -> Result<Status, Failure> {
        context.if_interrupted(|| Parting::word("the record was not converted"));
        let to = self.to.map(|to| match to {
            Target::Contest => RecordFormat::Contest,
            Target::Ours => RecordFormat::Ours,
        });
        let converted = convert(&self.file, to, self.output.as_deref()).map_err(failed)?;
        context.answer(&converted)?;
        Ok(Status::Success)
    }
}
