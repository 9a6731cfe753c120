//! Introduction of the family to people.

use shuban_core::introduction::{Kin, Story};

/// Introduces the variants of backgammon.
pub(crate) fn kin() -> Kin {
    let members = [
        ("backgammon", ["Backgammon", "バックギャモン"]),
        ("half-gammon", ["Half-gammon", "ハーフギャモン"]),
        ("nackgammon", ["Nackgammon", "ナックギャモン"]),
        ("hypergammon", ["Hypergammon", "ハイパーギャモン"]),
        ("hypergammon-1", ["with one checker", "駒1枚ずつ"]),
        ("hypergammon-2", ["with two", "2枚ずつ"]),
        ("mini-gammon", ["Mini-gammon", "ミニギャモン"]),
        ("bearoff/backgammon", ["Bearing off alone", "片側のベアオフ"]),
    ];
    Kin {
        name: ["Backgammon", "バックギャモン"],
        about: [
            "Endings of backgammon and its variants: the chance of winning and the best move of \
             every roll, proven.",
            "バックギャモンとその変種の終盤。勝率と、すべての目の最善手を証明付きで示します。",
        ],
        example: ["backgammon", "6,12|20"],
        members: members.map(|(game, name)| (game.to_owned(), name)).to_vec(),
        names: &[
            "backgammon",
            "half-gammon",
            "nackgammon",
            "hypergammon",
            "hypergammon-1",
            "hypergammon-2",
            "mini-gammon",
            "bearoff",
        ],
        story: Some(Story {
            game: "half-gammon",
            title: ["Half-gammon is solved", "ハーフギャモンは解かれました"],
            text: [
                "All 4,296,368,188 positions have a proven value: the side that rolls first wins \
                 50.71 % of the games.",
                "4,296,368,188局面すべての値が証明されています。先に振る側の勝率は50.71 %です。",
            ],
        }),
    }
}
