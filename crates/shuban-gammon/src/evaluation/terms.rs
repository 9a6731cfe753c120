//! The evaluation function: the terms of the half-gammon page with their weights.

use shuban_core::evaluation::KnownValues;
use shuban_core::shelf::{Shelf, stored_values};
use shuban_core::{Evaluation, Interval, ONE};

use super::bar::chance_of_not_entering;
use super::blocks::chance_of_no_move;
use super::hits::shots;
use super::pips::{PipsOfARoll, from_lead};
use super::side::SideView;
use crate::contact::Contact;
use crate::explain::ON_BACKGAMMONS_BOARD;
use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// Weights of the terms, in turns, which are pips divided by the mean pips of a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Turns that being about to roll is worth. The page says half of one, or rather less.
    pub turn: f64,
    /// Turns lost by a side on the bar, times the chance of not entering.
    pub bar: f64,
    /// Turns lost by a side that is not on the bar, times the chance of no move at all.
    pub blocks: f64,
    /// Possible hits of the side about to roll.
    pub hits: HitTerm,
    /// Spread of the turns still needed where no checker can be hit any more: 1 is the spread of
    /// the dice alone.
    pub race_spread: f64,
    /// The same while a checker may be hit.
    pub contact_spread: f64,
}

/// Weight of the turns that the other side loses by a hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HitTerm {
    /// A constant chance times the most that a roll can make it lose, if some roll hits: the page's
    /// form, which supposes 1/2 to 1/4.
    Supposed(f64),
    /// This weight times what it loses on average over all rolls.
    Counted(f64),
}

impl Terms {
    /// Pips and the turn alone, what the page begins with, and the spread of the dice.
    pub const PIPS_AND_TURN: Terms = Terms {
        turn: 0.5,
        bar: 0.0,
        blocks: 0.0,
        hits: HitTerm::Supposed(0.0),
        race_spread: 1.0,
        contact_spread: 1.0,
    };

    /// All terms. The weights of the turn, the bar and blocks are the page's. The chances of hits
    /// are counted, and the spreads are those that come closest to certified values.
    pub const ALL: Terms = Terms {
        turn: 0.5,
        bar: 1.0,
        blocks: 1.0,
        hits: HitTerm::Counted(1.0),
        race_spread: 0.5,
        contact_spread: 8.0,
    };
}

/// The evaluation function of a variant: a lead in turns, and its expected result.
///
/// It does not see what bearing off wastes, what the other side may hit after this roll, or how
/// checkers that are hit come back.
#[derive(Clone, Debug)]
pub struct TermEvaluation {
    game: Gammon,
    terms: Terms,
    /// Turns per pip.
    turns: f64,
    /// Growth of s² for each turn that either side needs.
    spread: f64,
}

impl TermEvaluation {
    /// The function of a variant with all terms.
    pub fn new(variant: Variant) -> Self {
        TermEvaluation::with(variant, Terms::ALL)
    }

    /// The same function with other weights.
    pub fn with(variant: Variant, terms: Terms) -> Self {
        let pips = PipsOfARoll::of(&variant);
        let (turns, spread) = (1.0 / pips.mean, pips.spread_of_a_turn());
        TermEvaluation { game: Gammon::new(variant), terms, turns, spread }
    }

    /// The expected result of the side about to roll: strictly between −1 and 1 where the game is
    /// not over.
    #[inline]
    pub fn expected_result(&self, position: &Position) -> f64 {
        let (lead, spread) = self.lead(position);
        from_lead(lead, spread)
    }

    /// The lead in turns of the side about to roll, and how far chance still spreads it.
    #[inline]
    fn lead(&self, position: &Position) -> (f64, f64) {
        let mut own = position.mover.pips() as f64 * self.turns;
        let mut other = position.opponent.pips() as f64 * self.turns;
        let mut spread = self.spread * self.terms.race_spread;
        if position.is_contact(&self.game.variant) {
            let side = SideView::of_mover(&self.game.variant, position);
            own += self.lost(&side);
            other += self.lost(&SideView::of_mover(&self.game.variant, &position.swapped()));
            other += match self.terms.hits {
                HitTerm::Supposed(0.0) => 0.0,
                HitTerm::Supposed(chance) => chance * shots(&side).most as f64 * self.turns,
                HitTerm::Counted(weight) => weight * shots(&side).pips * self.turns,
            };
            spread = self.spread * self.terms.contact_spread;
        }
        (other - own + self.terms.turn, (own + other) * spread)
    }

    /// Turns that a side is likely to lose by the bar or by blocks: one or the other, since a side
    /// that cannot enter cannot move.
    #[inline]
    fn lost(&self, side: &SideView) -> f64 {
        if side.on_bar() > 0 {
            self.terms.bar * chance_of_not_entering(side)
        } else {
            self.terms.blocks * chance_of_no_move(side)
        }
    }
}

impl Evaluation for TermEvaluation {
    type Game = Gammon;

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn name(&self) -> &'static str {
        "terms"
    }

    fn about(&self) -> String {
        "pips, the turn, the bar, blocks, hits, and how far chance may still spread".to_owned()
    }

    /// Addition, multiplication, division and square roots alone, which every machine rounds alike.
    fn evaluate(&self, position: &Position) -> i32 {
        (self.expected_result(position) * f64::from(ONE)) as i32
    }

    /// The contact layers that are built.
    fn known<'s>(&'s self, shelf: &'s dyn Shelf) -> Box<KnownValues<'s, Gammon>> {
        known_values(&self.game.variant, shelf)
    }
}

/// The values of a variant's contact layers that are built.
pub(super) fn known_values<'s>(
    variant: &Variant,
    shelf: &'s dyn Shelf,
) -> Box<KnownValues<'s, Gammon>> {
    let own = variant.name();
    let board = if ON_BACKGAMMONS_BOARD.contains(&own) { "backgammon" } else { own };
    let name = format!("{board}/contact");
    let stored = stored_values::<Contact>(shelf, &name);
    Box::new(move |position| -> Result<Option<Interval>, _> { stored(position) })
}
