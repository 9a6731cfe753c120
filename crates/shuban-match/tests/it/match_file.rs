//! Match files.

use proptest::prelude::*;
use shuban_core::Random;
use shuban_core::dice::{Roll, rolls};
use shuban_gammon::{MoveGenerator, Position, Variant, Won, format_move};
use shuban_match::match_file::{
    Act, Ending, GameRecord, GameResult, MatchEvent, MatchFileError, MatchFileProblem, MatchRecord,
    RuleError, read_mat, read_sgf, write_mat, write_sgf,
};

use crate::any_input::read_again;
use crate::{backgammon, variant};

/// A short match, as another program writes it: bar and off as numbers, a pass, hits without stars.
const MAT: &str = "\
; [Site \"here\"]
; [Variation \"HyperGammon (3)\"]

 3 point match

 Game 1
 Anna : 0                       Ben C. : 0
  1) 31: 22/18                   53: 22/17 23/20
  2) 64: 18/12 12/8              62: 25/19 24/22
  3) 65: 24/13                   11: 20/19 19/18(2) 22/21
";

/// Plays at random until the match is over, with doubles, drops and resignations.
pub(crate) fn random_match(variant: &Variant, length: u32, seed: u64) -> MatchRecord {
    let mut random = Random::new(seed);
    let mut below = move |n: usize| random.below(n as u64) as usize;
    let mut record = MatchRecord {
        variant: variant.clone(),
        players: ["Anna".to_owned(), "B. [en] \\ 7".to_owned()],
        length,
        has_cube: true,
        crawford: length > 0,
        jacoby: length == 0 && seed.is_multiple_of(2),
        games: Vec::new(),
        left_out: Vec::new(),
        warnings: Vec::new(),
    };
    let mut score = [0, 0];
    let mut was_near = false;
    while record.games.len() < 4 && (length == 0 || score.iter().all(|&points| points < length)) {
        let near = score.iter().filter(|&&points| points + 1 == length).count();
        let is_crawford = near == 1 && !was_near && !record.games.is_empty();
        was_near |= near > 0;
        let (mut cube, mut owner) = (1, None);
        let mut events = Vec::new();
        let mut seat = below(2);
        let mut position = Position::new(variant.start(), variant.start());
        let result = loop {
            if !events.is_empty() && below(60) == 0 {
                let won = [Won::Single, Won::Gammon, Won::Backgammon][below(3)];
                let points = cube * u32::from(won.times());
                break GameResult { winner: seat, points, ending: Ending::Resigned(won) };
            }
            let may_double = !is_crawford && owner != Some(1 - seat) && cube < 64;
            if !events.is_empty() && may_double && below(15) == 0 {
                events.push(MatchEvent { seat, act: Act::Double });
                if below(4) == 0 {
                    events.push(MatchEvent { seat: 1 - seat, act: Act::Drop });
                    break GameResult { winner: seat, points: cube, ending: Ending::Dropped };
                }
                events.push(MatchEvent { seat: 1 - seat, act: Act::Take });
                (cube, owner) = (2 * cube, Some(1 - seat));
            }
            let all = rolls(variant.faces());
            let roll = loop {
                let (roll, _) = all[below(all.len())];
                if !events.is_empty() || !roll.is_double() {
                    break roll;
                }
            };
            let turn = Position { turn: seat as u8, ..position };
            let plays = MoveGenerator::new(variant, &turn).plays(roll);
            let (action, after) = plays[below(plays.len())];
            events.push(MatchEvent { seat, act: Act::Play(roll, action) });
            if let Some(won) = Won::of(variant, &after) {
                let is_single = record.jacoby && owner.is_none();
                let points = if is_single { 1 } else { cube * u32::from(won.times()) };
                break GameResult { winner: seat, points, ending: Ending::BorneOff(won) };
            }
            position = after;
            seat = 1 - seat;
        };
        let number = record.games.len() as u32 + 1;
        record.games.push(GameRecord { number, score, is_crawford, events, result });
        score[result.winner] += result.points;
    }
    record
}

const PLAYED: [&str; 5] = ["backgammon", "hypergammon", "half-gammon", "nackgammon", "mini-gammon"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn matches_are_read_as_they_were_written(which in 0..5usize, length in 0..8u32, seed: u64) {
        let variant = variant(PLAYED[which]);
        let mut record = random_match(&variant, length, seed);
        let text = write_sgf(&record).unwrap();
        let read = read_sgf(&text, None).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &record);
        let text = write_mat(&record);
        let read = read_mat(&text, None).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &record, "{}", text);
        record.players[0] = "x".to_owned();
        prop_assert_ne!(&read, &record);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused_or_is_the_games_before(cut in 0.0..1.0f64, seed: u64) {
        let record = random_match(&variant("hypergammon"), 5, seed);
        for text in [write_mat(&record), write_sgf(&record).unwrap()] {
            let at = (text.len() as f64 * cut) as usize;
            let read = match text.starts_with('(') {
                true => read_sgf(&text[..at], None),
                false => read_mat(&text[..at], None),
            };
            match read {
                Err(error) => prop_assert!(error.place.number() <= text[..at].lines().count().max(1) + 1),
                Ok(read) => prop_assert_eq!(&read.games[..], &record.games[..read.games.len()]),
            }
        }
    }

    #[test]
    fn a_changed_file_is_refused_or_reads_as_it_is_written(
        seed: u64, changes in prop::collection::vec((any::<prop::sample::Index>(), "[0-9a-z:;/*()\\[\\] \n-]"), 1..4),
    ) {
        let record = random_match(&variant("hypergammon"), 3, seed);
        for text in [write_mat(&record), write_sgf(&record).unwrap()] {
            let mut chars: Vec<char> = text.chars().collect();
            for (place, to) in &changes {
                let place = place.index(chars.len());
                chars[place] = to.chars().next().unwrap_or(' ');
            }
            let changed: String = chars.into_iter().collect();
            read_again(&changed);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(\\PC|[;\\[\\]()\n]|GM\\[6\\]|[0-9]{2}: | point match\n Game 1\n){0,30}") {
        let lines = text.lines().count() + 1;
        for read in [read_mat(&text, None), read_sgf(&text, None)] {
            if let Err(error) = read {
                prop_assert!(error.place.number() >= 1 && error.place.number() <= lines, "{}", error);
            }
        }
    }
}

#[test]
fn plays_are_read_in_the_spellings_of_other_programs() {
    let text = format!("{MAT}      Wins 1 point\n");
    let record = read_mat(&text, None).unwrap();
    assert_eq!(record.players, ["Anna", "Ben C."]);
    assert_eq!((record.length, record.variant.name(), record.games.len()), (3, "hypergammon", 1));
    let game = &record.games[0];
    let plays = game.events.iter().map(|event| match event.act {
        Act::Play(roll, action) => format!("{roll} {}", format_move(&record.variant, &action)),
        act => format!("{act:?}"),
    });
    assert_eq!(
        plays.collect::<Vec<_>>(),
        [
            "3-1 22/18",
            "5-3 23/20 22/17",
            "6-4 18/8*",
            "6-2 bar/19 24/22",
            "6-5 24/13",
            "1-1 22/21 20/18 19/18",
        ]
    );
    let ending = Ending::Resigned(Won::Single);
    assert_eq!(game.result, GameResult { winner: 0, points: 1, ending });
    // The same by its own texts, in both formats.
    assert_eq!(read_mat(&write_mat(&record), None).as_ref(), Ok(&record));
    assert_eq!(read_sgf(&write_sgf(&record).unwrap(), None), Ok(record));
}

#[test]
fn sgf_is_read_as_gnubg_writes_it() {
    // Openings that gnubg writes so: 24/20 13/8 of Black, 8/3(2) 6/1(2) of White.
    let text = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.06]MI[length:7][game:0][ws:0][bs:0]\
        PW[gnubg]PB[a \\] b]RU[Crawford]RE[W+2]\n;B[54aelq]A[0][aelq E ver 3 0.1]LU[0.0]\n\
        ;W[55fafahchc]\n;B[double]\n;W[take]\n;B[31xwts]\n;W[double]\n;B[drop])\n";
    let record = read_sgf(text, None);
    // Black's 31 is not legal so.
    let error = record.unwrap_err();
    assert!(
        error.place.number() == 6
            && matches!(error.problem, MatchFileProblem::Rule(RuleError::Play(_)))
    );
    let record = read_sgf(&text.replace("xwts", "lope"), None);
    assert_eq!(record.unwrap_err().place.number(), 6);
    let text = text.replace("31xwts", "21ybst").replace("RE[W+2]", "RE[W+2R]");
    let record = read_sgf(&text, None).unwrap();
    assert_eq!(record.players, ["gnubg", "a ] b"]);
    assert_eq!(
        record.games[0].result,
        GameResult { winner: 0, points: 2, ending: Ending::Dropped }
    );
    let Act::Play(roll, action) = record.games[0].events[1].act else { panic!() };
    assert_eq!((roll, &*format_move(&backgammon(), &action)), (Roll::new(5, 5), "8/3(2) 6/1*(2)"));
    insta::assert_snapshot!("match-mat", write_mat(&record));
    insta::assert_snapshot!("match-sgf", write_sgf(&record).unwrap());
}

/// The error of a `.mat` text, or of the game that is left out, as its line and its message.
fn refused(text: &str) -> (usize, String) {
    let error = read_mat(text, None).map_or_else(Some, |mut record| {
        record.warnings.pop().or(record.left_out.pop().map(|game| game.error))
    });
    let MatchFileError { place, problem } = error.expect("something is wrong");
    (place.number(), problem.to_string())
}

#[test]
fn what_is_against_the_rules_is_refused_with_the_line() {
    let cases: [(&str, usize, &str); 24] = [
        ("", 10, "the file ends before the game does"),
        ("      Wins 7 points\n", 11, "1, 2 or 3"),
        ("      Wins 1 point and the match\n", 11, "the match is not over at [1, 0]"),
        ("      Wins points\n", 11, "how many points"),
        ("  4) Takes\n", 11, "no double is offered"),
        ("  4)                             31: 24/20\n", 11, "turn of the other player"),
        ("  3) 31: 24/20\n", 11, "line 3) after line 3)"),
        ("  4) 71: 24/20\n", 11, "dice of 1 to 6"),
        ("  4) 31: 24/20\n", 11, "not a legal play"),
        ("  4) 31: (No move)\n", 11, "there is a play of 3-1"),
        ("  4) 31 12/8\n", 11, "found `31`"),
        ("  4)\n", 11, "the file ends before the game does"),
        ("  4) Doubles => 3\n", 11, "turned to 2, not to 3"),
        ("  4) Doubles => 2   Beavers => 4\n", 11, "a beaver is not read here"),
        ("  4) Doubles => 2   31: 24/20\n", 11, "taken or dropped first"),
        ("  4) Doubles => 2   Drops\n      Wins 2 points\n", 12, "worth 1"),
        (
            "  4) Doubles => 2   Drops\n                        Wins 1 point\n",
            12,
            "other player won",
        ),
        ("  4) Doubles => 2   Drops\n  5) 31: 12/8\n", 12, "the game is over"),
        ("  4) Doubles => 2   Takes\n  5) Doubles => 4\n", 12, "doubled already"),
        ("  4) Doubles => 2   Takes\n      Wins 1 point\n", 12, "2, 4 or 6"),
        ("      Wins 1 point  31: 12/8\n", 11, "something follows"),
        ("      Wins 1 point\n Game 3\n Anna : 1    Ben C. : 0\n", 13, "game 2 is missing"),
        ("      Wins 1 point\n Game 2\n Anna : 0    Ben C. : 0\n", 13, "the score is [0, 0]"),
        ("      Wins 1 point\n Game 2\n Anna : 1    Bob : 0\n", 13, "`Bob` plays here"),
    ];
    for (more, line, reason) in cases {
        let (at, message) = refused(&format!("{MAT}{more}"));
        assert!(at == line && message.contains(reason), "{more}: line {at}: {message}");
    }
    let doubled_first = MAT.replace("31: 22/18                   53: 22/17 23/20", "Doubles => 2");
    assert!(refused(&doubled_first).1.contains("the opening roll comes first"));
    assert!(
        refused(&MAT.replace("31: 22/18", "33: 22/16")).1.contains("opening roll is not a double")
    );
    assert!(
        refused(&MAT.replace("HyperGammon (3)", "HyperGammon (4)")).1.contains("no game `Hyper")
    );
    assert!(refused(&MAT.replace(" 3 point", " x point")).1.contains("not the length"));
    assert!(
        refused(&MAT.replace(" 3 point match", " Game 1")).1.contains("expected a line such as")
    );
    assert!(refused(&MAT.replace("Anna : 0", "Anna")).1.contains("the players and the score"));
    assert_eq!(refused("").0, 1);
    // No number follows the largest one.
    let last = MAT.replace(" Game 1\n", " Game 4294967295\n");
    assert_ne!(last, MAT);
    let (line, message) = refused(&format!("{last}      Wins 1 point\n Game 1\n A : 1  B : 0\n"));
    assert_eq!((line, &*message), (13, "game 1 after game 4294967295"));
    let error = read_mat(MAT, Some(&backgammon())).unwrap_err();
    assert!(error.problem.to_string().contains("the file is of hypergammon, not of backgammon"));
}

#[test]
fn the_crawford_game_has_no_cube_and_the_match_ends() {
    let won = "      Wins 2 points\n\n";
    let second =
        " Game 2\n Anna : 2      Ben C. : 0\n  1) 31: 22/18                   53: 22/17 23/20\n";
    let doubled = format!("{MAT}{won}{second}  2) Doubles => 2   Drops\n      Wins 1 point\n");
    let reason =
        "no double here: it is the Crawford game, unless the match was played without that rule";
    assert_eq!(refused(&doubled), (16, reason.to_owned()));
    let off = doubled.replace("; [Site \"here\"]", "; [Crawford \"Off\"]");
    let record = read_mat(&off, None).unwrap();
    assert!(!record.crawford && !record.games[1].is_crawford);
    assert_eq!(read_mat(&write_mat(&record), None), Ok(record));
    // A win may be cut to what was needed; then the match is over.
    let ended = format!("{MAT}{won}{second}      Wins 1 point and the match\n");
    assert!(read_mat(&ended, None).unwrap().games[1].is_crawford);
    let more = format!("{ended} Game 3\n Anna : 3      Ben C. : 0\n");
    assert!(refused(&more).1.contains("the match was over"));
}

#[test]
fn sgf_that_is_no_match_is_refused_with_the_line() {
    let refused = |text: &str| read_sgf(text, None).unwrap_err();
    for (text, line, reason) in [
        ("(;GM[1]\n)", 1, "GM[1] is another game"),
        ("(;FF[4]\n)", 1, "no GM[6]"),
        ("(;GM[6]\n;B[31qtst]\n)", 2, "the file ends before"),
        ("(;GM[6]\n;B[31qtst", 2, "the file ends before"),
        ("(;GM[6]\n;B[3xqtst])", 2, "neither dice"),
        ("(;GM[6]\n;B[31qts])", 2, "neither dice"),
        ("(;GM[6]\n;B[31l?lm])", 2, "neither dice"),
        ("(;GM[6]\n;B[71qtst])", 2, "dice of 1 to 6"),
        ("(;GM[6]\n;AE[a:y]\n)", 2, "a position set up"),
        ("(;GM[6]RU[Hypergammon4])", 1, "no game `Hypergammon4`"),
        ("(;GM[6]RE[X+2])", 1, "neither W nor B"),
        ("(;GM[6]RE[W+])", 1, "how many points"),
        ("(;GM[6]MI[length:x])", 1, "has no number"),
        ("(;GM[6]CV[2])", 1, "an automatic double"),
        ("(;GM[6]MI[length:1][ws:1][bs:0])", 1, "the match was over"),
        ("(;GM[6]RE[W+9];W[31hefe])", 1, "1, 2 or 3"),
    ] {
        let error = refused(text);
        assert!(
            error.place.number() == line && error.to_string().contains(reason),
            "{text}: {error}"
        );
    }
    let wide = Variant::new("wide", 30, 6, 6, &[(6, 2)]).unwrap();
    let error = read_sgf("(;GM[6])", Some(&wide)).unwrap_err();
    assert!(error.to_string().contains("30 points in SGF is not read here"), "{error}");
    let record = MatchRecord { variant: wide, ..random_match(&backgammon(), 1, 1) };
    assert_eq!(write_sgf(&record), None);
}

#[test]
fn messages_are_short_whatever_the_file_says() {
    let long = "x".repeat(1 << 20);
    let digits = "9".repeat(1 << 20);
    for text in [
        MAT.replace(" 3 point", &format!(" {long} point")),
        MAT.replace("HyperGammon (3)", &long),
        format!("{MAT}  4) {long}\n"),
        format!("{MAT}  {digits}) 31: 12/8\n"),
        format!("{MAT}  4) 31: {long}\n"),
    ] {
        let (_, message) = refused(&text);
        assert!(message.len() < 500, "{message:.600}");
    }
    for text in [
        format!("(;GM[{long}])"),
        format!("(;GM[6]RU[{long}])"),
        format!("(;GM[6]MI[length:{long}])"),
        format!("(;GM[6]RE[{long}+1])"),
        format!("(;GM[6]RE[W+{digits}])"),
        format!("(;GM[6];W[{long}])"),
        format!("(;GM[6]{long})"),
    ] {
        let message = read_sgf(&text, None).unwrap_err().to_string();
        assert!(message.len() < 500, "{message:.600}");
    }
}

#[test]
fn names_mislead_nobody() {
    let text = format!("{MAT}      Wins 1 point\n");
    let read = read_mat(&text.replace("Anna", "An\u{202e}na\u{200b}"), None).unwrap();
    assert_eq!(read.players[0], "Anna");
    // A semicolon in front would begin a remark.
    let read = read_mat(&text.replace("Anna", "\u{0};; Anna"), None).unwrap();
    assert_eq!(read.players[0], "Anna");
    assert_eq!(read_mat(&write_mat(&read), None).as_ref(), Ok(&read));
    // Nor those of a record that was made by hand.
    let players = ["An\u{202e}na: 3\n".to_owned(), "Ben\t] \u{2066}C.".to_owned()];
    let record = MatchRecord { players, ..read };
    let clean =
        MatchRecord { players: ["Anna- 3", "Ben ] C."].map(str::to_owned), ..record.clone() };
    assert_eq!(read_mat(&write_mat(&record), None).as_ref(), Ok(&clean));
    assert_eq!(read_sgf(&write_sgf(&record).unwrap(), None), Ok(clean));
}
