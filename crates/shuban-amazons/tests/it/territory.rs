//! Territories, by themselves and within sums.

use shuban_amazons::Army;
use shuban_amazons::sum::{SumRegion, SumScores, Territory, winner_of_score};
use shuban_core::Bound;

use crate::common::Twin;
use crate::sums::{Draw, exact, subgames};

#[test]
fn the_moves_of_a_territory_lie_within_its_bounds() {
    let mut twin = Twin::default();
    let (mut walled_in, mut exact) = (0, 0);
    for subgame in (1..=5).flat_map(subgames) {
        let Some(territory) = Territory::of(&subgame) else { continue };
        let Territory { owner, least, most, first } = territory;
        // The other side never moves, so that the moves of the owner are all that are made.
        let value = twin.value(&subgame);
        assert_eq!(value.first(owner.opponent()), None, "{subgame:?}");
        let moves = value.first(owner).map_or(0, i32::unsigned_abs);
        assert!((least..=most).contains(&moves), "{subgame:?}: {moves} in {least}..={most}");
        assert_eq!((first.is_some(), subgame.can_move(owner)), (moves > 0, moves > 0));
        assert!(first.is_none_or(|action| subgame.is_legal(owner, action)));
        walled_in += usize::from(!subgame.amazons(owner.opponent()).is_empty());
        exact += usize::from(least == moves);
    }
    assert!(walled_in > 0 && exact > 100, "{walled_in} {exact}");
}

/// Regions so small that they are searched, counted as territories where they are such.
#[test]
fn sums_with_territories_are_bounded_by_what_is_exact() {
    let all: Vec<_> = (2..=4).flat_map(subgames).collect();
    let territories: Vec<_> =
        all.iter().copied().filter(|subgame| Territory::of(subgame).is_some()).collect();
    let mut draw = Draw::new(5);
    let mut scores = SumScores::new(u64::MAX);
    let mut bounded = SumScores::new(u64::MAX);
    bounded.largest = 0;
    let (mut open, mut moves) = (0, 0);
    for _ in 0..3_000 {
        let picked = [*draw.one(&territories), *draw.one(&all), *draw.one(&territories)];
        let sum: Vec<SumRegion> =
            (0..).zip(picked).map(|(board, subgame)| SumRegion { board, subgame }).collect();
        let to_move = *draw.one(&Army::BOTH);
        let mut bound = |favoured| {
            bounded.favoured = Some(favoured);
            match bounded.score(&sum, to_move).unwrap() {
                Bound::Exact(score) => score,
                Bound::Within { .. } => panic!("there is no limit"),
            }
        };
        let (lower, upper) = (bound(Army::White), bound(Army::Black));
        let score = exact(&mut scores, &sum, to_move);
        assert!((lower..=upper).contains(&score), "{sum:?}: {score} in {lower}..={upper}");
        open += usize::from(lower < upper);

        // Moves that are told to win against the most that the other side may have do win.
        bounded.favoured = Some(to_move.opponent());
        let least = if to_move == Army::Black { 1 } else { -1 };
        let found = bounded.moves_that_keep(&sum, to_move, least).unwrap().unwrap();
        for action in &found {
            let mut after = sum.clone();
            let region = after.iter_mut().find(|region| region.board == action.board).unwrap();
            region.subgame = region.subgame.after(to_move, action.action);
            let other = to_move.opponent();
            let score = exact(&mut scores, &after, other);
            assert_eq!(winner_of_score(score, other), to_move, "{sum:?}: {action:?}");
        }
        moves += found.len();
    }
    assert!(open > 100 && moves > 100, "{open} {moves}");
}
