//! Search, and estimates, as oracles beside the databases.

use shuban_core::solver::SearchSetting;
use shuban_search::{EstimateSetting, SearchForm};

use crate::catalog::Catalog;
use crate::chain::{Oracle, Question, Reply};
use crate::error::Error;
use crate::recorded::AnyLedger;
use crate::solve::Solving;

/// The search of each game as an oracle, begun when it is first asked about the game.
pub struct Search<'a> {
    catalog: &'a Catalog,
    setting: SearchSetting<'a>,
    known: Option<&'a AnyLedger>,
    begun: Option<(String, Solving<'a>)>,
}

impl<'a> Search<'a> {
    /// Creates the search within limits.
    pub fn new(catalog: &'a Catalog, setting: SearchSetting<'a>) -> Self {
        Search { catalog, setting, known: None, begun: None }
    }

    /// Lets proof search read a ledger at its leaves.
    #[must_use]
    pub fn knowing(self, known: Option<&'a AnyLedger>) -> Self {
        Search { known, ..self }
    }
}

impl Oracle for Search<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let name = question.game.name();
        if let Some((begun, solving)) = &mut self.begun
            && *begun == name
        {
            return solving.ask(question);
        }
        let games = self.catalog.games_named(&name)?;
        let mut solving =
            match Solving::knowing(self.catalog, games, None, self.known, self.setting) {
                Err(error) if error.is_beyond_search() => return Ok(Reply::Unknown(error)),
                solving => solving?,
            };
        let reply = solving.ask(question);
        self.begun = Some((name, solving));
        reply
    }
}

/// The first evaluation function of each game as an oracle: its answers are estimates.
pub struct Estimates<'a> {
    catalog: &'a Catalog,
    plies: u8,
    setting: SearchSetting<'a>,
}

impl<'a> Estimates<'a> {
    /// Creates the oracle that looks so many plies ahead, or as far as the limits allow.
    pub fn new(catalog: &'a Catalog, plies: u8, setting: SearchSetting<'a>) -> Self {
        Estimates { catalog, plies, setting }
    }
}

impl Oracle for Estimates<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        if let Err(error) = self.catalog.check_evaluation(&question.game.name()) {
            return Ok(Reply::Unknown(error));
        }
        let how = EstimateSetting { plies: self.plies, form: SearchForm::Star2 };
        match self.catalog.estimate(question, None, how, &self.setting) {
            Err(error) if error.is_beyond_search() => Ok(Reply::Unknown(error)),
            estimated => Ok(Reply::Known(Box::new(estimated?))),
        }
    }
}
