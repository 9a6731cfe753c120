//! Japanese translations of texts common to all games. Each game brings those of its own texts
//! ([`japanese`](shuban_core::Present::japanese)).

use shuban_core::{Phrase, rephrased};

use super::texts::{Language, Texts};

/// A function that translates a text of one game into the reader's language.
pub(super) type Said<'a> = &'a dyn Fn(&str) -> String;

impl Texts {
    /// Translates a text of a game, or one common to all games, into the reader's language; a text
    /// without translation is returned unchanged.
    pub(super) fn say(&self, own: &[Phrase], text: &str) -> String {
        match self.language {
            Language::English => text.to_owned(),
            Language::Japanese => rephrased(&[own, PHRASES], text),
        }
    }
}

const PHRASES: &[Phrase] = &[
    ("player {}", "プレイヤー{0}"),
    ("wins", "勝者"),
    ("value", "評価値"),
    ("outcome", "結果"),
    ("winner", "勝者"),
    ("winners", "勝ちうる者"),
    ("index", "番号"),
    ("win", "勝ち"),
    ("loss", "負け"),
    ("draw", "引き分け"),
    ("a draw", "引き分け"),
    ("won", "勝ち"),
    ("lost", "負け"),
    ("unknown", "不明"),
    ("nothing is known", "何も分からない"),
    ("search", "探索"),
    ("ledger", "記録"),
    ("{} (recorded)", "{0}（記録）"),
    ("deals", "配り方の数"),
    ("votes", "票数"),
    ("reason", "理由"),
    ("pass", "パス"),
    ("{} or {}", "{0}か{1}"),
    ("rules", "規則"),
    ("depth", "手数"),
    ("plies", "手数"),
    ("nodes", "節点数"),
    ("best", "最善手"),
    ("questions", "証明"),
    ("max n", "max^n"),
    ("soft max n", "soft-max^n"),
    ("gnubg", "gnubg ID"),
    ("xgid", "XGID"),
    ("{}  proven between {} and {}", "{0}（証明済みの範囲 {1} … {2}）"),
    ("win  proven", "先手の勝ち：証明"),
    ("win  disproven", "先手の勝ち：反証"),
    ("win  unknown{}", "先手の勝ち：未解決{0}"),
    ("draw-or-better  proven", "先手の引き分け以上：証明"),
    ("draw-or-better  disproven", "先手の引き分け以上：反証"),
    ("draw-or-better  unknown{}", "先手の引き分け以上：未解決{0}"),
    ("{} nodes in {} s; {} nodes/s, {} M {}/s", "{0}節点、{1}秒（毎秒{2}節点、{3}百万{4}）"),
    ("table {} of {}, {} collections", "表 {0}/{1}、整理{2}回"),
    ("play leaves the layer", "どう指しても層を離れる"),
    ("bounds have slack", "上下界に余裕がある"),
    ("no position comes back", "同じ局面に戻らない"),
    ("program", "プログラム"),
    ("version", "版"),
    ("solver", "解法"),
    ("settings", "設定"),
    ("content hash", "内容のハッシュ"),
    ("interval iteration by sweeps", "掃引による区間反復"),
    ("certified intervals by sweeps", "掃引による証明付き区間"),
    ("retrograde", "後退解析"),
    ("tabulation", "表の計算"),
    ("proof-number search", "証明数探索"),
    ("Not Found", "見つかりません"),
    ("Bad Request", "読めない要求です"),
    ("Service Unavailable", "混み合っています"),
    ("Payload Too Large", "大きすぎます"),
    ("Internal Server Error", "サーバーの誤り"),
    ("Insufficient Storage", "記憶が足りません"),
    (
        "there is too much to do at the moment: please try again",
        "ただいま混み合っています。しばらくしてからお試しください",
    ),
    ("there is no such resource", "そのページはありません"),
    ("there is no {} `{}`; did you mean {}", "`{1}`という名前はありません。もしかして：{2}"),
    ("there is no {} `{}`; there are {}", "`{1}`という名前はありません。あるもの：{2}"),
    ("there is no {} `{}`", "`{1}`という名前はありません"),
    ("no published table has the name {}", "{0}という表はありません"),
    ("{} is not built yet: build it with {}", "{0}はまだ構築されていません（構築するには {1}）"),
    ("bad position: {}", "局面として読めません：{0}"),
    ("bad move: {}", "手として読めません：{0}"),
    ("bad roll: {}", "ダイスの目として読めません：{0}"),
    ("{} (at character {} of `{}`)", "{0}（`{2}`の{1}文字目）"),
    ("{} (at character {} of ``)", "{0}"),
    ("not a legal move here", "ここでは指せない手です"),
    ("a roll is needed", "ダイスの目が要ります"),
    ("nothing is rolled in {}", "{0}ではダイスを振りません"),
    ("the game is over", "終局しています"),
    ("expected one of {}", "次のどれか：{0}"),
    ("the {} has {} bytes, and at most {} are read", "長すぎます（{1}バイト、上限{2}）"),
    ("a line has at most {} moves", "手順は{0}手までです"),
    ("there is no proof of the name {}", "{0}という証明はありません"),
    (
        "the proof is still being read, {} of {} positions so far: please try again",
        "証明を読み込み中です（{1}局面中{0}局面）。しばらくしてから再度お試しください",
    ),
    ("chance plays a part in {}: it has no tree of moves", "{0}には運があり、手の木はありません"),
    (
        "{} has no players of its own that would say what they do",
        "{0}に助言するプレイヤーはいません",
    ),
    ("a sum is put together of at most {} parts", "和は{0}個の部分までです"),
    ("sums of {} are not solved", "{0}の和は解けません"),
    ("Failed to deserialize query string: missing field `{}`", "`{0}` を指定してください"),
    ("Failed to deserialize query string: {}", "アドレスの指定を読めません：{0}"),
    ("a bound is no number", "上下限は数で入力してください"),
    ("{} has no position of number {}", "{0}に{1}番の局面はありません"),
];
