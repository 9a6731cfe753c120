//! Small boards as databases: every position that play can reach.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_core::equation::{Case, EquationOf, Expression, Premises};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Equation, Explain, Field, Fields, Game, Index, IndexError,
    Layer, LayerId, Part, PartId, Seat, Section, Unanswered,
};

use crate::index::PositionIndex;
use crate::result::{Worth, WorthCode};
use crate::rules::{Lines, Position, SizeError, Trax};
use crate::tile::Colour;

/// Size of the largest board that has a database.
pub(crate) const MAX_TABULATED: usize = 4;

/// Number of positions on boards of 2, 3 and 4 rows, by the number of tiles.
const POSITIONS: [&[u64]; 3] = [
    &[1, 2, 8, 13, 26],
    &[1, 2, 8, 31, 161, 570, 1_110, 1_565, 860, 636],
    &[
        1, 2, 8, 31, 211, 1_096, 5_778, 23_786, 70_187, 150_539, 242_786, 286_442, 274_080,
        194_554, 161_102, 65_043, 47_794,
    ],
];

/// `trax/N`, N = 2, 3, 4: every position of limited TRAX on so small a board that play can reach,
/// finished ones too, up to rotation, reflection and shift, with who wins.
///
/// One layer, its parts by the number of tiles: a turn only adds some, so parts ask for later ones
/// alone.
pub struct Configurations {
    trax: Trax,
    layers: [Layer; 1],
    /// Indexes by the number of tiles, made when first asked for.
    indexes: OnceLock<Vec<Arc<PositionIndex>>>,
}

impl Configurations {
    /// The domain of boards of this size.
    ///
    /// # Errors
    /// [`SizeError`] unless 2 ≤ `size` ≤ 4.
    pub fn new(size: usize) -> Result<Self, SizeError> {
        let positions =
            size.checked_sub(2).and_then(|place| POSITIONS.get(place)).ok_or(SizeError(size))?;
        let trax = Trax::new(size, Lines::Full)?;
        let part = |(tiles, &positions): (usize, &u64)| Part {
            name: if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") },
            positions: Some(positions),
        };
        let layer = Layer {
            name: trax.name(),
            parts: positions.iter().enumerate().map(part).collect(),
            needs: Vec::new(),
            cyclic: false,
        };
        Ok(Configurations { trax, layers: [layer], indexes: OnceLock::new() })
    }
}

impl Domain for Configurations {
    type Game = Trax;
    type Value = Worth;
    type Record = WorthCode;

    fn name(&self) -> String {
        self.trax.name()
    }

    fn game(&self) -> &Trax {
        &self.trax
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        [("size", self.trax.size().to_string()), ("lines", "from edge to edge".to_owned())]
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// All parts are enumerated together, once.
    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        let all = || PositionIndex::all(self.trax).into_iter().map(Arc::new).collect();
        let indexes = self.indexes.get_or_init(all);
        Ok(Box::new(Arc::clone(&indexes[part.part])))
    }

    fn open_index(
        &self,
        part: PartId,
        sections: &[Section],
    ) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        Ok(Box::new(PositionIndex::open(self.trax, part.part, sections)?))
    }

    /// The part by the number of tiles, over or not.
    fn locate(&self, position: &Position) -> Option<PartId> {
        let (rows, columns) = position.board.size();
        let fits = rows.max(columns) <= self.trax.size();
        fits.then(|| PartId { layer: LayerId(0), part: position.board.tiles() })
    }

    /// The best result for the player to move; a player who cannot move has lost.
    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, Worth>,
    ) -> Result<Worth, Unanswered> {
        if let Some(payoffs) = self.trax.outcome(position) {
            return Ok(Worth::of(&payoffs));
        }
        let player = position.to_move;
        self.trax.turns(position).iter().try_fold(Worth::loss(player), |best, (_, after)| {
            Ok(best.better(ask.ask(after)?, player))
        })
    }

    fn encode(&self, value: &Worth, _dictionary: &Dictionary<Worth>) -> WorthCode {
        WorthCode(*value as u8)
    }

    fn decode(&self, record: WorthCode, _dictionary: &Dictionary<Worth>) -> Option<Worth> {
        Worth::ALL.get(usize::from(record.0)).copied()
    }
}

impl Explain for Configurations {
    fn about(&self, _layer: &Layer) -> String {
        let size = self.trax.size();
        format!("every position of limited TRAX on {size} by {size} that play can reach: who wins")
    }

    /// Half of it is enumerating the positions.
    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 3e-5 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Worth) -> Fields {
        let long = match value {
            Worth::First => "white, who moved first, wins",
            Worth::Draw => "a draw",
            Worth::Second => "red, who moved second, wins",
        };
        Fields::new().with(Field::new("value", value.to_string()).long(long))
    }

    fn merit(&self, _position: &Position, value: &Worth, seat: Seat) -> i128 {
        let for_white = *value as i128;
        if seat == Colour::White.seat() { for_white } else { -for_white }
    }

    /// 1 if white wins, -1 if red does: the largest of all turns for white, the smallest for red.
    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        const NAME: &str = "value";
        let for_white = |worth: Worth| worth as i128 - Worth::Draw as i128;
        let mut premises = Premises::default();
        let value = if let Some(payoffs) = self.trax.outcome(position) {
            Expression::number(for_white(Worth::of(&payoffs)))
        } else {
            let of = |(turn, after)| {
                let stored = Expression::Stored(premises.stored(&after), NAME);
                Case::play(self.trax.format_move(position, (), &turn), stored)
            };
            let cases = self.trax.turns(position).into_iter().map(of).collect();
            match position.to_move {
                Colour::White => Expression::Max(cases),
                Colour::Red => Expression::Min(cases),
            }
        };
        Some(Equation::equal(vec![(NAME, value)], premises, move |&worth: &Worth| {
            vec![(NAME, Some(for_white(worth)))]
        }))
    }

    /// Finished positions are in the layer too.
    fn layer_for(&self, position: &Position) -> Result<Option<LayerId>, String> {
        match self.locate(position) {
            Some(place) => Ok(Some(place.layer)),
            None => Err("the board is too large".to_owned()),
        }
    }
}
