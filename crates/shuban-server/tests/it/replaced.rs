//! Databases that change under a running server.

use axum::http::StatusCode;
use serde_json::Value as Json;
use shuban_solve::BuildOptions;

use crate::common::{Service, build, build_with, encoded};

const LAYER: &str = "hitting-race/1-1";

fn equation(service: &Service) -> Json {
    let path = format!("/api/v1/domains/{LAYER}/equation?position={}", encoded("3x1|2x1"));
    let answered = service.get(&path);
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    answered.json()
}

fn told_hash(service: &Service) -> Json {
    service.get(&format!("/api/v1/domains/{LAYER}")).json()["content_hash"].clone()
}

#[test]
fn a_layer_that_is_rebuilt_or_removed_under_the_server_is_noticed() {
    let service = Service::with(&[LAYER]);
    let data = service.folder.path().to_owned();
    let before = equation(&service);
    assert_eq!(before["files"][LAYER], told_hash(&service));
    let options = BuildOptions { threads: 1, width: 1 << 24, ..BuildOptions::new(&data) };
    build_with(LAYER, &BuildOptions { rebuild: true, ..options });
    let after = equation(&service);
    assert_ne!(after["files"][LAYER], before["files"][LAYER]);
    assert_eq!(after["files"][LAYER], told_hash(&service));
    // Removed, all pages and answers agree that it is not there.
    std::fs::remove_file(data.join(format!("{LAYER}.shuban"))).unwrap();
    for path in ["", "/equation?position=3x1%7C2x1", "/positions/0"] {
        let answered = service.get(&format!("/api/v1/domains/{LAYER}{path}"));
        assert_eq!(answered.status, StatusCode::NOT_FOUND, "{path}: {answered:?}");
    }
    build(&data, LAYER);
    assert_eq!(equation(&service)["files"], before["files"]);
}
