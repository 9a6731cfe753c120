//! Records of games.

use shuban_amazons::{Amazons, Boards};
use shuban_core::present::Transcribed;
use shuban_core::present::transcript::{StatedResult, Transcript};

/// A game as Little Golem writes it.
const SGF: &str = "(;FF[4]EV[a game]PB[Ben]PW[Ann]SZ[10]SO[http://www.littlegolem.com]\n\
                   ;W[d1-d7/g7];B[g10-g8/d8];W[d7-d2/d7];B[resign])";

/// The same moves, as programs and people write them.
const LISTS: [&str; 5] = [
    "White: Ann\nBlack: Ben\n1. d1-d7/g7 g10-g8/d8\n2. d7-d2/d7 resigns",
    "White: Ann\nBlack: Ben\n1 d1-d7(g7)\n2 g10-g8(d8) ; why?\n3 d7-d2(d7)\n4 Resign",
    "player 2: Ben\nplayer 1: Ann\nd1d7,d7g7 g10g8,g8d8 d7d2,d2d7 RESIGN",
    "White: Ann\nBlack: Ben\n1 D1-D7xG7 G10-G8xD8 2 d7-d2xd7 resigns",
    "Amazons\nWhite: Ann\nBlack: Ben\n1.D1-D7/G7 2.G10-G8/D8 3.D7-D2/D7\nresigned",
];

fn read(text: &str) -> Option<Vec<Transcript>> {
    Amazons.transcripts(text).unwrap()
}

#[test]
fn games_are_read_from_sgf_and_from_lists() {
    for text in [SGF].into_iter().chain(LISTS) {
        let games = read(text).unwrap();
        let [game] = &games[..] else { panic!("{text}: {games:?}") };
        assert_eq!(
            (game.moves.len(), &game.players[..]),
            (3, &["Ben".to_owned(), "Ann".into()][..])
        );
        let result = if text == SGF { StatedResult::GivenUp(0) } else { StatedResult::MoverGaveUp };
        assert_eq!((game.result, &game.flaw), (Some(result), &None), "{text}");
    }
    let game = &read(SGF).unwrap()[0];
    assert_eq!((game.moves[1].line, game.moves[1].seat), (2, Some(0)));
    let two = read(&format!("{SGF}\n(;GM[18]RE[B+];W[a4-a3/a4])")).unwrap();
    assert_eq!((two.len(), two[1].line, two[1].result), (2, 3, Some(StatedResult::Won(0))));
}

#[test]
fn other_texts_are_no_records_of_amazons() {
    for text in [
        "",
        "hello",
        "(;GM[6];W[31hefe])",
        "(;GM[1];W[dd])",
        "(;W[dd])",
        "(;FF[4]PW[Ann])",
        "(;W[d1-d7/g7]",
        "1 @0/ 2 B1+",
        " 1 point match\n\n Game 1\n Anna : 0   Ben : 0\n  1) 31: 8/5 6/5   65: 24/18 18/13\n",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert!(Amazons.transcripts("(;GM[18];W[d1-d7/g7]").is_err());
    let flaw = |text: &str| read(text).unwrap()[0].flaw.clone().unwrap().1;
    assert_eq!(flaw("(;GM[18]SZ[11];W[a1-a2/a1])"), "SZ[11]: no start on that size is known");
    for list in ["1 d1-d7/g7 2 g10-g8 3 a4-a5/a6", "d1-d7/g7\ng10-g8\ng10-g9/d9"] {
        assert_eq!(flaw(list), "`g10-g8` is not written as a move");
    }
    assert!(flaw("(;GM[18]AB[a1];W[a1-a2/a1])").contains("is not read here"));
    assert!(flaw("(;GM[18]PL[B];W[a1-a2/a1])").contains("is not read here"));
    assert_eq!(read("(;GM[18]PL[W];W[a4-a3/a4])").unwrap()[0].flaw, None);
    let reason = flaw("(;GM[18]RE[B+R];W[a4-a3/a4];B[resign])");
    assert_eq!(reason, "RE says that black has won, and black resigns");
    let won = |text: &str| read(text).unwrap()[0].result;
    assert_eq!(won("1. a4-a3/a4 1-0"), Some(StatedResult::Won(1)));
    assert_eq!(won("1. a4-a3/a4 0-1"), Some(StatedResult::Won(0)));
}

#[test]
fn a_record_on_a_board_with_a_name_has_its_seats() {
    let eight = Boards::new(8, 8).unwrap();
    let sgf = "(;GM[18]SZ[8]PB[Ben]PW[Ann];W[c1-c6/d5];B[a6-a5/b5]RE[W+])";
    let list = "Amazons/8x8\nWhite: Ann\nBlack: Ben\n1 C1-C6xD5 2 a6-a5/b5 1-0";
    for text in [sgf, list] {
        let games = read(text).unwrap();
        assert_eq!(eight.transcripts(text).unwrap().as_ref(), Some(&games), "{text}");
        let game = &games[0];
        assert_eq!(game.game.as_deref(), Some("amazons/8x8"));
        assert_eq!((&*game.players[0], game.moves.len()), ("Ann", 2));
        assert_eq!((game.result, &game.flaw), (Some(StatedResult::Won(0)), &None));
        assert!(game.moves[0].seat.is_none_or(|seat| seat == 0));
    }
    // A record that names no board is of the one that is asked.
    let own = |text| eight.transcripts(text).unwrap().unwrap().swap_remove(0);
    let game = own("White: Ann\n1 c1-c6/d5 1-0");
    assert_eq!((game.game.as_deref(), &*game.players[0]), (None, "Ann"));
    // The two on 10 by 10 differ in their seats alone.
    for size in ["[10]", "[10:10]"] {
        let sgf = format!("(;GM[18]SZ{size}PB[Ben]PW[Ann];W[d1-d7/g7])");
        let seated = |game: &Transcript| game.players.iter().position(|name| name == "Ann");
        for reader in [&Amazons as &dyn Transcribed, &eight] {
            let game = reader.transcripts(&sgf).unwrap().unwrap().swap_remove(0);
            assert_eq!((game.game.as_deref(), seated(&game)), (Some("amazons"), Some(1)));
        }
        let large = Boards::new(10, 10).unwrap().transcripts(&sgf).unwrap().unwrap();
        assert_eq!((large[0].game.as_deref(), seated(&large[0])), (Some("amazons/10x10"), Some(0)));
    }
    let unknown = read("amazons/9x9\nWhite: Ann\n1 d1-d7/g7").unwrap();
    assert_eq!(unknown[0].game.as_deref(), Some("amazons/9x9"), "it is refused by its name");
    let rectangular = read("(;GM[18]SZ[6:5];W[b1-b4/b3])").unwrap();
    assert_eq!(rectangular[0].game.as_deref(), Some("amazons/6x5"));
}

#[test]
fn a_record_that_is_cut_is_read_or_refused() {
    for text in [SGF].into_iter().chain(LISTS) {
        for (cut, _) in text.char_indices() {
            let games = Amazons.transcripts(&text[..cut]).ok().flatten();
            assert!(games.is_none_or(|games| games.len() == 1), "cut at {cut}: {text}");
        }
    }
}
