//! Values of moments at which nobody has passed: what all tables of open hands hold.

use shuban_core::{Ask, Domain, Game, Play, PositionOf, Seat, Unanswered, Winners};

/// A domain of moments just after a lead. Whatever was played, a moment at which nobody has passed
/// looks like one, so that every way to play on from a lead soon comes to moments with fewer cards,
/// which are asked for.
///
/// Values are sets of players counted from the one whose cards lie, or who is to lead.
pub trait Moments: Domain<Value = Winners, Game: Game<Chance = ()>> {
    /// Who is to lead, or whose cards lie.
    fn first(&self, position: &PositionOf<Self>) -> Seat;

    /// Whether nothing lies, so that somebody is to lead.
    fn is_lead(&self, position: &PositionOf<Self>) -> bool;

    /// Whether an action is a pass.
    fn is_pass(&self, action: &<Self::Game as Game>::Move) -> bool;

    /// Whether passes are looked at solely where nothing else leaves the mover a chance.
    fn overlooks_passes(&self) -> bool {
        false
    }

    /// The value of a position from those of moments with fewer cards.
    ///
    /// # Errors
    /// [`Unanswered`] as soon as a question is not answered.
    fn backed_up(
        &self,
        position: &PositionOf<Self>,
        ask: &mut dyn Ask<PositionOf<Self>, Winners>,
    ) -> Result<Winners, Unanswered> {
        let set = self.played_on(position, ask)?;
        Ok(set.rotated(self.first(position), self.game().seats()))
    }

    /// The set of seats that may win, whoever is to move: what a table holds is asked for, anything
    /// else is played on.
    ///
    /// # Errors
    /// As [`backed_up`](Moments::backed_up).
    fn played_on(
        &self,
        position: &PositionOf<Self>,
        ask: &mut dyn Ask<PositionOf<Self>, Winners>,
    ) -> Result<Winners, Unanswered> {
        let game = self.game();
        if let Some(payoffs) = game.outcome(position) {
            return Ok(Winners::leading(&payoffs, game.seats()));
        }
        let mover = game.to_move(position);
        let mut plays = Vec::new();
        game.plays(position, (), &mut plays);
        let (mut sets, mut passes) = (Vec::with_capacity(plays.len()), Vec::new());
        for Play { action, after } in plays {
            let set = if game.outcome(&after).is_none() && self.locate(&after).is_some() {
                ask.ask(&after)?.rotated(game.seats() - self.first(&after), game.seats())
            } else {
                self.played_on(&after, ask)?
            };
            if self.is_pass(&action) { passes.push(set) } else { sets.push(set) }
        }
        let has_a_chance = sets.iter().any(|set| set.contains(mover));
        if !(self.overlooks_passes() && has_a_chance) {
            sets.append(&mut passes);
        }
        Ok(Winners::united(mover, &sets))
    }
}
