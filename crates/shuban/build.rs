//! Tells the program how it is compiled, for the provenance of the files that it writes.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let set = |name: &str, value: &str| println!("cargo::rustc-env=SHUBAN_{name}={value}");
    set("REVISION", &revision().unwrap_or_default());
    let compiler = env::var("RUSTC").ok().and_then(|rustc| said(&rustc, &["--version"]));
    set("COMPILER", &compiler.unwrap_or_default());
    set("TARGET", &env::var("TARGET").unwrap_or_default());
    let mut features: Vec<String> = env::vars()
        .filter_map(|(name, _)| name.strip_prefix("CARGO_FEATURE_").map(str::to_lowercase))
        .filter(|name| name != "default")
        .collect();
    features.sort();
    set("FEATURES", &features.join(" "));
    println!("cargo::rerun-if-changed=build.rs");
}

/// Returns the revision of the source, with a `+` if a file has been changed since: of a package, the
/// one that it was made from, and of a checkout its own; `None` without either.
fn revision() -> Option<String> {
    let folder = env::var("CARGO_MANIFEST_DIR").ok()?;
    let packed = std::fs::read_to_string(Path::new(&folder).join(".cargo_vcs_info.json"));
    if let Ok(packed) = packed {
        let hash = packed.split("\"sha1\":").nth(1)?.split('"').nth(1)?;
        let is_changed = packed.replace(' ', "").contains("\"dirty\":true");
        return Some(hash.get(..12)?.to_owned() + if is_changed { "+" } else { "" });
    }
    let git = |arguments: &[&str]| said("git", &[&["-C", &folder], arguments].concat());
    // A package in somebody else's checkout is not described by that.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if !Path::new(&top).join("crates/shuban/build.rs").exists() {
        return None;
    }
    // A log tells of each commit, wherever this checkout has it; sources tell of changes since.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for watched in [log.as_str(), "..", "../../programs", "../../Cargo.lock"] {
        if Path::new(&folder).join(watched).exists() {
            println!("cargo::rerun-if-changed={watched}");
        }
    }
    let hash = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { hash } else { hash + "+" })
}

/// Returns what a program writes, if it ends well.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
