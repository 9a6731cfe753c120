//! The laws, the twin, and every value.

use crate::spine::{spine, without_needs};
use shuban_solve::{Retrograde, Tabulation};

use super::*;

/// Plain minimax on a text, without regions, exchange of colours or tables.
fn twin(strip: &str, side: char) -> Option<i8> {
    let other = if side == 'X' { 'O' } else { 'X' };
    let gain = if side == 'X' { 1 } else { -1 };
    let free = |cells: &[char], from: usize, to: usize| {
        let between = if from < to { from + 1..to + 1 } else { to..from };
        from != to && cells[between].iter().all(|cell| *cell == '.')
    };
    let cells: Vec<char> = strip.chars().collect();
    let mut best: Option<i8> = None;
    for from in (0..cells.len()).filter(|&from| cells[from] == side) {
        for to in (0..cells.len()).filter(|&to| free(&cells, from, to)) {
            let mut moved = cells.clone();
            moved[from] = '.';
            moved[to] = side;
            for arrow in (0..cells.len()).filter(|&arrow| free(&moved, to, arrow)) {
                let mut shot = moved.clone();
                shot[arrow] = '#';
                let after: String = shot.into_iter().collect();
                let rest = twin(&after, other).or_else(|| twin(&after, side)).unwrap_or(0);
                let here = gain + rest;
                best =
                    Some(best.map_or(
                        here,
                        |best| if gain > 0 { best.max(here) } else { best.min(here) },
                    ));
            }
        }
    }
    best
}

fn twin_pair(game: &StripAmazons, strip: &Strip) -> Pair {
    let text = game.format(strip);
    let squares = text.split(' ').next().unwrap();
    Pair { a: twin(squares, 'X'), b: twin(squares, 'O') }
}

/// Returns true if the side to move makes the last move, by the rules alone.
fn wins(game: &StripAmazons, strip: &Strip) -> bool {
    let mut plays = Vec::new();
    game.plays(strip, (), &mut plays);
    plays.iter().any(|play| !wins(game, &play.after))
}

#[test]
fn the_rules_keep_the_laws() {
    let starts =
        ["X...O X", "..X.O. O", "X.O#.X. X", "## X"].map(|text| StripAmazons.parse(text).unwrap());
    let strips = shuban_conformance::reachable(&StripAmazons, &starts, 2_000);
    shuban_conformance::game(&StripAmazons, &strips).unwrap();
    assert_eq!(StripAmazons.parse("X.Z X").unwrap_err().at, 2);
}

#[test]
fn every_region_has_the_value_of_plain_minimax() {
    let regions = Regions::new(6);
    let solved = spine(&regions, &Retrograde(&regions));
    let mut cut = 0;
    for layer in (0..6).map(LayerId) {
        assert_eq!(solved.report(layer).facts["passes"], 1);
        let solved_value = |part, rank| solved.at(part, rank);
        shuban_conformance::brute_force(&regions, layer, solved_value, |strip| {
            twin_pair(&regions.game, strip)
        })
        .unwrap();
        for (strip, value) in solved.positions(layer) {
            // The sign gives the winner of the game itself, in which a player without a move loses.
            let [black_wins, white_wins] =
                [BLACK, WHITE].map(|turn| wins(&regions.game, &strip.with_turn(turn)));
            assert_eq!(
                (value.a > Some(0), value.b.is_some_and(|b| b < 0)),
                (black_wins, white_wins)
            );
            // Positions in no table: colours exchanged, and the rest after an arrow cut the region.
            let exchanged = strip.colours_exchanged();
            assert_eq!(solved.value(&exchanged), value.colours_exchanged());
            let mut plays = Vec::new();
            regions.game.plays(&strip, (), &mut plays);
            for Play { after, .. } in plays {
                cut += usize::from(after.trimmed().contains(&Square::Burnt));
                assert_eq!(solved.value(&after), twin_pair(&regions.game, &after));
            }
        }
    }
    assert!(cut > 1_000, "only {cut} plays cut a region");
}

#[test]
fn the_fast_way_gives_the_same_records() {
    let regions = Regions::new(6);
    for layer in (0..6).map(LayerId) {
        shuban_conformance::tabulate(&regions, layer, 500).unwrap();
    }
    let [fast, plain] =
        [spine(&regions, &Tabulation(&regions)), spine(&regions, &Retrograde(&regions))];
    for layer in (0..6).map(LayerId) {
        assert!(fast.positions(layer).eq(plain.positions(layer)));
    }
}

#[test]
fn a_layer_whose_needs_cannot_be_read_gets_no_values() {
    let regions = Regions::new(3);
    // Regions of one square have no moves and ask for no values.
    assert_eq!(without_needs(&regions, LayerId(0)).unwrap().open, 0);
    assert!(without_needs(&regions, LayerId(2)).is_err());
}
