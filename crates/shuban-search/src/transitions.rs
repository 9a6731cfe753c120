//! Games as explicit transition systems, for solvers that know no games.

use rustc_hash::FxHashMap;
use shuban_core::solver::SearchFailure;
use shuban_core::text::grouped;
use shuban_core::{Game, Progress};

/// A two-player zero-sum game as a turn-based stochastic game: states with choices of one player,
/// choices with branches, branches with probabilities.
///
/// States are, in this order, positions before the chance event, positions after it, and one state
/// for each payoff. Those of the highest payoff to the first player, [`won`](Self::won), and of the
/// lowest are absorbing, and any other payoff is a branch to both of them, so that the value of a position to the first player is
/// `lowest + (highest - lowest) · P(won is reached)`. Play without an end counts as lost.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionSystem {
    /// Number of initial states, which are the first ones.
    pub initial: u64,
    /// The seat that chooses, by state.
    pub players: Vec<u32>,
    /// First choice by state, and the number of choices at the end.
    pub choices: Vec<u64>,
    /// First branch by choice, and the number of branches at the end.
    pub branches: Vec<u64>,
    /// The state that a branch leads to.
    pub targets: Vec<u64>,
    /// The probability of a branch.
    pub probabilities: Vec<f64>,
    /// Lowest and highest payoff to the first player.
    pub payoffs: [i16; 2],
    /// The state of the highest payoff.
    pub won: u64,
}

impl TransitionSystem {
    /// Returns the number of states.
    pub fn states(&self) -> u64 {
        self.players.len() as u64
    }

    /// Enumerates all that play can reach from `roots`, which become the initial states, in their
    /// order. Takes some hundred bytes a state, and the game's time to generate all plays.
    ///
    /// # Errors
    /// [`SearchFailure::TooMuch`] if there are more than `limit` states, or the game is not of two
    /// players and zero-sum, or does not keep the laws of [`Game`]; [`SearchFailure::Interrupted`].
    pub fn enumerate<G: Game>(
        game: &G,
        roots: impl IntoIterator<Item = G::Position>,
        limit: u64,
        progress: &dyn Progress,
    ) -> Result<Self, SearchFailure> {
        if game.seats() != 2 {
            return Err(no_model(game, "is not a game of two players"));
        }
        let mut found = Found { numbers: FxHashMap::default(), positions: Vec::new() };
        for root in roots {
            found.number(&root);
        }
        let initial = found.positions.len() as u64;
        let (mut before, mut after) = (States::default(), States::default());
        let (mut payoffs, mut plays) = (Vec::<i16>::new(), Vec::new());
        let mut at = 0;
        progress.phase("enumerating", 0);
        while let Some(position) = found.positions.get(at).cloned() {
            at += 1;
            if at.is_multiple_of(LOOK) {
                progress.at(at as u64, "");
                if progress.interrupted() {
                    return Err(SearchFailure::Interrupted);
                }
            }
            if (found.positions.len() + after.players.len()) as u64 > limit {
                let limit = grouped(limit);
                let text = format!("play reaches more than {limit} states: too many for a model");
                return Err(SearchFailure::TooMuch(text));
            }
            let seat = game.to_move(&position) as u32;
            if let Some(all) = game.outcome(&position) {
                let payoff = all.of(0);
                if all.of(1) != payoff.checked_neg().unwrap_or(i16::MAX) {
                    return Err(no_model(game, "is not zero-sum"));
                }
                let number = payoffs.iter().position(|&other| other == payoff);
                let number = number.unwrap_or_else(|| {
                    payoffs.push(payoff);
                    payoffs.len() - 1
                });
                before.add(seat, [[(PAYOFF | number as u64, 1.0)]]);
                continue;
            }
            let stuck = || no_model(game, "has a position that is not over, without any play");
            let chances = game.chances(&position);
            if chances.is_empty() {
                return Err(stuck());
            }
            let total: f64 = chances.iter().map(|&(_, weight)| f64::from(weight)).sum();
            if let [(chance, _)] = chances[..] {
                // Without chance the player chooses at once.
                game.plays(&position, chance, &mut plays);
                if plays.is_empty() {
                    return Err(stuck());
                }
                before.add(seat, plays.drain(..).map(|play| [(found.number(&play.after), 1.0)]));
                continue;
            }
            let mut events: Vec<(u64, f64)> = Vec::with_capacity(chances.len());
            for (chance, weight) in chances {
                game.plays(&position, chance, &mut plays);
                let target = match &plays[..] {
                    [] => return Err(stuck()),
                    [play] => found.number(&play.after),
                    _ => {
                        let each = plays.iter().map(|play| [(found.number(&play.after), 1.0)]);
                        after.add(seat, each);
                        AFTER | (after.players.len() as u64 - 1)
                    }
                };
                plays.clear();
                // Several events may force the same play.
                let probability = f64::from(weight) / total;
                match events.iter_mut().find(|(other, _)| *other == target) {
                    Some((_, sum)) => *sum += probability,
                    None => events.push((target, probability)),
                }
            }
            before.add(seat, [events]);
        }
        Ok(join(initial, before, after, &payoffs))
    }
}

fn no_model<G: Game>(game: &G, why: &str) -> SearchFailure {
    SearchFailure::TooMuch(format!("{} {why}", game.name()))
}

/// Positions between two looks at the progress.
const LOOK: usize = 1 << 10;

/// Marks of targets that get their numbers when all positions are known.
const AFTER: u64 = 1 << 62;
const PAYOFF: u64 = 1 << 63;

/// The positions so far, each with its number.
struct Found<P> {
    numbers: FxHashMap<P, u64>,
    positions: Vec<P>,
}

impl<P: Clone + Eq + std::hash::Hash> Found<P> {
    fn number(&mut self, position: &P) -> u64 {
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = self.positions.len() as u64;
        self.numbers.insert(position.clone(), number);
        self.positions.push(position.clone());
        number
    }
}

/// States of one kind, with their choices and branches.
#[derive(Default)]
struct States {
    players: Vec<u32>,
    choices: Vec<u64>,
    branches: Vec<u64>,
    targets: Vec<u64>,
    probabilities: Vec<f64>,
}

impl States {
    /// Adds a state with its choices, each a list of branches.
    fn add<C: IntoIterator<Item = (u64, f64)>>(
        &mut self,
        player: u32,
        choices: impl IntoIterator<Item = C>,
    ) {
        self.players.push(player);
        self.choices.push(self.branches.len() as u64);
        for choice in choices {
            self.branches.push(self.targets.len() as u64);
            for (target, probability) in choice {
                self.targets.push(target);
                self.probabilities.push(probability);
            }
        }
    }

    /// Adds states, whose targets have their numbers.
    fn append(&mut self, mut other: States) {
        let (choices, branches) = (self.branches.len() as u64, self.targets.len() as u64);
        self.players.append(&mut other.players);
        self.choices.extend(other.choices.iter().map(|first| first + choices));
        self.branches.extend(other.branches.iter().map(|first| first + branches));
        self.targets.append(&mut other.targets);
        self.probabilities.append(&mut other.probabilities);
    }
}

/// Joins states of all kinds, and gives targets their numbers.
fn join(initial: u64, before: States, after: States, payoffs: &[i16]) -> TransitionSystem {
    let lowest = payoffs.iter().copied().min().unwrap_or(0);
    let highest = payoffs.iter().copied().max().unwrap_or(0);
    let (first_after, first_payoff) =
        (before.players.len() as u64, (before.players.len() + after.players.len()) as u64);
    // The two absorbing states come first, and are one if there is one payoff.
    let (lost, won) = (first_payoff, first_payoff + u64::from(lowest < highest));
    let between: Vec<i16> =
        payoffs.iter().copied().filter(|&payoff| payoff != lowest && payoff != highest).collect();
    let mut ends = States::default();
    (lost..=won).for_each(|state| ends.add(0, [[(state, 1.0)]]));
    let range = f64::from(highest) - f64::from(lowest);
    for &payoff in &between {
        let share = (f64::from(payoff) - f64::from(lowest)) / range;
        ends.add(0, [[(won, share), (lost, 1.0 - share)]]);
    }
    let number = |target: u64| match (target & PAYOFF != 0, target & AFTER != 0) {
        (true, _) => match payoffs[(target & !PAYOFF) as usize] {
            payoff if payoff == highest => won,
            payoff if payoff == lowest => lost,
            payoff => {
                let place = between.iter().position(|&other| other == payoff);
                won + 1 + place.expect("it is neither the lowest nor the highest") as u64
            }
        },
        (_, true) => first_after + (target & !AFTER),
        _ => target,
    };
    let mut all = before;
    all.append(after);
    all.targets.iter_mut().for_each(|target| *target = number(*target));
    all.append(ends);
    let States { players, mut choices, mut branches, targets, probabilities } = all;
    choices.push(branches.len() as u64);
    branches.push(targets.len() as u64);
    let payoffs = [lowest, highest];
    TransitionSystem { initial, players, choices, branches, targets, probabilities, payoffs, won }
}
