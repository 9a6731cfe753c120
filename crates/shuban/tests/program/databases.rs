//! Databases: listed, built, described, verified and exported, as JSON and as text.

use serde_json::Value as Json;

use crate::common::{list, number, shuban, small};

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
    assert_eq!([families[21], families[26]], ["backgammon/race-7", "backgammon/race-12"]);
    assert_eq!(families[27..29], ["half-gammon/money", "mini-gammon/money"]);
    let for_money = ["hypergammon/1", "hypergammon/2", "hypergammon/3", "hypergammon/1-as-gnubg"];
    assert_eq!(families[29..33], for_money);
    assert_eq!(families[35..37], ["amazons", "amazons/canonical"]);
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
    let whole = |family: usize| {
        let layers = list(&everything["families"][family]["layers"]);
        let last = layers.last().unwrap();
        (last["domain"].as_str().unwrap(), last["aliases"].clone())
    };
    assert_eq!(whole(1), ("half-gammon/contact-8-8", ["half-gammon/whole"].into()));
    assert_eq!(whole(27), ("half-gammon/money-8-8", ["half-gammon/whole-money"].into()));
    assert_eq!(everything["families"][0]["left_out"], 0);
    let text = shuban(data.path(), &["list"]).with_code(0).out;
    let variants = "backgammon/gnubg-os-N, backgammon/gnubg-ts-AxB, backgammon/race-AxB";
    assert!(text.contains(&format!("variants: {variants}\n")), "{text}");
    assert!(text.contains("variants: half-gammon/money-A-B\n"), "{text}");
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
    let compiler = info["provenance"]["build"]["compiler"].as_str().unwrap();
    assert!(compiler.starts_with("rustc 1."), "{compiler}");
    let text = shuban(data.path(), &["info", "half-gammon/contact-2-1"]).with_code(0).out;
    assert!(text.contains("leaving rounds 4") && text.contains("2 v 1: 1,027 positions"), "{text}");
    // Claims that the file cannot prove are separate.
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
    // Widths of the intervals.
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
fn quickstart_builds_verifies_and_probes_and_is_quick_the_second_time() {
    let data = tempfile::tempdir().unwrap();
    // These have most of the positions, and are built in a moment: what was there before is verified by a
    // sample, at the first run too.
    let before = ["backgammon/gnubg-ts-6x6", "backgammon/race-8x4", "hypergammon/2"];
    for name in before {
        shuban(data.path(), &["build", name, "-q"]).with_code(0);
    }
    let first = shuban(data.path(), &["quickstart", "--json"]).with_code(0).json();
    assert_eq!(first["passed"], true);
    assert!(list(&first["built"]).iter().all(|built| built["layers"][0]["positions"].is_u64()));
    assert!(list(&first["verified"]).iter().all(|verified| verified["passed"] == true));
    assert_eq!(list(&first["probes"]).len(), 7);
    for (built, verified) in list(&first["built"]).iter().zip(list(&first["verified"])) {
        let is_there = before.contains(&built["domain"].as_str().unwrap());
        assert_eq!(built["built"], !is_there, "{built}");
        assert_eq!(verified["layers"][0]["sampled"], is_there, "{verified}");
    }

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
fn compact_layers_answer_and_what_proves_them_is_made_again() {
    let data = tempfile::tempdir().unwrap();
    let name = "half-gammon/contact-2-1";
    shuban(data.path(), &["build", name]).with_code(0);
    let probe = ["probe", "half-gammon", "2,3|7", "--json"];
    let proven = shuban(data.path(), &probe).with_code(0).json();
    shuban(data.path(), &["build", name, "--compact"]).with_code(0);
    let file = |ending: &str| data.path().join(format!("half-gammon/contact-2-1{ending}"));
    assert!(!file(".shuban").exists() && file(".compact.shuban").exists());

    let compact = shuban(data.path(), &probe).with_code(0).json();
    let bound = |answer: &Json, which: &str| answer[which].as_f64().unwrap();
    assert!(bound(&compact, "lower") <= bound(&proven, "lower"));
    assert!(bound(&proven, "upper") <= bound(&compact, "upper"));
    let wide = bound(&compact, "upper") - bound(&compact, "lower");
    assert!(wide > 1e-5 && wide <= 1.0 / 16_384.0, "{wide}");
    let info = shuban(data.path(), &["info", name, "--json"]).with_code(0).json();
    assert_eq!(info["sections"][0]["columns"][0]["bits"], 16);
    let listed = shuban(data.path(), &["list", "half-gammon", "--json"]).with_code(0).json();
    assert!(listed.to_string().contains("\"built\":true,\"compact\":true"), "{listed}");
    let listed = shuban(data.path(), &["list", name]).with_code(0).out;
    assert!(listed.lines().any(|line| line.ends_with("compact")), "{listed}");

    let refused = shuban(data.path(), &["verify", name]).with_code(3);
    assert!(refused.err.contains("--certificate` makes it again"), "{}", refused.err);
    shuban(data.path(), &["build", name, "--certificate"]).with_code(0);
    assert!(file(".shuban").exists() && file(".compact.shuban").exists());
    assert_eq!(shuban(data.path(), &probe).with_code(0).json(), proven);
    let verified = shuban(data.path(), &["verify", name]).with_code(0);
    assert!(verified.out.contains("its compact file agrees"), "{}", verified.out);

    let refused = shuban(data.path(), &["build", "half-gammon/bearoff", "--compact"]).with_code(2);
    assert!(refused.err.contains("has no compact form"), "{}", refused.err);
}
