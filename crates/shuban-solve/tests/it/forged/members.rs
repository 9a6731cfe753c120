//! Members of the directory, forged one at a time.

use serde_json::{Value as Json, json};
use shuban_core::Domain;

use super::common::{Small, boards, races, strips};

/// Sets a fact of the layer.
fn fact(name: &'static str, value: Json) -> impl FnOnce(&mut Json) {
    move |directory| directory["facts"][name] = value
}

/// Sets a fact of the first part.
fn of_part(name: &'static str, value: Json) -> impl FnOnce(&mut Json) {
    move |directory| directory["parts"][0]["facts"][name] = value
}

fn without(list: &mut Json, name: &str) {
    list.as_object_mut().unwrap().remove(name).unwrap();
}

#[test]
fn a_file_that_is_rewritten_as_it_was_is_verified() {
    fn sound<D: Domain>(small: &Small<D>) {
        assert_eq!(small.verify(None).failure, None);
        let path = small.path();
        shuban_store_testing::rewrite(&small.files(), &path, |_| ());
        assert_eq!(small.verify(None).failure, None);
        let bytes = small.disk.contents(&path).unwrap();
        small.disk.put(&path, shuban_store_testing::with_directory(&path, &bytes, |_| ()));
        assert_eq!(small.verify(None).failure, None);
    }
    sound(&races());
    sound(&boards());
    sound(&strips());
}

/// Forges the members that directories of all kinds have.
fn common_members<D: Domain>(small: &Small<D>) {
    let refuses = |name: &str, edit: &dyn Fn(&mut Json)| small.refuses(name, false, edit);
    refuses("positions of", &|directory| directory["parts"][0]["positions"] = json!(3));
    refuses("`family`", &|directory| directory["family"] = json!("another"));
    refuses("`game`", &|directory| directory["game"] = json!("another"));
    refuses("`parts`", &|directory| directory["parts"] = json!([]));
    refuses("`parts`", &|directory| directory["parts"][0]["name"] = json!("another"));
    refuses("missing field `parts`", &|directory| without(directory, "parts"));
    refuses("missing field `facts`", &|directory| without(directory, "facts"));
    refuses("no member `colour`", &|directory| directory["colour"] = json!("red"));
    refuses("no member `parts[0].colour`", &|directory| {
        directory["parts"][0]["colour"] = json!(1);
    });
    refuses("no member `sections[0].columns[0].colour`", &|directory| {
        directory["sections"][0]["columns"][0]["colour"] = json!(1);
    });
    refuses("no member `provenance.seconds`", &|directory| {
        directory["provenance"]["seconds"] = json!(1.5);
    });
    refuses("`colour` is no fact", &|directory| directory["facts"]["colour"] = json!(1));
    refuses("`colour` is no fact", &|directory| {
        directory["parts"][0]["facts"]["colour"] = json!(1);
    });
    refuses("`needs`", &|directory| {
        let need = json!({ "domain": "another", "content_hash": "00" });
        directory["needs"].as_array_mut().unwrap().push(need);
    });
    refuses("`settings`", &|directory| directory["provenance"]["settings"]["depth"] = json!("3"));
    refuses("content hash", &|directory| directory["content_hash"] = json!("00"));
}

#[test]
fn what_every_directory_says_is_checked() {
    common_members(&races());
    common_members(&boards());
    common_members(&strips());
}

#[test]
fn facts_of_certified_intervals_are_checked() {
    let races = races();
    races.refuses("`leaving_proven` is not true", false, fact("leaving_proven", json!(false)));
    races.refuses("`leaving_proven` is not true", false, fact("leaving_proven", json!("yes")));
    races.refuses("`leaving_proven` is not true", false, |directory| {
        without(&mut directory["facts"], "leaving_proven");
    });
    races.refuses("`leaving_rounds` is 7", true, fact("leaving_rounds", json!(7)));
    races.refuses("`stalled` is true", false, fact("stalled", json!(true)));
    races.refuses("`stalled`", false, fact("stalled", json!(0)));
    races.refuses("`sweeps` is -1", false, fact("sweeps", json!(-1)));
    races.refuses("no `sweeps`", false, |directory| without(&mut directory["facts"], "sweeps"));
    races.refuses("`left` is 2", false, of_part("left", json!(2)));
    races.refuses("`left_first` [3]", false, of_part("left_first", json!([3])));
    races.refuses("`valued` is 3", true, of_part("valued", json!(3)));
    races.refuses("`width_asked`", false, of_part("width_asked", json!(0.5)));
    races.refuses("`settings`", false, |directory| {
        for part in directory["parts"].as_array_mut().unwrap() {
            part["facts"]["width_asked"] = json!(0.5);
        }
    });
    races.refuses("`width_reached` is \"0.0\", not a width", false, |directory| {
        directory["parts"][0]["facts"]["width_reached"] = json!("0.0");
    });
    races.refuses("`width_reached` is 0", false, of_part("width_reached", json!(0.0)));
    // If wider than requested, it would have to be marked as stalled.
    races.refuses("`stalled` is false", false, of_part("width_reached", json!(0.5)));
    races.refuses("`passes` is no fact", false, fact("passes", json!(1)));
}

#[test]
fn facts_of_retrograde_analysis_are_those_it_writes() {
    let boards = boards();
    boards.refuses("`passes` is 0.5", false, fact("passes", json!(0.5)));
    boards.refuses("no `passes`", false, |directory| without(&mut directory["facts"], "passes"));
    boards.refuses("`leaving_proven`", false, fact("leaving_proven", json!(false)));
    boards.refuses("`width_asked` is no fact", false, of_part("width_asked", json!(0.5)));
    strips().refuses("`passes` is no fact", false, fact("passes", json!(1)));
}

#[test]
fn a_layer_with_forged_facts_is_built_again() {
    let races = races();
    let path = races.path();
    let sound = races.disk.contents(&path).unwrap();
    for edit in [
        |directory: &mut Json| directory["facts"]["leaving_proven"] = json!(false),
        |directory: &mut Json| directory["parts"][0]["facts"]["width_asked"] = json!("0"),
        |directory: &mut Json| directory["family"] = json!("another"),
    ] {
        races.disk.put(&path, shuban_store_testing::with_directory(&path, &sound, edit));
        let reports = races.build(&super::common::options(), &shuban_core::Silent);
        assert!(reports.unwrap().pop().unwrap().built);
        assert!(races.disk.contents(&path).unwrap() == sound);
    }
}
