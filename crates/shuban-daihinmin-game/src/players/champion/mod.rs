//! The strongest player: search over deals with a learnt policy.

mod bandit;
mod beliefs;
mod classes;
mod clock;
mod exchange;
mod gifts;
mod history;
mod opponents;
mod playout;
mod tables;

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use shuban_core::{Random, Seat};

use super::control::certain_win;
use super::endgame::SetTables;
use super::plus::{Duel, duel};
use super::{Base, ContestPlayer, split};
use crate::policy::{Odds, Policy};
use crate::{
    Cards, ContestPosition, ContestRules, ContestTable, Meld, PLAYERS, SeatView, Standing,
};
use bandit::Bandit;
pub use beliefs::{BeliefSetting, Beliefs, Evidence};
use classes::values;
pub use clock::{Clock, ThinkingTime};
pub use exchange::log_weight;
pub use history::{History, SeenTurn};
pub use opponents::Opponents;
pub use playout::play_out;

/// Settings of [`Champion`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChampionSetting {
    /// The number of games that are played out for a decision; fewer if the rest cannot change it.
    pub simulations: u32,
    /// The most deals that they begin from.
    pub deals: u32,
    /// The time for a decision, of which a third at most goes to drawing deals; it is looked at after
    /// each deal and each game. The play then depends on the machine.
    pub time: Option<Duration>,
    /// The time for the decisions of a game, on average: what one leaves is for later ones.
    pub game_time: Option<Duration>,
    /// The weight of what is not known yet in the choice of what to try.
    pub exploration: f32,
    /// True if gifts are searched; if not, they are those of [`Base`].
    pub gifts: bool,
    /// True if a place is worth what its class brings in the games to come, besides its points.
    pub classes: bool,
    /// True if the others may be plain players; if not, they are taken to play by its own policy.
    pub opponents: bool,
    /// Drawing of deals.
    pub beliefs: BeliefSetting,
    /// Most positions that the search for the last two may examine.
    pub positions: usize,
}

impl Default for ChampionSetting {
    fn default() -> Self {
        ChampionSetting {
            simulations: 2_000,
            deals: 400,
            time: None,
            game_time: None,
            exploration: 0.3,
            gifts: true,
            classes: true,
            opponents: true,
            beliefs: BeliefSetting::default(),
            positions: 4_000,
        }
    }
}

/// A decision of [`Champion`].
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The meld, or the pass.
    pub choice: Option<Meld>,
    /// The reason.
    pub reason: Reason,
    /// The choices that were tried, the one that was tried most often first.
    pub tried: Vec<Tried>,
}

/// Reason of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There was nothing to search, or no deal agrees with the view: the likeliest of the policy.
    Policy,
    /// It wins whatever the others hold.
    Certain,
    /// Two are left, and it wins.
    LastTwo,
    /// The games that were played out.
    Search,
}

/// A choice that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The meld, or the pass.
    pub action: Option<Meld>,
    /// The number of games that were played out.
    pub games: u32,
    /// The mean worth of the place in them: 0 for the last, 1 for the first.
    pub worth: f32,
}

/// Plays that the policy takes for less likely than this are not tried.
const LEAST_PRIOR: f32 = 0.002;

/// Searches over deals of the unseen cards with a learnt [`Policy`]:
///
/// 1. A win that is certain whatever the others hold goes first; when two are left, a search solves
///    the game ([`duel`]).
/// 2. Else it draws [deals](Beliefs) of the unseen cards, in proportion to how well they explain the
///    exchange and the turns so far.
/// 3. A bandit with the policy's odds as prior chooses what to try next. In the games that are played
///    out each of the others plays by the policy that explains its past games best ([`Opponents`]).
/// 4. A place is worth its points, and what its class brings in the games to come.
/// 5. Gifts are searched in the same way.
#[derive(Clone)]
pub struct Champion {
    base: Base,
    policy: Arc<Policy>,
    setting: ChampionSetting,
    random: Random,
    history: History,
    /// The view at the beginning of the game in play.
    begun: Option<SeatView>,
    thinking: ThinkingTime,
    opponents: Opponents,
    beliefs: Beliefs,
    odds: Odds,
    tables: Option<Arc<SetTables>>,
    /// The seat and the classes before an exchange.
    before_gift: Option<(Seat, Standing)>,
}

impl Champion {
    /// Creates a player by these rules.
    pub fn new(
        rules: ContestRules,
        policy: Arc<Policy>,
        setting: ChampionSetting,
        random: Random,
    ) -> Self {
        let champion = Champion {
            base: Base { rules },
            opponents: Opponents::new(vec![Arc::clone(&policy)]),
            policy,
            setting,
            random,
            history: History::default(),
            begun: None,
            thinking: ThinkingTime::new(setting.time, setting.game_time),
            beliefs: Beliefs::default(),
            odds: Odds::default(),
            tables: None,
            before_gift: None,
        };
        champion.with_opponents(&[])
    }

    /// Lets games that are played out ask databases of sets.
    #[must_use]
    pub fn with_tables(self, tables: Option<Arc<SetTables>>) -> Self {
        Champion { tables, ..self }
    }

    /// Lets the others play by one of these policies, too, unless they are taken to play by its own.
    /// Forgets what it knew of them.
    #[must_use]
    pub fn with_opponents(self, policies: &[Arc<Policy>]) -> Self {
        let own = Arc::clone(&self.policy);
        let others = Policy::plain().into_iter().chain(policies.iter().cloned());
        let others = others.filter(|_| self.setting.opponents);
        let opponents = Opponents::new(std::iter::once(own).chain(others).collect());
        Champion { opponents, ..self }
    }

    /// Returns the policies by which the seats are taken to play, with its own in its own seat.
    fn policies(&self, view: &SeatView) -> [Arc<Policy>; PLAYERS] {
        let mut policies = self.opponents.policies(view.standing.players);
        policies[view.seat] = Arc::clone(&self.policy);
        policies
    }

    /// Learns from the game that is over, once.
    fn game_is_over(&mut self) {
        if let Some(view) = self.begun.take() {
            self.opponents.learn(&self.base.rules, &view, &self.history);
            self.thinking.next_game();
        }
    }

    /// Draws deals that agree with a view and with these turns; none if it contradicts itself.
    fn deals(
        &mut self,
        view: &SeatView,
        history: &History,
        clock: &Clock,
    ) -> Vec<[Cards; PLAYERS]> {
        let evidence = Evidence {
            rules: &self.base.rules,
            policies: &self.policies(view),
            history,
            view,
            setting: self.setting.beliefs,
        };
        if !self.beliefs.update(&evidence, &mut self.random) {
            return Vec::new();
        }
        let mut deals = Vec::new();
        for _ in 0..self.setting.deals.min(self.setting.simulations) {
            self.beliefs.advance(&evidence, &mut self.random);
            deals.push(self.beliefs.hands());
            if clock.is_past(1.0 / 3.0) {
                break;
            }
        }
        deals
    }

    /// Tries choices in turn on deals, each game played out by policies from where `start` puts
    /// it. All choices meet the same deals in the same order.
    fn try_out(
        &mut self,
        priors: &[f32],
        deals: &[[Cards; PLAYERS]],
        simulations: u32,
        view: &SeatView,
        clock: &Clock,
        start: impl Fn(usize, [Cards; PLAYERS]) -> ContestPosition,
    ) -> Bandit {
        let rules = &self.base.rules;
        let games_left = if self.setting.classes { view.standing.games_left } else { 0 };
        let values = values(rules, games_left);
        let mut bandit = Bandit::new(priors, self.setting.exploration);
        let mut odds = Odds::default();
        let tables = self.tables.as_deref();
        let policies = self.policies(view);
        for left in (0..simulations).rev() {
            let (choice, tries) = bandit.next();
            let position = start(choice, deals[tries as usize % deals.len()]);
            let random = &mut self.random;
            let place = play_out(rules, &policies, tables, position, view.seat, &mut odds, random);
            // A game that passes end counts as the last place, though chance decides.
            bandit.reward(choice, values[place.map_or(PLAYERS - 1, usize::from)]);
            if bandit.is_decided(left) || clock.is_past(1.0) {
                break;
            }
        }
        bandit
    }

    /// Makes a decision within its time, with this many cards in hand.
    fn timed<T>(&mut self, cards: usize, decide: impl FnOnce(&mut Self, &Clock) -> T) -> T {
        let clock = self.thinking.begin(cards);
        let decided = decide(self, &clock);
        self.thinking.end(clock.elapsed());
        decided
    }

    /// Searches.
    fn search(&mut self, view: &SeatView, clock: &Clock) -> Thought {
        let history = std::mem::take(&mut self.history);
        let deals = self.deals(view, &history, clock);
        self.history = history;
        let chances = &self.odds.chances;
        let choices = (0..chances.len()).filter(|&place| chances[place] > LEAST_PRIOR);
        let (actions, priors): (Vec<Option<Meld>>, Vec<f32>) =
            choices.map(|place| (self.odds.action(place), chances[place])).unzip();
        if deals.is_empty() || actions.len() < 2 {
            return Thought {
                choice: self.odds.likeliest(),
                reason: Reason::Policy,
                tried: vec![],
            };
        }
        let rules = self.base.rules;
        let bandit = self.try_out(
            &priors,
            &deals,
            self.setting.simulations,
            view,
            clock,
            |choice, hands| {
                let mut position = ContestPosition { hands, table: view.table };
                position.lay(&rules, actions[choice]);
                position
            },
        );
        let mut tried: Vec<Tried> = (0..actions.len())
            .map(|place| {
                let (games, worth) = bandit.tried(place);
                Tried { action: actions[place], games, worth }
            })
            .collect();
        tried.sort_by_key(|tried| Reverse(tried.games));
        Thought { choice: actions[bandit.best()], reason: Reason::Search, tried }
    }

    /// Plays in its turn, and tells why.
    pub fn think(&mut self, view: &SeatView) -> Thought {
        let of = |choice, reason| Thought { choice, reason, tried: Vec::new() };
        let rules = self.base.rules;
        self.policy.odds(&rules, &view.into(), &mut self.odds);
        if self.odds.melds.is_empty() {
            return of(None, Reason::Policy);
        }
        let certain = certain_win(&rules, view, &split(&rules, view.hand), &self.odds.melds);
        if certain.is_some() {
            return of(certain, Reason::Certain);
        }
        match self.last_two(view) {
            Some(action) => of(action, Reason::LastTwo),
            None => self.timed(view.hand.len(), |champion, clock| champion.search(view, clock)),
        }
    }

    /// The exact choice when two are left, if it wins.
    fn last_two(&mut self, view: &SeatView) -> Option<Option<Meld>> {
        let mut players = view.table.players_in().filter(|&seat| seat != view.seat);
        let (other, rest): (Option<Seat>, Option<Seat>) = (players.next(), players.next());
        let (Some(other), None) = (other, rest) else { return None };
        if view.unseen.len() != usize::from(view.counts[other]) {
            return None;
        }
        let mut hands = [Cards::NONE; PLAYERS];
        (hands[view.seat], hands[other]) = (view.hand, view.unseen);
        let position = ContestPosition { hands, table: view.table };
        match duel(&self.base.rules, &position, self.setting.positions) {
            Duel::Won(action) => Some(action),
            Duel::NotWon | Duel::Open => None,
        }
    }
}

impl ContestPlayer for Champion {
    fn before_gift(&mut self, seat: Seat, standing: &Standing) {
        self.game_is_over();
        self.before_gift = self.setting.gifts.then_some((seat, *standing));
    }

    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let searched =
            self.timed(hand.len(), |champion, clock| champion.search_gift(hand, count, clock));
        searched.unwrap_or_else(|| self.base.give(hand, count))
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        self.think(view).choice
    }

    fn begin(&mut self, view: &SeatView) {
        self.game_is_over();
        self.begun = Some(view.clone());
        self.history.begin(&self.base.rules, view);
        self.beliefs = Beliefs::default();
        self.before_gift = None;
    }

    fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        self.history.see(table, seat, action);
    }
}
