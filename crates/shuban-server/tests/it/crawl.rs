//! Links from page to page.

use std::collections::{BTreeMap, VecDeque};

use axum::http::header;

use crate::common::{Service, provable, text};

/// Pages that are looked at of one kind and game.
const OF_A_KIND: usize = 2;

/// Returns the addresses of a page's links within the explorer.
fn links(page: &str) -> impl Iterator<Item = String> {
    let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let links = links.filter(|link| link.starts_with('/') && !link.starts_with("/static"));
    links.map(|link| link.replace("&amp;", "&"))
}

/// Returns the kind of an address: its path, its game, and the names of its parameters.
fn kind(address: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let named = |pair: &str| match pair.split_once('=') {
        Some(("game" | "level", _)) => pair.to_owned(),
        Some((name, _)) => name.to_owned(),
        None => String::new(),
    };
    let mut names: Vec<String> = query.split('&').map(named).collect();
    names.dedup();
    format!("{path} {}", names.join(" "))
}

#[test]
fn no_link_leads_astray() {
    let service = Service::provable();
    let first = ["/", "/?lang=ja", "/databases", "/practice", "/reproductions", "/proofs"];
    let mut waiting: VecDeque<(String, String)> =
        first.map(|address| (address.to_owned(), String::new())).into();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut looked_at = 0;
    while let Some((address, from)) = waiting.pop_front() {
        let count = seen.entry(kind(&address)).or_default();
        *count += 1;
        // Searches take seconds.
        if *count > OF_A_KIND || address.contains("search=") || looked_at == 400 {
            continue;
        }
        looked_at += 1;
        let answered = service.get(&address);
        assert!(!answered.status.is_client_error(), "{address} of {from}: {answered:?}");
        assert!(!answered.status.is_server_error(), "{address} of {from}: {answered:?}");
        let location = answered.header(header::LOCATION);
        if !location.is_empty() {
            waiting.push_back((location.to_owned(), address));
        } else if answered.header(header::CONTENT_TYPE).starts_with("text/html") {
            let page = String::from_utf8_lossy(&answered.body).into_owned();
            waiting.extend(links(&page).map(|link| (link, address.clone())));
        }
    }
    assert!(looked_at > 200, "{looked_at} pages");
}

/// The start of a group of games need not be that of the member whose position it is.
#[test]
fn links_of_a_group_keep_its_position() {
    let service = Service::provable();
    for group in provable().groups() {
        let page = text(&service.get(&format!("/position?game={}", group.name)));
        let (_, shown) = page.split_once("data-position=\"").unwrap();
        let shown = shown.split('"').next().unwrap().to_owned();
        let moves: Vec<String> = links(&page).filter(|link| link.contains("line=")).collect();
        assert!(!moves.is_empty(), "{}", group.name);
        for link in moves.iter().chain(&links(&page).find(|link| link.contains("search="))) {
            assert!(link.contains("position="), "{link}");
            if link.contains("line=") {
                let back = text(&service.get(&format!("{link}&at=0")));
                assert!(back.contains(&format!("data-position=\"{shown}\"")), "{link}");
            }
        }
    }
}
