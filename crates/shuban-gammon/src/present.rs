//! Presentation of the family: names, positions, drawings, editing.

use std::cell::RefCell;

use shuban_core::checkers::Checkers;
use shuban_core::dice::{Roll, rolls};
use shuban_core::present::{
    Capabilities, Editor, Interchange, LastOf, MoveDrawing, MovePart, Opening, OpeningOf, Perft,
    Preview, Tool, WrittenIn,
};
use shuban_core::{Field, Fields, Game, Japanese, Medium, NotationError, Play, Present};

use crate::bearoff::{Alone, draw_rolled_side, draw_side};
use crate::figures;
use crate::game::Gammon;
use crate::game_state::GameState;
use crate::gnubg::{format_gnubg_board, format_match_id, format_position_id};
use crate::japanese::PHRASES;
use crate::moves::{Move, MoveGenerator, PlayScratch, is_dead};
use crate::position::Position;
use crate::situation::situation;
use crate::won::Won;
use crate::{board, by_hand, by_parts, move_notation, notation, preview, svg, twin, xgid};

impl Present for Gammon {
    fn about(&self) -> String {
        let variant = &self.variant;
        format!(
            "{} points, {} checkers a side, dice of {} faces, starting at {}",
            variant.points(),
            variant.checkers(),
            variant.faces(),
            notation::format_side(variant, variant.start()),
        )
    }

    fn japanese(&self) -> Japanese {
        let variant = &self.variant;
        let name = match variant.name() {
            "backgammon" => "バックギャモン",
            "nackgammon" => "ナックギャモン",
            "hypergammon" => "ハイパーギャモン",
            "half-gammon" => "ハーフギャモン",
            "mini-gammon" => "ミニギャモン",
            other => other,
        };
        let about = format!(
            "{name}：{}ポイント、駒は{}枚ずつ、{}面のサイコロを2個",
            variant.points(),
            variant.checkers(),
            variant.faces(),
        );
        Japanese::new(about, PHRASES)
    }

    /// Seat 0 is about to roll.
    fn start(&self) -> Position {
        Position::new(self.variant.start(), self.variant.start())
    }

    /// The figures of Sanno and Hoki as far as their text gives them.
    fn named_positions(&self) -> &'static [(&'static str, &'static str)] {
        match self.variant.name() {
            "backgammon" => figures::SANNO_AND_HOKI,
            _ => &[],
        }
    }

    /// Each side throws one die, again and again until they differ: the higher begins, and plays
    /// both.
    fn openings(&self, start: &Position) -> Vec<OpeningOf<Self>> {
        if self.canonical(start) != self.start() {
            return Vec::new();
        }
        let seats = [0, 1].into_iter().flat_map(|turn| {
            let rolls =
                rolls(self.variant.faces()).into_iter().filter(|(roll, _)| !roll.is_double());
            rolls.map(move |(chance, _)| (turn, chance))
        });
        let opening = |(turn, chance)| {
            let position = Position { turn, ..*start };
            Opening { position, chance, weight: 1 }
        };
        seats.map(opening).collect()
    }

    fn chance_text(&self, roll: Roll) -> Option<String> {
        Some(roll.to_string())
    }

    fn dice(&self, roll: Roll) -> Option<Roll> {
        Some(roll)
    }

    fn parse_chance(&self, _position: &Position, text: &str) -> Result<Roll, NotationError> {
        notation::parse_roll(&self.variant, text)
    }

    fn read(&self, text: &str) -> Result<WrittenIn<Self>, NotationError> {
        let (position, chance) = notation::parse_position_and_roll(&self.variant, text)?;
        Ok(WrittenIn::<Self> { position, last: None, chance, text: self.format(&position) })
    }

    fn parse_move(
        &self,
        position: &Position,
        roll: Roll,
        text: &str,
    ) -> Result<Play<Position, Move>, NotationError> {
        if self.outcome(position).is_some() {
            return Err(NotationError::new(text, 0, "the game is over"));
        }
        let (action, after) = move_notation::parse_move(&self.variant, position, roll, text)?;
        Ok(Play { action, after })
    }

    fn reason(&self, position: &Position) -> Option<String> {
        let stuck = || is_dead(&self.variant, position).then_some("stuck");
        let word = Won::of(&self.variant, position).map_or_else(stuck, Won::name);
        word.map(str::to_owned)
    }

    fn stage(&self, position: &Position) -> Option<&'static str> {
        Some(if position.is_contact(&self.variant) { "contact" } else { "race" })
    }

    fn draw(&self, position: &Position, _last: Option<&LastOf<Self>>, medium: Medium) -> String {
        match medium {
            Medium::Terminal { colour } => {
                board::draw_board(&self.variant, position, colour).trim_end().to_owned()
            }
            Medium::Svg => svg::draw_svg(&self.variant, position),
        }
    }

    /// XGID and GNU Backgammon's position ID, for boards that have them.
    fn facts(&self, position: &Position) -> Fields {
        ids_as_facts([
            ("xgid", xgid::format_xgid(&self.variant, position, None)),
            ("gnubg", format_position_id(&self.variant, position)),
        ])
    }

    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        let compared = twin::compare_random(&self.variant, pairs, seed);
        Some(compared.map_err(|mismatch| mismatch.to_string()))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(self),
            editor: Some(self),
            interchange: Some(self),
            numbers: Some(self),
            perft: Some(self),
            ..Capabilities::default()
        }
    }
}

impl MoveDrawing<Self> for Gammon {
    fn touched(&self, _position: &Position, _roll: Roll, action: &Move) -> Vec<String> {
        by_hand::touched(&self.variant, action)
    }

    fn ways(&self, position: &Position, roll: Roll, action: &Move) -> Vec<Vec<MovePart>> {
        by_parts::ways(&self.variant, position, roll, action)
    }

    /// Draws the dice, and the checkers where they stand so far.
    fn under_way(
        &self,
        position: &Position,
        roll: Roll,
        made: &[MovePart],
        medium: Medium,
    ) -> Option<String> {
        let (now, left) = by_parts::after(&self.variant, position, roll, made)?;
        (medium == Medium::Svg).then(|| svg::draw_rolled(&self.variant, &now, roll, &left))
    }

    /// Draws checker by checker, and at last as the other side sees the board.
    fn steps(
        &self,
        position: &Position,
        _roll: Roll,
        action: &Move,
        medium: Medium,
    ) -> Vec<String> {
        let steps = by_hand::steps(&self.variant, position, action);
        let last = by_hand::after_move(&self.variant, position, action);
        let within = |now: &Position| match medium {
            Medium::Terminal { colour } => {
                board::draw_moving(&self.variant, now, colour).trim_end().to_owned()
            }
            Medium::Svg => svg::draw_moving(&self.variant, now),
        };
        steps.iter().map(within).chain([Present::draw(self, &last, None, medium)]).collect()
    }
}

impl Editor<Self> for Gammon {
    fn tools(&self) -> Vec<Tool> {
        by_hand::TOOLS.to_vec()
    }

    fn put(&self, position: &Position, part: &str, tool: &str) -> Result<Position, NotationError> {
        by_hand::put(&self.variant, position, part, tool)
    }

    fn preview(&self, position: &Position) -> Option<Preview> {
        Some(preview::of_board(&self.variant, position))
    }
}

impl Interchange<Self> for Gammon {
    /// Keeps the cube and the score of an XGID or a match ID: in words, and in the same IDs, which
    /// replace the [`facts`](Present::facts) of the position alone.
    fn read_state(&self, text: &str) -> Result<(WrittenIn<Self>, Fields), NotationError> {
        let state = notation::parse_state(&self.variant, text)?;
        let GameState { position, roll, .. } = state;
        let text = self.format(&position);
        let written = WrittenIn::<Self> { position, last: None, chance: roll, text };
        if state == GameState::of(Position { turn: 0, ..position }, None) {
            return Ok((written, Fields::new()));
        }
        let ids = [
            ("xgid", xgid::format_xgid_state(&self.variant, &state)),
            ("match_id", format_match_id(&self.variant, &state)),
        ];
        Ok((written, Fields::new().with(situation(&state)).and(ids_as_facts(ids))))
    }

    fn text_board(&self, text: &str) -> Option<String> {
        format_gnubg_board(&self.variant, &notation::parse_state(&self.variant, text).ok()?)
    }
}

impl Perft<Self> for Gammon {
    fn each_after(&self, position: &Position, visit: &mut dyn FnMut(Position)) {
        self.each_after(position, visit);
    }

    fn count_plays(&self, position: &Position) -> u64 {
        let mut count = 0;
        self.each_after(position, |_| count += 1);
        count
    }
}

impl Gammon {
    /// Visits the position after every play, without the plays themselves.
    fn each_after(&self, position: &Position, mut visit: impl FnMut(Position)) {
        thread_local! {
            static SCRATCH: RefCell<PlayScratch> = RefCell::default();
        }
        let turn = MoveGenerator::new(&self.variant, position);
        let mut scratch = SCRATCH.take();
        for (roll, _) in rolls(self.variant.faces()) {
            turn.for_each_after(roll, &mut scratch, &mut visit);
        }
        SCRATCH.set(scratch);
    }
}

/// The names of something in other programs, as far as they have one.
fn ids_as_facts<const N: usize>(ids: [(&'static str, Option<String>); N]) -> Fields {
    let field =
        |(name, id): (&'static str, Option<String>)| id.map(|id| Field::new(name, id).in_brief());
    ids.into_iter().filter_map(field).collect()
}

impl Present for Alone {
    fn about(&self) -> String {
        let variant = self.variant();
        format!(
            "one side of {} bearing off alone from points 1 to {}, starting at {}",
            variant.name(),
            self.points(),
            self.format(&self.start()),
        )
    }

    fn japanese(&self) -> Japanese {
        let about = |board: String| {
            let name = board.split('：').next().unwrap_or_default();
            format!("{name}のベアオフ：1〜{}ポイントの駒をすべてベアオフする", self.points())
        };
        let Japanese { about: board, phrases } = Gammon::new(self.variant().clone()).japanese();
        Japanese { about: board.map(about), phrases }
    }

    /// The side that is farthest from the end of those at home.
    fn start(&self) -> Checkers {
        Checkers::NONE.with(self.variant().home(), self.variant().checkers())
    }

    fn chance_text(&self, roll: Roll) -> Option<String> {
        Some(roll.to_string())
    }

    fn dice(&self, roll: Roll) -> Option<Roll> {
        Some(roll)
    }

    fn parse_chance(&self, _side: &Checkers, text: &str) -> Result<Roll, NotationError> {
        notation::parse_roll(self.variant(), text)
    }

    fn parse_move(
        &self,
        side: &Checkers,
        roll: Roll,
        text: &str,
    ) -> Result<Play<Checkers, Move>, NotationError> {
        if side.is_empty() {
            return Err(NotationError::new(text, 0, "everything is borne off"));
        }
        let position = Position::new(*side, Checkers::NONE);
        let (action, after) = move_notation::parse_move(self.variant(), &position, roll, text)?;
        Ok(Play { action, after: after.opponent })
    }

    fn draw(&self, side: &Checkers, _last: Option<&LastOf<Self>>, medium: Medium) -> String {
        draw_side(self, *side, medium)
    }

    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        let compared = twin::compare_random_sides(self.variant(), pairs, seed);
        Some(compared.map_err(|mismatch| mismatch.to_string()))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { moves: Some(self), editor: Some(self), ..Capabilities::default() }
    }
}

impl MoveDrawing<Self> for Alone {
    fn touched(&self, _side: &Checkers, _roll: Roll, action: &Move) -> Vec<String> {
        by_hand::touched(self.variant(), action)
    }

    fn ways(&self, side: &Checkers, roll: Roll, action: &Move) -> Vec<Vec<MovePart>> {
        by_parts::ways(self.variant(), &Position::new(*side, Checkers::NONE), roll, action)
    }

    fn under_way(
        &self,
        side: &Checkers,
        roll: Roll,
        made: &[MovePart],
        medium: Medium,
    ) -> Option<String> {
        let position = Position::new(*side, Checkers::NONE);
        let (now, left) = by_parts::after(self.variant(), &position, roll, made)?;
        Some(draw_rolled_side(self, now.mover, Some((roll, &left)), medium))
    }

    fn steps(&self, side: &Checkers, _roll: Roll, action: &Move, medium: Medium) -> Vec<String> {
        let position = Position::new(*side, Checkers::NONE);
        let steps = by_hand::steps(self.variant(), &position, action);
        steps.iter().map(|now| draw_side(self, now.mover, medium)).collect()
    }
}

impl Editor<Self> for Alone {
    fn tools(&self) -> Vec<Tool> {
        by_hand::TOOLS_ALONE.to_vec()
    }

    fn put(&self, side: &Checkers, part: &str, tool: &str) -> Result<Checkers, NotationError> {
        by_hand::put_alone(self.variant(), self.points(), *side, part, tool)
    }

    fn preview(&self, side: &Checkers) -> Option<Preview> {
        Some(preview::of_side(self.variant(), self.points(), *side))
    }
}
