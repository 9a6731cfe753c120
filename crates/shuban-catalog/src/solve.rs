//! Search where no database serves.

use std::sync::LazyLock;

use shuban_core::{Medium, SearchSetting};
use shuban_solve::proof::ProofSetting;

use crate::answer::AnyAnswer;
use crate::any_proof::AnyProofs;
use crate::any_solver::{AnySolve, AnySolver};
use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::Games;
use crate::recorded::AnyLedger;

/// Solves one position after the other of a game, or of the games of a group.
pub struct Solving<'a> {
    catalog: &'a Catalog,
    games: Games<'a>,
    /// The solvers of the games, in their order.
    solvers: Vec<(&'a dyn crate::AnyGame, AnySolve<'a>)>,
}

impl<'a> Solving<'a> {
    /// Begins to solve positions of games; `proof` is for those that are solved by proof search.
    ///
    /// # Errors
    /// [`Error`] if no position of them is solved by search.
    pub fn begin(
        catalog: &'a Catalog,
        games: Games<'a>,
        proof: Option<&'a ProofSetting>,
        setting: SearchSetting<'a>,
    ) -> Result<Self, Error> {
        Solving::knowing(catalog, games, proof, None, setting)
    }

    /// As [`begin`](Solving::begin), where proof search of one of the games has a ledger at its
    /// leaves, besides that of `proof`; nothing is added to it.
    ///
    /// # Errors
    /// As of [`begin`](Solving::begin).
    pub fn knowing(
        catalog: &'a Catalog,
        games: Games<'a>,
        proof: Option<&'a ProofSetting>,
        known: Option<&'a AnyLedger>,
        setting: SearchSetting<'a>,
    ) -> Result<Self, Error> {
        static USUAL: LazyLock<ProofSetting> = LazyLock::new(ProofSetting::default);
        let solvers: Vec<_> = (games.all())
            .filter_map(|game| catalog.solver_of(&game.name()))
            .map(|solver| {
                let solve = solver.begin(proof.unwrap_or(&USUAL), known, setting);
                (solver.game(), solve)
            })
            .collect();
        match solvers.is_empty() {
            true => Err(no_solver(catalog, &games.name())),
            false => Ok(Solving { catalog, games, solvers }),
        }
    }

    /// Solves a position, with a side to move by name if it is another one than the position says.
    /// It is drawn besides if a medium is given.
    ///
    /// # Errors
    /// [`Error`]: bad text, a position that is too large, a file that cannot be read.
    pub fn solve(
        &mut self,
        text: &str,
        to_move: Option<&str>,
        medium: Option<Medium>,
    ) -> Result<AnyAnswer, Error> {
        let name = self.games.game_of(text)?.name();
        let solver = self.solvers.iter_mut().find(|(game, ..)| game.name() == name);
        let (game, solve) = solver.ok_or_else(|| no_solver(self.catalog, &name))?;
        let mut position = game.read(text)?;
        if let Some(side) = to_move {
            position = game.with_to_move(&position, side)?;
        }
        let solved = solve(&position)?;
        Ok(match medium {
            Some(medium) => solved.drawn(game.draw(&position, medium)?),
            None => solved,
        })
    }
}

fn no_solver(catalog: &Catalog, game: &str) -> Error {
    let mut reason = format!("positions of {game} are not solved by search: `probe` looks them up");
    if catalog.evaluations().any(|evaluation| evaluation.game().name() == game) {
        reason += ", and `solve --plies N` estimates them";
    }
    Error::refused("no-solver", reason)
}

impl Catalog {
    /// Whether positions of games are solved by search.
    pub fn is_solved(&self, games: Games<'_>) -> bool {
        games.all().any(|game| self.solver_of(&game.name()).is_some())
    }

    /// Whether positions of games are solved by proof search.
    pub fn is_proven(&self, games: Games<'_>) -> bool {
        games.all().filter_map(|game| self.solver_of(&game.name())).any(AnySolver::proves)
    }

    /// What proves the positions of a game, if anything does.
    pub(crate) fn proofs_of(&self, game: &str) -> Option<&dyn AnyProofs> {
        self.solver_of(game)?.proofs()
    }

    /// What solves the positions of a game: proof search, where there are several ways.
    fn solver_of(&self, game: &str) -> Option<&dyn AnySolver> {
        let all = || self.solvers().filter(|solver| solver.game().name() == game);
        all().find(|solver| solver.proves()).or_else(|| all().next())
    }
}
