//! Foreign files in the data folder: garbage, forgeries, pipes, limits of the system.

use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use shuban_store::{Account, Database, Disk, FileSystem, Options, SectionKind, Writer};
use shuban_store_testing::{OpenedSection, OpenedUp, rewrite};

use crate::common::{Ran, shuban, small};

/// Rewrites a file with the largest blocks: `change` changes its account, and a stream gets a
/// number of additional empty entries.
fn forge(path: &Path, change: impl FnOnce(&mut Account), more: Option<(&str, u64)>) {
    let database = Database::open(&Disk::default(), path).unwrap();
    let manifest = database.manifest();
    let options = Options { block_size: 1 << 20, compression: Some(3) };
    let (subject, mut account) = (manifest.subject.clone(), manifest.account.clone());
    let mut writer = Writer::create(Arc::new(Disk::default()), path, subject, options).unwrap();
    for section in &manifest.sections {
        match &section.kind {
            SectionKind::Table { rows, columns } => {
                let mut table = writer.table(&section.name, columns, *rows).unwrap();
                let stored = database.table(&section.name).unwrap();
                stored.for_each_row(0..*rows, |_, row| table.push(row).unwrap()).unwrap();
                table.finish().unwrap();
            }
            _ => {
                let mut stream = writer.stream(&section.name).unwrap();
                for entry in database.section(&section.name).unwrap().entries {
                    stream.push(&entry).unwrap();
                }
                let more = more.filter(|(name, _)| section.name.ends_with(name));
                for _ in 0..more.map_or(0, |(_, entries)| entries) {
                    stream.push(&[]).unwrap();
                }
                stream.finish().unwrap();
            }
        }
    }
    change(&mut account);
    writer.publish(account).unwrap();
}

fn layer(data: &Path, name: &str) -> PathBuf {
    data.join(format!("{name}.shuban"))
}

/// Returns the listed layer of a name.
fn listed(data: &Path, name: &str) -> serde_json::Value {
    let list = shuban(data, &["list", "half-gammon", "--json"]).with_code(0).json();
    let families = list["families"].as_array().unwrap();
    let mut layers = families.iter().flat_map(|family| family["layers"].as_array().unwrap());
    layers.find(|layer| layer["domain"] == name).unwrap().clone()
}

#[test]
fn a_file_that_is_none_costs_its_own_layer_alone_and_is_named() {
    let data = small();
    let bad = layer(data.path(), "half-gammon/contact-3-1");
    let (folder, pipe, socket, garbage) = (
        || std::fs::create_dir(&bad).unwrap(),
        || assert!(Command::new("mkfifo").arg(&bad).status().unwrap().success()),
        || drop(UnixListener::bind(&bad).unwrap()),
        || std::fs::write(&bad, b"\x1b[31mgarbage".repeat(100)).unwrap(),
    );
    let makes: [(&dyn Fn(), &str); 4] = [
        (&folder, "not a regular file"),
        (&pipe, "not a regular file"),
        (&socket, "not a regular file"),
        (&garbage, "not a Shuban database"),
    ];
    for (make, reason) in makes {
        make();
        let found = listed(data.path(), "half-gammon/contact-3-1");
        assert_eq!((&found["state"], &found["built"]), (&json!("damaged"), &json!(false)));
        assert!(found["reason"].as_str().unwrap().contains(reason), "{found}");
        let text = shuban(data.path(), &["list", "half-gammon"]).with_code(0).out;
        assert!(text.contains("contact-3-1: ") && text.contains(reason), "{text}");
        assert_eq!(listed(data.path(), "half-gammon/contact-2-1")["state"], "built");
        // Commands that do not need it work; those that do give the reason, and harm nothing.
        for (arguments, code) in [
            (vec!["probe", "half-gammon/contact-2-1", "1,2|3"], 0),
            (vec!["probe", "half-gammon", "1,2|3"], 0),
            (vec!["verify", "half-gammon/contact-2-1"], 0),
            (vec!["build", "half-gammon/contact-2-2", "-q"], 0),
            (vec!["build", "half-gammon/contact-3-1", "-q"], 3),
            (vec!["build", "half-gammon/contact-3-2", "-q"], 3),
            (vec!["info", "half-gammon/contact-3-1"], 3),
            (vec!["probe", "half-gammon/contact-3-1", "1,2,3|4"], 3),
        ] {
            shuban(data.path(), &arguments).with_code(code);
        }
        let _ = std::fs::remove_file(&bad).or_else(|_| std::fs::remove_dir(&bad));
    }
}

#[test]
fn a_position_that_another_layer_holds_is_answered_from_that_one() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "amazons/2/canonical", "-q"]).with_code(0);
    let question = ["probe", "amazons", "B.", "--json"];
    let sound = shuban(data.path(), &question).with_code(0).json();
    assert_eq!(sound["domain"], "amazons/2");
    std::fs::write(layer(data.path(), "amazons/2"), "garbage").unwrap();
    let found = shuban(data.path(), &question).with_code(0).json();
    assert_eq!(found["domain"], "amazons/2/canonical");
    assert_eq!(found["best_black"], sound["best_black"]);
    // Asking for the layer itself reports the error.
    let refused = shuban(data.path(), &["probe", "amazons/2", "B."]).with_code(3);
    assert!(refused.err.contains("not a Shuban database"), "{}", refused.err);
}

#[test]
fn what_a_forged_file_asks_for_is_refused_with_the_numbers() {
    let data = tempfile::tempdir().unwrap();
    let name = "amazons/3/canonical";
    shuban(data.path(), &["build", name, "-q"]).with_code(0);
    let sound = std::fs::read(layer(data.path(), name)).unwrap();
    for section in ["dictionary", "regions", "histogram"] {
        forge(&layer(data.path(), name), |_| (), Some((section, 2_000_000)));
        let bytes = layer(data.path(), name).metadata().unwrap().len();
        assert!(bytes < 30_000, "{section}: {bytes} bytes");
        let refused = |arguments: &[&str]| {
            let ran = shuban(data.path(), arguments).with_code(3);
            let sizes = ran.err.contains(" MiB of memory, and ") && ran.err.contains("may take");
            assert!(sizes, "{section}: {}", ran.err);
        };
        refused(&["info", name]);
        if section != "histogram" {
            refused(&["probe", name, "B.."]);
            refused(&["verify", name]);
        }
        std::fs::write(layer(data.path(), name), &sound).unwrap();
    }
    // And a sound one, if it needs more memory than is granted.
    let ran = shuban(data.path(), &["info", name, "--memory", "60K", "--json"]);
    let ran = if ran.code == Some(0) {
        shuban(data.path(), &["info", name, "--memory", "1K", "--json"])
    } else {
        ran
    };
    let ran = ran.with_code(3);
    assert_eq!(ran.json()["kind"], "memory");
    assert!(ran.err.contains("are granted"), "{}", ran.err);
}

#[test]
fn a_forged_histogram_is_refused_or_said_with_what_it_counts() {
    let data = tempfile::tempdir().unwrap();
    let name = "tanhinmin/3p-6";
    shuban(data.path(), &["build", name, "-q"]).with_code(0);
    let sound = std::fs::read(layer(data.path(), name)).unwrap();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let columns = |opened: &mut OpenedUp| -> Vec<String> {
        let OpenedSection::Stream(section) = opened.section("histogram") else {
            panic!("a stream")
        };
        serde_json::from_slice(&section.entries[0]).unwrap()
    };
    let forged = |columns: &[String], row: Json| {
        std::fs::write(layer(data.path(), name), &sound).unwrap();
        rewrite(&files, &layer(data.path(), name), |opened| {
            let OpenedSection::Stream(section) = opened.section("histogram") else {
                panic!("a stream")
            };
            section.entries = vec![json!(columns).to_string().into(), row.to_string().into()];
        });
        shuban(data.path(), &["info", name])
    };
    let mut own = Vec::new();
    rewrite(&files, &layer(data.path(), name), |opened| own = columns(opened));
    for (columns, row) in [(&["a".to_owned()][..], json!(["x", 1])), (&[], json!([1]))] {
        let refused = forged(columns, row).with_code(3);
        assert!(refused.err.contains("not those of a histogram"), "{}", refused.err);
    }
    for strength in [i64::MAX, 4_000_000_000, 0, -1] {
        let entry = |column: &String| match column.as_str() {
            "leader" => json!("more cards"),
            "value" => json!("1"),
            "lowest_lead" => json!(strength),
            "lead" => json!("weakest"),
            _ => json!("right"),
        };
        let row: Vec<Json> = own.iter().map(entry).chain([json!(1)]).collect();
        forged(&own, row.into()).with_code(0);
    }
}

#[test]
fn what_a_file_says_of_itself_is_not_obeyed_by_a_terminal() {
    const EVIL: &str = "\u{1b}]0;title\u{7}\nline\u{202e}\u{9b}31m";
    let data = small();
    let name = "half-gammon/contact-2-1";
    // Each change alone: the first that is refused would hide the others.
    let places: [fn(&mut Account); 9] = [
        |account| {
            drop(account.facts.insert(format!("fact {EVIL}"), json!([EVIL, { "name": EVIL }])));
        },
        |account| account.provenance.program = EVIL.to_owned(),
        |account| account.provenance.version = EVIL.to_owned(),
        |account| account.provenance.solver = EVIL.to_owned(),
        |account| drop(account.provenance.build.insert(EVIL.to_owned(), EVIL.to_owned())),
        |account| drop(account.provenance.settings.insert(EVIL.to_owned(), EVIL.to_owned())),
        |account| account.needs[0].content_hash = EVIL.to_owned(),
        |account| account.parts[0].name = EVIL.to_owned(),
        |account| account.needs.clear(),
    ];
    let path = layer(data.path(), name);
    let sound = std::fs::read(&path).unwrap();
    let is_harmless = |text: &str| {
        !text.chars().any(|c| (c.is_control() && c != '\n') || matches!(c, '\u{202e}'))
    };
    let asked: [&[&str]; 6] = [
        &["info", name],
        &["list", "half-gammon"],
        &["verify", name],
        &["probe", name, "1,2|3"],
        &["build", name],
        &["export", name, "--to", "/dev/null/none.csv"],
    ];
    let mut shown = 0;
    for place in places {
        forge(&path, place, None);
        for arguments in asked {
            let Ran { out, err, .. } = shuban(data.path(), arguments);
            assert!(is_harmless(&out) && is_harmless(&err), "{arguments:?}: {out:?} {err:?}");
            shown += (out + &err).matches("\\u{1b}]0;title").count();
        }
        std::fs::write(&path, &sound).unwrap();
    }
    assert!(shown > 6, "the texts are shown with their escape codes spelt out");
}

#[test]
fn a_build_leaves_databases_alone_in_the_folder() {
    let data = small();
    // A killed build leaves its lock, which the next one takes over and removes.
    let lock = data.path().join("half-gammon/contact-2-1.shuban.lock");
    std::fs::write(&lock, "").unwrap();
    shuban(data.path(), &["build", "half-gammon/contact-2-1", "-q"]).with_code(0);
    for entry in std::fs::read_dir(data.path().join("half-gammon")).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.extension().is_some_and(|ending| ending == "shuban"), "{}", path.display());
    }
}

/// Runs a script with `$SHUBAN` and `$DATA`.
fn script(data: &Path, script: &str) -> (Option<i32>, String) {
    let output = Command::new("bash")
        .args(["-c", script])
        .env("SHUBAN", env!("CARGO_BIN_EXE_shuban"))
        .env("DATA", data)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_limit_on_the_length_of_files_ends_a_build_with_a_message() {
    let data = tempfile::tempdir().unwrap();
    // With the signal, and without.
    for ignored in ["", "trap '' XFSZ;"] {
        let build = "ulimit -f 8; \"$SHUBAN\" -q --data \"$DATA\" build half-gammon/contact-2-2";
        let (code, text) = script(data.path(), &format!("{ignored} {build}"));
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains(".partial: cannot write: file too large"), "{text}");
        assert!(!layer(data.path(), "half-gammon/contact-2-2").exists());
    }
    shuban(data.path(), &["build", "half-gammon/contact-2-2", "-q"]).with_code(0);
}

#[test]
fn a_small_address_space_ends_in_a_message_or_is_enough() {
    let data = small();
    // The program is mapped too, and is larger where it is not optimised.
    let program = std::fs::metadata(env!("CARGO_BIN_EXE_shuban")).unwrap().len() >> 20;
    for mebibytes in [program + 24, 128, 256, 512] {
        // The C library maps 64 MiB for a moment where a thread first allocates: whichever thread
        // asks for memory in that moment would be refused, by chance. One arena leaves it out.
        let limit = format!(
            "ulimit -v {}; export MALLOC_ARENA_MAX=1; exec \"$SHUBAN\" -q --data \"$DATA\"",
            mebibytes << 10
        );
        for command in [
            "probe half-gammon/contact-2-1 '1,2|3'",
            "list half-gammon",
            "info half-gammon/contact-2-1",
            "verify half-gammon/contact-2-1 --threads 2",
            "build half-gammon/contact-2-1 --threads 2",
        ] {
            let (code, text) = script(data.path(), &format!("{limit} {command}"));
            let fails = code == Some(3) && text.starts_with("error: ");
            assert!(code == Some(0) || fails, "{mebibytes} MiB, {command}: {code:?} {text}");
        }
    }
}
