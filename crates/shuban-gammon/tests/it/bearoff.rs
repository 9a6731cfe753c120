//! Bearing off: from the rules to files and back, against published values and plain twins.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, Zero};
use shuban_core::checkers::Checkers;
use shuban_core::dice::{Roll, rolls};
use shuban_core::interval::{FINE_ONE, FineInterval};
use shuban_core::{Domain, Game, LayerId, Silent};
use shuban_gammon::bearoff::{Alone, Distribution, OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::{Position, Variant, twin};
use shuban_solve::{
    BuildOptions, LayerReport, OpenLayer, OpenLayers, Retrograde, VerifyOptions, build, verify,
};
use shuban_store::{Disk, FileSystem};

/// All values of a side alone in half-gammon: numbers on 1, 2, 3, checkers, pips, expected rolls.
const PUBLISHED: &str = include_str!("../data/half-gammon-bearoff.csv");

const ONLY: LayerId = LayerId(0);

/// Returns true if a fraction lies inside of bounds.
fn holds(bounds: FineInterval, fraction: &BigRational) -> bool {
    let number = |units: i64| BigRational::new(units.into(), FINE_ONE.into());
    number(bounds.lower) <= *fraction && *fraction <= number(bounds.upper)
}

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn alone(name: &str) -> OneSidedBearOff {
    OneSidedBearOff::new(variant(name))
}

fn race(name: &str) -> TwoSidedBearOff {
    TwoSidedBearOff::new(variant(name)).unwrap()
}

/// Boards that no game is played on: dice beyond the home board, a home beyond the dice, odd
/// numbers.
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
    build(&disk(), &Retrograde(domain), ONLY, &options, &Silent).unwrap().pop().unwrap()
}

fn verified<D: Domain>(domain: &D, data: &Path) -> u64 {
    let options = VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new(data) };
    let verified = verify(&disk(), &Retrograde(domain), ONLY, &options, &Silent).unwrap();
    assert_eq!(verified.failure, None);
    verified.positions
}

#[test]
fn a_side_alone_keeps_the_laws_of_games() {
    for name in ["half-gammon", "backgammon"] {
        let game = Alone::at_home(variant(name));
        let most = variant(name).checkers();
        let start = Checkers::from_places(vec![variant(name).home(); most]);
        let positions = shuban_conformance::reachable(&game, &[start], 300);
        shuban_conformance::game(&game, &positions).unwrap();
    }
}

#[test]
fn bearing_off_keeps_the_laws_of_domains() {
    shuban_conformance::domain(&alone("half-gammon"), 200).unwrap();
    shuban_conformance::domain(&alone("backgammon"), 200).unwrap();
    shuban_conformance::domain(&race("half-gammon"), 400).unwrap();
    shuban_conformance::domain(&race("mini-gammon"), 200).unwrap();
    shuban_conformance::explain(&alone("half-gammon"), LayerId(0), 200).unwrap();
    shuban_conformance::explain(&race("half-gammon"), LayerId(0), 50).unwrap();
    for variant in odd_boards() {
        shuban_conformance::domain(&OneSidedBearOff::new(variant.clone()), 2_000).unwrap();
        shuban_conformance::domain(&TwoSidedBearOff::new(variant).unwrap(), 2_000).unwrap();
    }
    assert!(TwoSidedBearOff::new(variant("backgammon")).is_none(), "it would be too large");
}

#[test]
fn domains_have_the_counts_of_the_literature() {
    let positions = |layers: &[shuban_core::Layer]| layers[0].parts[0].positions.unwrap();
    let of_one =
        ["half-gammon", "mini-gammon", "backgammon"].map(|name| positions(alone(name).layers()));
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
        assert!(
            (value.expected().midpoint() - expected).abs() < 0.500_001e-10,
            "{line}: {value:?}"
        );
        assert!(value.expected().width() <= 1, "{line}");
        assert_eq!(
            (side.count().to_string(), side.pips().to_string()),
            (fields[3].into(), fields[4].into())
        );
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
            assert!(holds(value.expected(), &mean) && value.expected().width() <= 1);
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
            let after =
                twin::after_positions(self.variant, &Position::new(side, Checkers::NONE), roll);
            let best =
                after.into_iter().map(|after| self.chances(after.opponent)).min_by_key(|chances| {
                    let mean: BigRational = chances
                        .iter()
                        .enumerate()
                        .map(|(rolls, chance)| whole(rolls) * chance)
                        .sum();
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
pub(super) fn plain_race(
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
        for (position, bounds) in domain.solved() {
            let plain = plain_race(&variant, &position, &mut known);
            assert!(
                holds(bounds, &plain) && bounds.width() < 100,
                "{position:?}: {bounds:?}, {plain}"
            );
        }
    }
}

#[test]
fn races_come_out_of_files_that_verify() {
    let domain = race("half-gammon");
    let data = tempfile::tempdir().unwrap();
    assert_eq!(built(&domain, data.path(), 2).positions, 27_225);
    assert_eq!(verified(&domain, data.path()), 27_225);
    let tables = OpenLayers::open(&disk(), data.path(), &domain, [ONLY]).unwrap();
    let mut known = HashMap::new();
    for text in
        ["1,1,1,1|1,1,1,1", "2,2,2,2|2,2,2,2", "3,3,3,3|3,3,3,3", "1,2|3,3", "3,3,3,3,3,3,3,3|1"]
    {
        let position = domain.game().parse(text).unwrap();
        let value = tables.value(&position).unwrap();
        assert!(
            holds(value, &plain_race(&variant("half-gammon"), &position, &mut known)),
            "{text}"
        );
    }
    let won = tables.value(&domain.game().parse("|3").unwrap()).unwrap();
    assert_eq!(won, FineInterval::exactly(FINE_ONE));
    // In one pass in memory they are the same, and far narrower than 2⁻²⁸.
    let stored = tables.layer(ONLY).unwrap().values(0).unwrap();
    let in_memory: Vec<FineInterval> =
        domain.solved().into_iter().map(|(_, value)| value).collect();
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
        let in_memory: Vec<Distribution> =
            domain.solved().into_iter().map(|(_, value)| value).collect();
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
    assert_eq!(
        hash("bearoff2"),
        "28e43d3b2714fd6b20db6b95ba26b48623e6e0558df9e9905b790e976bda1967"
    );
}
