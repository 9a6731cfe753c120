//! Bearing off: from the rules to files and back, against published values and plain twins.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use shuban_core::{Checkers, Domain, Game, LayerId, Roll, Silent, conformance, rolls};
use shuban_gammon::bearoff::{
    Alone, ComparedSides, Conjecture, Distribution, ExactRaces, FINE_ONE, FineInterval, OneSidedBearOff,
    PRINTED_EXPECTED_ROLLS, PRINTED_RACES, TwoSidedBearOff, WrongPlay, fewer_checkers, fewer_pips,
    fewest_rolls, front_most_first, no_gaps,
};
use shuban_gammon::{Gammon, Position, Variant, twin};
use shuban_solve::{BuildOptions, LayerReport, OpenLayer, Retrograde, Tables, VerifyOptions, build, verify};
use shuban_store::{Disk, FileSystem};

/// All values of a side alone in half-gammon: numbers on 1, 2, 3, checkers, pips, expected rolls.
const PUBLISHED: &str = include_str!("data/half-gammon-bearoff.csv");

const ONLY: LayerId = LayerId(0);

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn alone(name: &str) -> OneSidedBearOff {
    OneSidedBearOff::new(variant(name))
}

fn race(name: &str) -> TwoSidedBearOff {
    TwoSidedBearOff::new(variant(name)).unwrap()
}

/// Boards that no game is played on: dice beyond the home board, a home beyond the dice, odd numbers.
fn odd_boards() -> Vec<Variant> {
    [(6, 2, 2, 4), (8, 4, 2, 3), (8, 2, 4, 3), (6, 1, 3, 3), (7, 3, 3, 4)]
        .map(|(points, faces, home, checkers)| {
            Variant::new("odd", points, faces, home, &[(points, checkers)]).unwrap()
        })
        .into()
}

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn built<D: Domain>(domain: &D, data: &Path, threads: usize) -> LayerReport {
    let options = BuildOptions { threads, ..BuildOptions::new(data) };
    build(&disk(), domain, &Retrograde, ONLY, &options, &Silent).unwrap().pop().unwrap()
}

fn verified<D: Domain>(domain: &D, data: &Path) -> u64 {
    let options = VerifyOptions { data: data.to_owned(), threads: 2, memory: 1 << 30, sample: None };
    let verified = verify(&disk(), domain, &Retrograde, ONLY, &options, &Silent).unwrap();
    assert_eq!(verified.failure, None);
    verified.positions
}

#[test]
fn a_side_alone_keeps_the_laws_of_games() {
    for name in ["half-gammon", "backgammon"] {
        let game = Alone { variant: variant(name) };
        let most = variant(name).checkers();
        let start = Checkers::from_places(vec![variant(name).home(); most]);
        let positions = conformance::reachable(&game, &[start], 300);
        conformance::game(&game, &positions).unwrap();
    }
}

#[test]
fn bearing_off_keeps_the_laws_of_domains() {
    conformance::domain(&alone("half-gammon"), 200).unwrap();
    conformance::domain(&alone("backgammon"), 200).unwrap();
    conformance::domain(&race("half-gammon"), 400).unwrap();
    conformance::domain(&race("mini-gammon"), 200).unwrap();
    for variant in odd_boards() {
        conformance::domain(&OneSidedBearOff::new(variant.clone()), 2_000).unwrap();
        conformance::domain(&TwoSidedBearOff::new(variant).unwrap(), 2_000).unwrap();
    }
    assert!(TwoSidedBearOff::new(variant("backgammon")).is_none(), "it would be too large");
}

#[test]
fn domains_have_the_counts_of_the_literature() {
    let positions = |layers: &[shuban_core::Layer]| layers[0].parts[0].positions.unwrap();
    let of_one = ["half-gammon", "mini-gammon", "backgammon"].map(|name| positions(alone(name).layers()));
    assert_eq!(of_one, [165, 1_001, 54_264]);
    assert_eq!(positions(race("half-gammon").layers()), 27_225);
}

#[test]
fn every_published_expectation_of_half_gammon_comes_out_of_the_file() {
    let domain = alone("half-gammon");
    let data = tempfile::tempdir().unwrap();
    let report = built(&domain, data.path(), 2);
    assert_eq!((report.name.as_str(), report.positions), ("half-gammon/bearoff", 165));
    let open = OpenLayer::open(&disk(), data.path(), &domain, ONLY).unwrap();
    let mut lines = 0;
    for line in PUBLISHED.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let side = domain.game().parse(&format!("G {}", fields[..3].join(" "))).unwrap();
        let value = open.value(&side).unwrap().unwrap();
        let expected: f64 = fields[5].parse().unwrap();
        assert!((value.expected().midpoint() - expected).abs() < 0.500_001e-10, "{line}: {value:?}");
        assert!(value.expected().width() <= 1, "{line}");
        assert_eq!((side.count().to_string(), side.pips().to_string()), (fields[3].into(), fields[4].into()));
        lines += 1;
    }
    assert_eq!(lines, 165);
}

#[test]
fn chances_add_up_to_certainty_and_their_mean_is_the_expectation() {
    for name in ["half-gammon", "mini-gammon"] {
        for (side, value) in alone(name).solved() {
            let chances: Vec<BigRational> =
                (0..=value.longest()).map(|rolls| value.exact_probability(rolls)).collect();
            assert_eq!(chances.iter().sum::<BigRational>(), BigRational::one(), "{side:?}");
            let mean = chances.iter().enumerate().map(|(rolls, chance)| whole(rolls) * chance);
            let mean = mean.sum::<BigRational>();
            assert_eq!(mean, value.exact_mean(), "{side:?}");
            assert!(value.expected().holds(&mean) && value.expected().width() <= 1);
            assert!((value.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}

fn whole(number: usize) -> BigRational {
    BigRational::from_integer(number.into())
}

/// A side alone by plain recursion with fractions: for each number of rolls its chance.
struct PlainAlone<'v> {
    variant: &'v Variant,
    known: HashMap<Checkers, Vec<BigRational>>,
}

impl PlainAlone<'_> {
    fn chances(&mut self, side: Checkers) -> Vec<BigRational> {
        if side.is_empty() {
            return vec![BigRational::one()];
        }
        if let Some(known) = self.known.get(&side) {
            return known.clone();
        }
        let mut chances = vec![BigRational::zero(); 40];
        for (roll, weight) in rolls(self.variant.faces()) {
            let share = whole(weight as usize) / whole(usize::from(self.variant.faces()).pow(2));
            let after = twin::after_positions(self.variant, &Position::new(side, Checkers::NONE), roll);
            let best = after.into_iter().map(|after| self.chances(after.opponent)).min_by_key(|chances| {
                let mean: BigRational =
                    chances.iter().enumerate().map(|(rolls, chance)| whole(rolls) * chance).sum();
                (mean, Reverse(chances.clone()))
            });
            for (rolls, chance) in best.unwrap().iter().enumerate() {
                chances[rolls + 1] += chance * &share;
            }
        }
        while chances.last().is_some_and(Zero::is_zero) {
            chances.pop();
        }
        self.known.insert(side, chances.clone());
        chances
    }
}

#[test]
fn plain_recursion_with_fractions_gives_the_same_distributions() {
    for variant in odd_boards().into_iter().chain([variant("half-gammon")]) {
        let mut plain = PlainAlone { variant: &variant, known: HashMap::new() };
        for (side, value) in OneSidedBearOff::new(variant.clone()).solved() {
            let chances: Vec<BigRational> =
                (0..=value.longest()).map(|rolls| value.exact_probability(rolls)).collect();
            assert_eq!(chances, plain.chances(side), "{side:?} of {variant:?}");
        }
    }
}

/// The expected result of a race by plain recursion with fractions.
fn plain_race(
    variant: &Variant,
    position: &Position,
    known: &mut HashMap<Position, BigRational>,
) -> BigRational {
    if position.mover.is_empty() {
        return BigRational::one();
    }
    if position.opponent.is_empty() {
        return -BigRational::one();
    }
    let position = Position { turn: 0, ..*position };
    if let Some(value) = known.get(&position) {
        return value.clone();
    }
    let best_of = |(roll, weight): (Roll, u32)| {
        let after = twin::after_positions(variant, &position, roll);
        let best = after.iter().map(|after| -plain_race(variant, after, known)).max().unwrap();
        best * whole(weight as usize)
    };
    let sum: BigRational = rolls(variant.faces()).into_iter().map(best_of).sum();
    let value = sum / whole(usize::from(variant.faces()).pow(2));
    known.insert(position, value.clone());
    value
}

#[test]
fn plain_recursion_with_fractions_lies_within_the_bounds_of_races() {
    for variant in odd_boards() {
        let domain = TwoSidedBearOff::new(variant.clone()).unwrap();
        let mut known = HashMap::new();
        let mut exact = ExactRaces::new(domain.game());
        for (position, bounds) in domain.solved() {
            let plain = plain_race(&variant, &position, &mut known);
            assert!(bounds.holds(&plain) && bounds.width() < 100, "{position:?}: {bounds:?}, {plain}");
            assert_eq!(exact.equity(&position), Ok(plain), "{position:?}");
        }
    }
}

#[test]
fn races_come_out_of_files_that_verify() {
    let domain = race("half-gammon");
    let data = tempfile::tempdir().unwrap();
    assert_eq!(built(&domain, data.path(), 2).positions, 27_225);
    assert_eq!(verified(&domain, data.path()), 27_225);
    let tables = Tables::open(&disk(), data.path(), &domain, [ONLY]).unwrap();
    let mut exact = ExactRaces::new(domain.game());
    for text in ["1,1,1,1|1,1,1,1", "2,2,2,2|2,2,2,2", "3,3,3,3|3,3,3,3", "1,2|3,3", "3,3,3,3,3,3,3,3|1"] {
        let position = domain.game().parse(text).unwrap();
        let value = tables.value(&position).unwrap();
        assert!(value.holds(&exact.equity(&position).unwrap()), "{text}");
    }
    let won = tables.value(&domain.game().parse("|3").unwrap()).unwrap();
    assert_eq!(won, FineInterval::exactly(FINE_ONE));
    // In one pass in memory they come out alike, and far narrower than 2⁻²⁸.
    let stored = tables.layer(ONLY).unwrap().values(0).unwrap();
    let in_memory: Vec<FineInterval> = domain.solved().into_iter().map(|(_, value)| value).collect();
    assert_eq!(stored, in_memory);
    let widest = stored.iter().map(|value| value.width()).max().unwrap();
    assert!(widest <= FINE_ONE >> 48, "{widest} units");
}

#[test]
fn sides_alone_come_out_of_files_that_verify() {
    for name in ["half-gammon", "mini-gammon", "backgammon"] {
        let domain = alone(name);
        let data = tempfile::tempdir().unwrap();
        let positions = built(&domain, data.path(), 2).positions;
        assert_eq!(verified(&domain, data.path()), positions);
        let open = OpenLayer::open(&disk(), data.path(), &domain, ONLY).unwrap();
        let in_memory: Vec<Distribution> = domain.solved().into_iter().map(|(_, value)| value).collect();
        assert_eq!(open.values(0).unwrap(), in_memory, "{name}");
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let mut files = Vec::new();
    for threads in [1, 3] {
        let data = tempfile::tempdir().unwrap();
        built(&alone("mini-gammon"), data.path(), threads);
        built(&race("half-gammon"), data.path(), threads);
        let read = |name: &str| std::fs::read(data.path().join(name)).unwrap();
        files.push((read("mini-gammon/bearoff.shuban"), read("half-gammon/bearoff2.shuban")));
    }
    assert!(files[0] == files[1]);
}

/// The hashes change when values, the index or the format of values do: knowingly, that is.
#[test]
fn content_hashes_are_the_published_ones() {
    let hash = |name: &str| {
        let data = tempfile::tempdir().unwrap();
        match name.ends_with('2') {
            true => built(&race("half-gammon"), data.path(), 2).content_hash,
            false => built(&alone("half-gammon"), data.path(), 2).content_hash,
        }
    };
    assert_eq!(hash("bearoff"), "130e87a281e2796de32ccff2f37f57bebc9c21b72a3b42e301c29117800b3fa2");
    assert_eq!(hash("bearoff2"), "28e43d3b2714fd6b20db6b95ba26b48623e6e0558df9e9905b790e976bda1967");
}

#[test]
fn printed_expectations_agree_except_the_maximum_which_a_fixed_rule_explains() {
    let domain = alone("half-gammon");
    let expected = |solved: Vec<(Checkers, Distribution)>| -> HashMap<Checkers, f64> {
        solved.into_iter().map(|(side, value)| (side, value.expected().midpoint())).collect()
    };
    let best = expected(domain.solved());
    let fixed = expected(front_most_first(&variant("half-gammon")));
    let as_printed = |value: f64, print: &str| {
        let decimals = print.split('.').nth(1).unwrap().len();
        (value - print.parse::<f64>().unwrap()).abs() <= 0.5 * 10f64.powi(-(decimals as i32))
    };
    for (position, print) in PRINTED_EXPECTED_ROLLS {
        let side = domain.game().parse(position).unwrap();
        assert_eq!(as_printed(best[&side], print), position != "G 0 0 8", "{position}: {}", best[&side]);
    }
    let heaviest = domain.game().parse("G 0 0 8").unwrap();
    assert!((best[&heaviest] - 5.254_468_720_2).abs() < 0.5e-10);
    assert!((fixed[&heaviest] - 5.356_764_177_2).abs() < 0.5e-10 && as_printed(fixed[&heaviest], "5.35676"));
    for (side, rolls) in &best {
        assert!(*rolls <= best[&heaviest] && *rolls <= fixed[side] && fixed[side] <= fixed[&heaviest]);
    }
}

#[test]
fn printed_races_agree_once_two_rows_are_exchanged() {
    let game = Gammon::new(variant("half-gammon"));
    let exact: Vec<(f64, usize)> = PRINTED_RACES
        .iter()
        .map(|race| {
            let mut races = ExactRaces::new(&game);
            let value = races.equity(&game.parse(race.position).unwrap()).unwrap();
            (value.to_f64().unwrap(), races.visited())
        })
        .collect();
    for (row, race) in PRINTED_RACES.iter().enumerate() {
        let equity = exact[[0, 2, 1, 3][row]].0;
        assert!((equity - race.equity.parse::<f64>().unwrap()).abs() <= 0.5e-6, "{race:?}: {equity}");
        assert_eq!(exact[row].1, race.visited);
    }
}

#[test]
fn rules_of_thumb_fail_as_often_as_published_values_say() {
    let published: Vec<([usize; 3], f64)> = (PUBLISHED.lines().skip(2))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            ([0, 1, 2].map(|i| fields[i].parse().unwrap()), fields[5].parse().unwrap())
        })
        .collect();
    type Rule = fn([usize; 3], [usize; 3]) -> bool;
    fn pips(side: [usize; 3]) -> usize {
        side[0] + 2 * side[1] + 3 * side[2]
    }
    let gaps: Rule = |a, b| pips(a) == pips(b) && !a.contains(&0) && b.contains(&0);
    let checkers: Rule = |a, b| pips(a) == pips(b) && a.iter().sum::<usize>() < b.iter().sum::<usize>();
    let fewer: Rule = |a, b| pips(a) < pips(b);
    let domain = alone("half-gammon");
    let solved = domain.solved();
    for (name, rule, conjecture) in [
        ("no gaps", gaps, no_gaps(&solved, 3)),
        ("fewer checkers", checkers, fewer_checkers(&solved)),
        ("fewer pips", fewer, fewer_pips(&solved)),
    ] {
        let pairs = published.iter().flat_map(|a| published.iter().map(move |b| (a, b)));
        let pairs: Vec<f64> = pairs.filter(|(a, b)| rule(a.0, b.0)).map(|(a, b)| a.1 - b.1).collect();
        let slower = pairs.iter().filter(|more| **more > 1e-9).count();
        let equal = pairs.iter().filter(|more| more.abs() <= 1e-9).count();
        let found = (conjecture.pairs, conjecture.counter_examples.len(), conjecture.equal.len());
        assert_eq!(found, (pairs.len(), slower, equal), "{name}");
        assert!(slower > 0);
    }
    let count = |conjecture: Conjecture| conjecture.counter_examples.len();
    assert_eq!(count(no_gaps(&solved, 3)), 142);
    assert_eq!(count(fewer_checkers(&solved)), 31);
    assert_eq!(count(fewer_pips(&solved)), 705);
    let side = |text: &str| domain.game().parse(text).unwrap();
    let is_listed = |conjecture: Conjecture, first: &str, second: &str| {
        let mut listed = conjecture.counter_examples.iter();
        listed.any(|pair| pair.first == side(first) && pair.second == side(second))
    };
    assert!(is_listed(no_gaps(&solved, 3), "G 2 2 2", "G 0 0 4"));
    let tied = |pair: &ComparedSides| pair.first == side("G 6 1 1") && pair.second == side("G 5 0 2");
    assert!(no_gaps(&solved, 3).equal.iter().any(tied));
    assert!(is_listed(fewer_pips(&solved), "G 8 0 0", "G 0 0 3"));
    assert!(is_listed(fewer_checkers(&solved), "G 3 0 2", "G 3 3 0"));
}

#[test]
fn the_fewest_expected_rolls_are_not_always_the_best_play() {
    let (domain, races) = (alone("half-gammon"), race("half-gammon"));
    let game = races.game();
    let found = fewest_rolls(&domain, &races);
    assert_eq!((found.positions, found.pairs, found.choices), (27_225, 164 * 164 * 6, 92_988));
    assert_eq!(found.wrong.len(), 2_071);
    let worst = &found.wrong[0];
    assert_eq!(worst.loss(), BigRational::new(14.into(), 81.into()));
    assert_eq!(
        (game.format(&worst.position).as_str(), worst.roll),
        ("1,1,1,2,2,2,3|1,1,1,2", Roll::new(1, 1))
    );
    let text = |action| game.format_move(&worst.position, worst.roll, action);
    assert_eq!(text(&worst.fewest_rolls.action), "2/off 1/off(2)");
    assert_eq!(text(&worst.best.action), "3/2 1/off(3)");
    assert_eq!(worst.fewest_rolls.equity, BigRational::new((-67).into(), 81.into()));
    assert_eq!(worst.best.equity, BigRational::new((-53).into(), 81.into()));
    assert!(worst.fewest_rolls.needs.exact_mean() < worst.best.needs.exact_mean());

    // All of it once more by plain recursion with fractions.
    let variant = variant("half-gammon");
    let means: HashMap<Checkers, BigRational> =
        domain.solved().into_iter().map(|(side, value)| (side, value.exact_mean())).collect();
    let mut known = HashMap::new();
    let mut losses = Vec::new();
    for (position, _) in races.solved() {
        if position.mover.is_empty() || position.opponent.is_empty() {
            continue;
        }
        for (roll, _) in rolls(3) {
            let judged: Vec<(BigRational, BigRational)> = twin::after_positions(&variant, &position, roll)
                .iter()
                .map(|after| (means[&after.opponent].clone(), -plain_race(&variant, after, &mut known)))
                .collect();
            let fewest = judged.iter().map(|(mean, _)| mean).min().unwrap();
            let by_rolls = judged.iter().filter(|(mean, _)| mean == fewest).map(|(_, equity)| equity).max();
            let best = judged.iter().map(|(_, equity)| equity).max();
            let loss = best.unwrap() - by_rolls.unwrap();
            if !loss.is_zero() {
                losses.push(loss);
            }
        }
    }
    losses.sort_by(|a, b| b.cmp(a));
    assert_eq!(found.wrong.iter().map(WrongPlay::loss).collect::<Vec<_>>(), losses);
}
