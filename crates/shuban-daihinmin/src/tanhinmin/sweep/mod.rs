//! All values of a layer at once.
//!
//! The moment after a card is led or played depends on what is left alone: on the cards, split by strength into
//! those above the lying card and the rest, and on who may still answer. Values of all such moments are
//! tabulated **level by level**, by the number of cards left, each from the level before, where a card less is
//! left, and from the values of leading again. Moments are shared by all deals and all leads that come to
//! them, so each is worked out once.
//!
//! Words ([`Numbering`](super::Numbering)) are ordered by their strong end. So all weak ends below one
//! strong end stand in a row, in every table; and whatever is played from the strong end leads to another such
//! row, in the same order. A row is therefore computed as a whole: what is looked up for a play is one run of
//! bytes, united with the runs of the other plays by a few operations on each.
//!
//! Between one play and the next nothing is reduced or ranked: a row's address is a sum, of which each letter of
//! the strong end gives its part when it is put down ([`walk`]).

mod codes;
mod levels;
mod plan;
mod trick;
mod unit;
mod walk;
mod words;

pub use plan::Plan;
use shuban_solve::multi::Winners;
pub use unit::Scratch;
use unit::Work;

use super::rules::Rules;

/// The values of all leads from deals of so many cards, in the order of their numbers: sets of players counted
/// from the leader. On one thread; deals of fewer cards than players there are none.
pub fn sweep(rules: &Rules, cards: usize) -> Vec<Winners> {
    if cards == 0 {
        return Vec::new();
    }
    let plan = Plan::new(rules, cards, &|count, work| (0..count).for_each(work));
    let mut scratch = Scratch::new();
    let mut sets = Vec::new();
    for unit in 0..plan.cut.units.len() {
        let leads = plan.cut.leads(unit);
        let before = sets.len();
        sets.resize(before + (leads.end - leads.start) as usize, 0);
        Work::new(&plan, &mut scratch, &mut sets[before..]).run(unit);
    }
    sets.into_iter().map(Winners::from_bits).collect()
}
