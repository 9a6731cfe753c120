//! Layers computed in shards, with and without keeping values.

use std::path::Path;

use crate::common::{content_hash, shuban, start};
use serde_json::Value as Json;

const DOMAIN: &str = "amazons/5";
const FILE: &str = "amazons/5.shuban";

fn number(value: &Json) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn build(data: &Path, flags: &[&str]) -> Json {
    shuban(data, &[&["build", DOMAIN, "--json"], flags].concat()).with_code(0).json()
}

fn names(data: &Path) -> Vec<String> {
    let folder = std::fs::read_dir(data.join("amazons")).unwrap();
    let mut names: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.starts_with('5'));
    names.sort();
    names
}

#[test]
fn shards_of_several_machines_make_the_same_file() {
    let whole = tempfile::tempdir().unwrap();
    let hash = content_hash(&shuban(whole.path(), &["build", DOMAIN, "--json"]).with_code(0));
    let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = build(here.path(), &["--shard", "1/3"]);
    assert_eq!(
        (&first["domain"], &first["shard"], &first["built"]),
        (&DOMAIN.into(), &"1/3".into(), &true.into())
    );
    let file = first["file"].as_str().unwrap();
    assert!(file.ends_with("amazons/5.shard-1-of-3") && Path::new(file).exists(), "{file}");
    assert_eq!(build(here.path(), &["--shard", "1/3"])["built"], false);
    let mut positions = number(&first["positions"]);
    for shard in ["2/3", "3/3"] {
        positions += number(&build(there.path(), &["--shard", shard])["positions"]);
    }
    assert_eq!(names(there.path()).len(), 2);
    for name in names(there.path()) {
        std::fs::copy(
            there.path().join("amazons").join(&name),
            here.path().join("amazons").join(&name),
        )
        .unwrap();
    }
    let merged = build(here.path(), &[]);
    assert_eq!((&merged["content_hash"], number(&merged["positions"])), (&hash.into(), positions));
    assert!(
        std::fs::read(here.path().join(FILE)).unwrap()
            == std::fs::read(whole.path().join(FILE)).unwrap()
    );
    assert_eq!(names(here.path()), ["5.shuban"], "shards are removed once the layer is published");
}

#[test]
fn a_ledger_says_what_the_file_says() {
    let [here, kept] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let ledger = here.path().join("ledgers/amazons-5.json");
    let ledger = ledger.to_str().unwrap();
    let flags = ["--histogram-only", "--ledger", ledger];
    let half = build(here.path(), &[&flags[..], &["--shard", "2/2"]].concat());
    assert_eq!((number(&half["shards_done"]), number(&half["shards"])), (1, 2));
    assert!(half["histogram"].is_null() && half["hash"].is_null(), "{half}");
    let done = build(here.path(), &flags);
    assert_eq!(done["computed"].as_array().unwrap(), &["1/2"]);
    assert_eq!((number(&done["positions"]), number(&done["positions_in_all"])), (12_016, 12_016));
    assert!(!here.path().join(FILE).exists(), "no value is kept");
    assert!(build(here.path(), &flags)["computed"].as_array().unwrap().is_empty());
    let text = shuban(here.path(), &[&["build", DOMAIN][..], &flags].concat()).with_code(0).out;
    for part in
        ["12,016 of 12,016 positions", "2 of 2 shards", "classes (--json lists them)", "ledger"]
    {
        assert!(text.contains(part), "no `{part}` in {text}");
    }

    // The file itself, built elsewhere.
    build(kept.path(), &[]);
    let info = shuban(kept.path(), &["info", DOMAIN, "--json"]).with_code(0).json();
    assert_eq!((&info["histogram"], &info["positions"]), (&done["histogram"], &done["positions"]));
    let rows = info["histogram"].as_array().unwrap();
    let names: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["black", "white", "a", "b", "count"]);
    assert_eq!(rows.iter().map(|row| number(&row["count"])).sum::<u64>(), 12_016);
    let verify = ["verify", DOMAIN, "--ledger", ledger, "--json"];
    let verified = shuban(kept.path(), &verify).with_code(0).json();
    assert_eq!((&verified["passed"], number(&verified["positions"])), (&true.into(), 12_016));
    let text = shuban(kept.path(), &verify[..4]).with_code(0).out;
    assert!(text.contains("12,016 positions are those of the ledger"), "{text}");

    // One count too many in one class, and one too few in another.
    let written = std::fs::read_to_string(ledger).unwrap();
    let mut changed: Json = serde_json::from_str(&written).unwrap();
    let counts = changed["done"][0]["counts"].as_array_mut().unwrap();
    let some = counts.iter().position(|count| number(count) > 0).unwrap();
    counts[some] = (number(&counts[some]) - 1).into();
    counts[some + 1] = (number(&counts[some + 1]) + 1).into();
    std::fs::write(ledger, changed.to_string()).unwrap();
    let verified = shuban(kept.path(), &verify).with_code(1).json();
    assert!(verified["reason"].as_str().unwrap().contains("histogram differs"), "{verified}");
    // It is also refused if the shard is computed again.
    let again = [&["build", DOMAIN, "--json", "--rebuild", "--shard", "1/2"], &flags[..]].concat();
    assert_eq!(shuban(here.path(), &again).with_code(2).json()["kind"], "bad-ledger");
    std::fs::write(ledger, written).unwrap();
    assert_eq!(shuban(here.path(), &again).with_code(0).json()["computed"][0], "1/2");
    let other = ["build", "amazons/4", "--json"];
    let refused = shuban(here.path(), &[&other[..], &flags].concat()).with_code(2).json();
    assert_eq!(refused["kind"], "bad-ledger");
}

#[test]
fn a_killed_ledger_run_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let ledger = data.path().join("ledger.json");
    let flags =
        ["build", "amazons/6", "--json", "--histogram-only", "--ledger", ledger.to_str().unwrap()];
    // With many shards, so that there is time to kill it.
    shuban(data.path(), &[&flags[..], &["--shard", "40/40"]].concat()).with_code(0);
    for _ in 0..5 {
        let mut child = start(data.path(), &flags);
        std::thread::sleep(std::time::Duration::from_millis(60));
        // It may have ended already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let done = shuban(data.path(), &flags).with_code(0).json();
    assert_eq!((number(&done["shards_done"]), number(&done["positions"])), (40, 203_934));
    let whole = data.path().join("whole.json");
    let flags =
        ["build", "amazons/6", "--json", "--histogram-only", "--ledger", whole.to_str().unwrap()];
    let at_once = shuban(data.path(), &flags).with_code(0).json();
    assert_eq!((number(&at_once["shards"]), &at_once["histogram"]), (1, &done["histogram"]));
}

#[test]
fn positions_of_a_shard_may_lead_to_another_one() {
    const RACE: &str = "backgammon/gnubg-ts-4x3";
    let [whole, shards] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let hash = content_hash(&shuban(whole.path(), &["build", RACE, "--json"]).with_code(0));
    for shard in ["2/2", "1/2"] {
        shuban(shards.path(), &["build", RACE, "--shard", shard, "-q"]).with_code(0);
    }
    let merged = shuban(shards.path(), &["build", RACE, "--json"]).with_code(0);
    assert_eq!(content_hash(&merged), hash);
}
