//! Requests of the human player other than moves.

use std::path::Path;
use std::sync::atomic::Ordering;

use serde_json::{Value as Json, json};
use shuban_catalog::{AnyPlay, Error, Printable};
use shuban_core::Silent;
use shuban_core::echo::{safe_line, safe_lines};
use shuban_core::solver::SearchSetting;
use shuban_play::{Choice, Saved};
use shuban_store::whole_file;

use super::numbered::numbered;
use super::sitting::Sitting;
use super::told::{value_text, with_value};
use super::words::HELP;
use crate::failure::Failure;
use crate::units::moves_text;

/// Limit on the moves listed for people.
const MOST_LISTED: usize = 400;

/// Limit on the moves that a hint lists.
const MOST_HINTED: usize = 5;

impl Sitting<'_> {
    pub(super) fn moves(&self) -> Result<(), Failure> {
        if self.must_roll() {
            return self.refuse_before_roll();
        }
        let legal = self.legal()?;
        let actions: Vec<&str> = legal.iter().map(|play| play.action.as_str()).collect();
        let event = json!({ "event": "moves", "moves": actions });
        let mut text = numbered(&actions, MOST_LISTED);
        if actions.len() > MOST_LISTED {
            text += &format!("\nand {} more (--json lists them)", actions.len() - MOST_LISTED);
        }
        self.tell(&event, &text)
    }

    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        if self.must_roll() {
            return self.refuse_before_roll();
        }
        match self.judge.values(&self.turn(&Silent)) {
            Ok((plays, basis)) => {
                let best = &plays[..plays.len().min(MOST_HINTED)];
                let line = |play: &AnyPlay| {
                    let value = play.value.as_ref().map_or("?".to_owned(), value_text);
                    format!("  {}  {value}", play.action)
                };
                let mut lines: Vec<String> = best.iter().map(line).collect();
                if plays.len() > best.len() {
                    lines.push(format!("  and {} more", plays.len() - best.len()));
                }
                let event = json!({ "event": "hint", "basis": basis.name(), "moves": best });
                self.tell(&event, &format!("best first, {}:\n{}", basis.text(), lines.join("\n")))
            }
            Err(error) if error.is_unheld() => self.searched_hint(&error),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives the best player's choice as a hint if no database has the values.
    fn searched_hint(&mut self, error: &Error) -> Result<(), Failure> {
        let Choice { action, after, value, basis, .. } = self.chosen(self.setting.you)?;
        let play = with_value(json!({ "move": action, "after": after.text }), value.as_ref());
        let event = json!({
            "event": "hint", "basis": basis.name(), "reason": error.to_string(), "moves": [play],
        });
        let value =
            value.as_ref().map_or(String::new(), |value| format!("  {}", value_text(value)));
        let text = format!("{error}\n  {action}{value}  ({})", basis.text());
        self.tell(&event, &safe_lines(&text, usize::MAX))
    }

    /// Gives the advice of the game's own players.
    pub(super) fn advice(&self) -> Result<(), Failure> {
        let (game, position) = (self.line.game(), &self.line.now().position);
        let meter = self.context.meter();
        let setting = SearchSetting {
            shelf: &*self.resources.shelf,
            memory: self.resources.limits.memory,
            threads: 1,
            nodes: None,
            time: self.resources.limits.time,
            progress: &meter,
        };
        match self.resources.catalog.advice(game, position, &setting) {
            Ok(advice) => {
                let mut event = json!({ "event": "advice" });
                event["players"] = advice.json()["players"].take();
                self.tell(&event, &advice.text())
            }
            Err(Error::Refused { kind, message }) => self.refuse(kind, &message, &[]),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns to the last position in which the human player had to move.
    pub(super) fn undo(&mut self) -> Result<(), Failure> {
        if !self.line.moves().iter().any(|made| made.seat == self.setting.you) {
            return self.refuse("no-move", "there is no move of yours to take back", &[]);
        }
        while let Some(made) = self.line.undo()? {
            if made.seat == self.setting.you {
                break;
            }
        }
        self.roll = None;
        let moves = self.line.moves().len();
        if let Some(series) = &mut self.series {
            series.take_back(moves);
        }
        self.played.store(moves, Ordering::Relaxed);
        let position = &self.line.now().position.text;
        let event = json!({ "event": "undo", "ply": moves, "position": position });
        self.tell(&event, "taken back")
    }

    pub(super) fn save(&self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return self.refuse("no-file", "name a file: `save FILE`", &[]);
        }
        let text =
            Saved::new(&self.line, self.setting.seed, self.names(), self.resigned()).to_json()?;
        let written: std::io::Result<()> =
            whole_file(Path::new(file), |out| out.write_all(text.as_bytes()));
        match written {
            Ok(()) => {
                let moves = self.line.moves().len();
                let event = json!({ "event": "saved", "file": file, "moves": moves });
                self.tell(&event, &format!("{} saved in {}", moves_text(moves), safe_line(file)))
            }
            Err(error) => self.refuse("io", &format!("{file}: {error}"), &[]),
        }
    }

    pub(super) fn help(&self) -> Result<(), Failure> {
        let own = self.series.as_ref().map_or(&[][..], |series| series.words());
        let is_common = |(word, _): &&(&str, &str)| own.iter().all(|(other, _)| other != word);
        let all = || own.iter().chain(HELP.iter().filter(is_common));
        let lines: Vec<String> = all().map(|(word, does)| format!("  {word:<10} {does}")).collect();
        let words: Vec<Json> =
            all().map(|(word, does)| json!({ "word": word, "does": does })).collect();
        self.tell(&json!({ "event": "help", "words": words }), &lines.join("\n"))
    }
}
