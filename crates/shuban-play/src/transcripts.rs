//! Records of games: played through by the rules, and analysed.

use std::collections::HashMap;

use shuban_catalog::{AnyGame, Catalog, Error, GameEnd};
use shuban_core::echo::safe_line;
use shuban_core::present::transcript::{StatedResult, TranscribedMove, Transcript};
use shuban_core::{Progress, Seat};

use crate::analysis::Analyst;
use crate::file_note::{FileNote, Place};
use crate::line::Line;
use crate::report::{AnalysedGame, AnalysedPlayer, Analysis, MovesAlone, NoExtras};
use crate::valuer::Valuer;

/// Longest name of a player that is kept, in characters.
const LONGEST_NAME: usize = 100;

/// Games of a file that are of one game and between the same players.
pub struct ReplayedGames<'c> {
    /// The game.
    pub game: &'c dyn AnyGame,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The games that follow the rules.
    games: Vec<ReplayedGame<'c>>,
    /// The games that do not.
    pub left_out: Vec<FileNote>,
}

/// A game that was played through by the rules.
struct ReplayedGame<'c> {
    number: u32,
    /// Line of the file where it begins.
    at: usize,
    line: Line<'c>,
    result: String,
}

impl<'c> ReplayedGames<'c> {
    /// Reads a file as the catalog's games read records, and plays its games through; `None` if it
    /// is no record. Names of players may be in another encoding than UTF-8.
    ///
    /// # Errors
    /// [`Error`] of kind `bad-game-file`, with the place, if no game fits the rules, or one does
    /// not and `is_strict`; or else as [`Catalog::transcripts`] has it.
    pub fn of_file(
        catalog: &'c Catalog,
        bytes: &[u8],
        game: Option<&str>,
        is_strict: bool,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<Self>>, Error> {
        // A file that is no text.
        if bytes.contains(&0) {
            return Ok(None);
        }
        let Some(games) = catalog.transcripts(&String::from_utf8_lossy(bytes), game)? else {
            return Ok(None);
        };
        let all = Self::replay(catalog, &games, progress)?;
        let left_out = || all.iter().flat_map(|games| &games.left_out);
        let is_refused = is_strict || left_out().count() == games.len();
        match left_out().next().filter(|_| is_refused) {
            Some(note) => Err(bad_file(note)),
            None => Ok(Some(all)),
        }
    }

    /// Plays records through, each with the name of its game, as [`Catalog::transcripts`] reads
    /// them. Games that break the rules are left out, each with its line and the reason.
    ///
    /// # Errors
    /// [`Error`] if the catalog has none of the games, or the work is interrupted.
    pub fn replay(
        catalog: &'c Catalog,
        transcripts: &[(String, Transcript)],
        progress: &dyn Progress,
    ) -> Result<Vec<Self>, Error> {
        let mut all: Vec<ReplayedGames<'c>> = Vec::new();
        let (mut places, mut unknown) = (HashMap::new(), Vec::<FileNote>::new());
        progress.phase("games", transcripts.len() as u64);
        for (number, (name, transcript)) in (1..).zip(transcripts) {
            let note =
                |(line, reason)| FileNote { game: Some(number), place: Place::Line(line), reason };
            let game = match catalog.game(name) {
                Ok(game) => game,
                Err(error) => {
                    unknown.push(note((transcript.line, error.to_string())));
                    continue;
                }
            };
            let players = players_of(game, transcript);
            let replayed = replayed(game, number, transcript, &players, progress);
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let place = *places.entry((name.clone(), players.clone())).or_insert(all.len());
            if place == all.len() {
                all.push(ReplayedGames { game, players, games: Vec::new(), left_out: Vec::new() });
            }
            let group = &mut all[place];
            match replayed {
                Ok(game) => group.games.push(game),
                Err(reason) => group.left_out.push(note(reason)),
            }
            progress.at(u64::from(number), "");
        }
        match (all.first_mut(), unknown.is_empty()) {
            (_, true) => {}
            (Some(first), _) => first.left_out.extend(unknown),
            (None, _) => return Err(bad_file(&unknown[0])),
        }
        Ok(all)
    }

    /// Computes the costs of all moves by the knowledge of `valuer`.
    ///
    /// # Errors
    /// [`Error`]: a database cannot be read, or the work is interrupted.
    pub fn analyse(&self, valuer: &dyn Valuer, progress: &dyn Progress) -> Result<Analysis, Error> {
        let analyst = Analyst { game: self.game, valuer, marks: &[], progress };
        let total: usize = self.games.iter().map(|game| game.line.moves().len()).sum();
        progress.phase("moves", total as u64);
        let (mut done, mut games) = (0, Vec::<AnalysedGame<MovesAlone>>::new());
        for ReplayedGame { number, at, line, result } in &self.games {
            let mut moves = Vec::with_capacity(line.moves().len());
            for (ply, made) in line.moves().iter().enumerate() {
                moves.push(analyst.analyse(ply, made, line.is_opened() && ply == 0)?);
                done += 1;
                progress.at(done, "");
            }
            let (heading, extras, result) = (format!("line {at}"), NoExtras {}, result.clone());
            games.push(AnalysedGame { number: *number, heading, moves, extras, result });
        }
        let player = |(seat, name): (Seat, &String)| {
            AnalysedPlayer::of(seat, name, &games, &[], NoExtras {})
        };
        let players = self.players.iter().enumerate().map(player).collect();
        let count = games.len();
        let about = format!("{count} game{}", if count == 1 { "" } else { "s" });
        let left_out = self.left_out.clone();
        let (game, note) = (self.game.name(), String::new());
        Ok(Analysis { game, about, note, players, games, left_out, warnings: Vec::new() })
    }
}

fn bad_file(note: &FileNote) -> Error {
    Error::refused("bad-game-file", format!("{}: {}", note.place, note.reason))
}

/// Returns the names of the players: those that are stated, else those of the seats.
fn players_of(game: &dyn AnyGame, transcript: &Transcript) -> Vec<String> {
    let seats = game.seat_names().into_iter().enumerate();
    let name = |(seat, usual): (Seat, String)| match transcript.players.get(seat) {
        Some(name) if !name.trim().is_empty() => {
            safe_line(name.trim()).chars().take(LONGEST_NAME).collect()
        }
        _ => usual,
    };
    seats.map(name).collect()
}

/// Plays a record through; else returns the line and the reason.
fn replayed<'c>(
    game: &'c dyn AnyGame,
    number: u32,
    transcript: &Transcript,
    players: &[String],
    progress: &dyn Progress,
) -> Result<ReplayedGame<'c>, (usize, String)> {
    let failed = |line: usize| move |error: Error| (line, error.to_string());
    let at = transcript.line;
    let start = match &transcript.start {
        Some(text) => text.clone(),
        None => game.start().text,
    };
    let mut line = Line::new(game, &start).map_err(failed(at))?;
    let is_sound = |made: &&TranscribedMove| {
        transcript.flaw.as_ref().is_none_or(|(flawed, _)| made.line <= *flawed)
    };
    let sound = transcript.moves.iter().take(transcript.sound.unwrap_or(usize::MAX));
    let sound = sound.take_while(is_sound);
    for (made, TranscribedMove { line: here, seat, text }) in (1..).zip(sound) {
        if progress.interrupted() {
            return Err((*here, Error::Interrupted.to_string()));
        }
        let turn = line.now().seat;
        if let Some(other) = seat.filter(|&seat| seat != turn && line.over().is_none()) {
            let name = |seat: Seat| players.get(seat).map_or("?", |name| &**name);
            let reason =
                format!("move {made}: it is the turn of {}, not of {}", name(turn), name(other));
            return Err((*here, reason));
        }
        // All moves of a file may stand in one line.
        line.play(None, text).map_err(|error| (*here, format!("move {made}: {error}")))?;
    }
    if let Some(flaw) = &transcript.flaw {
        return Err(flaw.clone());
    }
    let last = transcript.moves.last().map_or(at, |made| made.line);
    let result = result_text(&line, transcript.result, players).map_err(|reason| (last, reason))?;
    Ok(ReplayedGame { number, at, line, result })
}

/// Describes the result of a game; else returns the reason why it is not the stated one.
fn result_text(
    line: &Line<'_>,
    stated: Option<StatedResult>,
    players: &[String],
) -> Result<String, String> {
    let name = |seat: Seat| players.get(seat).map_or("?", |name| &**name);
    if let Some(GameEnd { winner, reason, .. }) = line.over() {
        let contradicts = match stated {
            Some(StatedResult::Draw) => winner.is_some(),
            Some(StatedResult::Won(seat)) => *winner != Some(seat),
            Some(StatedResult::GivenUp(seat)) => *winner == Some(seat),
            Some(StatedResult::MoverGaveUp) | None => false,
        };
        let found = winner.map_or("a draw".to_owned(), |seat| format!("{} wins", name(seat)));
        return match (contradicts, reason) {
            (true, _) => Err(format!("by the moves it is {found}, and the file says otherwise")),
            (false, Some(reason)) => Ok(format!("{found} ({reason})")),
            (false, None) => Ok(found),
        };
    }
    Ok(match stated {
        None => "not finished".to_owned(),
        Some(StatedResult::Draw) => "a draw, as stated".to_owned(),
        Some(StatedResult::Won(seat)) => format!("{} wins, as stated", name(seat)),
        Some(StatedResult::GivenUp(seat)) => format!("{} gives up", name(seat)),
        Some(StatedResult::MoverGaveUp) => format!("{} gives up", name(line.now().seat)),
    })
}
