//! Speed of random games of half-gammon: items are games.

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::Random;
use shuban_gammon::Variant;
use shuban_reproduce::{DiceRules, RandomChoice, RandomPlay, RandomScratch};

fn main() {
    divan::main();
}

const GAMES: u32 = 1_000;

#[divan::bench(args = [
    (DiceRules::Full, RandomChoice::AfterPositions),
    (DiceRules::None, RandomChoice::AfterPositions),
    (DiceRules::None, RandomChoice::Sequences),
])]
fn half_gammon(bencher: Bencher<'_, '_>, (rules, choice): (DiceRules, RandomChoice)) {
    let variant = Variant::by_name("half-gammon").expect("the variant has this name");
    let play = RandomPlay::new(&variant, rules, choice).expect("half-gammon has 12 points");
    let (mut random, mut scratch) = (Random::new(1), RandomScratch::default());
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        (0..GAMES).map(|_| u64::from(play.game(&mut random, &mut scratch).turns)).sum::<u64>()
    });
}
