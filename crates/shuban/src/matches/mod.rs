//! Match play, money play with the cube, and the analysis of match files.

mod analyse;
mod flags;
mod play;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use shuban::{Analyse, Context, Extension, Failure, Match, Probe, Status};
use shuban_catalog::names::ProbeTarget;
use shuban_match::match_file::MatchFiles;
use shuban_match::{ToldPosition, answer_of};
use shuban_play::record_form::RecordForm;

use analyse::AnalyseFlags;
use flags::{MatchFlags, usage};
use play::PlayFlags;

/// The flags of `probe` for a position of a match or of a game for money, and those of `analyse`
/// for files of matches; match files that `match` writes; matches of `play`.
pub(crate) struct Matches;

/// Paragraph on the flags in the help of `probe`.
const ABOUT_FLAGS: &str = "\
With --match, or another flag of a match, or where the text of the position has a score, the answer \
is the chance to win the match, and what to do with the cube. All positions that can be reached are \
solved for that: nothing need be built. With --money it is a single game for money, whose cube goes \
up to some value.";

/// Paragraph on match files in the help of `analyse`.
const ABOUT_FILES: &str = "\
In match files (.mat text, SGF, .xg) doubles, takes and passes are judged too, and doubles that were not \
made: for money by databases with cubeful equities, in matches by solving what can be reached.";

/// Paragraph on match files in the help of `match`.
const ABOUT_RECORDS: &str = "\
Games that are played for matches are written as match files, .mat or .sgf: for money and without doubles, \
so that every win counts 1.";

/// Paragraph on matches in the help of `play`.
const ABOUT_PLAY: &str = "\
With --match or --money doubles are offered, taken and passed (`double`, `take`, `pass`), game after game. \
The other player decides about them by databases with cubeful equities and by solving what can be reached, \
else by a simple model of what its estimate of the position is worth with a cube.";

impl Extension for Matches {
    fn augment(&self, command: Command) -> Command {
        let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
        let with = |paragraph: &str| format!("{about}\n\n{paragraph}");
        match command.get_name() {
            "probe" => MatchFlags::augment_args(command.long_about(with(ABOUT_FLAGS))),
            "analyse" => AnalyseFlags::augment_args(command.long_about(with(ABOUT_FILES))),
            "play" => PlayFlags::augment_args(command.long_about(with(ABOUT_PLAY))),
            "match" => command.long_about(with(ABOUT_RECORDS)),
            _ => command,
        }
    }

    fn take_over(
        &self,
        command: &str,
        matches: &ArgMatches,
        context: &Context<'_>,
    ) -> Option<Result<Status, Failure>> {
        match command {
            "analyse" => return Some(analyse(matches, context)),
            "play" => return play::play(matches, context).transpose(),
            "match" => return record(matches, context).transpose(),
            "probe" => {}
            _ => return None,
        }
        let flags = MatchFlags::from_arg_matches(matches).map_err(|error| usage(&error));
        match flags {
            Ok(flags) if flags.are_given() => Some(probe(&flags, matches, context)),
            Ok(flags) => told(flags, matches, context).transpose(),
            Err(failure) => Some(Err(failure)),
        }
    }
}

/// Plays a match whose games are to be written, if it is one of a game with match files.
fn record(matches: &ArgMatches, context: &Context<'_>) -> Result<Option<Status>, Failure> {
    let asked = Match::from_arg_matches(matches).map_err(|error| usage(&error))?;
    let Some(name) = asked.recorded_game() else { return Ok(None) };
    let games = context.catalog.games_named(name)?;
    let game = games.game_of(&games.start())?;
    match MatchFiles.check(context.catalog, game, None) {
        Ok(()) => asked.run_with(&MatchFiles, context).map(Some),
        Err(_) => Ok(None),
    }
}

/// Analyses a file.
fn analyse(matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure> {
    let asked = Analyse::from_arg_matches(matches).map_err(|error| usage(&error))?;
    let flags = AnalyseFlags::from_arg_matches(matches).map_err(|error| usage(&error))?;
    flags.run(&asked, context)
}

/// Answers a position whose text tells of a match, or of stakes that were raised: by that or, if
/// too much follows, as any other. Returns `None` for other positions.
fn told(
    flags: MatchFlags,
    matches: &ArgMatches,
    context: &Context<'_>,
) -> Result<Option<Status>, Failure> {
    let asked = Probe::from_arg_matches(matches).map_err(|error| usage(&error))?;
    let Some(ProbeTarget::Games(games)) = asked.target(context)? else { return Ok(None) };
    let Ok(game) = games.game_of(asked.position()) else { return Ok(None) };
    let Some(told) = ToldPosition::read(&game.name(), asked.position()) else { return Ok(None) };
    if told.may_be_solved && !asked.is_of_databases_alone() {
        match probe(&flags.of(&told), matches, context) {
            Err(Failure::Said { kind: "too-much", .. }) => {}
            answered => return answered.map(Some),
        }
    }
    context.remark("score and stakes are left aside");
    asked.about(told.position, told.roll).run(context).map(Some)
}

/// Answers positions of a match or of a game for money.
fn probe(
    flags: &MatchFlags,
    matches: &ArgMatches,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let probe = Probe::from_arg_matches(matches).map_err(|error| usage(&error))?;
    let target = probe.target(context)?.ok_or_else(|| {
        Failure::usage("--match and --money do not apply to files: name a game or a layer")
    })?;
    let equities = flags.equities()?;
    probe.answer(context, |position, medium| {
        let question = flags.question(position, probe.roll(), equities.as_deref());
        answer_of(context.catalog, target, &question, &context.meter(), medium)
    })
}
