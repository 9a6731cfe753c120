//! Dependencies of the referee.

/// Crates of this project that the referee may use.
const ALLOWED: [&str; 1] = ["shuban-store"];

#[test]
fn the_referee_depends_on_the_file_reader_alone() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
    let (dependencies, _) = dependencies.split_once("\n[").unwrap();
    let names = dependencies.lines().filter_map(|line| line.split(['.', ' ']).next());
    let own: Vec<&str> = names.filter(|name| name.starts_with("shuban")).collect();
    assert_eq!(own, ALLOWED);
}
