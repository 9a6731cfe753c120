//! True values of contact layers, iterated until nothing changes.

use std::collections::BTreeMap;

use shuban_core::{Domain, Game, LayerId, PartId};
use shuban_gammon::{Contact, Position, Variant};
use shuban_store_testing::{OpenedSection, OpenedUp};

/// Units of 1 in a file.
const ONE: f64 = (1 << 30) as f64;

/// Room for the floating-point numbers here, in units.
const ROUNDING: f64 = 1e-3;

/// The true values of a layer, and of all that it needs, by part.
pub(crate) struct Truth(BTreeMap<String, Vec<f64>>);

/// Result of a play, for the player who has made it.
enum After {
    Over(f64),
    Position(usize),
}

/// Plays of a position: of each roll, with its weight.
type Rolls = Vec<(f64, Vec<After>)>;

impl Truth {
    /// Computes the values of a layer of `half-gammon/contact` or `half-gammon/money`, in which a win
    /// counts `win` because no gammon can be won.
    pub(crate) fn of(layer: &str, win: f64) -> Self {
        let variant = Variant::by_name("half-gammon").unwrap();
        let domain = match layer.contains("/money-") {
            true => Contact::for_money(variant),
            false => Contact::new(variant),
        };
        let parts = parts(&domain, layer);
        let (mut places, mut positions) = (BTreeMap::new(), Vec::new());
        for part in &parts {
            let index = domain.index(*part).unwrap();
            for rank in 0..index.len() {
                places.insert((*part, rank), positions.len());
                positions.push(index.unrank(rank).unwrap());
            }
        }
        let indexes: BTreeMap<PartId, _> =
            parts.iter().map(|part| (*part, domain.index(*part).unwrap())).collect();
        let rolls = positions.iter().map(|position| {
            let after = |after: Position| match domain.game().outcome(&after) {
                Some(payoffs) => After::Over(-win * f64::from(payoffs.of(after.seat()))),
                None => {
                    let part = domain.locate(&after).unwrap();
                    After::Position(places[&(part, indexes[&part].rank(&after).unwrap())])
                }
            };
            self::rolls(&domain, position, &after)
        });
        let values = iterated(&rolls.collect::<Vec<Rolls>>());
        let names = parts.iter().map(|part| {
            let of_part = places.range((*part, 0)..=(*part, u64::MAX));
            let name = domain.layers()[part.layer.0].parts[part.part].name.clone();
            (name, of_part.map(|(_, &place)| values[place]).collect())
        });
        Truth(names.collect())
    }

    /// Requires that all intervals of a file contain the true values.
    pub(crate) fn is_within(&self, file: &OpenedUp) {
        for section in &file.sections {
            let OpenedSection::Table(name, _, rows) = section else { continue };
            if name.ends_with("/status") {
                continue;
            }
            assert_eq!(self.0[name].len(), rows.len());
            for (rank, (row, value)) in rows.iter().zip(&self.0[name]).enumerate() {
                let lower = f64::from(row[0] as u32 as i32);
                let (upper, value) = (lower + row[1] as f64, value * ONE);
                let holds = lower <= value + ROUNDING && value <= upper + ROUNDING;
                assert!(holds, "{name}, rank {rank}: {value} in {lower} to {upper} passed");
            }
        }
    }
}

/// Returns the parts of a layer and of all that it needs.
fn parts(domain: &Contact, layer: &str) -> Vec<PartId> {
    let layers = domain.layers();
    let own = layers.iter().position(|other| other.name == layer).unwrap();
    let mut found = vec![LayerId(own)];
    let mut next = 0;
    while let Some(&layer) = found.get(next) {
        for need in &layers[layer.0].needs {
            if !found.contains(need) {
                found.push(*need);
            }
        }
        next += 1;
    }
    let of_layer =
        |layer: LayerId| (0..layers[layer.0].parts.len()).map(move |part| PartId { layer, part });
    found.into_iter().flat_map(of_layer).collect()
}

fn rolls(domain: &Contact, position: &Position, after: &dyn Fn(Position) -> After) -> Rolls {
    let game = domain.game();
    let chances = game.chances(position);
    let all: u32 = chances.iter().map(|(_, ways)| ways).sum();
    let of_roll = |(roll, ways)| {
        let mut plays = Vec::new();
        game.plays(position, roll, &mut plays);
        let plays = plays.into_iter().map(|play| after(play.after)).collect();
        (f64::from(ways) / f64::from(all), plays)
    };
    chances.into_iter().map(of_roll).collect()
}

fn iterated(positions: &[Rolls]) -> Vec<f64> {
    let mut values = vec![0.0; positions.len()];
    loop {
        let mut change: f64 = 0.0;
        for (place, rolls) in positions.iter().enumerate() {
            let of = |after: &After| match after {
                After::Over(worth) => *worth,
                After::Position(next) => -values[*next],
            };
            let best = |plays: &[After]| plays.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            let value: f64 = rolls.iter().map(|(weight, plays)| weight * best(plays)).sum();
            change = change.max((value - values[place]).abs());
            values[place] = value;
        }
        if change < 1e-15 {
            return values;
        }
    }
}
