//! Builds that are repeated, concurrent, interrupted and killed.

use std::io::Read;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::common::{content_hash, shuban, small, start};
use shuban_core::Random;
use shuban_store_testing::trials;

/// Returns the hash of a build in a fresh folder.
fn hash_of(domain: &str) -> String {
    let data = tempfile::tempdir().unwrap();
    content_hash(&shuban(data.path(), &["build", domain, "--json"]).with_code(0))
}

/// Waits until a file exists; returns false if the program ends before.
fn appears(file: &Path, child: &mut Child) -> bool {
    while !file.exists() {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

#[test]
fn building_twice_builds_nothing() {
    let data = small();
    let file = data.path().join("half-gammon/contact-2-1.shuban");
    let before = file.metadata().unwrap().modified().unwrap();
    let again =
        shuban(data.path(), &["build", "half-gammon/contact-2-1", "--json"]).with_code(0).json();
    assert!(again["layers"].as_array().unwrap().iter().all(|layer| layer["built"] == false));
    assert_eq!(file.metadata().unwrap().modified().unwrap(), before);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let files = ["1", "2", "5"].map(|threads| {
        let data = tempfile::tempdir().unwrap();
        shuban(data.path(), &["build", "half-gammon/contact-2-2", "-q", "--threads", threads])
            .with_code(0);
        std::fs::read(data.path().join("half-gammon/contact-2-2.shuban")).unwrap()
    });
    assert!(files[0] == files[1] && files[1] == files[2]);
}

#[test]
fn a_flipped_byte_is_found_and_named() {
    let data = small();
    let name = "half-gammon/contact-2-1";
    let file = data.path().join("half-gammon/contact-2-1.shuban");
    let sound = std::fs::read(&file).unwrap();
    let info = shuban(data.path(), &["info", name, "--json"]).json();
    // Somewhere in the third block: behind a header of 40 bytes, in blocks stored one after the
    // other.
    let table = info["sections"][0]["bytes"].as_u64().unwrap()
        / info["sections"][0]["blocks"].as_u64().unwrap();
    let mut bytes = sound.clone();
    bytes[40 + 2 * table as usize + table as usize / 2] ^= 0x10;
    std::fs::write(&file, &bytes).unwrap();

    let verified = shuban(data.path(), &["verify", name, "--json"]).with_code(1).json();
    assert_eq!(verified["passed"], false);
    assert!(verified["file"].as_str().unwrap().ends_with("contact-2-1.shuban"));
    assert_eq!(verified["section"], "2 v 1");
    assert!(verified["block"].is_u64(), "{verified}");
    assert!(!verified["reason"].as_str().unwrap().is_empty());
    let text = shuban(data.path(), &["verify", name, "--quiet"]).with_code(1).out;
    assert!(text.contains("WRONG") && text.contains("block"), "{text}");

    // Cut short it cannot even be opened.
    std::fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    shuban(data.path(), &["verify", name]).with_code(1);
    assert_eq!(
        shuban(data.path(), &["info", name, "--json"]).with_code(3).json()["kind"],
        "damaged"
    );
    assert_eq!(
        shuban(data.path(), &["probe", name, "1,2|3", "--json"]).with_code(3).json()["kind"],
        "damaged"
    );
    std::fs::write(&file, &sound).unwrap();
    shuban(data.path(), &["verify", name]).with_code(0);
}

#[test]
fn a_layer_built_from_another_one_is_found() {
    let (data, other) = (small(), tempfile::tempdir().unwrap());
    let wide = ["build", "half-gammon/contact-1-1", "--width-bits", "10", "-q"];
    shuban(other.path(), &wide).with_code(0);
    let name = "half-gammon/contact-1-1.shuban";
    std::fs::copy(other.path().join(name), data.path().join(name)).unwrap();
    let verified =
        shuban(data.path(), &["verify", "half-gammon/contact-2-1", "--json"]).with_code(1).json();
    let reason = verified["reason"].as_str().unwrap();
    assert!(reason.contains("`shuban build half-gammon/contact-2-1` builds it again"), "{reason}");
    // And it does: both, since the first is wider than asked for.
    shuban(data.path(), &["build", "half-gammon/contact-2-1"]).with_code(0);
    shuban(data.path(), &["verify", "half-gammon/contact-2-1", "--all"]).with_code(0);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_of_the_environment() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    std::fs::write(&data, "a file in place of the folder").unwrap();
    let ran = shuban(&data, &["build", "half-gammon/contact-1-1", "--json"]).with_code(3);
    assert_eq!(ran.json()["kind"], "io");
    assert!(ran.err.contains("data"), "{}", ran.err);
    shuban(&data, &["info", "half-gammon/contact-1-1"]).with_code(3);
    shuban(&data, &["probe", "half-gammon", "1|1", "--no-search"]).with_code(3);
    shuban(&data, &["verify", "half-gammon/contact-1-1"]).with_code(3);
    shuban(&data, &["quickstart"]).with_code(3);
}

#[test]
fn a_build_that_does_not_fit_into_memory_is_refused_before_it_starts() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["build", "half-gammon/contact-3-3", "--memory", "100K", "--json"];
    let ran = shuban(data.path(), &arguments).with_code(3);
    assert_eq!(ran.json()["kind"], "memory");
    assert!(ran.err.contains("--memory"), "{}", ran.err);
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}

#[test]
fn of_two_builds_at_once_the_second_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["build", "backgammon/contact-3-2", "--threads", "1", "--json"];
    let mut first = start(data.path(), &arguments);
    // Its last layer takes long: when its lock exists, the others are finished.
    assert!(appears(&data.path().join("backgammon/contact-3-2.shuban.lock"), &mut first));
    let second = shuban(data.path(), &arguments).with_code(3);
    assert_eq!(second.json()["kind"], "locked");
    assert!(first.try_wait().unwrap().is_none(), "the first build goes on");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn an_interrupted_build_goes_on_where_it_was() {
    let domain = "half-gammon/contact-3-3";
    let expected = hash_of(domain);
    // On a busy machine the build may finish before the signal arrives: then try again.
    for _ in 0..5 {
        let data = tempfile::tempdir().unwrap();
        let mut child = start(data.path(), &["build", domain]);
        let began = appears(&data.path().join("half-gammon/contact-3-3.shuban.lock"), &mut child);
        std::thread::sleep(Duration::from_millis(200));
        let interrupted =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupted.unwrap().success() || !began);
        let code = child.wait().unwrap().code();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        if code == Some(0) {
            continue;
        }
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("interrupted") && said.contains("goes on when run again"), "{said}");
        assert!(!data.path().join("half-gammon/contact-3-3.shuban").exists());
        let resumed = shuban(data.path(), &["build", domain, "--json"]).with_code(0);
        assert_eq!(content_hash(&resumed), expected);
        assert_eq!(resumed.json()["layers"][4]["built"], false);
        return;
    }
    panic!("five builds were done before they could be interrupted");
}

/// Returns a well mixed number in 0..1 for each `n`.
fn random(n: u64) -> f64 {
    Random::of_part(0, n).bits() as f64 / u64::MAX as f64
}

#[test]
fn processes_share_a_layer_and_one_that_is_killed_leaves_its_share_to_the_others() {
    let domain = "amazons/7";
    let whole = tempfile::tempdir().unwrap();
    let expected = content_hash(&shuban(whole.path(), &["build", domain, "--json"]).with_code(0));
    let arguments = ["build", domain, "--with-others", "9", "--threads", "1", "--json"];
    for kill in 0..3 {
        let data = tempfile::tempdir().unwrap();
        let mut others = [(); 2].map(|()| start(data.path(), &arguments));
        // One of the two computes this shard.
        let shard = data.path().join(format!("amazons/7.shard-{}-of-9.partial", 3 + 2 * kill));
        appears(&shard, &mut others[0]);
        others[0].kill().unwrap();
        others[0].wait().unwrap();
        let last = shuban(data.path(), &arguments).with_code(0);
        assert_eq!(content_hash(&last), expected, "kill {kill}");
        assert!(others[1].wait().unwrap().success(), "kill {kill}");
        let names = std::fs::read_dir(data.path().join("amazons")).unwrap();
        let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(names.all(|name| name.ends_with(".shuban")), "kill {kill} left something");
    }
}

#[test]
fn a_build_killed_at_any_moment_ends_with_the_same_content() {
    let all = trials(20) as u32;
    let domain = "half-gammon/contact-2-2";
    let arguments = ["build", domain, "--json", "--checkpoint-seconds", "0.01"];
    let whole = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let expected = content_hash(&shuban(whole.path(), &arguments).with_code(0));
    let mut takes = started.elapsed();
    let name = "half-gammon/contact-2-2.shuban";
    let bytes = std::fs::read(whole.path().join(name)).unwrap();

    let (mut kills, mut late, mut with_checkpoint) = (0, 0, 0);
    while kills < all {
        let data = tempfile::tempdir().unwrap();
        let mut child = start(data.path(), &arguments);
        // One moment in each part of the build time, which has as many as there are kills.
        let moment = (f64::from(kills) + random(u64::from(kills + late))) / f64::from(all);
        std::thread::sleep(takes.mul_f64(moment));
        if child.try_wait().unwrap().is_some() {
            // The machine is less busy than before: it was too late to kill, so kill sooner from
            // now on.
            late += 1;
            assert!(late < 10 * all, "{late} builds were done before they could be killed");
            takes = takes.mul_f64(0.95);
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let folder = std::fs::read_dir(data.path().join("half-gammon"));
        let checkpoint =
            |path: &Path| path.extension().is_some_and(|ending| ending == "checkpoint");
        with_checkpoint += u32::from(
            folder.is_ok_and(|mut folder| folder.any(|entry| checkpoint(&entry.unwrap().path()))),
        );

        let resumed = shuban(data.path(), &arguments[..3]).with_code(0);
        assert_eq!(content_hash(&resumed), expected, "kill {kills}");
        assert!(std::fs::read(data.path().join(name)).unwrap() == bytes, "kill {kills}");
        shuban(data.path(), &["verify", domain, "--all", "--sample", "500", "-q"]).with_code(0);
    }
    assert!(with_checkpoint > 0, "no build was killed within a layer");
}
