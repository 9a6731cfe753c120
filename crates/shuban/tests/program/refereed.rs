//! `verify --independent`: the referee's word.

use std::sync::Arc;

use shuban_store::{Database, Disk, FileSystem, Need, layer_path};
use shuban_store_testing::rewrite;

use crate::common::{list, shuban, small};

#[test]
fn the_referee_agrees_with_layers_and_files() {
    let data = small();
    let file = layer_path(data.path(), "half-gammon/contact-2-1").unwrap();
    let file = file.to_str().unwrap();
    let text = shuban(data.path(), &["verify", "--independent", "half-gammon/contact-2-1"]);
    let text = text.with_code(0).out;
    let begins =
        "half-gammon/contact-2-1: the referee agrees: every checksum, all 2,054 positions: ";
    assert!(text.starts_with(begins), "{text}");
    assert!(text.contains("; play leaves the layer; no interval is wider than "), "{text}");

    let arguments = ["verify", file, "--independent", "--sample", "100", "--all", "--json"];
    let word = shuban(data.path(), &arguments).with_code(0).json();
    assert_eq!((&word["independent"], &word["passed"]), (&true.into(), &true.into()));
    assert_eq!(word["positions"], 200);
    let layers = list(&word["layers"]);
    let names: Vec<_> = layers.iter().map(|layer| layer["domain"].as_str().unwrap()).collect();
    assert_eq!(names, ["half-gammon/contact-1-1", "half-gammon/contact-2-1"]);
    assert!(layers.iter().all(|layer| layer["sampled"] == true && layer["positions"] == 100));

    // A file that was copied elsewhere has what it needs in the data folder.
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("copy.shuban");
    std::fs::copy(file, &copy).unwrap();
    let copy = copy.to_str().unwrap();
    let arguments = ["verify", "--independent", copy, "half-gammon/contact-1-1", "--rules"];
    let text = shuban(data.path(), &arguments).with_code(0).out;
    assert_eq!(text.matches("the referee agrees").count(), 2, "{text}");
    let missing = shuban(elsewhere.path(), &["verify", "--independent", copy, "--json"]);
    assert_eq!(missing.with_code(3).json()["kind"], "not-built");
}

#[test]
fn a_false_value_is_named_by_the_referee() {
    let data = small();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let path = layer_path(data.path(), "half-gammon/contact-2-1").unwrap();
    rewrite(&files, &path, |file| file.rows("1 v 2")[77][0] += 5_000);
    let arguments = ["verify", "--independent", "half-gammon/contact-2-1"];
    let text = shuban(data.path(), &arguments).with_code(1).out;
    assert!(text.contains(": 1 v 2, block 0, rank 77: "), "{text}");
    let word = shuban(data.path(), &[&arguments[..], &["--json"]].concat()).with_code(1).json();
    assert_eq!(word["passed"], false);
    assert_eq!((&word["section"], &word["rank"]), (&"1 v 2".into(), &77.into()));
    assert!(word["reason"].as_str().unwrap().contains("by the rules"), "{word}");
}

#[test]
fn a_layer_is_no_other_one_and_does_not_rest_on_itself() {
    let data = small();
    let [large, small] = ["half-gammon/contact-2-1", "half-gammon/contact-1-1"];
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let path = |layer| layer_path(data.path(), layer).unwrap();
    let sound = std::fs::read(path(large)).unwrap();
    std::fs::copy(path(small), path(large)).unwrap();
    let text = shuban(data.path(), &["verify", "--independent", large]).with_code(1).out;
    assert!(text.contains("holds half-gammon/contact-1-1, not half-gammon/contact-2-1"), "{text}");
    // Named by its path, too, it has to hold the layer.
    let file = path(large);
    let both = ["verify", "--independent", file.to_str().unwrap(), large, "--json"];
    assert_eq!(shuban(data.path(), &both).with_code(1).json()["passed"], false);

    std::fs::write(path(large), sound).unwrap();
    let hash = Database::open(&*files, &path(large)).unwrap().manifest().content_hash.clone();
    let need = Need { domain: large.to_owned(), content_hash: hash };
    rewrite(&files, &path(large), |file| file.account.needs.push(need));
    shuban(data.path(), &["verify", "--independent", large]).with_code(1);
    let all = ["verify", "--independent", large, "--all", "--json"];
    assert_eq!(shuban(data.path(), &all).with_code(3).json()["kind"], "damaged");
}

#[test]
fn what_the_referee_cannot_check_is_no_pass() {
    let data = small();
    let refused = |arguments: &[&str]| {
        let all = [&["verify", "--independent", "--json"], arguments].concat();
        let refused = shuban(data.path(), &all).with_code(2).json();
        refused["error"].as_str().unwrap().to_owned()
    };
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/trax-2-win.shuban");
    assert!(refused(&[proof]).contains("`shuban-check FILE` checks proofs"));
    shuban(data.path(), &["build", "backgammon/gnubg-ts-2x1", "--quiet"]).with_code(0);
    assert!(refused(&["backgammon/gnubg-ts-2x1"]).contains("as another program rounds them"));
    assert!(refused(&["half-gammon/contact-1-1", "--ledger", "ledger.json"]).contains("--ledger"));
    // Without the flag one layer is verified, as ever.
    let two = ["verify", "half-gammon/contact-1-1", "half-gammon/contact-2-1", "--json"];
    assert_eq!(shuban(data.path(), &two).with_code(2).json()["kind"], "usage");
    let none =
        shuban(data.path(), &["verify", "--independent", "half-gammon/contact-3-3", "--json"]);
    assert_eq!(none.with_code(3).json()["kind"], "not-built");
}
