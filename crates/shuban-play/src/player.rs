//! Players: a turn in, a choice out.

use shuban_catalog::chain::{Asked, Chain};
use shuban_catalog::names::{Games, ProbeTarget};
use shuban_catalog::{
    Act, AnyAnswer, AnyPlay, AnyPosition, Error, Estimates, OwnPlayer, Search, Session,
};
use shuban_core::adviser::Participation;
use shuban_core::solver::SearchSetting;
use shuban_core::{Fields, Interruptible, Random};

use crate::best_move::{Naming, best};
use crate::level::{Level, Resources};
use crate::turn::{Turn, event_of};

/// Basis of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// There was no choice.
    OnlyMove,
    /// The values of all moves are in databases, or follow from them.
    Table,
    /// A search found the value of the position, or of each move, or bounds of it.
    Search,
    /// An evaluation function judged the positions after some plies.
    Estimate,
    /// No move is known to be best: one of them at random.
    Random,
}

impl Basis {
    /// All bases.
    pub const ALL: [Basis; 5] =
        [Basis::OnlyMove, Basis::Table, Basis::Search, Basis::Estimate, Basis::Random];

    /// Returns the name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Basis::OnlyMove => "only-move",
            Basis::Table => "table",
            Basis::Search => "search",
            Basis::Estimate => "estimate",
            Basis::Random => "random",
        }
    }

    /// Returns a description, as the end of a sentence about a move.
    pub fn text(self) -> &'static str {
        match self {
            Basis::OnlyMove => "the only move",
            Basis::Table => "looked up",
            Basis::Search => "found by search",
            Basis::Estimate => "by an estimate",
            Basis::Random => "at random: no move is known to be best",
        }
    }

    /// Returns the basis of the values of an answer: a database, an evaluation function, or a search.
    pub(crate) fn of(answer: &AnyAnswer) -> Self {
        match (&answer.domain, answer.source.as_deref()) {
            (Some(_), _) => Basis::Table,
            (None, Some("estimate")) => Basis::Estimate,
            (None, _) => Basis::Search,
        }
    }
}

/// A move chosen by a player.
pub struct Choice {
    /// The move, by its numbers.
    pub act: Act,
    /// The move in the game's notation.
    pub action: String,
    /// The position after it.
    pub after: AnyPosition,
    /// Value for the player, if known.
    pub value: Option<Fields>,
    /// Basis of the choice.
    pub basis: Basis,
}

/// Plies of an estimate, if the limits allow.
pub(crate) const PLIES: u8 = 2;

/// Most nodes of a casual player's search.
const FEW_NODES: u64 = 200;

/// A player of any game of a catalog: asks the oracles of its level in turn, and plays the best move
/// of the first answer; of moves that are equally good the first in the order of that answer.
///
/// It keeps no state from turn to turn that its choices depend on, so that a new one may take over
/// at any time.
pub struct Player<'c> {
    resources: Resources<'c>,
    seed: u64,
    level: Level,
    tables: Option<Session<'c>>,
}

impl<'c> Player<'c> {
    /// Creates the player of a level, of a game or of the games of a group.
    pub fn new(resources: &Resources<'c>, level: Level, games: Games<'c>, seed: u64) -> Self {
        let Resources { catalog, shelf, .. } = resources;
        let session =
            || Session::beside(catalog, ProbeTarget::Games(games), resources.data(), shelf);
        let tables = (level == Level::Perfect).then(session);
        Player { resources: resources.clone(), seed, level, tables }
    }

    /// Chooses one of the legal plays.
    ///
    /// # Errors
    /// [`Error`] if a file cannot be read, or the choice is interrupted.
    pub fn choose(&self, turn: &Turn<'_>) -> Result<Choice, Error> {
        if turn.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let plays = turn.plays()?;
        let (is_open, known) = (plays.len() > 1, self.tables.as_ref());
        if self.level == Level::Random || known.is_none() && !is_open {
            return self.at_random(turn, &plays);
        }
        let catalog = self.resources.catalog;
        let progress = &Interruptible(turn.progress);
        let setting = self.resources.setting(progress);
        let question = turn.question();
        // The limit of nodes does not apply to one ply: there may be more moves than nodes.
        let one_ply = Estimates::new(catalog, 1, SearchSetting { nodes: None, ..setting });
        let mut oracles = match (known, self.level) {
            (_, Level::Casual) => {
                let nodes = setting.nodes.map_or(FEW_NODES, |nodes| nodes.min(FEW_NODES));
                let short = SearchSetting { nodes: Some(nodes), ..setting };
                let search = Search::new(catalog, short).where_promising();
                Chain::of(one_ply).then(search)
            }
            (Some(tables), _) if !is_open => Chain::of(tables),
            (known, _) => {
                let own = OwnPlayer::part_in(catalog, &question)?;
                // Two searches share the time.
                let shared = match own {
                    Some(Participation::AfterSearch) => setting.time.map(|time| time / 2),
                    _ => setting.time,
                };
                let setting = SearchSetting { time: shared, ..setting };
                let oracle = Search::new(catalog, setting).where_promising();
                let search = Naming { oracle, turn };
                let chain = match known {
                    Some(tables) => Chain::of(tables).then(search),
                    None => Chain::of(search),
                };
                let own = own.map(|_| OwnPlayer::new(catalog, setting));
                chain.then_if(own).then(Estimates::new(catalog, PLIES, setting)).then(one_ply)
            }
        };
        let asked = oracles.ask(&question)?;
        if turn.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let Asked::Known(answer, _) = asked else { return self.at_random(turn, &plays) };
        let event = event_of(&answer, turn)?;
        match best(&answer, event) {
            Some(best) => self.chosen(turn, best, Basis::of(&answer)),
            None => self.at_random(turn, &event.plays),
        }
    }

    /// Chooses where no oracle knows the best move.
    fn at_random(&self, turn: &Turn<'_>, plays: &[AnyPlay]) -> Result<Choice, Error> {
        if let [only] = plays {
            return self.chosen(turn, only, Basis::OnlyMove);
        }
        // A known move that is not best, such as one that loses at once, is avoided if possible.
        let open: Vec<&AnyPlay> = plays.iter().filter(|play| play.value.is_none()).collect();
        let among = if open.is_empty() { plays.iter().collect() } else { open };
        let place = Random::of_part(self.seed, turn.ply as u64).place(among.len());
        let play = among.get(place).ok_or_else(Error::no_play)?;
        Ok(Choice { value: None, ..self.chosen(turn, play, Basis::Random)? })
    }

    fn chosen(&self, turn: &Turn<'_>, play: &AnyPlay, basis: Basis) -> Result<Choice, Error> {
        let act = Act { event: turn.event.ok_or_else(Error::no_play)?, play: play.number };
        // Made once more, so that drawings mark the move.
        let after = turn.game.after(turn.position(), act)?;
        Ok(Choice { act, action: play.action.clone(), after, value: play.value.clone(), basis })
    }
}
