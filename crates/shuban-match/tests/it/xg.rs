//! Files of eXtreme Gammon, written here as its author publishes the format.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;
use shuban_core::checkers::Checkers;
use shuban_gammon::{Position, Variant, after_move};
use shuban_match::match_file::{Act, Ending, MatchRecord, Place, ReadOptions, read_file};

use crate::match_file::random_match;
use crate::{backgammon, variant};

const RECORD: usize = 2560;

/// A record of a kind, with numbers at places.
fn record(kind: u8, numbers: &[(usize, i32)]) -> Vec<u8> {
    let mut bytes = vec![0; RECORD];
    bytes[8] = kind;
    for (at, number) in numbers {
        bytes[*at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// The board as the side sees it that has `own`: positive numbers are its checkers.
fn board([own, other]: [Checkers; 2]) -> [u8; 26] {
    let mut board = [0i8; 26];
    own.iter().for_each(|(place, count)| board[place] += count as i8);
    other.iter().for_each(|(place, count)| board[25 - place] -= count as i8);
    board.map(|count| count.to_le_bytes()[0])
}

fn number(variant: &Variant) -> i32 {
    let names = ["backgammon", "nackgammon", "hypergammon"];
    names.iter().position(|name| *name == variant.name()).unwrap() as i32
}

/// The records of a match.
fn records(of: &MatchRecord) -> Vec<u8> {
    let sign = |seat: usize| if seat == 0 { 1 } else { -1 };
    let length = if of.length == 0 { 99_999 } else { of.length as i32 };
    let mut head = record(0, &[(92, length), (96, number(&of.variant)), (556, 0x494c_4d44)]);
    (head[100], head[101]) = (of.crawford.into(), of.jacoby.into());
    for (at, name) in [880, 1138].into_iter().zip(&of.players) {
        let units = name.encode_utf16().flat_map(u16::to_le_bytes);
        units.zip(&mut head[at..]).for_each(|(byte, place)| *place = byte);
    }
    let start = Position::new(of.variant.start(), of.variant.start());
    let mut all = head;
    for game in &of.games {
        let [one, other] = game.score.map(|points| points as i32);
        let mut head = record(1, &[(12, one), (16, other), (48, game.number as i32)]);
        head[20] = game.is_crawford.into();
        head[21..47].copy_from_slice(&board([start.mover, start.opponent]));
        all.extend(head);
        let mut position = start;
        for (place, event) in game.events.iter().enumerate() {
            let seat = event.seat;
            match event.act {
                Act::Play(roll, action) => {
                    // A decision not to double comes before each play.
                    all.extend(record(2, &[(12, sign(seat)), (20, -1)]));
                    position = Position { turn: seat as u8, ..position };
                    position = after_move(&of.variant, &position, &action);
                    let (high, low) = (roll.high().into(), roll.low().into());
                    let dice = [(64, sign(seat)), (100, high), (104, low)];
                    let mut play = record(3, &dice);
                    play[35..61].copy_from_slice(&board([position.opponent, position.mover]));
                    play[2308] = 1;
                    all.extend(play);
                }
                Act::Double => {
                    let taken =
                        game.events.get(place + 1).is_some_and(|next| next.act == Act::Take);
                    let numbers = [(12, sign(seat)), (16, 1), (20, taken.into())];
                    all.extend(record(2, &numbers));
                }
                Act::Take | Act::Drop | Act::Roll(_) => {}
            }
        }
        let ending = match game.result.ending {
            Ending::Dropped => 0,
            Ending::BorneOff(won) => i32::from(won.times()),
            Ending::Resigned(won) => 100 + i32::from(won.times()),
            Ending::Forfeited => 100,
        };
        let (winner, points) = (sign(game.result.winner), game.result.points as i32);
        all.extend(record(4, &[(24, winner), (28, points), (32, ending)]));
    }
    all.extend(record(5, &[]));
    all
}

/// A file with a picture, the match, and another packed file behind it.
fn file(records: &[u8]) -> Vec<u8> {
    let mut file = vec![0; 8232];
    let picture = [1, 2, 3];
    file[..4].copy_from_slice(b"RGMH");
    file[8..12].copy_from_slice(&8232u32.to_le_bytes());
    file[20..24].copy_from_slice(&(picture.len() as u32).to_le_bytes());
    file.extend(picture);
    for content in [records, b"more"] {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(content).unwrap();
        file.extend(packed.finish().unwrap());
    }
    file
}

fn read(file: &[u8]) -> Result<Vec<MatchRecord>, (Place, String)> {
    let read = read_file(file, &ReadOptions::default());
    read.map_err(|error| (error.place, error.problem.to_string()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn matches_are_read_as_they_were_written(which in 0..3usize, length in 0..8u32, seed: u64) {
        let variant = variant(["backgammon", "nackgammon", "hypergammon"][which]);
        let mut played = random_match(&variant, length, seed);
        played.players[1] = "Žaneta".to_owned();
        prop_assert_eq!(read(&file(&records(&played))), Ok(vec![played]));
    }

    #[test]
    fn whatever_a_record_says_is_read_or_refused(
        seed in 0..20u64,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..120usize, any::<u8>()), 1..4),
    ) {
        let played = random_match(&backgammon(), 3, seed);
        let mut bytes = records(&played);
        let count = bytes.len() / RECORD;
        for (of, at, byte) in changes {
            bytes[of.index(count) * RECORD + at] = byte;
        }
        for part in [&bytes[..], &bytes[RECORD..], &bytes[..bytes.len() - 3 * RECORD]] {
            if let Err((place, reason)) = read(&file(part)) {
                prop_assert!((1..=count).contains(&place.number()) && !reason.is_empty());
            }
        }
    }

    #[test]
    fn damaged_files_are_refused(seed in 0..4u64, at in any::<prop::sample::Index>()) {
        let whole = file(&records(&random_match(&backgammon(), 1, seed)));
        let cut = at.index(whole.len());
        let _ = read(&whole[..cut]);
        let mut changed = whole.clone();
        changed[cut] ^= 0x55;
        let _ = read(&changed);
    }
}

#[test]
fn a_refusal_names_the_record_and_games_that_fit_stay() {
    let played = random_match(&backgammon(), 7, 5);
    assert!(played.games.len() > 1 && matches!(played.games[0].events[1].act, Act::Play(..)));
    let whole = records(&played);
    let changed = |of: usize, at: usize, number: i32| {
        let mut bytes = whole.clone();
        bytes[of * RECORD + at..][..4].copy_from_slice(&number.to_le_bytes());
        let mut read = read(&file(&bytes)).unwrap();
        let left_out = read[0].left_out.remove(0);
        assert_eq!((left_out.number, read[0].games.len()), (1, played.games.len() - 1));
        left_out.error.to_string()
    };
    // The match, the game, two decisions, and plays.
    assert!(changed(3, 100, 7).starts_with("record 4: dice of 1 to 6"));
    assert!(changed(3, 64, 2).starts_with("record 4: 2 is neither of the players"));
    assert!(
        changed(3, 35 + 13, 16).starts_with("record 4: a position that the game does not have")
    );
    let first: i32 = if played.games[0].events[0].seat == 0 { 1 } else { -1 };
    let reason = changed(5, 64, first);
    assert_eq!(reason, "record 6: it is the turn of the other player");
    let reason = changed(3, 35 + 22, 0x0101);
    assert!(reason.starts_with("record 4: no legal play of "), "{reason}");
    assert!(changed(1, 21 + 20, 1).starts_with("record 2: a game from another position"));
    assert!(changed(1, 64, 1).starts_with("record 2: an automatic double"));
    let with_limit = |limit: u8| {
        let mut bytes = whole.clone();
        (bytes[552], bytes[612]) = (30, limit);
        read(&file(&bytes)).map(|read| read[0].has_cube)
    };
    assert_eq!(with_limit(6), Ok(true));
    assert_ne!(with_limit(0), Ok(true));
    let mut other = whole.clone();
    other[96] = 3;
    let refused = read(&file(&other)).unwrap_err();
    assert_eq!(refused, (Place::Record(1), "there is no game `longgammon` here".to_owned()));
    assert!(read(b"RGMH").unwrap_err().1.contains("ends within its header"));
    assert!(read(&file(b"")).unwrap_err().1.contains("there is no game"));
    assert!(read(&file(&whole[RECORD..])).unwrap_err().1.contains("does not begin with a match"));
}
