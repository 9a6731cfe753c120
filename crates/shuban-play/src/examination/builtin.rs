//! Players of this program as examinees.

use shuban_catalog::chain::Question;
use shuban_catalog::estimate::{EstimateSetting, SearchForm};
use shuban_catalog::names::Games;
use shuban_catalog::{AnyGame, Error};
use shuban_core::{Interruptible, Progress};

use crate::examination::deadline::Deadline;
use crate::examination::examinee::{AnswerForm, Answered, AskedTurn, Examinee, ExamineeReply};
use crate::examination::fault::{Ended, Fault};
use crate::level::{Level, Resources};
use crate::player::Player;
use crate::turn::Turn;

/// The way in which a built-in player answers.
enum Way<'c> {
    /// Moves of a player.
    Player(Box<Player<'c>>),
    /// Estimates some plies ahead.
    Estimate(u8),
}

/// A player of this program.
pub struct BuiltIn<'c> {
    name: String,
    way: Way<'c>,
    game: &'c dyn AnyGame,
    resources: Resources<'c>,
}

/// Begin of the names of estimates; their plies follow.
const ESTIMATE: &str = "estimate-";

impl<'c> BuiltIn<'c> {
    /// Creates the built-in player of a name: one of [`names`](BuiltIn::names). Returns `None` for
    /// another name.
    pub fn named(
        name: &str,
        resources: &Resources<'c>,
        game: &'c dyn AnyGame,
        games: Games<'c>,
        seed: u64,
    ) -> Option<Self> {
        let way = match (Level::by_name(name), name.strip_prefix(ESTIMATE)) {
            (Some(level), _) => Way::Player(Box::new(Player::new(resources, level, games, seed))),
            (None, Some(plies)) => Way::Estimate(match plies {
                "1" => 1,
                "2" => 2,
                _ => return None,
            }),
            (None, None) => return None,
        };
        Some(BuiltIn { name: name.to_owned(), way, game, resources: resources.clone() })
    }

    /// Returns the names of all built-in players.
    pub fn names() -> Vec<&'static str> {
        let levels = Level::ALL.map(Level::name);
        levels.into_iter().chain(["estimate-1", "estimate-2"]).collect()
    }

    fn reply(&self, asked: &AskedTurn, progress: &dyn Progress) -> Result<ExamineeReply, Error> {
        let position = self.game.read(&asked.position)?;
        match &self.way {
            Way::Player(player) => {
                let now = self.game.turn(&position)?;
                let chance = asked.chance.as_deref();
                let turn = Turn::new(self.game, &now, chance, salt_of(asked), progress);
                Ok(ExamineeReply::Move(player.choose(&turn)?.action))
            }
            Way::Estimate(plies) => {
                let question = Question::new(self.game, position, None)?;
                let how =
                    EstimateSetting { plies: *plies, form: SearchForm::Star2, all_plays: false };
                let progress = &Interruptible(progress);
                let setting = self.resources.setting(progress);
                let answer = self.resources.catalog.estimate(&question, None, how, &setting)?;
                let number = answer.value.as_ref().and_then(first_number);
                number.map(ExamineeReply::Value).ok_or_else(Error::no_play)
            }
        }
    }
}

/// Returns the first field of an estimate, if it is a number.
fn first_number(value: &shuban_core::Fields) -> Option<f64> {
    match value.iter().next()?.datum {
        shuban_core::Datum::Number(number) => Some(number),
        _ => None,
    }
}

/// Returns a number that depends on the turn alone, so that a player who leaves the choice to chance
/// makes different choices in different turns, and always the same in one.
fn salt_of(asked: &AskedTurn) -> usize {
    let bytes = asked.position.bytes().chain(asked.chance.iter().flat_map(|chance| chance.bytes()));
    // FNV-1a.
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash as usize
}

impl Examinee for BuiltIn<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn form(&self) -> AnswerForm {
        match self.way {
            Way::Player(_) => AnswerForm::Moves,
            Way::Estimate(_) => AnswerForm::Values,
        }
    }

    fn answer(
        &mut self,
        asked: &[AskedTurn],
        deadline: &Deadline,
        progress: &dyn Progress,
    ) -> Answered {
        let mut answered = Answered::default();
        for asked in asked {
            answered.ended = deadline.check(progress).err();
            if answered.ended.is_some() {
                break;
            }
            match self.reply(asked, progress) {
                Ok(reply) => answered.replies.push(Ok(reply)),
                Err(Error::Interrupted) => {
                    answered.ended = Some(Ended::Interrupted);
                    break;
                }
                Err(error) if error.is_bad_input() || error.is_unheld() => {
                    answered.replies.push(Err(Fault::Refused(error.to_string())));
                }
                Err(error) => {
                    answered.ended = Some(Ended::Failed(error.to_string()));
                    break;
                }
            }
        }
        answered
    }
}
