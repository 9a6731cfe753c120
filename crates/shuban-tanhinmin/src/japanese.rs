//! The games' texts in Japanese.

use shuban_core::Phrase;

pub(crate) const PHRASES: &[Phrase] = &[
    ("{}: player {} wins, whatever the others do", "{0}：他がどう出してもプレイヤー{1}の勝ち"),
    ("every lead from every deal of {} to {} players", "{1}人に{0}を配る全配置と最初の一手"),
    ("rules", "規則"),
    ("leader more cards", "親の手札は2枚以上"),
    ("leader one card", "親の手札は1枚"),
    ("value {}", "勝者{0}"),
    ("lowest lead {}", "最弱の必勝手{0}"),
    ("lead other", "出すのは最弱以外"),
    ("lead weakest", "出すのは最弱"),
    ("shape {}", "形：{0}"),
    ("sets and eights", "組と8切り"),
    ("sets", "組"),
    ("eights", "8切り"),
    ("single cards", "単騎"),
    ("single card {}", "単騎の勝者{0}"),
    ("advice right", "単騎の助言は正しい"),
    ("advice wrong", "単騎の助言は誤り"),
    ("lead {}", "出すのは{0}"),
    ("pass", "パス"),
    ("no move wins any deal", "どの配り方でも勝てる手はない"),
    ("{} is not built", "{0}は構築されていない"),
    ("{} deals are too many", "配り方が{0}通りあり、多すぎる"),
    ("{} different cards", "異なる{0}枚"),
    ("{} cards, sets and eights among them,", "組と8切りを含む{0}枚"),
    // After what ends in the same word.
    ("{} cards", "{0}枚"),
];
