//! The board, and the three sets of rules.

/// Rules by their published settings.
pub struct Rules {
    /// The name after `ur/`.
    pub name: &'static str,
    /// Number of pieces of each side.
    pub pieces: u8,
    /// The squares that a piece visits, as rows (0 is the player's own, 2 the other's) and columns.
    pub path: &'static [(u8, u8)],
    /// The numbers that the dice show, with their weights.
    pub rolls: &'static [(u8, u32)],
    /// True if no piece is captured on a rosette.
    pub are_rosettes_safe: bool,
    /// True if a capture gives another roll, as a rosette does.
    pub do_captures_roll_again: bool,
}

/// The end of the path of Masters and Blitz: round by the other's last squares.
#[rustfmt::skip]
const LONG: &[(u8, u8)] = &[
    (0, 3), (0, 2), (0, 1), (0, 0), (1, 0), (1, 1), (1, 2), (1, 3),
    (1, 4), (1, 5), (1, 6), (2, 6), (2, 7), (1, 7), (0, 7), (0, 6),
];

/// The path of Finkel, which is Bell's.
#[rustfmt::skip]
const SHORT: &[(u8, u8)] = &[
    (0, 3), (0, 2), (0, 1), (0, 0), (1, 0), (1, 1), (1, 2), (1, 3),
    (1, 4), (1, 5), (1, 6), (1, 7), (0, 7), (0, 6),
];

/// Four dice that show 0 or 1.
const FOUR_DICE: &[(u8, u32)] = &[(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)];

/// Finkel's rules.
pub static FINKEL: Rules = Rules {
    name: "finkel",
    pieces: 7,
    path: SHORT,
    rolls: FOUR_DICE,
    are_rosettes_safe: true,
    do_captures_roll_again: false,
};

/// Rules for short games.
pub static BLITZ: Rules = Rules {
    name: "blitz",
    pieces: 5,
    path: LONG,
    rolls: FOUR_DICE,
    are_rosettes_safe: false,
    do_captures_roll_again: true,
};

/// Masters's rules: three dice, of which three zeros count 4.
pub static MASTERS: Rules = Rules {
    name: "masters",
    pieces: 7,
    path: LONG,
    rolls: &[(1, 3), (2, 3), (3, 1), (4, 1)],
    are_rosettes_safe: false,
    do_captures_roll_again: false,
};

impl Rules {
    /// Returns the number of steps of a path.
    pub fn steps(&self) -> u8 {
        self.path.len() as u8
    }

    /// Returns true if there is a rosette on the square of a step, counted from 0.
    pub fn is_rosette(&self, step: u8) -> bool {
        matches!(self.path[usize::from(step)], (0 | 2, 0 | 6) | (1, 3))
    }

    /// Returns the step at which the other side visits the same square, if it does.
    pub fn meeting(&self, step: u8) -> Option<u8> {
        let (row, column) = self.path[usize::from(step)];
        self.path.iter().position(|&square| square == (2 - row, column)).map(|step| step as u8)
    }

    /// Returns the steps whose squares both sides visit, as bits.
    pub fn shared(&self) -> u16 {
        let meets = (0..self.steps()).filter(|&step| self.meeting(step).is_some());
        meets.fold(0, |steps, step| steps | 1 << step)
    }
}
