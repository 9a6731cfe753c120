//! The reproductions of the half-gammon page.

use std::path::Path;

use shuban_catalog::{ReproduceOptions, Reproduced, Silent, Verdict, reproduction};

fn run(id: &str, folder: &Path) -> Reproduced {
    let options = ReproduceOptions { full: false, folder: folder.to_owned(), threads: 2, memory: 1 << 30 };
    reproduction(id).unwrap().run(&options, &Silent).unwrap()
}

fn verdicts(reproduced: &Reproduced) -> Vec<Verdict> {
    reproduced.rows.iter().map(|row| row.verdict).collect()
}

fn row<'r>(reproduced: &'r Reproduced, what: &str) -> &'r shuban_catalog::Row {
    reproduced.rows.iter().find(|row| row.what == what).unwrap_or_else(|| panic!("no row {what}"))
}

#[test]
fn bearing_off_agrees_but_for_what_is_explained() {
    use Verdict::{Agrees, NotReproducible, PrintWrong, Unprinted};
    let folder = tempfile::tempdir().unwrap();
    let found = run("half-gammon/bearoff", folder.path());
    assert!(found.passed);
    let mut expected = vec![Agrees, Agrees, NotReproducible];
    expected.extend([Agrees; 10]);
    expected.extend([PrintWrong, Agrees, Agrees, PrintWrong, Agrees, PrintWrong, Unprinted, Unprinted]);
    assert_eq!(verdicts(&found), expected);

    let most = row(&found, "G 0 0 8, expected rolls");
    assert_eq!(most.print, Some(5.356_76.into()));
    assert!((most.result.as_f64().unwrap() - 5.254_468_720_2).abs() < 1e-10);
    assert!(most.note.contains("5.3567641772"));
    let result = |what: &str| row(&found, what).result.clone();
    assert_eq!(result("equal pips, no empty point: at least as quick"), "142 of 328 pairs against it");
    assert_eq!(result("equal pips, fewer checkers: at least as quick"), "31 of 550 pairs against it");
    assert_eq!(result("fewer pips: quicker"), "705 of 12,686 pairs against it");
    let best = row(&found, "the fewest expected rolls: the best play");
    assert_eq!(best.result, "wrong in 2,071 of 92,988 choices");
    assert!(best.note.contains("1,1,1,2,2,2,3|1,1,1,2 with 1-1: 2/off 1/off(2)"), "{}", best.note);
    let cost = row(&found, "the most it costs, equity");
    assert_eq!((cost.result.as_f64(), cost.note.as_str()), (Some(14.0 / 81.0), "exactly 14/81"));

    let lines: Vec<(String, usize)> = (found.files.iter())
        .map(|file| {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(file).unwrap().lines().count() - 1)
        })
        .collect();
    let expected = [("no-gaps", 142), ("fewer-checkers", 31), ("fewer-pips", 705), ("fewest-rolls", 2_071)];
    assert_eq!(lines, expected.map(|(name, lines)| (format!("half-gammon-{name}.csv"), lines)));
    let pips = std::fs::read_to_string(folder.path().join("half-gammon-fewer-pips.csv")).unwrap();
    assert!(pips.lines().any(|line| line.starts_with("G 8 0 0,8,8,3.185") && line.contains(",G 0 0 3,9,3,")));
    let wrong = std::fs::read_to_string(folder.path().join("half-gammon-fewest-rolls.csv")).unwrap();
    assert!(wrong.lines().nth(1).unwrap().ends_with(",14/81"));
}

#[test]
fn races_agree_once_two_rows_are_exchanged() {
    use Verdict::{Agrees, PrintWrong, Unprinted};
    let folder = tempfile::tempdir().unwrap();
    let found = run("half-gammon/races", folder.path());
    assert!(found.passed && found.files.is_empty());
    let equities = [Agrees, Unprinted, PrintWrong, Unprinted, PrintWrong, Unprinted, Agrees, Unprinted];
    assert_eq!(verdicts(&found), [&equities[..], &[Agrees; 4]].concat());
    for (k, fraction, visited) in
        [(1, "5/9", 3), (2, "2453/6561", 42), (3, "215885/531441", 496), (4, "1188753737/3486784401", 1_615)]
    {
        assert_eq!(row(&found, &format!("k = {k}, equity as a fraction")).result, fraction);
        let row = row(&found, &format!("k = {k}, positions visited"));
        assert_eq!((&row.result, row.note.contains(" ms; ")), (&visited.into(), true));
    }
    assert_eq!(row(&found, "k = 2, equity").print, Some(0.406_226.into()));
    assert!(row(&found, "k = 2, equity").note.contains("k = 3"));
}
