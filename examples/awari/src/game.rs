//! The rules of Awari as Romein and Bal solved it, and the notation and drawing of positions.

use shuban_core::drawing::Svg;
use shuban_core::present::{Capabilities, LastOf, MoveDrawing};
use shuban_core::{Game, Japanese, Medium, NotationError, Payoffs, Play, Present, Seat};

/// Pits of one side.
pub const SIDE: usize = 6;

/// Number of stones at the start, which is the maximum.
pub const STONES: u8 = 48;

/// A board as the player to move sees it, and that player. Captured stones are not part of it: a
/// play wins them when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The mover's pits from left to right, then the opponent's in the order of sowing.
    pub pits: [u8; 2 * SIDE],
    /// Player to move.
    pub seat: Seat,
}

impl Position {
    /// Number of stones on the board.
    pub fn stones(&self) -> u8 {
        self.pits.iter().sum()
    }

    /// Returns true if the player to move has no stones.
    fn is_over(&self) -> bool {
        self.pits[..SIDE].iter().all(|&stones| stones == 0)
    }

    /// The position after the stones of a pit are sown, one to each of the next pits but not into
    /// the one they come from. If the last falls into a pit of the opponent that then has two or
    /// three stones, these are captured, and those of the pits before it likewise, one after the
    /// other.
    fn after(&self, pit: usize) -> Self {
        let mut pits = self.pits;
        let (mut stones, mut last) = (std::mem::take(&mut pits[pit]), pit);
        while stones > 0 {
            last = (last + 1) % pits.len();
            if last != pit {
                pits[last] += 1;
                stones -= 1;
            }
        }
        while last >= SIDE && matches!(pits[last], 2 | 3) {
            pits[last] = 0;
            last -= 1;
        }
        pits.rotate_left(SIDE);
        Position { pits, seat: 1 - self.seat }
    }
}

/// The player who captures more stones wins. A play that leaves the opponent without stones is
/// legal only if there is no other; then the player has the stones that are left. Where play goes
/// on for ever, both get half of them. (J. W. Romein and H. E. Bal, "Solving Awari with Parallel
/// Retrograde Analysis", IEEE Computer 36(10), 2003.)
pub struct Awari;

impl Game for Awari {
    type Position = Position;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "awari".to_owned()
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.seat
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let rest = i16::from(position.stones());
        let lost = if position.seat == 0 { [-rest, rest] } else { [rest, -rest] };
        position.is_over().then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &Position, (): (), plays: &mut Vec<Play<Position, u8>>) {
        let mut legal = |may_starve: bool| {
            let before = plays.len();
            for pit in (0..SIDE).filter(|&pit| position.pits[pit] > 0) {
                let after = position.after(pit);
                if after.is_over() == may_starve {
                    plays.push(Play { action: pit as u8, after });
                }
            }
            plays.len() > before
        };
        if !legal(false) {
            legal(true);
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position { seat: 0, ..*position }
    }

    /// The stones in the pits of the player to move, from left to right, and those in the
    /// opponent's, going on: `4,4,4,4,4,4|4,4,4,4,4,4`.
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let mut pits = [0; 2 * SIDE];
        let (mut pit, mut at) = (0, 0);
        for piece in text.split_inclusive([',', '|']) {
            let refuse = |at, reason: &str| NotationError::new(text, at, reason);
            let number = piece.trim_end_matches([',', '|']);
            let stones = number.parse::<u8>().ok().filter(|stones| *stones <= STONES);
            let stones = stones.ok_or_else(|| refuse(at, "expected stones, 0 to 48"))?;
            at += number.chars().count();
            let expected = match pit {
                5 => "|",
                11 => "",
                _ => ",",
            };
            if pit == pits.len() || &piece[number.len()..] != expected {
                return Err(refuse(at, "expected six pits, |, and six pits"));
            }
            pits[pit] = stones;
            (pit, at) = (pit + 1, at + 1);
        }
        let total: u32 = pits.iter().map(|&stones| u32::from(stones)).sum();
        if pit < pits.len() || total > u32::from(STONES) {
            let reason = if total > u32::from(STONES) { "too many stones" } else { "too few pits" };
            return Err(NotationError::new(text, at.saturating_sub(1), reason));
        }
        Ok(Position { pits, seat: 0 })
    }

    fn format(&self, position: &Position) -> String {
        let side = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let (own, other) = position.pits.split_at(SIDE);
        format!("{}|{}", side(own), side(other))
    }

    /// The letter of the pit, from the left.
    fn format_move(&self, _: &Position, (): (), pit: &u8) -> String {
        char::from(b'a' + pit).to_string()
    }
}

impl Present for Awari {
    fn about(&self) -> String {
        "Awari: sow stones around twelve pits, and capture more than the opponent".to_owned()
    }

    fn start(&self) -> Position {
        Position { pits: [4; 2 * SIDE], seat: 0 }
    }

    fn japanese(&self) -> Japanese {
        Japanese::new("アワリ：12個の穴に種をまき、相手より多く取る", &[])
    }

    fn draw(&self, position: &Position, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        let (own, other) = position.pits.split_at(SIDE);
        if medium == Medium::Svg {
            return draw_svg(&self.format(position), &position.pits);
        }
        let row = |pits: &mut dyn Iterator<Item = &u8>| -> String {
            pits.map(|stones| format!("│ {stones:>2} ")).collect::<String>() + "│\n"
        };
        let line = |ends: [&str; 3]| format!("{}{}\n", ends[0], [ends[1]; SIDE].join(ends[2]));
        let board = [
            line(["┌", "────", "┬"]).replace('\n', "┐\n"),
            row(&mut other.iter().rev()),
            line(["├", "────", "┼"]).replace('\n', "┤\n"),
            row(&mut own.iter()),
            line(["└", "────", "┴"]).replace('\n', "┘\n"),
            "  a    b    c    d    e    f\n".to_owned(),
        ];
        board.concat().trim_end().to_owned()
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { moves: Some(self), ..Capabilities::default() }
    }
}

impl MoveDrawing<Self> for Awari {
    fn touched(&self, _: &Position, (): (), pit: &u8) -> Vec<String> {
        vec![pit_name(usize::from(*pit))]
    }
}

/// A pit counterclockwise from the left of the player to move: `a` to `f`, and `A` to `F` of the
/// opponent.
fn pit_name(pit: usize) -> String {
    char::from(if pit < SIDE { b'a' + pit as u8 } else { b'A' + (pit - SIDE) as u8 }).to_string()
}

/// Pits as bowls, the player to move below; stones lie in rings.
fn draw_svg(text: &str, pits: &[u8; 2 * SIDE]) -> String {
    const STEP: usize = 88;
    let mut svg = Svg::new(SIDE * STEP + 32, 2 * STEP + 56);
    svg.style(".wood{fill:#8a5a35}.bowl{fill:#6b4226}.stone{fill:#e8dcc2;stroke:#b8a67f}");
    svg.style(".number{fill:#f0e2c8}");
    svg.element(format_args!(
        r#"rect class="wood" x="8" y="8" width="{}" height="{}" rx="40""#,
        SIDE * STEP + 16,
        2 * STEP + 40
    ));
    for (pit, &stones) in pits.iter().enumerate() {
        let (column, top) = if pit < SIDE { (pit, false) } else { (2 * SIDE - 1 - pit, true) };
        let (x, y) = (16 + column * STEP + STEP / 2, if top { 60 } else { STEP + 84 });
        let name = pit_name(pit);
        svg.part(&name, &format!("{name}: {stones}"), |svg| {
            svg.area(x - STEP / 2, y - STEP / 2, STEP, STEP);
            svg.element(format_args!(r#"circle class="bowl" cx="{x}" cy="{y}" r="36""#));
            for stone in 0..stones.min(24) {
                // The golden angle keeps stones apart.
                let (turn, far) = (f64::from(stone) * 2.4, 6.2 * f64::from(stone).sqrt());
                let (x, y) = (x as f64 + far * turn.cos(), y as f64 + far * turn.sin());
                svg.element(format_args!(
                    r#"circle class="stone" cx="{x:.1}" cy="{y:.1}" r="4.5""#
                ));
            }
            let number = if top { y - 44 } else { y + 44 };
            svg.text("number", x, number, &format!("{name} {stones}"));
        });
    }
    svg.caption("awari", text, "the lower side to move");
    svg.finish()
}
