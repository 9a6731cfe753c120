//! Answers of a page are those of the program, member for member.

use serde_json::{Value as Json, json};
use shuban_catalog::{Printable, Session};
use shuban_core::{Medium, Random};
use shuban_site::Site;

use crate::host::{CATALOG, Host, said};

/// Compares answers, equations and drawings of random positions of a layer, asked of one page.
fn compare(host: &mut Host, layer: &str, mut site: Site, positions: usize) {
    let told = host.tell(&mut site);
    assert!(!told["games"].as_array().unwrap().is_empty());
    let session = Session::new(&CATALOG, CATALOG.target(layer).unwrap(), host.data.path());
    let named = CATALOG.layer(layer).unwrap();
    let all: u64 = named.family.layers()[named.layer.0].positions();
    let mut random = Random::new(7);
    for _ in 0..positions {
        let number = random.below(all.max(1));
        let question = json!({ "what": "numbered", "domain": layer, "number": number });
        let numbered = host.ask(&mut site, &question);
        let text = numbered["position"].as_str().unwrap_or_else(|| panic!("{numbered}")).to_owned();
        let question = json!({ "what": "probe", "domain": layer, "position": text });
        let reply = host.ask(&mut site, &question);
        let expected = session.probe(&text, None).unwrap();
        assert_eq!(reply["answer"], expected.json(), "{text}");
        let drawing = named.game.draw(&expected.position, Medium::Svg).unwrap();
        assert_eq!(reply["drawing"], Json::from(drawing));
        // The number that an answer has leads back, or to the position that stands for it.
        let place = (reply["answer"]["part"].clone(), reply["answer"]["index"].clone());
        if place.1.is_number() {
            let question = json!({
                "what": "numbered", "domain": layer, "part": place.0, "number": place.1,
            });
            let back = host.ask(&mut site, &question)["position"].clone();
            let question = json!({ "what": "probe", "domain": layer, "position": back });
            let again = host.ask(&mut site, &question);
            let found = (again["answer"]["part"].clone(), again["answer"]["index"].clone());
            assert_eq!(found, place, "{text} {back}");
        }
        // By the game, the smallest layer answers, which is this one.
        let of_game = json!({ "what": "probe", "game": named.game.name(), "position": text });
        assert_eq!(host.ask(&mut site, &of_game)["answer"]["value"], reply["answer"]["value"]);

        let rolls = expected.events.iter().filter_map(|event| event.chance.as_deref());
        for roll in rolls.take(3) {
            let question = json!({
                "what": "probe", "domain": layer, "position": text, "roll": roll,
            });
            let expected = session.probe(&text, Some(roll)).unwrap();
            assert_eq!(host.ask(&mut site, &question)["answer"], expected.json(), "{text} {roll}");
        }

        let question = json!({ "what": "equation", "domain": layer, "position": text });
        let reply = host.ask(&mut site, &question);
        match session.equation(&text) {
            Ok(equation) => assert_eq!(reply["equation"], json!(equation), "{text}"),
            Err(_) => assert!(reply["error"]["message"].is_string(), "{reply}"),
        }
    }
}

fn site(register: impl FnOnce(&mut Site)) -> Site {
    let mut site = Site::default();
    register(&mut site);
    site
}

fn gammon() -> Site {
    site(shuban_gammon::register_tables)
}

#[test]
fn of_half_gammon() {
    let layer = "half-gammon/contact-2-2";
    compare(&mut Host::of(layer), layer, gammon(), 40);
}

#[test]
fn of_a_bear_off() {
    let layer = "half-gammon/bearoff";
    compare(&mut Host::of(layer), layer, gammon(), 20);
}

#[test]
fn of_amazons() {
    let layer = "amazons/5";
    compare(&mut Host::of(layer), layer, site(shuban_amazons::register), 40);
}

#[test]
fn of_tanhinmin() {
    let layer = "tanhinmin/3p-6";
    compare(&mut Host::of(layer), layer, site(shuban_tanhinmin::register), 40);
}

#[test]
fn a_cold_position_takes_few_rounds() {
    let mut host = Host::of("half-gammon/contact-2-2");
    let mut site = gammon();
    host.tell(&mut site);
    let question = json!({ "what": "probe", "game": "half-gammon", "position": "3,9|5,11" });
    let reply = host.ask(&mut site, &question);
    assert!(reply["answer"]["value"].is_number(), "{reply}");
    // Header, trailer, directory of each layer, then block tables, then blocks: each round all at once.
    assert_eq!(host.rounds, 5, "{} parts", host.parts);
    // Once more: nothing is needed.
    let parts = host.parts;
    assert_eq!(host.ask(&mut site, &question), reply);
    assert_eq!(host.parts, parts);
}

#[test]
fn positions_are_set_up_and_drawn_without_layers() {
    let mut site = gammon();
    said(&mut site, &json!({ "what": "layers", "layers": [] }));
    let drawn = said(
        &mut site,
        &json!({ "what": "draw", "game": "half-gammon", "position": "3|4", "roll": "2-1" }),
    );
    assert!(drawn["drawing"].as_str().unwrap().starts_with("<svg"), "{drawn}");
    assert_eq!(drawn["answer"]["roll"], "2-1");
    let nowhere = json!({ "what": "probe", "game": "half-gammon", "position": "3|4" });
    let refused = said(&mut site, &nowhere);
    let message = refused["error"]["message"].as_str().unwrap();
    assert_eq!(message, "half-gammon/contact-1-1 is not published here");
    let put = json!({
        "what": "put", "game": "half-gammon", "position": "3|4", "tool": "turn", "part": "",
    });
    let game = CATALOG.games().find(|game| game.name() == "half-gammon").unwrap();
    let tools = game.tools();
    for tool in &tools {
        let mut put = put.clone();
        put["tool"] = tool.name.into();
        put["part"] = if tool.on.name() == "board" { "" } else { "5" }.into();
        let reply = said(&mut site, &put);
        let position = game.read("3|4").unwrap();
        match game.put(&position, put["part"].as_str().unwrap(), tool.name) {
            Ok(after) => assert_eq!(reply["position"], after.text),
            Err(error) => assert_eq!(reply["error"]["message"], error.to_string()),
        }
    }
}
