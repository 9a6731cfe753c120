//! Texts of the pages, in English and Japanese.

use axum::http::{HeaderMap, header};
use shuban_core::introduction::Bilingual;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Japanese,
}

/// Defines the table of texts: a name, then English and Japanese.
macro_rules! texts {
    ($($name:ident: $english:literal, $japanese:literal;)*) => {
        /// The texts of a language.
        pub(super) struct Texts {
            pub(super) language: Language,
            $(pub(super) $name: &'static str,)*
        }

        const ENGLISH: Texts = Texts { language: Language::English, $($name: $english,)* };
        const JAPANESE: Texts = Texts { language: Language::Japanese, $($name: $japanese,)* };
    };
}

texts! {
    code: "en", "ja";
    other_code: "ja", "en";
    other_name: "日本語", "English";
    locale: "en_US", "ja_JP";
    tagline: "Exact values of endgames", "終盤の厳密な値";
    introduction: "Look up a position of a board or card game, and see what it is worth and what each \
                   move costs: computed to the end where a database or a search reaches, and \
                   marked as an estimate elsewhere. Play it, or practise.",
        "盤上ゲームやカードゲームの局面の値と、一手ごとの損失を調べられます。データベースや探索が届く局面では終局まで計算した値を、それ以外では推定値をそう明示して示します。対局や練習もできます。";
    skip: "to the content", "本文へ";
    games: "Games", "ゲーム";
    databases: "Databases", "データベース";
    reproductions: "Published tables", "論文の表";
    api: "API", "API";
    none_built: "No database is built yet.", "構築済みのデータベースはまだありません。";
    builds: "Databases being built", "構築中のデータベース";
    build: "Build", "構築する：";
    waiting: "waiting", "待機中";
    building: "building", "構築中";
    built: "built", "構築済み";
    failed: "failed", "失敗";
    positions: "positions", "局面";
    random: "random position", "無作為な局面";
    practice: "practice", "練習";
    explore: "explore", "調べる";
    board: "Board", "盤面";
    value: "Value", "値";
    moves: "Moves", "合法手";
    rolls: "Rolls", "ダイスの目";
    all_rolls: "all rolls", "すべての目";
    all_moves: "all moves", "すべての手";
    roll_dice: "roll", "振る";
    play: "Move", "手";
    loss: "Loss", "損失";
    chance_of_winning: "Wins", "勝率";
    to_move: "to move", "の手番";
    over: "The game is over", "終局";
    won: "the player to move has won", "手番側の勝ち";
    lost: "the player to move has lost", "手番側の負け";
    draw: "a draw", "引き分け";
    finished: "nothing is left to do", "もう手はない";
    look_up: "Look up", "調べる";
    position: "Position", "局面";
    start: "start of the game", "初期局面";
    back: "Back", "一手戻る";
    forward: "Forward", "一手進む";
    first: "To the start", "最初へ";
    last: "To the end", "最後へ";
    line: "Line", "手順";
    step_by_step: "Step by step", "一手の途中";
    best_line: "best line", "最善手順";
    tree: "tree of play", "ゲーム木";
    tree_title: "Tree of play", "ゲーム木";
    tree_how: "Best moves first, each with what it is worth to the player who makes it.",
        "良い手から順に、その手を選ぶ側から見た値とともに示します。";
    tree_above: "one move back", "一手前の木";
    tree_deeper: "deeper", "さらに先へ";
    tree_best: "best", "最善";
    tree_end: "end", "終局";
    advice: "what players would do", "プレイヤーの選択";
    advice_title: "What players would do", "プレイヤーの選択";
    advised: "It plays", "選ぶ手：";
    no_advice: "It has no opinion.", "この局面では選べません。";
    from: "from", "出典";
    by_rules: "No database that is built holds this position: legal moves only.",
        "この局面を含むデータベースはまだ構築されていません。合法手だけを示します。";
    search: "Search for its value", "探索で値を求める";
    search_stops: "A search of at most ten seconds; what it finds is exact or said to be unknown.",
        "最大十秒の探索。得られる値は厳密で、分からなければそう表示します。";
    as_json: "JSON", "JSON";
    picture: "picture", "画像";
    best_action: "best", "最善";
    single_game: "As a single game", "単独の一局として";
    left_aside: "Score and stakes are left aside: values are of a single game.",
        "得点とキューブは考えません。値は単独の一局のものです。";
    in_full: "in full", "詳細";
    how_found: "how it was found", "求め方";
    bounds: "proven between", "証明済みの範囲";
    values_as: "show values as", "値の表示";
    values_both: "both", "両方";
    values_percent: "chances of winning", "勝率";
    values_points: "−1 … 1", "−1〜1";
    values_how: "A game that is won or lost is worth the chance of winning it, or its average result, \
                 where a win counts 1 and a loss −1. Equities are points in either case.",
        "勝ち負けだけのゲームの値は、勝率、または勝ちを1、負けを−1とした結果の平均です。エクイティーは常に得点です。";
    wins: "wins", "勝率";
    more: "Set up, find, share", "局面を作る・探す・共有する";
    set_up: "Set up by hand", "手で配置する";
    set_up_how: "Choose what to put, then click or touch the board, or drag across it.",
        "置くものを選び、盤面をクリック（またはドラッグ）してください。";
    set_up_carried: "Choose what to put, then click or touch the board; drag a piece to move it.",
        "置くものを選び、盤面をクリックしてください。駒はドラッグで動かせます。";
    unsent: "The server does not answer. The board is kept as it is here, and sent again.",
        "サーバーが応答しません。盤面はこのまま保持し、もう一度送信します。";
    set_up_pieces: "Choose what to do, then click or touch a piece, or drag it to where it goes.",
        "操作を選び、動かすものをクリックするか、行き先までドラッグしてください。";
    set_up_end: "done", "完了";
    take_back: "take back", "戻す";
    end_move: "play", "この手にする：";
    its_move: "Its move:", "相手の手：";
    you_won: "You won", "あなたの勝ち";
    you_lost: "You lost", "あなたの負け";
    example: "For example:", "例：";
    paste: "Paste a position", "局面を貼り付ける";
    unread: "No game reads this text as a position.", "この文字列を局面として読めるゲームはありません。";
    any_game: "any game", "どのゲームでも";
    parts: "Independent parts", "独立な部分";
    beside: "In a sum with", "和の相手";
    look_at_sum: "look at the sum", "和を調べる";
    alone: "look at it alone", "この部分だけを調べる";
    take_away: "take away", "取り除く";
    one_more_part: "add a part", "部分を加える";
    number: "Number", "番号";
    go: "Go", "移動";
    least: "value from", "値の下限";
    most: "to", "上限";
    check: "Check it yourself", "自分で検算する";
    check_how: "The equation that certifies this value, computed in your browser.",
        "この値を保証する等式を、お使いのブラウザーで計算します。";
    check_again: "Compute", "計算する";
    equation: "{}",
        "{\"recomputed\":\"ここで再計算\",\"stored\":\"保存値\",\"fails\":\"成り立たない\",\
         \"move\":\"手\",\"roll\":\"目\",\"weight\":\"重み\",\"best\":\"最善手\",\
         \"number\":\"値\",\"from\":\"出典\",\"sum\":\"和\",\"down\":\"切り下げ\",\
         \"up\":\"切り上げ\",\"between\":\"他から計算：\",\"block\":\"ブロック\",\
         \"checksum\":\"チェックサム\",\"more\":\"全部\",\
         \"error\":\"検算できませんでした：\"}";
    play_against: "Play", "対局する";
    you_are: "You:", "あなた：";
    level_perfect: "against perfect play where it is known", "相手：最善手を選ぶプレイヤー（値の分かる局面で）";
    level_strong: "against a strong player", "相手：強いプレイヤー";
    level_casual: "against a casual player", "相手：弱めのプレイヤー";
    level_random: "against random moves", "相手：無作為に手を選ぶプレイヤー";
    your_turn: "Your turn", "あなたの番です";
    its_turn: "Its turn", "相手の番です";
    let_it_play: "let it play", "相手の手を進める";
    hint: "hint", "ヒント";
    hide: "hide the values", "値を隠す";
    stop_playing: "stop playing, show everything", "対局をやめてすべて表示";
    review: "what each move cost", "各手の損失を見る";
    review_title: "What each move cost", "各手の損失";
    no_loss: "No move lost anything.", "損失のある手はありません。";
    best_may_be: "by an estimate, better:", "推定による、より良い手：";
    best_was: "best was", "最善手";
    decisions: "decisions", "選択のあった手";
    errors: "errors", "悪手";
    total_loss: "total loss", "損失の合計";
    estimated_moves: "moves estimated, which lost about", "手を推定、その損失はおよそ";
    not_judged: "nothing is known of the position", "この局面については何も分かりません";
    size: "Size", "大きさ";
    layer: "Layer", "層";
    histogram: "Histogram", "分布";
    records: "Records", "記録";
    records_of: "Among a random sample of positions. How many:", "無作為に選んだ局面のうち。局面数：";
    records_of_all: "Among all positions:", "全局面から：";
    best_for_mover: "best for the player to move", "手番側に最も有利";
    worst_for_mover: "worst for the player to move", "手番側に最も不利";
    closest: "closest to even", "最も互角に近い";
    most_at_stake: "most at stake in one move", "一手の差が最も大きい";
    most_moves: "most legal moves", "合法手が最も多い";
    longest: "longest", "最長";
    surprising: "only one good move among the most", "最も多くの手の中で好手が一つだけ";
    provenance: "Provenance", "由来";
    rests_on: "What the proof rests on", "証明の根拠";
    needs: "Built from", "必要な層";
    rebuild: "Build it again", "再構築";
    cite: "Cite", "引用";
    print: "Print", "論文の値";
    result: "Recomputed", "再計算";
    verdict: "Verdict", "判定";
    note: "Note", "注";
    agrees: "agrees", "一致";
    print_wrong: "print is wrong", "論文の誤り";
    unprinted: "not printed", "論文に無し";
    statistical: "within sampling error", "標本誤差内";
    undecided: "undecided", "判定できず";
    not_reproducible: "cannot be recomputed", "再計算不能";
    differs: "differs", "不一致";
    busy: "Another table is being recomputed: please try again when it is done.",
        "別の表を再計算中です。終わってからもう一度お試しください。";
    recorded_result: "as last recorded", "最後に記録した結果";
    just_recomputed: "Recomputed since the server started.", "サーバーの起動後に再計算した結果。";
    recompute: "Recompute", "再計算する";
    takes: "takes about", "所要時間は約";
    seconds: "s", "秒";
    practice_title: "Practice", "練習";
    practice_how: "One move is clearly best. Which one?", "明らかな最善手が一つあります。どれでしょう。";
    easy: "easy", "初級";
    medium: "medium", "中級";
    hard: "hard", "上級";
    next: "Next position", "次の局面";
    right: "Right.", "正解です。";
    wrong: "Not the best.", "最善手ではありません。";
    loses: "It loses", "損失は";
    mistakes: "Your mistakes", "間違えた問題";
    no_mistakes: "None so far. They are kept in this browser alone.",
        "まだありません。記録はこのブラウザーの中だけに残ります。";
    forget: "forget them", "消去する";
    none_clear: "No position with one clearly best move was found here.",
        "最善手が一つに定まる局面は見つかりませんでした。";
    recorded: "recorded", "記録";
    recorded_status: "Recorded", "記録された結果";
    recorded_how: "Recorded answers come from a ledger of earlier searches. They are as true as \
                   those searches: nothing on this page checks them.",
        "記録された結果は、過去の探索の台帳によるものです。確かさはその探索によります。このページでは検証していません。";
    by_records: "No database that is built holds this position: legal moves, and what is recorded.",
        "この局面を含むデータベースはまだ構築されていません。合法手と、記録された結果を示します。";
    first_wins: "first player wins", "先手の勝ち";
    first_wins_or_draws: "first player wins or draws", "先手の勝ちか引き分け";
    second_wins: "second player wins", "後手の勝ち";
    second_wins_or_draws: "second player wins or draws", "後手の勝ちか引き分け";
    unknown: "unknown", "不明";
    asked_draw: "Does the first player win or draw?", "先手は勝ちか引き分けにできるか：";
    asked_win: "Does the first player win?", "先手は勝てるか：";
    yes: "yes", "はい";
    no: "no", "いいえ";
    nodes: "nodes", "ノード";
    resting: "Rests on", "根拠";
    own_search: "its search alone", "その探索のみ";
    other_answers: "its search, and other recorded answers:", "その探索と、他の記録された結果：";
    found_within: "Found within the search of", "次の局面の探索で判明";
    command: "Command", "コマンド";
    program: "Program", "プログラム";
    proofs: "Proofs", "証明";
    proofs_to_walk: "Walk through proofs", "証明をたどる";
    proofs_how: "A proof has a move for every position that one side can come to, whatever the \
                 other plays. Walk one to see how each reply is answered.",
        "証明には、相手がどの手を選んでも現れうるすべての局面について、一方の手が収められています。たどれば、相手の各手への応手を確かめられます。";
    no_proofs: "There are no proofs in this data folder yet:", "このデータフォルダーにはまだ証明がありません。";
    claim: "Claim", "主張";
    claim_wins: "wins", "の勝ち";
    claim_wins_or_draws: "wins or draws", "の勝ちか引き分け";
    content_hash: "Content hash", "内容ハッシュ";
    from_position: "From", "出発局面";
    strategy: "Strategy", "戦略";
    status: "After it", "その後";
    answer: "Answer", "証明の応手";
    in_the_proof: "in the proof", "証明にあり";
    goes_on: "the proof goes on", "証明は続く";
    by_plain_search: "decided by plain search", "単純な探索で決着";
    against_claim: "against the claim", "主張に反する";
    not_in_the_proof: "not in the proof", "証明になし";
    not_searched: "not searched", "未探索";
    proof_plays: "This is the move of the proof.", "証明が選ぶ手です。";
    proof_answers: "The other side moves. What the proof says of each reply:",
        "相手の手番です。相手の各手について、証明が述べること：";
    proof_decided: "The proof ends before this position: a plain search of a few plies shows the claim.",
        "証明のファイルはこの局面の手前で終わっています。数手の単純な探索で主張が確かめられます。";
    proof_over: "The game is over, as claimed.", "終局。主張のとおりです。";
    proof_fails: "The claim does not hold here.", "この局面では主張が成り立ちません。";
    proof_missing: "The proof says nothing of this position: its strategy does not lead here, or it \
                    has a hole.",
        "証明はこの局面について何も述べていません。戦略がここに至らないか、証明に穴があります。";
    proof_left: "This line has left the strategy of the proof, which need not say anything here.",
        "この手順は証明の戦略から外れています。ここで証明が述べることがなくても、証明の穴ではありません。";
    proof_unsearched: "This position is not in the file, and too large to search on a page.",
        "この局面はファイルになく、ページ上の探索では大きすぎます。";
    proof_checked: "This page reads the file and trusts it. Whether it is a proof is told by",
        "このページはファイルを読むだけで、証明の正しさは検査しません。検査するプログラム：";
    api_title: "The API", "API リファレンス";
    parameters: "Parameters", "パラメーター";
    answers: "Answers", "応答";
    required: "required", "必須";
}

impl Language {
    /// Returns the language that the address names, or else the browser prefers.
    pub(super) fn of(named: Option<&str>, headers: &HeaderMap) -> Self {
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let mut preferred = accepted.unwrap_or_default().split(',').map(str::trim);
        let code = named.unwrap_or_else(|| {
            let known = |code: &&str| code.starts_with("ja") || code.starts_with("en");
            preferred.find(known).unwrap_or("en")
        });
        if code.starts_with("ja") { Language::Japanese } else { Language::English }
    }

    /// Returns the texts of the language.
    pub(super) fn texts(self) -> &'static Texts {
        match self {
            Language::English => &ENGLISH,
            Language::Japanese => &JAPANESE,
        }
    }
}

impl Texts {
    /// Returns a text of a game in this language.
    pub(super) fn of(&self, [english, japanese]: Bilingual) -> &'static str {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }
}
