//! The rules on bit-boards against the plain ones, and single rules by example.

use std::collections::BTreeSet;

use shuban_core::{Game, Payoffs, Random};
use shuban_trax::{
    Colour, IllegalMove, Lines, Move, PlainPosition, PlainTrax, Position, Reason, Shape, Tile,
    TileSide, Trax,
};

fn trax(size: usize) -> Trax {
    Trax::new(size, Lines::Full).unwrap()
}

/// Compares moves, positions after them and the outcome of a position with the plain rules.
fn compare(trax: &Trax, position: &Position) {
    let plain = PlainTrax::of(trax);
    let twin = PlainPosition::from(position);
    assert_eq!(trax.ending(position), plain.ending(&twin), "{position:?}");
    let won = plain.ending(&twin).is_some_and(|outcome| outcome.reason != Reason::Stuck);
    if won {
        assert!(trax.turns(position).is_empty());
        return;
    }
    let mut fast = BTreeSet::new();
    trax.each_turn(position, |played, after| {
        assert!(fast.insert((played, PlainPosition::from(&after))));
        true
    });
    let slow: BTreeSet<(Move, PlainPosition)> = plain.moves(&twin).into_iter().collect();
    assert_eq!(fast, slow, "{position:?}");
    let distinct: BTreeSet<&PlainPosition> = slow.iter().map(|(_, after)| after).collect();
    assert_eq!(trax.turns(position).len(), distinct.len());
}

/// The positions of a random game in which moves that end it are left to the end of it, mostly.
fn random_game(trax: &Trax, random: &mut Random) -> Vec<Position> {
    let mut positions = vec![Position::START];
    loop {
        let turns = trax.turns(&positions[positions.len() - 1]);
        if turns.is_empty() {
            return positions;
        }
        let going_on: Vec<Position> = (turns.iter().map(|turn| turn.1))
            .filter(|after| trax.ending(after).is_none())
            .collect();
        positions.push(if going_on.is_empty() || random.below(20) == 0 {
            turns[random.place(turns.len())].1
        } else {
            going_on[random.place(going_on.len())]
        });
    }
}

#[test]
fn random_games_are_the_same_on_bit_boards_and_on_a_map() {
    for size in 2..=8 {
        for lines in [Lines::Full, Lines::None] {
            let trax = Trax::new(size, lines).unwrap();
            let mut random = Random::new(size as u64);
            for _ in 0..[0, 0, 60, 60, 40, 30, 20, 14, 14][size] {
                for position in random_game(&trax, &mut random) {
                    compare(&trax, &position);
                }
            }
        }
    }
}

#[test]
fn small_games_are_the_same_everywhere() {
    let trax = trax(2);
    for position in shuban_conformance::reachable(&trax, &[Position::START], usize::MAX) {
        compare(&trax, &position);
    }
}

#[test]
fn every_size_keeps_the_laws_of_games() {
    for size in 2..=8 {
        for lines in [Lines::Full, Lines::None] {
            let trax = Trax::new(size, lines).unwrap();
            let mut positions = shuban_conformance::reachable(&trax, &[Position::START], 400);
            let mut random = Random::new(7);
            for _ in 0..6 {
                let mut position = Position::START;
                while let turns = trax.turns(&position)
                    && !turns.is_empty()
                {
                    position = turns[random.place(turns.len())].1;
                    positions.push(position);
                }
            }
            shuban_conformance::game(&trax, &positions).unwrap();
            shuban_conformance::board(&trax, positions.iter().step_by(20)).unwrap();
        }
    }
    let unlimited = PlainTrax::UNLIMITED;
    let positions = shuban_conformance::reachable(&unlimited, &[PlainPosition::start()], 300);
    shuban_conformance::game(&unlimited, &positions).unwrap();
    shuban_conformance::board(&unlimited, positions.iter().step_by(20)).unwrap();
}

#[test]
fn games_on_a_map_have_names_of_their_own() {
    let plain = |lines| PlainTrax::of(&Trax::new(4, lines).unwrap());
    let games = [PlainTrax::UNLIMITED, PlainTrax::LOOPS, plain(Lines::Full), plain(Lines::None)];
    let names = games.map(|game| game.name());
    assert_eq!(names, ["trax", "trax-loops", "plain trax/4", "plain trax/4"]);
}

#[test]
fn loop_trax_has_no_lines() {
    let row = format!("@0+{}", " A0+".repeat(7));
    let line = PlainTrax::UNLIMITED.parse(&row).unwrap();
    let ending = |game: PlainTrax| game.ending(&line).map(|ending| ending.reason);
    assert_eq!(ending(PlainTrax::UNLIMITED), Some(Reason::Line));
    assert_eq!(ending(PlainTrax::LOOPS), None);
    let longer = PlainTrax::LOOPS.parse(&format!("{row} A0+")).unwrap();
    assert_eq!(PlainTrax::LOOPS.parse(&PlainTrax::LOOPS.format(&longer)), Ok(longer));
    let won = PlainTrax::LOOPS.parse(r"@0/ A0\ @1/").unwrap();
    assert_eq!(PlainTrax::LOOPS.ending(&won).map(|ending| ending.reason), Some(Reason::Loop));
}

#[test]
fn every_4x4_position_is_written_as_moves() {
    let trax = trax(4);
    let positions = shuban_conformance::reachable(&trax, &[Position::START], 40_000);
    for position in positions.iter().step_by(7) {
        let text = trax.format(position);
        assert!(!text.contains(':'), "{position:?} is written as {text}");
    }
}

fn ending(size: usize, moves: &str) -> Option<(Option<Colour>, Reason)> {
    let trax = trax(size);
    let position = trax.parse(moves).unwrap_or_else(|error| panic!("{error}"));
    trax.ending(&position).map(|outcome| (outcome.winner, outcome.reason))
}

#[test]
fn a_loop_wins_for_its_colour() {
    // Two white curves side by side, and the tile that closes their track from below forces the
    // last.
    assert_eq!(ending(8, r"@0/ A0\"), None);
    let trax = trax(8);
    let start = trax.parse(r"@0/ A0\").unwrap();
    let closing: Vec<_> = trax
        .turns(&start)
        .into_iter()
        .filter(|(_, after)| {
            trax.ending(after).is_some_and(|outcome| outcome.reason == Reason::Loop)
        })
        .collect();
    assert!(!closing.is_empty());
    assert!(closing.iter().all(|(_, after)| after.board().tiles() == 4));
    assert!(
        closing.iter().all(|(_, after)| trax.ending(after).unwrap().winner == Some(Colour::White))
    );
}

#[test]
fn a_player_who_is_stuck_has_lost() {
    // Ten tiles round a gap: three equal ends would lead into its last cell.
    let ring = r"@0/ A2/ A3\ A4\ B4/ C4\ D4+ D3\ D2\ D1\";
    assert_eq!(ending(4, ring), Some((Some(Colour::Red), Reason::Stuck)));
    let position = trax(4).parse(ring).unwrap();
    assert!(trax(4).turns(&position).is_empty());
    assert_eq!(trax(4).outcome(&position), Some(Payoffs::new(&[-1, 1])));
}

#[test]
fn illegal_moves_name_the_rule_they_break() {
    let trax = trax(3);
    let illegal = |moves: &str, row, column, shape| {
        let position = trax.parse(moves).unwrap_or_else(|error| panic!("{error}"));
        trax.play(&position, row, column, shape).unwrap_err()
    };
    assert_eq!(illegal("start", -1, -1, Shape::Backslash), IllegalMove::First);
    assert_eq!(illegal("start", 0, 0, Shape::Plus), IllegalMove::First);
    assert_eq!(illegal("@0/", 0, 0, Shape::Plus), IllegalMove::Taken);
    assert_eq!(illegal("@0/", 5, 0, Shape::Plus), IllegalMove::Apart);
    assert_eq!(illegal("@0/", -1, -1, Shape::Plus), IllegalMove::Apart);
    assert_eq!(illegal("@0/ A2/ A3/", 3, 0, Shape::Plus), IllegalMove::TooLarge(3));
    assert_eq!(illegal("@0/ A2/ A3/", -1, 0, Shape::Plus), IllegalMove::TooLarge(3));
    assert!(matches!(illegal(r"@0/ A0\ @1/", 0, 2, Shape::Plus), IllegalMove::Over(_)));
    let message = |text: &str| trax.parse(text).unwrap_err().to_string();
    assert_eq!(
        message("@0/ B9+"),
        "`B9+`: a tile must be put beside one that is there (at character 5 of `@0/ B9+`)"
    );
    assert_eq!(message("@0/ B"), "`B` has no row after its column (at character 6 of `@0/ B`)");
    for text in ["@0/ B1*", "@0/ B1++", "x", "0+", "@0/ @@1+", "@0/ B99999999999+", "@0/ 終"] {
        assert!(trax.parse(text).is_err(), "{text}");
    }
}

#[test]
fn three_equal_ends_before_an_empty_cell_are_illegal() {
    // Each turn that the plain rules refuse for this reason is refused here too, by name.
    let trax = trax(5);
    let mut random = Random::new(3);
    let mut refused = 0;
    for position in (0..40).flat_map(|_| random_game(&trax, &mut random)) {
        if trax.ending(&position).is_some() || position == Position::START {
            continue;
        }
        let (rows, columns) = position.board().size();
        let legal = PlainTrax::of(&trax).moves(&PlainPosition::from(&position));
        for row in -1..=rows as i32 {
            for column in -1..=columns as i32 {
                for shape in [Shape::Plus, Shape::Slash, Shape::Backslash] {
                    let is_legal = legal.iter().any(|(played, _)| {
                        (played.row, played.column, played.tile.shape()) == (row, column, shape)
                    });
                    let result = trax.play(&position, row, column, shape);
                    assert_eq!(result.is_ok(), is_legal, "{position:?}");
                    refused += usize::from(result == Err(IllegalMove::ThreeEnds));
                }
            }
        }
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn diagrams_are_read_and_refused() {
    let trax = trax(4);
    let position = trax.parse(r"@0/ B1\ C1/").unwrap();
    let text = shuban_trax::format_diagram(&position);
    assert_eq!(trax.parse(&text), Ok(position));
    for (text, at, reason) in [
        ("white:NWXX", 8, "`XX` is no tile"),
        ("white:NW..NW", 6, "do not hang together"),
        ("red:NWNW", 4, "different colours"),
        ("red:NSNS|EW..", 4, "different colours"),
        ("red:NE|SW|..|..|NW", 16, "more than 4 rows or columns"),
        ("white:SW..|NSSE", 6, "two equal ends"),
    ] {
        let error = trax.parse(text).unwrap_err();
        assert!(error.reason.contains(reason), "{error}");
        assert_eq!(error.at, at, "{error}");
    }
}

#[test]
fn sizes_outside_of_two_to_eight_are_refused() {
    for size in [0, 1, 9] {
        assert!(Trax::new(size, Lines::Full).is_err());
    }
}

#[test]
fn the_tracks_of_a_tile_share_its_sides() {
    for tile in Tile::ALL {
        let [a, b] = tile.sides(Colour::White);
        let [c, d] = tile.sides(Colour::Red);
        let mut sides = [a, b, c, d];
        sides.sort();
        assert_eq!(sides, TileSide::ALL);
        assert_eq!(Tile::from_white_sides(|side| tile.colour(side) == Colour::White), Some(tile));
        assert_eq!(Shape::from_symbol(tile.shape().symbol()), Some(tile.shape()));
    }
    assert_eq!(Tile::from_white_sides(|side| side == TileSide::North), None);
}

#[test]
fn positions_in_messages_are_rows_of_tiles() {
    let trax = trax(4);
    let position = trax.parse("@0/").unwrap();
    let told = format!("{position:?}");
    let begin = format!("{} to move: ", position.to_move());
    let tiles = told.strip_prefix(&begin).unwrap_or_else(|| panic!("{told}"));
    assert!(!tiles.is_empty() && tiles != "..", "{told}");
    assert_ne!(told, format!("{:?}", trax.parse("@0+").unwrap()));
}
