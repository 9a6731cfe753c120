//! An evaluation function of the family: who is ahead in the race, and by how much that counts.
//!
//! It is the simplest of the half-gammon page (see `docs/papers/002.md`): pips divided by the mean
//! pips of a roll are about the turns that a side still needs; the side about to roll is half a
//! turn ahead of that. The page leaves open how a lead becomes a chance to win, but says that a
//! lead counts for more the fewer turns are left. So here a lead of x turns is held against the
//! spread of what the dice may still bring, and becomes x / √(x² + s²), where s² grows with the
//! turns that are left: about the integral of a bell curve, with the same slope at 0, and strictly
//! between −1 and 1.
//!
//! What it does not see: checkers on the bar, blocks, blots, and what bearing off wastes.

use shuban_core::{Checkers, Evaluation, Interval, KnownValues, ONE, Shelf, rolls, stored_values};

use crate::contact::Contact;
use crate::explain::ON_BACKGAMMONS_BOARD;
use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// The evaluation function of a variant.
#[derive(Clone, Debug)]
pub struct RaceEvaluation {
    game: Gammon,
    /// Turns for a pip.
    turns: f64,
    /// What s² grows by for each turn that either side needs.
    spread: f64,
}

impl RaceEvaluation {
    /// That of a variant.
    pub fn new(variant: Variant) -> Self {
        let (mean, variance) = pips_of_a_roll(&variant);
        // The slope of a bell curve's integral, as a result between −1 and 1, is √(2/π) / σ.
        let spread = std::f64::consts::FRAC_PI_2 * variance / (mean * mean);
        RaceEvaluation { game: Gammon::new(variant), turns: 1.0 / mean, spread }
    }

    /// By how many turns the side about to roll is ahead, and how many both still need.
    fn lead(&self, position: &Position) -> (f64, f64) {
        let turns = |side: Checkers| side.pips() as f64 * self.turns;
        let (own, other) = (turns(position.mover), turns(position.opponent));
        (other - own + 0.5, own + other)
    }
}

/// The mean and the variance of the pips of a roll.
fn pips_of_a_roll(variant: &Variant) -> (f64, f64) {
    let (mut total, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (roll, weight) in rolls(variant.faces()) {
        let dice = u32::from(roll.high()) + u32::from(roll.low());
        let pips = f64::from(if roll.is_double() { 2 * dice } else { dice });
        let weight = f64::from(weight);
        total += weight;
        sum += weight * pips;
        squares += weight * pips * pips;
    }
    let mean = sum / total;
    (mean, squares / total - mean * mean)
}

impl Evaluation for RaceEvaluation {
    type Game = Gammon;

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn about(&self) -> String {
        "pips, the turn, and how far the dice may still spread".to_owned()
    }

    /// Addition, multiplication, division and square roots alone, which every machine rounds alike.
    fn evaluate(&self, position: &Position) -> i32 {
        let (lead, left) = self.lead(position);
        let value = lead / (lead * lead + self.spread * left).sqrt();
        (value * f64::from(ONE)) as i32
    }

    /// The contact layers that are built.
    fn known<'s>(&'s self, shelf: &'s dyn Shelf) -> Box<KnownValues<'s, Gammon>> {
        let own = self.game.variant.name();
        let board = if ON_BACKGAMMONS_BOARD.contains(&own) { "backgammon" } else { own };
        let name = format!("{board}/contact");
        let stored = stored_values::<Contact>(shelf, &name);
        Box::new(move |position| -> Result<Option<Interval>, _> { stored(position) })
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::Game;

    use super::*;

    fn half_gammon() -> RaceEvaluation {
        RaceEvaluation::new(Variant::by_name("half-gammon").unwrap())
    }

    fn value(text: &str) -> i32 {
        let evaluation = half_gammon();
        evaluation.evaluate(&evaluation.game.parse(text).unwrap())
    }

    #[test]
    fn a_roll_has_its_mean_and_the_turn_is_worth_half_of_one() {
        let variant = |name| Variant::by_name(name).unwrap();
        let (mean, variance) = pips_of_a_roll(&variant("half-gammon"));
        assert!((mean - 16.0 / 3.0).abs() < 1e-12 && (variance - 68.0 / 9.0).abs() < 1e-12);
        assert!((pips_of_a_roll(&variant("backgammon")).0 - 49.0 / 6.0).abs() < 1e-12);
        let evaluation = half_gammon();
        let start = evaluation.game.parse("3,3,3,7,7,7,12,12|3,3,3,7,7,7,12,12").unwrap();
        let (lead, left) = evaluation.lead(&start);
        assert!((lead - 0.5).abs() < 1e-12 && (left - 20.25).abs() < 1e-12);
    }

    #[test]
    fn fewer_pips_are_better_and_a_lead_counts_more_near_the_end() {
        assert!(value("6|8") > value("7|8") && value("7|8") > value("8|8") && value("8|8") > 0);
        assert!(value("8|7") > value("8|1") && value("8|1") > -ONE);
        assert!(value("1|4") > value("9|12") && value("12,12,12|2") < 0);
        assert!(value("1|bar,bar,bar,bar,bar,bar,bar,bar") < ONE);
    }

    #[test]
    fn whose_name_the_side_to_roll_has_does_not_matter() {
        let evaluation = half_gammon();
        let position = evaluation.game.parse("1,2,3|9").unwrap();
        let other = Position { turn: 1, ..position };
        assert_eq!(evaluation.evaluate(&position), evaluation.evaluate(&other));
    }
}
