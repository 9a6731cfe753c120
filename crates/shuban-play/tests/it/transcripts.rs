//! Records of games: played through, and analysed.

use shuban_catalog::Catalog;
use shuban_core::Silent;
use shuban_play::report::{Analysis, page};
use shuban_play::{Decision, Judge, ReplayedGames, Resources};

/// Analyses all games of a text.
fn analyses(text: &str, game: Option<&str>) -> Vec<Analysis> {
    let catalog: Catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let resources = Resources::new(&catalog, data.path());
    let transcripts = catalog.transcripts(text, game).unwrap().unwrap();
    let all = ReplayedGames::replay(&catalog, &transcripts, &Silent).unwrap();
    let analysed = all.iter().map(|games| {
        let judge = Judge::new(&resources, &games.game.name()).unwrap().going_on();
        let analysis = games.analyse(&judge, &Silent).unwrap();
        assert!(page(&analysis, games.game).unwrap().ends_with("</html>\n"));
        analysis
    });
    analysed.collect()
}

fn only(text: &str, game: Option<&str>) -> Analysis {
    let mut all = analyses(text, game);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// Of a line that only states a result no reader says that it is a move.
#[test]
fn an_archive_is_of_the_game_that_it_names() {
    let catalog: Catalog = shuban_games::catalog();
    let text = "8x8Trax\n1 @0+\n2 Resign\n\nLoop Trax\n1 @0/\n";
    let games = catalog.transcripts(text, None).unwrap().unwrap();
    let names: Vec<&str> = games.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["trax/8", "trax-loops"]);
}

#[test]
fn an_ending_is_judged_by_search() {
    let text = "White: Ann\nBlack: Ben\nPosition: #X.#/.O../#..#/##.. b\n1 b4-c4/b4\n\n\
                Position: #X.#/.O../#..#/##.. b\n1 b4-c3/b2\n2 b3-b4/a3";
    let analysis = only(text, None);
    assert_eq!((&*analysis.game, &*analysis.players[0].name), ("amazons", "Ben"));
    let [first, second] = &analysis.games[..] else { panic!("{analysis:?}") };
    assert_eq!(first.moves[0].decision, Decision::Known);
    assert_eq!(first.moves[0].best.as_deref(), Some("b4-c3/b2"));
    assert_eq!((second.moves[0].decision, &second.moves[0].best), (Decision::Known, &None));
    assert_eq!((second.moves[1].seat, &*second.result), (1, "not finished"));
}

#[test]
fn a_game_that_breaks_the_rules_is_left_out_with_its_line() {
    let text = "1 @0/ 2 A0\\ 3 @1/\n1 @0/\n2 A1/\n1 @0/ 3 B1+\n1 @0/ 2 Resign";
    let analysis = only(text, Some("trax/4"));
    let results: Vec<&str> = analysis.games.iter().map(|game| &*game.result).collect();
    assert_eq!(results, ["white wins (loop)", "red gives up"]);
    let left_out: Vec<String> = analysis.left_out.iter().map(ToString::to_string).collect();
    assert!(
        left_out[0].starts_with("game 2 is left out: line 3: ")
            && left_out[0].contains("a tile already")
    );
    assert_eq!(left_out[1], "game 3 is left out: line 4: move 2 is expected, not 3");
}

#[test]
fn a_stated_result_is_held_against_the_moves() {
    let sgf = |result: &str| format!("(;GM[18]PW[Ann]PB[Ben]RE[{result}];W[a4-a3/a4];B[a7-a6/a7])");
    assert_eq!(only(&sgf("B+Resign"), None).games[0].result, "Ben wins, as stated");
    let turn = only("(;GM[18];W[a4-a3/a4];W[a7-a6/a7])", None);
    assert_eq!(turn.left_out[0].reason, "move 2: it is the turn of black, not of white");
    let over = only("@0/ A0\\ @1/ DRAW", Some("trax"));
    assert!(over.left_out[0].reason.contains("white wins, and the file says otherwise"));
}

#[test]
fn games_are_grouped_by_game_and_players() {
    let text = "#1\n8x8 Trax\nWhite: Ann\n1 @0/\n#2\nTrax\n1 @0/\n#3\n8x8 Trax\n1 @0+\n#4\n9x9 Trax\n1 @0/";
    let all = analyses(text, None);
    let told: Vec<_> = all.iter().map(|all| (&*all.game, all.games.len())).collect();
    assert_eq!(told, [("trax/8", 2), ("trax", 1)]);
    assert_eq!(all[0].players[0].name, "Ann");
    assert_eq!((all[0].left_out.len(), all[0].left_out[0].game), (1, Some(4)));
    let catalog = shuban_games::catalog();
    let error = catalog.transcripts("1 @0/ 2 A2/", None).map(drop).unwrap_err();
    assert!(error.to_string().contains("name it with --game (trax/2, "), "{error}");
    assert_eq!(catalog.transcripts("hello", None).map(|found| found.is_none()).ok(), Some(true));
}
