//! A place in a line of play, as in an address.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Deserialize;
use shuban_catalog::{AnyGame, AnyPosition};
use shuban_core::Seat;

use super::common::encoded;
use crate::line::{Step, check_length, steps_of};
use crate::problem::Problem;
use crate::request::RequestState;

/// Characters that separate the moves of a line from each other, and a roll from its move.
const STEPS: &AsciiSet = &CONTROLS.add(b'%').add(b';').add(b':');

/// A position and the way it is shown: all parameters of the page's address.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Place {
    /// The game.
    pub(super) game: String,
    /// Start of the line; by default the start of a game.
    pub(super) position: Option<String>,
    /// The moves, separated by semicolons, each behind its roll and a colon where there are dice.
    pub(super) line: Option<String>,
    /// Number of them that are made; by default all.
    pub(super) at: Option<usize>,
    /// The roll whose moves are wanted.
    pub(super) roll: Option<String>,
    /// Set if all moves are listed, however many they are.
    pub(super) moves: Option<String>,
    /// Tool that a click applies, if the board is being edited.
    pub(super) edit: Option<String>,
    /// Other summands of a sum that is being composed, joined by `+`.
    pub(super) beside: Option<String>,
    /// The seat that the reader plays, if it is a game.
    pub(super) play: Option<usize>,
    /// Level of the other players.
    pub(super) level: Option<String>,
    /// Seed of a game's dice and choices, so that what is taken back comes again as it was.
    pub(super) seed: Option<u64>,
    /// Basis of the last move of the others, by name.
    pub(super) basis: Option<String>,
    /// A use of a tool that the game refused, so that the page says why.
    pub(super) tried: Option<String>,
    /// Set if values are shown although it is a game.
    pub(super) hint: Option<String>,
    /// Set if a search may find the value.
    pub(super) search: Option<String>,
    /// The language.
    pub(super) lang: Option<String>,
}

/// A line that was replayed.
pub(super) struct Replayed<'c> {
    pub(super) game: &'c dyn AnyGame,
    /// Text of the start position, as it was given: it may contain a roll.
    pub(super) start: String,
    /// The position after the moves that are made.
    pub(super) position: AnyPosition,
    /// The last of these moves, and the position before it.
    last: Option<(AnyPosition, Step)>,
    /// The seat that makes each move of the whole line, as far as its moves are legal.
    seats: Vec<Seat>,
}

impl Replayed<'_> {
    /// Returns the numbers of moves after which it is the reader's turn, with the end of the line;
    /// `None` if it is no game.
    pub(super) fn own_turns(&self, place: &Place) -> Option<Vec<usize>> {
        let play = place.play?;
        let seats = self.seats.iter().enumerate().filter(|(_, seat)| **seat == play);
        Some(seats.map(|(made, _)| made).chain([place.steps().len()]).collect())
    }

    /// Returns the last move and drawings of its steps; `None` if no move is made.
    ///
    /// # Errors
    /// [`Problem`] if it cannot be drawn.
    pub(super) fn steps(&self) -> Result<Option<(&str, Vec<String>)>, Problem> {
        let Some((before, Step { chance, action })) = &self.last else { return Ok(None) };
        let drawings = self.game.steps(before, chance.as_deref(), action)?;
        Ok(Some((action, drawings)))
    }
}

impl Place {
    /// Creates the place of a position without a line.
    pub(super) fn of(game: &str, position: &str) -> Self {
        let (game, position) = (game.to_owned(), Some(position.to_owned()));
        Place { game, position, ..Place::default() }
    }

    /// Returns the moves.
    pub(super) fn steps(&self) -> Vec<Step> {
        steps_of(self.line.as_deref().unwrap_or_default())
    }

    /// Returns the number of moves that are made.
    pub(super) fn made(&self) -> usize {
        let all = self.steps().len();
        self.at.map_or(all, |at| at.min(all))
    }

    /// Returns the same line after `made` moves.
    #[must_use]
    pub(super) fn after(&self, made: usize) -> Self {
        let (at, basis) = (Some(made), None);
        Place { at, basis, roll: None, moves: None, search: None, hint: None, ..self.clone() }
    }

    /// Returns the same line after `made` moves, with the roll of the next one.
    #[must_use]
    pub(super) fn walked(&self, made: usize) -> Self {
        let next = self.steps().into_iter().nth(made);
        Place { roll: next.and_then(|next| next.chance), ..self.after(made) }
    }

    /// Names the game whose position it is, where the address names a group of games: the start of
    /// a member may be another one.
    pub(super) fn settle(&mut self, replayed: &Replayed<'_>) {
        let name = replayed.game.name();
        if self.game != name {
            self.position.get_or_insert_with(|| replayed.start.clone());
            self.game = name;
        }
    }

    /// Returns the line after one more move: the next one, or another in its place.
    #[must_use]
    pub(super) fn with(&self, chance: Option<&str>, action: &str) -> Self {
        let encoded = |text: &str| utf8_percent_encode(text, STEPS).to_string();
        let text = |chance: Option<&str>, action: &str| {
            let chance = chance.map_or(String::new(), |chance| format!("{}:", encoded(chance)));
            chance + &encoded(action)
        };
        let (steps, made) = (self.steps(), self.made());
        let is_next = steps
            .get(made)
            .is_some_and(|next| next.chance.as_deref() == chance && next.action == action);
        let kept = if is_next { steps.len() } else { made };
        let mut line: Vec<String> =
            steps[..kept].iter().map(|step| text(step.chance.as_deref(), &step.action)).collect();
        if !is_next {
            line.push(text(chance, action));
        }
        Place { line: Some(line.join(";")), ..self.after(made + 1) }
    }

    /// Returns the same place with another roll open.
    #[must_use]
    pub(super) fn rolled(&self, roll: Option<&str>) -> Self {
        Place { roll: roll.map(str::to_owned), ..self.clone() }
    }

    /// Returns the address of a page about it.
    pub(super) fn address(&self, path: &str) -> String {
        let mut address = format!("{path}?game={}", encoded(&self.game));
        let mut add = |name: &str, value: Option<&str>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                address.push_str(&format!("&{name}={}", encoded(value)));
            }
        };
        add("position", self.position.as_deref());
        add("line", self.line.as_deref());
        let at = self.at.filter(|&at| at < self.steps().len());
        add("at", at.map(|at| at.to_string()).as_deref());
        add("roll", self.roll.as_deref());
        add("moves", self.moves.as_deref());
        add("edit", self.edit.as_deref());
        add("beside", self.beside.as_deref());
        add("play", self.play.map(|seat| seat.to_string()).as_deref());
        add("level", self.level.as_deref());
        add("seed", self.seed.map(|seed| seed.to_string()).as_deref());
        add("basis", self.basis.as_deref());
        add("tried", self.tried.as_deref());
        add("hint", self.hint.as_deref());
        add("search", self.search.as_deref());
        add("lang", self.lang.as_deref());
        address
    }

    /// Returns the address of a page about it, whatever the language.
    pub(super) fn address_in_any_language(&self, path: &str) -> String {
        Place { lang: None, ..self.clone() }.address(path)
    }

    /// Makes the moves by the rules.
    ///
    /// # Errors
    /// [`Problem`] with the place in the text that is not a position or not a legal move.
    pub(super) fn replay<'s>(&self, state: &'s RequestState) -> Result<Replayed<'s>, Problem> {
        let games = state.catalog.games_named(&self.game)?;
        let start = self.position.clone().unwrap_or_else(|| games.start());
        state.short("position", &start)?;
        state.short("line", self.line.as_deref().unwrap_or_default())?;
        // Values do not depend on what else a text tells: the page says it, and answers it apart.
        let (game, mut position) = games.read_state(&start)?;
        let steps = self.steps();
        check_length(&steps)?;
        let (mut last, mut seats) = (None, Vec::new());
        let (made, rest) = steps.split_at(self.made());
        for Step { chance, action } in made {
            state.budget.check()?;
            seats.push(game.seat(&position)?);
            let chance = chance.clone().or_else(|| position.chance.clone());
            let after = game.play(&position, chance.as_deref(), action)?;
            let step = Step { chance, action: action.clone() };
            last = Some((std::mem::replace(&mut position, after), step));
        }
        // Moves that were taken back.
        let mut later = position.clone();
        for Step { chance, action } in rest.iter().filter(|_| self.play.is_some()) {
            seats.push(game.seat(&later)?);
            let Ok(after) = game.play(&later, chance.as_deref(), action) else { break };
            later = after;
        }
        Ok(Replayed { game, start, position, last, seats })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_added_taken_back_and_made_again() {
        let start = Place::of("race", "1|2");
        let line = start.with(Some("2-1"), "1/off; odd").with(None, "x:y%");
        let steps = line.steps();
        assert_eq!(steps[0], Step { chance: Some("2-1".into()), action: "1/off; odd".into() });
        assert_eq!(steps[1], Step { chance: None, action: "x:y%".into() });
        assert_eq!(line.made(), 2);
        let back = line.after(1);
        assert_eq!((back.made(), back.steps().len()), (1, 2));
        // The same move again keeps the later ones; another one replaces them.
        assert_eq!(back.with(None, "x:y%").steps(), steps);
        let other = back.after(0).with(Some("1-1"), "2/1");
        assert_eq!((other.steps().len(), other.made()), (1, 1));
    }

    #[test]
    fn an_address_says_everything() {
        let place = Place {
            roll: Some("3-1".into()),
            moves: Some("all".into()),
            play: Some(1),
            level: Some("random".into()),
            lang: Some("ja".into()),
            ..Place::of("a game", "1|2,bar").with(None, "a&b")
        };
        let address = place.address("/position");
        let uri = address.parse::<axum::http::Uri>().unwrap();
        let read = axum::extract::Query::<Place>::try_from_uri(&uri).unwrap().0;
        assert_eq!(read.address("/position"), address);
        assert_eq!(read.steps(), place.steps());
        assert_eq!((read.play, read.roll, read.lang), (place.play, place.roll, place.lang));
    }
}
