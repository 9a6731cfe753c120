//! Error messages for unknown names.

use shuban_games::catalog;

#[test]
fn names_have_forms() {
    let catalog = catalog();
    for (name, said) in [
        ("half-gammon/contact-99-98", ": its domains are half-gammon/contact-A-B, from `"),
        ("half-gammon/pairs2", "; the nearest are `half-gammon/bearoff2`, "),
        ("amazons/99", ": its domains are amazons/N, from `amazons/1` to "),
        ("amazons/99/canonical", ": its domains are amazons/N/canonical, from `"),
        ("half-gammon/contact-1-2", "; one file holds both orders: `half-gammon/contact-2-1`"),
    ] {
        let refused = catalog.layer(name).map(drop).unwrap_err().to_string();
        let expected = format!("there is no domain `{name}`{said}");
        assert!(refused.starts_with(&expected), "{refused}");
    }
    let refused = catalog.layer("amazons/99").map(drop).unwrap_err().to_string();
    assert!(!refused.contains("both orders"), "{refused}");
}
