//! `man --to DIR`

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shuban_store::write_bytes;

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Write a manual page for the program and for each of its commands
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The folder to write them to, such as ~/.local/share/man/man1
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

#[derive(Serialize)]
struct Written {
    folder: PathBuf,
    pages: usize,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} manual pages written to {}", self.pages, self.folder.display())
    }
}

impl Man {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let failed = |error: std::io::Error| {
            Failure::environment("io", format!("{}: {error}", self.to.display()))
        };
        std::fs::create_dir_all(&self.to).map_err(failed)?;
        let mut command = context.command.clone();
        command.build();
        let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
        let mut pages = 1;
        self.write(&command)?;
        for command in commands {
            self.write(command)?;
            pages += 1;
        }
        context.account(&Written { folder: self.to.clone(), pages })
    }

    fn write(&self, command: &clap::Command) -> Result<(), Failure> {
        let (page, mut text) = (clap_mangen::Man::new(command.clone()), Vec::new());
        page.render(&mut text)?;
        let path = self.to.join(page.get_filename());
        write_bytes(&path, &text).map_err(|error| Failure::of_file(&path, &error))
    }
}
