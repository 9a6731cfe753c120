//! Files of eXtreme Gammon, written here as its author publishes the format. A fuzz target uses it, too.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use shuban_core::checkers::Checkers;
use shuban_gammon::{Position, Variant, after_move};
use shuban_match::match_file::{Act, Ending, MatchRecord};

pub(crate) const RECORD: usize = 2560;

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
pub(crate) fn records(of: &MatchRecord) -> Vec<u8> {
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
pub(crate) fn file(records: &[u8]) -> Vec<u8> {
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
