//! Bearing off, by name: built, verified, probed, exported.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use crate::common::{build, catalog, csv, moves_of_roll, probe, refused, shown};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use shuban_catalog::{Detail, ExportFormat, Printable};
use shuban_core::{Medium, Silent};
use shuban_solve::{BuildOptions, VerifyOptions};
use shuban_store::Disk;

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn every_bear_off_database_is_built_verified_described_and_exported() {
    let data = tempfile::tempdir().unwrap();
    for (name, positions) in [
        ("half-gammon/bearoff", 165),
        ("mini-gammon/bearoff", 1_001),
        ("backgammon/bearoff", 54_264),
        ("half-gammon/bearoff2", 27_225),
    ] {
        let layer = build(data.path(), name);
        let options = VerifyOptions {
            threads: 2,
            memory: 1 << 30,
            sample: Some(2_000),
            ..VerifyOptions::new(data.path())
        };
        let verified = layer.verify(&options, false, &Silent).unwrap();
        assert!(
            verified.passed && verified.positions == positions.min(2_000),
            "{}",
            verified.to_string()
        );
        let info = layer.family.info(layer.layer, data.path()).unwrap();
        assert_eq!((info.manifest.subject.domain.as_str(), info.positions), (name, positions));
        assert!(!layer.family.about(layer.layer).is_empty());
        assert!(layer.family.seconds(layer.layer, 2) > 0.0);
        let to = data.path().join("values.csv");
        assert_eq!(
            layer.family.export(layer.layer, data.path(), &to, ExportFormat::Csv, &Silent).unwrap(),
            positions
        );
        assert_eq!(std::fs::read_to_string(&to).unwrap().lines().count() as u64, positions + 1);
    }
    // Counted, but not built here: it takes longer than all the others.
    let mini = catalog().layer("mini-gammon/bearoff2").unwrap();
    assert_eq!(mini.family.layers()[mini.layer.0].parts[0].positions, Some(1_001 * 1_001));
    let listing = catalog().listing(None, &BuildOptions::new(data.path()), 1_000).unwrap();
    let listing = listing.to_string();
    assert!(
        listing.contains("\nhalf-gammon/bearoff2 ") && !listing.contains("bearoff-A-B"),
        "{listing}"
    );
}

/// Output of `makebearoff` of GNU Backgammon 1.07.001 with `-o 6`, and also with `-g` or `-c`.
const MAKEBEAROFF: [(&str, &str); 3] = [
    ("bd", "38089567e87a681682bb4ff53f30d781af215fc04debbdff3f61b6db68547a49"),
    ("bd-no-gammon", "432a5ed3cdc32852aa1f50e3f7266eebbe68c4741a7f96e64ab87656bddd2273"),
    ("bd-raw", "df492944348189126a03095722f7f65f8b01abb5ee2cb32b6908720dbedc276d"),
];

/// Exports a layer in one of gnubg's formats.
fn gnubgs_file(data: &Path, layer: &str, ending: &'static str) -> Vec<u8> {
    let layer = build(data, layer);
    let to = data.join("file").with_extension(ending);
    layer.family.export(layer.layer, data, &to, ExportFormat::Own(ending), &Silent).unwrap();
    std::fs::read(to).unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn one_sided_files_are_those_of_gnubg_to_the_byte() {
    let data = tempfile::tempdir().unwrap();
    let layer = "backgammon/gnubg-os-6";
    for (ending, expected) in MAKEBEAROFF {
        let file = gnubgs_file(data.path(), layer, ending);
        assert_eq!(sha256(&file), expected, "{ending}");
    }
    let json = probe(data.path(), "backgammon/gnubg-os-6", "1,2,6", None).json();
    let chances: Vec<f64> = json["distribution"].as_array().unwrap().iter().map(number).collect();
    let until_first = &json["until_the_first_is_off"];
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9 && until_first[0] == 1.0, "{json}");
    // As normal distributions: the same means up to rounding, in the order of the others.
    let normal = gnubgs_file(data.path(), layer, "bd-nd");
    assert_eq!(&normal[..40], b"gnubg-OS-06-15-1-0-1xxxxxxxxxxxxxxxxxxx\n");
    let raw = gnubgs_file(data.path(), layer, "bd-raw");
    assert_eq!((normal.len() - 40) / 16, (raw.len() - 40) / 128);
    for (normal, raw) in normal[40..].chunks_exact(16).zip(raw[40..].chunks_exact(128)) {
        let numbers: Vec<f32> =
            normal.chunks_exact(4).map(|n| f32::from_le_bytes(n.try_into().unwrap())).collect();
        let chances = |half: usize| {
            raw[64 * half..][..64].chunks_exact(2).map(|n| u16::from_le_bytes([n[0], n[1]]))
        };
        for half in 0..2 {
            let mean: f64 = (0..)
                .zip(chances(half))
                .map(|(n, c): (u32, u16)| f64::from(n) * f64::from(c))
                .sum();
            let difference = f64::from(numbers[2 * half]) - mean / 65_535.0;
            assert!(difference.abs() < 1e-3, "{numbers:?} {difference}");
        }
    }
}

/// Output of `makebearoff -t 6x6`, without a cube (`-C`), and with `-t 6x7`.
const TWO_SIDED: [(&str, &str, &str); 3] = [
    ("6x6", "bd", "9eac8a2c697dae8a09f2e5653022084b9e725df6c32950cb5299b273fc64500f"),
    ("6x6", "bd-cubeless", "bd92dc266ded45d1eb1d4bb486603fc1d93bcecc3dee9e4e6338a9162c4d38b3"),
    ("6x7", "bd", "41b0190886f7b2c983283a4dd8f0a7edb1f43bd59ed7f15c23ffe8576acdc8a6"),
];

#[test]
fn two_sided_files_are_those_of_gnubg_to_the_byte() {
    let data = tempfile::tempdir().unwrap();
    for (size, ending, expected) in TWO_SIDED {
        let file = gnubgs_file(data.path(), &format!("backgammon/gnubg-ts-{size}"), ending);
        assert_eq!(sha256(&file), expected, "{size} {ending}");
    }
}

/// Compares with GNU Backgammon's own program, if it is installed.
#[test]
fn the_generator_of_gnubg_writes_the_same_if_it_is_there() {
    let data = tempfile::tempdir().unwrap();
    let written = |arguments: &[&str]| {
        let to = data.path().join("gnubgs.bd");
        let mut makebearoff = Command::new("makebearoff");
        let path = std::env::var("PATH").unwrap_or_default();
        makebearoff.env("PATH", format!("{path}:/usr/games"));
        match makebearoff.args(arguments).arg("-f").arg(&to).output() {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            made => {
                assert!(made.unwrap().status.success(), "{arguments:?}");
                Some(std::fs::read(&to).unwrap())
            }
        }
    };
    for (layer, ending, arguments) in [
        ("gnubg-os-1", "bd", &["-o", "1"][..]),
        ("gnubg-os-3", "bd-raw", &["-o", "3", "-c"]),
        ("gnubg-os-5", "bd-no-gammon", &["-o", "5", "-g"]),
        ("gnubg-ts-1x1", "bd", &["-t", "1x1"]),
        ("gnubg-ts-3x9", "bd", &["-t", "3x9"]),
        ("gnubg-ts-7x3", "bd-cubeless", &["-t", "7x3", "-C"]),
        ("gnubg-ts-12x2", "bd", &["-t", "12x2"]),
    ] {
        // Without it there is no comparison.
        let Some(expected) = written(arguments) else { return };
        let file = gnubgs_file(data.path(), &format!("backgammon/{layer}"), ending);
        assert!(file == expected, "{layer} {ending}");
    }
    let Some(expected) = written(&["-o", "4", "-n"]) else { return };
    let file = gnubgs_file(data.path(), "backgammon/gnubg-os-4", "bd-nd");
    assert_eq!((file.len(), &file[..40]), (expected.len(), &expected[..40]));
    for (ours, gnubgs) in file[40..].chunks_exact(4).zip(expected[40..].chunks_exact(4)) {
        let [ours, gnubgs] = [ours, gnubgs].map(|n| f32::from_le_bytes(n.try_into().unwrap()));
        assert!((ours - gnubgs).abs() < 1e-4, "{ours} {gnubgs}");
    }
}

/// Returns a file's answer about a position, or the reason for none.
fn of_file(path: &Path, text: &str) -> Result<Json, String> {
    let file = catalog().own_file(&Disk::default(), path).map_err(|error| error.to_string())?;
    let position = file.game().read(text).unwrap();
    let answer = file.answer(&position, &Detail::Best).map_err(|error| error.to_string())?;
    Ok(answer.json())
}

#[test]
fn files_of_gnubg_answer_as_layers_do() {
    let data = tempfile::tempdir().unwrap();
    let path = |ending: &str| data.path().join("file").with_extension(ending);
    for (layer, ending, positions, values) in [
        ("gnubg-os-4", "bd", &["1,2,4", "4,4,4,4,4,4,4,4,4,4,4,4,4,4,4"][..], "distribution"),
        ("gnubg-os-4", "bd-raw", &["3", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"], "distribution"),
        ("gnubg-ts-4x3", "bd", &["1,2,4|4,4", "4|1,1,1"], "equity"),
    ] {
        let layer = format!("backgammon/{layer}");
        gnubgs_file(data.path(), &layer, ending);
        for position in positions {
            let ours = probe(data.path(), &layer, position, None).json();
            let json = of_file(&path(ending), position).unwrap();
            assert_eq!((&json[values], &json["rolls"]), (&ours[values], &ours["rolls"]));
            assert!(json["source"].as_str().unwrap().starts_with("gnubg's "), "{json}");
        }
    }
    let refusal = |ending: &str, position: &str| of_file(&path(ending), position).unwrap_err();
    assert!(refusal("bd", "5|1").contains("`5|1` is not in gnubg's two-sided"));
    gnubgs_file(data.path(), "backgammon/gnubg-os-4", "bd-no-gammon");
    gnubgs_file(data.path(), "backgammon/gnubg-os-4", "bd-nd");
    gnubgs_file(data.path(), "backgammon/gnubg-ts-4x3", "bd-cubeless");
    for (ending, position, why) in
        [("bd-no-gammon", "1", "-g"), ("bd-nd", "1", "-n"), ("bd-cubeless", "1|1", "-C")]
    {
        let refusal = refusal(ending, position);
        assert!(refusal.contains(why), "{refusal}");
    }
    std::fs::write(path("other"), "no table").unwrap();
    assert!(refusal("other", "1").contains("no kind that is known"));
}

#[test]
fn damaged_files_of_gnubg_are_refused_or_answer_with_chances() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("damaged");
    for (layer, ending) in [("gnubg-os-2", "bd"), ("gnubg-os-2", "bd-raw"), ("gnubg-ts-2x2", "bd")]
    {
        let whole = gnubgs_file(data.path(), &format!("backgammon/{layer}"), ending);
        let text = if layer.contains("os") { "1,2" } else { "1,2|2" };
        let mut refused = 0;
        // All of the header and of the first entries, and some of others, which are read alike.
        for at in (0..whole.len().min(4_000)).filter(|at| *at < 400 || at % 7 == 0) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x15;
            std::fs::write(&path, bytes).unwrap();
            match of_file(&path, text) {
                Ok(json) if layer.contains("os") => {
                    let chances = json["distribution"].as_array().unwrap();
                    let sum: f64 = chances.iter().map(number).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{json}");
                }
                Ok(json) => assert!(number(&json["equity"]["owned"]).abs() <= 1.0),
                Err(_) => refused += 1,
            }
        }
        // At least the headers of another kind.
        assert!(refused > 20, "{layer} {ending}: {refused}");
        for length in (0..whole.len()).step_by(97) {
            std::fs::write(&path, &whole[..length]).unwrap();
            let answer = of_file(&path, text);
            let is_index_whole = ending == "bd" && layer.contains("os");
            assert!(answer.is_err() || is_index_whole, "{layer} {ending} of {length} bytes");
        }
    }
}

#[test]
fn a_race_with_a_cube_has_equities_and_what_to_do_with_it() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), "backgammon/gnubg-ts-6x4");
    // A layer answers for those that it needs, as the file of its name does.
    for (position, centred, owned) in [
        ("1,1|1,1,1,1", "double, pass", "double, pass"),
        ("6,6|1,1,1", "double, take", "double, take"),
        ("6,5,4,3|1,1", "no double", "no double"),
    ] {
        let answer = probe(data.path(), "backgammon/gnubg-ts-6x4", position, None);
        let json = answer.json();
        assert_eq!(
            (&json["cube"]["centred"], &json["cube"]["owned"]),
            (&centred.into(), &owned.into()),
            "{json}"
        );
        let equity = &json["equity"];
        let number = |name: &str| number(&equity[name]);
        // Owning the cube is worth most, and the opponent owning it least.
        assert!(number("owned") >= number("centred") && number("centred") >= number("opponent"));
        assert!((-1.0..=1.0).contains(&number("cubeless")), "{json}");
        assert!(answer.text().contains(&format!("in the middle: {centred}")), "{}", answer.text());
    }
    // Both checkers are borne off with two dice above 1, or with two ones; else the game is lost.
    let json = probe(data.path(), "backgammon/gnubg-ts-6x4", "2,2|1", None).json();
    let equity = number(&json["equity"]["cubeless"]);
    assert!((equity - (2.0 * 26.0 / 36.0 - 1.0)).abs() < 1e-4, "{json}");
    // The value of a play is what the opponent, who may double first, leaves.
    let json = probe(data.path(), "backgammon/gnubg-ts-6x4", "5,2|1,1", Some("2-1")).json();
    let plays = moves_of_roll(&json);
    let centred: Vec<f64> = plays.iter().map(|play| number(&play["equity"]["centred"])).collect();
    assert!(plays.len() > 1 && centred.iter().rev().is_sorted());
    // Certified values come first where both are built.
    let domain = || probe(data.path(), "backgammon", "1|2", None).json()["domain"].clone();
    assert_eq!(domain(), "backgammon/gnubg-ts-6x1");
    build(data.path(), "backgammon/contact-1-1");
    assert_eq!(domain(), "backgammon/contact-1-1");
}

#[test]
fn values_that_leave_out_gammons_are_asked_by_name() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), "backgammon/gnubg-ts-1x15");
    // One roll wins, and a gammon in the game: here one point.
    let position = format!("1|{}1", "1,".repeat(14));
    let json = probe(data.path(), "backgammon/gnubg-ts-1x15", &position, None).json();
    assert_eq!(number(&json["equity"]["cubeless"]), 1.0);
    let reason = refused(data.path(), "backgammon", &position).to_string();
    assert!(reason.starts_with("backgammon/contact-15-1 is not built"), "{reason}");
    // A side that has borne off a checker loses none.
    let fewer = position.replacen("1,", "", 1);
    assert_eq!(
        probe(data.path(), "backgammon", &fewer, None).json()["domain"],
        "backgammon/gnubg-ts-1x14"
    );
}

#[test]
fn exports_of_a_side_alone_have_its_distribution() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "half-gammon/bearoff");
    let to = data.path().join("values.csv");
    layer.family.export(layer.layer, data.path(), &to, ExportFormat::Csv, &Silent).unwrap();
    let rows = csv(&to);
    assert_eq!(
        rows[0],
        ["part", "rank", "position", "expected_rolls", "lower", "upper", "distribution"]
    );
    assert_eq!(rows[1], ["8 checkers", "0", "off", "0", "0", "0", "1"]);
    let one = rows.iter().find(|row| row[2] == "1,1,1,1").unwrap();
    let chances: Vec<f64> = one[6].split(' ').map(|p| p.parse().unwrap()).collect();
    // Two rolls, unless the first is a double.
    assert_eq!(chances, [0.0, 1.0 / 3.0, 2.0 / 3.0]);
}

#[test]
fn a_side_alone_is_probed_in_both_notations() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), "half-gammon/bearoff");
    for target in ["half-gammon/bearoff", "bearoff/half-gammon"] {
        for text in ["1,2,2,3", "G 1 2 1"] {
            let answer = probe(data.path(), target, text, None);
            let json = answer.json();
            assert_eq!(
                (&json["domain"], &json["position"]),
                (&"half-gammon/bearoff".into(), &"1,2,2,3".into())
            );
            let (lower, rolls, upper) =
                (number(&json["lower"]), number(&json["expected_rolls"]), number(&json["upper"]));
            assert!(
                lower <= rolls
                    && rolls <= upper
                    && upper - lower < 1e-15
                    && json.get("roll").is_none()
            );
            assert!((rolls - 2.135_802_469_1).abs() < 1e-10);
            let chances: Vec<f64> =
                json["distribution"].as_array().unwrap().iter().map(number).collect();
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12 && chances[0] == 0.0);
            let mean: f64 =
                (0u8..).zip(&chances).map(|(rolls, chance)| f64::from(rolls) * chance).sum();
            assert!((mean - rolls).abs() < 1e-12);
            // One roll, and then the value after its best play.
            let lines = json["rolls"].as_array().unwrap();
            let after: f64 = lines
                .iter()
                .map(|l| number(&l["probability"]) * number(&l["expected_rolls"]))
                .sum();
            assert!(lines.len() == 6 && (1.0 + after - rolls).abs() < 1e-12);
            for word in
                ["expected rolls  2.1358024691", "best move", "100.00 %", "half-gammon/bearoff"]
            {
                assert!(answer.text().contains(word), "{}", answer.text());
            }
        }
    }
}

#[test]
fn a_roll_of_a_side_alone_lists_its_plays_fewest_rolls_first() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), "half-gammon/bearoff");
    let answer = probe(data.path(), "half-gammon/bearoff", "1,2,3,3", Some("1-2"));
    let json = answer.json();
    let plays = moves_of_roll(&json);
    let rolls: Vec<f64> = plays.iter().map(|play| number(&play["expected_rolls"])).collect();
    assert!(plays.len() > 1 && rolls.is_sorted());
    assert_eq!((&json["roll"], &json["rolls"][1]["best"]), (&"2-1".into(), &plays[0]["move"]));
    for play in plays {
        let after =
            probe(data.path(), "half-gammon/bearoff", play["after"].as_str().unwrap(), None).json();
        assert_eq!(after["expected_rolls"], play["expected_rolls"]);
    }
    assert!(answer.text().contains("expected rolls  ") && !answer.text().contains("best move"));
}

#[test]
fn a_side_that_is_done_needs_no_roll_and_no_database() {
    let data = tempfile::tempdir().unwrap();
    let answer = probe(data.path(), "half-gammon/bearoff", "off", None);
    let json = answer.json();
    assert_eq!(
        (number(&json["expected_rolls"]), &json["distribution"]),
        (0.0, &serde_json::json!([1.0]))
    );
    assert!(json["domain"].is_null() && json["outcome"] == "finished");
    assert_eq!(json["rolls"].as_array().unwrap().len(), 0);
    let shown = shown("bearoff/half-gammon", "off");
    assert!(
        shown.text().contains("over: nothing is left to do")
            && shown.json()["rolls"].as_array().unwrap().is_empty()
    );
}

#[test]
fn a_race_comes_from_the_smallest_database_that_is_built_and_holds_it() {
    let data = tempfile::tempdir().unwrap();
    let domain =
        |position: &str| probe(data.path(), "half-gammon", position, None).json()["domain"].clone();
    let missing = |position: &str| refused(data.path(), "half-gammon", position).to_string();
    // Nothing is built: the error names the smallest.
    assert!(missing("1|1").contains("half-gammon/contact-1-1"));
    assert!(missing("1,1,1,1|1,1,1,1").contains("half-gammon/bearoff2"));
    build(data.path(), "half-gammon/bearoff2");
    assert_eq!(domain("3|2"), "half-gammon/bearoff2");
    assert!(missing("4|2").contains("half-gammon/contact-1-1"));
    let narrow = probe(data.path(), "half-gammon", "3|2", None).json();
    // The order of building does not matter: 157 positions are fewer than 27,225 ...
    build(data.path(), "half-gammon/contact-1-1");
    for position in ["3|2", "4|2"] {
        assert_eq!(domain(position), "half-gammon/contact-1-1");
    }
    let wide = probe(data.path(), "half-gammon", "3|2", None).json();
    assert!(number(&wide["lower"]) <= number(&narrow["lower"]));
    assert!(number(&narrow["upper"]) <= number(&wide["upper"]));
    // ... and 118,587 are more.
    build(data.path(), "half-gammon/contact-3-3");
    assert_eq!(domain("1,1,1|1,2,3"), "half-gammon/bearoff2");
    // The shape is the same.
    let keys = |json: &Json| json.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&wide), keys(&narrow));
    assert_eq!(keys(&wide["rolls"][0]), keys(&narrow["rolls"][0]));
    let race = probe(data.path(), "half-gammon/bearoff2", "2,2,2,2|2,2,2,2", Some("3-3")).json();
    assert!((number(&race["value"]) - 2_453.0 / 6_561.0).abs() < 1e-15);
    let plays = moves_of_roll(&race);
    assert_eq!((&plays[0]["move"], number(&plays[0]["value"])), (&"2/off(4)".into(), 1.0));
}

#[test]
fn the_rules_of_a_side_alone_are_compared_and_counted() {
    for name in ["bearoff/backgammon", "bearoff/half-gammon", "bearoff/mini-gammon"] {
        let game = catalog().game(name).unwrap();
        let checked = game.check(2_000, 1, &Silent).unwrap();
        assert!(checked.passed && checked.plays > 2_000, "{:?}", checked.difference);
        assert!(game.draw(&game.start(), Medium::Svg).unwrap().starts_with("<svg"));
        assert!(game.time_plays(0.01, 1).plays > 0);
    }
    for (name, hint) in [
        ("backgammon/bearoff2", "`backgammon/bearoff`"),
        ("nackgammon/bearoff", "`backgammon/bearoff`"),
        ("hypergammon/bearoff2", "`half-gammon/bearoff2`"),
        ("half-gammon/bearof", "`half-gammon/bearoff`"),
        ("backgammon/gnubg-ts-6x16", "15 checkers at most"),
        ("backgammon/gnubg-ts-9x10", "1 to 9 checkers"),
        ("backgammon/race-7x15", "1 to 10 checkers"),
        ("backgammon/gnubg-ts-13x2", "more than 12 points"),
    ] {
        let error = catalog().layer(name).err().unwrap().to_string();
        assert!(error.contains(hint), "{error}");
    }
}
