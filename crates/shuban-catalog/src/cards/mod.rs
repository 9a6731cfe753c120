//! Tanhinmin, and Daihinmin with open hands.

mod any;
mod columns;
mod game;
mod open;
mod probe;
mod shelf;
mod solve;
mod tanhinmin;

pub use probe::CardProbe;
pub use shelf::LeadShelf;
use shuban_solve::Tabulation;
use shuban_tanhinmin::{
    CardRules, Clearing, Leads, MAX_PLAYERS, OpenDaihinmin, OpenLeads, OpenRules, Passing, Tanhinmin,
    most_cards,
};
pub use solve::SolvedCards;

use crate::catalog::Catalog;
use crate::family::Listed;
use any::AnyNumber;

/// The name of single cards for any number of players.
const TANHINMIN: &str = "tanhinmin";

/// The name of sets, eights and revolutions for any number of players.
const OPEN: &str = "daihinmin-open";

/// The most common rules for each number of players.
fn common_rules() -> impl Iterator<Item = CardRules> {
    (2..=MAX_PLAYERS).filter_map(|players| CardRules::new(players).ok())
}

/// All rules that there are databases for.
fn all_rules() -> impl Iterator<Item = CardRules> {
    let with_ties_or_without = common_rules().flat_map(|rules| [rules.clone(), rules.distinct()]);
    with_ties_or_without.flat_map(|rules| {
        let print = rules.clone().with_passing(Passing::Print);
        let uecda = rules.clone().with_clearing(Clearing::Uecda);
        [rules, print, uecda]
    })
}

/// All rules of sets that there are databases for.
fn all_open_rules() -> impl Iterator<Item = OpenRules> {
    let rules = (2..=MAX_PLAYERS).filter_map(|players| OpenRules::new(players).ok());
    rules.flat_map(|rules| [rules, rules.with_clearing(Clearing::Uecda)])
}

/// Adds the games and their domains to the list.
pub(crate) fn list(catalog: &mut Catalog) {
    let any = common_rules().map(|rules| (rules.players(), Tanhinmin::new(rules)));
    catalog.add_game(AnyNumber::new(TANHINMIN, "1,3,10|2|4,6,8|5,7,9", any));
    let any = all_open_rules().filter(|rules| rules.clearing() == Clearing::Tanhinmin);
    let any = any.map(|rules| (rules.players(), OpenDaihinmin { rules }));
    catalog.add_game(AnyNumber::new(OPEN, "1,1,3*,5|2,2,4|3*,4,4", any));
    for rules in all_rules() {
        catalog.add_game_in_brief(Tanhinmin::new(rules.clone()));
        let leads = Leads::new(rules).expect("the first place alone has points in all of these");
        catalog.add_family(Listed::new(leads, Tabulation));
    }
    for rules in all_open_rules() {
        catalog.add_game_in_brief(OpenDaihinmin { rules });
        catalog.add_family(Listed::new(OpenLeads::new(rules), Tabulation));
    }
    for rules in common_rules().filter_map(with_places) {
        catalog.add_game_in_brief(Tanhinmin::new(rules));
    }
    catalog.add_hint(hint);
}

/// The same rules with points for all places but the last; no other than the common ones for two players.
fn with_places(rules: CardRules) -> Option<CardRules> {
    let points: Vec<i16> = (0..rules.players() as i16).rev().collect();
    rules.with_points(&points).ok().filter(|rules| rules.players() > 2)
}

/// What is wrong with the name of a layer.
fn hint(name: &str) -> Option<String> {
    let layer = name.strip_prefix("tanhinmin/")?;
    let (players, rest) = layer.split_once('p')?;
    let rules = CardRules::new(players.parse().ok()?).ok()?;
    let rules = if rest.contains("distinct") { rules.distinct() } else { rules };
    let (fewest, most) = (rules.players(), most_cards(&rules));
    let names = |cards| rules.name_with_cards(cards);
    Some(format!(
        "its domains are {} to {}, by the number of cards, and the same with /print or /uecda",
        names(fewest),
        names(most)
    ))
}
