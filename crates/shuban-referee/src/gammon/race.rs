//! `race-PxC`: two sides on their own lowest points, with a cube and without.

use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::files::Files;
use crate::gammon::board::Board;
use crate::gammon::cube::{
    CENTRED, Equities, JACOBY, KINDS, Means, OPPONENT, POINT, after_play, better, columns, read,
};
use crate::gammon::plays::plays;
use crate::gammon::side_ranking::BeyondRanking;
use crate::gammon::variant::Variant;
use crate::interval::Bounds;
use crate::layer::{Layer, Part};

/// Most checkers of a side: one of 15 might lose a gammon.
const MOST_CHECKERS: usize = 14;

/// The races of a layer, and those of all layers of fewer checkers.
pub(crate) struct Race {
    variant: Variant,
    points: usize,
    checkers: usize,
    /// The tables by the most checkers of a side, from 1 on: part by part.
    stored: Vec<Vec<Table>>,
}

impl Race {
    /// Opens `backgammon/race-PxC`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let name = files.domain().strip_prefix("backgammon/race-");
        let size = name.and_then(|name| name.split_once('x'));
        let size = size.and_then(|(points, checkers)| {
            Some((points.parse::<usize>().ok()?, checkers.parse::<usize>().ok()?))
        });
        let (Some(variant), Some((points, checkers))) = (Variant::named("backgammon"), size) else {
            return Ok(None);
        };
        // Sides on more points could be in contact.
        let is_one = (1..=variant.points / 2).contains(&points);
        // Numbers can be written in several ways, and a layer has one name.
        let is_name = layer_name(points, checkers) == files.domain();
        if !is_one || !(1..=MOST_CHECKERS).contains(&checkers) || !is_name {
            return Ok(None);
        }
        let mut parameters = variant.parameters();
        parameters.push(("payoff", "money".to_owned()));
        files.has_parameters(&parameters)?;
        let mut race = Race { variant, points, checkers, stored: Vec::new() };
        let kinds = [
            columns("cubeless", "cubeless_width"),
            columns("owned", "owned_width"),
            columns("centred", "centred_width"),
            columns("opponent", "opponent_width"),
        ];
        for most in 1..=checkers {
            let database = files.layer(&layer_name(points, most))?;
            let parts = race.parts_of(most);
            let table = |part: &Part| {
                files.table(database, &part.name, kinds.as_flattened(), part.positions)
            };
            race.stored.push(parts.iter().map(table).collect::<Result<_, _>>()?);
        }
        Ok(Some(race))
    }

    /// Returns the order of the sides of up to so many checkers.
    fn sides(&self, checkers: usize) -> BeyondRanking {
        BeyondRanking { points: self.points, checkers }
    }

    /// Returns the first rank of a side of so many checkers; of one or none, 0.
    fn new_from(&self, most: usize) -> u64 {
        if most == 1 { 0 } else { self.sides(most - 1).sides() }
    }

    /// Returns the parts of the layer in which a side has so many checkers.
    fn parts_of(&self, most: usize) -> Vec<Part> {
        let (all, fewer) = (self.sides(most).sides(), self.new_from(most));
        let part = |name: String, positions| Part { name, positions };
        if most == 1 {
            return vec![part("1 v 1".to_owned(), all * all)];
        }
        vec![
            part(format!("{most} v up to {most}"), (all - fewer) * all),
            part(format!("fewer v {most}"), fewer * (all - fewer)),
        ]
    }

    /// Returns the position of a rank: by the side about to roll, and then by the other.
    fn board(&self, part: usize, rank: u64) -> Board {
        let sides = self.sides(self.checkers);
        let new = self.new_from(self.checkers);
        let [mover, opponent] = match part {
            0 => [rank / sides.sides() + new, rank % sides.sides()],
            _ => [rank / (sides.sides() - new), rank % (sides.sides() - new) + new],
        };
        Board { mover: sides.side(mover), opponent: sides.side(opponent) }
    }

    fn stored(&self, board: &Board) -> Result<Equities, Stop> {
        let [mover, opponent] = [board.mover.left(), board.opponent.left()];
        let most = mover.max(opponent).max(1);
        let (sides, new) = (self.sides(most), self.new_from(most));
        let [rolling, waiting] = [sides.rank(&board.mover), sides.rank(&board.opponent)];
        let (part, rank) = match rolling >= new {
            true => (0, (rolling - new) * sides.sides() + waiting),
            false => (1, rolling * (sides.sides() - new) + waiting - new),
        };
        // Plays lead to no more checkers than there are.
        self.equities(most, part, rank)
    }

    fn equities(&self, most: usize, part: usize, rank: u64) -> Result<Equities, Stop> {
        let [cubeless, owned, centred, opponent] = read(&self.stored[most - 1][part], rank)?;
        // Without gammons Jacoby's rule changes nothing.
        Ok([cubeless, owned, centred, centred, opponent])
    }
}

/// Returns the name of the layer of so many points and checkers.
fn layer_name(points: usize, checkers: usize) -> String {
    format!("backgammon/race-{points}x{checkers}")
}

impl Layer for Race {
    fn parts(&self) -> Vec<Part> {
        self.parts_of(self.checkers)
    }

    fn condition(&self) -> String {
        "each equity is that of the best plays and doubles, rounded outward".to_owned()
    }

    fn check(&self, part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let board = self.board(part, rank);
        let stored = self.equities(self.checkers, part, rank)?;
        let ruled = match [board.mover.left(), board.opponent.left()] {
            [0, _] => [Bounds::exactly(POINT); 5],
            [_, 0] => [Bounds::exactly(-POINT); 5],
            _ => {
                let mut means = Means::new();
                for (roll, ways) in self.variant.rolls() {
                    let mut best = None;
                    for played in plays(&self.variant, &board, roll) {
                        best = better(best, after_play(&self.stored(&played.turned())?));
                    }
                    means.add(ways, &best.unwrap_or([Bounds::exactly(0); 5]));
                }
                means.bounds()
            }
        };
        for kind in
            (0..=OPPONENT).filter(|kind| *kind != JACOBY || stored[CENTRED] != stored[JACOBY])
        {
            if stored[kind] != ruled[kind] {
                let reason = stored[kind].differs(ruled[kind]);
                let text = board.text(&self.variant);
                let reason = format!("{text}: {} {reason}", KINDS[kind]);
                return Err(
                    Fault::of_record(&self.stored[self.checkers - 1][part], rank, reason).into()
                );
            }
        }
        let widest = stored.iter().map(|bounds| bounds.width()).max().unwrap_or(0);
        Ok(Some(widest as f64 / POINT as f64))
    }
}
