//! Help, completions and manual pages.

use crate::common::shuban;

#[test]
fn help_tells_everything() {
    let data = tempfile::tempdir().unwrap();
    let help = shuban(data.path(), &["--help"]).with_code(0).out;
    for text in ["quickstart", "--json", "SHUBAN_DATA", "Exit codes"] {
        assert!(help.contains(text), "no `{text}` in {help}");
    }
    let help = shuban(data.path(), &["build", "--help"]).with_code(0).out;
    assert!(help.contains("--block-size") && help.contains("--checkpoint-seconds"), "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

/// Returns the names of all commands, from the help.
fn commands() -> Vec<String> {
    let data = tempfile::tempdir().unwrap();
    let help = shuban(data.path(), &["--help"]).with_code(0).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[test]
fn shells_complete_every_command() {
    let data = tempfile::tempdir().unwrap();
    let commands = commands();
    assert!(commands.len() >= 15, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = shuban(data.path(), &["completions", shell]).with_code(0).out;
        assert!(script.contains("COMPLETE"), "{shell}: {script}");
        let all = completed(shell, &[""]);
        for command in &commands {
            assert!(all.contains(command), "{shell}: no `{command}`");
        }
    }
    assert!(!completed("bash", &["prob"]).contains("build"));
    // Bash can read it.
    let script = shuban(data.path(), &["completions", "bash"]).with_code(0).out;
    let file = data.path().join("completions");
    std::fs::write(&file, script).unwrap();
    let bash = std::process::Command::new("bash").arg("-n").arg(&file).status();
    assert!(bash.is_ok_and(|status| status.success()));
}

/// Returns the program's answer to a shell that asks for the last of these words.
fn completed(shell: &str, words: &[&str]) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shuban"));
    command.env("COMPLETE", shell).env("_CLAP_IFS", "\u{b}");
    command.env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let output = command.args(["--", "shuban"]).args(words).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn games_and_layers_are_completed() {
    let of = |words: &[&str]| -> Vec<String> {
        completed("bash", words).split('\u{b}').map(str::to_owned).collect()
    };
    assert_eq!(of(&["show", "half"]), ["half-gammon"]);
    assert_eq!(
        of(&["build", "half-gammon/contact-3"]),
        [1, 2, 3].map(|other| { format!("half-gammon/contact-3-{other}") })
    );
    let probed = of(&["probe", "trax/2"]);
    assert!(
        probed.len() >= 2 && probed.iter().all(|name| name.starts_with("trax/2")),
        "{probed:?}"
    );
    let played = of(&["play", ""]);
    assert!(
        played.iter().any(|name| name == "amazons") && played.iter().any(|name| name == "trax")
    );
    assert_eq!(of(&["info", "no/such"]), [""]);
}

#[test]
fn the_help_of_a_command_that_an_extension_adds_to_has_the_texts_of_both() {
    let data = tempfile::tempdir().unwrap();
    let list = shuban(data.path(), &["--help"]).with_code(0).out;
    assert!(!list.contains("Flags of"), "{list}");
    let help = shuban(data.path(), &["help", "analyse"]).with_code(0).out;
    for part in ["moves", "In match files (.mat text, SGF, .xg)", "--met <FILE>"] {
        assert!(help.contains(part), "no `{part}` in {help}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("man");
    let to = folder.to_str().unwrap();
    let written = shuban(data.path(), &["man", "--to", to, "--json"]).with_code(0).json();
    let commands = commands();
    assert_eq!(written["pages"], commands.len() + 1);
    for command in &commands {
        let page = std::fs::read_to_string(folder.join(format!("shuban-{command}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains("SYNOPSIS"), "{command}: {page}");
    }
    assert!(folder.join("shuban.1").is_file());
}
