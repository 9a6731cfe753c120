//! Records of games.

use shuban_core::present::Transcribed;
use shuban_core::present::transcript::{StatedResult, Transcript};
use shuban_trax::{Lines, PlainTrax, Trax};

/// An archive: three games, of which one was given up, with comments and prose.
const ARCHIVE: &str = "####GAME 1:\r\nTrax\r\n  1 @0/  \r\n  2 A2+   ;A comment, and\r\n          ; A3/ B1+\r\n\
                       3 A3/\r\n\r\nA0/ was better: 13 moves more.\r\n\r\n\
                       ####GAME 2:\r\n8x8Trax\r\nWhite: Ann\r\nBlack: Ben\r\n  1 @0+  \r\n 2 Resign ;Why?\r\n\r\n\
                       ####GAME 3:\r\nLoop Trax\r\n  1 @0/\r\n";

fn read(text: &str) -> Option<Vec<Transcript>> {
    let games = PlainTrax::UNLIMITED.transcripts(text).unwrap();
    assert_eq!(Trax::new(8, Lines::Full).unwrap().transcripts(text).unwrap(), games);
    games
}

fn moves(game: &Transcript) -> Vec<&str> {
    game.moves.iter().map(|made| made.text.as_str()).collect()
}

#[test]
fn an_archive_is_read_with_names_of_games_and_players() {
    let games = read(ARCHIVE).unwrap();
    let names: Vec<_> = games.iter().map(|game| game.game.as_deref()).collect();
    assert_eq!(names, [Some("trax"), Some("trax/8"), Some("trax-loops")]);
    assert_eq!(moves(&games[0]), ["@0/", "A2+", "A3/"]);
    assert_eq!((games[1].line, &games[1].players[..]), (14, &["Ann".to_owned(), "Ben".into()][..]));
    assert_eq!((moves(&games[1]), games[1].result), (vec!["@0+"], Some(StatedResult::MoverGaveUp)));
    assert!(games.iter().all(|game| game.flaw.is_none()));
}

#[test]
fn a_game_a_line_is_read() {
    let games = read("@0+ @1+ @1+ @1+\n@0/ @1/ @1+ RESIGN\n@0/ @1/\nA0\\ DRAW\n").unwrap();
    let results: Vec<_> = games.iter().map(|game| game.result).collect();
    let (gave_up, draw) = (StatedResult::MoverGaveUp, StatedResult::Draw);
    assert_eq!(results, [None, Some(gave_up), Some(draw)]);
    assert_eq!(moves(&games[2]), ["@0/", "@1/", "A0\\"]);
    for text in ["", "hello", "A1/ was good", "(;GM[18];W[d1-d7/g7])"] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn an_archive_that_is_cut_is_read() {
    for (cut, _) in ARCHIVE.char_indices() {
        let _ = read(&ARCHIVE[..cut]);
    }
}
