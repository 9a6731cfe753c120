//! A race on a line of five points, with a die of three faces and hits: positions come back, values are
//! probabilities, and tables hold certified intervals, as in backgammon.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use shuban_core::{
    Ask, Dictionary, Domain, Finished, Game, Index, IndexError, Interval, IntervalDomain, Layer, LayerId,
    NotationError, ONE, Part, PartId, Pass, PassUnit, Payoffs, Play, Seat, Stage, Status, Sweep, Unanswered,
    UnitData, conformance,
};
use shuban_search::{SearchOptions, expectimax};
use shuban_solve::{IterateByBackup, IterateBySweep, Solver};

use crate::spine::{indexes, spine, without_needs};

const POINTS: u8 = 5;
/// Where a runner starts, and starts again when it is hit.
const BAR: u8 = POINTS + 1;
const FACES: u8 = 3;

/// One side: where its runner is, as steps to go, and how many are still to come home, this one
/// among them. One runs at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Side {
    place: u8,
    runners: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Race {
    mover: Side,
    other: Side,
    seat: Seat,
}

impl Race {
    /// What the die shows or one step less, but at least one, and no more than the way home.
    fn steps(&self, die: u8) -> RangeInclusive<u8> {
        let most = die.min(self.mover.place);
        die.saturating_sub(1).clamp(1, most)..=most
    }

    /// After the mover's runner goes so many steps.
    fn after(self, steps: u8) -> Race {
        let Race { mut mover, mut other, seat } = self;
        mover.place -= steps;
        if mover.place == 0 {
            mover.runners -= 1;
            mover.place = if mover.runners == 0 { 0 } else { BAR };
        } else if other.place == BAR - mover.place {
            // The sides run against each other: the same point is place p for one, BAR - p for the other.
            other.place = BAR;
        }
        Race { mover: other, other: mover, seat: 1 - seat }
    }
}

struct RaceGame;

impl Game for RaceGame {
    type Position = Race;
    type Chance = u8;
    /// How many steps.
    type Move = u8;

    fn name(&self) -> String {
        "hitting-race".into()
    }

    fn seats(&self) -> usize {
        2
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
            plays.extend(race.steps(die).map(|steps| Play { action: steps, after: race.after(steps) }));
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
                    (1..=BAR).contains(&side.place) && (1..=2).contains(&side.runners) || *side == DONE
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

const DONE: Side = Side { place: 0, runners: 0 };

/// The two places of sides with so many runners: a row for each place of the mover, with all places
/// of the other that are not the same point; the last row, with the mover on the bar, has one more.
struct Places {
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
        let is_here =
            on_board && mover.place + other.place != BAR && self.runners == (mover.runners, other.runners);
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

/// One or two runners a side: a layer holds a position and what it becomes for the other side.
struct Races {
    game: RaceGame,
    layers: Vec<Layer>,
    /// Does something to what a unit of the sweep wrote: nothing, or the harm that a test wants.
    harm: fn(PassUnit, &mut [i32]),
}

/// Runners of mover and other, by layer and part.
const RUNNERS: [&[(u8, u8)]; 3] = [&[(1, 1)], &[(2, 1), (1, 2)], &[(2, 2)]];

impl Races {
    fn new() -> Self {
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

    fn backup(&self, race: &Race, ask: &mut dyn Ask<Race, Interval>) -> Result<Interval, Unanswered> {
        let mut by_die = Vec::new();
        for (die, weight) in self.game.chances(race) {
            let mut plays = Vec::new();
            self.game.plays(race, die, &mut plays);
            let mut best = Interval::exactly(-ONE);
            for Play { after, .. } in plays {
                let is_won = after.other.runners == 0;
                best = best.max(if is_won { Interval::exactly(ONE) } else { -ask.ask(&after)? });
            }
            by_die.push((weight, best));
        }
        Ok(Interval::mean(by_die).expect("a die has faces"))
    }

    fn encode(&self, value: &Interval, _: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        (record.width() >= 0 && Interval::UNKNOWN.contains(record)).then_some(record)
    }
}

impl IntervalDomain for Races {}

/// What the passes over a layer share.
struct Plan {
    layer: LayerId,
    finished: BTreeMap<PartId, Vec<Interval>>,
    statuses: BTreeMap<PartId, Vec<Status>>,
}

impl Sweep for Races {
    type Plan = Plan;
    type Scratch = ();

    fn plan(&self, layer: LayerId, finished: &mut dyn Finished) -> Result<Plan, Unanswered> {
        let ranks: Vec<u64> = (0..Places { runners: (1, 1) }.len()).collect();
        let mut plan = Plan { layer, finished: BTreeMap::new(), statuses: BTreeMap::new() };
        for &need in &self.layers[layer.0].needs {
            for part in (0..RUNNERS[need.0].len()).map(|part| PartId { layer: need, part }) {
                plan.finished.insert(part, finished.values(part, &ranks)?);
                plan.statuses.insert(part, finished.statuses(part, &ranks)?);
            }
        }
        Ok(plan)
    }

    fn scratch(&self, _: &Plan) {}

    fn partner(&self, plan: &Plan, part: usize) -> usize {
        RUNNERS[plan.layer.0].len() - 1 - part
    }

    /// The rows of the points, then the longer one of the bar.
    fn stages(&self, _: &Plan, _: usize) -> Vec<Stage> {
        let points = usize::from(POINTS);
        vec![
            Stage { first: 0, units: points, values: points, carry: 0 },
            Stage { first: (points * points) as u64, units: 1, values: points + 1, carry: 0 },
        ]
    }

    fn run(&self, plan: &Plan, unit: PassUnit, data: UnitData<'_>, (): &mut ()) {
        let UnitData { read, values, .. } = data;
        let row = if unit.stage == 0 { unit.unit as u8 } else { POINTS };
        let runners = RUNNERS[plan.layer.0][unit.part];
        // The bound of a play for the mover: of the other's bounds, the opposite one counts.
        let bound = |after: Race| -> i64 {
            if after.other.runners == 0 {
                return ONE.into();
            }
            let rank = Places::rank_of(after.mover.place, after.other.place) as usize;
            if runners.0 == after.other.runners {
                return -i64::from(read[rank]);
            }
            let finished = self.locate(&after).map_or(Interval::UNKNOWN, |part| plan.finished[&part][rank]);
            -i64::from(if unit.pass == Pass::Lower { finished.upper } else { finished.lower })
        };
        let stays = |after: &Race| {
            let rank = Places::rank_of(after.mover.place, after.other.place.max(1)) as usize;
            runners.0 == after.other.runners && read[rank] != 0
        };
        let status = |after: Race| -> i32 {
            if after.other.runners == 0 {
                return Status::Win.code();
            }
            let rank = Places::rank_of(after.mover.place, after.other.place) as usize;
            if runners.0 == after.other.runners {
                return Status::after(read[rank]);
            }
            let known = self.locate(&after).map(|part| plan.statuses[&part][rank]);
            Status::after(known.unwrap_or(Status::Unknown).code())
        };
        for (i, value) in values.iter_mut().enumerate() {
            let (mover, other) = Places::places_of(u64::from(row * POINTS) + i as u64);
            let race = Places { runners }.unrank(Places::rank_of(mover, other)).expect("a rank of this row");
            let plays = |die: u8| race.steps(die).map(move |steps| race.after(steps));
            let best = |die: u8| plays(die).map(bound).max().unwrap_or(-i64::from(ONE));
            let sum = || (1..=FACES).map(best).sum::<i64>();
            *value = match unit.pass {
                Pass::Lower => sum().div_euclid(FACES.into()) as i32,
                Pass::Upper => -(-sum()).div_euclid(FACES.into()) as i32,
                Pass::Leave => i32::from((1..=FACES).all(|die| plays(die).any(|after| stays(&after)))),
                Pass::Retrograde => {
                    Status::of_best((1..=FACES).filter_map(|die| plays(die).map(status).max()))
                }
            };
        }
        (self.harm)(unit, values);
    }

    fn bytes(&self, layer: LayerId, _: usize) -> u64 {
        self.layers[layer.0].needs.len() as u64 * 2 * 31 * size_of::<Interval>() as u64
    }
}

/// The exact value of every position but for rounding: strategies are improved until none is better,
/// and the value of a pair of strategies is the solution of linear equations.
fn twin() -> impl Fn(&Race) -> f64 {
    // Place and runners of mover and other.
    type State = [u8; 4];
    let states: Vec<State> = (1..=2)
        .flat_map(|a| (1..=2).map(move |b| (a, b)))
        .flat_map(|(a, b)| (1..=6).flat_map(move |m| (1..=6).map(move |o| [m, a, o, b])))
        .filter(|[m, _, o, _]| m + o != 6)
        .collect();
    let number = |state: &State| states.iter().position(|other| other == state);
    // The number of the state after some steps, `None` for a win.
    let step = |[m, a, o, b]: State, steps: u8| match m.saturating_sub(steps) {
        0 if a == 1 => None,
        0 => number(&[o, b, 6, a - 1]),
        to if to + o == 6 => number(&[6, b, to, a]),
        to => number(&[o, b, to, a]),
    };
    let size = states.len();
    let mut strategy = vec![[1u8, 2, 3]; size];
    loop {
        // v = (wins - Σ v(next)) / 3, solved by elimination with the largest pivots.
        let mut rows = vec![vec![0f64; size + 1]; size];
        for (i, &state) in states.iter().enumerate() {
            rows[i][i] += 1.0;
            for steps in strategy[i] {
                match step(state, steps) {
                    None => rows[i][size] += 1.0 / 3.0,
                    Some(next) => rows[i][next] += 1.0 / 3.0,
                }
            }
        }
        for column in 0..size {
            let largest = |a: &usize, b: &usize| rows[*a][column].abs().total_cmp(&rows[*b][column].abs());
            let pivot = (column..size).max_by(largest).unwrap();
            rows.swap(column, pivot);
            let pivot = rows[column].clone();
            for row in (0..size).filter(|row| *row != column) {
                let factor = rows[row][column] / pivot[column];
                rows[row].iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
        let values: Vec<f64> = (0..size).map(|i| rows[i][size] / rows[i][i]).collect();
        let worth = |state, steps| step(state, steps).map_or(1.0, |next| -values[next]);
        let mut is_best = true;
        for (i, &state) in states.iter().enumerate() {
            for die in 1..=3 {
                for steps in [die.max(2) - 1, die] {
                    let chosen = &mut strategy[i][usize::from(die) - 1];
                    if worth(state, steps) > worth(state, *chosen) + 1e-12 {
                        *chosen = steps;
                        is_best = false;
                    }
                }
            }
        }
        if is_best {
            let values: BTreeMap<State, f64> = states.into_iter().zip(values).collect();
            return move |race| {
                values[&[race.mover.place, race.mover.runners, race.other.place, race.other.runners]]
            };
        }
    }
}

#[test]
fn the_rules_keep_the_laws() {
    let start = RaceGame.parse("6x2|6x2").unwrap();
    let races = conformance::reachable(&RaceGame, &[start], 10_000);
    conformance::game(&RaceGame, &races).unwrap();
    assert_eq!(RaceGame.parse("3x2|7x1").unwrap_err().at, 4);
}

#[test]
fn the_sweep_keeps_the_laws() {
    let races = Races::new();
    for layer in (0..races.layers.len()).map(LayerId) {
        conformance::sweep(&races, layer).unwrap();
    }
}

#[test]
fn a_sweep_that_differs_from_backup_is_caught() {
    let caught = |harm, reason: &str| {
        let violation =
            conformance::sweep(&Races { harm, ..Races::new() }, LayerId(1)).unwrap_err().to_string();
        assert!(violation.contains(reason), "{violation}");
    };
    caught(|unit, values| values[0] += i32::from(unit.pass == Pass::Upper && unit.unit == 3), "Upper writes");
    caught(
        |unit, values| values[0] += i32::from(unit.pass == Pass::Lower && unit.stage == 1),
        "Lower writes",
    );
    caught(|unit, values| values[2] ^= i32::from(unit.pass == Pass::Leave), "Leave writes");
}

#[test]
fn the_exact_value_lies_in_every_interval() {
    let races = Races::new();
    let exact = twin();
    let solvers: [&dyn Solver<Races>; 2] = [&IterateByBackup, &IterateBySweep];
    for solver in solvers {
        let solved = spine(&races, solver);
        for layer in (0..races.layers.len()).map(LayerId) {
            // Elimination is right to far more than the 2⁻¹² of a unit granted here.
            let twin = |race: &Race| {
                let units = exact(race) * f64::from(ONE);
                Interval { lower: (units + 2e-4).floor() as i32, upper: (units - 2e-4).ceil() as i32 }
            };
            conformance::brute_force_within(&races, layer, |part, rank| solved.at(part, rank), twin).unwrap();
            let widest = solved.positions(layer).map(|(_, value)| value.width()).max();
            assert!(widest.is_some_and(|width| width < 1 << 8), "widest: {widest:?}");
            assert_eq!(solved.report(layer).facts["leaving_proven"], true);
        }
    }
}

#[test]
fn only_what_is_certain_follows_from_exact_values_in_a_cyclic_layer() {
    let races = Races::new();
    let exact = twin();
    let indexes = indexes(&races, LayerId(0));
    let found = without_needs(&races, LayerId(0)).unwrap();
    let known = found.values[0].iter().flatten().count() as u64;
    // From its last point a runner comes home with any roll.
    assert!(known >= 5 && found.open > 0 && known + found.open == 31, "{known} known, {} open", found.open);
    for (rank, value) in (0..).zip(&found.values[0]) {
        let race = indexes[0].unrank(rank).unwrap();
        // Thirds are rounded outward, so even certain values have a width.
        if let Some(value) = value {
            assert!(
                value.width() < 20 && (exact(&race) - value.midpoint()).abs() < 1e-8,
                "{race:?}: {value:?}"
            );
        }
    }
}

/// The bounds that so many rounds of `backup` give, from none.
fn backed_up(races: &Races, race: &Race, rounds: u8) -> Interval {
    let mut ask =
        |after: &Race| Ok(if rounds == 1 { races.unknown() } else { backed_up(races, after, rounds - 1) });
    races.backup(race, &mut ask).unwrap()
}

#[test]
fn search_without_tables_proves_what_rounds_of_backup_prove() {
    let races = Races::new();
    let nothing = |_: &Race| Ok::<_, Infallible>(None);
    for layer in (0..races.layers.len()).map(LayerId) {
        for index in indexes(&races, layer) {
            for race in (0..index.len()).map(|rank| index.unrank(rank).unwrap()) {
                for depth in 1..=3 {
                    let found = expectimax(&RaceGame, &race, &nothing, &SearchOptions::new(depth)).unwrap();
                    assert_eq!(found.value, backed_up(&races, &race, depth), "{race:?}, {depth} turns");
                }
            }
        }
    }
}

#[test]
fn search_with_tables_proves_no_less_than_they_hold() {
    let races = Races::new();
    let solved = spine(&races, &IterateByBackup);
    let exact = twin();
    for layer in (0..races.layers.len()).map(LayerId) {
        for (race, stored) in solved.positions(layer) {
            let found =
                |depth| expectimax(&RaceGame, &race, solved.tables(), &SearchOptions::new(depth)).unwrap();
            assert_eq!((found(0).value, found(0).nodes), (stored, 0), "{race:?}");
            // One turn, and all plays lead to stored positions.
            assert_eq!(found(1).nodes, 1);
            assert_eq!(found(3), found(1), "{race:?}");
            assert!(stored.contains(found(1).value), "{race:?}: {:?} in {stored:?}", found(1).value);
            for (play, value) in found(1).events.iter().flat_map(|event| &event.plays) {
                if play.after.other.runners > 0 {
                    let worth = -exact(&play.after) * f64::from(ONE);
                    assert!(f64::from(value.lower) <= worth + 2e-4 && worth - 2e-4 <= f64::from(value.upper));
                    assert_eq!(*value, -solved.value(&play.after));
                } else {
                    assert_eq!(*value, Interval::exactly(ONE));
                }
            }
        }
    }
}
