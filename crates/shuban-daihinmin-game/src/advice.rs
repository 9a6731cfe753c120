//! Advice of the contest's players in a position, seen from the seat to move.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use shuban_core::adviser::{Advice, Adviser};
use shuban_core::shelf::Shelf;
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::tabulate::OneThread;
use shuban_core::{Field, Fields, Random};
use shuban_tanhinmin::Clearing;

use crate::players::champion::{self, Champion, ChampionSetting, Thought, Tried};
use crate::players::endgame::{EndgameLimits, LeadTables, Poll, Reason, Votes};
use crate::players::{Base, ContestPlayer, Endgame, EndgamePlus, Playouts};
use crate::policy::Policy;
use crate::{ContestPosition, ContestRules, Daihinmin, Meld, PLAYERS, SeatView, melds};

/// A player that can be asked for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdvisingPlayer {
    /// [`Base`].
    Base,
    /// [`Endgame`].
    Endgame,
    /// [`EndgamePlus`].
    EndgamePlus,
    /// [`Champion`].
    Champion,
}

/// A player that gives advice. It has not seen how play reached the position.
pub(crate) struct ContestAdviser {
    player: AdvisingPlayer,
    game: Daihinmin,
    tables: Tables,
}

/// The tables of `endgame` that were needed so far, by players and cards: a file that is published
/// never changes.
#[derive(Default)]
struct Tables(Mutex<HashMap<(usize, usize), Arc<LeadTables>>>);

impl Tables {
    /// The table for a view: read if it is built, else computed.
    fn of(&self, view: &SeatView, shelf: &dyn Shelf) -> Result<Arc<LeadTables>, SearchFailure> {
        let key @ (players, cards) = (view.table.players_in().count(), view.cards_in_play());
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = known().get(&key) {
            return Ok(Arc::clone(tables));
        }
        // Others that ask meanwhile are not kept waiting.
        let mut tables = LeadTables::new(Clearing::default());
        if !tables.read(players, cards, shelf)? {
            let worked_out = tables.compute(players, cards, &OneThread);
            worked_out.map_err(|_| SearchFailure::Interrupted)?;
        }
        let tables = Arc::new(tables);
        known().insert(key, Arc::clone(&tables));
        Ok(tables)
    }
}

impl ContestAdviser {
    pub(crate) fn new(player: AdvisingPlayer) -> Self {
        let game = Daihinmin::new(ContestRules::default());
        ContestAdviser { player, game, tables: Tables::default() }
    }

    /// The advice of the player with databases, with its votes.
    fn endgame(
        &self,
        view: &SeatView,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<Daihinmin>, SearchFailure> {
        let rules = self.game.rules;
        // Without a limit of time: the same advice on every machine.
        let limits = EndgameLimits::default();
        let leads = match limits.hold(view) {
            true => self.tables.of(view, setting.shelf)?,
            false => Arc::new(LeadTables::new(Clearing::default())),
        };
        let poll = Poll { leads, limits, random: Random::new(0) };
        let mut player = Endgame { base: Base { rules }, poll, sets: None };
        let (choice, reason) = player.decide(view);
        let legal = melds(&rules, view.hand, &view.table);
        let singles: Vec<Meld> = legal.into_iter().filter(|meld| meld.len() == 1).collect();
        let votes = if singles.is_empty() { None } else { player.poll.votes(view) };
        let mut facts = Fields::new();
        if let Some(votes) = &votes {
            facts = facts.with(Field::new("deals", votes.deals));
        }
        let reason = match reason {
            Reason::Votes => "its lead wins the most deals".to_owned(),
            Reason::Certain => "it wins whatever the others hold".to_owned(),
            Reason::NoVotes => "no card has a vote: it plays like base".to_owned(),
            Reason::Outside => format!(
                "{} cards and {} players are left: it asks the databases from {} cards and {} \
                 players on, and plays like base before",
                view.cards_in_play(),
                view.table.players_in().count(),
                limits.cards,
                limits.players.1,
            ),
        };
        let facts = facts.with(Field::new("reason", reason));
        let weighed = votes.map_or(Vec::new(), |votes| weighed(&singles, &votes));
        Ok(Advice { choice: Some(choice), weighed, facts, is_proven: false })
    }
}

/// The choices of the champion, with the points that they brought on average.
fn tried(rules: &ContestRules, thought: &Thought) -> Vec<(Option<Meld>, Fields)> {
    let [most, least] = [rules.points[0], rules.points[PLAYERS - 1]].map(f64::from);
    let row = |tried: &Tried| {
        let points = least + (most - least) * f64::from(tried.worth);
        let games = Field::new("games", u64::from(tried.games)).short(tried.games.to_string());
        let points = Field::new("points", (points * 100.0).round() / 100.0)
            .short(format!("{points:.2} points"));
        (tried.action, Fields::new().with(points).with(games))
    };
    thought.tried.iter().filter(|tried| tried.games > 0).map(row).collect()
}

/// The cards that may be laid, with their votes.
fn weighed(singles: &[Meld], votes: &Votes) -> Vec<(Option<Meld>, Fields)> {
    let mut cards: Vec<(u64, Meld)> =
        singles.iter().map(|meld| (votes.of(meld.lowest()), *meld)).collect();
    // Stable: of as many votes the first in the order of the rules.
    cards.sort_by_key(|&(votes, _)| Reverse(votes));
    let row = |(number, meld): (u64, Meld)| {
        let share = 100.0 * number as f64 / votes.deals.max(1) as f64;
        let field = Field::new("votes", number).short(format!("{number} ({share:.1} %)"));
        (Some(meld), Fields::new().with(field))
    };
    cards.into_iter().map(row).collect()
}

impl Adviser for ContestAdviser {
    type Game = Daihinmin;

    fn game(&self) -> &Daihinmin {
        &self.game
    }

    fn name(&self) -> String {
        match self.player {
            AdvisingPlayer::Base => "base",
            AdvisingPlayer::Endgame => "endgame",
            AdvisingPlayer::EndgamePlus => "endgame+",
            AdvisingPlayer::Champion => "champion",
        }
        .to_owned()
    }

    fn about(&self) -> String {
        match self.player {
            AdvisingPlayer::Base => "rules that keep strong cards for later",
            AdvisingPlayer::Endgame => {
                "like base, and near the end a vote: each deal of the unseen cards has one for \
                 every single card that wins it as a lead"
            }
            AdvisingPlayer::EndgamePlus => {
                "plays deals of the unseen cards out, and searches when two are left"
            }
            AdvisingPlayer::Champion => {
                "searches over deals of the unseen cards; a learnt policy plays them out"
            }
        }
        .to_owned()
    }

    fn about_ja(&self) -> Option<String> {
        let text = match self.player {
            AdvisingPlayer::Base => "強い札を後まで残す規則",
            AdvisingPlayer::Endgame => {
                "ふだんは base と同じ。終盤では、見えない札の配り方ごとに、出せば必勝となる単独の札へ\
                 一票ずつ投じる"
            }
            AdvisingPlayer::EndgamePlus => {
                "見えない札を配って終局まで進めることを繰り返し、残り二人なら読み切る"
            }
            AdvisingPlayer::Champion => {
                "見えない札の配り方にわたって探索し、学習した方策で終局まで進める"
            }
        };
        Some(text.to_owned())
    }

    fn advise(
        &self,
        position: &ContestPosition,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<Daihinmin>, SearchFailure> {
        let view = position.view(position.table.turn);
        let choice = match self.player {
            AdvisingPlayer::Endgame => return self.endgame(&view, setting),
            AdvisingPlayer::Champion => {
                let random = Random::of_part(0, view.seat as u64);
                let (rules, search) = (self.game.rules, ChampionSetting::default());
                let mut player = Champion::new(rules, Policy::bundled(), search, random);
                player.begin(&view);
                let thought = player.think(&view);
                let reason = match thought.reason {
                    champion::Reason::Policy => "nothing to search: the likeliest play",
                    champion::Reason::Certain => "it wins whatever the others hold",
                    champion::Reason::LastTwo => "two are left, and it wins",
                    champion::Reason::Search => "the most points in games played out",
                };
                let facts = Fields::new().with(Field::new("reason", reason.to_owned()));
                let weighed = tried(&rules, &thought);
                return Ok(Advice {
                    choice: Some(thought.choice),
                    weighed,
                    facts,
                    is_proven: false,
                });
            }
            AdvisingPlayer::Base => Base { rules: self.game.rules }.play(&view),
            AdvisingPlayer::EndgamePlus => {
                let random = Random::of_part(0, view.seat as u64);
                let mut player = EndgamePlus::new(self.game.rules, Playouts::default(), random);
                player.begin(&view);
                player.play(&view)
            }
        };
        Ok(Advice::of(choice))
    }
}
