//! Parameters of the rules, with the contest's settings as the default.

use super::cards::Card;
use super::meld::{Meld, MeldKind};

/// The number of players.
pub const PLAYERS: usize = 5;

/// A player's number, 0 to 4: the same in every game of a match, whatever the seat.
pub type PlayerNumber = usize;

/// Condition on which passes clear the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableClearing {
    /// All who are still in have passed, including the player of the last meld: in the contest that
    /// player may go on against his own meld.
    AllPassed,
    /// All but the player of the last meld have passed.
    OthersPassed,
}

/// The rules, the UEC contest's by default (`tndhms` 0.32).
///
/// ```
/// use shuban_daihinmin_game::ContestRules;
///
/// let contest = ContestRules::default();
/// assert!(contest.eight_cut && contest.suit_lock && !contest.eleven_back);
/// assert_eq!((contest.reset_every, contest.reseat_every, contest.most_passes), (100, 3, 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContestRules {
    /// True if runs may be played.
    pub runs: bool,
    /// True if large sets and long runs reverse the order of strengths for the rest of the game.
    pub revolution: bool,
    /// The size of a set that makes a revolution.
    pub revolution_set: u8,
    /// The size of a run that makes a revolution.
    pub revolution_run: u8,
    /// True if an eight in a meld clears the table, and the same player leads.
    pub eight_cut: bool,
    /// True if two melds of the same suits, one on the other, lock the suits until the table is
    /// cleared.
    pub suit_lock: bool,
    /// True if the spade three beats a lone joker, and clears the table.
    pub spade_three: bool,
    /// True if a five in a meld skips the next seat. Off in the contest.
    pub five_skip: bool,
    /// True if a six in a meld reverses the order of turns. Off in the contest.
    pub six_reverse: bool,
    /// True if a jack in a meld reverses the order of strengths until the table is cleared. Off in
    /// the contest.
    pub eleven_back: bool,
    /// True if going out with a joker, an eight, or the strongest card at that moment (a two or a
    /// three) costs all places but the last one left. Off in the contest.
    pub forbidden_finish: bool,
    /// Condition on which passes clear the table.
    pub clearing: TableClearing,
    /// The card whose holder leads first.
    pub first: Card,
    /// The number of passes in a row that ends the game; chance then places those still in.
    pub most_passes: u8,
    /// The number of cards that the first and the second exchange with the last and the last but
    /// one.
    pub exchange: [u8; 2],
    /// Classes are reset every this many games; the game after that has no exchange.
    pub reset_every: u32,
    /// Seats are drawn again every this many games.
    pub reseat_every: u32,
    /// The points of each place, from the first.
    pub points: [u16; PLAYERS],
}

impl ContestRules {
    /// The points of a player with these numbers of finishes in each place.
    pub fn points_of(&self, places: &[u32; PLAYERS]) -> u64 {
        let by_place = places.iter().zip(self.points);
        by_place.map(|(&count, points)| u64::from(count) * u64::from(points)).sum()
    }

    /// Returns the number of games after this one, counted from 1, until classes are reset.
    pub const fn games_left(&self, number: u32) -> u32 {
        match self.reset_every {
            0 => u32::MAX,
            every => every - 1 - (number.saturating_sub(1)) % every,
        }
    }

    /// Returns true if a meld reverses the order of strengths for the rest of the game.
    pub fn is_revolution(&self, meld: &Meld) -> bool {
        let least = match meld.kind() {
            MeldKind::Set => self.revolution_set,
            MeldKind::Run => self.revolution_run,
            MeldKind::Single | MeldKind::Joker => return false,
        };
        self.revolution && meld.len() >= usize::from(least)
    }
}

impl Default for ContestRules {
    fn default() -> Self {
        ContestRules {
            runs: true,
            revolution: true,
            revolution_set: 4,
            revolution_run: 5,
            eight_cut: true,
            suit_lock: true,
            spade_three: true,
            five_skip: false,
            six_reverse: false,
            eleven_back: false,
            forbidden_finish: false,
            clearing: TableClearing::AllPassed,
            first: Card::DIAMOND_THREE,
            most_passes: 20,
            exchange: [2, 1],
            reset_every: 100,
            reseat_every: 3,
            points: [5, 4, 3, 2, 1],
        }
    }
}
