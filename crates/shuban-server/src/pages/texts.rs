//! What the pages say, in English and Japanese.

use axum::http::{HeaderMap, header};

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Japanese,
}

/// The texts of a language.
pub(super) struct Texts {
    /// The language as HTML names it.
    pub(super) code: &'static str,
    /// The other language, and how it calls itself.
    pub(super) other: (&'static str, &'static str),
    pub(super) tagline: &'static str,
    pub(super) games: &'static str,
    pub(super) databases: &'static str,
    pub(super) none_built: &'static str,
    pub(super) positions: &'static str,
    pub(super) random: &'static str,
    pub(super) board: &'static str,
    pub(super) value: &'static str,
    pub(super) moves: &'static str,
    pub(super) rolls: &'static str,
    pub(super) all_rolls: &'static str,
    pub(super) play: &'static str,
    pub(super) to_move: &'static str,
    pub(super) over: &'static str,
    pub(super) look_up: &'static str,
    pub(super) position: &'static str,
    pub(super) start: &'static str,
    pub(super) from: &'static str,
    pub(super) by_rules: &'static str,
    pub(super) as_json: &'static str,
    pub(super) bounds: &'static str,
    pub(super) wins: &'static str,
}

const ENGLISH: Texts = Texts {
    code: "en",
    other: ("ja", "日本語"),
    tagline: "exact values of endgames",
    games: "Games",
    databases: "Databases",
    none_built: "No database is built yet.",
    positions: "positions",
    random: "random position",
    board: "Board",
    value: "Value",
    moves: "Moves",
    rolls: "Rolls",
    all_rolls: "all rolls",
    play: "Move",
    to_move: "to move",
    over: "The game is over.",
    look_up: "Look up",
    position: "Position",
    start: "start of the game",
    from: "from",
    by_rules: "No database that is built holds this position: legal moves only.",
    as_json: "as JSON",
    bounds: "proven between",
    wins: "wins",
};

const JAPANESE: Texts = Texts {
    code: "ja",
    other: ("en", "English"),
    tagline: "終盤の正確な値",
    games: "ゲーム",
    databases: "データベース",
    none_built: "構築済みのデータベースはまだありません。",
    positions: "局面",
    random: "局面を無作為に選ぶ",
    board: "盤面",
    value: "評価値",
    moves: "合法手",
    rolls: "ダイスの目",
    all_rolls: "すべての目",
    play: "手",
    to_move: "の手番",
    over: "終局です。",
    look_up: "調べる",
    position: "局面",
    start: "初期局面",
    from: "出典",
    by_rules: "この局面を含むデータベースはまだ構築されていません。合法手だけを示します。",
    as_json: "JSON で見る",
    bounds: "証明済みの範囲",
    wins: "勝率",
};

impl Language {
    /// The language that the address names, or else the browser prefers.
    pub(super) fn of(named: Option<&str>, headers: &HeaderMap) -> Self {
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let mut preferred = accepted.unwrap_or_default().split(',').map(str::trim);
        let code = named.unwrap_or_else(|| {
            let known = |code: &&str| code.starts_with("ja") || code.starts_with("en");
            preferred.find(known).unwrap_or("en")
        });
        if code.starts_with("ja") { Language::Japanese } else { Language::English }
    }

    pub(super) fn texts(self) -> &'static Texts {
        match self {
            Language::English => &ENGLISH,
            Language::Japanese => &JAPANESE,
        }
    }
}
