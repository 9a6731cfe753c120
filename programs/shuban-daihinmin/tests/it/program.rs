//! Matches of Daihinmin from the command line: in one process, and in six over loopback.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value as Json;
use shuban_core::Silent;
use shuban_daihinmin_game::policy::Policy;
use shuban_solve::BuildOptions;

#[cfg(target_os = "linux")]
use crate::support::running::{interrupted, word};
use crate::support::{Ran, run_with_input};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shuban-daihinmin");

/// Runs the program with this data folder.
fn daihinmin(data: &Path, arguments: &[&str]) -> Ran {
    run_with_input(PROGRAM, data, arguments, "")
}

#[test]
fn a_match_is_the_same_with_any_number_of_threads() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("records").display().to_string();
    let arguments = ["match", "base", "base", "default", "base", "random", "--games", "300"];
    let with =
        |more: &[&str]| daihinmin(data.path(), &[&arguments[..], more].concat()).with_code(0);
    let json = with(&["--seed", "5", "--json", "--quiet", "--threads", "1"]);
    let again = with(&["--seed", "5", "--json", "--quiet", "--threads", "2", "--records", &folder]);
    assert_eq!(json.out, again.out);
    let json = json.json();
    assert_eq!(json["games"], 300);
    let players = json["players"].as_array().unwrap();
    assert_eq!(players.iter().map(|player| player["points"].as_u64().unwrap()).sum::<u64>(), 4_500);
    let points = |player: usize| players[player]["points"].as_u64().unwrap();
    assert!(points(4) < points(0) && players[4]["name"] == "random", "{json}");
    assert!(players.iter().all(|player| {
        player["places"].as_array().unwrap().len() == 5
            && player["ci95"].as_array().unwrap().len() == 2
    }));
    // Another seed is another match.
    assert_ne!(with(&["--seed", "6", "--json", "--quiet"]).json()["players"], json["players"]);
    let file = format!("{folder}/table-0003.txt");
    let checked = daihinmin(data.path(), &["check", &file, "--json"]).with_code(0).json();
    assert_eq!(
        (&checked["passed"], &checked["records"][0]["games"]),
        (&Json::Bool(true), &100.into())
    );
    // A record that ends too early does not pass, though all that it has is by the rules.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.split("\ngame 41\n").next().unwrap()).unwrap();
    let cut_off = daihinmin(data.path(), &["check", &file, "--json"]).with_code(1).json();
    let fault = cut_off["records"][0]["fault"].as_str().unwrap();
    assert!(fault.ends_with("the record ends after 40 of 100 games"), "{fault}");
}

#[test]
fn a_policy_is_learnt_from_records_and_bad_files_are_named() {
    let data = tempfile::tempdir().unwrap();
    let at = |name: &str| data.path().join(name).display().to_string();
    let run = |arguments: &[&str]| daihinmin(data.path(), arguments);
    let records = at("records");
    let line_up = ["match", "base", "base", "base", "base", "default", "--games", "200", "--quiet"];
    run(&[&line_up[..], &["--records", &records]].concat()).with_code(0);
    let files = [format!("{records}/table-0001.txt"), format!("{records}/table-0002.txt")];
    let learn = |to: &str| {
        run(&["learn", &files[0], &files[1], "--player", "base", "--to", to, "--json", "--quiet"])
    };
    let (one, two) = (at("one.txt"), at("two.txt"));
    let learnt = learn(&one).with_code(0).json();
    assert!(learnt["decisions"].as_u64().unwrap() > 3_000, "{learnt}");
    assert!(learnt["hits"].as_f64().unwrap() > 0.75, "{learnt}");
    // Two tables of a hundred games, the first of each without classes; each class has one player.
    let by_class = learnt["by_class"].as_array().unwrap();
    for class in by_class {
        let games = class.as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
        assert_eq!(games.sum::<u64>(), 198, "{learnt}");
    }
    learn(&two).with_code(0);
    let weights = std::fs::read_to_string(&one).unwrap();
    assert_eq!(weights, std::fs::read_to_string(&two).unwrap());
    let plays = |policy: &str| {
        let line_up = ["match", "policy", "random", "random", "random", "random", "--games", "50"];
        run(&[&line_up[..], &["--policy", policy, "--json", "--quiet"]].concat())
    };
    let played = plays(&one).with_code(0).json();
    assert!(played["players"][0]["points"].as_u64().unwrap() > 180, "{played}");
    // A champion takes the others for players who play by such a policy.
    let against = |opponent: &str| {
        let line_up = ["match", "champion", "base", "base", "base", "base", "--games", "2"];
        let options = ["--simulations", "20", "--opponent", opponent, "--think", "60", "--quiet"];
        run(&[&line_up[..], &options].concat())
    };
    against(&one).with_code(0);
    let bad = at("bad.txt");
    for (text, reason) in [
        (weights.replacen('\t', "\tNaN ", 1), "bad.txt: line 2: a weight of"),
        (weights[..weights.len() / 2].to_owned(), "bad.txt: line"),
        ("games\n".to_owned(), "bad.txt: the first line is not"),
    ] {
        std::fs::write(&bad, text).unwrap();
        for ran in [plays(&bad).with_code(2), against(&bad).with_code(2)] {
            assert!(ran.err.contains(reason), "{}", ran.err);
        }
    }
    let ran = run(&["learn", &files[0], "--player", "bass", "--to", &one]).with_code(2);
    assert!(ran.err.contains("no decision of this player"), "{}", ran.err);
    let ran = run(&["learn", &bad, "--to", &one]).with_code(2);
    assert!(ran.err.contains("bad.txt: line 1"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&one).unwrap(), weights, "nothing was written");
}

#[test]
fn a_policy_improves_by_its_own_games() {
    let data = tempfile::tempdir().unwrap();
    let at = |name: &str| data.path().join(name).display().to_string();
    let (from, one, two) = (at("from.txt"), at("one.txt"), at("two.txt"));
    std::fs::write(&from, Policy::uniform().to_string()).unwrap();
    let improve = |to: &str, more: &[&str]| {
        let arguments = ["improve", "--to", to, "--from", &from, "--quiet"];
        daihinmin(data.path(), &[&arguments[..], more].concat())
    };
    let against = ["--against", "default", "itself", "--games", "10001", "--json"];
    let improved = improve(&one, &[&against[..], &["--threads", "1"]].concat()).with_code(0);
    assert_eq!(improved.json()["games"], 10_500);
    improve(&two, &[&against[..], &["--threads", "2"]].concat()).with_code(0);
    let weights = std::fs::read_to_string(&one).unwrap();
    assert_eq!(weights, std::fs::read_to_string(&two).unwrap());
    let improved =
        improve(&two, &["--against", "default", "--games", "10001", "--json"]).with_code(0).json();
    let points = |tenth: &str| improved[tenth].as_f64().unwrap();
    assert!(points("last_points") > points("first_points") + 0.3, "{improved}");
    for (rival, reason) in [
        ("bass", "there is no such player"),
        ("endgame", "players with databases take no part"),
        ("champion-sets", "players with databases take no part"),
    ] {
        let ran = improve(&one, &["--against", rival]).with_code(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    // The place of the file is looked at before a billion games.
    for to in [at("none/of/it.txt"), data.path().display().to_string()] {
        improve(&to, &["--games", "1000000000"]).with_code(3);
    }
    std::fs::write(&from, "games\n").unwrap();
    let ran = improve(&one, &[]).with_code(2);
    assert!(ran.err.contains("from.txt: the first line is not"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&one).unwrap(), weights, "nothing was written");
}

#[test]
fn tables_that_are_not_built_are_told_in_a_line() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["match", "endgame", "base", "base", "base", "base", "--games", "2"];
    let with =
        |more: &[&str]| daihinmin(data.path(), &[&arguments[..], more].concat()).with_code(0);
    let ran = with(&["--cards", "5"]);
    let said: Vec<&str> = ran.err.lines().collect();
    assert!(
        matches!(said[..], [line] if line.starts_with("9 endgame tables not in ")),
        "{}",
        ran.err
    );
    assert!(
        said[0].ends_with("(tanhinmin/2p-2 to tanhinmin/4p-5): worked out for this match"),
        "{}",
        ran.err
    );
    let catalog = shuban_games::catalog();
    let options = BuildOptions::new(data.path());
    for layer in ["tanhinmin/2p-4/uecda", "tanhinmin/3p-4/uecda"] {
        catalog.layer(layer).unwrap().build(&options, &Silent).unwrap();
    }
    let ran = with(&["--cards", "4", "--clearing", "uecda"]);
    assert!(
        ran.err.starts_with("1 endgame table not in ") && ran.err.contains("4p-4/uecda"),
        "{}",
        ran.err
    );
    daihinmin(data.path(), &[&arguments[..], &["--clearing", "all"]].concat()).with_code(2);
}

#[test]
fn bad_input_is_told() {
    let data = tempfile::tempdir().unwrap();
    let match_of = |players: &[&str]| daihinmin(data.path(), &[&["match"], players].concat());
    let ran = match_of(&["base", "base", "base", "base", "bsae", "--json"]).with_code(2);
    assert_eq!(ran.json()["kind"], "unknown-player");
    assert!(ran.err.contains("did you mean `base`?"), "{}", ran.err);
    match_of(&["base", "base", "base", "base"]).with_code(2);
    match_of(&["base", "base", "base", "base", "base", "base"]).with_code(2);
    match_of(&["base", "base", "base", "base", "base", "--games", "0"]).with_code(2);
    let client = ["client", "--port", "1", "--player", "base", "--reaching", "0", "--json"];
    assert_eq!(daihinmin(data.path(), &client).with_code(3).json()["kind"], "network");
    let no_record = data.path().join("none").display().to_string();
    daihinmin(data.path(), &["check", &no_record]).with_code(3);
    std::fs::write(&no_record, "shuban daihinmin record 1\n").unwrap();
    daihinmin(data.path(), &["check", &no_record]).with_code(1);
    // Options of clients, without a client.
    for option in [["--turn", "3"], ["--budget", "9"], ["--joining", "5"], ["--host", "localhost"]]
    {
        let line = [&["match", "base", "base", "base", "base", "base"][..], &option].concat();
        let ran = daihinmin(data.path(), &line).with_code(2);
        assert!(ran.err.contains("--client <PORT>"), "{}", ran.err);
    }
}

fn program(arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn five_processes_play_a_match_over_loopback() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().display().to_string();
    let mut server =
        program(&["serve", "--port", "0", "--games", "4", "--records", &records, "--json"]);
    let mut remarks = BufReader::new(server.stderr.take().unwrap());
    let mut line = String::new();
    remarks.read_line(&mut line).unwrap();
    let port = line.trim().rsplit(':').next().unwrap().to_owned();
    let rest = std::thread::spawn(move || {
        let mut text = String::new();
        remarks.read_to_string(&mut text).map(|_| text)
    });
    let clients: Vec<Child> = ["endgame", "base", "default", "random", "base"]
        .into_iter()
        .map(|player| {
            program(&[
                "client", "--port", &port, "--player", player, "--cards", "6", "--json", "--quiet",
            ])
        })
        .collect();
    let mut numbers: Vec<u64> = clients
        .into_iter()
        .map(|client| {
            let output = client.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let json: Json = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(json["games"], 4);
            json["number"].as_u64().unwrap()
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    let output = server.wait_with_output().unwrap();
    let remarks = rest.join().unwrap().unwrap();
    assert!(output.status.success(), "{remarks}");
    let json: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["games"], 4);
    assert_eq!(json["stayed"], serde_json::json!([true, true, true, true, true]));
    let record = json["record"].as_str().unwrap();
    let checked = daihinmin(folder.path(), &["check", record, "--json"]).with_code(0).json();
    assert_eq!(checked["records"][0]["games"], 4);
}

/// Runs a server until its end, with this number of clients that come to the port that it prints;
/// returns its answer.
fn with_clients(server: &[&str], client: &[&str], clients: usize) -> Json {
    let mut server = program(server);
    let mut remarks = BufReader::new(server.stderr.take().unwrap());
    let mut line = String::new();
    remarks.read_line(&mut line).unwrap();
    let port = line.trim().rsplit(':').next().unwrap().to_owned();
    let client = [&["client", "--port", &port, "--quiet"], client].concat();
    let clients: Vec<Child> = (0..clients).map(|_| program(&client)).collect();
    let mut rest = String::new();
    remarks.read_to_string(&mut rest).unwrap();
    for client in clients {
        assert!(client.wait_with_output().unwrap().status.success());
    }
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{rest}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn players_by_name_and_clients_play_a_match() {
    let data = tempfile::tempdir().unwrap();
    let few = ["match", "base", "default", "base", "--games", "30", "--seed", "4", "--json"];
    let server = [&few[..], &["--client", "0", "--client", "0"]].concat();
    let json = with_clients(&server, &["--player", "base"], 2);
    assert_eq!(json["clients"][1]["number"], 4);
    let all = ["match", "base", "default", "base", "base", "base", "--games", "30", "--seed", "4"];
    let here = daihinmin(data.path(), &[&all[..], &["--json"]].concat()).with_code(0).json();
    assert_eq!(json["players"], here["players"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_is_told() {
    let elsewhere = tempfile::tempdir().unwrap();
    let to = elsewhere.path().join("weights.txt").display().to_string();
    let cases: [(&[&str], u64, &str); 4] = [
        // A step of these games takes minutes.
        (
            &["improve", "--to", &to, "--against", "champion", "--threads", "1"],
            30,
            "nothing was learnt",
        ),
        (
            &["match", "base", "base", "base", "base", "base", "--games", "10000000"],
            30,
            "the match was not played to its end",
        ),
        (&["serve", "--port", "0"], 0, "the server is closed"),
        (
            &["client", "--port", "1", "--player", "base", "--reaching", "100000"],
            0,
            "the client has left",
        ),
    ];
    for (arguments, ticks, words) in cases {
        let data = tempfile::tempdir().unwrap();
        let ran = interrupted(PROGRAM, data.path(), arguments, ticks, "-INT").with_code(3);
        assert!(word(&ran).contains(words), "{arguments:?}: {}", ran.err);
        assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "{arguments:?}");
    }
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    // A pipe without a writer is not waited for.
    let data = tempfile::tempdir().unwrap();
    let pipe = data.path().join("pipe.txt").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let ran = daihinmin(data.path(), &["check", &pipe]).with_code(2);
    assert!(ran.err.contains("not a regular file"), "{}", ran.err);
}

#[test]
fn a_tournament_is_told_as_a_table_and_as_json() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["tournament", "base", "default", "random", "--games", "300", "--seed", "2"];
    let ran = daihinmin(data.path(), &arguments).with_code(0);
    assert!(ran.out.starts_with("300 games at 21 tables, seed 2; ratings in Elo, default at 0"));
    let json = daihinmin(data.path(), &[&arguments[..], &["--json"]].concat()).with_code(0).json();
    assert_eq!((&json["anchor"], &json["tables"]), (&"default".into(), &21.into()));
    let worst = &json["players"][2];
    assert_eq!(worst["name"], "random");
    assert!(worst["rating"]["ci95"][1].as_f64().unwrap() < 0.0, "{json}");
    daihinmin(data.path(), &["tournament", "base"]).with_code(2);
    daihinmin(data.path(), &["tournament", "base", "bsae"]).with_code(2);
}

#[test]
fn a_tournament_takes_clients() {
    let data = tempfile::tempdir().unwrap();
    let few = ["tournament", "base", "default", "--games", "40", "--seed", "2", "--json"];
    let server = [&few[..], &["--client", "0"]].concat();
    let client = ["--player", "base", "--again", "--reaching", "0.3", "--name", "guest"];
    let json = with_clients(&server, &client, 2);
    let all = ["tournament", "base", "default", "base", "--games", "40", "--seed", "2", "--json"];
    let here = daihinmin(data.path(), &all).with_code(0).json();
    let points = |json: &Json, name: &str| {
        let players = json["players"].as_array().unwrap();
        players.iter().find(|player| player["name"] == name).unwrap()["points"].clone()
    };
    assert_eq!(points(&json, "guest"), points(&here, "base (2)"));
    assert_eq!(points(&json, "default"), points(&here, "default"));
    assert_eq!((&json["clients"][0]["left"], &json["cut_short"]), (&0.into(), &Json::Null));
    // Options of clients, without a client.
    let ran = daihinmin(data.path(), &[&all[..], &["--turn", "1"]].concat()).with_code(2);
    assert!(ran.err.contains("--client <PORT>"), "{}", ran.err);
}

#[test]
fn a_record_is_converted_both_ways() {
    let data = tempfile::tempdir().unwrap();
    let path = |name: &str| data.path().join(name).display().to_string();
    let (records, theirs) = (path("records"), path("theirs.dat"));
    let players = ["match", "base", "base", "base", "base", "base", "--games", "5"];
    daihinmin(data.path(), &[&players[..], &["--records", &records]].concat()).with_code(0);
    let ours = format!("{records}/table-0001.txt");
    let json = daihinmin(data.path(), &["convert", &ours, "--output", &theirs, "--json"]);
    let json = json.with_code(0).json();
    assert_eq!((&json["from"], &json["to"]), (&"ours".into(), &"contest".into()));
    assert_eq!((&json["games"], &json["file"]), (&5.into(), &(*theirs).into()));
    let ran = daihinmin(data.path(), &["convert", &theirs]).with_code(0);
    assert_eq!(ran.out, std::fs::read_to_string(&ours).unwrap());
    let ran = daihinmin(data.path(), &["convert", &theirs, "--to", "contest"]).with_code(0);
    assert_eq!(ran.out, std::fs::read_to_string(&theirs).unwrap());
    std::fs::write(&theirs, "player a b c d e\n/*\nseat 0 1 2 3 3\n*/\n").unwrap();
    let ran = daihinmin(data.path(), &["convert", &theirs]).with_code(2);
    assert!(ran.err.contains("line 3: `seat` should have five different numbers"), "{}", ran.err);
}
