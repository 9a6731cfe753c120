//! Databases of regions, in all their forms.

use crate::common::{build, catalog, session};
use shuban_amazons::record88::{RECORD_BYTES, Record88, decode};
use shuban_amazons::{Army, Position, format_move, format_position};
use shuban_catalog::{ExportFormat, Printable};
use shuban_core::Silent;
use shuban_store::{Disk, FileSystem as _};

#[test]
fn exported_records_are_what_a_probe_says() {
    let folder = tempfile::tempdir().unwrap();
    let layer = build(folder.path(), "amazons/5");
    let export = |to: &std::path::Path, format| {
        layer.family.export(layer.layer, folder.path(), to, format, &Silent)
    };
    let to = folder.path().join("five.okada");
    assert_eq!(layer.family.own_formats(), ["okada"]);
    assert_eq!(export(&to, ExportFormat::Own("okada")).unwrap(), 12_016);
    let other = export(&to, ExportFormat::Own("gnubg")).unwrap_err();
    assert_eq!(other.kind(), "no-format");
    let bytes = std::fs::read(&to).unwrap();
    let entries: Vec<Record88> = bytes
        .chunks(RECORD_BYTES)
        .map(|record| decode(record.try_into().unwrap()).unwrap())
        .collect();
    assert_eq!(entries.len(), 12_016);
    let session = session(folder.path(), "amazons/5");
    for (rank, entry) in entries.iter().enumerate() {
        if rank % 7 != 0 {
            continue;
        }
        let position = Position::around(entry.region, Army::Black).unwrap();
        let found = session.probe(&format_position(&position), None).unwrap().json();
        assert_eq!(found["index"], rank);
        assert_eq!(
            (found["a"].as_i64(), found["b"].as_i64()),
            (entry.value.a.map(i64::from), entry.value.b.map(i64::from))
        );
        for (side, name) in Army::BOTH.into_iter().zip(["best_black", "best_white"]) {
            let best = entry.best[side as usize].map(|action| format_move(&position, &action));
            assert_eq!(
                found[name].as_array().unwrap().first().and_then(|text| text.as_str()),
                best.as_deref()
            );
        }
    }
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!names.contains(&"five.okada.partial".into()));
}

/// 178 GB of ten squares are refused beforehand where the disk has not as much room.
#[test]
fn records_that_the_disk_has_no_room_for_are_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let room = |layer: &str, format| {
        let layer = catalog().layer(layer).unwrap();
        layer.family.check_room(layer.layer, format, &folder.path().join("file"))
    };
    let records = ExportFormat::Own("okada");
    let has_room = Disk::default().free_space(folder.path()).unwrap() >= 178_253_722_020;
    match room("amazons/10", records) {
        Ok(()) => assert!(has_room),
        Err(error) => assert!(!has_room && error.kind() == "no-space", "{error}"),
    }
    assert!(room("amazons/1", records).is_ok() && room("amazons/10", ExportFormat::Csv).is_ok());
    assert!(room("backgammon/gnubg-ts-6x1", ExportFormat::Own("bd")).is_ok());
}
