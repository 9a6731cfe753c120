//! `completions SHELL`

use std::io;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::completion::{script, shells};
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Print what makes a shell complete commands, options, games and layers
///
/// For bash: `source <(shuban completions bash)`, in ~/.bashrc to have it always.
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(shells()))]
    shell: String,
}

impl Completions {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let script = script(&self.shell).transpose()?.unwrap_or_default();
        let script = String::from_utf8(script)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        context.line(script.trim_end())?;
        Ok(Status::Success)
    }
}
