//! All positions of hypergammon, for money.

use std::collections::BTreeMap;

use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, Part, PartId, Tabulate, TwoSided,
    Unanswered,
};

use super::Dances;
use super::chances::chances;
use super::equities::equities;
use super::fixed::PointInterval;
use super::fixed_point::Square;
use super::lanes::Lanes;
use super::plays::{BestPlay, best_plays};
use super::sides::{SideNumber, Sides};
use super::tables::TABLES;
use super::value::{Chances, KINDS, MoneyEquities, MoneyValue};
use crate::bearoff::GnubgRank;
use crate::contact::{ContactIndex, parameters};
use crate::game::Gammon;
use crate::moves::{MoveGenerator, PlayScratch};
use crate::position::Position;
use crate::variant::Variant;
use crate::won::Won;

/// `hypergammon/C`: all positions of hypergammon in which both sides began with C checkers (1 to 3)
/// and have some left, either to roll; their equities with and without a cube, and how the games
/// end.
///
/// A gammon is won against a side that has borne off nothing, so that positions of fewer checkers
/// have other values for each C.
///
/// **The bounds** are a fixed point of the equation that [`backup`](Domain::backup) states, rounded
/// outward: the widest of all within ±3, and within 0 and 1 for chances. So whatever satisfies the
/// equation exactly lies within them; without a cube that is one number, as play ends almost surely
/// whatever both sides do.
///
/// **The plays** that determine [`Chances`] are the best without a cube, by the middle of the
/// bounds. Of several such plays it is the one that leads to the lowest number: that of the
/// opponent's side in gnubg's order times the number of all sides, and that of the own side.
pub struct Money {
    game: Gammon,
    dances: Dances,
    name: String,
    layers: [Layer; 1],
}

/// Number of sides that wait whose results are computed before any of them is used.
const GROUP: usize = 16;

impl Money {
    /// The domain with 1 to 3 checkers a side.
    pub fn new(checkers: usize, dances: Dances) -> Option<Self> {
        let game = Gammon::new(Variant::hypergammon(checkers)?);
        let suffix = if dances == Dances::AsGnubg { "-as-gnubg" } else { "" };
        let name = format!("hypergammon/{checkers}{suffix}");
        let part = |(mover, opponent)| Part {
            name: format!("{mover} v {opponent}"),
            positions: TwoSided::new(game.variant.points(), mover, opponent)
                .map(|index| index.len()),
        };
        let layer = Layer {
            name: name.clone(),
            parts: pairs(checkers).map(part).collect(),
            needs: Vec::new(),
            cyclic: true,
        };
        Some(Money { game, dances, name, layers: [layer] })
    }

    /// The checkers of each side at the beginning.
    pub(super) fn checkers(&self) -> usize {
        self.game.variant.checkers()
    }

    /// The value of turns without a play.
    pub(super) fn dances(&self) -> Dances {
        self.dances
    }

    /// Size of a win against a side that has not borne off everything.
    pub(super) fn won(&self, loser: Checkers) -> Won {
        Won::against(&self.game.variant, loser)
    }

    /// The numbers of sides.
    pub(super) fn rank(&self) -> GnubgRank {
        GnubgRank { points: self.game.variant.bar(), checkers: self.checkers() }
    }

    /// The number of a position, by which the first of equal plays is chosen.
    fn number(&self, position: &Position) -> Option<u64> {
        let rank = self.rank();
        Some(rank.rank(&position.mover)? * rank.len() + rank.rank(&position.opponent)?)
    }
}

/// The checkers of the mover and of the opponent, part by part.
fn pairs(checkers: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=checkers).flat_map(move |mover| (1..=checkers).map(move |opponent| (mover, opponent)))
}

/// The mean of each kind over rolls with their weights.
fn means(rolls: &[(u32, [PointInterval; KINDS])]) -> Result<[PointInterval; KINDS], Unanswered> {
    let mut means = [PointInterval::points(0); KINDS];
    for (kind, mean) in means.iter_mut().enumerate() {
        let of_kind = rolls.iter().map(|(weight, kinds)| (*weight, kinds[kind]));
        *mean = PointInterval::mean(of_kind).ok_or_else(Unanswered::default)?;
    }
    Ok(means)
}

impl Domain for Money {
    type Game = Gammon;
    type Value = MoneyValue;
    type Record = MoneyValue;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let dances = match self.dances {
            Dances::AsPlays => "as plays",
            Dances::AsGnubg => "as gnubg",
        };
        let mut parameters = parameters(&self.game.variant, ("payoff", "money"));
        parameters.insert("dances".to_owned(), dances.to_owned());
        parameters
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        let sides = pairs(self.checkers()).nth(part.part);
        let (mover, opponent) = sides.expect("only parts that are listed are asked for");
        let index = TwoSided::new(self.game.variant.points(), mover, opponent);
        Ok(Box::new(ContactIndex(index.expect("three checkers a side can be numbered"))))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let here = (position.mover.count(), position.opponent.count());
        let part = pairs(self.checkers()).position(|sides| sides == here)?;
        Some(PartId { layer: LayerId(0), part })
    }

    /// The mean over rolls of the best play, for each kind of equity by itself; chances are those
    /// of the plays that [`Money`] defines.
    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, MoneyValue>,
    ) -> Result<MoneyValue, Unanswered> {
        match (position.mover.is_empty(), position.opponent.is_empty()) {
            (true, false) => return Ok(MoneyValue::won(self.won(position.opponent))),
            (_, true) => return Ok(MoneyValue::lost(self.won(position.mover))),
            _ => {}
        }
        let turn = MoveGenerator::new(&self.game.variant, position);
        let mut scratch = PlayScratch::default();
        let (mut equities, mut chances) = (Vec::new(), Vec::new());
        for (roll, weight) in rolls(self.game.variant.faces()) {
            let mut best: Option<(MoneyEquities, (i64, Option<u64>), Chances)> = None;
            let mut failed = None;
            turn.for_each_after(roll, &mut scratch, |after| {
                if failed.is_some() {
                    return;
                }
                let value = match after.opponent.is_empty() {
                    true => MoneyValue::lost(self.won(after.mover)),
                    false => match ask.ask(&after) {
                        Ok(value) => value,
                        Err(unanswered) => return failed = Some(unanswered),
                    },
                };
                let is_pass = (after.mover, after.opponent) == (position.opponent, position.mover);
                let worth = match (is_pass, self.dances) {
                    (true, Dances::AsGnubg) => value.equities.after_dance_as_gnubg(),
                    _ => value.equities.after_play(),
                };
                let order = (value.equities.merit(), self.number(&after));
                let chances = value.chances.opposite();
                best = Some(match best.take() {
                    None => (worth, order, chances),
                    Some((others, first, of_first)) => {
                        let (order, chances) =
                            if order < first { (order, chances) } else { (first, of_first) };
                        (others.best(worth), order, chances)
                    }
                });
            });
            if let Some(unanswered) = failed {
                return Err(unanswered);
            }
            // A pass is a play.
            let (worth, _, of_best) = best.ok_or_else(Unanswered::default)?;
            equities.push((weight, worth.kinds()));
            chances.push((weight, of_best.kinds()));
        }
        Ok(MoneyValue {
            equities: MoneyEquities::from_kinds(means(&equities)?),
            chances: Chances::from_kinds(means(&chances)?),
        })
    }

    fn encode(&self, value: &MoneyValue, _dictionary: &Dictionary<MoneyValue>) -> MoneyValue {
        *value
    }

    fn decode(
        &self,
        record: MoneyValue,
        _dictionary: &Dictionary<MoneyValue>,
    ) -> Option<MoneyValue> {
        record.proper()
    }
}

/// All positions of a layer, valued.
pub struct MoneyPlan {
    sides: Sides,
    equities: Square,
    chances: Square,
    /// Indexes by part.
    indexes: Vec<Box<dyn Index<Position = Position>>>,
}

impl MoneyPlan {
    fn value(&self, mover: SideNumber, opponent: SideNumber) -> MoneyValue {
        MoneyValue {
            equities: MoneyEquities::from_kinds(self.equities.get(mover, opponent).kinds()),
            chances: Chances::from_kinds(self.chances.get(mover, opponent).kinds()),
        }
    }
}

impl Tabulate for Money {
    type Plan = MoneyPlan;
    type Scratch = ();

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(Units::evenly(self.layers[0].parts[part.part].positions.unwrap_or(0), 1 << 14))
    }

    fn plan(
        &self,
        layer: LayerId,
        _finished: &dyn FinishedTables<MoneyValue, MoneyValue>,
        workers: &dyn Workers,
    ) -> Result<MoneyPlan, Unanswered> {
        let sides = Sides::new(&self.game.variant);
        let groups = sides.groups(GROUP);
        let lost = |winner: SideNumber| match winner {
            // Both have borne off everything: unreachable.
            0 => MoneyValue::lost(Won::Single),
            loser => MoneyValue::lost(self.won(sides.side(loser))),
        };
        let equities = equities(&sides, self.dances, |side| lost(side).equities, &groups, workers)?;
        let plays = best_plays(&sides, &equities, &groups, workers)?;
        let chances = chances(&sides, &plays, |side| lost(side).chances, &groups, workers)?;
        let indexes = (0..self.layers[0].parts.len())
            .map(|part| self.index(PartId { layer, part }))
            .collect::<Result<_, _>>()
            .map_err(Unanswered::because)?;
        Ok(MoneyPlan { sides, equities, chances, indexes })
    }

    fn scratch(&self, _plan: &MoneyPlan) {}

    fn run(
        &self,
        plan: &MoneyPlan,
        unit: &Unit,
        _scratch: &mut (),
        records: &mut [MoneyValue],
    ) -> Result<(), Unstorable> {
        for (rank, record) in unit.ranks.clone().zip(records) {
            let position = plan.indexes[unit.part.part].unrank(rank);
            let reason = || Unstorable { rank, reason: "there is no such position".to_owned() };
            let Position { mover, opponent, .. } = position.ok_or_else(reason)?;
            *record = plan.value(plan.sides.number(mover), plan.sides.number(opponent));
        }
        Ok(())
    }

    fn bytes(&self, _layer: LayerId, _threads: usize) -> u64 {
        // Two squares, the plays, and tables of the sides with a checker on the bar.
        let sides = self.rank().len();
        let hit = GnubgRank { checkers: self.checkers() - 1, ..self.rank() }.len();
        let (lanes, plays) = (size_of::<Lanes>(), size_of::<BestPlay>());
        sides * sides * (2 * lanes + plays) as u64 + hit * sides * (TABLES * lanes) as u64
    }
}
