//! Tables: all positions that are not over, with one or two pieces a player.

use shuban_core::combinatorics::{binomial, rank_subset, unrank_subset};
use shuban_core::equation::{EquationOf, equation_receding};
use shuban_core::loopy::{PlayOf, backup_receding, through_play};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, Index, IndexError, IndexOf, Layer,
    LayerId, Loopy, Part, PartId, Receding, Seat, Unanswered,
};

use crate::board::{self, CELLS, Cells};
use crate::game::{Halma, PLAYERS, Position};

/// The positions with a number of pieces and a player to move, by the cells of players 1, 2 and 3.
struct Places {
    /// The cells on which each player may stop.
    stops: [Cells; PLAYERS],
    targets: [Cells; PLAYERS],
    pieces: u32,
    turn: usize,
    /// The rank of the first position of each pair of sets of players 1 and 2, and the number of all.
    first: Vec<u64>,
}

impl Places {
    fn new(game: &Halma, pieces: u32, turn: usize) -> Self {
        let stops = [0, 1, 2].map(|player| game.stops(player, pieces));
        let targets = [0, 1, 2].map(|player| board::target(player, pieces));
        let mut places = Places { stops, targets, pieces, turn, first: vec![0] };
        let mut next = 0;
        for pair in 0..places.sets().pow(2) {
            next += places.thirds(places.pair(pair)).map_or(0, |thirds| thirds.count);
            places.first.push(next);
        }
        places
    }

    /// The number of sets of cells of a player.
    fn sets(&self) -> u64 {
        binomial(CELLS, self.pieces as usize)
    }

    /// The sets of players 1 and 2 that have this number.
    fn pair(&self, number: u64) -> [Cells; 2] {
        let set =
            |rank| board::cells_of(unrank_subset(rank, self.pieces as usize, CELLS), board::ALL);
        [set(number / self.sets()), set(number % self.sets())]
    }

    /// The sets that player 3 can have beside those of the two others; `None` if these are not
    /// allowed.
    fn thirds(&self, pair: [Cells; 2]) -> Option<Thirds> {
        let may_be = |player: usize| {
            pair[player] & !self.stops[player] == 0 && pair[player] != self.targets[player]
        };
        if pair[0] & pair[1] != 0 || !may_be(0) || !may_be(1) {
            return None;
        }
        let free = self.stops[2] & !(pair[0] | pair[1]);
        let target = self.targets[2];
        let over = (target & !free == 0).then(|| rank_subset(board::numbered(target, free)));
        let sets = binomial(free.count_ones() as usize, self.pieces as usize);
        Some(Thirds { free, over, count: sets - u64::from(over.is_some()) })
    }
}

/// The sets of cells that the third player can have.
struct Thirds {
    free: Cells,
    /// The rank of its target among the sets of free cells: the game is over there.
    over: Option<u64>,
    count: u64,
}

impl Index for Places {
    type Position = Position;

    fn len(&self) -> u64 {
        self.first[self.first.len() - 1]
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let Position { pieces: [one, two, three], turn } = *position;
        let is_size = [one, two, three].iter().all(|cells| cells.count_ones() == self.pieces);
        if !is_size || turn != self.turn || (one | two | three) & !board::ALL != 0 {
            return None;
        }
        let thirds = self.thirds([one, two]).filter(|thirds| three & !thirds.free == 0)?;
        let third = rank_subset(board::numbered(three, thirds.free));
        let rank = |cells| rank_subset(board::numbered(cells, board::ALL));
        let pair = rank(one) * self.sets() + rank(two);
        let skipped = thirds.over.is_some_and(|over| over < third);
        (thirds.over != Some(third)).then(|| self.first[pair as usize] + third - u64::from(skipped))
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        if rank >= self.len() {
            return None;
        }
        let pair = self.first.partition_point(|&first| first <= rank) - 1;
        let [one, two] = self.pair(pair as u64);
        let Thirds { free, over, .. } = self.thirds([one, two])?;
        let third = rank - self.first[pair];
        let third = third + u64::from(over.is_some_and(|over| over <= third));
        let numbers = unrank_subset(third, self.pieces as usize, free.count_ones() as usize);
        let three = board::cells_of(numbers, free);
        Some(Position { pieces: [one, two, three], turn: self.turn })
    }
}

/// Layers `halma/open/1` and `halma/open/2`, or `halma/closed/…`, by pieces a player. Parts are told
/// apart by the player to move. Tables are those of player 1; turn the board for the two others.
pub struct Tables {
    game: Halma,
    layers: [Layer; 2],
}

impl Tables {
    /// The tables of the game with open or closed corners.
    pub fn new(closed: bool) -> Self {
        let game = Halma { closed };
        let layers = [1, 2].map(|pieces| {
            let part = |turn: usize| Part {
                name: format!("player {} to move", turn + 1),
                positions: Some(Places::new(&game, pieces, turn).len()),
            };
            Layer {
                name: format!("{}/{pieces}", game.name()),
                parts: (0..PLAYERS).map(part).collect(),
                needs: Vec::new(),
                cyclic: true,
            }
        });
        Tables { game, layers }
    }
}

impl Domain for Tables {
    type Game = Halma;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        self.game.name()
    }

    fn game(&self) -> &Halma {
        &self.game
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Places::new(&self.game, part.layer.0 as u32 + 1, part.part)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let layer = LayerId(position.each_has().checked_sub(1)? as usize);
        position.winner().is_none().then_some(PartId { layer, part: position.turn })
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, Receding>,
    ) -> Result<Receding, Unanswered> {
        backup_receding(self, position, ask)
    }

    fn encode(&self, value: &Receding, _: &Dictionary<Receding>) -> Receding {
        *value
    }

    fn decode(&self, record: Receding, _: &Dictionary<Receding>) -> Option<Receding> {
        (-1..=1).contains(&record.score()).then_some(record)
    }
}

/// The two others move one after the other, as one side.
impl Loopy for Tables {}

impl Explain for Tables {
    fn about(&self, layer: &Layer) -> String {
        let pieces = if layer.name.ends_with('1') { "one piece" } else { "two pieces" };
        format!("all positions of Halma for three with {pieces} a player, one against the others")
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 2e-6 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Receding) -> Fields {
        value.outcome_fields()
    }

    fn merit(&self, _: &Position, value: &Receding, _: Seat) -> i128 {
        value.merit(0).into()
    }

    fn seen_by(&self, value: Receding, position: &Position, seat: Seat) -> Receding {
        if self.game.to_move(position) == seat { value } else { -value }
    }

    fn through(&self, value: Receding, position: &Position, play: &PlayOf<Self>) -> Receding {
        through_play(self, value, position, play)
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_receding(self, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of the notation that are not over, and no others, have numbers.
    #[test]
    fn ranks_and_positions_are_one_to_one() {
        for (closed, pieces, count) in [(false, 1, 4_946), (true, 1, 2_224), (true, 2, 71_420)] {
            let game = Halma { closed };
            let places = Places::new(&game, pieces, 1);
            for rank in 0..places.len() {
                let position = places.unrank(rank).unwrap();
                assert_eq!(game.parse(&game.format(&position)), Ok(position));
                assert_eq!((position.winner(), places.rank(&position)), (None, Some(rank)));
            }
            assert_eq!((places.len(), places.unrank(count)), (count, None));
        }
        // A target filled, two pieces on a cell, another number, a cell outside, another turn.
        let places = Places::new(&Halma { closed: false }, 1, 1);
        let rank = |pieces, turn| places.rank(&Position { pieces, turn });
        let [one, two, three] = [0, 1, 2].map(|player| board::home(player, 1));
        assert!(rank([one, two, three], 1).is_some());
        for pieces in [[board::target(0, 1), two, three], [one, one, three], [one, two, one]] {
            assert_eq!(rank(pieces, 1), None);
        }
        for pieces in [[one | 1 << 14, two, three], [one, two, 1], [one, two, board::target(2, 1)]]
        {
            assert_eq!(rank(pieces, 1), None);
        }
        assert_eq!(rank([one, two, three], 0), None);
    }
}
