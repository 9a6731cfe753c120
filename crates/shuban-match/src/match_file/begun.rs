//! A match while its file is read: the state carried from one game to the next.

use shuban_core::Seat;
use shuban_core::echo::{echo, is_unsafe};
use shuban_gammon::Variant;

use super::error::MatchFileProblem;
use super::referee::Referee;
use super::{GameRecord, GameResult, MatchEvent, MatchRecord};

/// Most points of a match or of a game.
pub(super) const MOST_POINTS: u32 = 1 << 24;

/// Longest name of a player.
const LONGEST_NAME: usize = 80;

/// A match without the games that are still to come.
pub(super) struct BegunMatch {
    pub(super) record: MatchRecord,
    /// The score; unknown before the first game, which may be from the middle of a match.
    score: Option<[u32; 2]>,
    /// True if a player was one point from winning in an earlier game.
    is_past_crawford: bool,
}

/// A game of it.
pub(super) struct BegunGame {
    score: [u32; 2],
    is_crawford: bool,
}

impl BegunGame {
    pub(super) fn score_after(&self, result: &GameResult) -> [u32; 2] {
        let mut after = self.score;
        after[result.winner] = (after[result.winner] + result.points).min(MOST_POINTS);
        after
    }
}

impl BegunMatch {
    pub(super) fn new(variant: Variant, length: u32) -> Self {
        let record = MatchRecord {
            variant,
            players: Default::default(),
            length,
            has_cube: true,
            crawford: length > 0,
            jacoby: false,
            games: Vec::new(),
        };
        BegunMatch { record, score: None, is_past_crawford: false }
    }

    /// Begins a game between these players; the score is the one that follows if none is given.
    /// Formats that mark the Crawford game pass it.
    pub(super) fn begin(
        &mut self,
        players: [String; 2],
        said: Option<[u32; 2]>,
        crawford: Option<bool>,
    ) -> Result<BegunGame, MatchFileProblem> {
        let MatchRecord { length, .. } = self.record;
        if self.record.games.is_empty() {
            self.record.players = players;
        } else {
            for (found, expected) in players.into_iter().zip(&self.record.players) {
                if found != *expected {
                    return Err(MatchFileProblem::Player { found, expected: expected.clone() });
                }
            }
        }
        let score = self.score.or(said).unwrap_or_default();
        if said.is_some_and(|said| said != score) {
            return Err(MatchFileProblem::Score {
                said: said.unwrap_or_default(),
                expected: score,
            });
        }
        if length > 0 && score.iter().any(|&points| points >= length) {
            return Err(MatchFileProblem::MatchOver);
        }
        let near = score.iter().filter(|&&points| points + 1 == length).count();
        // A file that begins near the end leaves open whether the Crawford game is over.
        let follows = self.record.crawford
            && near == 1
            && length > 1
            && !self.is_past_crawford
            && !self.record.games.is_empty();
        self.is_past_crawford |= near > 0;
        Ok(BegunGame { score, is_crawford: crawford.unwrap_or(follows) })
    }

    pub(super) fn referee(&self, game: &BegunGame) -> Referee<'_> {
        let no_double = match self.record.has_cube {
            true => game.is_crawford.then_some("it is the Crawford game"),
            false => Some("it is played without a cube"),
        };
        Referee::new(&self.record.variant, no_double, self.record.jacoby)
    }

    /// Returns the points that a player still needs, if it is a match.
    pub(super) fn needed(&self, game: &BegunGame, winner: Seat) -> Option<u32> {
        (self.record.length > 0).then(|| self.record.length - game.score[winner])
    }

    /// Ends a game.
    pub(super) fn end(&mut self, game: &BegunGame, events: Vec<MatchEvent>, result: GameResult) {
        self.score = Some(game.score_after(&result));
        let BegunGame { score, is_crawford } = *game;
        self.record.games.push(GameRecord { score, is_crawford, events, result });
    }
}

/// A player's name as both formats can hold it: one line without misleading characters, and no
/// colon, behind which a score stands.
pub(super) fn clean_name(name: &str) -> String {
    let is_gap = |c: char| c.is_whitespace() || c.is_control();
    let plain = name.replace(':', "-").replace(|c| is_unsafe(c) && !is_gap(c), "");
    let words: Vec<&str> = plain.split(is_gap).filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    match name.trim() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    }
}

/// The variant that a file names, or the one that was asked for.
pub(super) fn variant_of(
    named: Option<&str>,
    asked: Option<&Variant>,
) -> Result<Variant, MatchFileProblem> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '(', ')', '-', '_'], "");
    let found = named.map(|name| {
        let game = plain(name);
        // GNU Backgammon plays hypergammon with one to three checkers.
        let game = if game == "hypergammon3" { "hypergammon" } else { &game };
        let is_asked = |asked: &&Variant| plain(asked.name()) == game;
        let known = Variant::names().into_iter().find(|known| plain(known) == game);
        let known = || known.and_then(Variant::by_name);
        asked.filter(is_asked).cloned().or_else(known).ok_or_else(|| {
            let name = echo(name, 0);
            MatchFileProblem::Variant(format!("there is no game `{name}` here"))
        })
    });
    match (found.transpose()?, asked) {
        (Some(found), Some(asked)) if found != *asked => Err(MatchFileProblem::Variant(format!(
            "the file is of {}, not of {}",
            found.name(),
            asked.name()
        ))),
        (Some(found), _) => Ok(found),
        (None, Some(asked)) => Ok(asked.clone()),
        (None, None) => Variant::by_name("backgammon")
            .ok_or_else(|| MatchFileProblem::Variant("there is no backgammon".to_owned())),
    }
}

/// Returns the name of a variant in a file; `None` for backgammon.
pub(super) fn variation(variant: &Variant) -> Option<&str> {
    match variant.name() {
        "backgammon" => None,
        "nackgammon" => Some("NackGammon"),
        "hypergammon" => Some("HyperGammon (3)"),
        other => Some(other),
    }
}
