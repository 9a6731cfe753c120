//! Files of eXtreme Gammon.

use proptest::prelude::*;
use shuban_match::match_file::{Act, MatchRecord, Place, ReadOptions, read_file};

use crate::match_file::random_match;
use crate::xg_file::{RECORD, file, records};
use crate::{backgammon, variant};

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
