//! `solve GAME [POSITION]`

use clap::{Args, Command};
use shuban_catalog::chain::Question;
use shuban_catalog::estimate::{EstimateSetting, SearchForm};
use shuban_catalog::{DataShelf, Solving};
use shuban_core::solver::SearchSetting;
use shuban_core::{Fields, Progress};

use crate::commands::lines::{self, Lines};
use crate::common::Common;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::given::{as_given, first_proof_flag};
use crate::interrupt::{self, Parting};
use crate::search_flags::SearchFlags;
use crate::units::position_text;

/// Solve a position by search, using the databases that are built
///
/// Games of chance are searched turn by turn, to what databases know. Games of several players
/// without chance: who can win and after which play, and the results of max^n and soft-max^n. Sums
/// of games: bounds of the score, the score, who makes the last move, and all best moves. Games
/// with proof search: does the first player win, or win or draw?
///
/// With --plies, games with an evaluation function are estimated: search to so many plies, and on
/// the horizon what the function says, or a database where one is built.
///
/// Results are exact, or marked as unknown, or as an estimate. A search that reaches a limit, or a
/// proof search that is interrupted, reports its progress. Memory, threads and the other options
/// affect the time, not the answer.
#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The game
    game: String,
    /// The position, as `show GAME` writes it, or summands joined by `+`; `-` reads positions from
    /// standard input [default: the start]
    #[arg(allow_hyphen_values = true, value_parser = position_text)]
    position: Option<String>,
    /// The side to move, if it is not the one in the position
    #[arg(long, value_name = "SIDE")]
    to_move: Option<String>,
    #[command(flatten)]
    estimate: EstimateFlags,
    #[command(flatten)]
    lines: Lines,
    #[command(flatten)]
    search: SearchFlags,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Estimates")]
struct EstimateFlags {
    /// Estimate by looking N plies ahead; with --time or --nodes, up to N, as far as they allow
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    plies: Option<u8>,

    /// Look only at this roll, and at all moves of it [default: the roll in the position, if it has
    /// one]
    #[arg(long, value_name = "ROLL", requires = "plies")]
    roll: Option<String>,

    /// The evaluation function by name, where the game has several [default: the first]
    #[arg(long, value_name = "NAME", requires = "plies")]
    evaluation: Option<String>,

    /// The form of the search, which affects the time, not the estimate
    #[arg(
        long,
        value_name = "FORM",
        default_value = SearchForm::Star2.name(),
        value_parser = SearchForm::ALL.map(SearchForm::name),
        requires = "plies"
    )]
    form: String,
}

impl EstimateFlags {
    fn setting(&self) -> Option<EstimateSetting> {
        let form = SearchForm::by_name(&self.form)?;
        Some(EstimateSetting { plies: self.plies?, form, all_plays: false })
    }
}

impl Solve {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let (search, to_move) = (&self.search, self.to_move.as_deref());
        let (catalog, common) = (context.catalog, context.common);
        let games = catalog.games_named(&self.game)?;
        let position = self.position.clone().unwrap_or_else(|| games.start());
        let is_lines = self.lines.are_asked(&position)?;
        let proof_flag = first_proof_flag(context.matches);
        if !catalog.can_prove(games)
            && let Some(flag) = proof_flag
        {
            let game = games.name();
            let reason =
                format!("--{flag} is for games that are solved by proof search, not {game}");
            return Err(Failure::usage(reason));
        }
        search.proof.check_files()?;
        let so_far = search.proof.parting();
        let nothing = search.proof.parting_with_nothing();
        context.if_interrupted(move || Parting::word(nothing.clone()));
        let flags = Common::augment_args(Self::augment_args(Command::new("solve")));
        let proof = search.proof.setting(as_given(context.matches, &flags));
        let meter = context.meter();
        meter.phase("searching", 0);
        let shelf = DataShelf::new(catalog, common.data());
        let setting = SearchSetting {
            shelf: &shelf,
            memory: common.memory(),
            threads: common.threads(),
            nodes: search.nodes,
            time: search.time(),
            progress: &meter,
        };
        if let Some(how) = self.estimate.setting() {
            let EstimateFlags { roll, evaluation, .. } = &self.estimate;
            let (roll, evaluation) = (roll.as_deref(), evaluation.as_deref());
            let estimate =
                |question: &Question<'_>| catalog.estimate(question, evaluation, how, &setting);
            if is_lines {
                return lines::answer(context, |position| {
                    estimate(&games.question(position, to_move, roll)?)
                });
            }
            let question = games.question(&position, to_move, roll)?;
            let estimated = question.drawn(estimate(&question)?, context.medium())?;
            drop(meter);
            return context.answer(&estimated);
        }
        let is_proof_asked = proof_flag.is_some() || catalog.is_proven(games);
        let proof = is_proof_asked.then_some(&proof);
        let mut solving = Solving::begin(catalog, games, proof, setting)?;
        if is_lines {
            return lines::answer(context, |position| {
                solving.solve(&solving.question(position, to_move)?)
            });
        }
        let question = solving.question(&position, to_move)?;
        let solved = question.drawn(solving.solve(&question)?, context.medium())?;
        drop(solving);
        drop(meter);
        context.answer(&solved)?;
        if interrupt::asked() {
            context.remark(&format!("interrupted: {so_far}"));
            return Ok(Status::Environment);
        }
        if proof.is_none() {
            // A limit may end a search that has found nothing of the value.
            let is_missing = |value: &Fields| value.iter().all(|field| field.datum.is_missing());
            let is_open = solved.over.is_none() && solved.value.as_ref().is_some_and(is_missing);
            return Ok(if is_open { Status::Negative } else { Status::Success });
        }
        let asked = &solved.asked;
        // A proof answers one question.
        if search.proof.is_proof_asked() && !asked.iter().any(|one| one.has_proof) {
            context.remark("no proof was written: the question is open");
        }
        // Open: a limit ended the search before the question was answered.
        let is_open = asked.iter().any(|one| one.result.is_none());
        Ok(if is_open { Status::Negative } else { Status::Success })
    }
}
