//! Claims of Sanno and Hoki, section 6, on the positions that backward induction values: all
//! without contact, and with contact few.

use shuban_catalog::Error;
use shuban_core::checkers::Checkers;
use shuban_core::text::grouped;
use shuban_core::{Domain, Game, PartId};
use shuban_gammon::{Contact, Gammon, Position};

use crate::finding::Finding;
use crate::valued::{Valuation, ValuedState};

/// Maximum number of positions that a note names one by one.
const NAMED: usize = 3;

/// Points from which any roll bears one checker off: the least roll is a 2-1.
const NEAR: std::ops::RangeInclusive<usize> = 1..=3;

/// Numbers of positions of a part, and of those with a value.
#[derive(Default)]
struct Tally {
    all: u64,
    valued: u64,
}

impl Tally {
    fn add(&mut self, is_valued: bool) {
        self.all += 1;
        self.valued += u64::from(is_valued);
    }
}

pub(super) fn rows(
    domain: &Contact,
    name: &str,
    part: PartId,
    valued: &Valuation,
) -> Result<Vec<Finding>, Error> {
    let game = domain.game();
    let index = domain.index(part).map_err(shuban_solve::Error::from)?;
    let [mut apart, mut in_contact, mut near] = [(); 3].map(|()| Tally::default());
    let mut exceptions = Vec::new();
    let mut near_wins = true;
    for (rank, state) in (0..).zip(valued.part(part.part)) {
        let Some(position) = index.unrank(rank) else { continue };
        if !position.is_contact(&game.variant) {
            apart.add(state.is_known());
            continue;
        }
        in_contact.add(state.is_known());
        if is_near(&position) {
            near.add(state.is_known());
            near_wins &= *state == ValuedState::Win && every_roll_wins(game, &position);
        } else if state.is_known() {
            exceptions.push(position);
        }
    }
    let mut rows = vec![
        Finding::exact(format!("{name}, no contact: without a value"), 0, apart.all - apart.valued)
            .noting(format!("of {} positions", grouped(apart.all))),
        Finding::settled(
            format!("{name}, contact: without a value"),
            "most",
            format!(
                "{} of {}",
                grouped(in_contact.all - in_contact.valued),
                grouped(in_contact.all)
            ),
            2 * in_contact.valued < in_contact.all,
        ),
    ];
    let others = match exceptions.len() {
        0 => "none".to_owned(),
        few if few <= NAMED => {
            exceptions.iter().map(|position| game.format(position)).collect::<Vec<_>>().join(", ")
        }
        _ => in_classes(game, &exceptions),
    };
    rows.push(
        Finding::unprinted(format!("{name}, contact: with a value"), in_contact.valued).noting(
            format!("{} have the mover's one checker on 1 to 3; the others: {others}", near.valued),
        ),
    );
    if part.part == 0 && near.all > 0 {
        rows.push(
            Finding::settled(
                format!("{name}, white on 1 to 3: valued wherever black is"),
                "all",
                format!("{} of {} in contact", near.valued, near.all),
                near.valued == near.all,
            )
            .noting("without contact all are"),
        );
        rows.push(Finding::settled(
            format!("{name}, white on 1 to 3: any roll bears off"),
            "so they are valued",
            if near_wins { "a sure win by every roll" } else { "not by every roll" },
            near_wins,
        ));
    }
    Ok(rows)
}

/// Returns true if the mover has one checker left, on a point from which any roll bears it off.
fn is_near(position: &Position) -> bool {
    position.mover.count() == 1 && position.mover.highest().is_some_and(|at| NEAR.contains(&at))
}

/// Returns true if with every roll some play ends the game.
fn every_roll_wins(game: &Gammon, position: &Position) -> bool {
    let mut plays = Vec::new();
    game.chances(position).into_iter().all(|(roll, _)| {
        plays.clear();
        game.plays(position, roll, &mut plays);
        plays.iter().any(|play| game.outcome(&play.after).is_some())
    })
}

/// Counts positions in the classes of Table 1's wrong number, and names the others.
fn in_classes(game: &Gammon, positions: &[Position]) -> String {
    let on = |place: usize| Checkers::from_places([place]);
    let is_of = |position: &Position, behind: usize| {
        position.mover == on(4) && position.opponent.on(behind) > 0
    };
    let count = |behind| positions.iter().filter(|position| is_of(position, behind)).count();
    let rest: Vec<String> = positions
        .iter()
        .filter(|position| !is_of(position, 22) && !is_of(position, 23))
        .map(|position| game.format(position))
        .collect();
    let [of_22, of_23] = [22, 23].map(count);
    let rest = if rest.len() > NAMED { format!("{} more", rest.len()) } else { rest.join(", ") };
    format!("{of_22} of {{4 | k,22}}, {of_23} of {{4 | k,23}}, {rest}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuban_core::Present;
    use shuban_gammon::Variant;

    #[test]
    fn one_checker_on_1_to_3_is_borne_off_by_any_roll_and_from_4_it_is_not() {
        let game = Gammon::new(Variant::by_name("backgammon").unwrap());
        let wins = |text: &str| every_roll_wins(&game, &game.parse(text).unwrap());
        assert_eq!(["1|bar", "2|24", "3|bar", "4|24"].map(wins), [true, true, true, false]);
        assert!(is_near(&game.parse("3|24").unwrap()) && !is_near(&game.parse("1,1|23").unwrap()));
        assert!(!is_near(&game.start()));
    }
}
