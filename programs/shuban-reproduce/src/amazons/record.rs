//! Records of 88 bits, and the size of a database of such records.

use std::convert::Infallible;

use rayon::prelude::*;
use serde_json::Value as Json;
use shuban_amazons::record88::{self, MAX_DISTANCE, MAX_SQUARES, RECORD_BYTES, Record88};
use shuban_amazons::{
    Army, MAX_SIZE, Minimax, Placements, Region, ScorePair, Squares, Subgame, Symmetry,
    position_counts,
};
use shuban_catalog::Error;
use shuban_core::Random;

use super::expected::OF_TEN;
use super::unsearched;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Larger sizes, with the number of positions drawn at random and its factor with time.
const DRAWN: [(usize, u64); 5] = [(6, 2_000), (7, 2_000), (8, 1_000), (9, 400), (10, 200)];
const DRAWN_FULL: u64 = 20;
const SEED: u64 = 88;

/// Squares of the positions that are written and read; one more with time.
const WRITTEN: usize = 5;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    let mut positions = 0;
    let (mut largest, mut stored, mut wide) = (0, 0, Vec::new());
    for size in 1..=MAX_SIZE {
        run.progress.phase(&format!("regions of {size} squares"), 0);
        run.check()?;
        positions += position_counts(size).values().sum::<u64>();
        let regions = Region::all(size);
        let own = |region: &Region| record88::distances(region.squares()).max().unwrap_or(0);
        let of_stored = regions.par_iter().map(own).max().unwrap_or(0);
        let of_all = regions.par_iter().map(|region| farthest(*region)).max().unwrap_or(0);
        rows.push(
            Finding::unprinted(format!("{size} squares: largest distance to the next"), of_all)
                .noting(format!(
                    "upright and any way round, at most 9 squares wide; as stored {of_stored}"
                )),
        );
        largest = largest.max(of_all);
        stored = stored.max(of_stored);
        wide.extend(
            regions.into_iter().filter(|region| region.squares().extent().1 == MAX_SQUARES),
        );
    }
    rows.push(Finding::exact("largest distance, except in 10×10 boxes", MAX_DISTANCE, largest));
    rows.push(Finding::unprinted("regions that need a 10×10 box", wide.len()));
    rows.push(Finding::unprinted("largest distance as stored, no region excepted", stored).noting(
        "the straight diagonal falls to the left there: what the publication excepts has a record, \
         too",
    ));
    rows.extend(bits());
    rows.extend(values_of_ten()?);
    rows.push(Finding::exact("positions", 17_275_854_477_u64, positions));
    rows.push(
        Finding::exact("bytes", 190_034_399_247_u64, positions * RECORD_BYTES as u64)
            .noting("printed as 11 bytes × 17,275,854,477, about 190 GByte"),
    );
    let most = run.size(WRITTEN, WRITTEN + 1);
    for size in 1..=most {
        run.progress.phase(&format!("records of {size} squares"), 0);
        run.check()?;
        rows.push(written_and_read(size)?);
    }
    for (size, count) in DRAWN {
        run.progress.phase(&format!("records of {size} squares"), 0);
        run.check()?;
        rows.push(drawn_and_read(size, count * run.size(1, DRAWN_FULL))?);
    }
    Ok(rows)
}

/// Returns the largest distance in orientations not wider than high, of at most nine columns.
fn farthest(region: Region) -> usize {
    let images =
        Symmetry::ALL.map(|symmetry| symmetry.apply(region.squares(), region.squares().extent()));
    let is_meant = |squares: &Squares| {
        let (height, width) = squares.extent();
        height >= width && width < MAX_SQUARES
    };
    let upright = images.into_iter().filter(is_meant);
    upright.flat_map(record88::distances).max().unwrap_or(0)
}

/// Returns the bits of the fields, as many as the numbers in them need.
fn bits() -> Vec<Finding> {
    let needed = |values: usize| values.next_power_of_two().trailing_zeros() as usize;
    // Rows and columns from 0 to 10; for each square its distance and one of three states; moves of
    // up to nine squares to either side, and null; one of four amazons, and two squares.
    let squares = 2 * needed(MAX_SQUARES + 1) + MAX_SQUARES * needed(3 * MAX_DISTANCE + 1);
    let values = 2 * needed(2 * (MAX_SQUARES - 1) + 2);
    let moves = 2 * (needed(4) + 2 * needed(MAX_SQUARES));
    vec![
        Finding::exact("bits of the squares and what stands there", 58, squares),
        Finding::exact("bits of the values", 10, values),
        Finding::exact("bits of the best moves", 20, moves),
        Finding::exact("bits in all", 88, squares + values + moves),
        Finding::exact("bytes of a record", 11, RECORD_BYTES),
    ]
}

/// Returns the greatest number of moves in a value of ten squares, which the publication gives as
/// 9: where one side alone can move, and where both can.
fn values_of_ten() -> Result<[Finding; 2], Error> {
    let values = ten_squares().ok_or_else(unsearched)?;
    let most = |is_one: fn(&ScorePair) -> bool| {
        let ends = values.iter().filter(|value| is_one(value)).flat_map(|value| [value.a, value.b]);
        ends.flatten().map(i32::abs).max()
    };
    let one_sided = most(|value| value.a.is_none() || value.b.is_none());
    let two_sided = most(|value| value.a.is_some() && value.b.is_some());
    let note = "of all regions, in docs/ledgers/amazons-10.json";
    Ok([
        Finding::exact(
            "values of ten squares: from -9 to 9, so at most",
            9,
            one_sided.max(two_sided),
        )
        .noting(format!("{note}, where one side alone can move")),
        Finding::unprinted("values of ten squares where both sides can move, at most", two_sided)
            .noting(note),
    ])
}

/// Returns all values of ten squares, of any amazons.
fn ten_squares() -> Option<Vec<ScorePair>> {
    let ledger: Json = serde_json::from_str(OF_TEN).ok()?;
    let rows = ledger["rows"].as_array()?.iter();
    let values = rows.map(|row| {
        let [_, _, a, b] = &row.as_array()?[..] else { return None };
        // Moves are counted in bytes.
        let [a, b] = [a, b].map(|end| end.as_i64().map(|moves| moves as i32));
        Some(ScorePair { a, b })
    });
    values.collect()
}

fn nothing(_: &Subgame) -> Result<Option<ScorePair>, Infallible> {
    Ok(None)
}

/// Returns true if a position's record, with its value and a best move of each side by search, is
/// read as it was written.
fn is_read_as_written(
    minimax: &mut Minimax<impl FnMut(&Subgame) -> Result<Option<ScorePair>, Infallible>>,
    placed: Subgame,
) -> bool {
    let Ok(value) = minimax.value(&placed);
    let best = Army::BOTH.map(|side| {
        let Ok(moves) = minimax.move_values(&placed, side);
        let best = moves.into_iter().find(|&(_, worth)| Some(worth) == value.first(side));
        best.map(|(action, _)| action)
    });
    let entry = Record88 { region: placed, value, best };
    let record = record88::encode(&entry);
    record.is_ok_and(|record| record88::decode(&record) == Ok(entry))
}

/// Does the same for drawn positions of a size.
fn drawn_and_read(size: usize, count: u64) -> Result<Finding, Error> {
    let regions = Region::all(size);
    let one = |number: u64| -> Result<bool, Error> {
        let mut random = Random::of_part(SEED + size as u64, number);
        let region = regions[random.place(regions.len())];
        let placements = Placements::new(region);
        let placement = placements.unrank(random.below(placements.len()));
        let placed = placement.and_then(|placement| Subgame::placed(region, placement));
        Ok(is_read_as_written(&mut Minimax::new(nothing), placed.ok_or_else(unsearched)?))
    };
    let read: Result<Vec<bool>, Error> = (0..count).into_par_iter().map(one).collect();
    let same = read?.into_iter().filter(|is_same| *is_same).count();
    Ok(Finding::twice(
        format!("{size} squares: drawn positions whose record is read as it was written"),
        same,
        count,
    )
    .noting(format!("of {count}, with their values and best moves by search")))
}

/// Writes a record of each position of a size, with its value and a best move by search, and reads
/// it again.
fn written_and_read(size: usize) -> Result<Finding, Error> {
    let of_region = |region: &Region| -> Result<(usize, usize), Error> {
        let mut minimax = Minimax::new(nothing);
        let (mut same, mut all) = (0, 0);
        for placement in Placements::new(*region).iter() {
            let placed = Subgame::placed(*region, placement).ok_or_else(unsearched)?;
            same += usize::from(is_read_as_written(&mut minimax, placed));
            all += 1;
        }
        Ok((same, all))
    };
    let counts: Result<Vec<(usize, usize)>, Error> =
        Region::all(size).par_iter().map(of_region).collect();
    let (same, all) =
        counts?.into_iter().fold((0, 0), |sum, (same, all)| (sum.0 + same, sum.1 + all));
    Ok(Finding::twice(
        format!("{size} squares: positions whose record is read as it was written"),
        same,
        all,
    ))
}
