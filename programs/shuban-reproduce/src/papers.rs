//! All published tables that are recomputed.

use crate::paper::Paper;
use crate::{ablation, amazons, databases, gammon, ladder, line_ups, seats, tanhinmin, trax};

/// All published tables.
pub static PAPERS: [Paper; 54] = [
    Paper {
        id: "gammon/counts",
        what: "numbers of positions, in closed form and counted one by one",
        what_ja: "局面の数：閉じた式と一つずつの数え上げ",
        seconds: 2,
        rows: gammon::counts::rows,
    },
    Paper {
        id: "gammon/table-1",
        what: "positions that backward induction values, backgammon, by checkers borne off (Sanno \
               and Hoki, table 1)",
        what_ja: "後退解析で値が求まる局面の数、バックギャモン、ベアオフした駒の数ごと（三納・保木、表1）",
        seconds: 2,
        rows: gammon::table_1::rows,
    },
    Paper {
        id: "gammon/figures-1-5",
        what: "the opening roll, and figures 1 to 5, drawn, with what is said of them (Sanno and \
               Hoki, sections 2 and 5)",
        what_ja: "最初の出目と図1〜5（三納・保木、2節・5節）",
        seconds: 1,
        rows: gammon::figures::rows,
    },
    Paper {
        id: "gammon/figure-6",
        what: "largest Bellman error of Monte-Carlo with exploring starts on (14,14), backgammon \
               (Sanno and Hoki, figure 6)",
        what_ja: "(14,14)でのモンテカルロES法の最大ベルマン誤差、バックギャモン（図6）",
        seconds: 10,
        rows: gammon::figure_6::rows,
    },
    Paper {
        id: "gammon/learning",
        what: "error against time of learning methods on 2 v 1 and 2 v 2, backgammon (future work \
               of Sanno and Hoki)",
        what_ja: "2対1と2対2での学習法の誤差と時間、バックギャモン（今後の課題）",
        seconds: 120,
        rows: gammon::methods::rows,
    },
    Paper {
        id: "half-gammon/bearoff",
        what: "half-gammon, expected rolls to bear off, three conjectures and a hypothesis (the \
               half-gammon page)",
        what_ja: "ハーフギャモン：ベアオフの平均ロール数、三つの予想と一つの仮説",
        seconds: 10,
        rows: gammon::bearoff::rows,
    },
    Paper {
        id: "half-gammon/reckonings",
        what: "half-gammon: board, dice, layouts in memory, and small reckonings (the half-gammon \
               page)",
        what_ja: "ハーフギャモン：盤、サイコロ、データ構造、本文の計算",
        seconds: 1,
        rows: gammon::reckonings::rows,
    },
    Paper {
        id: "half-gammon/races",
        what: "half-gammon, four against four on one point, read to the end (the half-gammon page)",
        what_ja: "ハーフギャモン：一つのポイントに四枚ずつのレースを最後まで",
        seconds: 1,
        rows: gammon::races::rows,
    },
    Paper {
        id: "half-gammon/search",
        what: "half-gammon, three plies from the start: leaves, nodes a second, generating moves, \
               and what Star2 saves (the half-gammon page)",
        what_ja: "ハーフギャモン：初期状態からの三手読み、末端の数、速さ、着手生成の割合",
        seconds: 4,
        rows: gammon::search::rows,
    },
    Paper {
        id: "half-gammon/random-play",
        what: "half-gammon, random games: turns, turns without contact, plays a turn, by several \
               readings (the half-gammon page)",
        what_ja: "ハーフギャモン：ランダムゲームのターン数、ノーコンタクトのターン数、平均可能着手数",
        seconds: 6,
        rows: gammon::random_play::rows,
    },
    Paper {
        id: "half-gammon/monte-carlo",
        what: "half-gammon, Monte-Carlo tree search with four backup operators against certified \
               values (references of the half-gammon page)",
        what_ja: "ハーフギャモン：モンテカルロ木探索と四つのバックアップ、証明済みの値との比較",
        seconds: 10,
        rows: gammon::monte_carlo::rows,
    },
    Paper {
        id: "half-gammon/evaluation",
        what: "half-gammon, each term of the evaluation function against certified values, and \
               games by it (the half-gammon page)",
        what_ja: "ハーフギャモン：評価関数の各項と証明済みの値との比較、評価関数どうしの対局",
        seconds: 15,
        rows: gammon::evaluation::rows,
    },
    Paper {
        id: "half-gammon/network",
        what: "half-gammon, a network trained by self-play beside the page's evaluation function: \
               certified values, games, nanoseconds (ours)",
        what_ja: "ハーフギャモン：自己対局で学習した小さなネットワークと評価関数の比較（独自）",
        seconds: 40,
        rows: gammon::evaluation::network::half_gammon,
    },
    Paper {
        id: "backgammon/network",
        what: "backgammon, a network trained by self-play beside the half-gammon page's evaluation \
               function: certified values, games, nanoseconds (ours)",
        what_ja: "バックギャモン：自己対局で学習した小さなネットワークと評価関数の比較（独自）",
        seconds: 8,
        rows: gammon::evaluation::network::backgammon,
    },
    Paper {
        id: "half-gammon/boards",
        what: "half-gammon, two layouts of the board, a bit board and ours: bytes, exchanges, tests, \
               plays, nanoseconds, and which is fastest (the half-gammon page)",
        what_ja: "ハーフギャモン：盤の二つのデータ構造、ビットボード、ここでの構造の比較と結論",
        seconds: 1,
        rows: gammon::boards::rows,
    },
    Paper {
        id: "half-gammon/whole",
        what: "half-gammon, all positions of up to five checkers a side, with --full the whole game, \
               held against what is recorded of them (ours)",
        what_ja: "ハーフギャモン：五枚ずつまでの全局面（--full では全体）と記録との照合（独自）",
        seconds: 60,
        rows: gammon::whole::rows,
    },
    Paper {
        id: "half-gammon/whole-money",
        what: "half-gammon with gammons and backgammons, all positions of up to five checkers a \
               side, with --full the whole game, held against what is recorded of them (ours)",
        what_ja: "ギャモン・バックギャモンを数えるハーフギャモン：五枚ずつまでの全局面\
                  （--full では全体）と記録との照合（独自）",
        seconds: 30,
        rows: gammon::whole::money_rows,
    },
    Paper {
        id: "gammon/zdd",
        what: "numbering by a decision diagram and in closed form: nodes, bytes, nanoseconds a \
               rank (Sanno and Hoki, section 5.3)",
        what_ja: "ZDDと閉じた式による番号付け：ノード数、バイト数、一回あたりのナノ秒（5.3節）",
        seconds: 1,
        rows: gammon::indexes::rows,
    },
    Paper {
        id: "gnubg/hypergammon",
        what: "gammons and the cube with one and two checkers a side, and by how much gnubg's cube \
               is off (with --full also three a side, in minutes)",
        what_ja: "マネーゲームのハイパーギャモンとgnubgのキューブの誤り（--fullなら3枚ずつも、数分）",
        seconds: 6,
        rows: gammon::hyper::rows,
    },
    Paper {
        id: "rate-distortion",
        what: "bits a position against win probability lost, half-gammon 3 v 3 and backgammon 2 v 2, with \
               --full 5 v 5 and 3 v 3: values in fewer bits, best plays, compressed (ours)",
        what_ja: "一局面あたりのビット数と失われる勝率：値の量子化、最善手の表、圧縮（独自）",
        seconds: 5,
        rows: gammon::whole::rate_distortion::rows,
    },
    Paper {
        id: "judged/gnubg-contact-1-1",
        what: "ours: gnubg's values of backgammon 1 v 1 by three depths: their errors, what the play by \
               them loses, and what the best reply to it takes (the page on judged players)",
        what_ja: "当方：バックギャモン1対1でのgnubgの評価値の誤差、その着手の損失、最善の応手による損失",
        seconds: 1,
        rows: gammon::judged::rows,
    },
    Paper {
        id: "gnubg/one-sided-error",
        what: "what gnubg loses by judging two sides that bear off each by itself, against its \
               two-sided database of six checkers on six points, and beyond the home board \
               against proven values",
        what_ja: "両側を別々に評価するgnubgの近似の誤差、6枚・6ポイントの両側データベース、\
                  およびインナーボードの外では証明された値との比較",
        seconds: 2,
        rows: gammon::one_sided_error::rows,
    },
    Paper {
        id: "tanhinmin/table-2",
        what: "winning deals of 10 cards to 3 players by lowest winning lead (Nishino and Nishino, \
               table 2)",
        what_ja: "3人に10枚を配る配置のうち最弱の必勝手ごとの数（西野・西野、表2）",
        seconds: 1,
        rows: tanhinmin::table_2::rows,
    },
    Paper {
        id: "tanhinmin/table-3",
        what: "winning deals of 10 cards to 4 players by lowest winning lead (Nishino and Nishino, \
               table 3)",
        what_ja: "4人に10枚を配る配置のうち最弱の必勝手ごとの数（西野・西野、表3）",
        seconds: 1,
        rows: tanhinmin::table_3::rows,
    },
    Paper {
        id: "tanhinmin/examples",
        what: "the worked examples, and how sets of winners are united (Nishino and Nishino, table \
               1, sections 2 and 3)",
        what_ja: "本文の例と勝者の集合の合併（西野・西野、表1、2節・3節）",
        seconds: 1,
        rows: tanhinmin::examples::rows,
    },
    Paper {
        id: "tanhinmin/slips",
        what: "what is printed wrong, with what explains it (Nishino and Nishino)",
        what_ja: "誤植とその説明（西野・西野）",
        seconds: 1,
        rows: tanhinmin::slips::rows,
    },
    Paper {
        id: "tanhinmin/ties",
        what: "how often Max^n has to break a tie, on random deals (Nishino and Nishino, sections \
               2.2, 2.3 and 3.5)",
        what_ja: "Max^nのタイブレークの頻度、無作為な配置（西野・西野、2.2節・2.3節・3.5節）",
        seconds: 8,
        rows: tanhinmin::ties::rows,
    },
    Paper {
        id: "tanhinmin/leads",
        what: "which cards are led, and what may have been counted (Nishino and Nishino, section \
               3.7)",
        what_ja: "どの札から出すか、何が数えられたか（西野・西野、3.7節）",
        seconds: 2,
        rows: tanhinmin::leads::rows,
    },
    Paper {
        id: "tanhinmin/four-with-ties",
        what: "4 players with ties: what reduction does, and table 3 as table 2 counts (Nishino \
               and Nishino, section 3.8)",
        what_ja: "同じ強さの札を含む4人：縮約の効果と表2の数え方による表3（西野・西野、3.8節）",
        seconds: 10,
        rows: tanhinmin::with_ties::rows,
    },
    Paper {
        id: "tanhinmin/sets",
        what: "how often values of single cards are right where sets are played (Nishino and \
               Nishino, section 6: future work)",
        what_ja: "組を出せるときに単騎の値がどれだけ正しいか（西野・西野、6節：今後の課題）",
        seconds: 25,
        rows: tanhinmin::sets::rows,
    },
    Paper {
        id: "daihinmin/figures-1-5",
        what: "matches of each line-up of players (Nishino and Nishino, figures 1 to 5)",
        what_ja: "各組合せの対戦（西野・西野、図1〜5）",
        seconds: 45,
        rows: line_ups::rows,
    },
    Paper {
        id: "daihinmin/ablation",
        what: "what each part of the player with databases is worth (Nishino and Nishino, section \
               5)",
        what_ja: "データベースを使うプレイヤーの各部分の価値（西野・西野、5節）",
        seconds: 110,
        rows: ablation::rows,
    },
    Paper {
        id: "daihinmin/seats",
        what: "the seats after and before a strong player, fixed and drawn anew (Nishino and \
               Nishino, section 4.1)",
        what_ja: "強いプレイヤーの直後と直前の席、固定した場合と引き直す場合（西野・西野、4.1節）",
        seconds: 10,
        rows: seats::rows,
    },
    Paper {
        id: "daihinmin/ladder",
        what: "ours: the players of Daihinmin against four of one kind, from the weakest to the \
               strongest",
        what_ja: "独自：大貧民のプレイヤーの強さの順、同じ相手四人との対戦",
        seconds: 120,
        rows: ladder::rows,
    },
    Paper {
        id: "daihinmin/champion",
        what: "ours: what each idea of the strongest player of Daihinmin is worth",
        what_ja: "独自：最強の大貧民プレイヤーの各工夫の価値",
        seconds: 250,
        rows: ladder::steps_of_the_champion,
    },
    Paper {
        id: "daihinmin/databases",
        what: "ours: what databases are worth to the strongest player of Daihinmin (the question of \
               Nishino and Nishino, at today's strength)",
        what_ja: "独自：最強の大貧民プレイヤーにとってのデータベースの価値（西野・西野の問い、今日の強さで）",
        seconds: 190,
        rows: databases::rows,
    },
    Paper {
        id: "amazons/tables-1-2",
        what: "bounds of two regions, each cell from the general rule (Okada, Kuroda and Kanada, \
               tables 1 and 2)",
        what_ja: "二つの領域の和の上下界、一般の規則から（岡田・黒田・金田、表1・2）",
        seconds: 1,
        rows: amazons::tables_1_2::rows,
    },
    Paper {
        id: "amazons/table-3",
        what: "numbers of positions by squares and amazons (Okada, Kuroda and Kanada, table 3)",
        what_ja: "マス数とアマゾンの数ごとの局面数（岡田・黒田・金田、表3）",
        seconds: 3,
        rows: amazons::table_3::rows,
    },
    Paper {
        id: "amazons/tables-4-6",
        what: "bounds and exact scores of random sums of two regions (Okada, Kuroda and Kanada, \
               tables 4 to 6)",
        what_ja: "無作為な二領域の和の上下界と厳密な得点（岡田・黒田・金田、表4〜6）",
        seconds: 10,
        rows: amazons::tables_4_6::rows,
    },
    Paper {
        id: "amazons/tables-7-9",
        what: "known bounds of random sums of four regions (Okada, Kuroda and Kanada, tables 7 to \
               9)",
        what_ja: "無作為な四領域の和で分かる上下界（岡田・黒田・金田、表7〜9）",
        seconds: 70,
        rows: amazons::tables_7_9::rows,
    },
    Paper {
        id: "amazons/boards",
        what: "who wins whole boards of 4×4 to 5×5 and 4×6, with --full 4×7 and 6×4 (Müller, 2001; Song \
               and Müller, 2015); ours: proof search beside minimax, and beside every position of 4×4",
        what_ja: "4×4から5×5までと4×6（--full では4×7と6×4も）の盤全体の勝者（ミュラー2001、ソン・ミュラー2015）、証明数探索とミニマックス、4×4の全局面の比較",
        seconds: 20,
        rows: amazons::boards::rows,
    },
    Paper {
        id: "amazons/play",
        what: "endings of games of 10×10 that a database knows, and its worth there (a question of \
               Okada, Kuroda and Kanada)",
        what_ja: "データベースは実戦で役立つか：10×10の対局の終盤と、参照で得る点（岡田・黒田・金田の問い）",
        seconds: 45,
        rows: amazons::play::rows,
    },
    Paper {
        id: "amazons/figure-2",
        what: "a board of 10×10 that falls into four subgames, drawn and solved (Okada, Kuroda and \
               Kanada, figures 1 and 2)",
        what_ja: "四つの部分ゲームに分かれる10×10の盤、図と解（岡田・黒田・金田、図1・2）",
        seconds: 1,
        rows: amazons::figure_2::rows,
    },
    Paper {
        id: "amazons/figure-4",
        what: "a sum whose lower bound is far below its score (Okada, Kuroda and Kanada, figure 4)",
        what_ja: "下界が得点を大きく下回る和（岡田・黒田・金田、図4）",
        seconds: 12,
        rows: amazons::figure_4::rows,
    },
    Paper {
        id: "amazons/record",
        what: "the record of 88 bits, and the size of the database (Okada, Kuroda and Kanada, \
               section 4)",
        what_ja: "88ビットの記録とデータベースの大きさ（岡田・黒田・金田、4節）",
        seconds: 2,
        rows: amazons::record::rows,
    },
    Paper {
        id: "amazons/unsound",
        what: "sums that the rule for bounds is wrong about (Okada, Kuroda and Kanada, section \
               3.3)",
        what_ja: "上下界の規則が誤る和（岡田・黒田・金田、3.3節）",
        seconds: 1,
        rows: amazons::unsound::rows,
    },
    Paper {
        id: "trax/figures-1-5",
        what: "the rules by figures 1 to 5, drawn, with what is said of them (Kuwabara and Hoki, \
               section 2)",
        what_ja: "図1〜5に示された規則（桑原・保木、2節）",
        seconds: 1,
        rows: trax::figures::rows,
    },
    Paper {
        id: "trax/tables-1-2",
        what: "how many ways there are to lay tiles: random boards beside exact counts (Kuwabara \
               and Hoki, tables 1 and 2)",
        what_ja: "タイルの置き方の数：無作為な盤と正確な数（桑原・保木、表1・2）",
        seconds: 150,
        rows: trax::counts::rows,
    },
    Paper {
        id: "trax/table-3",
        what: "how many positions other games have: counted, drawn, or bounded (Kuwabara and Hoki, \
               table 3)",
        what_ja: "他のゲームの局面数：数え上げ、標本、上界（桑原・保木、表3）",
        seconds: 5,
        rows: trax::table_3::rows,
    },
    Paper {
        id: "trax/tables-4-5",
        what: "values of limited TRAX on boards of 2×2 to 7×7, nodes and seconds (Kuwabara and \
               Hoki, tables 4 and 5)",
        what_ja: "2×2から7×7までの限定TRAXの値、ノード数、秒数（桑原・保木、表4・5）",
        seconds: 40,
        rows: trax::tables_4_5::rows,
    },
    Paper {
        id: "trax/as-published",
        what: "the search as the paper describes it: nodes, entries and collections on small \
               boards (Kuwabara and Hoki, section 4 and tables 4 and 5)",
        what_ja: "論文どおりの探索：小さい盤でのノード数・登録数・GC回数（桑原・保木、4節、表4・5）",
        seconds: 60,
        rows: trax::as_published::rows,
    },
    Paper {
        id: "trax/figure-6",
        what: "time against the size of the board, and an estimate for 8×8 (Kuwabara and Hoki, \
               figure 6)",
        what_ja: "盤の大きさと時間、8×8の見積もり（桑原・保木、図6）",
        seconds: 5,
        rows: trax::figure_6::rows,
    },
    Paper {
        id: "trax/8x8",
        what: "8×8: the positions after two plies, drawn, and what is known of each (Kuwabara and \
               Hoki, figure 7)",
        what_ja: "8×8：二手後の局面の図と分かっていること（桑原・保木、図7）",
        seconds: 240,
        rows: trax::two_plies::rows,
    },
    Paper {
        id: "trax/proofs",
        what: "proofs of whole boards that are kept in the project, checked by rules of their own \
               (ours)",
        what_ja: "保存してある盤全体の証明を、独立した規則で検査（独自）",
        seconds: 2_100,
        rows: trax::proofs::rows,
    },
];
