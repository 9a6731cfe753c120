//! Games without chance in which play may be endless.

use crate::domain::{Ask, Domain, LayerId, PositionOf, Unanswered};
use crate::game::{Game, Play};
use crate::receding::Receding;

/// The event that the plies of a value are counted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// The next conversion: a play that wins points or leaves the layer, or the end of the game.
    Conversion,
    /// The end of the game, through all layers on the way.
    End,
}

/// A play, in a game without chance.
pub type PlayOf<D> = Play<PositionOf<D>, <<D as Domain>::Game as Game>::Move>;

/// A domain of a game for two without chance in which play may return to a position: chess endings,
/// Awari. It defines the worth of endless play; the library owns the values and the solver.
///
/// **The value** of a position is the largest score that the player to move can force, and if that
/// is not the worth of endless play, in how many plies it is certain. A play that stays in the
/// layer keeps the score and is one ply further away; a play that leaves it adds its
/// [`reward`](Loopy::reward) to the score of the position it leads to. The side that gains by a
/// conversion plays for the largest score and then for the fewest plies; the other one for the
/// smallest loss and then for the most.
///
/// **Why only the right table agrees with itself.** Take a table in which each value is that of the
/// best play by these rules, and let a score be better than endless play for one side. That side
/// always has a play that keeps the score and has fewer plies to go, and no reply can undo that: it
/// leads to fewer plies still, or to a better score. Scores are bounded, so play arrives at the
/// conversion, which rests on a finished layer. So no side gets less than its value. And no side
/// gets more: the other one always has a play that keeps the value, without end if need be, and
/// endless play is worth no more than the value then. Ströhlein's retrograde analysis (1970) is the
/// case of win, draw and loss.
///
/// Payoffs, the worth of endless play, and sums of points are at most [`Receding::MAX_SCORE`] for
/// either side; a solver refuses more.
///
/// [`Domain::backup`] of such a domain is one line, [`backup_receding`].
pub trait Loopy: Domain<Value = Receding, Record = Receding, Game: Game<Chance = ()>> {
    /// Returns the worth of endless play to a seat; to the other one it is the negative.
    fn endless(&self, _seat: usize) -> i16 {
        0
    }

    /// Returns the points that a play wins at once for the player who makes it, from the other:
    /// captures, so that positions need not carry a score. A play that wins any must leave the
    /// layer, as a capture does where layers are numbers of stones.
    fn reward(&self, _position: &PositionOf<Self>, _play: &PlayOf<Self>) -> i16 {
        0
    }

    /// Returns the event that plies are counted to.
    fn horizon(&self) -> Horizon {
        Horizon::Conversion
    }
}

/// Returns the value of a play to its player, given the value of the position after it as that
/// player sees it.
///
/// `stays` is true if the position after it is of the same layer.
pub fn value_of_play(
    after: Receding,
    reward: i16,
    stays: bool,
    endless: i16,
    horizon: Horizon,
) -> Receding {
    let score = after.score().saturating_add(reward);
    if score == endless {
        return Receding::endless(score);
    }
    let plies = if stays || horizon == Horizon::End { after.plies().unwrap_or(0) } else { 0 };
    Receding::within(score, plies.saturating_add(1))
}

/// Returns the value of a position where play may be endless, by the definition of [`Loopy`]: the
/// payoff if the game is over, else that of the best play.
///
/// It asks for every position after a play that [`Domain::locate`] places, and computes the others
/// in the same way; play between these must end.
///
/// # Errors
/// [`Unanswered`] as soon as a question is not answered.
pub fn backup_receding<D: Loopy>(
    domain: &D,
    position: &PositionOf<D>,
    ask: &mut dyn Ask<PositionOf<D>, Receding>,
) -> Result<Receding, Unanswered> {
    value_within(MOST_PLIES_OUTSIDE, domain, position, ask)
}

/// Largest number of successive positions that no table holds.
const MOST_PLIES_OUTSIDE: u32 = 64;

fn value_within<D: Loopy>(
    plies_outside: u32,
    domain: &D,
    position: &PositionOf<D>,
    ask: &mut dyn Ask<PositionOf<D>, Receding>,
) -> Result<Receding, Unanswered> {
    let Some(plies_outside) = plies_outside.checked_sub(1) else {
        return Err(Unanswered::because("positions that no table holds lead on and on"));
    };
    let game = domain.game();
    let seat = game.to_move(position);
    let endless = domain.endless(seat);
    if let Some(payoffs) = game.outcome(position) {
        return Ok(match payoffs.of(seat) {
            payoff if payoff == endless => Receding::endless(payoff),
            payoff => Receding::within(payoff, 0),
        });
    }
    let layer = domain.locate(position).map(|place| place.layer);
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    let mut best = None::<Receding>;
    for play in &plays {
        let place = domain.locate(&play.after);
        let after = match place {
            Some(_) => ask.ask(&play.after)?,
            None => value_within(plies_outside, domain, &play.after, ask)?,
        };
        let seen = if game.to_move(&play.after) == seat { after } else { -after };
        let stays = place.is_some_and(|place| Some(place.layer) == layer);
        let reward = domain.reward(position, play);
        let value = value_of_play(seen, reward, stays, endless, domain.horizon());
        if best.is_none_or(|best| best.merit(endless) < value.merit(endless)) {
            best = Some(value);
        }
    }
    best.ok_or_else(|| Unanswered::because("a position is not over and has no plays"))
}

/// Returns the value of a play, for [`Explain::through`](crate::Explain::through): `after` is the
/// value of the position after it, to its player.
pub fn through_play<D: Loopy>(
    domain: &D,
    after: Receding,
    position: &PositionOf<D>,
    play: &PlayOf<D>,
) -> Receding {
    let layer = |position: &PositionOf<D>| -> Option<LayerId> {
        domain.locate(&domain.game().canonical(position)).map(|place| place.layer)
    };
    let stays = layer(position).is_some_and(|own| layer(&play.after) == Some(own));
    let endless = domain.endless(domain.game().to_move(position));
    value_of_play(after, domain.reward(position, play), stays, endless, domain.horizon())
}
