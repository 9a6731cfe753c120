//! Pictures of positions and of turns.

use crate::common::shuban;

#[test]
fn draw_writes_a_picture() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("position.svg");
    let drawn = ["draw", "half-gammon", "3,bar|1,2", "--to", to.to_str().unwrap(), "--json"];
    assert_eq!(shuban(data.path(), &drawn).with_code(0).json()["position"], "3,bar|1,2");
    assert!(std::fs::read_to_string(&to).unwrap().starts_with("<svg"));
    shuban(data.path(), &["draw", "half-gammon", "1|2", "--to", "position.gif"]).with_code(2);
    shuban(data.path(), &["draw", "half-gammon", "1|x", "--to", to.to_str().unwrap()]).with_code(2);
    let nowhere = data.path().join("none/position.svg");
    shuban(data.path(), &["draw", "half-gammon", "1|2", "--to", nowhere.to_str().unwrap()])
        .with_code(3);
}

#[test]
fn draw_writes_one_turn_as_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("turn.svg");
    let run = |more: &[&str]| {
        let to = ["--to", file.to_str().unwrap()];
        shuban(folder.path(), &[&["draw", "half-gammon", "4,8|11"], more, &to].concat())
    };
    run(&["--turn", "2-1", "--most", "2"]).with_code(0);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.contains("2-1: 5 plays") && svg.contains("and 3 more plays"), "{svg}");
    let refused = run(&["--turn"]);
    assert!(refused.err.contains("a roll is needed to draw a turn"), "{}", refused.err);
}

#[test]
#[cfg(feature = "png")]
fn draw_writes_a_picture_of_pixels() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("position.png");
    let to_text = to.to_str().unwrap();
    let width = |arguments: &[&str]| {
        let draw = ["draw", "half-gammon", "3,bar|1,2", "--to", to_text];
        shuban(data.path(), &[&draw[..], arguments].concat()).with_code(0);
        let picture = std::fs::read(&to).unwrap();
        assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
        u32::from_be_bytes(picture[16..20].try_into().unwrap())
    };
    assert_eq!(width(&[]), 904);
    assert_eq!(width(&["--width", "300"]), 300);
}

#[test]
#[cfg(not(feature = "png"))]
fn pictures_of_pixels_need_a_feature() {
    let data = tempfile::tempdir().unwrap();
    let ran =
        shuban(data.path(), &["draw", "half-gammon", "1|2", "--to", "position.png"]).with_code(2);
    assert!(ran.err.contains("--features png"), "{}", ran.err);
}
