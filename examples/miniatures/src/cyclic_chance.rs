//! A race on a line of five points, with a die of three faces and hits: positions come back, values
//! are probabilities, and tables hold certified intervals, as in backgammon.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use shuban_core::backup::backup_expected;
use shuban_core::equation::{EquationOf, equation_expected};
use shuban_core::present::{Opening, OpeningOf};
use shuban_core::sweep::{Finished, Handed, Pass, PassUnit, Stage, Status, UnitData};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, Index, IndexError, Interval,
    IntervalDomain, Layer, LayerId, NotationError, ONE, Part, PartId, Payoffs, Play, Present, Seat,
    Sweep, Unanswered,
};

const POINTS: u8 = 5;
/// Start of a runner, also after it is hit.
const BAR: u8 = POINTS + 1;
const FACES: u8 = 3;

/// One side: the place of its runner, as steps to go, and the number of runners still to come home,
/// this one included. One runs at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    place: u8,
    runners: u8,
}

/// A position: the runners of mover and other, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    mover: Side,
    other: Side,
    seat: Seat,
}

impl Race {
    /// The number on the die or one step less, but at least one, and no more than the way home.
    fn steps(&self, die: u8) -> RangeInclusive<u8> {
        let most = die.min(self.mover.place);
        die.saturating_sub(1).clamp(1, most)..=most
    }

    /// The position after the mover's runner goes n steps.
    fn after(self, steps: u8) -> Race {
        let Race { mut mover, mut other, seat } = self;
        mover.place -= steps;
        if mover.place == 0 {
            mover.runners -= 1;
            mover.place = if mover.runners == 0 { 0 } else { BAR };
        } else if other.place == BAR - mover.place {
            // The sides run against each other: the same point is place p for one, BAR - p for the
            // other.
            other.place = BAR;
        }
        Race { mover: other, other: mover, seat: 1 - seat }
    }
}

/// The rules.
pub struct RaceGame;

impl Game for RaceGame {
    type Position = Race;
    type Chance = u8;
    /// Number of steps.
    type Move = u8;

    fn name(&self) -> String {
        "hitting-race".into()
    }

    fn to_move(&self, race: &Race) -> Seat {
        race.seat
    }

    fn outcome(&self, race: &Race) -> Option<Payoffs> {
        let lost = if race.seat == 0 { [-1, 1] } else { [1, -1] };
        (race.other.runners == 0).then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &Race) -> Vec<(u8, u32)> {
        (1..=FACES).map(|face| (face, 1)).collect()
    }

    fn plays(&self, race: &Race, die: u8, plays: &mut Vec<Play<Race, u8>>) {
        if race.other.runners > 0 {
            plays.extend(
                race.steps(die).map(|steps| Play { action: steps, after: race.after(steps) }),
            );
        }
    }

    fn canonical(&self, race: &Race) -> Race {
        Race { seat: 0, ..*race }
    }

    /// The mover's place and runners, then the other's: `3x2|6x1`.
    fn parse(&self, text: &str) -> Result<Race, NotationError> {
        let refuse = |at, reason: &str| NotationError::new(text, at, reason);
        let side = |at, text: &str| {
            let (place, runners) = text.split_once('x').unwrap_or((text, ""));
            let side = place.parse().ok().zip(runners.parse().ok());
            side.map(|(place, runners)| Side { place, runners })
                .filter(|side| {
                    (1..=BAR).contains(&side.place) && (1..=2).contains(&side.runners)
                        || *side == DONE
                })
                .ok_or_else(|| refuse(at, "expected a place, x, and 1 or 2 runners (0x0 for none)"))
        };
        let (mover, other) =
            text.split_once('|').ok_or_else(|| refuse(0, "expected two sides with | between"))?;
        let at = mover.chars().count() + 1;
        let race = Race { mover: side(0, mover)?, other: side(at, other)?, seat: 0 };
        if race.mover == DONE || race.mover.place + race.other.place == BAR && race.other != DONE {
            return Err(refuse(0, "nobody moves who has won, and no point holds both"));
        }
        Ok(race)
    }

    fn format(&self, race: &Race) -> String {
        let side = |side: Side| format!("{}x{}", side.place, side.runners);
        format!("{}|{}", side(race.mover), side(race.other))
    }

    fn format_move(&self, race: &Race, _: u8, steps: &u8) -> String {
        format!("{}/{}", race.mover.place, race.mover.place - steps)
    }
}

impl Present for RaceGame {
    fn about(&self) -> String {
        format!("two runners a side on {POINTS} points, who send each other back")
    }

    fn start(&self) -> Race {
        let side = Side { place: BAR, runners: 2 };
        Race { mover: side, other: side, seat: 0 }
    }

    /// Both throw their die until they differ; the higher begins, and runs by it. A die that shows
    /// n is higher in n - 1 ways.
    fn openings(&self, start: &Race) -> Vec<OpeningOf<Self>> {
        if *start != Present::start(self) {
            return Vec::new();
        }
        let ways = [0, 1].into_iter().flat_map(|seat| (2..=FACES).map(move |die| (seat, die)));
        let opening = |(seat, die)| {
            let position = Race { seat, ..*start };
            Opening { position, chance: die, weight: u32::from(die) - 1 }
        };
        ways.map(opening).collect()
    }

    fn chance_text(&self, die: u8) -> Option<String> {
        Some(die.to_string())
    }
}

const DONE: Side = Side { place: 0, runners: 0 };

/// The places of two sides: a row for each place of the mover, with all places of the other that
/// are not the same point; the last row, with the mover on the bar, has one more.
pub struct Places {
    runners: (u8, u8),
}

impl Places {
    fn rank_of(mover: u8, other: u8) -> u64 {
        let beyond = u8::from(mover < BAR && other > BAR - mover);
        u64::from((mover - 1) * POINTS + other - 1 - beyond)
    }

    fn places_of(rank: u64) -> (u8, u8) {
        let row = (rank as u8 / POINTS).min(POINTS);
        let other = rank as u8 - row * POINTS + 1;
        let mover = row + 1;
        (mover, other + u8::from(mover < BAR && other >= BAR - mover))
    }
}

impl Index for Places {
    type Position = Race;

    fn len(&self) -> u64 {
        u64::from(BAR * BAR - POINTS)
    }

    fn rank(&self, race: &Race) -> Option<u64> {
        let Race { mover, other, .. } = *race;
        let on_board = [mover.place, other.place].iter().all(|place| (1..=BAR).contains(place));
        let is_here = on_board
            && mover.place + other.place != BAR
            && self.runners == (mover.runners, other.runners);
        is_here.then(|| Places::rank_of(mover.place, other.place))
    }

    fn unrank(&self, rank: u64) -> Option<Race> {
        (rank < self.len()).then(|| {
            let (mover, other) = Places::places_of(rank);
            let side = |place, runners| Side { place, runners };
            Race { mover: side(mover, self.runners.0), other: side(other, self.runners.1), seat: 0 }
        })
    }
}

/// One or two runners a side: a layer holds a position and its reverse for the other side.
pub struct Races {
    game: RaceGame,
    layers: Vec<Layer>,
    /// Change made to the output of a unit of the sweep: none, or the harm that a test wants.
    harm: fn(PassUnit, &mut [i32]),
}

/// Runners of mover and other, by layer and part.
const RUNNERS: [&[(u8, u8)]; 3] = [&[(1, 1)], &[(2, 1), (1, 2)], &[(2, 2)]];

impl Default for Races {
    fn default() -> Self {
        let part = |&(a, b): &(u8, u8)| Part { name: format!("{a} v {b}"), positions: Some(31) };
        let layer = |(i, runners): (usize, &&[(u8, u8)])| Layer {
            name: format!("hitting-race/{}-{}", runners[0].0, runners[0].1),
            parts: runners.iter().map(part).collect(),
            needs: i.checked_sub(1).map(LayerId).into_iter().collect(),
            cyclic: true,
        };
        let layers = RUNNERS.iter().enumerate().map(layer).collect();
        Races { game: RaceGame, layers, harm: |_, _| () }
    }
}

impl Races {
    /// Races whose sweeps are wrong: `harm` changes the output of each unit.
    #[must_use]
    pub fn harmed(harm: fn(PassUnit, &mut [i32])) -> Self {
        Races { harm, ..Races::default() }
    }
}

impl Domain for Races {
    type Game = RaceGame;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        "hitting-race".into()
    }

    fn game(&self) -> &RaceGame {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("points".into(), POINTS.to_string()), ("faces".into(), FACES.to_string())])
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Race>>, IndexError> {
        Ok(Box::new(Places { runners: RUNNERS[part.layer.0][part.part] }))
    }

    fn locate(&self, race: &Race) -> Option<PartId> {
        let runners = (race.mover.runners, race.other.runners);
        let mut layers = RUNNERS.iter().enumerate();
        layers.find_map(|(layer, parts)| {
            let part = parts.iter().position(|&part| part == runners)?;
            Some(PartId { layer: LayerId(layer), part })
        })
    }

    /// A side that has just brought a runner home has its next one on the bar.
    fn exits(&self, part: PartId) -> Option<Vec<Range<u64>>> {
        let (_, other) = RUNNERS[part.layer.0][part.part];
        // A side has two runners at most, so that one which has just come home leaves one.
        let ranks = (1..=BAR).filter(|_| other == 1).map(|mover| Places::rank_of(mover, BAR));
        Some(ranks.map(|rank| rank..rank + 1).collect())
    }

    fn backup(
        &self,
        race: &Race,
        ask: &mut dyn Ask<Race, Interval>,
    ) -> Result<Interval, Unanswered> {
        backup_expected(self, race, ask)
    }

    fn encode(&self, value: &Interval, _: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.within(Interval::UNKNOWN)
    }

    fn decode_coarse(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.clamped_to(Interval::UNKNOWN)
    }
}

impl IntervalDomain for Races {}

impl Explain for Races {
    fn about(&self, layer: &Layer) -> String {
        format!("runners to come home: {}", layer.parts[0].name)
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 1e-4 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Interval) -> Fields {
        Fields::expected_result(*value)
    }

    fn merit(&self, _: &Race, value: &Interval, _: Seat) -> i128 {
        value.twice_the_middle()
    }

    fn equation(&self, race: &Race) -> Option<EquationOf<Self>> {
        equation_expected(self, race)
    }

    fn seen_by(&self, value: Interval, race: &Race, seat: Seat) -> Interval {
        if race.seat == seat { value } else { -value }
    }
}

/// Data that the passes over a layer share.
pub struct Plan {
    layer: LayerId,
    /// Values of finished layers at their exits.
    finished: BTreeMap<(PartId, u64), (Interval, Status)>,
}

impl Sweep for Races {
    type Plan = Plan;
    type Scratch = ();

    fn plan(&self, layer: LayerId, finished: &mut dyn Finished) -> Result<Plan, Unanswered> {
        let mut plan = Plan { layer, finished: BTreeMap::new() };
        for &need in &self.layers[layer.0].needs {
            for part in (0..RUNNERS[need.0].len()).map(|part| PartId { layer: need, part }) {
                let exits = self.exits(part).unwrap_or_default();
                let ranks: Vec<u64> = exits.into_iter().flatten().collect();
                let values = finished.values(part, &ranks)?;
                let known = values.into_iter().zip(finished.statuses(part, &ranks)?);
                let places = ranks.into_iter().map(|rank| (part, rank));
                plan.finished.extend(places.zip(known));
            }
        }
        Ok(plan)
    }

    fn scratch(&self, _: &Plan) {}

    fn partner(&self, layer: LayerId, part: usize) -> usize {
        RUNNERS[layer.0].len() - 1 - part
    }

    /// The rows of the points, then the longer one of the bar.
    fn stages(&self, _: LayerId, _: usize) -> Vec<Stage> {
        let points = usize::from(POINTS);
        let inbox = points * points + points + 1;
        let first = (points * points) as u64;
        vec![
            Stage { first: 0, units: points, values: points, carry: 0, inbox },
            Stage { first, units: 1, values: points + 1, carry: 0, inbox },
        ]
    }

    fn reads_before(&self, _: LayerId, _: usize, _: usize, _: usize) -> Vec<usize> {
        Vec::new()
    }

    /// A runner may meet the other anywhere: each unit reads all numbers, by rank.
    fn hands_on(
        &self,
        _: &Plan,
        _: usize,
        stage: usize,
        unit: usize,
        tell: &mut dyn FnMut(Handed<'_>),
    ) {
        const ROWS: [u32; BAR as usize] = [0, 1, 2, 3, 4, 5];
        let points = usize::from(POINTS);
        let (row, len) = if stage == 0 { (unit, points) } else { (points, points + 1) };
        let readers = (0..points).map(|unit| (0, unit)).chain([(1, 0)]);
        for (stage, unit) in readers {
            tell(Handed { stage, unit, at: row * points, rows: &ROWS[..len], width: 1 });
        }
    }

    fn run(&self, plan: &Plan, unit: PassUnit, data: UnitData<'_>, (): &mut ()) {
        let UnitData { read, values, .. } = data;
        let row = if unit.stage == 0 { unit.unit as u8 } else { POINTS };
        let runners = RUNNERS[plan.layer.0][unit.part];
        // The bound of a play for the mover is the opposite one of the other's bounds.
        let bound = |after: Race| -> i64 {
            if after.other.runners == 0 {
                return ONE.into();
            }
            let rank = Places::rank_of(after.mover.place, after.other.place);
            if runners.0 == after.other.runners {
                return -i64::from(read.at(rank as usize));
            }
            let place = self.locate(&after);
            let finished = place.map_or(Interval::UNKNOWN, |part| plan.finished[&(part, rank)].0);
            match unit.pass {
                Pass::Lower => -i64::from(finished.upper),
                Pass::Nearest => -i64::from(finished.lower.midpoint(finished.upper)),
                _ => -i64::from(finished.lower),
            }
        };
        let stays = |after: &Race| {
            let rank = Places::rank_of(after.mover.place, after.other.place.max(1)) as usize;
            runners.0 == after.other.runners && read.at(rank) != 0
        };
        let status = |after: Race| -> i32 {
            if after.other.runners == 0 {
                return Status::Win.code();
            }
            let rank = Places::rank_of(after.mover.place, after.other.place);
            if runners.0 == after.other.runners {
                return Status::after(read.at(rank as usize));
            }
            let known = self.locate(&after).map(|part| plan.finished[&(part, rank)].1);
            Status::after(known.unwrap_or(Status::Unknown).code())
        };
        for (i, value) in values.iter_mut().enumerate() {
            let (mover, other) = Places::places_of(u64::from(row * POINTS) + i as u64);
            let race = Places { runners }
                .unrank(Places::rank_of(mover, other))
                .expect("a rank of this row");
            let plays = |die: u8| race.steps(die).map(move |steps| race.after(steps));
            let best = |die: u8| plays(die).map(bound).max().unwrap_or(-i64::from(ONE));
            let sum = || (1..=FACES).map(best).sum::<i64>();
            *value = match unit.pass {
                Pass::Lower | Pass::Nearest => sum().div_euclid(FACES.into()) as i32,
                Pass::Upper => -(-sum()).div_euclid(FACES.into()) as i32,
                Pass::Leave => {
                    i32::from((1..=FACES).all(|die| plays(die).any(|after| stays(&after))))
                }
                Pass::Retrograde => {
                    Status::of_best((1..=FACES).filter_map(|die| plays(die).map(status).max()))
                }
            };
        }
        (self.harm)(unit, values);
    }

    fn bytes(&self, layer: LayerId, _: usize) -> u64 {
        let exits = 2 * u64::from(BAR);
        let each = size_of::<((PartId, u64), (Interval, Status))>() as u64;
        self.layers[layer.0].needs.len() as u64 * exits * each
    }
}

#[cfg(test)]
mod tests;
