//! Pictures of boards.

use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_core::drawing::Svg;
use shuban_core::present::{PreviewPlace, PreviewStack};

use crate::by_hand::{OPPONENT_BAR, OPPONENT_OFF};
use crate::layout::{Layout, Player, STACK, borne_off, on_point, status};
use crate::notation::format_position;
use crate::position::Position;
use crate::variant::Variant;

// Lengths in pixels, whole numbers only, so that the same position gives the same bytes.
const COLUMN: usize = 48;
const BAR: usize = 52;
const TRAY: usize = 58;
const FRAME: usize = 30;
const GAP: usize = 12;
const HALF: usize = 240;
const TRIANGLE: usize = 204;
const DIAMETER: usize = 42;
const SLAB: usize = 11;
const DIE: usize = 40;

const STYLE: &str = "\
.number{fill:#e3d2b4}\
.count{font-size:18px;font-weight:700}\
.frame{fill:#4f3526}\
.inside{fill:#ead9b8}\
.bar{fill:#5f4130}\
.tray{fill:#3f2a1e}\
.odd{fill:#7c8f72}\
.even{fill:#bb6b4d}\
.mover{fill:#fdf8ec;stroke:#9c8663;stroke-width:1.5}\
.opponent{fill:#3b302d;stroke:#17100e;stroke-width:1.5}\
.ring{fill:none;stroke-width:1.5}\
.ring-mover{stroke:#ddcdab}\
.ring-opponent{stroke:#5d4e49}\
.on-mover{fill:#5a4630}\
.on-opponent{fill:#f5e8d2}\
.die{fill:#fffdf6;stroke:#7d6a4f}\
.pip{fill:#33261a}\
.used{opacity:.35}";

/// Draws a position as the mover sees it, as an SVG document: the mover's light checkers move to
/// the bottom right, the opponent's dark ones to the top right; a checker on the bar stands in the
/// half where it enters; checkers borne off are at the right. Points are numbered as the mover
/// counts.
pub fn draw_svg(variant: &Variant, position: &Position) -> String {
    draw_with(variant, position, &status(variant, position, "Light", "Dark"), None)
}

/// Draws a position within a move.
pub(crate) fn draw_moving(variant: &Variant, position: &Position) -> String {
    draw_with(variant, position, "Light moves", None)
}

/// Draws a position within a turn, with the dice: those that are `left` stand out.
pub(crate) fn draw_rolled(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    left: &[u8],
) -> String {
    draw_with(variant, position, &format!("Light to play {roll}"), Some((roll, left)))
}

fn draw_with(
    variant: &Variant,
    position: &Position,
    status: &str,
    dice: Option<(Roll, &[u8])>,
) -> String {
    let board = picture(variant, position, dice);
    let Position { mover, opponent, .. } = position;
    let status = format!("{status} — pips: light {}, dark {}", mover.pips(), opponent.pips());
    board.finish(variant.name(), &format_position(variant, position), &status)
}

/// Draws a board without its caption.
pub(crate) fn picture(
    variant: &Variant,
    position: &Position,
    dice: Option<(Roll, &[u8])>,
) -> BoardPicture {
    let layout = Layout::new(variant);
    let mut board = BoardPicture::new(layout.columns, layout.home, BAR, 2 * HALF);
    let on = |point| on_point(variant, position, point);
    for column in 1..=layout.columns {
        if let Some(point) = layout.top(column) {
            board.point(column, point, true, on(point));
        }
        board.point(column, column, false, on(column));
    }
    let Position { mover, opponent, .. } = *position;
    board.bar(mover.on(variant.bar()), opponent.on(variant.bar()));
    board.tray(Player::Opponent, borne_off(variant, opponent), true);
    board.tray(Player::Mover, borne_off(variant, mover), false);
    if let Some((roll, left)) = dice {
        board.dice(roll, left, FRAME + HALF, DIE);
    }
    board
}

/// Draws a side at home by itself as an SVG document, as [`draw_svg`] draws that part of a board.
pub(crate) fn draw_side_svg(
    variant: &Variant,
    points: usize,
    side: Checkers,
    dice: Option<(Roll, &[u8])>,
    [game, text, status]: [&str; 3],
) -> String {
    side_picture(variant, points, side, dice).finish(game, text, status)
}

/// Draws a side by itself without a caption.
pub(crate) fn side_picture(
    variant: &Variant,
    points: usize,
    side: Checkers,
    dice: Option<(Roll, &[u8])>,
) -> BoardPicture {
    let mut board = BoardPicture::new(points, variant.home(), 0, HALF);
    for point in 1..=points {
        let count = side.on(point);
        board.point(point, point, false, (count > 0).then_some((Player::Mover, count)));
    }
    board.tray(Player::Mover, borne_off(variant, side), false);
    // In the frame: the points are as high as the board.
    if let Some((roll, left)) = dice {
        board.dice(roll, left, FRAME / 2, FRAME - 6);
    }
    board
}

/// A board in a frame, with a tray for checkers borne off at its right.
pub(crate) struct BoardPicture {
    svg: Svg,
    /// The points and the halves of the bar that are drawn.
    pub(crate) places: Vec<PreviewPlace>,
    /// The trays, with their sides.
    pub(crate) trays: Vec<(Player, PreviewStack)>,
    columns: usize,
    home: usize,
    /// The width of the bar, and the height of the points.
    bar: usize,
    height: usize,
}

impl BoardPicture {
    fn new(columns: usize, home: usize, bar: usize, height: usize) -> Self {
        let (board, frame) = (columns * COLUMN + bar, height + 2 * FRAME);
        let width = (FRAME + board + GAP + TRAY + GAP).max(Svg::LEAST_WIDTH);
        let mut svg = Svg::new(width, frame);
        svg.style(STYLE);
        svg.element(format_args!(r#"rect class="frame" width="{width}" height="{frame}" rx="10""#));
        let place = format!(r#"x="{FRAME}" y="{FRAME}" width="{board}" height="{height}""#);
        svg.element(format_args!(r#"rect class="inside" {place} rx="3""#));
        BoardPicture { svg, places: Vec::new(), trays: Vec::new(), columns, home, bar, height }
    }

    /// The edge at the top or at the bottom.
    fn edge(&self, top: bool) -> usize {
        if top { FRAME } else { FRAME + self.height }
    }

    /// A triangle, its number, and the checkers on it: a part as high as half of the board.
    fn point(&mut self, column: usize, point: usize, top: bool, stack: Option<(Player, usize)>) {
        let bar = if column <= self.home { self.bar } else { 0 };
        let x = FRAME + bar + (self.columns - column) * COLUMN + COLUMN / 2;
        let (left, right) = (x - COLUMN / 2, x + COLUMN / 2);
        let edge = self.edge(top);
        let tip = inward(edge, TRIANGLE, top);
        let class = if point.is_multiple_of(2) { "even" } else { "odd" };
        let name = point.to_string();
        let label = match stack {
            None => format!("point {point}"),
            Some((side, count)) => format!("point {point}: {count} {}", colour(side)),
        };
        self.svg.part(&name, &label, |svg| {
            svg.area(left, if top { edge } else { edge - HALF }, COLUMN, HALF);
            svg.element(format_args!(
                r#"path class="{class}" d="M{left} {edge}L{right} {edge}L{x} {tip}Z""#
            ));
            svg.text("number", x, inward(edge, FRAME / 2, !top), &name);
            if let Some((side, count)) = stack {
                draw_stack(svg, side, count, x, edge, top);
            }
        });
        let holds = stack.map(|(side, count)| (side as usize, count));
        self.places.push(PreviewPlace { stack: stack_at(name, x, edge, top), only: None, holds });
    }

    /// The bar, with the checkers of both sides, each in its half.
    fn bar(&mut self, mover: usize, opponent: usize) {
        let left = FRAME + (self.columns - self.home) * COLUMN;
        let (x, middle) = (left + BAR / 2, FRAME + HALF);
        let height = self.height;
        self.svg.element(format_args!(
            r#"rect class="bar" x="{left}" y="{FRAME}" width="{BAR}" height="{height}""#
        ));
        for (name, side, count, top) in
            [("bar", Player::Mover, mover, true), (OPPONENT_BAR, Player::Opponent, opponent, false)]
        {
            let label = format!("{} bar: {count}", colour(side));
            let edge = inward(middle, GAP, !top);
            self.svg.part(name, &label, |svg| {
                svg.area(left, if top { FRAME } else { middle }, BAR, HALF);
                draw_stack(svg, side, count, x, edge, !top);
            });
            let stack = stack_at(name.to_owned(), x, edge, !top);
            let holds = (count > 0).then_some((side as usize, count));
            self.places.push(PreviewPlace { stack, only: Some(side as usize), holds });
        }
    }

    /// The checkers that a side has borne off, as slabs seen from the side.
    fn tray(&mut self, side: Player, off: usize, top: bool) {
        let left = FRAME + self.columns * COLUMN + self.bar + GAP;
        let (edge, height) = (self.edge(top), HALF - GAP / 2);
        let y = if top { edge } else { edge - height };
        let (name, class) = (if side == Player::Mover { "off" } else { OPPONENT_OFF }, class(side));
        self.svg.part(name, &format!("{} borne off: {off}", colour(side)), |svg| {
            svg.element(format_args!(
                r#"rect class="tray" x="{left}" y="{y}" width="{TRAY}" height="{height}" rx="6""#
            ));
            svg.group(r#"class="stack""#, |svg| {
                for i in 0..off {
                    let slab = inward(edge, 6 + i * (SLAB + 1), top);
                    let (x, y) = (left + 6, if top { slab } else { slab - SLAB });
                    svg.element(slab_of(class, x, y));
                }
            });
            if off > 0 {
                let y = inward(edge, 6 + 15 * (SLAB + 1) + 16, top);
                svg.text("number", left + TRAY / 2, y, &format!("{off} off"));
            }
        });
        let first = if top { edge + 6 } else { edge - 6 - SLAB };
        let stack = PreviewStack {
            part: name.to_owned(),
            at: (left + 6, first),
            step: down(SLAB + 1, top),
            most_drawn: usize::MAX,
        };
        self.trays.push((side, stack));
    }

    /// The dice of a roll in a row over the home board; those that are not `left` are faint.
    fn dice(&mut self, roll: Roll, left: &[u8], middle: usize, side: usize) {
        let mut left = left.to_vec();
        let dice =
            if roll.is_double() { vec![roll.high(); 4] } else { vec![roll.high(), roll.low()] };
        let x = FRAME + self.bar + (self.columns - self.home) * COLUMN + self.home * COLUMN / 2;
        let row = dice.len() * (side + side / 5);
        let x = x.saturating_sub(row / 2);
        for (number, die) in dice.into_iter().enumerate() {
            let unused = left.iter().position(|&other| other == die).map(|at| left.remove(at));
            let class = if unused.is_some() { "dice" } else { "dice used" };
            let corner = (x + number * (side + side / 5), middle - side / 2);
            self.svg
                .group(format_args!(r#"class="{class}""#), |svg| draw_die(svg, die, corner, side));
        }
    }

    fn finish(mut self, game: &str, position: &str, status: &str) -> String {
        self.svg.caption(game, position, status);
        self.svg.finish()
    }
}

/// A stack of checkers growing away from `edge`, down if `down`; a high one shows its number.
fn draw_stack(svg: &mut Svg, side: Player, count: usize, x: usize, edge: usize, down: bool) {
    let shown = count.min(STACK);
    let y = |i| inward(edge, DIAMETER / 2 + 1 + i * DIAMETER, down);
    svg.group(r#"class="stack""#, |svg| {
        for i in 0..shown {
            let draw =
                |svg: &mut Svg| checker(side, x, y(i)).iter().for_each(|part| svg.element(part));
            // The one on top is lifted.
            if i + 1 == shown { svg.group(r#"class="piece""#, draw) } else { draw(svg) }
        }
        if count > STACK {
            svg.text(count_class(side), x, y(STACK - 1), &count.to_string());
        }
    });
}

/// A checker and its ring, around a point.
fn checker(side: Player, x: usize, y: usize) -> [String; 2] {
    let (class, radius) = (class(side), DIAMETER / 2 - 1);
    let inner = radius - 7;
    [
        format!(r#"circle class="{class}" cx="{x}" cy="{y}" r="{radius}""#),
        format!(r#"circle class="ring ring-{class}" cx="{x}" cy="{y}" r="{inner}""#),
    ]
}

/// A checker borne off, whose top left corner is at a place.
fn slab_of(class: &str, x: usize, y: usize) -> String {
    let width = TRAY - 12;
    format!(r#"rect class="{class}" x="{x}" y="{y}" width="{width}" height="{SLAB}" rx="3""#)
}

/// The stack that [`draw_stack`] draws, as a page redraws it.
fn stack_at(part: String, x: usize, edge: usize, is_down: bool) -> PreviewStack {
    let at = (x, inward(edge, DIAMETER / 2 + 1, is_down));
    PreviewStack { part, at, step: down(DIAMETER, is_down), most_drawn: STACK }
}

fn down(distance: usize, is_down: bool) -> isize {
    if is_down { distance as isize } else { -(distance as isize) }
}

/// The pictures of a checker on the board and in the tray, at the point (0, 0).
pub(crate) fn looks(side: Player) -> [String; 2] {
    let board = checker(side, 0, 0).map(|part| format!("<{part}/>")).concat();
    [board, format!("<{}/>", slab_of(class(side), 0, 0))]
}

/// The class of the number on a stack.
pub(crate) fn count_class(side: Player) -> &'static str {
    match side {
        Player::Mover => "count on-mover",
        Player::Opponent => "count on-opponent",
    }
}

/// A die whose top left corner is at a place.
fn draw_die(svg: &mut Svg, die: u8, (left, top): (usize, usize), side: usize) {
    let round = side / 6;
    svg.element(format_args!(
        r#"rect class="die" x="{left}" y="{top}" width="{side}" height="{side}" rx="{round}""#
    ));
    // Columns and rows of the pips, in quarters.
    let pips: &[(usize, usize)] = match die {
        1 => &[(2, 2)],
        2 => &[(1, 1), (3, 3)],
        3 => &[(1, 1), (2, 2), (3, 3)],
        4 => &[(1, 1), (1, 3), (3, 1), (3, 3)],
        5 => &[(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)],
        6 => &[(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)],
        _ => return svg.text("number", left + side / 2, top + side / 2, &die.to_string()),
    };
    for (column, row) in pips {
        let (x, y, radius) = (left + column * side / 4, top + row * side / 4, side / 10);
        svg.element(format_args!(r#"circle class="pip" cx="{x}" cy="{y}" r="{radius}""#));
    }
}

/// A side as the drawing shows it.
fn colour(side: Player) -> &'static str {
    match side {
        Player::Mover => "light",
        Player::Opponent => "dark",
    }
}

fn class(side: Player) -> &'static str {
    match side {
        Player::Mover => "mover",
        Player::Opponent => "opponent",
    }
}

/// Moves a distance from an edge towards the inside of the board, which is below it if `down`.
fn inward(edge: usize, distance: usize, down: bool) -> usize {
    if down { edge + distance } else { edge - distance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    #[test]
    fn positions_are_drawn() {
        let half_gammon = Variant::by_name("half-gammon").unwrap();
        let position = parse_position(&half_gammon, "1,1,1,1,1,1,bar|2,8,bar").unwrap();
        insta::assert_snapshot!("svg-half-gammon", draw_svg(&half_gammon, &position));
        let backgammon = Variant::by_name("backgammon").unwrap();
        let start = Position::new(backgammon.start(), backgammon.start());
        insta::assert_snapshot!("svg-backgammon", draw_svg(&backgammon, &start));
    }

    #[test]
    fn a_picture_shows_every_checker_once() {
        let mini_gammon = Variant::by_name("mini-gammon").unwrap();
        let position = parse_position(&mini_gammon, "1,1,4,16,bar|2,3,3,bar,bar,bar").unwrap();
        let svg = draw_svg(&mini_gammon, &position);
        assert_eq!(svg.matches(r#"<circle class="mover""#).count(), 5);
        assert_eq!(svg.matches(r#"<circle class="opponent""#).count(), 6);
        assert_eq!(svg.matches(r#"<rect class="mover""#).count(), 5);
        assert_eq!(svg.matches(r#"<rect class="opponent""#).count(), 4);
        assert_eq!(svg.matches("<path").count(), 16);
    }
}
