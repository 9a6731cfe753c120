//! What every command answers, as JSON and as text.

use std::os::unix::fs::PermissionsExt as _;

use crate::common::{command, shuban, small};
use serde_json::Value as Json;

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn list(value: &Json) -> &Vec<Json> {
    value.as_array().unwrap_or_else(|| panic!("no array: {value}"))
}

/// The names of the moves of an answer, or of a roll in it.
fn moves(value: &Json) -> Vec<&str> {
    list(&value["moves"]).iter().map(|play| play["move"].as_str().unwrap()).collect()
}

#[test]
fn list_tells_what_is_built() {
    let data = small();
    let all = shuban(data.path(), &["list", "--json"]).with_code(0).json();
    let games: Vec<&str> =
        list(&all["games"]).iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(
        games[..5],
        ["backgammon", "nackgammon", "hypergammon", "half-gammon", "mini-gammon"]
    );
    assert_eq!(games[5..8], ["bearoff/backgammon", "bearoff/half-gammon", "bearoff/mini-gammon"]);
    let more = ["bearoff/backgammon-13", "hypergammon-1", "hypergammon-2", "amazons"];
    assert_eq!(games[8..12], more);
    for game in ["tanhinmin", "tanhinmin/4p-distinct/uecda", "daihinmin-open", "daihinmin-open/3p"]
    {
        assert!(games.contains(&game), "{game}");
    }
    let families: Vec<&str> =
        list(&all["families"]).iter().map(|family| family["family"].as_str().unwrap()).collect();
    assert_eq!(families[..3], ["backgammon/contact", "half-gammon/contact", "mini-gammon/contact"]);
    let bearing_off = [
        "backgammon/bearoff",
        "half-gammon/bearoff",
        "half-gammon/bearoff2",
        "mini-gammon/bearoff",
        "mini-gammon/bearoff2",
        "backgammon/gnubg-os",
    ];
    assert_eq!(families[3..9], bearing_off);
    assert_eq!([families[9], families[20]], ["backgammon/gnubg-ts-1", "backgammon/gnubg-ts-12"]);
    let for_money = ["hypergammon/1", "hypergammon/2", "hypergammon/3", "hypergammon/1-as-gnubg"];
    assert_eq!([families[21], families[26]], ["backgammon/race-7", "backgammon/race-12"]);
    assert_eq!(families[27..31], for_money);
    assert_eq!(families[33..35], ["amazons", "amazons/canonical"]);
    let cards = ["tanhinmin/3p", "tanhinmin/5p-distinct/print", "daihinmin-open/2p/uecda"];
    assert!(cards.iter().all(|family| families.contains(family)));

    let layers = list(&all["families"][1]["layers"]);
    let built: Vec<&str> = (layers.iter())
        .filter(|layer| layer["built"] == true)
        .map(|layer| layer["domain"].as_str().unwrap())
        .collect();
    assert_eq!(built, ["half-gammon/contact-1-1", "half-gammon/contact-2-1"]);
    assert_eq!(layers[1]["positions"], 2_054);
    assert!(number(&layers[1]["bytes"]) > 1_000.0 && layers[2]["bytes"].is_null());
    for layer in layers {
        assert!(
            number(&layer["estimated_seconds"]) > 0.0 && number(&layer["estimated_bytes"]) > 0.0
        );
    }
    let aliases = &all["families"][0]["layers"][0]["aliases"];
    assert_eq!(list(aliases), &["nackgammon/contact-1-1", "hypergammon/contact-1-1"]);

    let everything = shuban(data.path(), &["list", "--json", "--all"]).with_code(0).json();
    assert_eq!(everything["families"][0]["left_out"], 0);
    let text = shuban(data.path(), &["list"]).with_code(0).out;
    let variants = "backgammon/gnubg-os-N, backgammon/gnubg-ts-AxB, backgammon/race-AxB";
    assert!(text.contains(&format!("variants: {variants}\n")), "{text}");
    assert!(
        text.contains("half-gammon/contact-8-8") && text.contains("larger ones (--all)"),
        "{text}"
    );
}

#[test]
fn a_build_ends_with_its_figures() {
    let data = tempfile::tempdir().unwrap();
    let built = shuban(data.path(), &["build", "half-gammon/contact-2-1", "--json"]).with_code(0);
    assert!(built.err.contains("of memory"), "the estimate comes first: {}", built.err);
    let built = built.json();
    assert_eq!(built["positions"], 2_054);
    assert!(number(&built["seconds"]) > 0.0 && number(&built["positions_per_second"]) > 0.0);
    let file = data.path().join("half-gammon/contact-2-1.shuban");
    assert_eq!(number(&built["bytes"]) as u64, file.metadata().unwrap().len());
    assert_eq!(built["content_hash"].as_str().unwrap().len(), 64);
    let layers: Vec<&str> =
        list(&built["layers"]).iter().map(|layer| layer["domain"].as_str().unwrap()).collect();
    assert_eq!(layers, ["half-gammon/contact-1-1", "half-gammon/contact-2-1"]);

    let text = shuban(data.path(), &["build", "half-gammon/contact-2-1"]).with_code(0).out;
    assert!(text.contains("was there already") && text.contains("content hash"), "{text}");
    let narrower = shuban(data.path(), &["build", "half-gammon/contact-2-1", "--width-bits", "24"])
        .with_code(0);
    assert!(
        narrower.err.contains("built again: it was built to a larger width"),
        "{}",
        narrower.err
    );
    let again =
        shuban(data.path(), &["build", "half-gammon/contact-2-1", "--rebuild"]).with_code(0);
    assert!(!again.out.contains("half-gammon/contact-2-1 was there already"), "{}", again.out);
}

#[test]
fn how_a_file_is_stored_does_not_change_its_content() {
    let hash = |flags: &[&str]| {
        let data = tempfile::tempdir().unwrap();
        let build = ["build", "half-gammon/contact-2-1", "--json"];
        shuban(data.path(), &[&build, flags].concat()).with_code(0);
        let info =
            shuban(data.path(), &["info", "half-gammon/contact-2-1", "--json"]).with_code(0).json();
        (info["content_hash"].clone(), number(&info["bytes"]), info["block_size"].clone())
    };
    let (plain, bytes, size) = hash(&[]);
    assert_eq!(size, 4_096);
    for (flags, larger) in [(&["--raw"][..], true), (&["--level", "19"], false)] {
        let (other, other_bytes, _) = hash(flags);
        assert_eq!(plain, other);
        assert_eq!(other_bytes > bytes, larger, "{flags:?}: {other_bytes} and {bytes}");
    }
    let (other, _, size) = hash(&["--block-size", "1024"]);
    assert_eq!((other, size), (plain.clone(), 1_024.into()));
    assert_ne!(hash(&["--width-bits", "12"]).0, plain);
}

#[test]
fn info_tells_what_a_file_holds() {
    let data = small();
    let info =
        shuban(data.path(), &["info", "half-gammon/contact-2-1", "--json"]).with_code(0).json();
    assert_eq!(info["domain"], "half-gammon/contact-2-1");
    assert_eq!(info["positions"], 2_054);
    assert_eq!(number(&info["width_asked"]), 0.5f64.powi(20));
    assert!(number(&info["width_reached"]) <= number(&info["width_asked"]));
    assert_eq!(info["leaving_rounds"], 4);
    for part in list(&info["parts"]) {
        assert_eq!(part["positions"], 1_027);
        assert!(number(&part["width_reached"]) <= number(&info["width_reached"]));
    }
    assert_eq!(info["sections"][0]["columns"][0]["name"], "lower");
    assert_eq!(info["needs"][0]["domain"], "half-gammon/contact-1-1");
    assert_eq!(info["provenance"]["program"], "shuban");
    let text = shuban(data.path(), &["info", "half-gammon/contact-2-1"]).with_code(0).out;
    assert!(text.contains("leaving rounds 4") && text.contains("2 v 1: 1,027 positions"), "{text}");
    // What nothing in the file bears out stands apart.
    assert_eq!(
        info["claimed"],
        serde_json::json!(["sweeps", "width_asked", "stalled", "provenance"])
    );
    let (vouched, claimed) = text.split_once("  claimed by the program").unwrap();
    for claim in ["sweeps", "width asked", "built by"] {
        assert!(claimed.contains(claim) && !vouched.contains(claim), "{claim}: {text}");
    }
}

#[test]
fn a_probe_tells_the_value_and_every_rolls_best_move() {
    let data = small();
    // The layer by name, and the layer that the game finds.
    for target in ["half-gammon/contact-1-1", "half-gammon"] {
        let probe = shuban(data.path(), &["probe", target, "12|12", "--json"]).with_code(0).json();
        assert_eq!(probe["domain"], "half-gammon/contact-1-1");
        assert_eq!(probe["position"], "12|12");
        let (lower, value, upper) =
            (number(&probe["lower"]), number(&probe["value"]), number(&probe["upper"]));
        assert!(lower <= value && value <= upper);
        let published = 0.260_122_532_2;
        assert!(lower - 1e-10 < published && published < upper + 1e-10, "{lower} {upper}");

        let rolls = list(&probe["rolls"]);
        let dice: Vec<&str> = rolls.iter().map(|roll| roll["dice"].as_str().unwrap()).collect();
        assert_eq!(dice, ["1-1", "2-1", "2-2", "3-1", "3-2", "3-3"]);
        let sum = |what: &str| -> f64 {
            rolls.iter().map(|roll| number(&roll["probability"]) * number(&roll[what])).sum()
        };
        assert!(
            (rolls.iter().map(|roll| number(&roll["probability"])).sum::<f64>() - 1.0).abs()
                < 1e-12
        );
        // The position's interval contains what follows from its rolls.
        assert!(lower <= sum("lower") + 1e-12 && sum("upper") <= upper + 1e-12);
        assert_eq!(rolls[5]["best"], "12/off");
        assert_eq!(number(&rolls[5]["value"]), 1.0);
    }
    let text = shuban(data.path(), &["probe", "half-gammon", "12|12"]).with_code(0).out;
    assert!(text.contains("+0.26012") && text.contains("12/off"), "{text}");
}

#[test]
fn a_roll_lists_its_moves_best_first() {
    let data = small();
    let arguments = ["probe", "half-gammon", "3,bar|3", "--json", "--roll", "1-3"];
    let probe = shuban(data.path(), &arguments).with_code(0).json();
    assert_eq!(probe["roll"], "3-1");
    assert!(probe.get("moves").is_none() && probe.get("plays").is_none());
    let roll = list(&probe["rolls"]).iter().find(|roll| roll["dice"] == "3-1").unwrap();
    let plays = list(&roll["moves"]);
    assert!(plays.len() > 1);
    let whole = list(&probe["rolls"]).iter().filter(|roll| roll.get("moves").is_some());
    assert_eq!(whole.count(), 1, "the moves of the roll that was asked for, and of no other");
    let values: Vec<f64> = plays.iter().map(|play| number(&play["value"])).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!((&roll["best"], &roll["value"]), (&plays[0]["move"], &plays[0]["value"]));
    assert_eq!(roll["after"], plays[0]["after"]);
    // After a play, its value is that of the opponent's position, the other way round.
    for play in plays {
        let after = play["after"].as_str().unwrap();
        let other =
            shuban(data.path(), &["probe", "half-gammon", after, "--json"]).with_code(0).json();
        assert_eq!(number(&other["value"]), -number(&play["value"]));
        assert_eq!(number(&other["lower"]), -number(&play["upper"]));
    }
    let text = shuban(data.path(), &arguments[..3]).with_code(0).out;
    assert!(text.contains("best move"), "{text}");
}

#[test]
fn finished_and_dead_positions_need_no_database() {
    let data = tempfile::tempdir().unwrap();
    let dead = "bar,bar,bar,bar|1,1,2,2,3,3";
    let cases = [("|1", 1.0, "won"), ("1|", -1.0, "lost")];
    for (position, value, outcome) in cases {
        for target in ["half-gammon", "half-gammon/contact-1-1"] {
            let probe =
                shuban(data.path(), &["probe", target, position, "--json"]).with_code(0).json();
            for bound in ["value", "lower", "upper"] {
                assert_eq!(number(&probe[bound]), value);
            }
            assert_eq!((&probe["outcome"], list(&probe["rolls"]).len()), (&outcome.into(), 0));
        }
        let shown =
            shuban(data.path(), &["show", "half-gammon", position, "--json"]).with_code(0).json();
        assert_eq!((&shown["outcome"], list(&shown["rolls"]).len()), (&outcome.into(), 0));
    }
    // One side on the bar against a closed home is not dead: the other can open it.
    let shown = shuban(data.path(), &["show", "half-gammon", dead, "--json"]).with_code(0).json();
    assert!(shown["outcome"].is_null());
    // Both are.
    let dead = "1,1,2,2,3,3,bar|1,1,2,2,3,3,bar";
    let shown = shuban(data.path(), &["show", "half-gammon", dead, "--json"]).with_code(0).json();
    assert_eq!(shown["outcome"], "draw");
    let probe = shuban(data.path(), &["probe", "half-gammon", dead, "--json"]).with_code(0).json();
    assert_eq!((number(&probe["value"]), list(&probe["rolls"]).len()), (0.0, 0));
}

#[test]
fn games_on_one_board_share_their_databases() {
    let data = tempfile::tempdir().unwrap();
    let built =
        shuban(data.path(), &["build", "hypergammon/contact-1-1", "--json"]).with_code(0).json();
    assert_eq!(built["domain"], "backgammon/contact-1-1");
    for target in ["backgammon", "nackgammon", "hypergammon", "nackgammon/contact-1-1"] {
        let probe = shuban(data.path(), &["probe", target, "24|24", "--json"]).with_code(0).json();
        assert!((number(&probe["value"]) - 0.203_165_448_4).abs() < 1e-6);
    }
    // Fifteen checkers are no position of hypergammon, wherever they are looked up.
    let start = "24,24,24,24|1";
    shuban(data.path(), &["probe", "hypergammon", start]).with_code(2);
    shuban(data.path(), &["probe", "hypergammon/contact-1-1", start]).with_code(2);
    shuban(data.path(), &["build", "hypergammon/contact-4-1"]).with_code(2);
}

#[test]
fn show_draws_the_position_with_its_moves() {
    let data = tempfile::tempdir().unwrap();
    let shown =
        shuban(data.path(), &["show", "half-gammon", "3,bar|1,2", "--json"]).with_code(0).json();
    assert_eq!(shown["game"], "half-gammon");
    assert_eq!(shown["position"], "3,bar|1,2");
    assert_eq!(shown["seat"], 0);
    assert!(shown["outcome"].is_null() && shown["over"].is_null() && shown["domain"].is_null());
    assert_eq!(shown["rolls"][5]["dice"], "3-3");
    assert_eq!(moves(&shown["rolls"][5]), ["bar/1"]);
    assert_eq!(shown["rolls"][5]["moves"][0]["after"], "1,2|1,3");
    let text = shuban(data.path(), &["show", "half-gammon", "3,bar|1,2"]).with_code(0).out;
    assert!(text.contains("X to roll") && text.contains("bar/12*/9"), "{text}");
    let blocked = shuban(data.path(), &["show", "half-gammon", "bar|1,1,2,2,3,3", "--json"]).json();
    assert_eq!(moves(&blocked["rolls"][0]), ["no play"]);
}

#[test]
fn xgids_and_position_ids_are_read() {
    let data = tempfile::tempdir().unwrap();
    let start = "6,6,6,6,6,8,8,8,13,13,13,13,13,24,24";
    for (id, seat) in [
        ("4HPwATDgc/ABMA", 0),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", 0),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", 1),
    ] {
        let shown = shuban(data.path(), &["show", "backgammon", id, "--json"]).with_code(0).json();
        assert_eq!(shown["position"], format!("{start}|{start}"));
        assert_eq!(shown["seat"], seat);
    }
}

#[test]
fn verify_says_what_was_verified() {
    let data = small();
    let name = "half-gammon/contact-2-1";
    let one = shuban(data.path(), &["verify", name, "--json"]).with_code(0).json();
    assert_eq!((&one["passed"], &one["positions"]), (&true.into(), &2_054.into()));
    assert_eq!(one["layers"][0]["leaving_rounds"], 4);
    let sample =
        shuban(data.path(), &["verify", name, "--json", "--sample", "100"]).with_code(0).json();
    assert_eq!(
        (&sample["positions"], &sample["layers"][0]["sampled"]),
        (&100.into(), &true.into())
    );
    let all = shuban(data.path(), &["verify", name, "--json", "--all"]).with_code(0).json();
    assert_eq!((&all["positions"], list(&all["layers"]).len()), (&2_211.into(), 2));
    let text = shuban(data.path(), &["verify", name]).with_code(0).out;
    assert!(text.contains("2,054 positions"), "{text}");
    // How wide the intervals are.
    let info = shuban(data.path(), &["info", name, "--json"]).with_code(0).json();
    assert_eq!(
        (&one["width"], &one["layers"][0]["width"]),
        (&info["width_reached"], &one["width"])
    );
    assert_eq!(one["layers"][0]["stalled"], false);
    assert!(text.contains("; no interval is wider than 1.7e-7"), "{text}");
}

#[test]
fn export_writes_every_position_with_its_bounds() {
    let data = small();
    let to = data.path().join("values.csv");
    let to_text = to.to_str().unwrap();
    let done =
        shuban(data.path(), &["export", "half-gammon/contact-1-1", "--to", to_text, "--json"]);
    assert_eq!(done.with_code(0).json()["positions"], 157);
    let text = std::fs::read_to_string(&to).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 158);
    assert_eq!(lines[0], "part,rank,position,value,lower,upper");
    let line = lines.iter().find(|line| line.contains("\"12|12\"")).unwrap();
    let bounds: Vec<f64> = line.rsplit(',').take(3).map(|bound| bound.parse().unwrap()).collect();
    let probe = shuban(data.path(), &["probe", "half-gammon", "12|12", "--json"]).json();
    assert_eq!(bounds, ["upper", "lower", "value"].map(|name| number(&probe[name])));
    assert!(!data.path().join("values.csv.partial").exists());
}

#[test]
#[cfg(feature = "parquet")]
fn export_writes_a_parquet_file() {
    let data = small();
    let to = data.path().join("values.parquet");
    shuban(data.path(), &["export", "half-gammon/contact-1-1", "--to", to.to_str().unwrap()])
        .with_code(0);
    let bytes = std::fs::read(&to).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
#[cfg(not(feature = "parquet"))]
fn parquet_files_need_a_feature() {
    let data = small();
    let to = data.path().join("values.parquet");
    let arguments = ["export", "half-gammon/contact-1-1", "--to", to.to_str().unwrap(), "--json"];
    let ran = shuban(data.path(), &arguments).with_code(2);
    assert_eq!(ran.json()["kind"], "left-out");
    assert!(ran.err.contains("--features parquet"), "{}", ran.err);
    assert!(!to.exists());
}

#[test]
fn perft_counts_sequences_and_positions() {
    let data = tempfile::tempdir().unwrap();
    let counts = shuban(data.path(), &["perft", "half-gammon", "--plies", "3", "--json"])
        .with_code(0)
        .json();
    let sequences: Vec<u64> =
        list(&counts["plies"]).iter().map(|ply| ply["sequences"].as_u64().unwrap()).collect();
    assert_eq!(sequences, [20, 741, 26_102]);
    assert!(counts["plies"][0].get("distinct").is_none());
    let distinct =
        ["perft", "half-gammon", "--plies", "3", "--distinct", "--json", "--threads", "3"];
    let counts = shuban(data.path(), &distinct).with_code(0).json();
    assert_eq!(counts["plies"][2]["sequences"], 26_102);
    assert_eq!(counts["plies"][2]["distinct"], 18_944);
    let small = ["perft", "half-gammon", "--plies", "6", "--distinct", "--memory", "1M", "--json"];
    assert_eq!(shuban(data.path(), &small).with_code(3).json()["kind"], "memory");
}

#[test]
fn the_fast_rules_are_compared_with_the_plain_ones() {
    let data = tempfile::tempdir().unwrap();
    let check = |threads| {
        let arguments = [
            "check",
            "mini-gammon",
            "--pairs",
            "30000",
            "--seed",
            "7",
            "--json",
            "--threads",
            threads,
        ];
        shuban(data.path(), &arguments).with_code(0).json()
    };
    let one = check("1");
    assert_eq!(
        (&one["passed"], &one["pairs"], &one["seed"]),
        (&true.into(), &30_000.into(), &7.into())
    );
    assert!(one["plays"].as_u64().unwrap() > 30_000);
    assert_eq!(one, check("2"));
}

#[test]
fn bench_of_another_program_tells_why_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let ran = shuban(folder.path(), &["bench", "nothing"]).with_code(2);
    assert!(ran.err.contains("there is no `nothing` to measure; there are gnubg"), "{}", ran.err);
    // One that is there, but fails.
    let program = folder.path().join("makebearoff");
    std::fs::write(&program, "#!/bin/sh\nexit 7\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = assert_cmd::Command::from_std(command(&folder.path().join("data")));
    let output = command.args(["bench", "gnubg"]).env("PATH", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`makebearoff` ended with exit status: 7"), "{said}");
}

#[test]
fn bench_leaves_the_data_folder_alone() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    let bench = shuban(&data, &["bench", "--json"]).with_code(0).json();
    assert!(!data.exists());
    assert_eq!(bench["builds"][0]["domain"], "backgammon/contact-2-1");
    for figure in ["sweeps", "seconds", "positions_per_second_per_sweep"] {
        assert!(number(&bench["builds"][0][figure]) > 0.0);
    }
    let storage: Vec<&Json> =
        list(&bench["probes"]).iter().map(|probe| &probe["storage"]).collect();
    // The first family is stored in every way, each other in the usual one.
    assert_eq!(storage[..4], ["zstd 3", "zstd 3", "raw", "zstd 3"]);
    assert_eq!(storage.len(), list(&bench["builds"]).len() + 2);
    let families = ["half-gammon/contact-", "amazons/", "tanhinmin/3p-", "trax/"];
    for family in families {
        let is_of = |probe: &Json| probe["domain"].as_str().unwrap().starts_with(family);
        assert!(list(&bench["probes"]).iter().any(is_of), "{family}");
    }
    assert!(number(&bench["probes"][0]["nanoseconds"]) > 0.0);
    assert!(number(&bench["plays"][0]["plays"]) > 0.0);
    assert_eq!(bench["monte_carlo"]["domain"], "backgammon/contact-1-1");
    assert!(number(&bench["monte_carlo"]["games_per_second"]) > 0.0);
    let retrograde = &bench["retrograde"];
    assert_eq!(
        (&retrograde["domain"], &retrograde["positions"]),
        (&"backgammon/contact-2-2".into(), &90_901.into())
    );
    assert!(number(&retrograde["valued"]) > 0.0);
}

#[test]
fn quickstart_builds_verifies_and_probes_and_is_quick_the_second_time() {
    let data = tempfile::tempdir().unwrap();
    let first = shuban(data.path(), &["quickstart", "--json"]).with_code(0).json();
    assert_eq!(first["passed"], true);
    assert!(list(&first["built"]).iter().all(|built| built["layers"][0]["positions"].is_u64()));
    assert!(list(&first["verified"]).iter().all(|verified| verified["passed"] == true));
    assert_eq!(list(&first["probes"]).len(), 4);
    assert_eq!(first["verified"][0]["layers"][0]["sampled"], false);

    let second = shuban(data.path(), &["quickstart"]).with_code(0).out;
    for text in ["was built already", "a sample", "X to roll", "Try next", "bar/24*/22"] {
        assert!(second.contains(text), "no `{text}` in {second}");
    }
    assert!(!second.contains("built in"));
    let third = shuban(data.path(), &["quickstart", "--json"]).with_code(0).json();
    assert!(list(&third["built"]).iter().all(|built| built["built"] == false));
    assert_eq!(third["probes"], first["probes"]);
}

#[test]
fn quiet_means_quiet() {
    let data = tempfile::tempdir().unwrap();
    let silent = |arguments: &[&str]| {
        let ran = shuban(data.path(), arguments).with_code(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""), "{arguments:?}");
    };
    silent(&["build", "half-gammon/contact-2-1", "--quiet"]);
    silent(&["-q", "build", "half-gammon/contact-2-1"]);
    silent(&["verify", "half-gammon/contact-2-1", "--all", "-q"]);
    silent(&["check", "half-gammon", "--pairs", "100", "-q"]);
    // What was asked for is told all the same, and nothing else.
    for arguments in [
        &["probe", "half-gammon", "1|1", "-q"][..],
        &["info", "half-gammon/contact-2-1", "-q"],
        &["perft", "half-gammon", "--plies", "2", "-q"],
        &["build", "half-gammon/contact-2-1", "-q", "--json"],
    ] {
        let ran = shuban(data.path(), arguments).with_code(0);
        assert!(!ran.out.is_empty() && ran.err.is_empty(), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_cube_and_a_score_are_shown_and_converted_and_give_no_value() {
    let data = tempfile::tempdir().unwrap();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:4:0:7:10";
    let show = ["show", "backgammon", xgid, "--json"];
    let shown = shuban(data.path(), &show).with_code(0).json();
    assert_eq!(shown["xgid"], xgid);
    assert_eq!(shown["gnubg"], "4HPwATDgc/ABMA");
    let match_id = shown["match_id"].as_str().unwrap();
    let text = format!("4HPwATDgc/ABMA:{match_id}");
    let again = shuban(data.path(), &["show", "backgammon", &text, "--json"]).with_code(0).json();
    assert_eq!((&again["xgid"], &again["match_id"]), (&shown["xgid"], &shown["match_id"]));
    let text = shuban(data.path(), &show[..3]).with_code(0).out;
    assert!(text.contains(xgid) && text.contains(match_id), "{text}");
    // Nothing to tell beyond the position: no match ID.
    let plain = shuban(data.path(), &["show", "backgammon", "--json"]).with_code(0).json();
    assert!(plain.get("match_id").is_none(), "{plain}");
    let random = ["match", "backgammon", "random", "random", "--position", xgid];
    for command in [&["probe", "backgammon", xgid][..], &random] {
        let ran = shuban(data.path(), command).with_code(2);
        assert!(ran.err.contains("the cube has been turned"), "{}", ran.err);
    }
    let board = data.path().join("board.txt");
    let to = board.to_str().unwrap();
    shuban(data.path(), &["draw", "backgammon", xgid, "--to", to]).with_code(0);
    let board = std::fs::read_to_string(to).unwrap();
    let read = shuban(data.path(), &["show", "backgammon", &board, "--json"]).with_code(0).json();
    assert_eq!(read["xgid"], xgid);
    shuban(data.path(), &["draw", "half-gammon", "1|2", "--to", to]).with_code(0);
    assert!(std::fs::read_to_string(to).unwrap().contains("BAR"));
    let width = ["draw", "backgammon", xgid, "--to", to, "--width", "100"];
    let ran = shuban(data.path(), &width).with_code(2);
    assert!(ran.err.contains("for .svg and .png files"), "{}", ran.err);
}
