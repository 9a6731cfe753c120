//! Headlines of equities, decisions as tables, and the triangle of rolls.

use axum::body::Body;
use axum::http::Request;

use crate::common::{Service, encoded, text};

/// Returns the part of a page between two texts.
fn between<'t>(page: &'t str, from: &str, to: &str) -> &'t str {
    let start = page.find(from).unwrap_or_else(|| panic!("no {from}: {page}"));
    let rest = &page[start..];
    &rest[..rest.find(to).unwrap_or_else(|| panic!("no {to}: {page}"))]
}

#[test]
fn equities_have_a_headline_and_decisions_are_a_table() {
    let service = Service::of_games(&["backgammon/gnubg-ts-6x2"]);
    let path = "/position?game=backgammon&position=6,6%7C1,1";
    let page = text(&service.get(path));
    let probed = service.get("/api/v1/domains/backgammon/probe?position=6,6%7C1,1").json();
    let equity = probed["equity"]["centred"].as_f64().unwrap();
    let headline = between(&page, "<div class=\"chance\">", "</div>");
    assert!(
        headline.contains(&format!("<strong>{equity:+.4}</strong> points a game")),
        "{headline}"
    );
    assert!(page.contains("class=\"bar\""));
    // Pages and programs have the same decisions.
    let table = between(&page, "<table class=\"decisions\">", "</table>");
    let decisions = probed["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 2);
    for decision in decisions {
        assert_eq!(decision["action"], probed["cube"][decision["case"].as_str().unwrap()]);
        assert!(
            table.contains(&format!("<strong>{}</strong>", decision["action"].as_str().unwrap()))
        );
        let best = decision["options"].as_array().unwrap();
        let best = best.iter().find(|option| option["best"] == true).unwrap();
        assert_eq!(best["name"], decision["action"]);
        let cell = format!("<td class=\"number best\">{:+.4}", best["value"].as_f64().unwrap());
        assert!(table.contains(&cell), "{cell}: {table}");
    }
    let japanese = text(&service.get(&format!("{path}&lang=ja")));
    let table = between(&japanese, "<table class=\"decisions\">", "</table>");
    for word in ["キューブ", "中央", "自分側", "ノーダブル", "ダブル、テイク", "最善"]
    {
        assert!(table.contains(word), "{word}: {table}");
    }
    assert!(between(&japanese, "<div class=\"chance\">", "</div>").contains("点（一局の平均）"));
    // Moves have colours and say what they lose.
    let moves = text(&service.get(&format!("{path}&roll=2-1")));
    let moves = between(&moves, "<table class=\"moves\">", "</table>");
    assert!(moves.contains(">Loss</th>") && moves.contains("style=\"--value:"), "{moves}");
}

#[test]
fn rolls_of_two_dice_are_a_triangle_on_the_scale_of_the_position() {
    let service = Service::of_games(&["backgammon/gnubg-ts-6x2"]);
    let page = text(&service.get("/position?game=backgammon&position=6,6%7C1,1"));
    let rolls = between(&page, "<ol class=\"rolls triangle\">", "</ol>");
    assert_eq!(rolls.matches("<li ").count(), 21);
    assert_eq!(rolls.matches("class=\"die d").count(), 42);
    for cell in
        ["grid-area:1/1;", "grid-area:1/6;", "grid-area:6/6;", "--value:0.000", "--value:1.000"]
    {
        assert!(rolls.contains(cell), "{cell}: {rolls}");
    }
    // Each leads to its moves and to its best play.
    let probed = service.get("/api/v1/domains/backgammon/probe?position=6,6%7C1,1").json();
    for roll in probed["rolls"].as_array().unwrap() {
        let (dice, best) = (roll["dice"].as_str().unwrap(), roll["best"].as_str().unwrap());
        assert!(rolls.contains(&format!("&amp;roll={dice}&amp;")), "{dice}: {rolls}");
        assert!(rolls.contains(&format!(">{best}</a>")), "{best}: {rolls}");
    }
    assert!(page.len() < 40_000, "{} bytes", page.len());
}

#[test]
fn a_text_that_tells_of_a_match_is_answered_by_it() {
    let service = Service::of_games(&[]);
    // Two checkers against one, at 2-3 in a match to 5.
    let xgid = "XGID=--A--A------------------a-:0:0:1:00:2:3:0:5:10";
    let page =
        text(&service.get(&format!("/position?game=hypergammon&position={}", encoded(xgid))));
    let stakes = between(&page, "<div class=\"stakes\">", "</section>");
    assert!(stakes.contains("chance to win the match"), "{stakes}");
    assert!(stakes.contains("<table class=\"decisions\">") && stakes.contains("38.3125 %"));
    let plain = text(&service.get("/position?game=hypergammon&position=2,5%7C1"));
    assert!(!plain.contains("class=\"stakes\""), "{plain}");
}

#[test]
fn the_head_of_a_page_says_what_it_is_for_other_sites() {
    let service = Service::of_games(&["backgammon/gnubg-ts-6x1"]);
    let path = "/position?game=backgammon&position=6%7C1";
    let ask = |headers: &[(&str, &str)], path: &str| {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        text(&service.ask(request.body(Body::empty()).unwrap()))
    };
    let page = ask(&[("host", "example.org"), ("x-forwarded-proto", "https")], path);
    let picture = "https://example.org/api/v1/draw?game=backgammon&amp;position=6%7C1";
    assert!(page.contains(&format!("property=\"og:image\" content=\"{picture}")), "{page}");
    assert!(page.contains("property=\"og:url\" content=\"https://example.org/position?"), "{page}");
    for said in ["name=\"description\"", "property=\"og:description\""] {
        let said = between(&page, said, ">");
        assert!(said.contains("player 1 to move · ") && said.contains("points a game"), "{said}");
    }
    for alternate in ["hreflang=\"en\"", "hreflang=\"ja\"", "hreflang=\"x-default\""] {
        assert!(
            page.contains(&format!("rel=\"alternate\" {alternate} href=\"/position?")),
            "{page}"
        );
    }
    // The page's head does not tell a player the value either.
    let played = ask(&[], &format!("{path}&play=0&level=perfect"));
    assert!(!played.contains("points a game"), "{played}");
    assert!(played.contains("property=\"og:image\" content=\"/api/v1/draw"), "{played}");
    let japanese = ask(&[], &format!("{path}&lang=ja"));
    assert!(between(&japanese, "name=\"description\"", ">").contains("の手番"), "{japanese}");
    assert!(japanese.contains("content=\"ja_JP\""));
}
