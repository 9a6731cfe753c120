//! Presentation of the games: names, positions, drawings, editing.

use std::collections::BTreeSet;

use shuban_core::present::{Capabilities, Last, LastOf, MoveDrawing, Perft, WrittenIn};
use shuban_core::{
    Field, Fields, Game, Japanese, Medium, NotationError, Play, Present, Random, Seat,
};

use crate::figures::KUWABARA_AND_HOKI;
use crate::japanese::PHRASES;
use crate::notation::{START, cell_name, format_move, play_spelt, play_word, read, read_moves};
use crate::picture::Picture;
use crate::plain::{PlainPosition, PlainTrax, steps};
use crate::rules::{GameOver, Lines, Move, Position, Reason, Trax};
use crate::svg::draw_svg;
use crate::terminal::draw_board;
use crate::tile::Colour;

/// The names of [`perft_class`].
const CLASSES: &[&str] = &["white", "red", "both", "full", "stuck"];

/// The class of a position: the colours that have a loop or a line (the mover wins if both have
/// one), a full board without, or a player to move who is stuck.
fn perft_class(wins: [bool; 2], ending: Option<GameOver>) -> Option<usize> {
    match wins {
        [true, true] => Some(2),
        [true, false] => Some(0),
        [false, true] => Some(1),
        [false, false] => ending.map(|ending| if ending.reason == Reason::Full { 3 } else { 4 }),
    }
}

fn seat_name(seat: Seat) -> String {
    if seat == 0 { Colour::White } else { Colour::Red }.to_string()
}

fn facts(to_move: Colour, tiles: usize, legal: usize, ending: Option<GameOver>) -> Fields {
    let outcome = match ending.map(|ending| ending.winner) {
        None => "none".to_owned(),
        Some(None) => "draw".to_owned(),
        Some(Some(winner)) => winner.to_string(),
    };
    // Silent fields already stand below the drawing.
    [
        Field::silent("to_move", to_move.to_string()),
        Field::new("tiles", tiles).not_in_lists(),
        Field::new("legal", legal).not_in_lists(),
        Field::silent("outcome", outcome),
        Field::silent("reason", ending.map(|ending| ending.reason.to_string())),
    ]
    .into_iter()
    .collect()
}

fn draw(picture: &Picture, medium: Medium) -> String {
    match medium {
        Medium::Terminal { .. } => draw_board(picture).trim_end().to_owned(),
        Medium::Svg => draw_svg(picture),
    }
}

fn picture(trax: &Trax, position: &Position, last: Option<&LastOf<Trax>>) -> Picture {
    let last = last.map(|last| ((&last.before).into(), last.action));
    let (ending, limit) = (trax.ending(position), Some(trax.size() as i32));
    Picture::new(trax.name(), &position.into(), last.as_ref(), ending, limit)
}

/// The cell, and then the tile.
fn touched(Move { row, column, tile }: &Move) -> Vec<String> {
    vec![cell_name(*row, *column), tile.code().to_owned()]
}

impl Present for Trax {
    fn about(&self) -> String {
        let size = self.size();
        let lines = match self.lines() {
            Lines::Full => "loops and victory lines win",
            Lines::None => "only loops win",
        };
        format!("limited TRAX on boards of up to {size} by {size} tiles; {lines}")
    }

    fn japanese(&self) -> Japanese {
        let size = self.size();
        let lines = match self.lines() {
            Lines::Full => "ループか勝利線を作れば勝ち",
            Lines::None => "ループだけが勝ち",
        };
        Japanese::new(format!("限定トラックス (TRAX)：{size}×{size}枚までの盤、{lines}"), PHRASES)
    }

    fn start(&self) -> Position {
        Position::START
    }

    /// The figures of Kuwabara and Hoki, on the board of their text.
    fn named_positions(&self) -> &'static [(&'static str, &'static str)] {
        match (self.size(), self.lines()) {
            (8, Lines::Full) => KUWABARA_AND_HOKI,
            _ => &[],
        }
    }

    fn read(&self, text: &str) -> Result<WrittenIn<Self>, NotationError> {
        read(self, text)
    }

    fn parse_move(
        &self,
        position: &Position,
        (): (),
        text: &str,
    ) -> Result<Play<Position, Move>, NotationError> {
        play_word(text, text.trim(), |spelling| play_spelt(self, position, spelling))
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn reason(&self, position: &Position) -> Option<String> {
        self.ending(position).map(|ending| ending.reason.to_string())
    }

    fn facts(&self, position: &Position) -> Fields {
        let legal = self.turns(position).len();
        facts(position.to_move(), position.board().tiles(), legal, self.ending(position))
    }

    fn draw(&self, position: &Position, last: Option<&LastOf<Self>>, medium: Medium) -> String {
        draw(&picture(self, position, last), medium)
    }

    /// Positions of random games on bit-boards and on a map of tiles.
    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        Some(compare(self, pairs, seed))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(self),
            perft: Some(self),
            transcripts: Some(self),
            ..Capabilities::default()
        }
    }
}

impl MoveDrawing<Self> for Trax {
    fn touched(&self, _position: &Position, (): (), action: &Move) -> Vec<String> {
        touched(action)
    }

    fn steps(&self, position: &Position, (): (), action: &Move, medium: Medium) -> Vec<String> {
        let mut after = None;
        self.each_turn(position, |played, next| {
            after = (played == *action).then_some(next);
            after.is_none()
        });
        let Some(after) = after else { return Vec::new() };
        let last = Last { before: *position, action: *action };
        let steps = picture(self, &after, Some(&last)).steps(position.into(), *action);
        steps.iter().map(|step| draw(step, medium)).collect()
    }
}

impl Perft<Self> for Trax {
    /// Moves that lead to the same position count each.
    fn each_after(&self, position: &Position, visit: &mut dyn FnMut(Position)) {
        self.each_turn(position, |_, after| {
            visit(after);
            true
        });
    }

    fn classes(&self) -> &'static [&'static str] {
        CLASSES
    }

    fn class(&self, position: &Position) -> Option<usize> {
        let wins = [Colour::White, Colour::Red].map(|colour| position.wins.has(colour));
        perft_class(wins, self.ending(position))
    }
}

/// Number of moves compared, or the first difference as text.
fn compare(trax: &Trax, pairs: u64, seed: u64) -> Result<u64, String> {
    let plain = PlainTrax::of(trax);
    let mut random = Random::new(seed);
    let mut position = Position::START;
    let mut compared = 0;
    for _ in 0..pairs {
        let twin = PlainPosition::from(&position);
        let differ = |what: &str| Err(format!("{position:?}: {what} differ"));
        let ending = trax.ending(&position);
        if ending != plain.ending(&twin) {
            return differ("outcomes");
        }
        if ending.is_some() {
            position = Position::START;
            continue;
        }
        let mut fast = BTreeSet::new();
        let mut after = Vec::new();
        trax.each_turn(&position, |played, next| {
            fast.insert((played, PlainPosition::from(&next)));
            after.push(next);
            true
        });
        if fast != plain.moves(&twin).into_iter().collect() {
            return differ("moves");
        }
        compared += fast.len() as u64;
        position = after[random.below(after.len() as u64) as usize];
    }
    Ok(compared)
}

impl PlainTrax {
    fn picture(&self, position: &PlainPosition, last: Option<&LastOf<Self>>) -> Picture {
        let last = last.map(|last| (last.before.clone(), last.action));
        Picture::new(self.name(), position, last.as_ref(), self.ending(position), self.limit)
    }
}

impl Present for PlainTrax {
    fn about(&self) -> String {
        match self.limit {
            None if self.line.is_none() => "Loop Trax, without a board: only loops win".to_owned(),
            None => "Trax without a board: loops and victory lines win".to_owned(),
            Some(limit) => format!("limited TRAX on {limit} by {limit} cells, by plain rules"),
        }
    }

    fn japanese(&self) -> Japanese {
        let about = match self.limit {
            None if self.line.is_none() => {
                "ループ・トラックス (Loop Trax)：盤の広さに限りなし、ループだけが勝ち".to_owned()
            }
            None => "トラックス (TRAX)：盤の広さに限りなし、ループか勝利線を作れば勝ち".to_owned(),
            Some(limit) => format!("限定トラックス (TRAX)：{limit}×{limit}枚まで、素朴な実装"),
        };
        Japanese::new(about, PHRASES)
    }

    fn start(&self) -> PlainPosition {
        PlainPosition::start()
    }

    fn read(&self, text: &str) -> Result<WrittenIn<Self>, NotationError> {
        read_moves(self, text, |position, spelling| self.play_spelt(position, spelling))
    }

    fn parse_move(
        &self,
        position: &PlainPosition,
        (): (),
        text: &str,
    ) -> Result<Play<PlainPosition, Move>, NotationError> {
        play_word(text, text.trim(), |spelling| self.play_spelt(position, spelling))
    }

    /// Adds the move: to find moves that lead to a position takes long.
    fn format_after(&self, before: &str, play: &Play<PlainPosition, Move>) -> String {
        let before = if before == START { "" } else { before };
        format!("{before} {}", format_move(&play.action)).trim_start().to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn reason(&self, position: &PlainPosition) -> Option<String> {
        self.ending(position).map(|ending| ending.reason.to_string())
    }

    fn facts(&self, position: &PlainPosition) -> Fields {
        let mut plays = Vec::new();
        self.plays(position, (), &mut plays);
        facts(position.to_move, position.tiles.len(), plays.len(), self.ending(position))
    }

    fn draw(
        &self,
        position: &PlainPosition,
        last: Option<&LastOf<Self>>,
        medium: Medium,
    ) -> String {
        draw(&self.picture(position, last), medium)
    }

    /// Compares games on boards of 8 by 8, as long as they fit.
    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        Trax::new(8, Lines::Full).ok().map(|board| compare(&board, pairs, seed))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(self),
            perft: Some(self),
            transcripts: Some(self),
            ..Capabilities::default()
        }
    }
}

impl MoveDrawing<Self> for PlainTrax {
    fn touched(&self, _position: &PlainPosition, (): (), action: &Move) -> Vec<String> {
        touched(action)
    }

    fn steps(
        &self,
        position: &PlainPosition,
        (): (),
        action: &Move,
        medium: Medium,
    ) -> Vec<String> {
        let Some(after) = steps(position, action).pop() else { return Vec::new() };
        let last = Last { before: position.clone(), action: *action };
        let steps = self.picture(&after, Some(&last)).steps(position.clone(), *action);
        steps.iter().map(|step| draw(step, medium)).collect()
    }
}

impl Perft<Self> for PlainTrax {
    fn each_after(&self, position: &PlainPosition, visit: &mut dyn FnMut(PlainPosition)) {
        self.moves(position).into_iter().for_each(|(_, after)| visit(after));
    }

    fn classes(&self) -> &'static [&'static str] {
        CLASSES
    }

    fn class(&self, position: &PlainPosition) -> Option<usize> {
        let has_won = |colour| self.features(position, colour) != (false, false);
        perft_class([Colour::White, Colour::Red].map(has_won), self.ending(position))
    }
}
