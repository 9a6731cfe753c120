//! `analyse FILE` of match files.

use std::path::PathBuf;

use clap::Args;
use shuban::{Analyse, Context, Failure, Status};
use shuban_catalog::Error;
use shuban_match::match_file::{MatchFileError, ReadOptions, read_file};
use shuban_match::match_play::DoublingOptions;
use shuban_match::{PlayedMatch, analyse};

use super::flags::read_equities;

// Flags of `analyse` for files of matches: a doc comment would be the help of the command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Match play and money")]
pub(super) struct AnalyseFlags {
    /// The match was played without the Crawford rule, whatever the file says
    #[arg(long)]
    no_crawford: bool,
    /// Judge the cube in matches where at most N positions can be reached; 0: nowhere
    #[arg(long, value_name = "N", default_value_t = 30_000,
          value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    cube_positions: u32,
    /// Judge the cube by the match equities in this file of GNU Backgammon, instead of those of a
    /// simple model
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
}

impl AnalyseFlags {
    /// Analyses a file: records of any game, else matches.
    pub(super) fn run(&self, asked: &Analyse, context: &Context<'_>) -> Result<Status, Failure> {
        let bytes = asked.bytes(context)?;
        if let Some(status) = asked.of_transcripts(&bytes, context)? {
            return Ok(status);
        }
        let bad = |error: &MatchFileError| {
            let message = format!("{}, {error}", asked.file_name());
            Failure::Said { status: Status::BadInput, kind: "bad-game-file", message }
        };
        let options = ReadOptions { game: asked.game(), no_crawford: self.no_crawford };
        let records = read_file(&bytes, &options).map_err(|error| bad(&error))?;
        if asked.is_strict() {
            let left_out = records.iter().flat_map(|record| &record.left_out);
            let warnings = records.iter().flat_map(|record| &record.warnings);
            if let Some(error) = left_out.map(|game| &game.error).chain(warnings).next() {
                return Err(bad(error));
            }
        }
        let equities = self.met.as_deref().map(read_equities).transpose()?;
        let doubling = DoublingOptions {
            most_positions: self.cube_positions as usize,
            equities: equities.as_deref(),
        };
        let analysed = records.iter().map(|record| {
            let played = PlayedMatch::of(record);
            asked.judged(played.variant.name(), context, |resources, valuer, meter| {
                analyse(resources, &played, valuer, &doubling, meter)
            })
        });
        asked.answer(analysed.collect::<Result<Vec<_>, Error>>()?, context)
    }
}
