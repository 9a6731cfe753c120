//! A match while its file is read: the state carried from one game to the next.

use shuban_core::Seat;
use shuban_core::echo::{echo, is_unsafe};
use shuban_gammon::Variant;

use super::error::{MatchFileError, MatchFileProblem, Place};
use super::referee::Referee;
use super::{GameRecord, GameResult, LeftOutGame, MatchEvent, MatchRecord};
use crate::variants::variants;

/// Most points of a match or of a game.
pub(super) const MOST_POINTS: u32 = 1 << 24;

/// Longest name of a player.
const LONGEST_NAME: usize = 80;

/// A match without the games that are still to come.
pub(super) struct BegunMatch {
    pub(super) record: MatchRecord,
    /// The number of the game that was read last, or left out; 0 before the first.
    pub(super) number: u32,
    /// The score; unknown before the first game, which may be from the middle of a match, and after
    /// one that is left out.
    score: Option<[u32; 2]>,
    /// True if a player was, or may have been, one point from winning in an earlier game.
    is_past_crawford: bool,
}

/// The beginning of a game, as a file has it.
pub(super) struct GameHead {
    /// Its place.
    pub(super) place: Place,
    pub(super) number: u32,
    pub(super) players: [String; 2],
    /// The score; the one that follows if none is given.
    pub(super) score: Option<[u32; 2]>,
    /// True or false in formats that mark the Crawford game.
    pub(super) crawford: Option<bool>,
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
            left_out: Vec::new(),
            warnings: Vec::new(),
        };
        BegunMatch { record, number: 0, score: None, is_past_crawford: false }
    }

    /// Reads a game: its acts are `events`, which also tell the result. Leaves it out if it does
    /// not fit.
    pub(super) fn game(
        &mut self,
        head: GameHead,
        events: impl FnOnce(
            &mut Self,
            &BegunGame,
        ) -> Result<(Vec<MatchEvent>, GameResult), MatchFileError>,
    ) {
        let GameHead { number, score, .. } = head;
        let read = self.begin(head).and_then(|game| Ok((events(self, &game)?, game)));
        match read {
            Ok(((events, result), game)) => {
                self.number = number;
                self.score = Some(game.score_after(&result));
                let BegunGame { score, is_crawford } = game;
                self.record.games.push(GameRecord { number, score, is_crawford, events, result });
            }
            Err(error) => self.leave_out(number, score, error),
        }
    }

    /// Leaves out a game.
    pub(super) fn leave_out(
        &mut self,
        number: u32,
        score: Option<[u32; 2]>,
        error: MatchFileError,
    ) {
        self.skip(score);
        self.number = self.number.max(number);
        self.record.left_out.push(LeftOutGame { number, score, error });
    }

    /// Goes on behind a game that is not known.
    fn skip(&mut self, score: Option<[u32; 2]>) {
        let before = score.or(self.score.take());
        self.is_past_crawford |= before.is_none_or(|score| self.near(score) > 0);
        self.score = None;
    }

    /// The number of players who need one point.
    fn near(&self, score: [u32; 2]) -> usize {
        score.iter().filter(|&&points| points + 1 == self.record.length).count()
    }

    fn begin(&mut self, head: GameHead) -> Result<BegunGame, MatchFileError> {
        let GameHead { place, number, players, score: said, crawford } = head;
        let at = |problem| MatchFileError { place, problem };
        let is_first = self.record.games.is_empty() && self.record.left_out.is_empty();
        if !is_first && number <= self.number {
            let reason = format!("game {number} after game {}", self.number);
            return Err(at(MatchFileProblem::Syntax(reason)));
        }
        if !is_first && number - self.number > 1 {
            let missing = MatchFileProblem::Missing(format!("game {}", self.number + 1));
            self.record.warnings.push(at(missing));
            // Of a second game that is missing not even the score is known.
            (0..(number - self.number - 1).min(2)).for_each(|_| self.skip(None));
        }
        if self.record.players.iter().all(String::is_empty) {
            self.record.players = players;
        } else if let Some((found, expected)) = self.other_player(&players) {
            let problem = at(MatchFileProblem::Player { found, expected });
            if !self.are_players(&players) {
                return Err(problem);
            }
            let mut told = self.record.warnings.iter().map(|warning| &warning.problem);
            if told.all(|told| *told != problem.problem) {
                self.record.warnings.push(problem);
            }
        }
        let score = self.score.or(said).or(is_first.then_some([0, 0])).ok_or_else(|| {
            let reason = "the score is not given, and the game before it is left out";
            at(MatchFileProblem::Syntax(reason.to_owned()))
        })?;
        if let Some(said) = said.filter(|said| *said != score) {
            return Err(at(MatchFileProblem::Score { said, expected: score }));
        }
        let MatchRecord { length, .. } = self.record;
        if length > 0 && score.iter().any(|&points| points >= length) {
            return Err(at(MatchFileProblem::MatchOver));
        }
        let near = self.near(score);
        // A file that begins near the end leaves open whether the Crawford game is over.
        let follows = near == 1 && length > 1 && !self.is_past_crawford && !is_first;
        self.is_past_crawford |= near > 0;
        let is_crawford = crawford.unwrap_or(self.record.crawford && follows);
        Ok(BegunGame { score, is_crawford })
    }

    /// The first name that differs, and the one of the first game.
    fn other_player(&self, players: &[String; 2]) -> Option<(String, String)> {
        let mut pairs = players.iter().zip(&self.record.players);
        pairs.find(|(found, known)| found != known).map(|(a, b)| (a.clone(), b.clone()))
    }

    /// Returns true if these are the players of the match: one name is the same, but for its case
    /// and an end that the other lacks.
    pub(super) fn are_players(&self, players: &[String; 2]) -> bool {
        let [one, other] = &self.record.players;
        let are_swapped = one != other && (players[0] == *other || players[1] == *one);
        let mut pairs = players.iter().zip([one, other]);
        !are_swapped
            && pairs.any(|(found, known)| {
                let [found, known] = [found, known].map(|name| name.to_lowercase());
                found.starts_with(&known) || known.starts_with(&found)
            })
    }

    pub(super) fn referee(&self, game: &BegunGame) -> Referee<'_> {
        let no_double = match self.record.has_cube {
            true => game.is_crawford.then_some(
                "it is the Crawford game, unless the match was played without that rule",
            ),
            false => Some("it is played without a cube"),
        };
        Referee::new(&self.record.variant, no_double, self.record.jacoby)
    }

    /// Returns the points that a player still needs, and the length, if it is a match.
    pub(super) fn needed(&self, game: &BegunGame, winner: Seat) -> Option<[u32; 2]> {
        let length = self.record.length;
        (length > 0).then(|| [length - game.score[winner], length])
    }
}

/// Returns the matches of a file, unless every game of them is left out.
pub(super) fn read_games(
    matches: Vec<BegunMatch>,
    nothing: MatchFileError,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    let has_game = |record: &MatchRecord| !record.games.is_empty() || !record.left_out.is_empty();
    let matches: Vec<MatchRecord> =
        matches.into_iter().map(|begun| begun.record).filter(has_game).collect();
    if matches.iter().any(|record| !record.games.is_empty()) {
        return Ok(matches);
    }
    let first = matches.into_iter().flat_map(|record| record.left_out).next();
    Err(first.map_or(nothing, |game| game.error))
}

/// Returns the first match with a game that was read.
pub(super) fn first(matches: Vec<MatchRecord>) -> Result<MatchRecord, MatchFileError> {
    let nothing = MatchFileProblem::Syntax("there is no game".to_owned());
    let mut all = matches.into_iter().filter(|record| !record.games.is_empty());
    all.next().ok_or(MatchFileError { place: Place::Line(1), problem: nothing })
}

/// A player's name as both formats can hold it: one line without misleading characters, no
/// colon, behind which a score stands, and no semicolon in front, which begins a remark.
pub(super) fn clean_name(name: &str) -> String {
    let is_gap = |c: char| c.is_whitespace() || c.is_control();
    let plain = name.replace(':', "-").replace(|c| is_unsafe(c) && !is_gap(c), "");
    let words: Vec<&str> = plain.split(is_gap).filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    match name.trim_start_matches([';', ' ']).trim_end() {
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
        let game = if game == "hypergammon3" { "hypergammon" } else { &game };
        let is_named = |known: &Variant| plain(known.name()) == game;
        let found = asked.filter(|asked| is_named(asked)).cloned();
        found.or_else(|| variants().find(is_named)).ok_or_else(|| {
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

/// Returns the name of a variant in a file; `None` for backgammon. GNU Backgammon plays hypergammon
/// with one to three checkers.
pub(super) fn variation(variant: &Variant) -> Option<&str> {
    match variant.name() {
        "backgammon" => None,
        "nackgammon" => Some("NackGammon"),
        "hypergammon" => Some("HyperGammon (3)"),
        "hypergammon-1" => Some("HyperGammon (1)"),
        "hypergammon-2" => Some("HyperGammon (2)"),
        other => Some(other),
    }
}
