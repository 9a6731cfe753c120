//! Verdicts on moves, and their costs.

use serde::{Serialize, Serializer};
use shuban_catalog::chain::Chain;
use shuban_catalog::names::ProbeTarget;
use shuban_catalog::{
    Act, AnyAnswer, AnyEvent, AnyPlay, Error, Estimates, OwnPlayer, Search, Session,
};
use shuban_core::{Datum, Fields, Interruptible, Progress, Seat};

use crate::level::Resources;
use crate::line::Line;
use crate::named::Named;
use crate::player::{Basis, PLIES};
use crate::turn::{Turn, event_of};
use crate::valuer::Valuer;

/// Verdict on a move, compared with the best one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// There was no other move.
    OnlyMove,
    /// As good as any other, as far as the database can distinguish them.
    Best,
    /// Another move is better.
    Error {
        /// Difference of the values, if they are numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        loss: Option<f64>,
        /// The best move.
        better: String,
    },
    /// Only an evaluation function says something.
    Estimated {
        /// Estimated difference of the values.
        loss: f64,
        /// The best move by the estimate, if it is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        better: Option<String>,
    },
    /// Nothing is known of the values.
    Unknown {
        /// Reason why not.
        reason: String,
    },
}

/// A judged move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Number of moves before it.
    pub ply: usize,
    /// Player who made it.
    pub seat: Seat,
    /// The position before it.
    pub position: String,
    /// Roll before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// Verdict on it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Judge of moves by the values in databases and, if wanted, by what a player knows beyond them.
pub struct Judge<'c> {
    session: Session<'c>,
    resources: Resources<'c>,
    /// True if search and estimates answer where no database does.
    goes_on: bool,
}

impl<'c> Judge<'c> {
    /// Creates the judge of a game.
    ///
    /// # Errors
    /// [`Error::Unknown`] if the catalog does not have it.
    pub fn new(resources: &Resources<'c>, game: &str) -> Result<Self, Error> {
        let Resources { catalog, shelf, .. } = resources;
        let target = ProbeTarget::Games(catalog.games_named(game)?);
        let session = Session::beside(catalog, target, resources.data(), shelf);
        Ok(Judge { session, resources: resources.clone(), goes_on: false })
    }

    /// Excludes databases whose values are rounded without proven bounds.
    #[must_use]
    pub fn without_rounded(self) -> Self {
        Judge { session: self.session.without_rounded(), ..self }
    }

    /// Goes on where no database answers: to what the game's own player proves, then to search and
    /// to estimates, within the limits of the resources.
    #[must_use]
    pub fn going_on(self) -> Self {
        Judge { goes_on: true, ..self }
    }

    /// Answers about a turn.
    ///
    /// # Errors
    /// [`Error`]: no source knows the position ([`Error::is_unheld`]), or one cannot be read.
    pub(crate) fn answer(&self, turn: &Turn<'_>) -> Result<AnyAnswer, Error> {
        let progress = &Interruptible(turn.progress);
        let setting = self.resources.setting(progress);
        let catalog = self.resources.catalog;
        let mut chain = Chain::of(&self.session);
        if self.goes_on {
            chain = chain
                .then(OwnPlayer::new(catalog, setting).where_it_proves())
                .then(Search::new(catalog, setting).where_promising())
                .then(Estimates::new(catalog, PLIES, setting).of_all_plays());
        }
        let asked = chain.ask(&turn.question());
        match turn.progress.interrupted() {
            true => Err(Error::Interrupted),
            false => asked?.known(),
        }
    }

    /// Returns the moves of a turn with their values, best first, and the basis of the values.
    ///
    /// # Errors
    /// [`Error`]: no database holds the position ([`Error::is_unheld`]), or one cannot be read.
    pub fn values(&self, turn: &Turn<'_>) -> Result<(Vec<AnyPlay>, Basis), Error> {
        let mut answer = self.answer(turn)?;
        let (basis, chance) = (Basis::of(&answer), turn.chance());
        let place = answer.events.iter().position(|event| event.chance.as_deref() == chance);
        let plays = place.map(|place| answer.events.swap_remove(place).plays);
        Ok((plays.unwrap_or_default(), basis))
    }

    /// Judges one move.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read, or the move is not legal.
    pub fn verdict(&self, turn: &Turn<'_>, act: Act) -> Result<Verdict, Error> {
        if turn.plays()?.len() == 1 {
            return Ok(Verdict::OnlyMove);
        }
        let answer = match self.answer(turn) {
            Err(error) if error.is_unheld() => {
                return Ok(Verdict::Unknown { reason: error.to_string() });
            }
            answer => answer?,
        };
        let event = event_of(&answer, turn)?;
        let best = event.plays.first().ok_or_else(Error::no_play)?;
        let place = event.plays.iter().position(|play| play.number == act.play);
        let place = place.ok_or_else(Error::no_play)?;
        let chosen = &event.plays[place];
        if let Some(named) = Named::of(&answer, event, place, turn, act, self)? {
            let loss = named.cost.map(|cost| cost.value);
            return Ok(match named.better {
                None => Verdict::Best,
                Some(better) => Verdict::Error { loss, better },
            });
        }
        Ok(match Basis::of(&answer) {
            Basis::Estimate => estimated(best, chosen),
            _ => compared(&answer, event, best, chosen),
        })
    }

    /// Judges every move of a game.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read, or the work is interrupted.
    pub fn line(&self, line: &Line<'_>, progress: &dyn Progress) -> Result<Vec<Judged>, Error> {
        let game = line.game();
        let judged = line.moves().iter().enumerate().map(|(ply, made)| {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let now = &game.turn(&made.before)?;
            let turn = Turn { game, now, event: Some(made.act.event), ply, progress };
            Ok(Judged {
                ply,
                seat: made.seat,
                position: made.before.text.clone(),
                roll: made.chance.clone(),
                action: made.action.clone(),
                verdict: self.verdict(&turn, made.act)?,
            })
        });
        judged.collect()
    }
}

impl Valuer for Judge<'_> {
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error> {
        match self.answer(turn) {
            Err(error) if error.is_unheld() => Ok(None),
            answer => answer.map(Some),
        }
    }
}

/// Compares two moves of an event by their values.
fn compared(answer: &AnyAnswer, event: &AnyEvent, best: &AnyPlay, chosen: &AnyPlay) -> Verdict {
    let unknown = |reason: &str| Verdict::Unknown { reason: reason.to_owned() };
    let (Some(most), Some(value)) = (&best.value, &chosen.value) else {
        return unknown("the value of this move, or of the best one, is not known");
    };
    // Intervals that overlap may hold the same value.
    if chosen.rank == best.rank || overlap(most, value) {
        // A move with the value of the position is best, whatever the others are.
        let of_position = answer.value.as_ref().filter(|_| !answer.has_chance);
        let is_proven = of_position == Some(most);
        return match is_proven || event.plays.iter().all(|play| play.value.is_some()) {
            true => Verdict::Best,
            false => unknown("another move, whose value is not known, may be better"),
        };
    }
    let loss = first_number(most).zip(first_number(value)).map(|(most, own)| (most - own).abs());
    Verdict::Error { loss, better: best.action.clone() }
}

/// Compares two moves by their estimates.
fn estimated(best: &AnyPlay, chosen: &AnyPlay) -> Verdict {
    let number = |play: &AnyPlay| play.value.as_ref().and_then(first_number);
    let Some((most, own)) = number(best).zip(number(chosen)) else {
        return Verdict::Unknown { reason: "this move is not estimated".to_owned() };
    };
    let better = (chosen.rank > best.rank).then(|| best.action.clone());
    Verdict::Estimated { loss: (most - own).max(0.0), better }
}

/// Returns the first field of a value, if it is a number.
fn first_number(value: &Fields) -> Option<f64> {
    match value.iter().next()?.datum {
        Datum::Number(number) => Some(number),
        _ => None,
    }
}

/// Returns true if the bounds of two values overlap.
fn overlap(one: &Fields, other: &Fields) -> bool {
    let bounds = |value: &Fields| match (value.get("lower"), value.get("upper")) {
        (Some(Datum::Number(lower)), Some(Datum::Number(upper))) => Some((*lower, *upper)),
        _ => None,
    };
    bounds(one).zip(bounds(other)).is_some_and(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
}

/// Account of all moves of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Account {
    /// The seat.
    pub seat: Seat,
    /// Number of turns with a choice that the database could judge.
    pub decisions: usize,
    /// Number of these that were errors.
    pub errors: usize,
    /// Number of turns with a choice that were only estimated.
    pub estimated: usize,
    /// Estimated cost of these.
    #[serde(serialize_with = "rounded")]
    pub estimated_loss: f64,
    /// Number of turns with a choice that could not be judged.
    pub unknown: usize,
    /// Total cost of the errors, if values are numbers.
    #[serde(serialize_with = "rounded")]
    pub loss: f64,
    /// The worst errors, worst first.
    pub worst: Vec<Judged>,
}

/// Number of the worst errors that an account lists.
const WORST: usize = 3;

/// Rounds a sum to nine decimals: further digits are noise.
fn rounded<S: Serializer>(loss: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((loss * 1e9).round() / 1e9)
}

/// Returns the accounts of seats from judged moves.
pub fn accounts(judged: &[Judged], seats: usize) -> Vec<Account> {
    let loss = |judged: &Judged| match judged.verdict {
        Verdict::Error { loss, .. } => loss.unwrap_or_default(),
        _ => 0.0,
    };
    let account = |seat| {
        let own = || judged.iter().filter(move |judged| judged.seat == seat);
        let is_error = |judged: &&Judged| matches!(judged.verdict, Verdict::Error { .. });
        let is_best = |judged: &&Judged| matches!(judged.verdict, Verdict::Best);
        let estimates = || {
            own().filter_map(|judged| match judged.verdict {
                Verdict::Estimated { loss, .. } => Some(loss),
                _ => None,
            })
        };
        let is_unknown = |judged: &&Judged| matches!(judged.verdict, Verdict::Unknown { .. });
        let mut worst: Vec<Judged> = own().filter(is_error).cloned().collect();
        let errors = worst.len();
        // Stable: of moves with equal loss the first comes first.
        worst.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
        worst.truncate(WORST);
        Account {
            seat,
            decisions: errors + own().filter(is_best).count(),
            errors,
            estimated: estimates().count(),
            estimated_loss: estimates().fold(0.0, |sum, loss| sum + loss),
            unknown: own().filter(is_unknown).count(),
            // An empty `sum` would be -0.
            loss: own().map(loss).fold(0.0, |sum, loss| sum + loss),
            worst,
        }
    };
    (0..seats).map(account).collect()
}
