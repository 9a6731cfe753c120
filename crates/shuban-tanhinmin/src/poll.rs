//! A player with databases that does not see the other hands.

use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::Instant;

use shuban_core::adviser::{Advice, Adviser};
use shuban_core::combinatorics::next_arrangement;
use shuban_core::shelf::stored_values;
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Domain, Explain, Field, Fields, Game, Seat, Unanswered, Winners};

use crate::game::OpenDaihinmin;
use crate::hand::Hand;
use crate::leads::LeadDomain;
use crate::rules::{CardRules, Deck, Passing};
use crate::table::{Action, CardTable};

/// The vote of Nishino and Nishino (2010), section 3.3: the seat to move knows its own hand, the
/// cards of the others together, and the number of cards of each of them. Each deal of those has
/// one vote for every move that wins it with all hands open; the move with the most votes is made,
/// and of several the first in the order of the rules, which is the weakest card.
pub struct Poll {
    game: OpenDaihinmin,
    /// Domains that may have the values, made when first needed.
    domains: OnceLock<Vec<LeadDomain>>,
}

/// Most deals that are examined; positions of every layer have fewer.
const MOST_DEALS: u64 = 20_000;

/// A vote, or the missing layer.
enum Counted {
    Votes { moves: Vec<(Action, u64)>, deals: u64 },
    Lacks(String),
}

impl Poll {
    /// The vote by some rules.
    pub fn new(rules: CardRules) -> Self {
        Poll { game: OpenDaihinmin::new(rules), domains: OnceLock::new() }
    }

    /// The domain of the game, and the one with ties that has the same values.
    fn domains(&self) -> &[LeadDomain] {
        self.domains.get_or_init(|| {
            let rules = self.game.rules;
            let with_ties = (!rules.allows_ties()).then(|| rules.with_deck(Deck::Ties));
            let all = [Some(rules), with_ties].into_iter().flatten();
            all.filter_map(|rules| LeadDomain::new(rules).ok()).collect()
        })
    }

    /// Counts the votes of all deals.
    fn count(
        &self,
        domain: &LeadDomain,
        table: &CardTable,
        setting: &SearchSetting<'_>,
    ) -> Result<Counted, SearchFailure> {
        let began = Instant::now();
        let mover = self.game.to_move(table);
        let stored = stored_values::<LeadDomain>(setting.shelf, &domain.name());
        let lacking = RefCell::new(None);
        let mut ask = |position: &CardTable| match stored(position) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => {
                let layer = domain.locate(position).map(|place| place.layer);
                let name = layer.map(|layer| domain.layers()[layer.0].name.clone());
                *lacking.borrow_mut() = name;
                Err(Unanswered::default())
            }
            Err(error) => Err(Unanswered::because(error)),
        };
        let mut plays = Vec::new();
        self.game.plays(table, (), &mut plays);
        let mut moves: Vec<(Action, u64)> = plays.iter().map(|play| (play.action, 0)).collect();
        let mut unseen = Unseen::of(self.game.seats(), table, mover);
        let mut deals = 0;
        loop {
            plays.clear();
            self.game.plays(&unseen.dealt(table), (), &mut plays);
            for (play, (_, votes)) in plays.iter().zip(&mut moves) {
                match domain.winners(&play.after, &mut ask) {
                    Ok(winners) => *votes += u64::from(winners == Winners::only(mover)),
                    Err(failed) => {
                        return match (lacking.take(), failed.into_reason()) {
                            (Some(layer), _) => Ok(Counted::Lacks(layer)),
                            (None, Some(reason)) => Err(SearchFailure::Oracle(reason)),
                            (None, None) => Ok(Counted::Lacks(domain.name())),
                        };
                    }
                }
            }
            deals += 1;
            if setting.progress.interrupted() {
                return Err(SearchFailure::Interrupted);
            }
            if setting.time.is_some_and(|time| began.elapsed() > time) {
                return Err(SearchFailure::Limit("there is no time for all deals".into()));
            }
            if !unseen.next() {
                return Ok(Counted::Votes { moves, deals });
            }
        }
    }
}

impl Adviser for Poll {
    type Game = OpenDaihinmin;

    fn game(&self) -> &OpenDaihinmin {
        &self.game
    }

    fn name(&self) -> String {
        "poll".to_owned()
    }

    fn about(&self) -> String {
        "sees its own hand alone: each deal of the other cards has one vote for every move that \
         wins it"
            .to_owned()
    }

    fn about_ja(&self) -> Option<String> {
        Some(
            "自分の手札だけが見えるとして、他の札の配り方ごとに、必勝となる手へ一票ずつ投じる"
                .to_owned(),
        )
    }

    fn advise(
        &self,
        table: &CardTable,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<OpenDaihinmin>, SearchFailure> {
        assert!(self.game.rules.passing != Passing::Print, "no rule of play");
        let mut lacking = String::new();
        for domain in self.domains() {
            if let Err(reason) = domain.layer_for(table) {
                return Ok(Advice::none(reason));
            }
            let deals = Unseen::of(self.game.seats(), table, self.game.to_move(table)).deals();
            if deals > MOST_DEALS {
                return Ok(Advice::none(format!("{deals} deals are too many")));
            }
            match self.count(domain, table, setting)? {
                Counted::Votes { moves, deals } => return Ok(advice(moves, deals)),
                Counted::Lacks(layer) if lacking.is_empty() => lacking = layer,
                Counted::Lacks(_) => {}
            }
        }
        Ok(Advice::none(format!("{lacking} is not built")))
    }
}

fn advice(mut moves: Vec<(Action, u64)>, deals: u64) -> Advice<OpenDaihinmin> {
    // Stable: of as many votes the first in the order of the rules.
    moves.sort_by_key(|&(_, votes)| std::cmp::Reverse(votes));
    let choice = moves.first().filter(|&&(_, votes)| votes > 0).map(|&(action, _)| action);
    let row = |(action, votes): (Action, u64)| {
        let share = format!("{:.1} %", 100.0 * votes as f64 / deals as f64);
        let votes = Field::new("votes", votes).short(format!("{votes} ({share})"));
        (action, Fields::new().with(votes))
    };
    let mut facts = Fields::new().with(Field::new("deals", deals));
    if choice.is_none() {
        facts = facts.with(Field::new("reason", "no move wins any deal"));
    }
    Advice { choice, weighed: moves.into_iter().map(row).collect(), facts, is_proven: false }
}

/// The cards that a seat does not see, and their owners in the present deal.
struct Unseen {
    /// Cards in ascending order.
    cards: Vec<u8>,
    owners: Vec<Seat>,
}

impl Unseen {
    /// The cards that a seat does not see, in the first of all deals.
    fn of(seats: usize, table: &CardTable, seat: Seat) -> Self {
        let others = || (0..seats).filter(|&other| other != seat);
        let mut cards: Vec<u8> = others().flat_map(|other| table.hand(other).to_vec()).collect();
        cards.sort_unstable();
        let hand = |other| std::iter::repeat_n(other, table.hand(other).len());
        Unseen { cards, owners: others().flat_map(hand).collect() }
    }

    /// The number of deals, each equally likely: cards of one strength are different cards.
    fn deals(&self) -> u64 {
        let (mut deals, mut alike) = (1u128, 0);
        for (place, owner) in self.owners.iter().enumerate() {
            alike = if place > 0 && self.owners[place - 1] == *owner { alike + 1 } else { 1 };
            // The product of the first n factors is a number of arrangements itself.
            deals = deals.saturating_mul(place as u128 + 1) / alike;
        }
        u64::try_from(deals).unwrap_or(u64::MAX)
    }

    /// Goes on to the next deal, if there is one.
    fn next(&mut self) -> bool {
        next_arrangement(&mut self.owners)
    }

    /// A table with the cards as they are dealt.
    fn dealt(&self, table: &CardTable) -> CardTable {
        let mut dealt = *table;
        self.owners.iter().for_each(|&owner| dealt.hands[owner] = Hand::EMPTY);
        for (&card, &owner) in self.cards.iter().zip(&self.owners) {
            // As many cards as before, which did fit.
            dealt.hands[owner].add(card).unwrap_or_default();
        }
        dealt
    }
}
