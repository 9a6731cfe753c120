//! Tables in the formats of other programs.

use crate::common::shuban;

#[test]
fn a_table_of_another_program_is_probed_and_taken_over_if_every_byte_is_right() {
    let [data, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let layer = "backgammon/gnubg-ts-3x2";
    let path = data.path().join("three.bd");
    let file = path.to_str().unwrap();
    shuban(data.path(), &["build", layer, "-q"]).with_code(0);
    shuban(data.path(), &["export", layer, "--to", file, "-q"]).with_code(0);

    let json = shuban(other.path(), &["probe", file, "1,2|3", "--json"]).with_code(0).json();
    assert_eq!(json["source"], "gnubg's two-sided bear-off database 3x2");
    let ours = shuban(data.path(), &["probe", layer, "1,2|3", "--json"]).with_code(0).json();
    assert_eq!((&json["equity"], &json["cube"]), (&ours["equity"], &ours["cube"]));
    let text = shuban(other.path(), &["probe", file, "1,2|3", "--roll", "2-1"]).with_code(0).out;
    assert!(text.contains("2/off 1/off"), "{text}");

    let import = ["import", file, "--json"];
    let json = shuban(other.path(), &import).with_code(0).json();
    assert_eq!((&json["domain"], &json["positions"]), (&layer.into(), &100.into()));
    assert_eq!(json["same"], true);
    shuban(other.path(), &["probe", layer, "1,2|3"]).with_code(0);

    let mut bytes = std::fs::read(&path).unwrap();
    bytes[123] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let json = shuban(other.path(), &import).with_code(1).json();
    assert_eq!((&json["same"], &json["differs_at"]), (&false.into(), &123.into()));
    std::fs::write(&path, &bytes[..700]).unwrap();
    let refused = shuban(other.path(), &["import", file]).with_code(2).err;
    assert!(refused.contains("700 bytes, expected 840"), "{refused}");
    std::fs::write(&path, "no table").unwrap();
    let refused = shuban(other.path(), &["import", file]).with_code(2).err;
    assert!(refused.contains("no kind that is known"), "{refused}");
}

#[test]
fn files_with_less_in_them_are_taken_over_and_not_probed() {
    let data = tempfile::tempdir().unwrap();
    for (layer, position, formats) in [
        ("backgammon/gnubg-os-3", "1,2,3", &["bd-no-gammon", "bd-nd"][..]),
        ("backgammon/gnubg-ts-3x2", "1,2|3", &["bd-cubeless"]),
    ] {
        shuban(data.path(), &["build", layer, "-q"]).with_code(0);
        for format in formats {
            let path = data.path().join(format!("less.{format}"));
            let file = path.to_str().unwrap();
            shuban(data.path(), &["export", layer, "--to", file, "-q"]).with_code(0);
            let json = shuban(data.path(), &["import", file, "--json"]).with_code(0).json();
            assert_eq!((&json["domain"], &json["same"]), (&layer.into(), &true.into()), "{format}");
            let refused = shuban(data.path(), &["probe", file, position]).with_code(2).err;
            assert!(refused.contains("`import` takes it over"), "{format}: {refused}");
        }
    }
    // An uncompressed file has all data.
    let file = data.path().join("three.bd-raw");
    let file = file.to_str().unwrap();
    let layer = "backgammon/gnubg-os-3";
    shuban(data.path(), &["export", layer, "--to", file, "-q"]).with_code(0);
    let json = shuban(data.path(), &["import", file, "--json"]).with_code(0).json();
    assert_eq!(json["same"], true);
    shuban(data.path(), &["probe", file, "1,2,3"]).with_code(0);
}

#[test]
fn equities_of_hypergammon_may_differ_a_little_and_no_more() {
    let data = tempfile::tempdir().unwrap();
    let layer = "hypergammon/1-as-gnubg";
    shuban(data.path(), &["build", layer, "-q"]).with_code(0);
    let path = data.path().join("hyper1.bd");
    let file = path.to_str().unwrap();
    shuban(data.path(), &["export", layer, "--to", file, "-q"]).with_code(0);
    let ours = std::fs::read(&path).unwrap();
    let import = |code| shuban(data.path(), &["import", file, "--json"]).with_code(code).json();
    let told = import(0);
    assert_eq!((&told["same"], &told["taken"]), (&true.into(), &true.into()));
    assert_eq!(told.get("deviation"), None);
    // The record of mover 5 against opponent 3, of 26 sides: after five chances the first equity.
    let equity = 40 + 28 * (5 * 26 + 3) + 15;
    for (byte, bit, taken, code) in [(equity, 1, true, 0), (equity + 2, 0x40, false, 1)] {
        let mut theirs = ours.clone();
        theirs[byte] ^= bit;
        std::fs::write(&path, &theirs).unwrap();
        let told = import(code);
        assert_eq!((&told["same"], &told["taken"]), (&false.into(), &taken.into()));
        let deviation = told["deviation"].as_f64().unwrap();
        assert_eq!(deviation > 0.0 && deviation <= told["allowed"].as_f64().unwrap(), taken);
    }
}
