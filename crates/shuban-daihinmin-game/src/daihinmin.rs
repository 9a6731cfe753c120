//! One game as a [`Game`] with [hidden](Hidden) hands.

use shuban_core::{Game, Hidden, NotationError, Payoffs, Play, Seat, shuffle};

use super::cards::{Card, Cards};
use super::legal::melds;
use super::meld::Meld;
use super::position::{ContestPosition, SeatView};
use super::position_text;
use super::rules::{ContestRules, PLAYERS};

/// Daihinmin from the first lead on, by these rules. Exchange, seats and classes are the
/// contest's.
///
/// ```
/// use shuban_core::Game;
/// use shuban_daihinmin_game::{Daihinmin, ContestRules};
///
/// let game = Daihinmin::new(ContestRules::default());
/// let position = game.parse("S3,S4|D5|JK|HT,H2|CQ turn=0").unwrap();
/// let mut plays = Vec::new();
/// game.plays(&position, (), &mut plays);
/// let texts: Vec<String> =
///     plays.iter().map(|play| game.format_move(&position, (), &play.action)).collect();
/// assert_eq!(texts, ["S3", "S4", "pass"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daihinmin {
    /// The rules.
    pub rules: ContestRules,
}

impl Daihinmin {
    /// The game by these rules.
    pub fn new(rules: ContestRules) -> Self {
        Daihinmin { rules }
    }

    /// The mean of the points of the places that are left, doubled.
    fn doubled_mean(&self, places: &[Option<u8>; PLAYERS]) -> i32 {
        let free = (0..PLAYERS).filter(|&place| !places.contains(&Some(place as u8)));
        let free: Vec<i32> = free.map(|place| self.rules.points[place].into()).collect();
        2 * free.iter().sum::<i32>() / free.len().max(1) as i32
    }
}

impl Game for Daihinmin {
    type Position = ContestPosition;
    type Chance = ();
    type Move = Option<Meld>;

    fn name(&self) -> String {
        "daihinmin".to_owned()
    }

    fn seats(&self) -> usize {
        PLAYERS
    }

    fn to_move(&self, position: &ContestPosition) -> Seat {
        position.table.turn
    }

    /// Payoffs in half points. If passes end the game, the players still in get the mean of the
    /// points left.
    fn outcome(&self, position: &ContestPosition) -> Option<Payoffs> {
        if !position.is_over(&self.rules) {
            return None;
        }
        let places = &position.table.places;
        let doubled = places.map(|place| match place {
            Some(place) => 2 * i32::from(self.rules.points[usize::from(place)]),
            None => self.doubled_mean(places),
        });
        Some(Payoffs::new(&doubled.map(|points| points.try_into().unwrap_or(i16::MAX))))
    }

    fn chances(&self, _position: &ContestPosition) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    /// The legal melds in the order of [`melds`](super::melds), then the pass. Only the first of
    /// several roles of a joker that lead to the same position.
    fn plays(
        &self,
        position: &ContestPosition,
        _chance: (),
        plays: &mut Vec<Play<ContestPosition, Option<Meld>>>,
    ) {
        if position.is_over(&self.rules) {
            return;
        }
        let found = melds(&self.rules, position.hands[position.table.turn], &position.table);
        let begin = plays.len();
        for action in found.into_iter().map(Some).chain([None]) {
            let mut after = position.clone();
            let legal = after.play(&self.rules, action).is_ok();
            let joker = action.is_some_and(|meld| meld.cards().has_joker());
            if legal && !(joker && plays[begin..].iter().any(|play| play.after == after)) {
                plays.push(Play { action, after });
            }
        }
    }

    fn parse(&self, text: &str) -> Result<ContestPosition, NotationError> {
        position_text::parse(&self.rules, text)
    }

    fn format(&self, position: &ContestPosition) -> String {
        position_text::format(position)
    }

    fn format_move(
        &self,
        _position: &ContestPosition,
        _chance: (),
        action: &Option<Meld>,
    ) -> String {
        action.as_ref().map_or("pass".to_owned(), Meld::to_string)
    }
}

impl Hidden for Daihinmin {
    type View = SeatView;

    fn view(&self, position: &ContestPosition, seat: Seat) -> SeatView {
        position.view(seat)
    }

    /// Deals the unseen cards. If they are more than the others hold, some stay out of the deal.
    fn deal(
        &self,
        view: &SeatView,
        seat: Seat,
        random: &mut dyn FnMut(u64) -> u64,
    ) -> Option<ContestPosition> {
        let mut unseen: Vec<Card> = view.unseen.iter().collect();
        shuffle(&mut unseen, random);
        let mut unseen = unseen.into_iter();
        let hands: [Cards; PLAYERS] = std::array::from_fn(|other| match other == seat {
            true => view.hand,
            false => unseen.by_ref().take(view.counts[other].into()).collect(),
        });
        let complete = hands.map(|hand| hand.len() as u8) == view.counts;
        complete.then_some(ContestPosition { hands, table: view.table })
    }
}
