//! Japanese texts of the game.

use shuban_core::Phrase;

pub(crate) const PHRASES: &[Phrase] = &[
    ("white", "白"),
    ("red", "赤"),
    ("white, who moved first, wins", "先手の白が勝つ"),
    ("red, who moved second, wins", "後手の赤が勝つ"),
    ("first", "先手勝ち"),
    ("second", "後手勝ち"),
    ("loop", "ループ"),
    ("line", "勝利線"),
    ("stuck", "置ける場所がない"),
    ("full", "盤が埋まった"),
    ("tiles", "タイル数"),
    ("legal", "合法手の数"),
    (
        "every position of limited TRAX on {} by {} that play can reach: who wins",
        "{0}×{1}の限定TRAXで到達できる全局面の勝敗",
    ),
];
