//! Races for money, against fractions, gnubg's integers and known values.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;
use proptest::prelude::*;
use shuban_core::dice::rolls;
use shuban_core::interval::FixedPoint;
use shuban_core::{Domain, Game, LayerId, PartId, Silent};
use shuban_gammon::bearoff::Equities;
use shuban_gammon::bearoff::race::{RaceWorth, Races};
use shuban_gammon::money::{CubeAction, PointInterval, Points, RaceEquities};
use shuban_gammon::{Position, twin};
use shuban_solve::{BuildOptions, OpenLayers, Tabulation, build};
use shuban_store::{Disk, FileSystem};

use crate::backgammon;
use crate::bearoff::plain_race;

fn races<W: RaceWorth>(points: usize) -> Races<W> {
    let mut all = Races::all(&backgammon());
    all.swap_remove(points - W::POINTS.start())
}

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

/// Builds a layer and all that it needs; gives its hash.
fn built<W: RaceWorth>(races: &Races<W>, checkers: usize, data: &Path, threads: usize) -> String {
    let options = BuildOptions { threads, ..BuildOptions::new(data) };
    let layer = LayerId(checkers - 1);
    let built = build(&disk(), &Tabulation(races), layer, &options, &Silent).unwrap();
    built.last().unwrap().content_hash.clone()
}

/// All positions with at most `checkers` checkers a side, with their values.
fn solved<W: RaceWorth>(races: &Races<W>, checkers: usize) -> Vec<(Position, W)> {
    let data = tempfile::tempdir().unwrap();
    built(races, checkers, data.path(), 2);
    let layers: Vec<LayerId> = (0..checkers).map(LayerId).collect();
    let tables = OpenLayers::open(&disk(), data.path(), races, layers.iter().copied()).unwrap();
    let mut all = Vec::new();
    for layer in layers {
        for part in 0..races.layers()[layer.0].parts.len() {
            let index = races.index(PartId { layer, part }).unwrap();
            let values = tables.layer(layer).unwrap().values(part).unwrap();
            all.extend((0..).map_while(|rank| index.unrank(rank)).zip(values));
        }
    }
    all
}

/// Races with a cube by plain recursion with fractions: without a cube, with an own one, with one in
/// the middle and with the opponent's, for the player about to roll, who does not double now.
#[derive(Default)]
struct PlainRaces(HashMap<Position, [BigRational; 4]>);

impl PlainRaces {
    fn equities(&mut self, position: &Position) -> [BigRational; 4] {
        let one = BigRational::one;
        if position.mover.is_empty() {
            return [one(), one(), one(), one()];
        }
        if position.opponent.is_empty() {
            return [-one(), -one(), -one(), -one()];
        }
        let position = Position { turn: 0, ..*position };
        if let Some(known) = self.0.get(&position) {
            return known.clone();
        }
        let mut sums = [0, 0, 0, 0].map(|number| BigRational::from_integer(number.into()));
        for (roll, weight) in rolls(6) {
            let after = twin::after_positions(&backgammon(), &position, roll);
            let worth: Vec<[BigRational; 4]> = after
                .iter()
                .map(|after| {
                    let [cubeless, owned, centred, opponent] = self.equities(after);
                    // A double that is passed gives a point.
                    let doubled = (&opponent + &opponent).min(one());
                    [-cubeless, -opponent, -centred.max(doubled.clone()), -owned.max(doubled)]
                })
                .collect();
            for (kind, sum) in sums.iter_mut().enumerate() {
                let best = worth.iter().map(|kinds| &kinds[kind]).max().unwrap();
                *sum += best * BigRational::from_integer(weight.into());
            }
        }
        let means = sums.map(|sum| sum / BigRational::from_integer(36.into()));
        self.0.insert(position, means.clone());
        means
    }
}

fn holds(bounds: PointInterval, fraction: &BigRational) -> bool {
    let number =
        |points: Points| BigRational::new(points.units().into(), Points::ONE.units().into());
    number(bounds.lower) <= *fraction && *fraction <= number(bounds.upper)
}

#[test]
fn fractions_lie_within_the_bounds_with_a_cube_and_without() {
    let mut plain = PlainRaces::default();
    let all = solved::<RaceEquities>(&races(8), 2);
    assert_eq!(all.len(), 45 * 45);
    for (position, value) in all {
        let exact = plain.equities(&position);
        for (kind, exact) in value.kinds().into_iter().zip(&exact) {
            assert!(holds(kind, exact), "{position:?}: {kind:?}, {exact}");
            assert!(kind.width() < 40, "{position:?}: {kind:?}");
        }
        let win = (&exact[0] + BigRational::one()) / BigRational::from_integer(2.into());
        assert!(holds(value.win(), &win), "{position:?}");
    }
}

/// By the equation without a cube that other tests of bearing off use.
#[test]
fn at_home_the_equity_without_a_cube_is_that_of_bearing_off() {
    let (backgammon, mut known) = (backgammon(), HashMap::new());
    let at_home = |position: &Position| {
        [position.mover, position.opponent].iter().all(|side| side.highest() <= Some(6))
    };
    let all = solved::<RaceEquities>(&races(7), 3);
    let mut compared = 0;
    for (position, value) in all.into_iter().filter(|(position, _)| at_home(position)).step_by(7) {
        let exact = plain_race(&backgammon, &position, &mut known);
        assert!(holds(value.cubeless, &exact), "{position:?}: {value:?}, {exact}");
        compared += 1;
    }
    assert_eq!(compared, (84_usize * 84).div_ceil(7));
}

#[test]
fn gnubgs_integers_are_off_by_what_they_are_rounded_by() {
    let certified = solved::<RaceEquities>(&races(8), 3);
    let gnubgs = solved(&races::<Equities>(8), 3);
    assert_eq!((certified.len(), gnubgs.len()), (165 * 165, 165 * 165));
    let mut most = 0.0_f64;
    for ((position, value), (other, equities)) in certified.iter().zip(gnubgs) {
        assert_eq!(*position, other);
        let kinds: [i16; 4] =
            [equities.cubeless, equities.owned, equities.centred, equities.opponent];
        for (kind, number) in value.kinds().into_iter().zip(kinds) {
            let gnubgs = (f64::from(number) + 32_768.0) / 32_767.5 - 1.0;
            most = most.max((kind.midpoint() - gnubgs).abs());
        }
    }
    // An integer is 3.1e-5, and there are some ten turns.
    assert!((1e-5..2e-4).contains(&most), "{most}");
}

#[test]
fn a_race_has_known_equities_and_actions() {
    let races = races::<RaceEquities>(7);
    let all: HashMap<Position, RaceEquities> = solved(&races, 3).into_iter().collect();
    let value = |text: &str| all[&races.game().parse(text).unwrap()];
    // Both checkers are off at once with two dice above 1, or with two ones; else the game is lost.
    let two = value("2,2|1");
    assert!(
        holds(two.cubeless, &BigRational::new(16.into(), 36.into())) && two.cubeless.width() == 1
    );
    assert!(holds(two.win(), &BigRational::new(26.into(), 36.into())));
    let action = |text: &str| value(text).actions();
    assert_eq!(action("1,1|1,1,1"), [CubeAction::DoublePass; 2]);
    assert_eq!(action("2,2|1"), [CubeAction::DoubleTake; 2]);
    assert_eq!(action("6,6,5|1"), [CubeAction::NoDouble; 2]);
    // Owning the cube is worth most, and the opponent's owning it least.
    for (position, value) in &all {
        assert!(value.owned.upper >= value.centred.lower, "{position:?}");
        assert!(value.centred.upper >= value.opponent.lower, "{position:?}");
        assert!(value.kinds().iter().all(|bounds| bounds.width() < 40), "{position:?}");
    }
}

#[test]
fn bytes_do_not_depend_on_threads_and_have_the_recorded_hash() {
    let races = races::<RaceEquities>(7);
    let hash = |threads| built(&races, 2, tempfile::tempdir().unwrap().path(), threads);
    assert_eq!(hash(1), hash(3));
    assert_eq!(hash(1), "5152a961aeac8c5ff490171299c6fff6c674dd84f6b79e8aab051f29b9609de2");
}

#[test]
fn layers_end_where_a_gammon_or_memory_ends_them() {
    let most = |points: usize| races::<RaceEquities>(points).layers().len();
    assert_eq!([7, 8, 9, 10, 11, 12].map(most), [10, 9, 8, 7, 6, 6]);
}

proptest! {
    #[test]
    fn large_layers_are_numbered_both_ways(
        points in 7usize..=12,
        checkers in 1usize..=6,
        part in 0usize..2,
        share in 0.0f64..1.0,
    ) {
        let races = races::<RaceEquities>(points);
        let layer = LayerId(checkers - 1);
        let part = PartId { layer, part: part.min(races.layers()[layer.0].parts.len() - 1) };
        let index = races.index(part).unwrap();
        let rank = (share * index.len() as f64) as u64;
        let position = index.unrank(rank).unwrap();
        prop_assert_eq!(index.rank(&position), Some(rank));
        prop_assert_eq!(races.locate(&position), Some(part));
        prop_assert_eq!(index.unrank(index.len()), None);
    }
}
