//! Exact values without a database: all positions that can be reached are solved together.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Instant;

use shuban_core::solver::{SearchFailure, SearchSetting, Solve, StakesSolver};
use shuban_core::text::grouped;
use shuban_core::{
    Answer, Datum, Field, Fields, Game, Play, PositionSolver, Progress, Registry, Seat,
};
use shuban_gammon::money::PointInterval;
use shuban_gammon::{Cube, Gammon, Move, Position, Variant};

use crate::match_play::{
    self, CubefulEquities, DoubleEquities, MatchError, MatchQuestion, MoneyRules, MoneySituation,
    ReachLimits, SolvedMoney, doubling, most_reachable, solve_for_money_within,
};
use crate::told::ToldPosition;
use crate::variants::variants;

/// Adds the solvers of every variant.
pub fn register(registry: &mut impl Registry) {
    for variant in variants() {
        registry.stakes(OnDemand::new(variant.clone()));
        registry.solver(OnDemand::new(variant));
    }
}

/// Solves positions of a variant from which few others are reached: its single games, exactly, and
/// in races the cube of a game for money besides.
pub struct OnDemand(Gammon);

impl OnDemand {
    /// Creates the solver of a variant.
    pub fn new(variant: Variant) -> Self {
        OnDemand(Gammon::new(variant))
    }
}

/// A single game: no cube, and no gammons.
const SINGLE: MoneySituation =
    MoneySituation { cube: Cube::CENTRED, limit: 0, jacoby: true, beavers: false };

/// Number of nodes of a search that is about more than a player's next move.
const FOR_MONEY_TOO: u64 = 100_000;

/// Approximate bytes of a position with all cubes.
const BYTES_WITH_CUBES: u64 = 1024;

/// Factor by which fewer positions are solved while checkers may be hit: bounds then narrow over
/// many passes.
const CONTACT: u64 = 4;

/// Most positions, if no limit is given.
const MOST_POSITIONS: u64 = 1_000_000;

/// Approximate bytes of a position, without its plays, and of a play.
const BYTES: [u64; 2] = [256, 4];

/// Factor by which [`most_reachable`] may exceed the most positions: it counts some that are not
/// reached.
const SLACK: u64 = 32;

impl PositionSolver for OnDemand {
    type Game = Gammon;

    fn game(&self) -> &Gammon {
        &self.0
    }

    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, Gammon> {
        Box::new(move |position| solved(&self.0, position, &setting))
    }
}

impl StakesSolver for OnDemand {
    fn name(&self) -> String {
        self.0.variant.name().to_owned()
    }

    fn answer(&self, text: &str, progress: &dyn Progress) -> Option<Fields> {
        let told = ToldPosition::read(self.0.variant.name(), text)?;
        let money = (!told.is_of_match).then(MoneyRules::default);
        let question = MatchQuestion { position: text, money, ..MatchQuestion::default() };
        let answer = || match_play::answer(&self.0.variant, &question, progress);
        Some(told.may_be_solved.then(answer)?.ok()?.facts)
    }
}

fn solved(
    game: &Gammon,
    position: &Position,
    setting: &SearchSetting<'_>,
) -> Result<Answer<Gammon, Fields>, SearchFailure> {
    if game.outcome(position).is_some() {
        return Ok(Answer::by_rules(game, position));
    }
    // Half of the memory each for positions and plays.
    let [positions, plays] = BYTES.map(|bytes| setting.memory / 2 / bytes);
    let nodes = setting.nodes.unwrap_or(MOST_POSITIONS);
    let is_race = !position.is_contact(&game.variant);
    let positions = positions.min(if is_race { nodes } else { nodes / CONTACT });
    if most_reachable(&game.variant, position) > positions.saturating_mul(SLACK) {
        return Err(too_many(positions));
    }
    let within = Within {
        progress: setting.progress,
        until: setting.time.and_then(|time| Instant::now().checked_add(time)),
    };
    let most = ReachLimits { positions: positions as usize, plays: plays.min(1 << 28) as usize };
    let solve =
        |situation| solve_for_money_within(&game.variant, position, situation, most, &within);
    setting.progress.phase("searching", 0);
    let single = solve(&SINGLE).map_err(|error| match error {
        MatchError::Interrupted if setting.progress.interrupted() => SearchFailure::Interrupted,
        MatchError::Interrupted => {
            SearchFailure::Limit("the positions ahead were not solved in time".into())
        }
        MatchError::TooManyPositions { .. } => too_many(positions),
        error => SearchFailure::TooMuch(error.to_string()),
    })?;
    let reached = Field::new("positions", single.positions())
        .long(format!("{} solved together", grouped(single.positions() as u64)));
    let mut answer = answer(game, position, &single).with(Fields::new().with(reached));
    if !single.is_settled() {
        let settled = Field::new("settled", false);
        let long = "no: bounds stay apart, for play is very long, or may have no end";
        answer = answer.with(Fields::new().with(settled.long(long)));
    }
    let bytes = single.positions() as u64 * BYTES_WITH_CUBES;
    drop(single);
    if !is_race || nodes < FOR_MONEY_TOO || bytes > setting.memory / 2 {
        return Ok(answer);
    }
    Ok(match solve(&MoneySituation::new(Cube::MOST)) {
        Ok(solved) => answer.with(for_money(&solved)),
        Err(_) => answer,
    })
}

fn too_many(positions: u64) -> SearchFailure {
    let most = grouped(positions);
    SearchFailure::TooMuch(format!(
        "more than {most} positions may be reached from here, too many to be solved together"
    ))
}

/// Returns the answer of a single game, with the value of every play.
fn answer(game: &Gammon, position: &Position, solved: &SolvedMoney) -> Answer<Gammon, Fields> {
    let worth_of = |(_, after, worth)| (game.canonical(&after), worth);
    let worths: HashMap<Position, PointInterval> = game
        .chances(position)
        .iter()
        .flat_map(|&(roll, _)| solved.plays(roll))
        .map(worth_of)
        .collect();
    let worth = |play: &Play<Position, Move>, _seat: Seat| {
        Ok::<_, Infallible>(worths.get(&game.canonical(&play.after)).copied())
    };
    let merit = |_: &Play<_, _>, worth: &PointInterval, _| worth.twice_the_middle();
    let value = solved.equities().equity;
    let Ok(mut answer) = Answer::new(game, position, Some(value), worth, merit);
    for event in &mut answer.events {
        event.value = event.plays.iter().filter_map(|play| play.value).reduce(PointInterval::max);
    }
    answer.map(Fields::expected_result).from("search")
}

/// Returns the equity of a game for money whose cube is in the middle, and what to do with it.
fn for_money(solved: &SolvedMoney) -> Fields {
    let CubefulEquities { equity, no_double: of_interval, double } = solved.equities();
    let [equity, no_double] = [equity, of_interval].map(PointInterval::midpoint);
    let members = [("equity", equity.into()), ("no_double", no_double.into())];
    let Some(double) = double else {
        let long = format!("{equity:+.4}, with no use for the cube");
        return Fields::new().with(Field::new("money", Datum::object(members)).long(long));
    };
    let decisions = vec![doubling(&double, of_interval)];
    let programs = Field::of_decisions(&decisions);
    let DoubleEquities { take, pass, action, .. } = double;
    let [take, pass] = [take, pass].map(PointInterval::midpoint);
    let long = format!(
        "{equity:+.4}, {action}: no double {no_double:+.4}, double and take {take:+.4}, double and \
         pass {pass:+.4}",
        action = action.name()
    );
    let [(equity, of_equity), (no_double, of_no_double)] = members;
    let members = Datum::object([
        (equity, of_equity),
        (no_double, of_no_double),
        ("double_take", take.into()),
        ("double_pass", pass.into()),
        ("cube", action.name().into()),
    ]);
    Fields::new().with(Field::new("money", members).long(long).deciding(decisions)).with(programs)
}

/// A progress that also interrupts at some time.
struct Within<'p> {
    progress: &'p dyn Progress,
    until: Option<Instant>,
}

impl Progress for Within<'_> {
    fn interrupted(&self) -> bool {
        self.progress.interrupted() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
