//! One game as a [`Game`] with [hidden](Hidden) hands.

use shuban_core::{Game, Hidden, NotationError, Payoffs, Play, Seat, shuffle};

use super::cards::{Card, Cards};
use super::legal::melds;
use super::meld::Meld;
use super::round::{Round, SeatView};
use super::round_text;
use super::rules::{ContestRules, PLAYERS};

/// Daihinmin from the first lead on, by these rules. Exchange, seats and classes are the
/// [contest's](super::Contest).
///
/// ```
/// use shuban_core::Game;
/// use shuban_uec::game::{Daihinmin, ContestRules};
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

    /// The mean of the points of the places that nobody has, doubled.
    fn doubled_mean(&self, places: &[Option<u8>; PLAYERS]) -> i16 {
        let free: Vec<i32> = (0..PLAYERS)
            .filter(|&place| !places.contains(&Some(place as u8)))
            .map(|place| i32::from(self.rules.points[place]))
            .collect();
        saturated(2 * free.iter().sum::<i32>() / free.len().max(1) as i32)
    }
}

fn saturated(points: i32) -> i16 {
    points.try_into().unwrap_or(i16::MAX)
}

impl Game for Daihinmin {
    type Position = Round;
    type Chance = ();
    type Move = Option<Meld>;

    fn name(&self) -> String {
        "daihinmin".to_owned()
    }

    fn seats(&self) -> usize {
        PLAYERS
    }

    fn to_move(&self, round: &Round) -> Seat {
        round.table.turn
    }

    /// In half points. Where passes end the game, whoever is in gets the mean of what is left.
    fn outcome(&self, round: &Round) -> Option<Payoffs> {
        if !round.is_over(&self.rules) {
            return None;
        }
        let places = &round.table.places;
        let worth = places.map(|place| match place {
            Some(place) => saturated(2 * i32::from(self.rules.points[usize::from(place)])),
            None => self.doubled_mean(places),
        });
        Some(Payoffs::new(&worth))
    }

    fn chances(&self, _round: &Round) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    /// The legal melds in the order of [`melds`](super::melds), then the pass. Of several roles of
    /// a joker that lead to the same position only the first.
    fn plays(&self, round: &Round, _chance: (), plays: &mut Vec<Play<Round, Option<Meld>>>) {
        if round.is_over(&self.rules) {
            return;
        }
        let mut found = Vec::new();
        melds(&self.rules, round.hands[round.table.turn], &round.table, &mut found);
        let begin = plays.len();
        for action in found.into_iter().map(Some).chain([None]) {
            let mut after = round.clone();
            let legal = after.play(&self.rules, action).is_ok();
            let joker = action.is_some_and(|meld| meld.cards().has_joker());
            if legal && !(joker && plays[begin..].iter().any(|play| play.after == after)) {
                plays.push(Play { action, after });
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Round, NotationError> {
        round_text::parse(&self.rules, text)
    }

    fn format(&self, round: &Round) -> String {
        round_text::format(round)
    }

    fn format_move(&self, _round: &Round, _chance: (), action: &Option<Meld>) -> String {
        action.as_ref().map_or("pass".to_owned(), Meld::to_string)
    }
}

impl Hidden for Daihinmin {
    type View = SeatView;

    fn view(&self, round: &Round, seat: Seat) -> SeatView {
        round.view(seat)
    }

    /// Where more cards are unseen than the others hold, some stay out of the deal.
    fn deal(
        &self,
        view: &SeatView,
        seat: Seat,
        random: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Round> {
        let mut unseen: Vec<Card> = view.unseen.iter().collect();
        shuffle(&mut unseen, random);
        let mut unseen = unseen.into_iter();
        let mut hands = [Cards::NONE; PLAYERS];
        for (other, hand) in hands.iter_mut().enumerate() {
            if other == seat {
                *hand = view.hand;
                continue;
            }
            *hand = unseen.by_ref().take(usize::from(view.counts[other])).collect();
        }
        let dealt =
            hands.iter().zip(view.counts).all(|(hand, count)| hand.len() == usize::from(count));
        dealt.then_some(Round { hands, table: view.table })
    }
}

#[cfg(test)]
mod tests;
