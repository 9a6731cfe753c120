//! `shuban draw GAME POSITION --to FILE`

use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_catalog::{Report, catalog};

use crate::failure::{Failure, Status};
use crate::output::Output;

#[derive(Serialize)]
struct Drawn {
    game: String,
    position: String,
    file: PathBuf,
}

impl Report for Drawn {
    fn text(&self) -> String {
        format!("{} {} drawn into {}", self.game, self.position, self.file.display())
    }
}

pub(crate) fn run(game: &str, position: &str, to: &Path, output: &Output) -> Result<Status, Failure> {
    let game = catalog().game(game)?;
    if to.extension().is_none_or(|ending| ending != "svg") {
        return Err(Failure::usage(format!(
            "cannot draw into `{}`: the file must end in .svg",
            to.display()
        )));
    }
    let picture = game.svg(position)?;
    std::fs::write(to, picture)
        .map_err(|error| Failure::environment("io", format!("{}: {error}", to.display())))?;
    let position = game.canonical(position)?;
    output.account(&Drawn { game: game.name(), position, file: to.to_owned() })?;
    Ok(Status::Success)
}
