//! Boards won or lost, by proof search, against plain minimax.

use std::collections::HashMap;

use shuban_amazons::{Army, Boards, Position, Square, Squares, Subgame, twin};
use shuban_core::provable::{Question, value_by_rules};
use shuban_core::{Game, Present, Provable, Random, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};

/// White, whose seat is 0, makes the last move.
const WHITE_WINS: Question = Question { seat: 0, at_least: 1 };

fn does_white_win(game: &Boards, position: &Position, options: &ProofOptions) -> bool {
    let options = ProofOptions { memory: 1 << 20, cache: 1 << 16, ..options.clone() };
    match prove(game, position, WHITE_WINS, &options, None, &Silent).unwrap().outcome {
        ProofOutcome::Proven => true,
        ProofOutcome::Disproven => false,
        ProofOutcome::Unknown { .. } => unreachable!("nothing limits the search"),
    }
}

/// Returns a random board with some empty squares, and up to four amazons a side anywhere.
pub(crate) fn random_board(random: &mut Random, most_empty: u64) -> Position {
    let (height, width) = (1 + random.place(5), 1 + random.place(6));
    let mut left: Vec<Square> = Squares::rectangle(height, width).iter().collect();
    let mut taken = |most: u64| -> Squares {
        let count = left.len().min(1 + random.below(most) as usize);
        (0..count).map(|_| left.swap_remove(random.place(left.len()))).collect()
    };
    let [black, white, empty] = [4, 4, most_empty].map(&mut taken);
    let subgame = Subgame::new(black | white | empty, black, white).unwrap();
    Position::new(height, width, subgame, Army::BOTH[random.place(2)]).unwrap()
}

/// Returns the side that makes the last move, by trying every move that the plain rules have.
pub(crate) fn winner(
    game: &Subgame,
    to_move: Army,
    known: &mut HashMap<(Subgame, Army), Army>,
) -> Army {
    if let Some(&winner) = known.get(&(*game, to_move)) {
        return winner;
    }
    let other = to_move.opponent();
    let mut moves = twin::moves(game, to_move).into_iter();
    let wins = moves.any(|action| winner(&game.after(to_move, action), other, known) == to_move);
    let found = if wins { to_move } else { other };
    known.insert((*game, to_move), found);
    found
}

#[test]
fn boards_are_won_by_who_wins_them_by_minimax() {
    let (mut random, mut known) = (Random::new(46), HashMap::new());
    let mut won = [0, 0];
    for _ in 0..2_000 {
        let position = random_board(&mut random, 7);
        let expected = winner(position.subgame(), position.to_move(), &mut known);
        // Its usual tail would leave nothing to the search.
        let short = ProofOptions { tail: Some(random.place(4) as u32), ..ProofOptions::default() };
        let options = [
            ProofOptions::default(),
            short.clone(),
            ProofOptions { lookahead: 0, ..short.clone() },
            ProofOptions { lookahead: 3, ..short.clone() },
            ProofOptions { lookahead_once: true, weak: true, ..short },
        ];
        let options = &options[random.place(5)];
        let is_white = does_white_win(&Boards::any(), &position, options);
        assert_eq!(is_white, expected == Army::White, "{}", Boards::any().format(&position));
        won[usize::from(is_white)] += 1;
        known.clear();
    }
    assert!(won.iter().all(|&count| count > 500), "{won:?}");
}

/// Boards with so few empty squares are searched to the end at once, without their moves.
#[test]
fn a_won_board_has_a_winning_move() {
    let (game, mut random) = (Boards::any(), Random::new(11));
    let (mut known, mut won) = (HashMap::new(), 0);
    for _ in 0..500 {
        let position = random_board(&mut random, 7);
        let mover = position.to_move();
        let found =
            prove(&game, &position, WHITE_WINS, &ProofOptions::default(), None, &Silent).unwrap();
        let best = found.principal.first().map(|&action| position.after(action));
        known.clear();
        if winner(position.subgame(), mover, &mut known) == mover {
            let after = best.unwrap();
            assert_eq!(winner(after.subgame(), after.to_move(), &mut known), mover);
            won += 1;
        } else {
            assert_eq!(best, None);
        }
    }
    assert!(won > 150, "{won}");
}

#[test]
fn the_second_player_wins_on_4_by_4_and_the_first_on_5_by_4() {
    for (width, height, is_first) in [(4, 4, false), (5, 4, true)] {
        let game = Boards::new(width, height).unwrap();
        let options = ProofOptions { tail: Some(2), ..ProofOptions::default() };
        let won = does_white_win(&game, &game.start(), &options);
        assert_eq!(won, is_first, "{}", game.name());
    }
}

#[test]
fn what_is_certain_without_looking_ahead_is_so_by_the_rules() {
    let (game, mut random) = (Boards::any(), Random::new(3));
    let (mut scratch, mut found) = (Default::default(), 0);
    for _ in 0..20_000 {
        let position = random_board(&mut random, 6);
        let certain = game.expand(&position, &WHITE_WINS, 0, &mut scratch, &mut Vec::new());
        if certain.is_some() {
            // Each move burns one of six squares.
            let expected = value_by_rules(&game, &position, &WHITE_WINS, 7);
            assert_eq!(certain, expected, "{}", game.format(&position));
            found += u32::from(position.subgame().can_move(position.to_move()));
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn looking_ahead_finds_what_the_rules_say() {
    let (game, mut random) = (Boards::any(), Random::new(4));
    let (mut scratch, mut decided) = (Default::default(), 0);
    for _ in 0..500 {
        let position = random_board(&mut random, 5);
        for depth in 0..=5 {
            let mut open = Vec::new();
            let found = game.expand(&position, &WHITE_WINS, depth, &mut scratch, &mut open);
            // Five plies are enough, and fewer may do.
            let expected = value_by_rules(&game, &position, &WHITE_WINS, 6);
            assert!(
                found.is_none_or(|found| Some(found) == expected),
                "{}",
                game.format(&position)
            );
            assert!(depth < 5 || found.is_some(), "{}", game.format(&position));
            assert_eq!(found.is_none(), !open.is_empty(), "{}", game.format(&position));
            decided += u32::from(found.is_some());
        }
    }
    assert!(decided > 2_000, "{decided}");
}

#[test]
fn images_of_a_board_have_one_key_where_few_squares_are_burnt() {
    let game = Boards::new(5, 4).unwrap();
    let read = |text: &str| game.parse(text).unwrap();
    let key = |text: &str| game.key(&read(text));
    let one = ".X.X./X...X/O..#O/.O.O. white";
    assert_eq!(key(one), key(".X.X./X...X/O#..O/.O.O. white"));
    assert_ne!(key(one), key(".X.X./X...X/O..#O/.O.O. black"));
    assert_ne!(key(one), key(".X.X./X...X/O.#.O/.O.O. white"));
    assert_eq!(key(one), game.key(&game.canonical(&read(one))));
    // With three burnt squares the images are not looked for, in the form as in the key.
    let burnt = read(".X.X./X...X/O.##O/.O#O. white");
    assert_eq!(game.canonical(&burnt), burnt);
    // Squares that nobody comes to do not matter.
    let any = |text: &str| Boards::any().key(&Boards::any().parse(text).unwrap());
    assert_eq!(any("..#X.O/..#.../..#..."), any("#.#X.O/#.#.../#.#..."));
    assert_eq!(game.canonical(&read(one)), game.canonical(&read(".X.X./X...X/O#..O/.O.O. white")));
}

#[test]
fn images_with_many_burnt_squares_have_other_keys_and_the_same_winner() {
    let game = Boards::new(5, 4).unwrap();
    let early = game.parse(".X.X./X...X/O..#O/.O.O. white").unwrap();
    assert_eq!(game.images(&early), []);
    // The burnt column goes to the other side.
    let late = game.parse("#X.X./#..X./#.#O./#O.O. white").unwrap();
    let winner = does_white_win(&game, &late, &ProofOptions::default());
    let images = game.images(&late);
    assert_eq!(images.len(), 3);
    for image in images {
        assert_ne!(game.key(&image), game.key(&late), "{}", game.format(&image));
        assert!(game.images(&image).contains(&late), "{}", game.format(&image));
        assert_eq!(does_white_win(&game, &image, &ProofOptions::default()), winner);
    }
}

#[test]
fn boards_keep_the_laws_of_games() {
    let game = Boards::new(4, 4).unwrap();
    let positions = shuban_conformance::reachable(&game, &[game.start()], 300);
    shuban_conformance::game(&game, &positions).unwrap();
    shuban_conformance::board(&game, &positions[..20]).unwrap();
}
