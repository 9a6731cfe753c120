//! Clients of a server that goes on past the end.

use shuban_daihinmin::wire::{Following, TableState};
use shuban_daihinmin_game::players::ContestPlayer;
use shuban_daihinmin_game::{Cards, ContestRules, ContestTable, Meld, PLAYERS, SeatView};

/// Counts the turns that it sees.
struct Counter(usize);

impl ContestPlayer for Counter {
    fn give(&mut self, _hand: Cards, _count: usize) -> Cards {
        Cards::NONE
    }

    fn play(&mut self, _view: &SeatView) -> Option<Meld> {
        None
    }

    fn see(&mut self, _table: &ContestTable, _seat: usize, _action: Option<&Meld>) {
        self.0 += 1;
    }
}

/// Returns the number of turns that are followed, by players in turn who have one card each.
fn followed(turns: usize, lies: impl Fn(usize) -> Option<Meld>) -> usize {
    let mut following = Following::new(ContestRules::default());
    let mut counter = Counter(0);
    for number in 0..turns {
        let (turn, counts, seats) = (number % PLAYERS, [1; PLAYERS], [0, 1, 2, 3, 4]);
        let state = TableState { turn, counts, seats, ..TableState::default() };
        following.turn(0, Cards::NONE, &state);
        following.ends(lies(number), &mut counter);
    }
    counter.0
}

#[test]
fn a_server_that_goes_on_past_the_end_is_not_followed() {
    // The fourth player to go out leaves one, and the game is over.
    let single = |turn| Cards::ALL.iter().nth(turn).map(Meld::single);
    assert_eq!(followed(30, single), 4);
    // More passes in a row than the rules allow.
    assert_eq!(followed(300, |_| None), 300);
}
