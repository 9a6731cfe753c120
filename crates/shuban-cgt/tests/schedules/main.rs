//! The store of canonical forms, used by threads whose turns are drawn at random: the files of `src`,
//! compiled with the locks and atomics of a checker.

use std::sync::{Arc, Mutex};

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner, thread};

use self::forms::Forms;

macro_rules! at_home {
    ($($file:literal $name:ident),*) => {$(
        // Clippy has looked at these files where they are at home.
        #[allow(dead_code, unreachable_pub, clippy::all)]
        #[path = $file]
        mod $name;
    )*};
}
at_home! {
    "../../src/at_most.rs" at_most,
    "../../src/canonical.rs" canonical,
    "../../src/comparisons.rs" comparisons,
    "../../src/dyadic.rs" dyadic,
    "../../src/form_id.rs" form_id,
    "../../src/forms.rs" forms,
    "../../src/infinitesimal.rs" infinitesimal,
    "../../src/outcome.rs" outcome,
    "../../src/sum.rs" sum,
    "../../src/text.rs" text,
    "../../src/thermograph.rs" thermograph
}
mod sync;

/// Runs the work of all threads at once in a number of orders; in half of them threads stand still for long.
/// Each thread gets the store and returns texts, which are those of a store of its own.
fn in_orders(orders: usize, remembered: usize, work: &'static [fn(&Forms) -> Vec<String>]) {
    let alone = Arc::new(Mutex::new(Vec::new()));
    let found = Arc::clone(&alone);
    shuttle::check_random(
        move || *found.lock().unwrap() = work.iter().map(|work| work(&Forms::new())).collect(),
        1,
    );
    let alone: Vec<Vec<String>> = alone.lock().unwrap().clone();
    let model = move || {
        let forms = Arc::new(Forms::with_comparisons(remembered));
        let threads = work.iter().map(|work| {
            let forms = Arc::clone(&forms);
            thread::spawn(move || work(&forms))
        });
        let threads: Vec<_> = threads.collect();
        for (thread, alone) in threads.into_iter().zip(&alone) {
            assert_eq!(thread.join().unwrap(), *alone);
        }
        // Every form is there once.
        let all = (0..forms.len()).filter_map(|place| forms.get(place));
        let mut texts: Vec<String> = all.map(|form| forms.text(form)).collect();
        texts.sort_unstable();
        assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
    };
    let again = model.clone();
    Runner::new(RandomScheduler::new_from_seed(1, orders / 2), Config::new()).run(again);
    Runner::new(PctScheduler::new_from_seed(1, 3, orders / 2), Config::new()).run(model);
}

/// A game as text, its negative, its sum with another, and its mean.
fn facts(forms: &Forms, game: &str, other: &str) -> Vec<String> {
    let [game, other] = [game, other].map(|text| forms.parse(text).unwrap());
    let negative = forms.negative(game);
    let sum = forms.sum(negative, other);
    let mut facts: Vec<String> =
        [game, negative, sum].iter().map(|&form| forms.text(form)).collect();
    facts.push(forms.thermograph(sum).mean.to_string());
    facts.push(forms.is_at_most(game, sum).to_string());
    facts
}

#[test]
fn a_game_and_its_negative_are_negated_at_once() {
    in_orders(
        1_000,
        16,
        &[
            |forms| vec![forms.text(forms.negative(forms.parse("{3|{1|-2}}").unwrap()))],
            |forms| vec![forms.text(forms.negative(forms.parse("{{2|-1}|-3}").unwrap()))],
        ],
    );
}

#[test]
fn forms_that_threads_make_at_once_are_there_once() {
    in_orders(
        1_000,
        1,
        &[
            |forms| facts(forms, "{2|{1|-2}}", "{4|*}"),
            |forms| facts(forms, "{*|-4}", "{{2|-1}|-2}"),
            |forms| facts(forms, "{2|{1|-2}}", "{1/2|-3/4*}"),
        ],
    );
}
