//! `completions SHELL`

use std::io;

use clap::Args;
use clap_complete::{Shell, generate};
use shuban_core::advice::program_name;

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Print what makes a shell complete commands and options
///
/// For bash: `source <(shuban completions bash)`, in ~/.bashrc to have it always.
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut context.command.clone(), program_name(), &mut script);
        let script = String::from_utf8(script)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        context.line(script.trim_end())?;
        Ok(Status::Success)
    }
}
