//! Laws of all games.

use std::cmp::Ordering;
use std::thread;

use proptest::prelude::*;
use shuban_cgt::{CgtOutcome, Dyadic, FormId, Forms};

use crate::tree::{Tree, trees};

/// Forms that reach everywhere: canonical ones of trees, and simple sums of a few of these.
fn some_forms(forms: &Forms, trees: &[Tree]) -> Vec<FormId> {
    trees.iter().map(|tree| tree.form(forms)).collect()
}

/// The game of a form, as a tree.
fn tree_of(forms: &Forms, form: FormId) -> Tree {
    let trees = |options: &[FormId]| options.iter().map(|&option| tree_of(forms, option)).collect();
    Tree { left: trees(forms.left(form)), right: trees(forms.right(form)) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn equal_games_are_one_form_and_comparison_is_that_of_trees([a, b] in [trees(4), trees(4)]) {
        let forms = Forms::new();
        let (x, y) = (a.form(&forms), b.form(&forms));
        prop_assert_eq!(forms.is_at_most(x, y), a.is_at_most(&b));
        prop_assert_eq!(forms.is_at_most(y, x), b.is_at_most(&a));
        prop_assert_eq!(x == y, a.is_at_most(&b) && b.is_at_most(&a));
        prop_assert_eq!(forms.outcome(x), a.outcome());
    }

    #[test]
    fn canonical_forms_stay_as_they_are(a in trees(4)) {
        let forms = Forms::new();
        let x = a.form(&forms);
        let canonical = tree_of(&forms, x);
        prop_assert!(a.is_at_most(&canonical) && canonical.is_at_most(&a));
        prop_assert_eq!(canonical.form(&forms), x);
        prop_assert!(forms.form(forms.left(x), forms.right(x)) == x);
        // None dominated, none reversible, by the comparison of trees.
        for (i, option) in canonical.left.iter().enumerate() {
            prop_assert!(!option.right.iter().any(|answer| answer.is_at_most(&canonical)));
            let others = canonical.left.iter().enumerate().filter(|&(j, _)| i != j);
            prop_assert!(!others.into_iter().any(|(_, other)| option.is_at_most(other)));
        }
        for (i, option) in canonical.right.iter().enumerate() {
            prop_assert!(!option.left.iter().any(|answer| canonical.is_at_most(answer)));
            let others = canonical.right.iter().enumerate().filter(|&(j, _)| i != j);
            prop_assert!(!others.into_iter().any(|(_, other)| other.is_at_most(option)));
        }
    }

    #[test]
    fn games_are_an_ordered_group(games in [trees(3), trees(3), trees(3)]) {
        let forms = Forms::new();
        let &[a, b, c] = &some_forms(&forms, &games)[..] else { unreachable!() };
        let sum = |a, b| forms.sum(a, b);
        prop_assert_eq!(sum(a, b), games[0].sum(&games[1]).form(&forms));
        prop_assert_eq!(sum(a, b), sum(b, a));
        prop_assert_eq!(sum(sum(a, b), c), sum(a, sum(b, c)));
        prop_assert_eq!(sum(a, FormId::ZERO), a);
        prop_assert_eq!(sum(a, forms.negative(a)), FormId::ZERO);
        prop_assert_eq!(forms.negative(a), games[0].negative().form(&forms));
        prop_assert_eq!(forms.negative(forms.negative(a)), a);
        prop_assert_eq!(forms.difference(sum(a, b), b), a);
        prop_assert_eq!(forms.total([a, b, c]), sum(sum(a, b), c));
        prop_assert_eq!(forms.is_at_most(a, b), forms.is_at_most(sum(a, c), sum(b, c)));
        prop_assert_eq!(
            forms.is_at_most(a, b),
            forms.outcome(forms.difference(a, b)).is_at_most_zero()
        );
        prop_assert_eq!(
            forms.is_at_most(a, b),
            forms.is_at_most(forms.negative(b), forms.negative(a))
        );
    }

    #[test]
    fn the_structural_order_is_total_and_of_no_store(
        games in prop::collection::vec(trees(4), 1..12),
    ) {
        let (forms, others) = (Forms::new(), Forms::new());
        let mut ids = some_forms(&forms, &games);
        // In another store the same games come up in another order.
        let reversed: Vec<Tree> = games.iter().rev().cloned().collect();
        let mut other_ids = some_forms(&others, &reversed);
        ids.sort_by(|&a, &b| forms.order(a, b));
        other_ids.sort_by(|&a, &b| others.order(a, b));
        let texts: Vec<String> = ids.iter().map(|&id| forms.text(id)).collect();
        prop_assert_eq!(&texts, &other_ids.iter().map(|&id| others.text(id)).collect::<Vec<_>>());
        for (i, &id) in ids.iter().enumerate() {
            for (j, &other) in other_ids.iter().enumerate() {
                prop_assert_eq!(
                    forms.order_across(id, &others, other),
                    forms.order(id, ids[j]),
                    "{} {}",
                    i,
                    j
                );
            }
        }
        for pair in ids.windows(2) {
            prop_assert_eq!(forms.order(pair[0], pair[1]) == Ordering::Equal, pair[0] == pair[1]);
            prop_assert!(forms.birthday(pair[0]) <= forms.birthday(pair[1]));
        }
        for &id in &ids {
            for options in [forms.left(id), forms.right(id)] {
                prop_assert!(
                    options.windows(2).all(|pair| forms.order(pair[0], pair[1]) == Ordering::Less)
                );
            }
        }
    }

    #[test]
    fn texts_are_read_back(a in trees(5)) {
        let (forms, others) = (Forms::new(), Forms::new());
        let x = a.form(&forms);
        let text = forms.text(x);
        prop_assert_eq!(forms.parse(&text), Ok(x));
        let elsewhere = others.parse(&text).unwrap();
        prop_assert_eq!(forms.get(x.index()), Some(x));
        prop_assert_eq!(forms.get(forms.len()), None);
        prop_assert_eq!(others.text(elsewhere), text);
    }

    #[test]
    fn stops_are_those_of_play(a in trees(4)) {
        /// The stop when this side begins, by playing until a number is reached.
        fn stop(forms: &Forms, form: FormId, left: bool) -> Dyadic {
            match forms.as_number(form) {
                Some(number) => number,
                None if left => {
                    forms.left(form).iter().map(|&option| stop(forms, option, false)).max().unwrap()
                }
                None => {
                    forms.right(form).iter().map(|&option| stop(forms, option, true)).min().unwrap()
                }
            }
        }
        let forms = Forms::new();
        let x = a.form(&forms);
        prop_assert_eq!(forms.left_stop(x), stop(&forms, x, true));
        prop_assert_eq!(forms.right_stop(x), stop(&forms, x, false));
    }

    #[test]
    fn numbers_are_told_from_other_games(a in trees(4)) {
        let forms = Forms::new();
        let x = a.form(&forms);
        // A number is a game all of whose options are numbers, Left's below it and Right's above
        // it.
        let is_number =
            forms.left(x).iter().chain(forms.right(x)).all(|&o| forms.as_number(o).is_some())
                && !forms
                    .left(x)
                    .iter()
                    .any(|&l| forms.right(x).iter().any(|&r| forms.is_at_most(r, l)));
        prop_assert_eq!(forms.as_number(x).is_some(), is_number);
        if let Some(simple) = forms.as_number_up_star(x) {
            prop_assert_eq!(forms.number_up_star(simple), x);
            prop_assert_eq!(simple.outcome(), forms.outcome(x));
        }
    }

    #[test]
    fn thermographs_are_those_of_cooling_step_by_step(a in trees(4)) {
        let forms = Forms::new();
        let x = a.form(&forms);
        let graph = forms.thermograph(x);
        let [left, right] = cooled(&forms, x);
        for (step, (left, right)) in left.iter().zip(&right).enumerate() {
            let t = temperature(step);
            prop_assert_eq!(
                (graph.left.at(t), graph.right.at(t)),
                (*left, *right),
                "{} at {}",
                forms.text(x),
                t
            );
        }
        let first = left.iter().zip(&right).position(|(left, right)| left == right).unwrap();
        prop_assert_eq!(graph.temperature, temperature(first));
        prop_assert_eq!(graph.mean, left[first]);
    }

    #[test]
    fn thermographs_keep_the_laws([a, b] in [trees(4), trees(4)]) {
        let forms = Forms::new();
        let (x, y) = (a.form(&forms), b.form(&forms));
        let sum = forms.thermograph(forms.sum(x, y));
        let (of_x, of_y) = (forms.thermograph(x), forms.thermograph(y));
        prop_assert_eq!(sum.mean, of_x.mean + of_y.mean);
        prop_assert!(sum.temperature <= of_x.temperature.max(of_y.temperature));
        let negative = forms.thermograph(forms.negative(x));
        for t in (0..2 * STEPS).map(|step| temperature(step as usize)) {
            prop_assert!(of_x.left.at(t) >= of_x.right.at(t));
            prop_assert_eq!(negative.left.at(t), -of_x.right.at(t));
            if t >= Dyadic::ZERO {
                prop_assert!(sum.left.at(t) <= of_x.left.at(t) + of_y.left.at(t));
                prop_assert!(sum.left.at(t) >= of_x.left.at(t) + of_y.right.at(t));
            }
        }
        let corners = of_x.corner_temperatures();
        prop_assert!(corners.is_sorted_by(|one, other| one < other), "{:?}", corners);
        prop_assert_eq!(corners.first(), Some(&Dyadic::from(-1)));
        prop_assert_eq!(corners.last(), Some(&of_x.temperature));
        prop_assert_eq!(of_x.left.at(Dyadic::ZERO), forms.left_stop(x));
        prop_assert_eq!(of_x.right.at(Dyadic::ZERO), forms.right_stop(x));
        for wall in [&of_x.left, &of_x.right] {
            let corners = &wall.corners;
            prop_assert_eq!(corners[0].0, Dyadic::from(-1));
            prop_assert!(corners.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(corners.last().unwrap().0 <= of_x.temperature);
            for pair in corners.windows(2) {
                let rise = (pair[1].1 - pair[0].1).abs();
                prop_assert!(rise == Dyadic::ZERO || rise == pair[1].0 - pair[0].0);
            }
        }
    }
}

/// Steps of temperature to a degree: corners of games of so few days lie on them.
const STEPS: i32 = 64;

fn temperature(step: usize) -> Dyadic {
    Dyadic::new(step as i64 - i64::from(STEPS), STEPS.trailing_zeros()).unwrap()
}

/// Both stops at the temperatures from −1 to 8, step by step: of options taxed, until they meet.
fn cooled(forms: &Forms, form: FormId) -> [Vec<Dyadic>; 2] {
    let steps = 9 * STEPS as usize;
    if let Some(integer) = forms.as_number(form).filter(|number| number.is_integer()) {
        return [vec![integer; steps], vec![integer; steps]];
    }
    let left: Vec<_> = forms.left(form).iter().map(|&option| cooled(forms, option)).collect();
    let right: Vec<_> = forms.right(form).iter().map(|&option| cooled(forms, option)).collect();
    let mut mean = None;
    let mut walls = [Vec::new(), Vec::new()];
    for step in 0..steps {
        let t = temperature(step);
        let l = left.iter().map(|walls| walls[1][step]).max().unwrap() - t;
        let r = right.iter().map(|walls| walls[0][step]).min().unwrap() + t;
        assert!(mean.is_some() || l >= r, "the walls of {} cross between steps", forms.text(form));
        if l == r && mean.is_none() {
            mean = Some(l);
        }
        walls[0].push(mean.unwrap_or(l));
        walls[1].push(mean.unwrap_or(r));
    }
    walls
}

#[test]
fn threads_share_a_store() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let games: Vec<Tree> =
        (0..300).map(|_| trees(5).new_tree(&mut runner).unwrap().current()).collect();
    let shared = Forms::with_comparisons(16);
    let texts = |forms: &Forms, games: &mut dyn Iterator<Item = &Tree>| -> Vec<String> {
        let mut last = FormId::ZERO;
        let mut texts = Vec::new();
        for game in games {
            let form = game.form(forms);
            texts.push(forms.text(forms.sum(form, last)));
            last = form;
        }
        texts
    };
    let alone = texts(&Forms::new(), &mut games.iter());
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| texts(&shared, &mut games.iter()))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
    // Every form is stored once.
    let mut found: Vec<String> = Vec::new();
    let mut open: Vec<FormId> = games.iter().map(|game| game.form(&shared)).collect();
    let mut seen = std::collections::BTreeSet::new();
    while let Some(form) = open.pop() {
        if seen.insert(form) {
            found.push(shared.text(form));
            open.extend(shared.left(form).iter().chain(shared.right(form)));
        }
    }
    found.sort_unstable();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]) && found.len() > 30);
    assert_eq!(games.iter().filter(|game| game.form(&shared) == FormId::ZERO).count(), {
        games.iter().filter(|game| game.outcome() == CgtOutcome::Previous).count()
    });
}
