//! Play on whole boards: the evaluation against its definition square by square, the search against minimax.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use shuban_amazons::play::{
    BoardPlayer, FARTHEST, Levels, Lines, Parts, RatedMove, SQUARE, SearchOptions,
    TerritoryEvaluation, Tree, Weights,
};
use shuban_amazons::{
    Amazons, Army, Boards, CanonicalRegions, MAX_BOARD, Position, Square, Squares, Subgame,
    SumSolver, Symmetry,
};
use shuban_core::adviser::{Adviser, Participation};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Datum, Evaluation, Game, ONE, Present, Progress, Random, Silent};

use crate::boards::{random_board, winner};

/// Returns a board of any size, burnt here and there, with up to four amazons a side.
fn any_board(random: &mut Random) -> Position {
    let [height, width] = [(); 2].map(|()| 1 + random.place(MAX_BOARD));
    let burnt = random.below(70);
    let all = Squares::rectangle(height, width).iter().filter(|_| random.below(100) >= burnt);
    let mut left: Vec<Square> = all.collect();
    let squares = left.iter().copied().collect();
    let mut amazons = || -> Squares {
        let count = left.len().min(random.place(5));
        (0..count).map(|_| left.swap_remove(random.place(left.len()))).collect()
    };
    let [black, white] = [amazons(), amazons()];
    let to_move = Army::BOTH[random.place(2)];
    Position::new(height, width, Subgame::new(squares, black, white).unwrap(), to_move).unwrap()
}

/// Distances by walking, square by square.
struct Walked(Vec<(Square, usize)>);

impl Walked {
    /// Walks from some squares over free ones: along whole lines as a queen, or one step as a king.
    fn of(from: Squares, free: Squares, is_queen: bool) -> Self {
        let (mut found, mut last, mut distance): (Vec<(Square, usize)>, Vec<Square>, usize) =
            (Vec::new(), from.iter().collect(), 0);
        while !last.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for square in last {
                let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
                for (down, right) in steps.filter(|step| *step != (0, 0)) {
                    let (mut row, mut column) = (square.row() as i32, square.column() as i32);
                    loop {
                        (row, column) = (row + down, column + right);
                        let at = usize::try_from(row).ok().zip(usize::try_from(column).ok());
                        let at = at.and_then(|(row, column)| Square::new(row, column));
                        let Some(at) = at.filter(|&at| free.contains(at)) else { break };
                        if found.iter().all(|&(known, _)| known != at) {
                            found.push((at, distance));
                            next.push(at);
                        }
                        if !is_queen {
                            break;
                        }
                    }
                }
            }
            last = next;
        }
        Walked(found)
    }

    fn of_square(&self, square: Square) -> Option<usize> {
        let found = self.0.iter().find(|&&(known, _)| known == square);
        found.map(|&(_, distance)| distance.min(FARTHEST))
    }
}

#[test]
fn distances_are_those_of_walks() {
    let mut random = Random::new(1);
    let mut farthest = 0;
    for _ in 0..400 {
        let position = any_board(&mut random);
        let (from, free) = (position.subgame().black(), position.subgame().empty());
        let queens = Levels::by_queens(from, &Lines::new(free));
        let kings = Levels::by_kings(from, free);
        let walked = [true, false].map(|is_queen| Walked::of(from, free, is_queen));
        for square in Squares::rectangle(MAX_BOARD, MAX_BOARD) {
            assert_eq!(queens.of(square), walked[0].of_square(square), "{position:?}");
            assert_eq!(kings.of(square), walked[1].of_square(square), "{position:?}");
            farthest = farthest.max(kings.of(square).unwrap_or(0));
        }
    }
    assert!(farthest > 9, "{farthest}");
}

#[test]
fn a_long_way_ends_at_the_farthest_distance() {
    let snake = Amazons.parse("X........./#########./........../.#########/........../#########.");
    let game = *snake.unwrap().subgame();
    let levels = Levels::by_kings(game.black(), game.empty());
    assert_eq!(levels.sets().len(), FARTHEST);
    assert_eq!(levels.sets().iter().map(|set| set.len()).sum::<usize>(), game.empty().len());
}

/// Returns the parts of an evaluation by their definition, square by square.
fn parts(game: &Subgame, to_move: Army, weights: &Weights) -> Parts {
    let free = game.empty();
    let sides = [to_move, to_move.opponent()].map(|side| game.amazons(side));
    let [queens, kings] =
        [true, false].map(|is_queen| sides.map(|own| Walked::of(own, free, is_queen)));
    let mut parts = Parts::default();
    let first = |distances: [Option<usize>; 2]| {
        let [own, other] = distances.map(|distance| distance.unwrap_or(usize::MAX));
        (
            i32::from(own < other) - i32::from(own > other),
            i32::from(own == other && own < usize::MAX),
        )
    };
    for square in free {
        let [queen, king] = [&queens, &kings]
            .map(|walked| [0, 1].map(|side: usize| walked[side].of_square(square)));
        let ((lead, tie), (king_lead, king_tie)) = (first(queen), first(king));
        parts.queens += lead;
        parts.queen_ties += tie;
        parts.kings += king_lead;
        parts.king_ties += king_tie;
        let near = queen.map(|distance| distance.map_or(0, |far| SQUARE >> (far - 1).min(31)));
        parts.near_queens += near[0] - near[1];
        parts.near_kings += match king {
            [None, None] => 0,
            [Some(_), None] => 6,
            [None, Some(_)] => -6,
            [Some(own), Some(other)] => (other as i32 - own as i32).clamp(-6, 6),
        };
        if let [Some(own), Some(other)] = queen {
            parts.contention += SQUARE >> own.abs_diff(other);
        }
    }
    let lack = |own: Squares| -> i32 {
        let room = |amazon: Square| {
            let near = Walked::of(amazon.into(), free, false);
            near.0.iter().filter(|(_, distance)| *distance <= 2).count() as i32
        };
        own.iter().map(|amazon| (weights.enough_room - room(amazon)).max(0).pow(2)).sum()
    };
    parts.room = lack(sides[1]) - lack(sides[0]);
    parts
}

#[test]
fn parts_are_those_of_their_definition() {
    let (mut random, weights) = (Random::new(2), Weights::default());
    let starts = [4, 6, 8, 10].map(|side| Boards::new(side, side).unwrap().start());
    for number in 0..400 {
        let position = starts.get(number).copied().unwrap_or_else(|| any_board(&mut random));
        let (game, to_move) = (position.subgame(), position.to_move());
        let found = Parts::of(game, to_move, &weights);
        assert_eq!(found, parts(game, to_move, &weights), "{}", Amazons.format(&position));
    }
}

#[test]
fn the_evaluation_does_not_see_colours_and_images() {
    let mut random = Random::new(3);
    let evaluation = TerritoryEvaluation::new(Amazons);
    for _ in 0..300 {
        let position = any_board(&mut random);
        let value = evaluation.evaluate(&position);
        assert!(value.abs() <= ONE);
        assert_eq!(value, evaluation.evaluate(&position.swapped()));
        assert_eq!(value, evaluation.evaluate(&Amazons.canonical(&position)));
        for symmetry in Symmetry::ALL {
            let image = position.subgame().image(symmetry);
            let image = Position::around(image, position.to_move()).unwrap();
            assert_eq!(value, evaluation.evaluate(&image));
        }
        // With nothing to contend for the turn is no gain, and else both sides see the same board.
        let parts = [position, position.with_to_move(position.to_move().opponent())]
            .map(|seen| Parts::of(seen.subgame(), seen.to_move(), &Weights::default()));
        assert_eq!(parts[0].queens, -parts[1].queens);
        assert_eq!(parts[0].contention, parts[1].contention);
    }
}

/// Constants with which no move is left out.
fn all_moves() -> SearchOptions {
    let all = [usize::MAX; 2];
    SearchOptions { most: all, destinations: all, ..SearchOptions::default() }
}

/// Grows the tree of a position until nothing is left to search, or a number of boards is evaluated.
fn searched(position: &Position, options: &SearchOptions, boards: u64) -> (Vec<RatedMove>, u64) {
    let mut tree = Tree::new(position.subgame(), position.to_move(), options, 64 << 20);
    while !tree.is_finished() && tree.evaluated() < boards {
        tree.grow();
    }
    (tree.rated(), tree.evaluated())
}

#[test]
fn searched_to_the_end_boards_are_won_by_who_wins_them_by_minimax() {
    let (mut random, options) = (Random::new(4), all_moves());
    let mut won = [0, 0];
    for _ in 0..1_500 {
        let position = random_board(&mut random, 7);
        let (game, side) = (position.subgame(), position.to_move());
        if !game.can_move(side) {
            continue;
        }
        let (rated, _) = searched(&position, &options, u64::MAX);
        let expected = winner(game, side, &mut Default::default());
        let text = Amazons.format(&position);
        assert_eq!(rated[0].wins, Some(expected == side), "{text}");
        let after = game.after(side, rated[0].action);
        let kept = winner(&after, side.opponent(), &mut Default::default());
        assert_eq!(kept, expected, "{text}");
        won[usize::from(expected == side)] += 1;
    }
    assert!(won.iter().all(|&count| count > 250), "{won:?}");
}

#[test]
fn a_win_in_one_is_found_at_once() {
    let (mut random, options) = (Random::new(5), SearchOptions::default());
    let mut found = 0;
    for _ in 0..2_000 {
        let position = any_board(&mut random);
        let (game, side) = (position.subgame(), position.to_move());
        let wins = |action| !game.after(side, action).can_move(side.opponent());
        if game.moves(side).into_iter().any(wins) {
            let (rated, _) = searched(&position, &options, 0);
            assert!(rated[0].wins == Some(true) && wins(rated[0].action));
            found += 1;
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn moves_are_legal_and_the_same_for_the_same_limit() {
    let (mut random, options) = (Random::new(6), SearchOptions::default());
    for _ in 0..60 {
        let position = any_board(&mut random);
        let (game, side) = (position.subgame(), position.to_move());
        let (rated, evaluated) = searched(&position, &options, 3_000);
        assert_eq!(rated.is_empty(), !game.can_move(side));
        assert!(rated.iter().all(|one| game.is_legal(side, one.action)));
        assert_eq!((rated, evaluated), searched(&position, &options, 3_000));
    }
}

#[test]
fn a_tree_ends_with_its_memory() {
    let start = Boards::new(10, 10).unwrap().start();
    let options = SearchOptions::default();
    let mut tree = Tree::new(start.subgame(), start.to_move(), &options, 0);
    while !tree.is_finished() {
        tree.grow();
    }
    assert!((10..1_000_000).contains(&tree.evaluated()), "{}", tree.evaluated());
}

/// A progress that interrupts when it was asked so often.
struct Impatient {
    asked: AtomicU32,
    most: u32,
}

impl Progress for Impatient {
    fn interrupted(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.most
    }
}

fn setting(progress: &dyn Progress) -> SearchSetting<'_> {
    let (nodes, time) = (None, None);
    SearchSetting { shelf: &EmptyShelf, memory: 64 << 20, threads: 1, nodes, time, progress }
}

#[test]
fn a_player_ends_when_it_is_interrupted_or_has_no_time() {
    let game = Boards::new(10, 10).unwrap();
    let player = BoardPlayer::new(game, None);
    let start = game.start();
    assert_eq!(player.participation(&start), Participation::InsteadOfSearch);
    let impatient = Impatient { asked: AtomicU32::new(0), most: 5 };
    let advice = player.advise(&start, &setting(&impatient)).unwrap();
    let action = advice.choice.unwrap();
    assert!(start.subgame().is_legal(start.to_move(), action) && !advice.is_proven);
    // The poll that interrupts is the last; between two of them one board is looked at.
    assert_eq!(impatient.asked.into_inner(), 6);
    let no_time = SearchSetting { time: Some(Duration::ZERO), ..setting(&Silent) };
    assert!(player.advise(&start, &no_time).unwrap().choice.is_some());
    let nodes = SearchSetting { nodes: Some(10_000), ..setting(&Silent) };
    let advice = player.advise(&start, &nodes).unwrap();
    let Some(&Datum::Integer(Some(boards))) = advice.facts.get("boards") else { panic!("none") };
    // The last board looked at may have as many moves as the first.
    assert!((10_000..12_200).contains(&boards), "{boards}");
}

#[test]
fn an_ending_is_left_to_search_first_and_then_to_the_sums() {
    let game = Boards::any();
    let sums = SumSolver::new(Arc::clone(CanonicalRegions::new().forms()));
    let player = BoardPlayer::new(game, Some(sums));
    // (4|0) + (1|-4): the one best move is in the second region, and not a best one there.
    let board = ".X####/##OO##/#..###/##X###/###.##/######/####X#/.#O.X#/..O###";
    let position = game.parse(board).unwrap();
    assert_eq!(player.participation(&position), Participation::AfterSearch);
    let advice = player.advise(&position, &setting(&Silent)).unwrap();
    assert!(advice.is_proven);
    let action = advice.choice.unwrap();
    assert!(position.subgame().is_legal(Army::Black, action));
}

/// The worth is that of minimax: moves leave the other what they leave, and a best one the least.
#[test]
fn an_ending_is_worth_what_the_best_move_leaves() {
    let game = Boards::any();
    let player =
        BoardPlayer::new(game, Some(SumSolver::new(Arc::clone(CanonicalRegions::new().forms()))));
    let worth = |position: &Position| match player
        .proven(position, &setting(&Silent))
        .unwrap()?
        .facts
        .get("worth")
    {
        Some(Datum::Number(worth)) => Some(*worth),
        _ => None,
    };
    let mut compared = 0;
    for board in
        ["X..#/.#O#/####/X..#", "X..#/.#O#/####/O.#X", ".X.O/#.#./####/X.#O", "X.O#/..##/O.#X"]
    {
        for to_move in ["black", "white"] {
            let position = game.parse(&format!("{board} {to_move}")).unwrap();
            let mut plays = Vec::new();
            game.plays(&position, (), &mut plays);
            // Of a board where the other cannot move the player has nothing to tell.
            let left = plays.iter().map(|play| worth(&play.after)).collect::<Option<Vec<f64>>>();
            let Some(best) = left.and_then(|left| left.into_iter().reduce(f64::min)) else {
                continue;
            };
            assert_eq!(worth(&position), Some(-best), "{board} {to_move}");
            compared += 1;
        }
    }
    assert!(compared > 4, "{compared}");
}
