//! Proof files, listed and walked.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};
use shuban_catalog::proof::{ProofQuestion, ProofSetting};
use shuban_catalog::{Catalog, Solving};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Section, Silent};
use shuban_server::{Limits, Server};
use shuban_solve::BuildOptions;
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::{OpenedSection, rewrite};
use tokio::net::TcpListener;

use crate::common::{Service, encoded, provable, text};

/// Writes a proof of the start of a game into a data folder.
fn prove(data: &Path, game: &str, asked: ProofQuestion) -> String {
    let file = format!("{}-{}.shuban", game.replace('/', "-"), asked.name());
    let proof = Some(data.join("proofs").join(&file));
    let setting = ProofSetting { asked: Some(asked), proof, ..ProofSetting::default() };
    let search = SearchSetting {
        shelf: &EmptyShelf,
        memory: 16 << 20,
        threads: 1,
        nodes: None,
        time: None,
        progress: &Silent,
    };
    let games = provable().games_named(game).unwrap();
    let mut solving = Solving::begin(provable(), games, Some(&setting), search).unwrap();
    solving.solve(&solving.question("start", None).unwrap()).unwrap();
    file
}

fn walked(service: &Service, file: &str, line: &[&str]) -> Json {
    let line: Vec<String> = line.iter().map(|action| encoded(action)).collect();
    let line = encoded(&line.join(";"));
    let answered = service.get(&format!("/api/v1/proofs/{file}?line={line}"));
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    answered.json()
}

#[test]
fn proofs_are_listed_and_linked_if_there_are_any() {
    let service = Service::provable();
    assert!(!text(&service.get("/")).contains("/proofs"));
    assert!(text(&service.get("/proofs")).contains("There are no proofs"));
    assert_eq!(service.get("/api/v1/proofs").json(), json!({ "proofs": [] }));
    let file = prove(service.folder.path(), "trax/3", ProofQuestion::Win);
    std::fs::write(service.folder.path().join("proofs/broken.shuban"), "no proof").unwrap();
    assert!(text(&service.get("/")).contains("href=\"/proofs?lang=en\""));
    let proofs = service.get("/api/v1/proofs").json();
    let (broken, proof) = (&proofs["proofs"][0], &proofs["proofs"][1]);
    assert_eq!(broken["file"], "broken.shuban");
    let error = broken["error"].as_str().unwrap();
    assert!(!error.contains(service.folder.path().to_str().unwrap()), "{error}");
    assert_eq!(
        (&proof["game"], &proof["root"], &proof["claim"], &proof["side"]),
        (&json!("trax/3"), &json!("start"), &json!("draw-or-better"), &json!("red"))
    );
    let page = text(&service.get("/proofs"));
    assert!(page.contains(proof["content_hash"].as_str().unwrap()), "{page}");
    assert!(page.contains("red wins or draws") && page.contains(&file), "{page}");
    assert!(page.contains("broken.shuban"), "{page}");
}

#[test]
fn a_proof_is_walked_to_an_end_of_the_game_by_its_own_answers() {
    let service = Service::provable();
    let file = prove(service.folder.path(), "trax/4", ProofQuestion::DrawOrBetter);
    let mut line: Vec<String> = Vec::new();
    let mut statuses = Vec::new();
    loop {
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        let step = walked(&service, &file, &moves);
        let status = step["status"].as_str().unwrap().to_owned();
        assert_ne!(status, "missing", "{step}");
        assert_ne!(step["holds"], json!(false), "{step}");
        let address = format!("/proof?file={file}&line={}", encoded(&moves.join(";")));
        let page = text(&service.get(&address));
        assert!(page.contains(step["position"].as_str().unwrap()), "{page}");
        assert_eq!(page.matches("data-parts=").count(), step["moves"].as_array().unwrap().len());
        statuses.push(status.clone());
        let Some(first) = step["moves"].get(0) else { break };
        if status == "listed" {
            assert_eq!(step["moves"].as_array().unwrap().len(), 1);
        } else if first["status"] == "listed" {
            // The answer is the move that is played next.
            let action = first["move"].as_str().unwrap();
            let after = walked(&service, &file, &[&moves[..], &[action]].concat());
            assert_eq!(after["moves"][0]["move"], first["answer"]);
        }
        line.push(first["move"].as_str().unwrap().to_owned());
    }
    assert_eq!(statuses.last().map(String::as_str), Some("over"));
    for status in ["listed", "replies"] {
        assert!(statuses.iter().any(|one| one == status), "{status}: {statuses:?}");
    }
}

#[test]
fn the_line_of_a_proof_is_walked_back_and_forth() {
    let service = Service::provable();
    let file = prove(service.folder.path(), "trax/4", ProofQuestion::DrawOrBetter);
    let first = walked(&service, &file, &[])["moves"][0]["move"].as_str().unwrap().to_owned();
    let page = text(&service.get(&format!("/proof?file={file}&line={}", encoded(&first))));
    assert!(page.contains("at=0&amp;lang=en\" title=\"Back\""), "{page}");
    assert!(page.contains("The other side moves") && page.contains("in the proof"), "{page}");
    let at = format!("/proof?file={file}&line={}&at=0&lang=ja", encoded(&first));
    let page = text(&service.get(&at));
    assert!(page.contains("title=\"一手進む\"") && page.contains("証明が選ぶ手です。"), "{page}");
    // A move that the strategy does not make is outside of it.
    let other = if first == "@0/" { "@0+" } else { "@0/" };
    let step = walked(&service, &file, &[other]);
    assert_eq!((&step["status"], &step["left"]), (&json!("replies"), &json!(true)));
    assert_eq!(walked(&service, &file, &[&first])["left"], false);
    let page = text(&service.get(&format!("/proof?file={file}&line={}", encoded(other))));
    assert!(page.contains("has left the strategy") && !page.contains("differs"), "{page}");
}

#[test]
fn nothing_but_the_files_of_the_folder_is_opened() {
    let service = Service::provable();
    let data = service.folder.path();
    let file = prove(data, "trax/2", ProofQuestion::Win);
    std::fs::copy(data.join("proofs").join(&file), data.join("outside.shuban")).unwrap();
    for name in [
        "../outside.shuban",
        "..",
        ".",
        "",
        "/etc/passwd",
        "proofs/../../outside.shuban",
        "..\\outside.shuban",
        "outside.shuban",
        "a\0b.shuban",
        "none.shuban",
        data.join("outside.shuban").to_str().unwrap(),
    ] {
        let page = service.get(&format!("/proof?file={}", encoded(name)));
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{name}: {page:?}");
        let answer = service.get(&format!("/api/v1/proofs/{}", encoded(name)));
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{name}: {answer:?}");
    }
    assert_eq!(
        service.get(&format!("/proof?file={}", "x".repeat(30_000))).status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[test]
fn what_is_wrong_with_a_walk_stands_on_a_page() {
    let service = Service::provable();
    let data = service.folder.path();
    let file = prove(data, "trax/2", ProofQuestion::Win);
    let long = "A1%2B;".repeat(201);
    for line in ["zzz", "@0%2B;@0%2B;;@0%2B", &long] {
        for path in [
            format!("/proof?file={file}&line={line}"),
            format!("/api/v1/proofs/{file}?line={line}"),
        ] {
            let answered = service.get(&path);
            assert_eq!(answered.status, StatusCode::BAD_REQUEST, "{path}: {answered:?}");
        }
    }
    let path = data.join("proofs").join(&file);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes.truncate(middle);
    std::fs::write(&path, &bytes).unwrap();
    let answered = service.get(&format!("/proof?file={file}"));
    assert_eq!(answered.status, StatusCode::INTERNAL_SERVER_ERROR, "{answered:?}");
    assert_eq!(service.get("/proofs").status, StatusCode::OK);
}

#[test]
fn a_file_that_has_changed_is_read_anew() {
    let service = Service::provable();
    let data = service.folder.path();
    let [three, four] =
        ["trax/3", "trax/4"].map(|game| prove(data, game, ProofQuestion::DrawOrBetter));
    let game = |file: &str| walked(&service, file, &[])["proof"]["game"].clone();
    assert_eq!((game(&three), game(&four)), (json!("trax/3"), json!("trax/4")));
    let moves = || walked(&service, &three, &[])["moves"].clone();
    let before = moves();
    assert_eq!(before, moves());
    std::fs::rename(data.join("proofs").join(&four), data.join("proofs").join(&three)).unwrap();
    assert_eq!(game(&three), json!("trax/4"));
}

#[test]
fn a_proof_whose_index_would_be_too_large_is_not_walked() {
    let limits = Limits { index_memory: 100_000, ..Limits::default() };
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of(Server::limited(provable(), folder.path(), limits), folder);
    let small = prove(service.folder.path(), "trax/2", ProofQuestion::Win);
    let large = prove(service.folder.path(), "trax/5", ProofQuestion::DrawOrBetter);
    assert_eq!(walked(&service, &small, &[])["status"], "decided");
    let refused = service.get(&format!("/api/v1/proofs/{large}"));
    assert_eq!(refused.status, StatusCode::INSUFFICIENT_STORAGE, "{refused:?}");
    let reason = refused.json();
    assert_eq!(reason["kind"], "memory");
    let folder = service.folder.path().to_str().unwrap();
    assert!(!reason["detail"].as_str().unwrap().contains(folder), "{reason}");
    // It is listed all the same.
    let proofs = service.get("/api/v1/proofs").json();
    assert!(proofs["proofs"].as_array().unwrap().iter().all(|one| one["error"].is_null()));
}

/// Proofs in the format of earlier programs.
#[test]
fn a_list_of_positions_is_refused_with_the_command_for_a_new_proof() {
    let service = Service::provable();
    let data = service.folder.path();
    let file = prove(data, "trax/3", ProofQuestion::Win);
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    rewrite(&files, &data.join("proofs").join(&file), |opened| {
        let strategy = Section { name: "strategy".to_owned(), entries: Vec::new() };
        *opened.section("walk") = OpenedSection::Stream(strategy);
        opened.account.parts[0].name = "strategy".to_owned();
        opened.account.parts[0].sections = vec!["strategy".to_owned()];
    });
    let refused = service.get(&format!("/api/v1/proofs/{file}"));
    assert_eq!(refused.status, StatusCode::INTERNAL_SERVER_ERROR, "{refused:?}");
    let (reason, command) =
        (refused.json(), "shuban solve trax/3 'start' --question win --proof FILE");
    assert_eq!(reason["kind"], "outdated");
    assert!(reason["detail"].as_str().unwrap().contains(command), "{reason}");
    let listed = service.get("/api/v1/proofs").json();
    assert!(listed["proofs"][0]["error"].as_str().unwrap().contains(command), "{listed}");
}

#[test]
fn small_proofs_are_written_where_databases_are_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
    // Proofs come after databases, and those of all games take a minute.
    let mut catalog = miniatures::catalog();
    shuban_trax::register(&mut catalog);
    let catalog: &Catalog = Box::leak(Box::new(catalog));
    let server = Server::new(catalog, folder.path()).building(options);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let looked = Server::new(provable(), folder.path());
    let written = folder.path().join("proofs/trax-4-draw-or-better.shuban");
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let run = tokio::spawn(server.run(listener, async { drop(stopped.await) }));
        let started = Instant::now();
        while !written.is_file() {
            assert!(started.elapsed() < Duration::from_secs(60), "no proof was written");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        drop(stop);
        run.await.unwrap();
    });
    let service = Service::of(looked, folder);
    assert_eq!(walked(&service, "trax-4-draw-or-better.shuban", &[])["status"], "listed");
    let nothing = Service::provable();
    for path in ["/", "/proofs", "/position?game=trax/7&search=1", "/api/v1/proofs"] {
        assert_eq!(nothing.get(path).status, StatusCode::OK);
    }
    assert_eq!(std::fs::read_dir(nothing.folder.path()).unwrap().count(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn changed_requests_about_proofs_never_fail_the_server(
        request in 0..3_usize,
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        thread_local!(static SERVICE: Service = {
            let service = Service::provable();
            prove(service.folder.path(), "trax/2", ProofQuestion::Win);
            service
        });
        let mut path = [
            "/proof?file=trax-2-win.shuban&line=@0%2B;A0%2B;A0%2B&at=2&lang=ja",
            "/api/v1/proofs/trax-2-win.shuban?line=@0%2B;A0%2B",
            "/api/v1/domains/trax/8/probe?position=@0/",
        ][request].as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(path.len());
            path[place] = byte;
        }
        let request = Request::get(path.as_slice()).body(Body::empty());
        if let Ok(request) = request && request.uri().path().starts_with('/') {
            let answered = SERVICE.with(|service| service.ask(request));
            prop_assert!(!answered.status.is_server_error(), "{answered:?}");
        }
    }
}
