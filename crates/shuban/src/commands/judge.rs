//! `judge DOMAIN`

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use shuban_catalog::names::{PlacedLayer, ProbeTarget, suggestion};
use shuban_catalog::numbered::NumberedPosition;
use shuban_catalog::{Error, OpenFamily, Session};
use shuban_core::echo::echo;
use shuban_play::examination::{
    BuiltIn, Ended, ExaminationOptions, Examinee, Findings, Program, ProgramError, examine,
};
use shuban_play::{Level, Resources};
use shuban_store::whole_file;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::meter::Meter;
use crate::units::seconds;

/// Judge a player by a database: the errors of its values, what its moves lose, its hardest positions
///
/// The player is a built-in one or a program that answers on its standard output what it is asked on
/// its standard input, one JSON object a line: the page on judged players has the protocol. It gives
/// moves, or values of positions, of which its moves follow: it plays to the position that it values
/// most.
///
/// A sample has one roll for each position drawn, by chance, and 95 % intervals; --all asks about
/// every position and roll. With --exact-play the player is taken as a fixed policy for the layer and all
/// below it, and the game is solved again: against the best reply, and against itself.
///
/// Wrong answers are counted by kind, their positions left out, and the exit code is 1. A program
/// that ends, falls silent or writes what it was not asked for ends the examination, with the results
/// so far and exit code 3.
#[derive(Args, Debug)]
pub(crate) struct Judge {
    /// The layer
    domain: String,
    /// A built-in player: perfect, strong, casual, random, estimate-1 or estimate-2
    #[arg(
        long,
        value_name = "NAME",
        value_parser = player,
        required_unless_present = "program",
        conflicts_with = "program"
    )]
    player: Option<String>,
    /// A program with its arguments, in quotes
    #[arg(long, value_name = "CMD")]
    program: Option<String>,
    /// Number of positions of the sample
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000)
    )]
    sample: u64,
    /// Ask about every position, with every roll
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Solve the game again with the player's play, against the best reply and against itself; asks
    /// about every position of all layers below too
    #[arg(long, conflicts_with = "sample")]
    exact_play: bool,
    /// Seed of the sample, and of a random player
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of hardest positions to list
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(0..=1_000_000)
    )]
    hardest: u32,
    /// Write the hardest positions to this file, as a set to practise on: JSON objects, one a line
    #[arg(long, value_name = "FILE")]
    practice: Option<PathBuf>,
    /// Longest time that a program may be silent
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    patience: f64,
    /// End the examination after this time, with the results so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// End the examination when this many answers were wrong
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    faults: u64,
}

impl Judge {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let layer = context.catalog.layer(&self.domain)?;
        let target = ProbeTarget::Layer(layer);
        let session = Session::new(context.catalog, target, context.common.data());
        let explained = |error| Failure::from(session.explained(error));
        session.open().map_err(explained)?;
        let (open, _) = session.layer().ok_or_else(|| Failure::usage("not a layer"))?;
        context.if_interrupted(|| Parting::word("no answer was judged"));
        let findings = {
            let meter = context.meter();
            // Players use the databases that they find, and then they would know the answers.
            let nothing = context.scratch_folder()?;
            let data = match self.player.as_deref() {
                Some(name) if name == Level::Perfect.name() => context.common.data(),
                _ => nothing.path(),
            };
            let mut examinee = self.examinee(&layer, (open, data), context, &meter)?;
            let options = self.options(context);
            let game = layer.game;
            examine(layer.family, layer.layer, (open, game), &mut *examinee, &options, &meter)
                .map_err(explained)?
        };
        if let Some(file) = &self.practice {
            write_practice(file, &findings)?;
        }
        self.told(findings, context)
    }

    fn options(&self, context: &Context<'_>) -> ExaminationOptions {
        ExaminationOptions {
            sample: (!self.all && !self.exact_play).then_some(self.sample),
            seed: self.seed,
            most_faults: self.faults,
            time: self.time.map(Duration::from_secs_f64),
            hardest: self.hardest as usize,
            exact_play: self.exact_play,
            memory: context.common.memory(),
            ..ExaminationOptions::default()
        }
    }

    fn examinee<'c>(
        &self,
        layer: &PlacedLayer<'c>,
        (open, data): (&dyn OpenFamily, &Path),
        context: &Context<'c>,
        meter: &Meter,
    ) -> Result<Box<dyn Examinee + 'c>, Failure> {
        let game = layer.game;
        if let Some(command) = &self.program {
            let range = open.worth(NumberedPosition { layer: layer.layer, number: 0 })?.range;
            let patience = Duration::from_secs_f64(self.patience);
            let name = layer.name();
            let program = Program::start(command, &game.name(), name, range, patience, meter);
            return Ok(Box::new(program.map_err(failure)?));
        }
        let name = self.player.as_deref().unwrap_or_default();
        let resources = Resources::new(context.catalog, data);
        let games = context.catalog.games_named(&game.name())?;
        let player = BuiltIn::named(name, &resources, game, games, self.seed);
        Ok(Box::new(player.ok_or_else(|| Failure::usage("there is no such player"))?))
    }

    /// Prints the findings. An interrupted examination is told as far as it went.
    fn told(&self, findings: Findings, context: &Context<'_>) -> Result<Status, Failure> {
        let status = match &findings.ended {
            Some(ended) if ended.kind == "interrupted" => {
                context.if_interrupted(move || {
                    Parting::word("what was judged so far").with(&findings)
                });
                return Err(Failure::Interrupted);
            }
            Some(ended) if ended.kind == "faults" => Status::Negative,
            Some(ended) if ended.kind == "time" => Status::Success,
            Some(_) => Status::Environment,
            None if findings.faults.count() > 0 => Status::Negative,
            None => Status::Success,
        };
        if let Some(ended) = &findings.ended {
            context.remark(&format!("the examination ended early: {}", ended.reason));
        }
        context.answer(&findings)?;
        Ok(status)
    }
}

/// Writes the hardest positions, a JSON object a line.
fn write_practice(file: &Path, findings: &Findings) -> Result<(), Failure> {
    let written = whole_file(file, |out| {
        for hard in &findings.hardest {
            serde_json::to_writer(&mut *out, hard).map_err(std::io::Error::from)?;
            out.write_all(b"\n")?;
        }
        Ok::<_, Error>(())
    });
    written.map_err(|error| match error {
        Error::Write(source) => Error::Io { path: file.to_owned(), source }.into(),
        error => error.into(),
    })
}

/// Returns the failure of a program that cannot be examined.
fn failure(error: ProgramError) -> Failure {
    match error {
        ProgramError::NoIntroduction(Ended::Interrupted) => Failure::Interrupted,
        ProgramError::Command(_) => Failure::usage(error.to_string()),
        error => Failure::environment("program", error.to_string()),
    }
}

/// Reads the name of a built-in player.
fn player(name: &str) -> Result<String, String> {
    let names = BuiltIn::names();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    let near = suggestion(name, names.iter().copied());
    let hint = if near.is_empty() { format!("; there are {}", names.join(", ")) } else { near };
    Err(format!("there is no such player, `{}`{hint}", echo(name, 0)))
}
