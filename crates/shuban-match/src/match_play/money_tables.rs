//! The values of doubles in a game for money, from tables.

use shuban_core::shelf::{OracleError, Shelf, stored_values};
use shuban_core::{Domain, PositionOf};
use shuban_gammon::money::{CubeAction, Dances, Money, MoneyRaces, PointInterval, Points};
use shuban_gammon::{Position, Variant};

/// The place of the cube before a roll, for a player who may double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CubePlace {
    /// Cube in the middle.
    Centred,
    /// Cube in the middle, and gammons count only after a double (Jacoby's rule).
    Jacoby,
    /// The player about to roll owns it.
    Owned,
}

/// The values of doubling and not doubling for the player about to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DoublingWorth {
    /// Value without a double now.
    pub(super) no_double: PointInterval,
    /// Value if the opponent takes.
    pub(super) take: PointInterval,
    /// Value if the opponent passes.
    pub(super) pass: PointInterval,
}

impl DoublingWorth {
    /// Returns the best action.
    pub(super) fn action(self) -> CubeAction {
        CubeAction::among(self.no_double, self.take, self.pass)
    }

    /// The values for each point of the cube before the double, from the worth of each point of the
    /// cube that the opponent has taken.
    fn for_money(no_double: PointInterval, taken: PointInterval) -> Self {
        // Three points are the most, which leaves room for twice that.
        let twice = |points: Points| Points(2 * points.0);
        let take = PointInterval { lower: twice(taken.lower), upper: twice(taken.upper) };
        DoublingWorth { no_double, take, pass: PointInterval::points(1) }
    }
}

/// The tables with proven equities of games for money that hold positions of a variant.
pub(super) struct MoneyTables {
    /// Tables of all positions, for hypergammon alone.
    whole: Option<Money>,
    /// Tables of races; empty for other boards than backgammon's.
    races: Vec<MoneyRaces>,
    /// The checkers of each side at the beginning.
    checkers: usize,
}

impl MoneyTables {
    /// Returns the tables of a variant.
    pub(super) fn of(variant: &Variant) -> Self {
        let checkers = variant.checkers();
        let whole = Money::new(checkers, Dances::AsPlays);
        let whole = whole.filter(|money| money.game().variant == *variant);
        let backgammon = Variant::by_name("backgammon");
        let is_board = |board: &&Variant| {
            let size = |variant: &Variant| (variant.points(), variant.home(), variant.faces());
            size(board) == size(variant)
        };
        let races = backgammon.as_ref().filter(is_board).map(MoneyRaces::all).unwrap_or_default();
        MoneyTables { whole, races, checkers }
    }

    /// Returns the values of a double before a roll, and the layer that has them; `None` if no
    /// layer that holds the position is built.
    ///
    /// # Errors
    /// [`OracleError`] if a table cannot be read.
    pub(super) fn worth(
        &self,
        position: &Position,
        cube: CubePlace,
        shelf: &dyn Shelf,
    ) -> Result<Option<(DoublingWorth, String)>, OracleError> {
        let whole = self.whole.as_ref();
        if let Some((value, layer)) = whole.map_or(Ok(None), |all| stored(all, position, shelf))? {
            let equities = value.equities;
            let no_double = match cube {
                CubePlace::Centred => equities.centred,
                CubePlace::Jacoby => equities.jacoby,
                CubePlace::Owned => equities.owned,
            };
            return Ok(Some((DoublingWorth::for_money(no_double, equities.opponent), layer)));
        }
        // These do not count gammons: a side that has borne off nothing may lose one.
        if position.mover.count().max(position.opponent.count()) >= self.checkers {
            return Ok(None);
        }
        for races in &self.races {
            if let Some((equities, layer)) = stored(races, position, shelf)? {
                let no_double = match cube {
                    CubePlace::Centred | CubePlace::Jacoby => equities.centred,
                    CubePlace::Owned => equities.owned,
                };
                return Ok(Some((DoublingWorth::for_money(no_double, equities.opponent), layer)));
            }
        }
        Ok(None)
    }
}

/// Returns the value in the layer of a position, if there is one and it is built, and its name.
fn stored<D>(
    domain: &D,
    position: &Position,
    shelf: &dyn Shelf,
) -> Result<Option<(D::Value, String)>, OracleError>
where
    D: Domain,
    D::Game: shuban_core::Game<Position = Position>,
    PositionOf<D>: 'static,
{
    let Some(place) = domain.locate(position) else { return Ok(None) };
    let value = stored_values::<D>(shelf, &domain.name())(position)?;
    Ok(value.map(|value| (value, domain.layers()[place.layer.0].name.clone())))
}
