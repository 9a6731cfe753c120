//! Sections: their list, their order, their columns, the histogram.

use std::path::Path;

use shuban_core::{Domain, Section};
use shuban_store::{CodecName, layer_path};
use shuban_store_testing::OpenedSection;

use super::common::{Small, boards, races, strips};

fn lists_of_sections<D: Domain>(small: &Small<D>) {
    small.refuses_anew("`sections", false, |opened| {
        let section = Section { name: "extra".to_owned(), entries: vec![vec![1]] };
        opened.sections.push(OpenedSection::Stream(section));
    });
    small.refuses_anew("`sections", false, |opened| {
        let name = format!("{}/extra", opened.account.parts[0].name);
        let section = Section { name: name.clone(), entries: vec![vec![1]] };
        opened.account.parts[0].sections.push(name);
        let place = opened.account.parts[0].sections.len() - 1;
        opened.sections.insert(place, OpenedSection::Stream(section));
    });
    small.refuses_anew("columns of", false, |opened| {
        let OpenedSection::Table(_, columns, _) = &mut opened.sections[0] else {
            panic!("a table")
        };
        // As wide, and read as something else.
        columns[0].codec = match columns[0].codec {
            CodecName::Signed => CodecName::Unsigned,
            _ => CodecName::Signed,
        };
        columns[0].fraction_bits = 0;
    });
    small.refuses_anew("`sections", false, |opened| opened.sections.reverse());
}

#[test]
fn a_file_has_the_sections_and_columns_that_are_written_and_no_others() {
    lists_of_sections(&races());
    lists_of_sections(&boards());
    lists_of_sections(&strips());
}

#[test]
fn sections_of_a_part_that_are_exchanged_are_refused() {
    races().refuses_anew("`sections", false, |opened| {
        opened.sections.swap(0, 1);
        opened.account.parts[0].sections.swap(0, 1);
    });
}

#[test]
fn a_layer_without_what_retrograde_analysis_knew_is_refused() {
    races().refuses_anew("/status", false, |opened| {
        let name = opened.account.parts[0].sections.pop().unwrap();
        opened.sections.retain(|section| section.name() != name);
    });
}

#[test]
fn a_histogram_is_there_where_it_is_written_and_only_there() {
    let is_histogram = |section: &OpenedSection| section.name() == "histogram";
    let strips = strips();
    strips.refuses_anew("no section `histogram`", false, |opened| {
        opened.sections.retain(|section| !is_histogram(section));
    });
    strips.refuses_anew("histogram: it is not that", true, |opened| {
        let OpenedSection::Stream(section) = opened.section("histogram") else {
            panic!("a stream")
        };
        section.entries.pop();
    });
    boards().refuses_anew("section `histogram`", false, |opened| {
        let section = Section { name: "histogram".to_owned(), entries: vec![b"[]".to_vec()] };
        opened.sections.push(OpenedSection::Stream(section));
    });
}

#[test]
fn what_is_advised_is_to_build_the_layer_whose_file_is_wrong() {
    let races = races();
    let name = "hitting-race/2-1";
    let path = layer_path(Path::new("/data"), name).unwrap();
    let mut bytes = races.disk.contents(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    races.disk.put(&path, bytes);
    let text = races.verify(None).to_string();
    assert!(text.starts_with("hitting-race/2-2: WRONG: ") && text.contains("2-1.shuban"), "{text}");
    assert!(text.contains("build hitting-race/2-1 --rebuild"), "{text}");
}
