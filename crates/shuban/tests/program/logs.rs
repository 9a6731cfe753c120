//! The log on standard error.

use serde_json::{Value as Json, json};

use crate::common::{Ran, shuban};

/// Returns the lines of JSON among those of standard error.
fn logged(ran: &Ran) -> Vec<Json> {
    ran.err.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn messages(ran: &Ran) -> Vec<Json> {
    logged(ran).iter().map(|line| line["fields"]["message"].clone()).collect()
}

#[test]
fn every_command_can_log_what_it_builds_opens_and_refuses() {
    let data = tempfile::tempdir().unwrap();
    let layer = "half-gammon/contact-1-1";
    let built = shuban(data.path(), &["build", layer, "-q", "--log", "info"]).with_code(0);
    assert!(messages(&built).contains(&json!("layer built")), "{}", built.err);
    let line = logged(&built).into_iter().find(|line| line["fields"]["message"] == "layer built");
    let line = line.unwrap();
    assert_eq!((&line["level"], &line["fields"]["layer"]), (&json!("INFO"), &json!(layer)));
    assert_eq!(line["fields"]["positions"], 157);

    let probe = |level: &str| shuban(data.path(), &["probe", layer, "1|1", "--log", level]);
    assert_eq!(messages(&probe("info").with_code(0)), ["file opened"]);
    assert_eq!(probe("warn").with_code(0).err, "");

    let file = data.path().join("half-gammon/contact-1-1.shuban");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let refused = probe("warn").with_code(3);
    assert_eq!(messages(&refused)[0], "file refused", "{}", refused.err);
    assert!(logged(&refused)[0]["fields"]["error"].as_str().unwrap().contains("contact-1-1"));

    let bad = shuban(data.path(), &["list", "--log", "loudly"]).with_code(2);
    assert!(bad.err.contains("--log"), "{}", bad.err);
}
