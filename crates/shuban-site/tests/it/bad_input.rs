//! Bad questions, and files that are not what they should be.

use serde_json::json;
use shuban_site::Site;

use crate::host::{Host, said};

fn page(host: &Host) -> Site {
    let mut site = Site::default();
    shuban_gammon::register_tables(&mut site);
    host.tell(&mut site);
    site
}

#[test]
fn bad_questions_are_refused_with_the_reason() {
    let host = Host::of("half-gammon/contact-1-1");
    let mut site = page(&host);
    for (question, reason) in [
        ("", "EOF while parsing"),
        ("{", "EOF while parsing"),
        ("[]", "missing field `what`"),
        (r#"{"what":"win"}"#, "unknown variant"),
        (r#"{"what":"probe"}"#, "missing field `position`"),
        (r#"{"what":"probe","position":"1|1"}"#, "no game and no domain"),
        (r#"{"what":"probe","game":"chess","position":"1|1"}"#, "no game `chess`"),
        (r#"{"what":"probe","game":"half-gammon","position":"99|1"}"#, "bad position"),
        (r#"{"what":"probe","game":"half-gammon","position":"1|1","roll":"9"}"#, "bad roll"),
        (
            r#"{"what":"probe","domain":"half-gammon/contact-9-9","position":"1|1"}"#,
            "half-gammon/contact-9-9 is not published here",
        ),
        (
            r#"{"what":"numbered","domain":"half-gammon/contact-3-3","number":1}"#,
            "is not published here",
        ),
    ] {
        let reply: serde_json::Value = serde_json::from_str(&site.ask(question)).unwrap();
        let message = reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{reply}"));
        assert!(message.contains(reason), "{question}: {message}");
    }
    // Of no layer of the page: nothing happens.
    site.give(99, 0, &[1, 2, 3]);
}

#[test]
fn no_flipped_bit_gives_another_answer() {
    let mut host = Host::of("half-gammon/contact-1-1");
    let question = json!({ "what": "probe", "game": "half-gammon", "position": "3|9" });
    let right = host.ask(&mut page(&host), &question);
    assert!(right["answer"]["value"].is_number());
    let sound = host.files[0].clone();
    let mut named = 0;
    for at in (0..sound.len()).step_by(3) {
        host.files[0].clone_from(&sound);
        host.files[0][at] ^= 1 << (at % 8);
        let mut site = page(&host);
        let reply = host.ask(&mut site, &question);
        if let Some(error) = reply.get("error") {
            assert_eq!(error["layer"], 0, "byte {at}: {error}");
            assert!(error["message"].as_str().unwrap().starts_with("half-gammon/contact-1-1: "));
            named += 1;
            // The part is fetched again, and now it is sound.
            host.files[0].clone_from(&sound);
            assert_eq!(host.ask(&mut site, &question), right, "byte {at}");
        } else {
            // In a part of the file that the question does not read.
            assert_eq!(reply, right, "byte {at}");
        }
    }
    assert!(named > 100, "{named}");
}

#[test]
fn a_file_of_another_layer_is_refused() {
    let mut host = Host::of("half-gammon/contact-2-1");
    host.names.swap(0, 1);
    let mut site = page(&host);
    let question = json!({ "what": "probe", "game": "half-gammon", "position": "3|9" });
    let reply = host.ask(&mut site, &question);
    let message = reply["error"]["message"].as_str().unwrap();
    assert!(message.contains("not a file of half-gammon/contact-1-1"), "{message}");
    assert!(said(&mut site, &question).get("answer").is_none());
}
