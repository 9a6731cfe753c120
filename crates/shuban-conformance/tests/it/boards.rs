//! A lawful drawing passes; the same with one fault is caught.

use std::cell::Cell;

use shuban_conformance::board;
use shuban_core::drawing::{Svg, drawn_text, parts_of};
use shuban_core::present::{Capabilities, Editor, LastOf, MoveDrawing, MovePart, Tool};
use shuban_core::{Game, Medium, NotationError, Payoffs, Play, Present, Seat};

/// The fault of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    Nothing,
    NotDrawn,
    SameTouches,
    SameWays,
    WayOut,
    OtherEnd,
    SameNames,
    NoLabel,
    Unreadable,
    OtherParts,
    LostOnTheWay,
    EveryPart,
    EveryTool,
    NoSuchPlace,
}

/// A counter on one of three squares, which moves to another one.
struct Counter(Slip);

impl Game for Counter {
    type Position = u8;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "counter".into()
    }

    fn to_move(&self, _: &u8) -> Seat {
        0
    }

    fn outcome(&self, _: &u8) -> Option<Payoffs> {
        None
    }

    fn chances(&self, _: &u8) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, at: &u8, (): (), plays: &mut Vec<Play<u8, u8>>) {
        let others = (0..3).filter(|to| to != at);
        plays.extend(others.map(|to| Play { action: to, after: to }));
    }

    fn parse(&self, text: &str) -> Result<u8, NotationError> {
        let at = text.parse().ok().filter(|at| *at < 3);
        at.ok_or_else(|| NotationError::new(text, 0, "not 0, 1 or 2"))
    }

    fn format(&self, at: &u8) -> String {
        at.to_string()
    }

    fn format_move(&self, _: &u8, (): (), to: &u8) -> String {
        to.to_string()
    }
}

impl Present for Counter {
    fn about(&self) -> String {
        "a counter on three squares".into()
    }

    fn start(&self) -> u8 {
        0
    }

    fn draw(&self, at: &u8, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        if medium != Medium::Svg {
            return drawn_text(&self.format(at), medium);
        }
        let mut svg = Svg::new(30, 10);
        let squares = if self.0 == Slip::OtherParts && *at == 1 { 0..4 } else { 0..3 };
        for square in squares {
            svg.part(&square.to_string(), &format!("square {square}"), |svg| {
                svg.area(10 * square, 0, 10, 10);
            });
        }
        svg.caption("counter", &at.to_string(), "");
        svg.finish()
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { moves: Some(self), editor: Some(self), ..Capabilities::default() }
    }
}

impl MoveDrawing<Self> for Counter {
    fn touched(&self, at: &u8, (): (), to: &u8) -> Vec<String> {
        match self.0 {
            Slip::NotDrawn => vec![at.to_string(), format!("to {to}")],
            Slip::SameTouches => vec![at.to_string()],
            _ => vec![at.to_string(), to.to_string()],
        }
    }

    fn ways(&self, at: &u8, (): (), to: &u8) -> Vec<Vec<MovePart>> {
        let to = match self.0 {
            Slip::SameWays => *at,
            Slip::WayOut => 9,
            _ => *to,
        };
        vec![vec![MovePart::Carried(at.to_string(), to.to_string())]]
    }

    fn steps(&self, at: &u8, (): (), to: &u8, medium: Medium) -> Vec<String> {
        let last = if self.0 == Slip::OtherEnd { at } else { to };
        [at, last].map(|at| self.draw(at, None, medium)).to_vec()
    }
}

impl Editor<Self> for Counter {
    fn tools(&self) -> Vec<Tool> {
        let reset = if self.0 == Slip::SameNames { "counter" } else { "reset" };
        let label = if self.0 == Slip::NoLabel { "" } else { "back to the first square" };
        vec![
            Tool::part("counter", "counter", "駒"),
            Tool::piece("carry", "elsewhere", "別の所へ"),
            Tool::board(reset, label, "最初に戻す"),
        ]
    }

    fn put(&self, _: &u8, part: &str, tool: &str) -> Result<u8, NotationError> {
        match tool {
            "reset" => Ok(0),
            "counter" if self.0 == Slip::EveryPart => Ok(0),
            "counter" if self.0 == Slip::Unreadable && part == "2" => Ok(7),
            "counter" => self.parse(part).map_err(|error| match self.0 {
                Slip::NoSuchPlace => NotationError { at: 99, ..error },
                _ => error,
            }),
            "carry" => match part.split_once(' ') {
                Some(_) if self.0 == Slip::LostOnTheWay => Ok(7),
                Some((_, to)) => self.parse(to),
                _ => self.parse(part),
            },
            _ if self.0 == Slip::EveryTool => Ok(0),
            _ => Err(NotationError::new(tool, 0, "no such tool")),
        }
    }
}

#[test]
fn every_slip_is_caught_and_named() {
    board(&Counter(Slip::Nothing), &[0, 1, 2]).unwrap();
    for (slip, reason) in [
        (Slip::NotDrawn, "1 touches to 1, which is not in the drawing"),
        (Slip::SameTouches, "1 and 2 both touch"),
        (Slip::SameWays, "1 and 2 are made in the same way"),
        (Slip::WayOut, "1 is made at 9, which is not in the drawing"),
        (Slip::OtherEnd, "end in another drawing"),
        (Slip::SameNames, "two tools are called counter"),
        (Slip::NoLabel, "tool reset has no label"),
        (Slip::Unreadable, "counter on `2` gives `7`, which is not read back"),
        (Slip::OtherParts, "counter on `1` changes the parts"),
        (Slip::LostOnTheWay, "gives `7`, which is not read back"),
        (Slip::EveryPart, "counter on `no such part` is not refused"),
        (Slip::EveryTool, "`no such tool` is not refused"),
        (Slip::NoSuchPlace, "refused at a character that is not there"),
    ] {
        let found = board(&Counter(slip), &[0, 1, 2]);
        let found = found.expect_err(&format!("{slip:?} is not caught")).to_string();
        assert!(found.contains(reason), "{slip:?} is reported as: {found}");
    }
}

#[test]
fn a_game_without_parts_is_lawful() {
    let game = super::explained::Nim;
    board(&game, &[game.start()]).unwrap();
}

#[test]
fn parts_have_names_and_labels() {
    let drawn = Cell::new(false);
    let mut svg = Svg::new(Svg::LEAST_WIDTH, 10);
    svg.part("a\"<1", "a & b", |svg| {
        drawn.set(true);
        svg.group("fill=\"red\"", |svg| svg.area(0, 0, 10, 10));
    });
    svg.part("b", "b", |_| ());
    svg.part("b", "b", |_| ());
    let svg = svg.finish();
    assert!(drawn.get() && svg.contains("<title>a &amp; b</title>"), "{svg}");
    assert!(svg.contains("<g fill=\"red\">") && svg.contains("svg .area{"), "{svg}");
    assert_eq!(parts_of(&svg).into_iter().collect::<Vec<_>>(), ["a\"<1", "b"]);
}
