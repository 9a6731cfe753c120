//! Properties of any bytes read as a database of hypergammon, or as the weights of a network: they are
//! read or refused, and any value read can be described. The fuzz targets use it, too.

use std::sync::LazyLock;

use shuban_core::own_file::OwnFiles as _;
use shuban_core::{Domain as _, Explain as _, Game as _};
use shuban_gammon::evaluation::{Network, NetworkEvaluation};
use shuban_gammon::money::{Dances, Money};
use shuban_gammon::{Position, Variant};
use shuban_store_testing::file_of;
use xxhash_rust::xxh3::xxh3_64;

/// The trained weights of half-gammon.
static WEIGHTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let variant = Variant::by_name("half-gammon").expect("a variant");
    let trained = NetworkEvaluation::new(variant.clone()).expect("it has a network");
    trained.network().to_file(&variant)
});

/// The input repeated to the length of a database of one checker a side, and the input alone.
pub(crate) fn as_hypergammon(bytes: &[u8]) {
    let money = Money::new(1, Dances::AsGnubg).expect("1 to 3 checkers");
    let header = format!("{:x<39}\n", "gnubg-H1").into_bytes();
    let records = bytes.iter().copied().cycle().take(26 * 26 * 28);
    let long = header.iter().copied().chain(records).collect();
    let short = header.iter().chain(bytes).copied().collect();
    for bytes in [bytes.to_vec(), short, long] {
        let file = file_of(bytes);
        let Ok(Some(open)) = money.open(&file) else { continue };
        for text in ["24|24", "bar|1", "7|bar"] {
            let position = money.game().parse(text).expect("a position of hypergammon");
            let value = (open.value)(&position).expect("the file is whole");
            let value = value.expect("it holds every position");
            let fields = money.fields(&value);
            assert!(fields.get("equity").is_some() && fields.get("chances").is_some());
            // The cube action of any bytes has a name.
            assert!(value.equities.actions().iter().all(|action| !action.name().is_empty()));
            let points = value.chances.take_points();
            assert!(points.is_none_or(|points| points.iter().all(|point| !point.is_nan())));
        }
    }
}

/// Weights with changes under a sound checksum: the first byte names the variant that is asked for,
/// each seven more change four bytes at a place, or cut the file there. Returns true if they are read.
pub(crate) fn as_network(script: &[u8]) -> bool {
    let Some((&name, script)) = script.split_first() else { return false };
    let names = Variant::names();
    let name = names[usize::from(name) % names.len()];
    let variant = Variant::by_name(name).expect("a variant");
    let mut file = WEIGHTS[..WEIGHTS.len() - 8].to_vec();
    for change in script.chunks_exact(7) {
        let &[low, middle, high, ref bytes @ ..] = change else { continue };
        let place = u32::from_le_bytes([low, middle, high, 0]) as usize;
        match file.get_mut(place..place + bytes.len()) {
            Some(found) => found.copy_from_slice(bytes),
            None if high == u8::MAX => file.extend(bytes),
            None => file.truncate(place % (file.len() + 1)),
        }
    }
    file.extend(xxh3_64(&file).to_le_bytes());
    let network = match Network::read(&variant, &file) {
        Ok(network) => network,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    assert_eq!(network.to_file(&variant), file);
    let evaluation = NetworkEvaluation::read(variant.clone(), &file).expect("it was read");
    let start = Position::new(variant.start(), variant.start());
    let expected = evaluation.expected_result(&start);
    assert!(expected.abs() < 1.0, "{expected}");
    true
}
