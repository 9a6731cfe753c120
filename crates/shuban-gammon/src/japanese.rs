//! What the games say, in Japanese.

use shuban_core::Phrase;

pub(crate) const PHRASES: &[Phrase] = &[
    ("{} checkers left, either side to roll", "残り{0}枚、どちらの手番も"),
    ("{} checkers left", "残り{0}枚"),
    ("{} v up to {}", "{0}対{1}以下"),
    ("fewer v {}", "それより少ない枚数対{0}"),
    ("{} v {} and {} v {}", "{0}対{1}と{2}対{3}"),
    ("{} v {}", "{0}対{1}"),
    ("both sides with up to {} checkers at home", "両者とも本陣に{0}枚まで"),
    (
        "one side alone with up to {} checkers at home: how many rolls it needs",
        "片側だけ、本陣に{0}枚まで：上がるまでの回数",
    ),
    (
        "one side alone with its rearmost checker on point {}: how many rolls it needs, rounded as \
         in the databases of GNU Backgammon",
        "片側だけ、最後尾の駒が{0}ポイント：上がるまでの回数、GNU Backgammonのデータベースと同じ丸め",
    ),
    (
        "a race on points 1 to {}, {} checkers on a side and no more on the other: with and \
         without a cube, rounded as in the databases of GNU Backgammon",
        "1〜{0}ポイントの競走、一方が{1}枚で他方はそれ以下：キューブの有無、GNU \
         Backgammonのデータベースと同じ丸め",
    ),
    ("equity", "エクイティ"),
    (
        "cubeless {}, owned {}, centred {}, opponent {}",
        "キューブなし {0}、手元 {1}、中央 {2}、相手 {3}",
    ),
    ("cube", "キューブ"),
    ("in the middle: {}; in hand: {}", "中央なら{0}、手元なら{1}"),
    ("no double", "ダブルなし"),
    ("double", "ダブル"),
    ("take", "テイク"),
    ("pass", "パス"),
    ("expected rolls", "平均の回数"),
    ("distribution", "分布"),
    ("rolls    chance  done by then", "回数     確率    それまでに完了"),
    ("no play", "動けない"),
];
