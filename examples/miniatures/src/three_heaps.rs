//! Nim for three: in turn, counters are taken from one heap, and the player who takes the last one
//! wins. Two of three may ruin the third without winning themselves, so values are sets of possible
//! winners, as for [`three_players`](crate::three_players); here they are `shuban-core`'s own.

use std::collections::BTreeMap;

use shuban_core::{
    Ask, Codec, Column, Cost, Dictionary, Domain, Explain, Field, Fields, Game, Index, IndexError,
    Japanese, Layer, LayerId, NotationError, Part, PartId, Payoffs, Play, Present, Record, Seat,
    Unanswered, Winners,
};

const SEATS: usize = 3;

/// Most counters of a heap.
const HIGHEST: u8 = 6;

/// Three heaps, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// Heaps in ascending order.
    heaps: [u8; 3],
    turn: Seat,
}

impl Heaps {
    fn new(mut heaps: [u8; 3], turn: Seat) -> Self {
        heaps.sort_unstable();
        Heaps { heaps, turn }
    }

    fn counters(&self) -> usize {
        self.heaps.iter().map(|&heap| usize::from(heap)).sum()
    }
}

/// A move: size of the heap, and number of counters taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    from: u8,
    count: u8,
}

/// The rules.
pub struct ThreeNim;

impl Game for ThreeNim {
    type Position = Heaps;
    type Chance = ();
    type Move = Take;

    fn name(&self) -> String {
        "three-player-nim".into()
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn to_move(&self, heaps: &Heaps) -> Seat {
        heaps.turn
    }

    /// The player before the one to move has taken the last counter.
    fn outcome(&self, heaps: &Heaps) -> Option<Payoffs> {
        let last = (heaps.turn + SEATS - 1) % SEATS;
        let won = || Payoffs::new(&[0, 1, 2].map(|seat| i16::from(seat == last)));
        (heaps.counters() == 0).then(won)
    }

    fn chances(&self, _: &Heaps) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    /// Equal heaps are one.
    fn plays(&self, heaps: &Heaps, (): (), plays: &mut Vec<Play<Heaps, Take>>) {
        for (number, &from) in heaps.heaps.iter().enumerate() {
            if heaps.heaps[..number].contains(&from) {
                continue;
            }
            for count in 1..=from {
                let mut left = heaps.heaps;
                left[number] -= count;
                let after = Heaps::new(left, (heaps.turn + 1) % SEATS);
                plays.push(Play { action: Take { from, count }, after });
            }
        }
    }

    /// The player to move sits at 0.
    fn canonical(&self, heaps: &Heaps) -> Heaps {
        Heaps { turn: 0, ..*heaps }
    }

    /// Heaps, and the player to move (a, b, c): `1,3,5 a`.
    fn parse(&self, text: &str) -> Result<Heaps, NotationError> {
        let refuse = |at, reason| NotationError::new(text, at, reason);
        let (heaps, turn) = text.split_once(' ').unwrap_or((text, "a"));
        let turn = ["a", "b", "c"].iter().position(|&name| name == turn);
        let turn = turn.ok_or_else(|| refuse(heaps.len() + 1, "expected a, b or c"))?;
        let read = |heap: &str| heap.parse().ok().filter(|&heap: &u8| heap <= HIGHEST);
        let heaps: Option<Vec<u8>> = heaps.split(',').map(read).collect();
        let heaps = heaps.and_then(|heaps| <[u8; 3]>::try_from(heaps).ok());
        let heaps = heaps.ok_or_else(|| refuse(0, "expected three heaps of 0 to 6 counters"))?;
        Ok(Heaps::new(heaps, turn))
    }

    fn format(&self, heaps: &Heaps) -> String {
        let [a, b, c] = heaps.heaps;
        format!("{a},{b},{c} {}", ["a", "b", "c"][heaps.turn])
    }

    fn format_move(&self, _: &Heaps, (): (), take: &Take) -> String {
        format!("{}-{}", take.from, take.count)
    }
}

impl Present for ThreeNim {
    fn about(&self) -> String {
        "nim for three players: who takes the last counter wins".to_owned()
    }

    fn start(&self) -> Heaps {
        Heaps::new([3, 4, 5], 0)
    }

    fn japanese(&self) -> Japanese {
        Japanese::new("三人ニム：最後の一つを取った人の勝ち", &[])
    }
}

/// All heaps with a given sum of counters, ascending.
struct OfCounters(Vec<[u8; 3]>);

impl OfCounters {
    fn new(counters: usize) -> Self {
        let mut all = Vec::new();
        for a in 0..=HIGHEST {
            for b in a..=HIGHEST {
                all.extend((b..=HIGHEST).map(|c| [a, b, c]));
            }
        }
        all.retain(|heaps| heaps.iter().map(|&heap| usize::from(heap)).sum::<usize>() == counters);
        OfCounters(all)
    }
}

impl Index for OfCounters {
    type Position = Heaps;

    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn rank(&self, heaps: &Heaps) -> Option<u64> {
        Some(self.0.binary_search(&heaps.heaps).ok()? as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Heaps> {
        Some(Heaps { heaps: *self.0.get(rank as usize)?, turn: 0 })
    }
}

/// A set of possible winners, in three bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetRecord(u8);

impl Record for SetRecord {
    fn columns() -> &'static [Column] {
        &[Column { name: "winners", bits: 3, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        SetRecord(raw[0] as u8)
    }
}

/// All positions, a layer for each number of counters. A value is the set of possible winners, the
/// player to move being the first.
pub struct AllHeaps {
    layers: Vec<Layer>,
}

/// The domain of all positions.
impl Default for AllHeaps {
    fn default() -> Self {
        AllHeaps::new(3 * usize::from(HIGHEST))
    }
}

impl AllHeaps {
    /// The domain of up to `most` counters.
    pub fn new(most: usize) -> Self {
        let layer = |counters: usize| Layer {
            name: format!("three-player-nim/{counters}"),
            parts: vec![Part {
                name: "heaps".into(),
                positions: Some(OfCounters::new(counters).len()),
            }],
            // A play takes as many counters as a heap has at most.
            needs: (counters.saturating_sub(HIGHEST.into()).max(1)..counters)
                .map(|fewer| LayerId(fewer - 1))
                .collect(),
            cyclic: false,
        };
        AllHeaps { layers: (1..=most).map(layer).collect() }
    }
}

impl Domain for AllHeaps {
    type Game = ThreeNim;
    type Value = Winners;
    type Record = SetRecord;

    fn name(&self) -> String {
        "three-player-nim".into()
    }

    fn game(&self) -> &ThreeNim {
        &ThreeNim
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("highest heap".into(), HIGHEST.to_string())])
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Heaps>>, IndexError> {
        Ok(Box::new(OfCounters::new(part.layer.0 + 1)))
    }

    fn locate(&self, heaps: &Heaps) -> Option<PartId> {
        let layer = LayerId(heaps.counters().checked_sub(1)?);
        (layer.0 < self.layers.len()).then_some(PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        heaps: &Heaps,
        ask: &mut dyn Ask<Heaps, Winners>,
    ) -> Result<Winners, Unanswered> {
        let mut plays = Vec::new();
        ThreeNim.plays(heaps, (), &mut plays);
        let mut sets = Vec::new();
        for Play { after, .. } in plays {
            // The next one is the second of those counted from here.
            sets.push(match after.counters() {
                0 => Winners::only(0),
                _ => ask.ask(&after)?.rotated(SEATS - 1, SEATS),
            });
        }
        Ok(Winners::united(0, &sets))
    }

    fn encode(&self, value: &Winners, _: &Dictionary<Winners>) -> SetRecord {
        SetRecord(value.bits())
    }

    fn decode(&self, record: SetRecord, _: &Dictionary<Winners>) -> Option<Winners> {
        (1..8).contains(&record.0).then(|| Winners::from_bits(record.0))
    }
}

impl Explain for AllHeaps {
    fn about(&self, layer: &Layer) -> String {
        let counters = layer.name.rsplit('/').next().unwrap_or_default();
        format!("three heaps of {counters} counters together")
    }

    fn cost(&self, _: &Layer) -> Cost {
        Cost { core_seconds: 0.01 }
    }

    /// A value as it stands in tables, for any player to move.
    fn fields(&self, value: &Winners) -> Fields {
        Fields::new().with(Field::new("winners", value.to_string()))
    }

    fn fields_for(&self, value: &Winners, seat: Seat) -> Fields {
        value.fields_for(seat)
    }

    /// A smaller set that contains oneself is better; all without oneself are alike.
    fn merit(&self, _: &Heaps, value: &Winners, seat: Seat) -> i128 {
        -(value.tier(seat) as i128)
    }

    /// In answers players are counted from the first seat.
    fn seen_by(&self, value: Winners, heaps: &Heaps, _: Seat) -> Winners {
        value.rotated(SEATS - heaps.turn, SEATS)
    }
}

#[cfg(test)]
mod tests {
    use shuban_search::multi::{Coalition, MultiSearch, Singleton};
    use shuban_solve::Retrograde;

    use super::*;
    use crate::spine::spine;

    #[test]
    fn the_tables_hold_what_a_search_finds() {
        let all = AllHeaps::new(12);
        let solved = spine(&all, &Retrograde(&all));
        let mut search = MultiSearch::new(&ThreeNim, Singleton { seats: SEATS });
        let mut alone = [0; SEATS];
        let mut positions = 0;
        for layer in (0..all.layers().len()).map(LayerId) {
            for (heaps, value) in solved.positions(layer) {
                assert_eq!(search.value(&heaps), Ok(value), "{heaps:?}");
                positions += 1;
                for (hero, count) in alone.iter_mut().enumerate() {
                    let coalition = Coalition { hero, seats: SEATS };
                    let wins = MultiSearch::new(&ThreeNim, coalition).value(&heaps).unwrap();
                    assert_eq!(wins, value == Winners::only(hero), "{heaps:?}");
                    *count += u32::from(wins);
                }
            }
        }
        // One player can win alone in few positions.
        assert_eq!((positions, alone), (67, [11, 1, 1]));
    }

    #[test]
    fn small_heaps_are_won_as_by_hand() {
        let all = AllHeaps::new(12);
        let solved = spine(&all, &Retrograde(&all));
        let set = |text: &str| solved.value(&ThreeNim.parse(text).unwrap()).to_string();
        // One heap is taken; of two single counters the second player takes the last, of three the
        // third.
        assert_eq!(["0,0,5 a", "0,1,1 a", "1,1,1 a"].map(set), ["1", "2", "3"]);
        // A player who cannot win decides who does.
        assert_eq!(set("0,1,2 a"), "23");
    }

    #[test]
    fn bad_text_is_refused() {
        for text in ["", "1,2", "1,2,3,4", "1,2,7", "1,x,3", "1,2,3 d", "1,2,3  a"] {
            assert!(ThreeNim.parse(text).is_err(), "{text}");
        }
        assert_eq!(ThreeNim.format(&ThreeNim.parse("5,1,3 b").unwrap()), "1,3,5 b");
    }
}
