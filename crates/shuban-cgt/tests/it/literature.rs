//! Values that the literature gives: Berlekamp, Conway and Guy, *Winning Ways*; Conway, *On Numbers
//! and Games*; Siegel, *Combinatorial Game Theory*.

use shuban_cgt::{CgtOutcome, Dyadic, FormId, Forms, NumberUpStar};

fn dyadic(numerator: i64, exponent: u32) -> Dyadic {
    Dyadic::new(numerator, exponent).unwrap()
}

/// Each text, read, is written as the other.
fn written(pairs: &[(&str, &str)]) {
    let forms = Forms::new();
    for (text, expected) in pairs {
        let form = forms.parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(&forms.text(form), expected, "{text}");
        assert_eq!(forms.parse(expected), Ok(form), "{text}");
    }
}

#[test]
fn simplest_numbers() {
    written(&[
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|-3}", "-4"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{-1/4|9}", "0"),
        ("{5/2|}", "3"),
        ("{*|*}", "0"),
        ("{v|^}", "0"),
        ("{*|^}", "0"),
        ("{0,*|1}", "1/2"),
        // 0 and 1 are forbidden where a Left option is at least as large, and a switch comes up to
        // 1.
        ("{^|1}", "1/2"),
        ("{1*|2v}", "1"),
        ("{1^|2}", "3/2"),
        ("{1/2|{1|-1}}", "1"),
        ("{1|1,{3|2}}", "1*"),
    ]);
}

#[test]
fn nimbers_and_ups() {
    written(&[
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{*2,0,*|0,*,*2}", "*3"),
        // The mex rule: *3 and *5 reverse out, or lead beyond.
        ("{0,*,*3|0,*,*3}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0|^*}", "^^"),
        ("{0|^}", "^^*"),
        ("{0,*|0}", "^*"),
        ("{0|*3}", "^*2"),
        ("{0|*2}", "^*3"),
        ("{0|^^*}", "^3"),
        ("{^|v}", "*"),
        ("{5,3|3*}", "{5|3*}"),
        ("{3|3*}", "3^"),
        ("{-1/2,-1/2*|-1/2}", "-1/2^*"),
        ("{2v*3|2}", "2vv*2"),
    ]);
    let forms = Forms::new();
    let sum =
        |a: &str, b: &str| forms.text(forms.sum(forms.parse(a).unwrap(), forms.parse(b).unwrap()));
    for (a, b, expected) in
        [("*5", "*3", "*6"), ("^", "^*", "^^*"), ("1/2*", "1/2*", "1"), ("^3*", "vv", "^*")]
    {
        assert_eq!(sum(a, b), expected, "{a} + {b}");
    }
}

#[test]
fn switches_and_hotter_games() {
    let forms = Forms::new();
    let read = |text: &str| forms.parse(text).unwrap();
    let sum = |a: &str, b: &str| forms.text(forms.sum(read(a), read(b)));
    assert_eq!(sum("+-1", "{1|-1}"), "0");
    assert_eq!(sum("±2", "+-1"), "{{3|1}|{-1|-3}}");
    assert_eq!(sum("{2|-1}", "-1/2"), "{3/2|-3/2}");
    assert_eq!(sum("{1|0}", "{1|0}"), "1");
    assert_eq!(sum("{4|2}", "*"), "{4*|2*}");
    assert_eq!(forms.text(read("{1|1}")), "1*");
    // Right answers the threat {0|-4} by -4, which is at most the whole: it is bypassed.
    assert_eq!(forms.text(read("{0,{0|-4}|{3|1}}")), forms.text(read("{0|{3|1}}")));
}

#[test]
fn tinies_lie_between_zero_and_every_up() {
    let forms = Forms::new();
    let read = |text: &str| forms.parse(text).unwrap();
    let (tiny_1, tiny_2) = (read("{0|{0|-1}}"), read("{0|{0|-2}}"));
    assert_eq!(forms.text(tiny_2), "{0|{0|-2}}");
    for (a, b) in
        [(FormId::ZERO, tiny_2), (tiny_2, tiny_1), (tiny_1, read("{0|v*}")), (tiny_1, read("^"))]
    {
        assert!(forms.is_at_most(a, b) && a != b);
    }
    let miny = forms.negative(tiny_1);
    assert_eq!(forms.text(miny), "{{1|0}|0}");
    // Any number of tinies is less than one up.
    let many = (0..5).fold(FormId::ZERO, |all, _| forms.sum(all, tiny_1));
    assert!(forms.is_at_most(many, read("^")));
    // Tiny + tiny has 0 as Left's one option: what Left takes from the sum reverses.
    assert_eq!(forms.left(forms.sum(tiny_1, tiny_1)), [FormId::ZERO]);
    // Nor do any number of ↑² = {0|↓*}.
    let many = (0..5).fold(FormId::ZERO, |all, _| forms.sum(all, read("{0|v*}")));
    assert!(forms.is_at_most(many, read("^")));
}

#[test]
fn thermographs_by_hand() {
    let forms = Forms::new();
    let graph = |text: &str| forms.thermograph(forms.parse(text).unwrap());
    let of = |text: &str| (graph(text).mean, graph(text).temperature);
    assert_eq!(of("5"), (5.into(), (-1).into()));
    assert_eq!(of("1/2"), (dyadic(1, 1), dyadic(-1, 1)));
    assert_eq!(of("-11/8"), (dyadic(-11, 3), dyadic(-1, 3)));
    for infinitesimal in ["*", "*5", "^", "vv*", "{0|{0|-1}}"] {
        assert_eq!(of(infinitesimal), (0.into(), 0.into()), "{infinitesimal}");
    }
    assert_eq!(of("+-7"), (0.into(), 7.into()));
    assert_eq!(of("{1|0}"), (dyadic(1, 1), dyadic(1, 1)));
    assert_eq!(of("{5|-2}"), (dyadic(3, 1), dyadic(7, 1)));
    // Right's threat makes the left option Left's right: the wall stands straight until temperature
    // 1.
    assert_eq!(of("{2|{1|-1}}"), (1.into(), 1.into()));
    assert_eq!(of("{4|{4|0}}"), (4.into(), 0.into()));
    assert_eq!(of("{6|{4|0}}"), (4.into(), 2.into()));
    assert_eq!(of("{4|{2|0}}"), (dyadic(5, 1), dyadic(3, 1)));
    assert_eq!(of("{{7|5}|{4|0}}"), (4.into(), 2.into()));
    // {3|1||0}: Left's move to {3|1} is worth the right wall 1 + t up to its mean 2.
    let graph = graph("{{3|1}|0}");
    let corners = |wall: &[(Dyadic, Dyadic)]| -> Vec<String> {
        wall.iter().map(|(t, stop)| format!("{t}:{stop}")).collect()
    };
    assert_eq!(corners(&graph.left.corners), ["-1:1", "1:1"].map(String::from)[..1]);
    assert_eq!(corners(&graph.right.corners), ["-1:-1", "1:1"]);
    assert_eq!((graph.mean, graph.temperature), (1.into(), 1.into()));
}

#[test]
fn corners_of_both_walls_by_hand() {
    let forms = Forms::new();
    let corners = |text: &str| -> Vec<String> {
        let graph = forms.thermograph(forms.parse(text).unwrap());
        graph.corner_temperatures().iter().map(ToString::to_string).collect()
    };
    // A mast alone.
    assert_eq!(corners("-3"), ["-1"]);
    assert_eq!(corners("1/2"), ["-1", "-1/2"]);
    // Left's wall is vertical from its one corner, Right's slopes up to the mast.
    assert_eq!(corners("{{3|1}|0}"), ["-1", "1"]);
    // 3/2 is where Left's 4 − t meets 1 + t, the stop after Right's move to {2|0}, whose mast begins at 1.
    assert_eq!(corners("{4|{2|0}}"), ["-1", "1", "3/2"]);
}

#[test]
fn a_value_of_amazons() {
    // One region, and the sum of four of which a printed bound decides wrongly.
    let forms = Forms::new();
    let read = |text: &str| forms.parse(text).unwrap();
    let region = read("{1,{1|0,{1|0}}|-1,{0,{0|-1}|-1}}");
    assert_eq!(forms.text(region), "{1,{1|0,{1|0}}|-1,{0,{0|-1}|-1}}");
    let sum = forms.total([read("-5*"), read("6"), read("-3"), region]);
    assert_eq!(sum, forms.sum(region, read("-2*")));
    assert_eq!(forms.outcome(sum), CgtOutcome::Right);
}

#[test]
fn texts_that_are_no_games_are_refused_at_their_place() {
    let forms = Forms::new();
    let at = |text: &str| forms.parse(text).unwrap_err().at;
    assert_eq!(at(""), 0);
    assert_eq!(at("1x"), 1);
    assert_eq!(at("{1|0"), 4);
    assert_eq!(at("{1,|0}"), 3);
    assert_eq!(at("{1}"), 2);
    assert_eq!(at("{1|0}}"), 5);
    assert_eq!(at("± "), 1);
    assert_eq!(at("1/3"), 3);
    assert_eq!(at("1/0"), 3);
    assert_eq!(at("- *"), 1);
    assert_eq!(at("*0"), 2);
    for far in
        ["97", "1/79228162514264337593543950336", "*96", "^99", "99999999999999999999", "+-96"]
    {
        let reason = forms.parse(far).unwrap_err().reason;
        assert!(reason.contains("birthday above 96"), "{far}: {reason}");
    }
    assert!(forms.parse(&"{".repeat(100_000)).unwrap_err().reason.contains("96 deep"));
    assert!(forms.parse("96").is_ok() && forms.parse("-{1|0}").is_err());
    // Terms are found wherever they stand.
    assert_eq!(forms.parse(" { 1 , 0 | } "), forms.parse("2"));
    let simple = NumberUpStar { number: dyadic(-3, 2), ups: -4, nimber: 2 };
    assert_eq!(forms.parse("-3/4v4*2"), Ok(forms.number_up_star(simple)));
}
