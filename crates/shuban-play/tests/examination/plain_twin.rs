//! The worth of a fixed policy once more: plain sweeps over positions by their texts, as the rules
//! give them, which share neither the numbers nor the bounds of the solver.

use std::collections::{HashMap, VecDeque};

use shuban_catalog::{AnyGame, AnyPosition};
use shuban_core::Silent;

use crate::marks::{Built, mark};

/// The end of a play: a payoff, or a position.
enum After {
    /// The end of the game, which pays this to its player.
    Paid(f64),
    /// A position by number, and the sign of its value to the player of the play.
    Position(usize, f64),
}

/// A chance event: its probability, its plays, and the number of that of the policy.
struct Event {
    probability: f64,
    plays: Vec<After>,
    chosen: usize,
}

/// All positions that play can reach, in the order in which they were found.
#[derive(Default)]
struct Positions {
    numbers: HashMap<String, usize>,
    open: VecDeque<AnyPosition>,
    events: Vec<Vec<Event>>,
}

impl Positions {
    fn number(&mut self, position: &AnyPosition) -> usize {
        let next = self.numbers.len();
        let number = *self.numbers.entry(position.text.clone()).or_insert(next);
        if number == next {
            self.open.push_back(position.clone());
        }
        number
    }

    /// Explores all that play can reach from these positions.
    fn explored(game: &dyn AnyGame, roots: &[AnyPosition]) -> Self {
        let mut found = Positions::default();
        for root in roots {
            found.number(root);
        }
        while let Some(position) = found.open.pop_front() {
            let turn = game.turn(&position).unwrap();
            let mut events = Vec::new();
            for (number, chance) in turn.chances.iter().enumerate() {
                let (mut plays, mut chosen, mut most) = (Vec::new(), 0, f64::NEG_INFINITY);
                for play in game.plays(&position, number).unwrap() {
                    let next = game.turn(&play.after).unwrap();
                    let (after, value) = match next.over {
                        Some(end) => {
                            let paid = f64::from(end.payoffs[turn.seat]);
                            (After::Paid(paid), paid)
                        }
                        None => {
                            let sign = if next.seat == turn.seat { 1.0 } else { -1.0 };
                            let number = found.number(&play.after);
                            (After::Position(number, sign), sign * mark(&play.after.text))
                        }
                    };
                    if value > most {
                        (chosen, most) = (plays.len(), value);
                    }
                    plays.push(after);
                }
                events.push(Event { probability: chance.probability, plays, chosen });
            }
            found.events.push(events);
        }
        found
    }

    /// Returns the value of each position to the player to move, where that player has values
    /// `after` of positions of its own and the opponent has `other`: one sweep.
    fn swept(&self, makes_best: bool, own: &[f64], other: &[f64]) -> Vec<f64> {
        let worth = |play: &After| match *play {
            After::Paid(paid) => paid,
            After::Position(number, sign) if sign > 0.0 => own[number],
            After::Position(number, _) => -other[number],
        };
        let of_event = |event: &Event| {
            let best = event.plays.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
            let made = if makes_best { best } else { worth(&event.plays[event.chosen]) };
            event.probability * made
        };
        self.events.iter().map(|events| events.iter().map(of_event).sum()).collect()
    }

    /// Sweeps until nothing changes. Both players begin with values of 0, and each makes the best
    /// play or that of the policy; returns the values to the first.
    fn solved(&self, first_makes_best: bool, second_makes_best: bool) -> Vec<f64> {
        let (mut first, mut second) = (vec![0.0; self.events.len()], vec![0.0; self.events.len()]);
        for _ in 0..100_000 {
            let next = self.swept(first_makes_best, &first, &second);
            second = self.swept(second_makes_best, &second, &first);
            let changes = next.iter().zip(&first).map(|(next, now)| (next - now).abs());
            let change = changes.fold(0.0, f64::max);
            first = next;
            if change < 1e-14 {
                return first;
            }
        }
        panic!("the values go on changing");
    }
}

#[test]
fn the_worth_of_a_policy_is_that_of_plain_sweeps() {
    let catalog = shuban_games::catalog();
    // Hits, then more than one checker and a layer below, then finished games.
    for layer in ["half-gammon/contact-1-1", "half-gammon/contact-2-1", "backgammon/race-7x2"] {
        let built = Built::new(&catalog, layer);
        let (open, game) = (&built.open, built.placed.game);
        let position = |number| open.position(built.placed.layer, number).unwrap();
        let roots: Vec<AnyPosition> = (0..).map_while(position).collect();
        let plain = Positions::explored(game, &roots);
        let perfect = plain.solved(true, true);
        let against_best = plain.solved(false, true);
        let against_itself = plain.solved(false, false);

        let findings = built.examined(&Silent);
        let play = findings.play.expect(layer);
        assert!(play.settled, "{layer}: {play:?}");
        let judged: Vec<usize> =
            (0..roots.len()).filter(|&number| !plain.events[number].is_empty()).collect();
        let count = judged.len() as f64;
        let lost = |number: usize| perfect[number] - against_best[number];
        let mean = judged.iter().map(|&number| lost(number)).sum::<f64>() / count;
        let max = judged.iter().map(|&number| lost(number)).fold(0.0, f64::max);
        let gained = |number: &usize| against_itself[*number] - perfect[*number];
        let own = judged.iter().map(gained).sum::<f64>() / count;
        assert!(mean > 0.0 && max > mean, "{layer}: {mean} {max}");
        assert_eq!(play.exploitability.count, judged.len() as u64, "{layer}");
        for (what, plain, solved) in [
            ("mean loss to the best reply", mean, play.exploitability.mean),
            ("greatest loss to the best reply", max, play.exploitability.max),
            ("at the position that it names", lost(plain.numbers[&play.worst]), max),
            ("mean change against itself", own, play.against_itself.mean),
        ] {
            // As far as the values of the databases are proven.
            assert!((plain - solved).abs() < 1e-6, "{layer}, {what}: {plain}, and {solved}");
        }
    }
}
