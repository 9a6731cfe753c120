//! The guide's excerpts of these examples are exact.

use std::fs;

#[test]
fn excerpts_of_the_guide_stand_in_an_example() {
    let document = include_str!("../../../docs/adding-a-game.md");
    let sources: Vec<String> = ["../awari/src", "src"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let blocks = document.split("```rust,ignore\n").skip(1);
    let mut count = 0;
    for block in blocks.filter_map(|rest| rest.split("```").next()) {
        assert!(sources.iter().any(|source| source.contains(block)), "in no example: {block}");
        count += 1;
    }
    assert_eq!(count, 4);
}
