//! Games played out by policies.

use std::sync::Arc;

use shuban_core::{Random, Seat};

use super::tables::winning_lead;
use crate::players::endgame::SetTables;
use crate::policy::{Acting, Odds, Policy};
use crate::{Cards, ContestPosition, ContestRules, PLAYERS};

/// Plays a game on until a seat has its place, each seat drawing its plays from its policy;
/// leads that win by the databases, if there are any, go first. Returns the place, from 0; `None`
/// if passes in a row end the game.
pub fn play_out(
    rules: &ContestRules,
    policies: &[Arc<Policy>; PLAYERS],
    tables: Option<&SetTables>,
    mut position: ContestPosition,
    me: Seat,
    odds: &mut Odds,
    random: &mut Random,
) -> Option<u8> {
    while position.table.places[me].is_none() && !position.is_over(rules) {
        let won = tables.and_then(|tables| winning_lead(tables, &position));
        if won.is_some() {
            position.lay(rules, won);
            continue;
        }
        let seat = position.table.turn;
        let hand = position.hands[seat];
        let all: Cards = position.hands.into_iter().collect();
        let counts = position.hands.map(|hand| hand.len() as u8);
        let acting = Acting { seat, hand, unseen: all - hand, counts, table: &position.table };
        policies[seat].odds(rules, &acting, odds);
        let action = odds.draw(random);
        position.lay(rules, action);
    }
    position.table.places[me]
}
