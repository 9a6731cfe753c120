//! The contest's players by name, and two more of them: one that plays at random, and one similar to
//! the client of the contest's kit.

mod at_random;
mod kind;
mod plain;

pub use at_random::AtRandom;
pub use kind::{PlayerKind, Setup};
pub use plain::PlainPlayer;
use shuban_daihinmin_game::PLAYERS;
use shuban_daihinmin_game::players::ContestPlayer;

use crate::contest::{Awaited, Contest};

/// Plays a match to its end.
pub fn play_match(contest: &mut Contest, players: &mut [Box<dyn ContestPlayer>; PLAYERS]) {
    play_match_while(contest, players, &|| true);
}

/// Plays a match to its end, or until it is not to go on, which is asked after each game.
pub(crate) fn play_match_while(
    contest: &mut Contest,
    players: &mut [Box<dyn ContestPlayer>; PLAYERS],
    goes_on: &dyn Fn() -> bool,
) {
    let mut begun = 0;
    loop {
        match contest.awaits() {
            Awaited::Gift { player, count } => {
                let (seat, standing) = (contest.seat_of(player), contest.standing(player));
                players[player].before_gift(seat, &standing);
                let gift = players[player].give(contest.hand(player), count);
                // The contest replaces a bad choice.
                let _ = contest.give(gift);
            }
            Awaited::Action { player } => {
                let number = contest.record().number;
                if begun < number {
                    begun = number;
                    (0..PLAYERS).for_each(|player| players[player].begin(&contest.view(player)));
                }
                let view = contest.view(player);
                let action = players[player].play(&view);
                let action = if contest.play(action).is_ok() { action } else { None };
                for player in players.iter_mut() {
                    player.see(&view.table, view.seat, action.as_ref());
                }
            }
            Awaited::NextGame if goes_on() => contest.next_game(),
            Awaited::NextGame | Awaited::Nothing => return,
        }
    }
}
