//! The catalog of games and domains; games join it by its registry.

use std::sync::{Arc, OnceLock};

use shuban_core::adviser::Adviser;
use shuban_core::introduction::Kin;
use shuban_core::solver::{StakesSolver, SumGame};
use shuban_core::{
    Evaluation, Example, Explain, Fields, Group, IntervalDomain, Loopy, PositionSolver, Present,
    Progress, Provable, Registry, Sweep, Tabulate,
};
use shuban_search::ExpectimaxSolver;
use shuban_search::multi::MultiSolver;
use shuban_solve::{
    CertifyBySweep, EndlessPlay, FixedPoints, IterateByBackup, Retrograde,
    RetrogradeWithEndlessPlay, Tabulation,
};
use shuban_store::FileSystem;

use crate::any_adviser::AnyAdviser;
use crate::any_evaluation::AnyEvaluation;
use crate::any_family::{AnyFamily, Family};
use crate::any_game::AnyGame;
use crate::any_solver::AnySolver;
use crate::by_proof::ByProof;
use crate::check::AnySums;
use crate::recorded::AnyLedger;

/// All games, domains and solvers that joined: they add themselves through [`Registry`].
///
/// ```
/// let mut catalog = shuban_catalog::Catalog::new();
/// // shuban_gammon::register(&mut catalog);
/// assert!(catalog.game("half-gammon").is_err());
/// ```
#[derive(Default)]
pub struct Catalog {
    games: Vec<Box<dyn AnyGame>>,
    groups: Vec<Group>,
    families: Vec<Box<dyn AnyFamily>>,
    solvers: Vec<Box<dyn AnySolver>>,
    stakes: Vec<Box<dyn StakesSolver>>,
    sums: Vec<Box<dyn AnySums>>,
    advisers: Vec<Box<dyn AnyAdviser>>,
    evaluations: Vec<Box<dyn AnyEvaluation>>,
    examples: Vec<Example>,
    kin: Vec<Kin>,
    /// Ledgers of games, by name.
    ledgers: Vec<(String, &'static str)>,
    /// The same, read when a game is first searched.
    own_ledgers: OnceLock<Vec<AnyLedger>>,
}

impl Catalog {
    /// Creates a catalog without games.
    pub fn new() -> Self {
        Catalog::default()
    }

    /// Iterates over all games.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|game| &**game)
    }

    /// Returns all groups of games under one name.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Iterates over all families.
    pub fn families(&self) -> impl Iterator<Item = &dyn AnyFamily> {
        self.families.iter().map(|family| &**family)
    }

    /// Returns a family by its place in the catalog.
    pub(crate) fn family_at(&self, place: usize) -> &dyn AnyFamily {
        &*self.families[place]
    }

    /// Returns the name of a game with the places of the families that hold positions of it.
    pub(crate) fn holders(&self, game: &dyn AnyGame) -> (String, Vec<usize>) {
        let name = game.name();
        let all = self.families().enumerate().filter(|(_, family)| family.holds(&name));
        let places = all.map(|(place, _)| place).collect();
        (name, places)
    }

    /// Lets all families read and write through these files, whose memory limit applies to each
    /// file; by default each file is limited by its own size.
    pub fn use_files(&mut self, files: &Arc<dyn FileSystem>) {
        self.families.iter_mut().for_each(|family| family.use_files(files));
    }

    /// Returns the introductions of games, in the order in which games joined.
    pub fn kin(&self) -> &[Kin] {
        &self.kin
    }

    /// Returns example positions.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// Iterates over the ledgers of a game that are part of the program.
    pub(crate) fn ledgers<'c>(&'c self, game: &'c str) -> impl Iterator<Item = &'static str> + 'c {
        self.ledgers.iter().filter(move |(of, _)| of == game).map(|(_, text)| *text)
    }

    /// Returns the ledger of a game that is part of the program, if there is one.
    pub(crate) fn own_ledger(&self, game: &str) -> Option<&AnyLedger> {
        let read = |(of, _): &(String, _)| self.ledger(of, [], &mut |_, _| {});
        let all = self.own_ledgers.get_or_init(|| self.ledgers.iter().filter_map(read).collect());
        all.iter().find(|ledger| ledger.game() == game)
    }

    /// Iterates over all ways to solve positions.
    pub(crate) fn solvers(&self) -> impl Iterator<Item = &dyn AnySolver> {
        self.solvers.iter().map(|solver| &**solver)
    }

    /// Describes what a position of a game is worth under the stakes that its text tells of, as far
    /// as that is known and is not too much to compute.
    pub fn under_stakes(&self, game: &str, text: &str, progress: &dyn Progress) -> Option<Fields> {
        self.stakes.iter().find(|solver| solver.name() == game)?.answer(text, progress)
    }

    /// Iterates over all advisers.
    pub(crate) fn advisers(&self) -> impl Iterator<Item = &dyn AnyAdviser> {
        self.advisers.iter().map(|adviser| &**adviser)
    }

    /// Iterates over all evaluation functions.
    pub(crate) fn evaluations(&self) -> impl Iterator<Item = &dyn AnyEvaluation> {
        self.evaluations.iter().map(|evaluation| &**evaluation)
    }

    /// Iterates over all games of sums.
    pub(crate) fn sums(&self) -> impl Iterator<Item = &dyn AnySums> {
        self.sums.iter().map(|sums| &**sums)
    }
}

impl Registry for Catalog {
    fn game(&mut self, game: impl Present + 'static) {
        self.games.push(Box::new(game));
    }

    fn group(&mut self, group: Group) {
        self.groups.push(group);
    }

    fn tabulated(&mut self, domain: impl Tabulate + Explain + 'static) {
        self.families.push(Box::new(Family::new(domain, |domain| Box::new(Tabulation(domain)))));
    }

    fn fixed_point(&mut self, domain: impl Tabulate + Explain + 'static) {
        self.families.push(Box::new(Family::new(domain, |domain| Box::new(FixedPoints(domain)))));
    }

    fn iterated(&mut self, domain: impl Sweep + Explain + 'static) {
        self.families
            .push(Box::new(Family::new(domain, |domain| Box::new(CertifyBySweep(domain)))));
    }

    fn iterated_by_backup(&mut self, domain: impl IntervalDomain + Explain + 'static) {
        self.families
            .push(Box::new(Family::new(domain, |domain| Box::new(IterateByBackup(domain)))));
    }

    fn retrograde(&mut self, domain: impl Explain + 'static) {
        self.families.push(Box::new(Family::new(domain, |domain| Box::new(Retrograde(domain)))));
    }

    fn loopy(&mut self, domain: impl Loopy + Explain + 'static) {
        self.families.push(Box::new(Family::new(domain, |domain| {
            Box::new(RetrogradeWithEndlessPlay { domain, way: EndlessPlay::ByMemory })
        })));
    }

    fn solver(&mut self, solver: impl PositionSolver + 'static) {
        self.solvers.push(Box::new(solver));
    }

    fn stakes(&mut self, solver: impl StakesSolver + 'static) {
        self.stakes.push(Box::new(solver));
    }

    fn provable(&mut self, game: impl Provable + Present + 'static) {
        self.solvers.push(Box::new(ByProof(game)));
    }

    fn recorded(&mut self, game: &str, ledger: &'static str) {
        self.ledgers.push((game.to_owned(), ledger));
    }

    fn expectimax(&mut self, domain: impl IntervalDomain + Explain + 'static) {
        self.solvers.push(Box::new(ExpectimaxSolver(domain)));
    }

    fn multiplayer(&mut self, game: impl Present<Chance = ()> + 'static) {
        self.solver(MultiSolver::new(game));
    }

    fn adviser(&mut self, adviser: impl Adviser + 'static) {
        self.advisers.push(Box::new(adviser));
    }

    fn evaluation(&mut self, evaluation: impl Evaluation + 'static) {
        self.evaluations.push(Box::new(evaluation));
    }

    fn example(&mut self, example: Example) {
        self.examples.push(example);
    }

    fn kin(&mut self, kin: Kin) {
        self.kin.push(kin);
    }

    fn sums(&mut self, game: impl SumGame + 'static) {
        self.sums.push(Box::new(game));
    }
}
