//! Bearing off and its reproductions on the command line.

use crate::common::{answer_members, members, shuban};
use serde_json::Value as Json;

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn a_side_alone_is_built_verified_and_probed() {
    let data = tempfile::tempdir().unwrap();
    let name = "half-gammon/bearoff";
    let not_built = shuban(data.path(), &["probe", name, "1,2,2", "--json"]).with_code(3);
    assert_eq!(not_built.json()["kind"], "not-built");
    let built = shuban(data.path(), &["build", name, "--json"]).with_code(0).json();
    assert_eq!(built["positions"], 165);
    let verified = shuban(data.path(), &["verify", name, "--json"]).with_code(0).json();
    assert_eq!((&verified["passed"], &verified["positions"]), (&true.into(), &165.into()));
    assert_eq!(
        shuban(data.path(), &["info", name, "--json"]).with_code(0).json()["positions"],
        165
    );

    let probe = shuban(data.path(), &["probe", name, "G 1 2 1", "--json"]).with_code(0).json();
    let own = "expected_rolls lower upper distribution rolls part index";
    assert_eq!(members(&probe), answer_members(own));
    let keys: Vec<&String> = probe["rolls"][0].as_object().unwrap().keys().collect();
    let shape = [
        "dice",
        "probability",
        "best",
        "after",
        "expected_rolls",
        "lower",
        "upper",
        "distribution",
    ];
    assert_eq!(keys, shape);
    assert!((number(&probe["expected_rolls"]) - 2.135_802_469_1).abs() < 1e-10);
    let rolled = shuban(data.path(), &["probe", name, "1,2,2,3", "--roll", "21", "--json"])
        .with_code(0)
        .json();
    let roll = &rolled["rolls"][1];
    assert_eq!((&rolled["roll"], &roll["dice"]), (&"2-1".into(), &"2-1".into()));
    assert_eq!(
        (&roll["moves"][0]["move"], &roll["moves"][0]["after"]),
        (&roll["best"], &roll["after"])
    );
    let text = shuban(data.path(), &["probe", name, "1,2,2,3"]).with_code(0).out;
    assert!(
        text.contains("expected rolls  2.1358024691") && text.contains("done by then"),
        "{text}"
    );

    for (position, reason) in
        [("1,4", "beyond the home points"), ("1|1", "at character"), ("G 1 2", "point 3")]
    {
        let refused = shuban(data.path(), &["probe", name, position, "--json"]).with_code(2);
        assert_eq!(refused.json()["kind"], "bad-position");
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
    let shown = shuban(data.path(), &["show", "bearoff/half-gammon", "1,3,3"]).with_code(0).out;
    assert!(shown.contains(" | X     X |") && shown.contains("3/off"), "{shown}");
}

#[test]
fn a_race_is_probed_as_contact_is() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "half-gammon/bearoff2", "-q"]).with_code(0);
    for target in ["half-gammon/bearoff2", "half-gammon"] {
        let arguments = ["probe", target, "2,2,2,2|2,2,2,2", "--roll", "3-3", "--json"];
        let probe = shuban(data.path(), &arguments).with_code(0).json();
        assert_eq!(probe["domain"], "half-gammon/bearoff2");
        let keys: Vec<&String> = probe.as_object().unwrap().keys().collect();
        let shape = [
            "game", "domain", "position", "seat", "over", "outcome", "source", "value", "lower",
            "upper", "rolls", "roll", "part", "index",
        ];
        assert_eq!(keys, shape);
        let keys: Vec<&String> = probe["rolls"][0].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["dice", "probability", "best", "after", "value", "lower", "upper"]);
        assert!((number(&probe["value"]) - 2_453.0 / 6_561.0).abs() < 1e-15);
        assert!(number(&probe["upper"]) - number(&probe["lower"]) < 0.5f64.powi(28));
        assert_eq!(probe["rolls"][5]["moves"][0]["move"], "2/off(4)");
    }
    shuban(data.path(), &["probe", "half-gammon/bearoff2", "4|1"]).with_code(2);
    shuban(data.path(), &["probe", "half-gammon", "4|1", "--no-search"]).with_code(3);
}
