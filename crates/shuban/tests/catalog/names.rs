//! The list of all names, and finding by name.

use std::collections::HashSet;
use std::path::Path;

use crate::common::{build, catalog, moves_of_roll, refused, session, shown};
use shuban_catalog::listing::Listing;
use shuban_catalog::perft::PerftOptions;
use shuban_catalog::{AnyAnswer, Error, Printable, Solving};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Game, Medium, Present, Silent};
use shuban_gammon::{Gammon, Position, Variant, twin};
use shuban_solve::BuildOptions;
use shuban_store::layer_path;

fn options(data: &Path) -> BuildOptions {
    BuildOptions::new(data)
}

#[test]
fn every_layer_is_found_by_its_name_and_by_its_other_names() {
    let data = tempfile::tempdir().unwrap();
    let listing = catalog().listing(None, &options(data.path()), u64::MAX).unwrap();
    let (mut others, mut wholes) = (0, 0);
    for layer in listing.families.iter().flat_map(|family| &family.layers) {
        assert_eq!(catalog().layer(&layer.domain).unwrap().name(), layer.domain);
        for other in &layer.aliases {
            let found = catalog().layer(other).unwrap();
            assert_eq!(found.name(), layer.domain);
            assert!(other.starts_with(&found.game.name()));
            if let Some((game, "whole" | "whole-money")) = other.rsplit_once('/') {
                assert_eq!(game, found.family.game().name());
                wholes += 1;
                continue;
            }
            assert_ne!(found.game.name(), found.family.game().name());
            others += 1;
        }
    }
    let layers = catalog().families().map(|family| family.layers().len()).sum::<usize>();
    assert_eq!(listing.families.iter().map(|family| family.layers.len()).sum::<usize>(), layers);
    // Pairs of 1 to 15 checkers in nackgammon, with both orders in one file; of 1 to 3 in
    // hypergammon.
    assert_eq!(others, 120 + 6);
    // Backgammon, half-gammon and mini-gammon, the last two for money as well, and Amazons on 4×4.
    assert_eq!(wholes, 3 + 2 + 1);
    assert!(catalog().layer("nackgammon/contact-15-15").is_ok());
    assert!(catalog().layer("hypergammon/contact-3-3").is_ok());
    assert!(catalog().layer("hypergammon/contact-4-1").is_err());
}

#[test]
fn what_may_have_been_meant_follows_from_the_names() {
    let layer = |name: &str| catalog().layer(name).err().unwrap().to_string();
    let game = |name: &str| catalog().games_named(name).err().unwrap().to_string();
    for (error, hint) in [
        (layer("half-gammon/contact-1-2"), "`half-gammon/contact-2-1`"),
        (layer("amazons/99"), "from `amazons/1` to `amazons/10`"),
        (
            layer("half-gammon/contact-9-9"),
            "from `half-gammon/contact-1-1` to `half-gammon/contact-8-8`",
        ),
        (layer("half-gamon/bearoff"), "`half-gammon/bearoff`"),
        (layer("half-gammon"), "such as `half-gammon/contact-1-1`"),
        (game("half-gamon"), "`half-gammon`"),
        (game("amazons/5"), "its positions are those of the game `amazons`"),
    ] {
        assert!(error.contains(hint), "{error}");
    }
    let unknown = game("chess");
    for name in ["backgammon", "amazons", "tanhinmin", "trax/8", "bearoff/half-gammon"] {
        assert!(unknown.contains(&format!(" {name}")), "{unknown}");
    }
}

#[test]
fn every_game_starts_and_is_shown() {
    for game in catalog().games() {
        let (name, start) = (game.name(), game.start().text);
        assert_eq!(game.read(&start).unwrap().text, start);
        let shown = shown(&name, &start).json();
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
        for medium in [Medium::Terminal { colour: false }, Medium::Svg] {
            assert!(!game.draw(&game.start(), medium).unwrap().is_empty(), "{name}");
        }
        // Games without a database are at least searched, except Trax without a board, which may
        // not end.
        let (shelf, progress) = (&EmptyShelf, &Silent);
        let setting =
            SearchSetting { shelf, memory: 1 << 20, threads: 1, nodes: None, time: None, progress };
        let is_held = catalog().families().any(|family| family.holds(&name));
        let games = catalog().games_named(&name).unwrap();
        let is_solved = Solving::begin(catalog(), games, None, setting).is_ok();
        let is_endless = ["trax", "trax-loops"].contains(&name.as_str());
        assert!(is_held || is_solved || is_endless, "{name}");
    }
}

#[test]
fn errors_say_who_must_act() {
    let data = tempfile::tempdir().unwrap();
    let session = session(data.path(), "half-gammon");
    let fault = |result: Result<AnyAnswer, Error>| {
        result.err().map(|error| (error.is_bad_input(), error.kind()))
    };
    assert_eq!(fault(session.probe("x", None)), Some((true, "bad-position")));
    assert_eq!(fault(session.probe("1|1", Some("9-9"))), Some((true, "bad-roll")));
    assert_eq!(fault(session.probe("1|1", None)), Some((false, "not-built")));
    assert_eq!(fault(session.probe("1|", None)), None);
}

#[test]
fn a_session_finds_what_is_built_meanwhile() {
    let data = tempfile::tempdir().unwrap();
    let session = session(data.path(), "half-gammon");
    assert!(session.probe("12|12", None).is_err());
    build(data.path(), "half-gammon/contact-1-1");
    let answer = session.probe("12|12", Some("3-3")).unwrap();
    let json = answer.json();
    assert_eq!(moves_of_roll(&json)[0]["move"], "12/off");
    assert!(answer.text().contains("12/off"));
    // Text keeps every bit of a number, too.
    let read: serde_json::Value = serde_json::from_str(&json.to_string()).unwrap();
    assert_eq!(read, json);
}

/// Counts sequences and distinct positions ply by ply, each sequence alone, by the plain rules.
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
    for (name, plies) in
        [("half-gammon", 3), ("mini-gammon", 2), ("hypergammon", 2), ("backgammon", 1)]
    {
        let expected = plain_perft(&Gammon::new(Variant::by_name(name).unwrap()), plies);
        for distinct in [true, false] {
            let options = PerftOptions { plies: plies as u32, distinct, memory: 1 << 30 };
            let counts = catalog().game(name).unwrap().perft(options, &Silent).unwrap().json();
            let counts = counts["plies"].as_array().unwrap();
            assert_eq!(counts.len(), plies);
            for (ply, &(sequences, positions)) in counts.iter().zip(&expected) {
                assert_eq!(ply["sequences"], sequences, "{name}, {ply}");
                assert_eq!(
                    ply["distinct"].as_u64(),
                    distinct.then_some(positions),
                    "{name}, {ply}"
                );
            }
        }
    }
}

#[test]
fn reports_are_text_without_a_break_at_the_end() {
    let data = tempfile::tempdir().unwrap();
    let listing = catalog().listing(None, &options(data.path()), 1_000_000).unwrap();
    assert!(!listing.to_string().ends_with('\n'));
    assert!(
        listing
            .families
            .iter()
            .all(|family| family.layers.iter().all(|l| l.positions <= 1_000_000))
    );
}

#[test]
fn a_list_can_be_of_some_names_only() {
    let data = tempfile::tempdir().unwrap();
    let listing =
        |filter| catalog().listing(Some(filter), &options(data.path()), u64::MAX).unwrap();
    let half = listing("half-gammon/contact-3");
    assert!(half.games.is_empty());
    let names: Vec<&str> =
        half.families[0].layers.iter().map(|layer| layer.domain.as_str()).collect();
    assert_eq!(
        names,
        ["half-gammon/contact-3-1", "half-gammon/contact-3-2", "half-gammon/contact-3-3"]
    );
    let text = |listing: Listing| listing.to_string();
    assert!(
        text(half.clone()).starts_with("\nhalf-gammon/contact-A-B")
            && !text(half).contains("Games")
    );
    // Another name of a layer, a whole family, a game in a group, and rules that only a filter
    // shows.
    assert!(text(listing("hypergammon/contact-2-1")).contains("backgammon/contact-2-1"));
    assert_eq!(listing("half-gammon/contact").families[0].layers.len(), 36);
    assert!(text(listing("tanhinmin/4p")).contains("Games\n  tanhinmin/4p"));
    assert!(text(listing("4p-8/uecda")).contains("  tanhinmin/4p-8/uecda "));
    assert!(text(listing("chess")).contains("no game, family or layer"));
}

#[test]
fn a_damaged_file_is_listed_as_damaged() {
    let data = tempfile::tempdir().unwrap();
    let name = "half-gammon/contact-1-1";
    let file = layer_path(data.path(), name).unwrap();
    let listed = || catalog().listing(Some(name), &options(data.path()), 0).unwrap();
    let state = || {
        let listing = listed();
        let layers = &listing.families[0].layers;
        layers.first().map_or((false, "absent"), |layer| (layer.built, layer.state))
    };
    assert_eq!(state(), (false, "absent"));
    build(data.path(), name);
    assert_eq!(state(), (true, "built"));
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(state(), (false, "damaged"));
    std::fs::write(&file, b"something else").unwrap();
    assert_eq!(state(), (false, "damaged"));
    assert!(listed().to_string().contains("damaged"));
    std::fs::write(&file, &whole).unwrap();
    let mut narrow = options(data.path());
    narrow.width /= 1_000;
    let listing = catalog().listing(Some(name), &narrow, 0).unwrap();
    assert_eq!(listing.families[0].layers[0].state, "outdated");
}

#[test]
fn nobody_is_told_to_build_what_no_machine_can() {
    let data = tempfile::tempdir().unwrap();
    let ask = |position: &str| refused(data.path(), "backgammon", position);
    let error = ask(&catalog().game("backgammon").unwrap().start().text);
    assert_eq!((error.kind(), error.is_bad_input()), ("not-built", false));
    let text = error.to_string();
    assert!(text.contains("too large to build: 5,293,421,340,612,542,971 positions"), "{text}");
    let advice = format!("`{} build backgammon/contact-1-1`", shuban_core::advice::program_name());
    assert!(ask("24|24").to_string().contains(&advice));
}

#[test]
fn names_and_positions_of_any_length_are_refused_briefly() {
    let long = format!("half-gammon/\u{1b}[31m{}", "contact-".repeat(100_000));
    let started = std::time::Instant::now();
    let read = |name: &str, text: &str| catalog().games_named(name).unwrap().read(text).err();
    for error in [
        catalog().layer(&long).err(),
        catalog().game(&long).err(),
        catalog().target(&long).err(),
        read("half-gammon", &long),
        read("half-gammon", &format!("1,{}|3", "1".repeat(1_000_000))),
        read("half-gammon", &"1,".repeat(500_000)),
        read("amazons", &"X/".repeat(500_000)),
        read("trax/4", &"@0/ ".repeat(200_000)),
        read("tanhinmin", &"1,".repeat(200_000)),
        read("daihinmin-open", &"1,".repeat(200_000)),
    ] {
        let text = error.unwrap().to_string();
        assert!(text.chars().count() < 2_000 && !text.contains('\u{1b}'), "{text}");
    }
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn very_long_names_are_compared_with_none() {
    let long = "half-heap".repeat(1_000_000);
    assert_eq!(shuban_catalog::names::suggestion(&long, [&*long]), "");
}
