//! Japanese texts of the games.

use shuban_core::Phrase;

pub(crate) const PHRASES: &[Phrase] = &[
    ("light has all {} checkers on the board already", "白の駒{0}枚はすべて盤上にあります"),
    ("dark has all {} checkers on the board already", "黒の駒{0}枚はすべて盤上にあります"),
    ("the side has all {} checkers on the board already", "駒{0}枚はすべて盤上にあります"),
    ("light checkers stand there", "そこには白の駒があります"),
    ("dark checkers stand there", "そこには黒の駒があります"),
    ("this half of the bar is for light checkers", "バーのこちら側は白の駒の場所です"),
    ("this half of the bar is for dark checkers", "バーのこちら側は黒の駒の場所です"),
    ("no checker stands there", "そこに駒はありません"),
    ("the last checker stays", "最後の駒は取り除けません"),
    (
        "checkers that are borne off are those on no other place",
        "ベアオフした駒は、盤上にない駒です",
    ),
    (
        "{} checkers left, either side to roll, with gammons, without a cube",
        "残り{0}枚、どちらの手番も（ギャモンあり、キューブなし）",
    ),
    ("{} checkers left, with gammons, without a cube", "残り{0}枚（ギャモンあり、キューブなし）"),
    ("cubeless {}, proven between {} and {}", "キューブなし{0}（{1}以上{2}以下と証明済み）"),
    ("gammons", "ギャモン"),
    ("possible", "ありうる"),
    (
        "none any more: both sides have borne off checkers",
        "もうない（両者ともベアオフした駒がある）",
    ),
    ("{} checkers left, either side to roll", "残り{0}枚、どちらの手番も"),
    ("{} checkers left", "残り{0}枚"),
    ("{} v up to {}", "{0}対{1}以下"),
    ("fewer v {}", "それより少ない枚数対{0}"),
    ("{} v {} and {} v {}", "{0}対{1}と{2}対{3}"),
    ("{} v {}", "{0}対{1}"),
    ("both sides with up to {} checkers at home", "両者ともインナーボードに{0}枚まで"),
    (
        "one side alone with up to {} checkers at home: how many rolls it needs",
        "片側だけ、インナーボードに{0}枚まで：ベアオフし終えるまでのロール数",
    ),
    (
        "one side alone with its rearmost checker on point {}: how many rolls it needs, rounded as \
         in the databases of GNU Backgammon",
        "片側だけ、最後尾の駒が{0}ポイント：ベアオフし終えるまでのロール数、GNU Backgammonのデータベースと同じ丸め",
    ),
    (
        "a race on points 1 to {}, {} checkers on a side and no more on the other: with and \
         without a cube, rounded as in the databases of GNU Backgammon",
        "1〜{0}ポイントのレース、一方が{1}枚で他方はそれ以下：キューブの有無、GNU \
         Backgammonのデータベースと同じ丸め",
    ),
    (
        "a race on points 1 to {}, {} checkers on a side and no more on the other: with and \
         without a cube, in proven bounds; no gammons: both sides have borne off a checker",
        "1〜{0}ポイントのレース、一方が{1}枚で他方はそれ以下：キューブの有無、証明された範囲。\
         両者ともベアオフした駒があるのでギャモンはない",
    ),
    ("equity", "エクイティ"),
    (
        "cubeless {}, owned {}, centred {}, opponent {}; proven to {}",
        "キューブなし {0}、自分側 {1}、中央 {2}、相手 {3}（証明された幅{4}）",
    ),
    (
        "cubeless {}, owned {}, centred {}, opponent {}",
        "キューブなし {0}、自分側 {1}、中央 {2}、相手 {3}",
    ),
    (
        "cubeless {}, owned {}, centred {}, jacoby {}, opponent {}; proven to {}",
        "キューブなし {0}、自分側 {1}、中央 {2}、ジャコビー {3}、相手 {4}（証明された幅{5}）",
    ),
    (
        "cubeless {}, owned {}, centred {}, jacoby {}, opponent {}",
        "キューブなし {0}、自分側 {1}、中央 {2}、ジャコビー {3}、相手 {4}",
    ),
    (
        "hypergammon for money, {} a side: gammons, with a cube and without, and how games end, \
         with the cube after a dance as GNU Backgammon has it",
        "ハイパーギャモン（マネーゲーム、{0}枚ずつ）：ギャモン、キューブの有無、勝ち負けの内訳、ダンスの後のキュー\
         ブはGNU Backgammonのとおり",
    ),
    (
        "hypergammon for money, {} a side: gammons, with a cube and without, and how games end",
        "ハイパーギャモン（マネーゲーム、{0}枚ずつ）：ギャモン、キューブの有無、勝ち負けの内訳",
    ),
    ("chances", "勝ち負けの内訳"),
    (
        "win {}, gammon {}, backgammon {}, lose gammon {}, lose backgammon {}",
        "勝ち {0}、ギャモン勝ち {1}、バックギャモン勝ち {2}、ギャモン負け {3}、バックギャモン負け {4}",
    ),
    ("win {}", "勝ち {0}"),
    ("cube", "キューブ"),
    (
        "in the middle: {}; by Jacoby's rule: {}; in hand: {}",
        "中央なら{0}、ジャコビールールなら{1}、自分側なら{2}",
    ),
    ("too good to double", "トゥーグッド（ダブルしない）"),
    ("undecided within the bounds", "範囲内では決まらない"),
    ("take point", "テイクポイント"),
    (
        "the opponent takes with {} (a cube that stays) or {} (one that is turned again)",
        "相手は{0}（動かないキューブ）または{1}（また動くキューブ）からテイク",
    ),
    ("in the middle: {}; in hand: {}", "中央なら{0}、自分側なら{1}"),
    (
        "{}, {}: no double {}, double and take {}, double and pass {}",
        "{0}、{1}（ノーダブル {2}、ダブル・テイク {3}、ダブル・パス {4}）",
    ),
    ("{}, with no use for the cube", "{0}（キューブの使い道なし）"),
    ("money", "マネーゲーム"),
    ("without a cube", "キューブなし"),
    ("the cube in the middle", "キューブは中央"),
    ("not doubled now", "今はダブルしない"),
    ("points for each of the stakes", "点（キューブの値ごとの平均）"),
    ("chance to win the match", "マッチに勝つ確率"),
    ("in the middle", "中央"),
    ("by Jacoby's rule", "ジャコビールール"),
    ("in hand", "自分側"),
    ("match", "マッチ"),
    ("match equity", "マッチの勝率"),
    ("double take", "ダブル・テイク"),
    ("double pass", "ダブル・パス"),
    ("to {}, at {}; a cube of {}", "{0}点マッチ、{1}、キューブ{2}"),
    ("in the middle, of {} at most", "中央、最大{0}"),
    ("no double", "ノーダブル"),
    ("double", "ダブル"),
    ("situation", "状況"),
    ("{} to {}; a cube of {}, {}; {}", "{0}が{1}。キューブ{2}（{3}）。{4}"),
    ("roll", "ロールする"),
    ("roll, {}", "ロールする（{0}）"),
    ("play {}", "{0}をプレーする"),
    ("of X", "Xが持つ"),
    ("of O", "Oが持つ"),
    ("a double is offered", "ダブルを申し出ている"),
    ("a beaver is offered", "ビーバーを申し出ている"),
    ("a raccoon is offered", "ラクーンを申し出ている"),
    ("a resignation is offered", "投了を申し出ている"),
    (
        "match to {}, X {}, O {}, the Crawford game",
        "{0}点マッチ、X {1}点、O {2}点、クロフォードゲーム",
    ),
    ("match to {}, X {}, O {}", "{0}点マッチ、X {1}点、O {2}点"),
    ("for money, {}", "マネーゲーム（{0}）"),
    ("for money", "マネーゲーム"),
    ("Jacoby's rule and beavers", "ジャコビールール、ビーバー"),
    ("Jacoby's rule", "ジャコビールール"),
    ("beavers", "ビーバー"),
    ("beaver", "ビーバー"),
    ("double beaver", "ダブル・ビーバー"),
    ("not reckoned with, unless they are asked for", "指定しないかぎり考慮しない"),
    (
        "a small network, trained by self-play with databases as truth at the end",
        "小さなニューラルネットワーク（自己対戦で学習、終盤はデータベースの値を正解とした）",
    ),
    ("{} is neither a point nor `bar`", "{0}はポイントでも`bar`でもありません"),
    ("reply", "返事"),
    ("take", "テイク"),
    ("pass", "パス"),
    ("expected rolls", "平均ロール数"),
    ("distribution", "分布"),
    ("rolls    chance  done by then", "ロール   確率    それまでに完了"),
    ("no play", "動けない"),
];
