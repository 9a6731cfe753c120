//! The judged players: evaluation functions that look one roll ahead.

use shuban_gammon::Variant;
use shuban_gammon::evaluation::{NetworkEvaluation, TermEvaluation, Terms};

use crate::gammon::evaluation::{PAGE, PositionValuer};

/// An evaluation function and its name.
pub(super) type Judge = (&'static str, Box<dyn PositionValuer>);

/// Returns the page's evaluation function, ours, and the network of a variant, if it has one.
pub(super) fn judges(variant: &Variant) -> Vec<Judge> {
    let of_terms = |terms: Terms| Box::new(TermEvaluation::with(variant.clone(), terms));
    let mut judges: Vec<Judge> = vec![
        ("the page's evaluation function", of_terms(PAGE)),
        ("all terms of ours", of_terms(Terms::ALL)),
    ];
    if let Some(network) = NetworkEvaluation::new(variant.clone()) {
        judges.push(("the network", Box::new(network)));
    }
    judges
}
