//! Match files of games that players of this program have played.

use shuban_catalog::{AnyGame, Catalog, Error};
use shuban_gammon::{Variant, parse_roll};
use shuban_play::record_form::{RecordForm, RecordedGame, RecordedMove};
use shuban_play::{MatchReport, Pairing};

use super::error::RuleError;
use super::mat::MOST_GAMES;
use super::referee::Referee;
use super::{GameRecord, MatchRecord, write_mat, write_sgf};
use crate::variants::variant_named;

/// Match files of the games of a match between levels: games for money, without a cube, in which
/// every win counts 1. Games that did not come to their end are left out.
#[derive(Clone, Copy, Debug)]
pub struct MatchFiles;

impl RecordForm for MatchFiles {
    fn endings(&self) -> &'static [&'static str] {
        &["mat", "sgf"]
    }

    fn check(&self, _: &Catalog, game: &dyn AnyGame, start: Option<&str>) -> Result<(), Error> {
        variant_of(game)?;
        match start {
            Some(_) => Err(refused("a match file has no start position: games begin as usual")),
            None => Ok(()),
        }
    }

    fn write(
        &self,
        game: &dyn AnyGame,
        report: &MatchReport,
        ending: &str,
    ) -> Result<String, Error> {
        let variant = variant_of(game)?;
        let all = report.pairings.iter().map(|pairing| {
            if pairing.records.len() >= MOST_GAMES {
                return Err(refused(format!("a match file has fewer than {MOST_GAMES} games")));
            }
            let record =
                record_of(&variant, pairing).map_err(|error| refused(error.to_string()))?;
            match ending {
                "sgf" => write_sgf(&record).ok_or_else(|| {
                    refused(format!("SGF has no letters for the board of {}", variant.name()))
                }),
                _ => Ok(write_mat(&record)),
            }
        });
        Ok(all.collect::<Result<Vec<_>, Error>>()?.join("\n"))
    }
}

fn refused(reason: impl Into<String>) -> Error {
    Error::refused("no-record", reason)
}

fn variant_of(game: &dyn AnyGame) -> Result<Variant, Error> {
    let name = game.name();
    variant_named(&name).ok_or_else(|| refused(format!("{name} has no match files")))
}

/// Plays the games of two players through by the rules.
fn record_of(variant: &Variant, pairing: &Pairing) -> Result<MatchRecord, RuleError> {
    let name = |place: usize| {
        pairing.players.get(place).map_or_else(String::new, |score| score.player.clone())
    };
    let mut record = MatchRecord {
        variant: variant.clone(),
        players: [0, 1].map(name),
        length: 0,
        has_cube: false,
        crawford: false,
        // So every win counts 1, as in the report.
        jacoby: true,
        games: Vec::new(),
        left_out: Vec::new(),
        warnings: Vec::new(),
    };
    let mut score = [0; 2];
    for game in pairing.records.iter().filter(|game| game.is_over) {
        let RecordedGame { places, moves, .. } = game;
        let mut referee = Referee::new(variant, Some("it is played without a cube"), true);
        for RecordedMove { seat, chance, action } in moves {
            let roll = parse_roll(variant, chance.as_deref().unwrap_or_default())?;
            referee.play(places[*seat], roll, Some(action))?;
        }
        let result = referee.result().ok_or(RuleError::Unplayed)?;
        let number = record.games.len() as u32 + 1;
        let events = referee.events;
        record.games.push(GameRecord { number, score, is_crawford: false, events, result });
        score[result.winner] += result.points;
    }
    Ok(record)
}
