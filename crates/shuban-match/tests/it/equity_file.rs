//! Files of match equities.

use shuban_match::match_play::{EquityFileProblem, MatchEquityTable, MatchQuestion};

/// A table of three points, of our own making.
const SMALL: &str = r#"<?xml version = "1.0"?>
<!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "met.dtd">
<met>
  <info><name>Small</name><description>Three points</description><length>3</length></info>
  <pre-crawford-table type="explicit">
    <row><me>0.5</me> <me>0.69</me> <me> 0.75 </me></row>
    <row><me>0.31</me> <me>0.5</me> <me>0.6</me></row>
    <row><me>0.25</me> <me>0.4</me> <me>0.5</me></row>
  </pre-crawford-table>
  <post-crawford-table type="explicit" player="both">
    <row><me>0.5</me> <me>0.48</me></row>
  </post-crawford-table>
</met>"#;

#[test]
fn explicit_tables_are_read() {
    let table = MatchEquityTable::read(SMALL).unwrap();
    assert_eq!(table.length(), 3);
    assert_eq!(table.chance(1, 3, false), Some(0.75));
    assert_eq!(table.chance(3, 1, false), Some(0.25));
    assert_eq!(table.chance(2, 1, true), Some(0.48));
    assert_eq!(table.chance(1, 2, true), Some(0.52));
    assert_eq!(table.chance(2, 3, true), Some(0.6), "nobody needs one point");
    assert_eq!(table.chance(3, 1, true), None, "there is no such game");
    assert_eq!(table.chance(4, 1, false), None);
}

#[test]
fn what_is_no_such_table_is_refused_with_the_line() {
    let refused = |old: &str, new: &str| {
        assert!(SMALL.contains(old));
        MatchEquityTable::read(&SMALL.replacen(old, new, 1)).unwrap_err()
    };
    let error = refused(r#"-table type="explicit""#, r#"-table type="zadeh""#);
    assert_eq!((error.line, &error.problem), (5, &EquityFileProblem::Computed("zadeh".into())));
    assert!(error.to_string().contains("`zadeh`"), "{error}");
    let error = refused("\"both\"", "\"0\"");
    assert_eq!((error.line, error.problem), (10, EquityFileProblem::OnePlayer("0".into())));
    let error = refused("0.69", "69");
    assert_eq!((error.line, error.problem), (6, EquityFileProblem::Chance("69".into())));
    let error = refused("0.69", "NaN");
    assert_eq!(error.problem, EquityFileProblem::Chance("NaN".into()));
    let error = refused("<me>0.69</me>", "");
    assert_eq!(error.problem, EquityFileProblem::Row { found: 2, expected: 3 });
    let error = refused("0.31", "0.4");
    assert_eq!(error.line, 7);
    assert!(error.to_string().contains("1.0900"), "{error}");
    let error = refused("</met>", "");
    assert!(matches!(error.problem, EquityFileProblem::Xml(_)), "{error}");
    let error = MatchEquityTable::read("<sgf/>").unwrap_err();
    assert_eq!(error.problem, EquityFileProblem::Missing("met"));
    let error = MatchEquityTable::read("<met><pre-crawford-table/></met>").unwrap_err();
    assert_eq!(error.problem, EquityFileProblem::Length(0));
}

#[test]
fn sizes_are_bounded() {
    let long = " ".repeat(MatchQuestion::MOST_EQUITIES + 1);
    let error = MatchEquityTable::read(&long).unwrap_err();
    assert_eq!(error.problem, EquityFileProblem::TooLong(MatchQuestion::MOST_EQUITIES + 1));
    let many = format!("<met>{}</met>", "<row/>".repeat(1 << 16));
    let error = MatchEquityTable::read(&many).unwrap_err();
    assert!(matches!(error.problem, EquityFileProblem::Xml(_)), "{error}");
    let rows = "<row><me>0.5</me></row>".repeat(64 + 1);
    let text = format!("<met><pre-crawford-table>{rows}</pre-crawford-table></met>");
    let error = MatchEquityTable::read(&text).unwrap_err();
    assert_eq!(error.problem, EquityFileProblem::Length(64 + 1));
}
