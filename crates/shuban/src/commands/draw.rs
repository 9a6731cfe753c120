//! `draw GAME POSITION --to FILE`

use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_catalog::{Report, png};
use shuban_core::Medium;

use crate::context::Context;
use crate::failure::{Failure, Status};

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

pub(crate) fn run(
    game: &str,
    position: &str,
    to: &Path,
    width: Option<u32>,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let (game, written) = context.catalog.games_named(game)?.read(position)?;
    let svg = || game.draw(&written, Medium::Svg);
    let picture = match to.extension().and_then(|ending| ending.to_str()) {
        Some("svg") if width.is_some() => {
            return Err(Failure::usage("--width is for .png files: an .svg file has any size"));
        }
        Some("svg") => svg()?.into_bytes(),
        Some("png") => png(&svg()?, width)?,
        _ => {
            return Err(Failure::usage(format!(
                "cannot draw into `{}`: the file must end in .svg or .png",
                to.display()
            )));
        }
    };
    std::fs::write(to, picture)
        .map_err(|error| Failure::environment("io", format!("{}: {error}", to.display())))?;
    let position = written.text;
    context.account(&Drawn { game: game.name(), position, file: to.to_owned() })?;
    Ok(Status::Success)
}
