//! Registration of the games.

use shuban_core::introduction::{Kin, Story};
use shuban_core::{Game, Registry};

use crate::domain::{Configurations, MAX_TABULATED};
use crate::plain::PlainTrax;
use crate::recorded::recorded;
use crate::rules::{Lines, Trax};

/// Names of boards for people, by their size.
const SIZES: [[&str; 2]; 7] = [
    ["2×2", "2×2"],
    ["3×3", "3×3"],
    ["4×4", "4×4"],
    ["5×5", "5×5"],
    ["6×6", "6×6"],
    ["7×7", "7×7"],
    ["8×8", "8×8"],
];

/// Introduces the game.
fn kin() -> Kin {
    let members = (2..).zip(SIZES).map(|(size, name)| (format!("trax/{size}"), name));
    Kin {
        name: ["TRAX", "トラックス (TRAX)"],
        about: [
            "Tiles with lines: a loop or a line across wins. Boards of up to 8 by 8 are solved.",
            "線の描かれたタイルを並べ、ループか端から端までの線を作れば勝ち。8×8までの盤が解かれています。",
        ],
        example: ["trax/8", "@0/ A2/ B1/"],
        members: members.collect(),
        names: &["trax"],
        story: Some(Story {
            game: "trax/8",
            title: ["TRAX on 8 by 8 is a draw", "8×8のトラックスは引き分けです"],
            text: [
                "Whoever begins neither loses nor wins against best play. Each half is one proof, \
                 which a program of its own checks.",
                "最善を尽くせば、先手は負けず、勝てもしません。それぞれに一つの証明があり、独立したプログラムで検査できます。",
            ],
        }),
    }
}

/// Adds the game, in all sizes and in both readings of victory lines, Trax without a board, and the
/// databases of small boards.
pub fn register(registry: &mut impl Registry) {
    // On 8×8 lines have the length of eight in either reading.
    let readings = [(2..=8, Lines::Full), (2..=7, Lines::None)];
    for (sizes, lines) in readings {
        for trax in sizes.filter_map(|size| Trax::new(size, lines).ok()) {
            registry.game(trax);
            registry.provable(trax);
            if let Some(ledger) = recorded(&trax) {
                registry.recorded(&trax.name(), ledger);
            }
        }
    }
    registry.game(PlainTrax::UNLIMITED);
    registry.game(PlainTrax::LOOPS);
    registry.kin(kin());
    for domain in (2..=MAX_TABULATED).filter_map(|size| Configurations::new(size).ok()) {
        registry.retrograde(domain);
    }
}
