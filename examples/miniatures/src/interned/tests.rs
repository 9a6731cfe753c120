//! The laws, the twin, and every value.

use std::collections::HashMap;

use crate::spine::spine;
use shuban_solve::{Retrograde, Tabulation};

use super::*;

/// Returns true if the side to move makes the last move, by play on a text of any length.
fn wins(strip: &str, side: char, known: &mut HashMap<(String, char), bool>) -> bool {
    let key = (strip.to_owned(), side);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let other = if side == 'X' { 'O' } else { 'X' };
    let mut found = false;
    for i in 1..strip.len() {
        for (from, to) in [(i - 1, i), (i, i - 1)] {
            if strip[from..].starts_with(side) && strip[to..].starts_with(other) {
                let mut after: Vec<char> = strip.chars().collect();
                (after[from], after[to]) = ('.', side);
                found |= !wins(&after.into_iter().collect::<String>(), other, known);
            }
        }
    }
    known.insert(key, found);
    found
}

/// The squares as text.
fn text(strip: &Strip) -> String {
    Clobber.format(strip)[..SQUARES].to_owned()
}

/// a - b as one strip: b with the colours exchanged, and a gap.
fn difference(a: &str, b: &str) -> String {
    let exchanged = b.chars().map(|stone| match stone {
        'X' => 'O',
        'O' => 'X',
        same => same,
    });
    a.chars().chain(['.']).chain(exchanged).collect()
}

#[test]
fn the_rules_keep_the_laws() {
    let starts = ["XOXOXO X", "XXOOX. O", "...... X"].map(|text| Clobber.parse(text).unwrap());
    shuban_conformance::game(&Clobber, &shuban_conformance::reachable(&Clobber, &starts, 1_000))
        .unwrap();
    assert_eq!(Clobber.parse("XOXOX? X").unwrap_err().at, 5);
}

#[test]
fn values_are_the_games_that_play_itself_tells_apart() {
    let strips = Strips::default();
    let solved = spine(&strips, &Retrograde(&strips));
    let value = |text: &str| solved.value(&strips.game.parse(text).unwrap());
    let star = Form { left: vec![Form::ZERO], right: vec![Form::ZERO] };
    assert_eq!(value("XO.... X"), star);
    assert_eq!(value("XXO... X"), Form { left: vec![Form::ZERO], right: vec![star] });

    // One strip of each value; any other strip of that value minus it is a second-player win.
    let mut known = HashMap::new();
    let mut samples: BTreeMap<Form, String> = BTreeMap::new();
    for layer in (0..strips.layers.len()).map(LayerId) {
        for (strip, form) in solved.positions(layer) {
            let sample = samples.entry(form.clone()).or_insert_with(|| text(&strip));
            let game = difference(&text(&strip), sample);
            assert!(
                !wins(&game, 'X', &mut known) && !wins(&game, 'O', &mut known),
                "{strip:?} is not {sample}"
            );
        }
    }
    assert!(samples.len() > 20, "only {} values", samples.len());
    for (a, a_text) in &samples {
        for (b, b_text) in &samples {
            // a ≤ b iff Right, moving second, does not lose a - b.
            let by_play = !wins(&difference(a_text, b_text), 'X', &mut known);
            assert_eq!(a.is_at_most(b), by_play, "{a_text} and {b_text}");
        }
    }
    let all = solved.dictionary(LayerId(SQUARES));
    assert_eq!(all.values().iter().collect::<BTreeSet<_>>(), samples.keys().collect());
}

#[test]
fn the_fast_way_gives_the_same_dictionaries_and_records() {
    let strips = Strips::default();
    for layer in (0..strips.layers.len()).map(LayerId) {
        shuban_conformance::tabulate(&strips, layer, u64::MAX).unwrap();
    }
    let [fast, plain] =
        [spine(&strips, &Tabulation(&strips)), spine(&strips, &Retrograde(&strips))];
    for layer in (0..strips.layers.len()).map(LayerId) {
        assert_eq!(fast.dictionary(layer), plain.dictionary(layer));
        assert!(fast.positions(layer).eq(plain.positions(layer)));
    }
}

#[test]
fn later_layers_keep_the_ids_and_bytes_of_earlier_ones() {
    let strips = Strips::default();
    let solved = spine(&strips, &Retrograde(&strips));
    let bytes = |dictionary: &Dictionary<Form>| -> Vec<Vec<u8>> {
        dictionary.values().iter().map(|form| strips.value_to_bytes(form)).collect()
    };
    for layer in 1..strips.layers.len() {
        let [earlier, later] = [layer - 1, layer].map(|layer| solved.dictionary(LayerId(layer)));
        assert!(bytes(later).starts_with(&bytes(earlier)));
        let read: Option<Vec<Form>> =
            bytes(later).iter().map(|bytes| strips.value_from_bytes(bytes)).collect();
        assert_eq!(read.as_deref(), Some(later.values()));
    }
    // {0, 0|} is not canonical, and a tower of options is not a form on this strip.
    assert_eq!(strips.value_from_bytes(&[2, 0, 0, 0, 0, 0]), None);
    assert_eq!(strips.value_from_bytes(&[1, 0].repeat(100_000)), None);
}
