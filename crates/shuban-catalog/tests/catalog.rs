//! The list, and what it finds.

use std::collections::HashSet;
use std::path::Path;

use shuban_catalog::{
    Answer, BuildOptions, Error, Fault, PerftOptions, ProofSetting, Report, Session, Silent, SolveSetting,
    Target, Worth, catalog, layer_path,
};
use shuban_core::{Game, Interval, ONE, Present};
use shuban_gammon::{Gammon, Position, Variant, twin};

fn options(data: &Path) -> BuildOptions {
    BuildOptions::new(data)
}

#[test]
fn every_layer_is_found_by_its_name_and_by_its_other_names() {
    for family in catalog().families() {
        for layer in family.layers() {
            assert_eq!(catalog().layer(&layer.name).unwrap().name(), layer.name);
            for other in catalog().also_known_as(&layer.name) {
                let found = catalog().layer(other).unwrap();
                assert_eq!(found.name(), layer.name);
                assert!(other.starts_with(&found.game.name()));
            }
        }
    }
    assert!(catalog().layer("nackgammon/contact-15-15").is_ok());
    assert!(catalog().layer("hypergammon/contact-3-3").is_ok());
    assert!(catalog().layer("hypergammon/contact-4-1").is_err());
}

#[test]
fn every_game_starts_and_is_shown() {
    for game in catalog().games() {
        let start = game.start();
        assert_eq!(game.written(&start).unwrap(), start);
        let shown = game.show(&start, false).unwrap().json();
        assert_eq!(shown["position"], start.as_str());
        assert!(shown["outcome"].is_null() || shown["outcome"] == "none");
        match shown["rolls"].as_array() {
            Some(rolls) => {
                let total: f64 = rolls.iter().filter_map(|roll| roll["probability"].as_f64()).sum();
                assert!((total - 1.0).abs() < 1e-12);
                assert!(rolls.iter().all(|roll| !roll["moves"].as_array().unwrap().is_empty()));
            }
            None => assert!(!shown["moves"].as_array().unwrap().is_empty()),
        }
        assert!(!game.draw(&start, false).unwrap().is_empty(), "{}", game.name());
        // Whatever has no database is at least searched, but for Trax without a board, which need not end.
        let setting = SolveSetting {
            data: Path::new("none"),
            memory: 1 << 20,
            threads: 1,
            proof: &ProofSetting::default(),
            progress: &Silent,
        };
        let families = catalog().families_of(&game.name()).count();
        assert!(families > 0 || game.solver(&setting).is_ok() || game.name() == "trax", "{}", game.name());
    }
}

#[test]
fn errors_say_who_must_act() {
    let data = tempfile::tempdir().unwrap();
    let game = catalog().game("half-gammon").unwrap();
    let mut session = Session::new(catalog(), Target::Game(game), data.path());
    let fault =
        |result: Result<Box<dyn Answer>, Error>| result.err().map(|error| (error.fault(), error.kind()));
    assert_eq!(fault(session.probe("x", None)), Some((Fault::Input, "bad-position")));
    assert_eq!(fault(session.probe("1|1", Some("9-9"))), Some((Fault::Input, "bad-roll")));
    assert_eq!(fault(session.probe("1|1", None)), Some((Fault::Environment, "not-built")));
    assert_eq!(fault(session.probe("1|", None)), None);
}

#[test]
fn a_session_finds_what_is_built_meanwhile() {
    let data = tempfile::tempdir().unwrap();
    let game = catalog().game("half-gammon").unwrap();
    let mut session = Session::new(catalog(), Target::Game(game), data.path());
    assert!(session.probe("12|12", None).is_err());
    let layer = catalog().layer("half-gammon/contact-1-1").unwrap();
    layer.build(&options(data.path()), &Silent).unwrap();
    let answer = session.probe("12|12", Some("3-3")).unwrap();
    assert_eq!(answer.json()["plays"][0]["move"], "12/off");
    assert!(answer.text().contains("12/off"));
}

#[test]
fn bounds_as_numbers_are_exact_and_in_order() {
    let numbers = [-ONE, -ONE + 1, -1, 0, 1, 12_345_678, ONE - 1, ONE];
    for (i, &lower) in numbers.iter().enumerate() {
        for &upper in &numbers[i..] {
            let worth = Worth::from(Interval { lower, upper });
            assert!(worth.lower <= worth.value && worth.value <= worth.upper);
            assert_eq!(worth.lower * f64::from(ONE), f64::from(lower));
            // As JSON, too, every bit is there.
            let json = serde_json::to_string(&worth).unwrap();
            let read: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(read["value"].as_f64(), Some(worth.value));
        }
    }
}

/// Sequences and distinct positions ply by ply, every sequence on its own, by the plain rules.
fn plain_perft(game: &Gammon, plies: usize) -> Vec<(u64, u64)> {
    let mut frontier: Vec<Position> = vec![game.start()];
    (0..plies)
        .map(|_| {
            frontier = (frontier.iter())
                .filter(|position| game.outcome(position).is_none())
                .flat_map(|position| {
                    let rolls = game.chances(position).into_iter();
                    rolls.flat_map(|(roll, _)| twin::after_positions(&game.variant, position, roll))
                })
                .collect();
            (frontier.len() as u64, frontier.iter().collect::<HashSet<_>>().len() as u64)
        })
        .collect()
}

#[test]
fn perft_agrees_with_every_sequence_on_its_own() {
    for (name, plies) in [("half-gammon", 3), ("mini-gammon", 2), ("hypergammon", 2), ("backgammon", 1)] {
        let expected = plain_perft(&Gammon::new(Variant::by_name(name).unwrap()), plies);
        for distinct in [true, false] {
            let options = PerftOptions { plies: plies as u32, distinct, memory: 1 << 30 };
            let counts = catalog().game(name).unwrap().perft(options, &Silent).unwrap().json();
            let counts = counts["plies"].as_array().unwrap();
            assert_eq!(counts.len(), plies);
            for (ply, &(sequences, positions)) in counts.iter().zip(&expected) {
                assert_eq!(ply["sequences"], sequences, "{name}, {ply}");
                assert_eq!(ply["distinct"].as_u64(), distinct.then_some(positions), "{name}, {ply}");
            }
        }
    }
}

#[test]
fn reports_are_text_without_a_break_at_the_end() {
    let data = tempfile::tempdir().unwrap();
    let listing = catalog().listing(None, &options(data.path()), 1_000_000).unwrap();
    assert!(!listing.text().ends_with('\n'));
    assert!(listing.families.iter().all(|family| family.layers.iter().all(|l| l.positions <= 1_000_000)));
}

#[test]
fn a_list_can_be_of_some_names_only() {
    let data = tempfile::tempdir().unwrap();
    let listing = |filter| catalog().listing(Some(filter), &options(data.path()), u64::MAX).unwrap();
    let half = listing("half-gammon/contact-3");
    assert!(half.games.is_empty());
    let names: Vec<&str> = half.families[0].layers.iter().map(|layer| layer.domain.as_str()).collect();
    assert_eq!(names, ["half-gammon/contact-3-1", "half-gammon/contact-3-2", "half-gammon/contact-3-3"]);
    assert!(half.text().starts_with("\nhalf-gammon/contact-A-B") && !half.text().contains("Games"));
    // Another name of a layer, a whole family, a game in a group, and rules that only a filter shows.
    assert!(listing("hypergammon/contact-2-1").text().contains("backgammon/contact-2-1"));
    assert_eq!(listing("half-gammon/contact").families[0].layers.len(), 36);
    assert!(listing("tanhinmin/4p").text().contains("Games\n  tanhinmin/4p"));
    assert!(listing("4p-8/uecda").text().contains("  tanhinmin/4p-8/uecda "));
    assert!(listing("chess").text().contains("no game, family or layer"));
}

#[test]
fn a_damaged_file_is_listed_as_damaged() {
    let data = tempfile::tempdir().unwrap();
    let name = "half-gammon/contact-1-1";
    let file = layer_path(data.path(), name).unwrap();
    let listed = || {
        let listing = catalog().listing(Some(name), &options(data.path()), 0).unwrap();
        let line = listing.text().lines().last().unwrap_or_default().to_owned();
        (listing, line)
    };
    let state = || {
        let (listing, _) = listed();
        let layers = &listing.families[0].layers;
        layers.first().map_or((false, "absent"), |layer| (layer.built, layer.state))
    };
    assert_eq!(state(), (false, "absent"));
    catalog().layer(name).unwrap().build(&options(data.path()), &Silent).unwrap();
    assert_eq!(state(), (true, "built"));
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(state(), (false, "damaged"));
    std::fs::write(&file, b"something else").unwrap();
    assert_eq!(state(), (false, "damaged"));
    assert!(listed().0.text().contains("damaged"), "{}", listed().0.text());
    std::fs::write(&file, &whole).unwrap();
    let mut narrow = options(data.path());
    narrow.width /= 1_000;
    let listing = catalog().listing(Some(name), &narrow, 0).unwrap();
    assert_eq!(listing.families[0].layers[0].state, "outdated");
}

#[test]
fn nobody_is_told_to_build_what_no_machine_can() {
    let data = tempfile::tempdir().unwrap();
    let game = catalog().game("backgammon").unwrap();
    let ask = |position: &str| {
        let mut session = Session::new(catalog(), Target::Game(game), data.path());
        session.probe(position, None).err().unwrap()
    };
    let error = ask(&game.start());
    assert_eq!((error.kind(), error.fault()), ("not-built", Fault::Environment));
    let text = error.to_string();
    assert!(text.contains("too large to build: 5,293,421,340,612,542,971 positions"), "{text}");
    assert!(ask("24|24").to_string().contains("shuban build backgammon/contact-1-1"));
}

#[test]
fn names_and_positions_of_any_length_are_refused_briefly() {
    let long = format!("half-gammon/\u{1b}[31m{}", "contact-".repeat(100_000));
    let started = std::time::Instant::now();
    let game = catalog().game("half-gammon").unwrap();
    for error in [
        catalog().layer(&long).err(),
        catalog().game(&long).err(),
        catalog().target(&long).err(),
        game.written(&long).err(),
        game.written(&format!("1,{}|3", "1".repeat(1_000_000))).err(),
        game.written(&"1,".repeat(500_000)).err(),
        catalog().game("amazons").unwrap().written(&"X/".repeat(500_000)).err(),
        catalog().game("trax/4").unwrap().written(&"@0/ ".repeat(200_000)).err(),
        catalog().game("tanhinmin").unwrap().written(&"1,".repeat(200_000)).err(),
        catalog().game("daihinmin-open").unwrap().written(&"1,".repeat(200_000)).err(),
    ] {
        let text = error.unwrap().to_string();
        assert!(text.chars().count() < 2_000 && !text.contains('\u{1b}'), "{text}");
    }
    assert!(started.elapsed().as_secs() < 5);
}
