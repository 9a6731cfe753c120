//! Descriptions of the games and the databases.

use shuban_core::drawing::parts_of;
use shuban_core::present::MoveDrawing;
use shuban_core::{Datum, Domain, Explain, Game, LayerId, Medium, Present, Random};
use shuban_trax::{Configurations, Lines, PlainTrax, Position, Trax, Worth};

const TEXT: Medium = Medium::Terminal { colour: false };

fn eight() -> Trax {
    Trax::new(8, Lines::Full).unwrap()
}

#[test]
fn a_position_is_read_with_its_last_move_which_the_drawing_marks() {
    fn marked(game: &impl Present) -> [String; 2] {
        let written = game.read(" @0s a0b  @1/").unwrap();
        assert_eq!(written.text, r"@0/ A0\ @1/");
        assert_eq!(game.read(&written.text).unwrap(), written);
        let last = written.last.as_ref();
        assert_eq!(last.map(|last| game.format(&last.before)).as_deref(), Some(r"@0/ A0\"));
        [last, None].map(|last| game.draw(&written.position, last, TEXT))
    }
    let [drawn, plain] = marked(&eight());
    assert_eq!([&drawn, &plain].map(|drawn| drawn.matches('*').count()), [1, 0]);
    assert_eq!(drawn.replace(['*', '+'], " ").replace(" \n", "\n"), plain);
    assert_eq!(marked(&PlainTrax::UNLIMITED), [drawn, plain]);
    assert_eq!(eight().read("start").unwrap().last, None);
    let diagram = eight().read("red:NW").unwrap();
    assert_eq!((diagram.text.as_str(), diagram.last), ("red:NW", None));
}

#[test]
fn moves_are_read_in_any_spelling_and_refused_with_the_rule_they_break() {
    let first = eight().read("@0/").unwrap().position;
    let play = eight().parse_move(&first, (), " a0b ").unwrap();
    assert_eq!(play.after, eight().parse(r"@0/ A0\").unwrap());
    let error = eight().parse_move(&first, (), "A1+").unwrap_err();
    assert!(error.to_string().contains("there is a tile already"), "{error}");
    let unlimited = PlainTrax::UNLIMITED;
    let first = unlimited.read("@0/").unwrap().position;
    assert!(unlimited.parse_move(&first, (), "A0b").is_ok());
    assert!(unlimited.parse_move(&first, (), "C3+").is_err());
}

/// The board of 8 by 8 and Trax without a board give the same reasons.
#[test]
fn an_illegal_move_is_refused_with_the_rule_it_breaks_on_any_board() {
    for (text, reason) in [
        ("@0/ A1/", "there is a tile already"),
        ("@0/ Z9/", "a tile must be put beside one that is there"),
        ("@0/ @0/", "a tile must be put beside one that is there"),
        (r"@0\", r"the first move is `@0/` or `@0+`"),
        ("A1/", "the first move is `@0/` or `@0+`"),
        ("@0/ A1c", "does not end in one shape"),
        (r"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/ C3/", "three equal ends would lead into an empty cell"),
        (r"@0/ A0\ @1/ A0/", "the game is over (white wins, loop)"),
        ("@0/ ZZZZZZZZ9/", "has no column that there can be"),
        ("@0/ FXSHRXW2147483647/", "a tile must be put beside"),
        ("@0/ B2147483647/", "a tile must be put beside one that is there"),
        ("@0/ 3 B1+", "move 2 is expected, not 3"),
        ("@0/ B1+ Resign", "a game that was given up has no position"),
    ] {
        let plain = PlainTrax::of(&eight());
        let on_a_map = [plain, PlainTrax::UNLIMITED].map(|game| game.read(text).err());
        for error in on_a_map.into_iter().chain([eight().read(text).err()]) {
            let error = error.unwrap_or_else(|| panic!("{text} is read"));
            assert!(error.reason.contains(reason), "{text}: {error}");
        }
    }
}

#[test]
fn moves_are_read_with_numbers() {
    let text = r"@0/ B1+ A2/";
    for numbered in [r"1 @0/ 2 B1+ 3 A2/", r"1. @0/ B1+ 2. A2/", "1 @0/\n2 B1+\n3 A2/"] {
        assert_eq!(eight().read(numbered).unwrap(), eight().read(text).unwrap());
        let unlimited = PlainTrax::UNLIMITED;
        assert_eq!(unlimited.read(numbered).unwrap(), unlimited.read(text).unwrap());
        for (cut, _) in numbered.char_indices() {
            if let Err(error) = eight().read(&numbered[..cut]) {
                assert!(error.at <= cut, "{numbered} cut at {cut}: {error}");
            }
        }
    }
}

#[test]
fn a_game_without_a_board_is_read_up_to_a_limit() {
    let text = "@0/".to_owned() + &" @1+".repeat(5_000);
    let error = PlainTrax::UNLIMITED.read(&text).unwrap_err();
    assert_eq!(error.reason, "`@1+`: positions of at most 256 tiles are read");
    let before: String = text.chars().take(error.at).collect();
    let read = PlainTrax::UNLIMITED.read(&before).unwrap();
    assert!(read.position.tiles.len() >= 256);
    assert_eq!(PlainTrax::UNLIMITED.outcome(&read.position), None);
}

#[test]
fn texts_without_a_board_are_the_moves_so_far() {
    let game = PlainTrax::UNLIMITED;
    let mut random = Random::new(1);
    let (mut text, mut position) = (game.format(&game.start()), game.start());
    for _ in 0..20 {
        let mut plays = Vec::new();
        game.plays(&position, (), &mut plays);
        for play in &plays {
            assert_eq!(game.parse(&game.format_after(&text, play)).unwrap(), play.after);
        }
        if plays.is_empty() {
            break;
        }
        let play = plays.swap_remove(random.below(plays.len() as u64) as usize);
        text = game.format_after(&text, &play);
        position = play.after;
    }
    assert!(text.split(' ').count() > 3, "{text}");
}

#[test]
fn facts_are_those_of_the_position() {
    fn facts(game: &impl Present, text: &str) -> [String; 5] {
        let facts = game.facts(&game.read(text).unwrap().position);
        ["to_move", "tiles", "legal", "outcome", "reason"]
            .map(|name| facts.get(name).map_or(String::new(), Datum::to_string))
    }
    for (text, expected) in [
        ("start", ["white", "0", "2", "none", "-"]),
        (r"@0/ A0\", ["white", "2", "16", "none", "-"]),
        (r"@0/ A0\ @1/", ["red", "4", "0", "white", "loop"]),
    ] {
        assert_eq!(facts(&eight(), text), expected, "{text}");
        assert_eq!(facts(&PlainTrax::UNLIMITED, text), expected, "{text}");
    }
    assert_eq!([0, 1].map(|seat| eight().seat_name(seat)), ["white", "red"]);
}

#[test]
fn the_rules_agree_with_the_plain_ones() {
    for compared in [
        eight().compare_with_plain(300, 1),
        Trax::new(3, Lines::None).unwrap().compare_with_plain(300, 2),
        PlainTrax::UNLIMITED.compare_with_plain(100, 3),
    ] {
        assert!(compared.unwrap().unwrap() > 1_000);
    }
}

#[test]
fn values_are_described_and_ordered_for_each_seat() {
    let domain = Configurations::new(3).unwrap();
    let start = Position::START;
    let merits = |seat| Worth::ALL.map(|worth| domain.merit(&start, &worth, seat));
    assert!(merits(0).is_sorted() && merits(1).is_sorted_by(|a, b| a > b));
    let named = Worth::ALL.map(|worth| domain.fields(&worth).get("value").map(Datum::to_string));
    assert_eq!(named.map(Option::unwrap), ["second", "draw", "first"]);
    assert_eq!(domain.layer_for(&start), Ok(Some(LayerId(0))));
    let over = domain.game().parse(r"@0/ A0\ @1/").unwrap();
    assert!(domain.game().outcome(&over).is_some());
    assert_eq!(domain.layer_for(&over), Ok(Some(LayerId(0))));
    assert!(domain.layer_for(&eight().parse("@0+ A0+ A0+ A0+").unwrap()).is_err());
}

#[test]
fn positions_are_drawn() {
    let drawn = |moves: &str, medium| {
        let played = eight().read(moves).unwrap_or_else(|error| panic!("{error}"));
        eight().draw(&played.position, played.last.as_ref(), medium)
    };
    for (name, moves) in
        [("start", "start"), ("chain", r"@0/ A0\ @1/"), ("shapes", r"@0+ B1+ C1\ A0/")]
    {
        insta::assert_snapshot!(format!("terminal-{name}"), drawn(moves, TEXT));
    }
    insta::assert_snapshot!("svg", drawn(r"@0/ A0\ @1/", Medium::Svg));
}

#[test]
fn a_picture_shows_every_tile_once() {
    let played = eight().read(r"@0+ B1+ C1\ A0/").unwrap();
    let svg = eight().draw(&played.position, played.last.as_ref(), Medium::Svg);
    let tiles = played.position.board().tiles();
    let count = |class: &str| svg.matches(&format!(r#"class="{class}""#)).count();
    // Six more are the supply below the board.
    assert_eq!(["tile", "white", "red"].map(count), [tiles + 6; 3]);
    let before = played.last.expect("moves were played").before.board().tiles();
    assert_eq!(["put", "forced"].map(count), [1, tiles - before - 1]);
}

#[test]
fn a_chain_is_drawn_tile_by_tile() {
    fn drawn<G: Present<Chance = ()> + MoveDrawing<G>>(game: &G) -> Vec<String> {
        let before = game.read(r"@0+ B1+ C1\").unwrap().position;
        let play = game.parse_move(&before, (), "A0/").unwrap();
        assert_eq!(game.touched(&before, (), &play.action), ["A0", "SE"]);
        game.steps(&before, (), &play.action, Medium::Svg)
    }
    let steps = drawn(&eight());
    let marks = ["put", "forced"];
    let count = |svg: &String| marks.map(|mark| svg.matches(&format!("class=\"{mark}\"")).count());
    assert_eq!(steps.iter().map(count).collect::<Vec<_>>(), [[1, 0], [1, 1]]);
    let size = |svg: &String| svg.split("width=").nth(1).map(|rest| rest[..20].to_owned());
    assert_eq!(size(&steps[0]), size(&steps[1]));
    let plain = drawn(&PlainTrax::UNLIMITED);
    assert_eq!(plain.len(), 2);
    assert_eq!(parts_of(&plain[1]), parts_of(&steps[1]));
}

#[test]
fn long_games_without_a_board_are_written_as_moves_to_the_same_position() {
    let game = PlainTrax::UNLIMITED;
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mut position = game.start();
        for _ in 0..40 {
            let mut plays = Vec::new();
            if game.outcome(&position).is_none() {
                game.plays(&position, (), &mut plays);
            }
            if plays.is_empty() {
                break;
            }
            position = plays.swap_remove(random.place(plays.len())).after;
        }
        let text = game.format(&position);
        let read = game.parse(&text).unwrap();
        assert_eq!(game.canonical(&read), game.canonical(&position), "{seed}: {text}");
    }
}
