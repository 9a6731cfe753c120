//! Match files of games between levels: read again, they are the games that were played.

use std::path::Path;

use proptest::prelude::*;
use shuban_core::Silent;
use shuban_gammon::format_move;
use shuban_match::match_file::{Act, Ending, MatchFiles, MatchRecord, ReadOptions, read_matches};
use shuban_play::record_form::RecordForm;
use shuban_play::{Level, MatchOptions, MatchReport, Pairing, Resources, play_match};

use crate::variant;

/// Plays a match, writes it and reads it again.
fn written(
    game: &str,
    players: &[Level],
    games: u32,
    seed: u64,
    plies: usize,
    ending: &str,
) -> (MatchReport, Vec<MatchRecord>) {
    let catalog = shuban_games::catalog();
    let game = catalog.game(game).unwrap();
    let options = MatchOptions {
        players: players.to_vec(),
        games,
        seed,
        plies,
        opening: true,
        is_recorded: true,
    };
    let resources = Resources::new(&catalog, Path::new("no such folder"));
    let report = play_match(&resources, game, &game.start(), &options, &Silent).unwrap();
    MatchFiles.check(&catalog, game, None).unwrap();
    let text = MatchFiles.write(game, &report, ending).unwrap();
    let read = read_matches(&text, &ReadOptions::default());
    (report, read.unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// Compares the games of two players with those that were read.
fn compare(game: &str, pairing: &Pairing, read: &MatchRecord) {
    let variant = variant(game);
    assert_eq!(read.variant, variant);
    assert_eq!((read.left_out.len(), read.warnings.len(), read.has_cube), (0, 0, false));
    let finished: Vec<_> = pairing.records.iter().filter(|record| record.is_over).collect();
    assert_eq!(read.games.len(), finished.len());
    let mut wins = [0; 2];
    for (game, record) in read.games.iter().zip(finished) {
        let events = game.events.iter().map(|event| {
            let Act::Play(roll, action) = event.act else { panic!("{event:?}") };
            (event.seat, roll.to_string(), format_move(&variant, &action))
        });
        let moves = record.moves.iter().map(|made| {
            (record.places[made.seat], made.chance.clone().unwrap(), made.action.clone())
        });
        assert_eq!(events.collect::<Vec<_>>(), moves.collect::<Vec<_>>());
        assert!(matches!(game.result.ending, Ending::BorneOff(_)));
        assert_eq!((game.result.points, game.score), (1, wins));
        wins[game.result.winner] += 1;
    }
    assert_eq!([0, 1].map(|place| u64::from(wins[place])), [0, 1].map(|p| pairing.players[p].wins));
    assert_eq!(read.players, [0, 1].map(|place| pairing.players[place].player.clone()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_was_played_is_read_again(
        seed in any::<u64>(),
        games in 1..6u32,
        game in prop::sample::select(vec!["hypergammon", "half-gammon", "backgammon", "nackgammon"]),
        ending in prop::sample::select(vec!["mat", "sgf"]),
    ) {
        let players = [Level::Random, Level::Casual];
        let (report, read) = written(game, &players, games, seed, 2_000, ending);
        prop_assert_eq!(read.len(), 1);
        compare(game, &report.pairings[0], &read[0]);
    }
}

#[test]
fn each_pair_of_players_has_its_match_and_unfinished_games_are_left_out() {
    let players = [Level::Random; 3];
    for ending in ["mat", "sgf"] {
        let (report, read) = written("hypergammon", &players, 30, 5, 40, ending);
        assert_eq!((report.pairings.len(), read.len()), (3, 3));
        assert!(report.pairings.iter().any(|pairing| pairing.no_result > 0));
        for (pairing, read) in report.pairings.iter().zip(&read) {
            compare("hypergammon", pairing, read);
        }
    }
}
