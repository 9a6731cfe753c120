//! What the games say, in Japanese.

use shuban_core::Phrase;

pub(crate) const PHRASES: &[Phrase] = &[
    ("{} checkers left, either side to roll", "残り{0}枚、どちらの手番も"),
    ("{} checkers left", "残り{0}枚"),
    ("{} v {} and {} v {}", "{0}対{1}と{2}対{3}"),
    ("{} v {}", "{0}対{1}"),
    ("both sides with up to {} checkers at home", "両者とも本陣に{0}枚まで"),
    (
        "one side alone with up to {} checkers at home: how many rolls it needs",
        "片側だけ、本陣に{0}枚まで：上がるまでの回数",
    ),
    ("expected rolls", "平均の回数"),
    ("distribution", "分布"),
    ("rolls    chance  done by then", "回数     確率    それまでに完了"),
    ("no play", "動けない"),
];
