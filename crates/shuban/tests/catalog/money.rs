//! Hypergammon for money, by name: built, verified, probed, exported in gnubg's format.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use crate::common::{build, catalog, moves_of_roll, probe};
use serde_json::Value as Json;
use shuban_catalog::{Detail, ExportFormat, Printable};
use shuban_core::Silent;
use shuban_solve::VerifyOptions;
use shuban_store::Disk;

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// Exports a layer in gnubg's format.
fn gnubgs_file(data: &Path, layer: &str) -> Vec<u8> {
    let layer = build(data, layer);
    let to = data.join("file").with_extension("bd");
    layer.family.export(layer.layer, data, &to, ExportFormat::Own("bd"), &Silent).unwrap();
    std::fs::read(to).unwrap()
}

/// Iterates over the nine numbers of each position in such a file.
fn shares(file: &[u8]) -> impl Iterator<Item = [f64; 9]> {
    assert!(file[..8] == *b"gnubg-H1" && file[39] == b'\n');
    file[40..].chunks_exact(28).map(|record| {
        std::array::from_fn(|at| {
            let bytes = &record[3 * at..][..3];
            f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])) / f64::from(0xFF_FFFF)
        })
    })
}

#[test]
fn a_game_for_money_is_built_verified_and_probed() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "hypergammon/1");
    let options = VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new(data.path()) };
    let verified = layer.family.verify(layer.layer, None, &options, &Silent).unwrap();
    assert!(verified.passed && verified.leaving_rounds.is_some(), "{verified:?}");
    assert_eq!((verified.positions, verified.rests_on), (601, Some("play leaves the layer")));

    let answer = probe(data.path(), "hypergammon/1", "24|24", None).json();
    let (equity, chances) = (&answer["equity"], &answer["chances"]);
    assert!((number(&equity["cubeless"]) - 0.452_773_137_0).abs() < 1e-6, "{answer}");
    let [lower, upper] = [0, 1].map(|at| number(&answer["bounds"]["equity"]["cubeless"][at]));
    assert!(lower < 0.452_773_137_0 && 0.452_773_137_0 < upper && upper - lower < 1e-6);
    let reckoned = 2.0 * number(&chances["win"]) - 1.0
        + number(&chances["gammon"])
        + number(&chances["backgammon"])
        - number(&chances["lose_gammon"])
        - number(&chances["lose_backgammon"]);
    assert!((reckoned - number(&equity["cubeless"])).abs() < 1e-6);
    // An owned cube is worth no less than one in the middle, and that no less than the opponent's.
    let [owned, centred, opponent] =
        ["owned", "centred", "opponent"].map(|name| number(&equity[name]));
    assert!(owned > centred && centred > opponent);
    assert_eq!(answer["cube"]["centred"], "double, take", "{answer}");
    assert!(number(&answer["take_point"]["live"]) < number(&answer["take_point"]["dead"]));
}

#[test]
fn a_race_beyond_the_home_board_is_built_verified_and_probed() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "backgammon/race-8x3");
    let about = layer.family.about(layer.layer);
    assert!(about.ends_with("no gammons: both sides have borne off a checker"), "{about}");
    let options = VerifyOptions {
        threads: 2,
        memory: 1 << 30,
        sample: Some(1_000),
        ..VerifyOptions::new(data.path())
    };
    let verified = layer.family.verify(layer.layer, None, &options, &Silent).unwrap();
    assert!(verified.passed, "{verified:?}");

    // A layer answers for those that it needs, in the notation of hypergammon for money.
    for (position, centred, owned) in [
        ("8,8,8|8,8,8", "double, take", "double, take"),
        ("1,1|8,8,8", "double, pass", "double, pass"),
        ("8,5,4|1,1", "no double", "no double"),
    ] {
        let answer = probe(data.path(), "backgammon/race-8x3", position, None);
        let json = answer.json();
        let (equity, chances) = (&json["equity"], &json["chances"]);
        let [cubeless, in_hand, middle, theirs] =
            ["cubeless", "owned", "centred", "opponent"].map(|name| {
                let [lower, upper] = [0, 1].map(|at| number(&json["bounds"]["equity"][name][at]));
                let value = number(&equity[name]);
                assert!(lower <= value && value <= upper && upper - lower < 1e-6, "{json}");
                value
            });
        assert!(in_hand >= middle && middle >= theirs, "{json}");
        assert!((2.0 * number(&chances["win"]) - 1.0 - cubeless).abs() < 1e-6, "{json}");
        let [lower, upper] = [0, 1].map(|at| number(&json["bounds"]["chances"]["win"][at]));
        assert!(lower <= number(&chances["win"]) && number(&chances["win"]) <= upper);
        assert_eq!(
            (&json["cube"]["centred"], &json["cube"]["owned"]),
            (&centred.into(), &owned.into()),
            "{position}"
        );
        assert!(answer.text().contains(&format!("in the middle: {centred}")), "{}", answer.text());
    }
    // The value of a play is what the opponent, who may double first, leaves.
    let json = probe(data.path(), "backgammon/race-8x3", "8,5,4|8,7", Some("2-1")).json();
    let plays = moves_of_roll(&json);
    let cubeless: Vec<f64> = plays.iter().map(|play| number(&play["equity"]["cubeless"])).collect();
    assert!(plays.len() > 1 && cubeless.iter().rev().is_sorted());
}

#[test]
fn contact_layers_for_money_say_where_no_gammon_can_be_won_any_more() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "half-gammon/money-2-1");
    let options = VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new(data.path()) };
    let verified = layer.family.verify(layer.layer, None, &options, &Silent).unwrap();
    assert!(verified.passed && verified.leaving_rounds.is_some(), "{verified:?}");
    build(data.path(), "half-gammon/contact-2-1");
    for text in ["12|3,5", "bar,5|bar", "4,9|12"] {
        let wins = probe(data.path(), "half-gammon/contact-2-1", text, None).json();
        let answer = probe(data.path(), "half-gammon/money-2-1", text, None);
        let money = answer.json();
        let bounds = &money["bounds"]["equity"]["cubeless"];
        let (lower, upper) = (number(&bounds[0]), number(&bounds[1]));
        assert!(lower <= number(&wins["upper"]) && number(&wins["lower"]) <= upper, "{money}");
        assert!(upper - lower < 1e-6 && lower <= number(&money["equity"]["cubeless"]));
        assert_eq!(money["gammons"], false);
        assert!(answer.text().contains("none any more"), "{}", answer.text());
    }
    // Questions about a game go to its main family.
    assert_eq!(
        probe(data.path(), "half-gammon", "12|3,5", None).json()["domain"],
        "half-gammon/contact-2-1"
    );
}

#[test]
fn races_that_are_not_there_are_refused_by_name() {
    for (name, reason) in [
        ("backgammon/race-6x5", "on 7 to 12 points"),
        ("backgammon/race-8x15", "1 to 9 checkers; more would take over 12 GiB"),
        ("backgammon/race-9x9", "1 to 8 checkers; more would take over 12 GiB"),
        ("backgammon/race-13x2", "more than 12 points"),
    ] {
        let error = catalog().layer(name).err().unwrap().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn of_races_what_is_proven_answers_before_what_is_rounded() {
    let data = tempfile::tempdir().unwrap();
    let domain = || probe(data.path(), "backgammon", "1|2", None).json()["domain"].clone();
    build(data.path(), "backgammon/gnubg-ts-6x1");
    assert_eq!(domain(), "backgammon/gnubg-ts-6x1");
    build(data.path(), "backgammon/race-8x1");
    assert_eq!(domain(), "backgammon/race-8x1");
    // The main family comes first.
    build(data.path(), "backgammon/contact-1-1");
    assert_eq!(domain(), "backgammon/contact-1-1");
}

/// Compares with GNU Backgammon's own program, if it is installed.
#[test]
fn a_database_of_hypergammon_is_that_of_gnubg() {
    let data = tempfile::tempdir().unwrap();
    let ours = gnubgs_file(data.path(), "hypergammon/1");
    assert_eq!(ours.len(), 40 + 26 * 26 * 28);
    let to = data.path().join("gnubgs.bd");
    let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
    let mut makehyper = Command::new("makehyper");
    match makehyper.env("PATH", path).args(["-c", "1", "-n", "-f"]).arg(&to).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return,
        made => assert!(made.unwrap().status.success()),
    }
    let theirs = std::fs::read(&to).unwrap();
    assert_eq!((ours.len(), &ours[..40]), (theirs.len(), &theirs[..40]));
    for (place, (ours, theirs)) in shares(&ours).zip(shares(&theirs)).enumerate() {
        for (ours, theirs) in ours.into_iter().zip(theirs) {
            // Equities are sixths.
            assert!((ours - theirs).abs() < 1e-5 / 6.0, "{place}: {ours:?} {theirs:?}");
        }
    }
}

#[test]
fn a_file_of_gnubg_answers_as_the_layer_does_and_a_damaged_one_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let file = gnubgs_file(data.path(), "hypergammon/1");
    let path = data.path().join("hyper1.bd");
    let opened = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        catalog().own_file(&Disk::default(), &path).map(|_| ()).map_err(|error| error.to_string())
    };
    opened(&file).unwrap();
    let of_file = catalog().own_file(&Disk::default(), &path).unwrap();
    for text in ["24|24", "1|7", "bar|3", "18|bar"] {
        let position = of_file.game().read(text).unwrap();
        let found = of_file.answer(&position, &Detail::Best).unwrap().json();
        let expected = probe(data.path(), "hypergammon/1", text, None).json();
        for (group, name) in [("equity", "cubeless"), ("equity", "jacoby"), ("chances", "gammon")] {
            let (found, expected) = (number(&found[group][name]), number(&expected[group][name]));
            assert!((found - expected).abs() < 2e-6, "{text} {name}: {found} {expected}");
        }
    }
    let cut = opened(&file[..1000]).unwrap_err();
    assert!(cut.contains("1000 bytes, expected 18968"), "{cut}");
    let long: Vec<u8> = file.iter().copied().chain([0]).collect();
    assert!(opened(&long).unwrap_err().contains("18969 bytes"));
}
