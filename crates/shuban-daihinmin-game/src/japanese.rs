//! Japanese texts of the game and its players.

use shuban_core::Phrase;

pub(crate) const PHRASES: &[Phrase] = &[
    ("its lead wins the most deals", "出せば勝つ配り方が最も多い"),
    ("it wins whatever the others hold", "他の手札が何であっても勝つ"),
    ("no card has a vote: it plays like base", "票を得た札がないので base と同じ"),
    (
        "{} cards and {} players are left: it asks the databases from {} cards and {} players on, and plays like base before",
        "残り{0}枚{1}人。データベースを使うのは{2}枚{3}人からで、それまでは base と同じ",
    ),
    ("stuck", "全員が動けない"),
];
