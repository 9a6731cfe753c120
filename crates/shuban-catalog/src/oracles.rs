//! Search, and estimates, as oracles beside the databases.

use shuban_core::adviser::Participation;
use shuban_core::solver::SearchSetting;
use shuban_core::{Datum, Field};
use shuban_search::{EstimateSetting, SearchForm};

use crate::any_adviser::AdvisedMoves;
use crate::catalog::Catalog;
use crate::chain::{Chain, Oracle, Question, Reply, Rules};
use crate::error::Error;
use crate::recorded::AnyLedger;
use crate::session::Session;
use crate::solve::Solving;

/// The search of each game as an oracle, begun when it is first asked about the game. Proof search
/// reads the ledgers of the program at its leaves.
pub struct Search<'a> {
    catalog: &'a Catalog,
    setting: SearchSetting<'a>,
    known: Option<&'a AnyLedger>,
    begun: Option<(String, Solving<'a>)>,
    is_unasked: bool,
}

impl<'a> Search<'a> {
    /// Creates the search within limits.
    pub fn new(catalog: &'a Catalog, setting: SearchSetting<'a>) -> Self {
        Search { catalog, setting, known: None, begun: None, is_unasked: false }
    }

    /// Lets proof search read this ledger at its leaves instead.
    #[must_use]
    pub fn knowing(self, known: Option<&'a AnyLedger>) -> Self {
        Search { known, ..self }
    }

    /// Lets it search only where it may get to an end, as the game's own player sees it: for a search
    /// that nobody asked for by name.
    #[must_use]
    pub fn where_promising(self) -> Self {
        Search { is_unasked: true, ..self }
    }
}

impl Oracle for Search<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let name = question.game.name();
        if self.is_unasked
            && let Some((_, Participation::InsteadOfSearch)) =
                self.catalog.own_player(question.game, &question.position)?
        {
            let reason = format!("{name}: a search would not get to an end here");
            return Ok(Reply::Unknown(Error::TooMuch(reason)));
        }
        if let Some((begun, solving)) = &mut self.begun
            && *begun == name
        {
            return solving.ask(question);
        }
        let games = self.catalog.games_named(&name)?;
        let known = self.known.or_else(|| self.catalog.own_ledger(&name));
        let mut solving = match Solving::knowing(self.catalog, games, None, known, self.setting) {
            Err(error) if error.is_beyond_search() => return Ok(Reply::Unknown(error)),
            solving => solving?,
        };
        let reply = solving.ask(question);
        self.begun = Some((name, solving));
        reply
    }
}

/// Most nodes of a search where no database answers: a search of seconds at most.
const SEARCH_NODES: u64 = 150_000;

/// Most plies of an estimate, and most nodes.
const ESTIMATE: (u8, u64) = (2, 400_000);

/// Creates the chain that people ask about a position of a game: the databases of a session, a
/// search, an estimate, both of which take seconds at most.
pub fn all_oracles<'o>(
    catalog: &'o Catalog,
    session: &'o Session<'_>,
    setting: SearchSetting<'o>,
) -> Chain<'o> {
    // On one thread, so that the same question has the same answer.
    let within = |nodes| SearchSetting { nodes: Some(nodes), threads: 1, ..setting };
    let (plies, nodes) = ESTIMATE;
    Chain::of(session)
        .then(Search::new(catalog, within(SEARCH_NODES)).where_promising())
        .then(Estimates::new(catalog, plies, within(nodes)))
}

/// A game's own player as an oracle: its answers name a move, or all best ones, in `best`, and are estimates unless it
/// has proven the move to be best.
pub struct OwnPlayer<'a> {
    catalog: &'a Catalog,
    setting: SearchSetting<'a>,
    is_judge: bool,
}

impl<'a> OwnPlayer<'a> {
    /// Creates the oracle within limits.
    pub fn new(catalog: &'a Catalog, setting: SearchSetting<'a>) -> Self {
        OwnPlayer { catalog, setting, is_judge: false }
    }

    /// Asks the player for what it proves alone: then `best` names all best moves.
    #[must_use]
    pub fn where_it_proves(self) -> Self {
        OwnPlayer { is_judge: true, ..self }
    }

    /// Returns the part of the player that the game of a question has of its own, if it moves there.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub fn part_in(
        catalog: &Catalog,
        question: &Question<'_>,
    ) -> Result<Option<Participation>, Error> {
        Ok(catalog.own_player(question.game, &question.position)?.map(|(_, part)| part))
    }
}

impl Oracle for OwnPlayer<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let Question { game, position, .. } = question;
        let Some((player, _)) = self.catalog.own_player(*game, position)? else {
            let reason = format!("{} has no player of its own that moves here", game.name());
            return Ok(Reply::Unknown(Error::refused("no-adviser", reason)));
        };
        let advised = match self.is_judge {
            true => player.proven(position, &self.setting),
            false => player.advise(position, &self.setting).map(Some),
        };
        let advised = match advised {
            Err(error) if error.is_beyond_search() => return Ok(Reply::Unknown(error)),
            advised => advised?,
        };
        let Some(AdvisedMoves { choice: Some(choice), facts, is_proven, .. }) = advised else {
            let reason = "the game's own player has no opinion, or proves nothing";
            return Ok(Reply::Unknown(Error::refused("no-advice", reason)));
        };
        let mut answer = Rules.answer(question)?;
        answer.facts = answer.facts.and(facts);
        if answer.facts.get("best").is_none() {
            answer.facts = answer.facts.with(Field::silent("best", Datum::list([choice])));
        }
        answer.source = Some(if is_proven { "search" } else { "estimate" }.to_owned());
        Ok(Reply::Known(Box::new(answer)))
    }
}

/// The first evaluation function of each game as an oracle: its answers are estimates.
pub struct Estimates<'a> {
    catalog: &'a Catalog,
    plies: u8,
    all_plays: bool,
    setting: SearchSetting<'a>,
}

impl<'a> Estimates<'a> {
    /// Creates the oracle with the depth of its search in plies, which the limits may cut short.
    pub fn new(catalog: &'a Catalog, plies: u8, setting: SearchSetting<'a>) -> Self {
        Estimates { catalog, plies, all_plays: false, setting }
    }

    /// Estimates every play, so that one that was made can be compared with the best.
    #[must_use]
    pub fn of_all_plays(self) -> Self {
        Estimates { all_plays: true, ..self }
    }
}

impl Oracle for Estimates<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        if let Err(error) = self.catalog.check_evaluation(&question.game.name()) {
            return Ok(Reply::Unknown(error));
        }
        let how = EstimateSetting {
            plies: self.plies,
            form: SearchForm::Star2,
            all_plays: self.all_plays,
        };
        match self.catalog.estimate(question, None, how, &self.setting) {
            Err(error) if error.is_beyond_search() => Ok(Reply::Unknown(error)),
            estimated => Ok(Reply::Known(Box::new(estimated?))),
        }
    }
}
