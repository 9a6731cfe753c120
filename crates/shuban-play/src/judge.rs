//! What moves cost.

use serde::{Serialize, Serializer};
use shuban_catalog::{Act, AnyAnswer, AnyPlay, Error, ProbeTarget, Session};
use shuban_core::{Datum, Fields, Progress, Seat};

use crate::level::Resources;
use crate::line::Line;
use crate::player::Basis;
use crate::turn::{Turn, event_of, no_play};

/// What a move was, beside the best one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// There was nothing else to play.
    OnlyMove,
    /// As good as any other, as far as the database can tell them apart.
    Best,
    /// Another move is better.
    Error {
        /// By how much, where values are numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        loss: Option<f64>,
        /// The best move.
        better: String,
    },
    /// No database tells.
    Unknown {
        /// Why.
        reason: String,
    },
}

/// A move that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// How many moves were made before it.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// The position before it.
    pub position: String,
    /// What chance had brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// What it was.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Judges moves by the values in databases.
pub struct Judge<'c> {
    session: Session<'c>,
}

impl<'c> Judge<'c> {
    /// The judge of a game.
    ///
    /// # Errors
    /// [`Error::Unknown`] if the catalog does not have it.
    pub fn new(resources: &Resources<'c>, game: &str) -> Result<Self, Error> {
        let Resources { catalog, shelf, .. } = resources;
        let target = ProbeTarget::Games(catalog.games_named(game)?);
        Ok(Judge { session: Session::beside(catalog, target, resources.data(), shelf) })
    }

    /// The same judge, who does not ask databases whose values are rounded without proven bounds.
    #[must_use]
    pub fn without_rounded(self) -> Self {
        Judge { session: self.session.without_rounded() }
    }

    /// What databases know of a turn.
    ///
    /// # Errors
    /// [`Error`]: no database holds the position ([`Error::is_unheld`]), or one cannot be read.
    pub(crate) fn answer(&self, turn: &Turn<'_>) -> Result<AnyAnswer, Error> {
        self.session.ask(&turn.question())
    }

    /// The moves of a turn with their values, best first, and what the values rest on.
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
        let plays = &event_of(&answer, turn)?.plays;
        let best = plays.first().ok_or_else(no_play)?;
        let chosen = plays.iter().find(|play| play.number == act.play).ok_or_else(no_play)?;
        Ok(compared(best, chosen))
    }

    /// Judges every move of a game.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read, or the work is called off.
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

fn compared(best: &AnyPlay, chosen: &AnyPlay) -> Verdict {
    let (Some(most), Some(value)) = (&best.value, &chosen.value) else {
        let reason = "the value of this move, or of the best one, is not known".to_owned();
        return Verdict::Unknown { reason };
    };
    // Intervals that overlap may hold the same value.
    if chosen.rank == best.rank || overlap(most, value) {
        return Verdict::Best;
    }
    let loss = first_number(most).zip(first_number(value)).map(|(most, own)| (most - own).abs());
    Verdict::Error { loss, better: best.action.clone() }
}

/// The first field of a value, if it is a number.
fn first_number(value: &Fields) -> Option<f64> {
    match value.iter().next()?.datum {
        Datum::Number(number) => Some(number),
        _ => None,
    }
}

/// Whether two values have bounds that do not tell them apart.
fn overlap(one: &Fields, other: &Fields) -> bool {
    let bounds = |value: &Fields| match (value.get("lower"), value.get("upper")) {
        (Some(Datum::Number(lower)), Some(Datum::Number(upper))) => Some((*lower, *upper)),
        _ => None,
    };
    bounds(one).zip(bounds(other)).is_some_and(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
}

/// What all moves of a seat come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Account {
    /// The seat.
    pub seat: Seat,
    /// In how many turns there was a choice that the database could judge.
    pub decisions: usize,
    /// How many of these were not the best.
    pub errors: usize,
    /// In how many turns there was a choice that nothing could judge.
    pub unknown: usize,
    /// What the errors cost together, where values are numbers.
    #[serde(serialize_with = "rounded")]
    pub loss: f64,
    /// The worst errors, the worst first.
    pub worst: Vec<Judged>,
}

/// So many of the worst moves are told.
const WORST: usize = 3;

/// Sums have digits that mean nothing.
fn rounded<S: Serializer>(loss: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((loss * 1e9).round() / 1e9)
}

/// The accounts of these seats, from moves that were judged.
pub fn accounts(judged: &[Judged], seats: usize) -> Vec<Account> {
    let loss = |judged: &Judged| match judged.verdict {
        Verdict::Error { loss, .. } => loss.unwrap_or_default(),
        _ => 0.0,
    };
    let account = |seat| {
        let own = || judged.iter().filter(move |judged| judged.seat == seat);
        let is_error = |judged: &&Judged| matches!(judged.verdict, Verdict::Error { .. });
        let is_best = |judged: &&Judged| matches!(judged.verdict, Verdict::Best);
        let is_unknown = |judged: &&Judged| matches!(judged.verdict, Verdict::Unknown { .. });
        let mut worst: Vec<Judged> = own().filter(is_error).cloned().collect();
        let errors = worst.len();
        // Stable: of those that cost the same the first.
        worst.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
        worst.truncate(WORST);
        Account {
            seat,
            decisions: errors + own().filter(is_best).count(),
            errors,
            unknown: own().filter(is_unknown).count(),
            // A sum of nothing would be -0.
            loss: own().map(loss).fold(0.0, |sum, loss| sum + loss),
            worst,
        }
    };
    (0..seats).map(account).collect()
}
