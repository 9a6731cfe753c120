//! Plots of fields on pages.

use crate::common::{Service, text};

#[test]
fn the_page_of_a_region_draws_its_thermograph_in_words_of_either_language() {
    let service = Service::of_games(&["amazons/5/canonical"]);
    let words = [
        ("en", ["thermograph", "Black begins", "White begins", "stop", "temperature"]),
        ("ja", ["サーモグラフ", "黒が先手", "白が先手", "停止値", "温度"]),
    ];
    for (language, words) in words {
        let path = format!("/position?game=amazons&position=X../.%23O&lang={language}");
        let page = text(&service.get(&path));
        let (before, rest) = page.split_once("<figure class=\"plot\">").expect(&page);
        let (figure, _) = rest.split_once("</figure>").unwrap();
        // One for each side that may begin, each from corner to corner.
        let curves: Vec<&str> = figure.split("<polyline points=\"").skip(1).collect();
        assert_eq!(curves.len(), 2, "{figure}");
        for curve in curves {
            assert!(curve.split('"').next().unwrap().split(' ').count() > 1, "{figure}");
        }
        let [name, shown @ ..] = words;
        assert!(before.contains(&format!("<dt>{name}</dt>")), "{before}");
        for word in shown {
            assert!(figure.contains(&format!(">{word}<")), "{word}: {figure}");
        }
    }
}
