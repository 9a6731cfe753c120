//! Hypergammon for money, against known values, the definition and a plain twin.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use shuban_core::dice::rolls;
use shuban_core::interval::FixedPoint;
use shuban_core::shelf::EmptyShelf;
use shuban_core::tabulate::{NoFinishedTables, Unit};
use shuban_core::{
    Datum, Domain, Explain, Game, Index, LayerId, PartId, Record, Silent, Tabulate, Unanswered, ask,
};
use shuban_gammon::money::{Dances, Money, MoneyValue, PointInterval};
use shuban_gammon::{Contact, MoveGenerator, PlayScratch, Position, Variant, Won};
use shuban_solve::{BuildOptions, CertifyBySweep, OpenLayer, PoolWorkers, build, layer_named};
use shuban_store::{Disk, FileSystem};

/// All values of a domain.
struct Solved {
    money: Money,
    indexes: Vec<Box<dyn Index<Position = Position>>>,
    values: Vec<Vec<MoneyValue>>,
}

/// Two checkers a side, solved once for all tests.
static OF_TWO: LazyLock<Solved> = LazyLock::new(|| solved(2, Dances::AsPlays));

fn solved(checkers: usize, dances: Dances) -> Solved {
    let money = Money::new(checkers, dances).unwrap();
    let plan =
        money.plan(LayerId(0), &NoFinishedTables, &PoolWorkers { progress: &Silent }).unwrap();
    let (mut indexes, mut values) = (Vec::new(), Vec::new());
    for part in 0..money.layers()[0].parts.len() {
        let part = PartId { layer: LayerId(0), part };
        let index = money.index(part).unwrap();
        let mut records = vec![MoneyValue::from_columns(&[0; 20]); index.len() as usize];
        let unit = Unit { part, number: 0, ranks: 0..index.len() };
        money.run(&plan, &unit, &mut (), &mut records).unwrap();
        indexes.push(index);
        values.push(records);
    }
    Solved { money, indexes, values }
}

impl Solved {
    fn value(&self, position: &Position) -> Option<MoneyValue> {
        let part = self.money.locate(position)?.part;
        Some(self.values[part][self.indexes[part].rank(position)? as usize])
    }

    fn of(&self, text: &str) -> MoneyValue {
        self.value(&self.money.game().parse(text).unwrap()).unwrap()
    }
}

fn equities(value: MoneyValue) -> [PointInterval; 5] {
    let e = value.equities;
    [e.cubeless, e.owned, e.centred, e.jacoby, e.opponent]
}

fn widest(solved: &Solved) -> f64 {
    let all = solved.values.iter().flatten().flat_map(|value| equities(*value));
    all.map(PointInterval::width).max().unwrap() as f64
        / PointInterval::points(1).lower.units() as f64
}

#[test]
fn one_checker_a_side_keeps_the_laws_of_domains() {
    for dances in [Dances::AsPlays, Dances::AsGnubg] {
        let money = Money::new(1, dances).unwrap();
        shuban_conformance::fixed_point(&money, LayerId(0), u64::MAX).unwrap();
    }
}

#[test]
fn two_checkers_a_side_are_worth_what_is_known() {
    let (solved, expected) = (&*OF_TWO, [0.1522439125, 0.3278603, 0.2091076, 0.2045218, 0.0107396]);
    for (found, expected) in equities(solved.of("23,24|23,24")).into_iter().zip(expected) {
        assert!((found.midpoint() - expected).abs() < 1e-6, "{found:?}, expected {expected}");
    }
    assert!(widest(solved) < 1e-6, "the bounds meet everywhere");
    // The definition, at positions of every part.
    for (part, index) in solved.indexes.iter().enumerate() {
        for rank in (0..index.len()).step_by(97) {
            let position = index.unrank(rank).unwrap();
            let backed_up = solved.money.backup(&position, &mut |after: &Position| {
                solved.value(after).ok_or_else(Unanswered::default)
            });
            assert_eq!(backed_up.unwrap(), solved.values[part][rank as usize], "{position:?}");
        }
    }
}

#[test]
fn a_lone_checker_each_is_worth_what_is_known() {
    let solved = solved(1, Dances::AsPlays);
    let cubeless = solved.of("24|24").equities.cubeless;
    assert!((cubeless.midpoint() - 0.452_773_137_0).abs() < 1e-7, "{cubeless:?}");
    let one = solved.of("1|23");
    assert_eq!(one.chances.win, PointInterval::points(1));
    assert_eq!(
        one.equities.cubeless,
        PointInterval::points(3),
        "the loser is in the winner's home"
    );
    assert_eq!(one.equities.jacoby, PointInterval::points(1), "no gammons before a double");
    let one = solved.of("1|7");
    assert_eq!(one.equities.cubeless, PointInterval::points(2));
}

#[test]
fn the_rolls_of_an_answer_average_to_its_value() {
    // As GNU Backgammon counts, one checker a side will do: that two come to what it says is a published table.
    let as_gnubg = solved(1, Dances::AsGnubg);
    let of_two = ["3,bar|3,3", "bar,bar|4,4", "7,12|14,24", "1,2|5,6"];
    for (solved, texts) in [(&*OF_TWO, &of_two[..]), (&as_gnubg, &["bar|3", "7|14", "1|23"])] {
        // O holds the point where X would enter with a 3; X may be hit, too.
        for text in texts {
            let position = solved.money.game().parse(text).unwrap();
            let answer = ask(&solved.money, &position, |position| {
                Ok::<_, Unanswered>(match position.opponent.is_empty() {
                    true => None,
                    false => solved.value(position),
                })
            });
            let answer = answer.unwrap();
            let value = answer.value.unwrap();
            let rolls: Option<Vec<(u32, [PointInterval; 5])>> = (answer.events.iter())
                .map(|event| Some((event.chance.weight(), equities(event.value?))))
                .collect();
            // Plays that win have no stored value.
            let Some(rolls) = rolls else { continue };
            for (kind, expected) in equities(value).into_iter().enumerate() {
                let kinds = rolls.iter().map(|(weight, kinds)| (*weight, kinds[kind]));
                assert_eq!(PointInterval::mean(kinds), Some(expected), "{text} {kind}");
            }
        }
    }
}

/// Equities, then chances, in floats, by plain iteration of the equations as they are stated in
/// words.
fn twin(checkers: usize, positions: &[Position]) -> HashMap<Position, [f64; 10]> {
    let game = Money::new(checkers, Dances::AsPlays).unwrap().game().clone();
    let canonical = |position: Position| Position { turn: 0, ..position };
    let mut values: HashMap<Position, [f64; 10]> =
        positions.iter().map(|position| (canonical(*position), [0.0; 10])).collect();
    // The loss of the player about to roll against a side that has borne off everything.
    let lost = |loser: shuban_core::checkers::Checkers| {
        let in_winners_home = loser.iter().any(|(place, _)| place > 18);
        let won = match (loser.count() == checkers, in_winners_home) {
            (false, _) => Won::Single,
            (true, false) => Won::Gammon,
            (true, true) => Won::Backgammon,
        };
        let points = -f64::from(won.times());
        let chance = |is_sure| if is_sure { 1.0 } else { 0.0 };
        let (gammon, backgammon) = (chance(won != Won::Single), chance(won == Won::Backgammon));
        [points, points, points, -1.0, points, 0.0, 0.0, 0.0, gammon, backgammon]
    };
    for _ in 0..400 {
        let mut change: f64 = 0.0;
        for position in positions {
            let position = canonical(*position);
            let turn = MoveGenerator::new(&game.variant, &position);
            let mut sums = [0.0; 10];
            for (roll, weight) in rolls(6) {
                let mut best = [f64::NEG_INFINITY; 5];
                let (mut least, mut of_best) = (f64::INFINITY, [0.0; 5]);
                turn.for_each_after(roll, &mut PlayScratch::default(), |after| {
                    let after = canonical(after);
                    let value = match after.opponent.is_empty() {
                        true => lost(after.mover),
                        false => values[&after],
                    };
                    let [cubeless, owned, centred, jacoby, opponent, win, g, b, lg, lb] = value;
                    // The opponent doubles if that is better, and is then paid at most a point.
                    let doubling = |no_double: f64| -no_double.max((2.0 * opponent).min(1.0));
                    let worth = [
                        -cubeless,
                        -opponent,
                        doubling(centred),
                        doubling(jacoby),
                        doubling(owned),
                    ];
                    for (best, worth) in best.iter_mut().zip(worth) {
                        *best = best.max(worth);
                    }
                    if cubeless < least {
                        (least, of_best) = (cubeless, [1.0 - win, lg, lb, g, b]);
                    }
                });
                for (sum, number) in sums.iter_mut().zip(best.into_iter().chain(of_best)) {
                    *sum += f64::from(weight) * number / 36.0;
                }
            }
            let value = values.get_mut(&position).unwrap();
            for (old, new) in value.iter_mut().zip(sums) {
                change = change.max((*old - new).abs());
                *old = new;
            }
        }
        if change < 1e-13 {
            break;
        }
    }
    values
}

#[test]
fn a_plain_twin_finds_the_same_equities() {
    let solved = solved(1, Dances::AsPlays);
    let index = &solved.indexes[0];
    let positions: Vec<Position> = (0..index.len()).filter_map(|at| index.unrank(at)).collect();
    let twin = twin(1, &positions);
    for position in &positions {
        let value = solved.value(position).unwrap();
        let found = &twin[position];
        for (kind, expected) in equities(value).into_iter().zip(found) {
            let near = PointInterval::numbers(kind);
            let is_inside = near[1] - 1e-9 <= *expected && *expected <= near[2] + 1e-9;
            assert!(is_inside, "{position:?}: {kind:?} {expected}");
        }
        // The average result of a game agrees with its chances. (The choice among several best
        // plays differs.)
        let c = value.chances;
        let [win, g, b, lg, lb] = [c.win, c.gammon, c.backgammon, c.lose_gammon, c.lose_backgammon]
            .map(PointInterval::midpoint);
        let reckoned = 2.0 * win - 1.0 + g + b - lg - lb;
        assert!((reckoned - value.equities.cubeless.midpoint()).abs() < 1e-6, "{position:?}");
        assert!(
            (2.0 * found[5] - 1.0 + found[6] + found[7] - found[8] - found[9] - reckoned).abs()
                < 1e-6
        );
    }
}

/// Cubeless equities follow in two ways that share no code but the rules: in lanes of ten bounds to
/// a fixed point, and by the sweep of contact positions.
#[test]
fn contact_layers_with_gammons_have_the_same_equities() {
    let solved = &*OF_TWO;
    let contact = Contact::for_money(solved.money.game().variant.clone());
    let data = tempfile::tempdir().unwrap();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let options = BuildOptions { threads: 2, ..BuildOptions::new(data.path()) };
    let layer = layer_named(&contact, "hypergammon-2/money-2-2").unwrap();
    build(&files, &CertifyBySweep(&contact), layer, &options, &Silent).unwrap();
    let mut seen = 0;
    for (layer, described) in contact.layers().iter().enumerate() {
        let open = OpenLayer::open(&files, data.path(), &contact, LayerId(layer)).unwrap();
        for part in 0..described.parts.len() {
            let index = contact.index(PartId { layer: LayerId(layer), part }).unwrap();
            for (rank, found) in (0..).zip(open.values(part).unwrap()) {
                let position = index.unrank(rank).unwrap();
                let [_, lower, upper] =
                    solved.value(&position).unwrap().equities.cubeless.numbers();
                // Stored in units of four points.
                let [_, least, most] = found.numbers().map(|number| 4.0 * number);
                assert!(least <= upper && lower <= most && most - least < 1e-5, "{position:?}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 106_552);
}

#[test]
fn a_sure_gammon_is_two_points_and_is_told_as_that() {
    let contact = Contact::for_money(Variant::hypergammon(1).unwrap());
    for (text, points) in [("1|7", 2.0), ("1|23", 3.0), ("1|bar", 3.0)] {
        let position = contact.game().parse(text).unwrap();
        let value = contact.backup(&position, &mut |_: &Position| Err(Unanswered::default()));
        let value = value.unwrap();
        assert!(value.is_exact());
        let equity = Datum::object([("cubeless", points.into())]);
        assert_eq!(contact.fields(&value).get("equity"), Some(&equity), "{text}");
        let extras = contact.extras(&position, Some(&value), &EmptyShelf).unwrap();
        assert_eq!(extras.get("gammons"), Some(&true.into()), "{text}");
    }
}
