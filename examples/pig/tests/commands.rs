//! Every command, on this game; and its values against a twin that computes them in another way.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use pig::endings::Endings;
use pig::game::{GOAL, Position};
use serde_json::Value as Json;
use shuban_core::{Interval, LayerId, ONE, PartId};

/// Runs the program.
fn pig(data: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pig"));
    command.arg("--data").arg(data).args(line.split(' ')).output().unwrap()
}

/// The one JSON document that a command prints.
fn json(data: &Path, line: &str) -> Json {
    let Output { status, stdout, stderr } = pig(data, &format!("{line} --json"));
    assert!(status.success(), "{line}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

#[test]
fn every_command_has_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let toured = json(data, "quickstart");
    assert_eq!((&toured["passed"], &toured["probes"][0]["over"]), (&true.into(), &Json::Null));
    assert_eq!(json(data, "list")["families"][0]["layers"][1]["built"], true);
    assert_eq!(json(data, "build pig/10 --rebuild")["positions"], 550);
    assert_eq!(json(data, "verify pig/10")["passed"], true);
    assert_eq!(json(data, "info pig/20")["positions"], 3_650);
    assert_eq!(json(data, "show pig")["rolls"].as_array().map(Vec::len), Some(6));
    assert_eq!(json(data, "perft pig --plies 1")["plies"][0]["sequences"], 11);

    let probed = json(data, "probe pig 80+14|95");
    let bounds = |answer: &Json| ["lower", "upper"].map(|bound| answer[bound].as_f64().unwrap());
    let [lower, upper] = bounds(&probed);
    assert!(lower <= upper && upper - lower < 1e-5);
    // With 18 points at stake of the 20 that win, and an opponent who needs 5.
    assert_eq!(probed["rolls"][3]["best"], "roll");
    assert_eq!(json(data, "probe pig 40|100")["over"]["winner"], 1);
    // Search finds no less from the tables below, and true bounds where there are none.
    let [solved_lower, solved_upper] = bounds(&json(data, "solve pig 80+14|95"));
    assert!(lower <= solved_lower && solved_upper <= upper);
    let [lower, upper] = bounds(&json(data, "solve pig 75+3|85 --nodes 20000"));
    assert!(-1.0 < lower && lower < upper && upper < 1.0);

    let matched = json(data, "match pig perfect random --games 20 --position 90|90");
    let perfect = &matched["pairings"][0]["players"][0];
    assert_eq!((&perfect["moves"]["random"], &perfect["moves"]["search"]), (&0.into(), &0.into()));

    let picture = data.join("start.svg");
    json(data, &format!("draw pig 0|0 --to {}", picture.display()));
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
    for (line, reason) in [
        ("show chess", "there is no game `chess`"),
        ("show pig 75+8|x", "at character 6 of `75+8|x`"),
        // The flags and commands of one family are an extension, which this program does not take.
        ("probe pig 0|0 --crawford", "unexpected argument '--crawford'"),
        ("analyse match.mat --met met.xml", "unexpected argument '--met'"),
    ] {
        let refused = pig(data, line);
        assert_eq!(refused.status.code(), Some(2));
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn a_move_that_is_spelled_as_a_word_is_a_move() {
    let folder = tempfile::tempdir().unwrap();
    json(folder.path(), "build pig/20");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pig"));
    command.args("play pig --position 80|80 --json --data".split(' ')).arg(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"roll 4\nroll\nhint\nroll 6\nhold\n").unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let events: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let moves: Vec<&Json> = events.iter().filter(|event| event["event"] == "move").collect();
    assert_eq!((&moves[0]["move"], &moves[0]["after"]), (&"roll".into(), &"80+4|80".into()));
    assert_eq!((&moves[1]["move"], &moves[1]["after"]), (&"hold".into(), &"80|90".into()));
    // The other one looks its moves up.
    assert_eq!((&moves[2]["seat"], &moves[2]["basis"]), (&1.into(), &"table".into()));
}

/// The chance of winning with a roll, by needs and stake. The twin iterates the chances **before
/// the mover chooses** to roll or to hold, as Neller and Presser do ("Optimal Play of the Dice Game
/// Pig", The UMAP Journal 25, 2004).
fn twin(most: usize) -> impl Fn(usize, usize, usize) -> f64 {
    let mut chances = vec![vec![vec![0.5; most]; most + 1]; most + 1];
    let roll = |chances: &[Vec<Vec<f64>>], mover: usize, other: usize, stake: usize| {
        let on = |stake: usize| if stake >= mover { 1.0 } else { chances[mover][other][stake] };
        (1.0 - chances[other][mover][0] + (2..=6).map(|die| on(stake + die)).sum::<f64>()) / 6.0
    };
    loop {
        let mut change: f64 = 0.0;
        for (mover, other) in
            (1..=most).flat_map(|mover| (1..=most).map(move |other| (mover, other)))
        {
            for stake in 0..mover {
                let hold: f64 = 1.0 - chances[other][mover - stake][0];
                let best = hold.max(roll(&chances, mover, other, stake));
                change = change.max((chances[mover][other][stake] - best).abs());
                chances[mover][other][stake] = best;
            }
        }
        if change < 1e-13 {
            return move |mover, other, stake| roll(&chances, mover, other, stake);
        }
    }
}

#[test]
fn every_stored_interval_has_the_value_that_a_twin_finds() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("20.csv");
    json(folder.path(), "build pig/20");
    json(folder.path(), &format!("export pig/20 --to {}", csv.display()));
    let rows = std::fs::read_to_string(csv).unwrap();
    let bounds = |row: &str| -> Option<Interval> {
        let mut bounds = row
            .split(',')
            .rev()
            .map(|bound| (bound.parse::<f64>().unwrap() * f64::from(ONE)) as i32);
        Some(Interval { upper: bounds.next()?, lower: bounds.next()? })
    };
    let intervals: Vec<Interval> = rows.lines().skip(1).filter_map(bounds).collect();
    let stored = |_: PartId, rank: u64| intervals.get(rank as usize).copied();
    let chance = twin(20);
    let exact = |&Position { mover, other, stake, .. }: &Position| {
        let [mover, other, stake] = [GOAL - mover, GOAL - other, stake].map(usize::from);
        let units = (2.0 * chance(mover, other, stake) - 1.0) * f64::from(ONE);
        // The twin's own error is far below a unit.
        Interval { lower: (units + 0.01).floor() as i32, upper: (units - 0.01).ceil() as i32 }
    };
    shuban_conformance::brute_force_within(&Endings::default(), LayerId(1), stored, exact).unwrap();
}
