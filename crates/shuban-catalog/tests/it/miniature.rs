//! A game unknown to the catalog: it joins through the core's traits alone.

use std::collections::BTreeMap;

use shuban_catalog::names::ProbeTarget;
use shuban_catalog::perft::PerftOptions;
use shuban_catalog::{Catalog, Error, ExportFormat, Printable, Session, Solving};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{
    Ask, Codec, Column, Cost, Dictionary, Domain, Explain, Field, Fields, Game, Index, IndexError,
    IndexOf, Layer, LayerId, Medium, NotationError, Part, PartId, Payoffs, Play, Present, Provable,
    Record, Registry, Seat, Silent, Unanswered,
};
use shuban_solve::{BuildOptions, VerifyOptions};

/// The number of counters, and the player to move.
type Counters = (u8, Seat);

/// A game of two players who take one or two of two counters in turn; taking the last one wins.
struct Pair;

impl Game for Pair {
    type Position = Counters;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "pair".into()
    }

    fn to_move(&self, position: &Counters) -> Seat {
        position.1
    }

    fn outcome(&self, position: &Counters) -> Option<Payoffs> {
        (position.0 == 0).then(|| Payoffs::new(if position.1 == 0 { &[-1, 1] } else { &[1, -1] }))
    }

    fn chances(&self, _: &Counters) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &(counters, seat): &Counters, (): (), plays: &mut Vec<Play<Counters, u8>>) {
        plays.extend(
            (1..=counters).map(|taken| Play { action: taken, after: (counters - taken, 1 - seat) }),
        );
    }

    fn canonical(&self, position: &Counters) -> Counters {
        (position.0, 0)
    }

    fn parse(&self, text: &str) -> Result<Counters, NotationError> {
        let counters = text.trim_end_matches('\'');
        match counters.parse() {
            Ok(number @ 0..=2) => Ok((number, usize::from(counters != text))),
            _ => Err(NotationError::new(text, 0, "expected 0, 1 or 2")),
        }
    }

    fn format(&self, position: &Counters) -> String {
        format!("{}{}", position.0, if position.1 == 0 { "" } else { "'" })
    }

    fn format_move(&self, _: &Counters, (): (), taken: &u8) -> String {
        format!("take {taken}")
    }
}

impl Present for Pair {
    fn about(&self) -> String {
        "who takes the last of two counters wins".into()
    }

    fn start(&self) -> Counters {
        (2, 0)
    }
}

impl Provable for Pair {
    type Scratch = ();
}

/// Number of moves in which the player to move wins by best play; 0 if that player loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code(u8);

impl Record for Code {
    fn columns() -> &'static [Column] {
        &[Column { name: "wins_in", bits: 2, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        Code(raw[0] as u8)
    }
}

/// A domain of both positions: one counter, and two.
struct Both {
    layers: [Layer; 1],
}

struct Number;

impl Index for Number {
    type Position = Counters;

    fn len(&self) -> u64 {
        2
    }

    fn rank(&self, position: &Counters) -> Option<u64> {
        u64::from(position.0).checked_sub(1)
    }

    fn unrank(&self, rank: u64) -> Option<Counters> {
        (rank < 2).then_some((rank as u8 + 1, 0))
    }
}

impl Domain for Both {
    type Game = Pair;
    type Value = Option<u8>;
    type Record = Code;

    fn name(&self) -> String {
        "pair/both".into()
    }

    fn game(&self) -> &Pair {
        &Pair
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Number))
    }

    fn locate(&self, position: &Counters) -> Option<PartId> {
        (position.0 > 0).then_some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        position: &Counters,
        ask: &mut dyn Ask<Counters, Option<u8>>,
    ) -> Result<Option<u8>, Unanswered> {
        let mut least = None;
        for taken in 1..=position.0 {
            let after = (position.0 - taken, 1 - position.1);
            let moves = if after.0 == 0 { None } else { ask.ask(&after)? };
            // A move that leaves a loss wins.
            least = least.or(moves.is_none().then_some(1));
        }
        Ok(least)
    }

    fn encode(&self, value: &Option<u8>, _: &Dictionary<Option<u8>>) -> Code {
        Code(value.unwrap_or(0))
    }

    fn decode(&self, record: Code, _: &Dictionary<Option<u8>>) -> Option<Option<u8>> {
        match record.0 {
            0 => Some(None),
            1 => Some(Some(1)),
            _ => None,
        }
    }
}

impl Explain for Both {
    fn about(&self, _: &Layer) -> String {
        "one counter, and two".into()
    }

    fn cost(&self, _: &Layer) -> Cost {
        Cost { core_seconds: 1e-6 }
    }

    fn fields(&self, value: &Option<u8>) -> Fields {
        Fields::new().with(Field::new("wins_in", value.map(i64::from)))
    }

    fn merit(&self, position: &Counters, value: &Option<u8>, seat: Seat) -> i128 {
        let for_mover = if value.is_some() { 1 } else { -1 };
        if position.1 == seat { for_mover } else { -for_mover }
    }
}

/// Registers the game, as its crate would.
fn register(registry: &mut impl Registry) {
    let part = Part { name: "counters".into(), positions: Some(2) };
    let layer = Layer { name: "pair/both".into(), parts: vec![part], needs: vec![], cyclic: false };
    registry.game(Pair);
    registry.retrograde(Both { layers: [layer] });
    registry.provable(Pair);
}

#[test]
fn the_catalog_knows_no_game_by_name() {
    assert_eq!(Catalog::new().games().count() + Catalog::new().families().count(), 0);
    let mut catalog = Catalog::new();
    register(&mut catalog);
    let data = tempfile::tempdir().unwrap();
    let listing = catalog.listing(None, &BuildOptions::new(data.path()), u64::MAX).unwrap();
    let text = listing.to_string();
    assert!(
        text.contains("who takes the last of two counters wins") && text.contains("pair/both"),
        "{text}"
    );

    // Build, verify, describe.
    let layer = catalog.layer("pair/both").unwrap();
    let built = layer.build(&BuildOptions::new(data.path()), &Silent).unwrap();
    assert_eq!(built.layer.positions, 2);
    let options = VerifyOptions { threads: 2, memory: 1 << 26, ..VerifyOptions::new(data.path()) };
    let verified = layer.verify(&options, true, &Silent).unwrap();
    assert!(verified.passed && verified.positions == 2);
    let info = layer.family.info(layer.layer, data.path()).unwrap();
    assert_eq!((info.manifest.subject.game.as_str(), info.positions), ("pair", 2));
    assert_eq!(layer.family.time_probes(layer.layer, data.path(), 10, 1).unwrap().probes, 10);

    // Ask by the game's name and by the layer's.
    for target in [catalog.target("pair").unwrap(), ProbeTarget::Layer(layer)] {
        let session = Session::new(&catalog, target, data.path());
        session.open().unwrap();
        let answer = session.probe("2", None).unwrap();
        let moves = serde_json::json!([
            { "move": "take 2", "after": "0'", "wins_in": null },
            { "move": "take 1", "after": "1'", "wins_in": 1 },
        ]);
        let json = answer.json();
        assert_eq!(
            (&json["domain"], &json["wins_in"], &json["moves"]),
            (&"pair/both".into(), &1.into(), &moves)
        );
        assert_eq!((&json["seat"], &json["over"]), (&0.into(), &serde_json::Value::Null));
        assert!(
            answer.text().contains("wins in  1") && answer.text().contains("take 2"),
            "{}",
            answer.text()
        );
        let over = session.probe("0'", None).unwrap().json();
        assert_eq!((&over["outcome"], &over["over"]["winner"]), (&"lost".into(), &0.into()));
        assert!(session.probe("3", None).is_err());
    }

    // Export, draw, count, search, play.
    let to = data.path().join("table.csv");
    assert_eq!(
        layer.family.export(layer.layer, data.path(), &to, ExportFormat::Csv, &Silent).unwrap(),
        2
    );
    let table = std::fs::read_to_string(&to).unwrap();
    assert_eq!(table, "part,rank,position,wins_in\ncounters,0,\"1\",1\ncounters,1,\"2\",1\n");
    let game = catalog.game("pair").unwrap();
    assert!(game.draw(&game.start(), Medium::Svg).unwrap().contains(">2</text>"));
    for distinct in [true, false] {
        let perft = PerftOptions { plies: 2, distinct, memory: 1 << 26 };
        let counts = game.perft(perft, &Silent).unwrap();
        assert_eq!(counts.0.plies.iter().map(|ply| ply.sequences).collect::<Vec<_>>(), [2, 1]);
    }
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let setting =
        SearchSetting { shelf, memory: 1 << 24, threads: 1, nodes: None, time: None, progress };
    let mut solving =
        Solving::begin(&catalog, catalog.games_named("pair").unwrap(), None, setting).unwrap();
    assert_eq!(
        solving.solve(&solving.question("2", None).unwrap()).unwrap().json()["value"],
        "first"
    );
    let after = game.play(&game.start(), None, "take 1").unwrap();
    assert_eq!(after.text, "1'");
    assert_eq!(game.check(10, 1, &Silent).err().unwrap().kind(), "no-twin");

    // Capabilities that it does not have.
    let start = game.start();
    let refused = Error::from(game.with_to_move(&start, "black").err().unwrap());
    let reason =
        "bad side: whose turn it is follows from the position in pair (at character 1 of `black`)";
    assert_eq!((refused.kind(), refused.to_string().as_str()), ("bad-position", reason));
    let refused = Error::from(game.put(&start, "a1", "clear").err().unwrap());
    let reason =
        "bad position: positions of pair are not set up by hand (at character 1 of `clear`)";
    assert_eq!((refused.kind(), refused.to_string().as_str()), ("bad-position", reason));
    let own = layer.family.export(layer.layer, data.path(), &to, ExportFormat::Own("bd"), &Silent);
    let refused = own.unwrap_err();
    let reason = "there is no .bd file of this domain";
    assert_eq!((refused.kind(), refused.to_string().as_str()), ("no-format", reason));
    assert_eq!(game.sum(&[&start]).unwrap(), None);
    assert!(game.tools().is_empty() && game.steps(&start, None, "take 1").unwrap().is_empty());
    assert!(layer.family.own_formats().is_empty() && layer.family.rivals().is_empty());
    assert_eq!(game.read_state("2").unwrap().text, "2");
    assert_eq!(game.text_board("2").unwrap(), "2\n");
}
