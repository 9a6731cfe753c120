//! `draw GAME POSITION --to FILE`

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shuban_catalog::{png, turn_svg};
use shuban_core::Medium;
use shuban_core::echo::echo;
use shuban_store::write_bytes;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::units::position_text;

/// Draw a position, or one turn from it, into an .svg, .png or .txt file
#[derive(Args, Debug)]
pub(crate) struct Draw {
    /// The game
    game: String,
    /// The position
    #[arg(allow_hyphen_values = true, value_parser = position_text)]
    position: String,
    /// The file to write; .svg, .png or .txt selects the format. A board as .txt reads as a
    /// position again where the game has such a form
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Draw one turn as a tree: the position, this roll where there are dice, each play, and the
    /// position after it
    #[arg(long, value_name = "ROLL", num_args = 0..=1, default_missing_value = "")]
    turn: Option<String>,
    /// With --turn, how many plays are drawn; the others are counted
    #[arg(long, value_name = "N", default_value_t = 8, requires = "turn",
          value_parser = clap::value_parser!(u32).range(1..=100))]
    most: u32,
    /// Width of a .png file [default: twice the width of the .svg file]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,
}

#[derive(Serialize)]
struct DrawnFile {
    game: String,
    position: String,
    file: PathBuf,
}

impl fmt::Display for DrawnFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} drawn into {}", self.game, self.position, self.file.display())
    }
}

impl Draw {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        context.if_interrupted(|| Parting::word("no picture was written"));
        let Draw { game, position, to, turn, most, width } = self;
        let (game, written) = context.catalog.games_named(game)?.read_state(position)?;
        let svg = || match turn.as_deref() {
            None => Ok(game.draw(&written, Medium::Svg)?),
            Some(roll) => {
                let roll = Some(roll).filter(|roll| !roll.is_empty());
                turn_svg(game, &written, roll, *most as usize)
            }
        };
        let picture = match to.extension().and_then(|ending| ending.to_str()) {
            Some("svg") if width.is_some() => {
                return Err(Failure::usage("--width is for .png files: an .svg file has any size"));
            }
            Some("txt") if turn.is_some() || width.is_some() => {
                return Err(Failure::usage("--turn and --width are for .svg and .png files"));
            }
            Some("txt") => game.text_board(position)?.into_bytes(),
            Some("svg") => svg()?.into_bytes(),
            Some("png") => png(&svg()?, *width)?,
            _ => {
                return Err(Failure::usage(format!(
                    "cannot draw into `{}`: the file must end in .svg, .png or .txt",
                    echo(&to.display().to_string(), 0)
                )));
            }
        };
        write_bytes(to, &picture).map_err(|error| Failure::of_file(to, &error))?;
        let (game, position) = (game.name(), written.text);
        context.account(&DrawnFile { game, position, file: to.clone() })
    }
}
