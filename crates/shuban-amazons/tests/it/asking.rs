//! Answers about positions and sums, compared with those of earlier versions of the program.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shuban_amazons::sum::{BoardSum, Sums};
use shuban_amazons::{
    Amazons, CanonicalRegions, CanonicalValue, Position, Regions, ScorePair, Subgame, SumSolver,
    canonical_by_search, value_by_search,
};
use shuban_cgt::Forms;
use shuban_core::shelf::{EmptyShelf, OracleError, Shelf, StoredFamily, stored_values};
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Answer, Datum, Explain, Fields, Game, LayerId, PositionSolver, Silent, ask};

/// Databases of regions of up to n squares, of which the values are found by search.
struct Stored<V>(usize, Box<dyn Fn(&Subgame) -> V + Send + Sync>);

impl<V: 'static> StoredFamily for Stored<V> {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        let subgame = *position.downcast_ref::<Position>().unwrap().subgame();
        let is_lookup = Regions::lookup(&subgame).is_some_and(|(_, swapped)| !swapped);
        let is_held = is_lookup && subgame.squares().len() <= self.0;
        *value.downcast_mut::<Option<V>>().unwrap() = is_held.then(|| self.1(&subgame));
        Ok(())
    }

    fn each_value(
        &self,
        _layer: LayerId,
        _each: &mut dyn FnMut(&dyn Any),
    ) -> Result<bool, OracleError> {
        Ok(false)
    }
}

struct Built {
    pairs: Stored<ScorePair>,
    canonical: Stored<CanonicalValue>,
}

impl Shelf for Built {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        match name {
            Regions::NAME => Some(&self.pairs),
            CanonicalRegions::NAME => Some(&self.canonical),
            _ => None,
        }
    }
}

/// Values of regions of up to 5 squares, canonical ones of up to 4.
fn built(forms: &Arc<Forms>) -> Built {
    let forms = Arc::clone(forms);
    let canonical = Box::new(move |region: &Subgame| canonical_by_search(&forms, region));
    Built { pairs: Stored(5, Box::new(value_by_search)), canonical: Stored(4, canonical) }
}

fn text(fields: &Fields, name: &str) -> String {
    match fields.get(name) {
        None | Some(Datum::Null | Datum::Integer(None)) => "null".to_owned(),
        Some(Datum::List(all)) => all.iter().map(Datum::to_string).collect::<Vec<_>>().join(","),
        Some(datum) => datum.to_string(),
    }
}

/// Number of best moves, and the first.
fn best(fields: &Fields, name: &str) -> String {
    let Some(Datum::List(all)) = fields.get(name) else { return "nothing".to_owned() };
    format!("{} {}", all.len(), all.first().map_or(String::new(), Datum::to_string))
}

fn probed(position: &str, shelf: &dyn Shelf) -> (Answer<Amazons, ScorePair>, Fields) {
    let domain = Regions::new();
    let position = Amazons.parse(position).unwrap();
    assert!(domain.layer_for(&position).unwrap().is_some());
    let stored = stored_values::<Regions>(shelf, Regions::NAME);
    let mut search = domain.search(&*stored).unwrap();
    let answer = ask(&domain, &position, |position| search(position).map(Some)).unwrap();
    let extras = domain.extras(&position, answer.value.as_ref(), shelf).unwrap();
    drop(search);
    (answer, extras)
}

#[test]
fn regions_are_valued_as_ever() {
    let all = "X.O/..#: 3 -1 N 235 2 a2-b2/b1 6 c2-b2/c2 null null
               X.#.: 1 null L 1 1 a1-b1/a1 0  1 -1
               ..: null null P 0 0  0  0 -1
               O.X: 1 -1 N 15 1 c1-b1/c1 1 a1-b1/a1 * 0
               X..O/.#..: 3 -5 N 514166 1 a2-c2/c1 1 d2-b2/a1 null null
               XX./.OO: 0 0 P 3079 3 a2-a1/a2 3 b1-c2/b1 null null
               O..: null -2 R 12 0  3 a1-b1/a1 -2 -1
               X.O white: 1 -1 N 15 1 a1-b1/a1 1 c1-b1/c1 * 0
               ..X/#.O/X.. white: 1 -1 N 1789 13 c3-a3/b2 1 c2-b2/c2 null null
               X.#/.#O: 2 -2 N 101 3 a2-b2/a2 1 c1-b2/a1 {1|-1} 1
               .X./O#O/.X.: 0 0 P 3450 8 b3-a3/b3 8 a2-a3/a2 null null
               X...O: 3 -3 N 8967 3 a1-b1/d1 3 e1-b1/e1 null null";
    let shelf = built(&Arc::new(Forms::new()));
    for line in all.lines() {
        let (position, expected) = line.trim_start().split_once(": ").unwrap();
        let (answer, extras) = probed(position, &shelf);
        let value = Regions::new().fields(&answer.value.unwrap());
        let found = [
            text(&value, "a"),
            text(&value, "b"),
            text(&extras, "outcome"),
            text(&extras, "index"),
        ];
        let best = [best(&extras, "best_black"), best(&extras, "best_white")];
        let canonical = [text(&extras, "canonical"), text(&extras, "temperature")];
        let found = found.into_iter().chain(best).chain(canonical).collect::<Vec<_>>().join(" ");
        assert_eq!(found, expected, "{position}");
    }
}

#[test]
fn moves_stand_best_first_and_the_first_ones_are_the_best_moves() {
    for (position, name) in [
        ("X.O/..#", "best_black"),
        ("X.O/..# white", "best_white"),
        ("..X/#.O/X..", "best_black"),
        ("X.#/.#O white", "best_white"),
        ("X..#O/.", "none"),
    ] {
        let Ok(position) = Amazons.parse(position) else { continue };
        let (answer, extras) = probed(&Amazons.format(&position), &EmptyShelf);
        let Some(Datum::List(best)) = extras.get(name).cloned() else { panic!("no {name}") };
        let plays = &answer.events[0].plays;
        let first = plays.iter().take(best.len());
        let first: Vec<Datum> = first
            .map(|play| Amazons.format_move(&position, (), &play.play.action).into())
            .collect();
        assert_eq!(first, best, "{position:?}");
    }
}

#[test]
fn a_table_that_its_successors_contradict_is_found_out() {
    let pairs = Stored(3, Box::new(|_: &Subgame| ScorePair::default()));
    let wrong = Built { pairs, ..built(&Arc::new(Forms::new())) };
    let position = Amazons.parse("X.O").unwrap();
    let error = Regions::new().extras(&position, None, &wrong).unwrap_err();
    assert!(error.to_string().contains("(null|null)"), "{error}");
}

#[test]
fn canonical_values_are_explained_with_the_values_of_regions() {
    let domain = CanonicalRegions::new();
    let shelf = built(domain.forms());
    let position = Amazons.parse("X.#/.#O").unwrap();
    assert_eq!(domain.layer_for(&position), Ok(Some(LayerId(3))));
    let value = canonical_by_search(domain.forms(), position.subgame());
    let fields = domain.fields(&value).and(domain.extras(&position, Some(&value), &shelf).unwrap());
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let expected = [
        "canonical",
        "outcome",
        "left_stop",
        "right_stop",
        "mean",
        "temperature",
        "birthday",
        "thermograph",
        "a",
        "b",
        "best_black",
        "best_white",
        "index",
    ];
    assert_eq!(names, expected);
    let walls = "left -1 2 1 0, right -1 -2 1 0";
    assert_eq!(
        (text(&fields, "thermograph"), text(&fields, "index")),
        (walls.to_owned(), "101".to_owned())
    );
    let graph = fields.iter().find(|field| field.name == "thermograph").unwrap();
    assert_eq!(graph.short_text(), None);
    // Making the last move counts most.
    let merit = |text: &str| {
        let position = Amazons.parse(text).unwrap();
        domain.merit(&position, &canonical_by_search(domain.forms(), position.subgame()), 0)
    };
    assert!(merit("X.. white") > merit("X. white") && merit("X. white") > merit("X.O white"));
    assert!(domain.layer_for(&Amazons.parse("X#O").unwrap()).unwrap_err().contains("2 regions"));
}

/// Holds the thermograph of a region against its text, and against the corners of both curves as
/// (stop, temperature).
fn thermograph(region: &str, canonical: &str, said: &str, curves: [&[(f64, f64)]; 2]) {
    let (position, domain) = (Amazons.parse(region).unwrap(), CanonicalRegions::new());
    let value = canonical_by_search(domain.forms(), position.subgame());
    let extras = domain.extras(&position, Some(&value), &built(domain.forms())).unwrap();
    let fields = domain.fields(&value).and(extras);
    let field = fields.iter().find(|field| field.name == "thermograph").unwrap();
    assert_eq!(text(&fields, "canonical"), canonical);
    assert_eq!(field.long_text().as_deref(), Some(said), "{canonical}");
    let plot = field.plot().unwrap();
    let drawn: Vec<_> = plot.curves.iter().map(|one| (one.name, &one.points[..])).collect();
    assert_eq!(drawn, [("Black begins", curves[0]), ("White begins", curves[1])], "{canonical}");
}

#[test]
fn thermographs_are_drawn_corner_by_corner_with_a_piece_of_the_mast() {
    thermograph(
        "X.#/.#O",
        "{1|-1}",
        "0 from temperature 1\n  temperature -1: 2 if Black begins, -2 if White begins",
        [&[(2.0, -1.0), (0.0, 1.0), (0.0, 2.0)], &[(-2.0, -1.0), (0.0, 1.0), (0.0, 2.0)]],
    );
    // A whole number is a mast alone.
    let mast = &[(-1.0, -1.0), (-1.0, 0.0)];
    thermograph("X/O/.", "-1", "-1 from temperature -1", [mast, mast]);
    // The mast of another number begins below 0.
    thermograph(
        ".O/X#/.#",
        "1/2",
        "1/2 from temperature -1/2\n  temperature -1: 1 if Black begins, 0 if White begins",
        [&[(1.0, -1.0), (0.5, -0.5), (0.5, 0.5)], &[(0.0, -1.0), (0.5, -0.5), (0.5, 0.5)]],
    );
    // Each wall stands straight up to the temperature of what is moved to: ½ and *.
    thermograph(
        "#O#/X#./#.#/#.#",
        "{1/2|*}",
        "1/4 from temperature 1/4\n  temperature 0: 1/2 if Black begins, 0 if White begins\n  \
         temperature -1/2: 1 if Black begins, 0 if White begins\n  \
         temperature -1: 1 if Black begins, 0 if White begins",
        [
            &[(1.0, -1.0), (1.0, -0.5), (0.25, 0.25), (0.25, 1.25)],
            &[(0.0, -1.0), (0.0, 0.0), (0.25, 0.25), (0.25, 1.25)],
        ],
    );
}

type SolveSum<'s> = dyn FnMut(&BoardSum) -> Result<Answer<Sums, Fields>, SearchFailure> + 's;

fn solver<T>(
    shelf: &dyn Shelf,
    change: impl FnOnce(&mut SearchSetting<'_>),
    use_it: impl for<'s> FnOnce(&'s mut SolveSum<'s>) -> T,
    forms: &Arc<Forms>,
) -> T {
    let mut setting = SearchSetting {
        shelf,
        memory: 4 << 30,
        threads: 1,
        nodes: None,
        time: None,
        progress: &Silent,
    };
    change(&mut setting);
    let solver = SumSolver::new(Arc::clone(forms));
    let mut solve = solver.begin(setting);
    use_it(&mut |sum| solve(sum))
}

/// A sum that the published rule is wrong about.
const REFUTED: &str = "B###/.###/#W##/##../#.##/.###/#.## + .#.##/#.###/##.##/#.#BW/##.## + \
                       .####/#.###/.#.##/###W#/##.#./###B# + .###/#B#./#.../#W##/##.#";

/// The end of a game on 10 by 10.
const BOARD: &str = "..#X###.#./.O##..#.#./####..####/#..#.O#..O/X..####.#./##########/\
                     .#X..#O..#/..##.####./..#..#X.#./#########.";

#[test]
fn sums_are_solved_as_ever() {
    let all = [
        (
            "X../.#O + ..O/X..",
            "black null null null null black 1 null search search score 7 1:a2-b2/c2",
            "",
        ),
        (
            "O../.#X + ..X/O.. white",
            "white null null null null white -1 null search search score 7 1:a2-b2/c2",
            "",
        ),
        (REFUTED, "black null null 1 null white -1 null search search score 6 4:b4-b3/c3", ""),
        ("X. + X. + ..O", "black 0 0 0 0 white 0 null bounds bounds score 2 1:a1-b1/a1", ""),
        ("XO + #. + ##", "black 0 0 0 0 white 0 null bounds bounds score 0 ", ""),
        (BOARD, "black 6 null 6 null black 6 null bounds search score 1 d10-f8/e8", ""),
        (
            "###X/##.#/#O##/#O##/.### + ###X/##O#/#.##/X###",
            "black null null null null white -1 null search search score 2 1:d5-c4/d5",
            "black null null null null white -1 null first turns first turns score 2 1:d5-c4/d5",
        ),
        (
            ".#./#X#/O#./X##/#../.## + O/./././.",
            "black null null 0 0 white -1 null search search score 6 1:b5-a6/b5",
            "",
        ),
        ("X.. white", "white 2 2 2 2 black 2 null bounds bounds score 0 ", ""),
        (
            "X.O/..# + ..X/O..",
            "black null null null null black 1 null search search score 20 1:a2-b2/a2",
            "",
        ),
        (
            "X.O + X.O + X.O",
            "black null null null null black 1 null search search score 3 1:a1-b1/a1",
            "black null null null null black 1 null canonical values search score 3 1:a1-b1/a1",
        ),
        (
            "X..O + X.O",
            "black null null null null black 1 null search search score 3 1:a1-b1/a1",
            "black null null null null black 1 null thermographs search score 3 1:a1-b1/a1",
        ),
    ];
    let forms = Arc::new(Forms::new());
    let shelf = built(&forms);
    for (shelf, built) in [(&EmptyShelf as &dyn Shelf, false), (&shelf, true)] {
        type Answered = Result<Answer<Sums, Fields>, SearchFailure>;
        let check = |solve: &mut dyn FnMut(&BoardSum) -> Answered| {
            for (sum, with_nothing, with_tables) in all {
                let expected =
                    if built && !with_tables.is_empty() { with_tables } else { with_nothing };
                let sum = BoardSum::parse(sum).unwrap();
                let answer = solve(&sum).unwrap();
                assert_eq!(said(&answer), expected, "{sum}");
                // Best moves come first.
                let Some(Datum::List(best)) = answer.extras.get("best") else {
                    panic!("no best moves")
                };
                let plays = answer.events.iter().flat_map(|event| &event.plays).take(best.len());
                let first: Vec<Datum> =
                    plays.map(|valued| sum.format_move(&valued.play.action).into()).collect();
                assert_eq!(&first, best);
            }
        };
        solver(shelf, |_| {}, check, &forms);
    }
}

fn said(answer: &Answer<Sums, Fields>) -> String {
    let fields = answer.value.clone().unwrap().and(answer.extras.clone());
    let names = [
        "to_move",
        "lower",
        "upper",
        "printed_lower",
        "printed_upper",
        "winner",
        "score",
        "score_bounds",
        "how",
        "how_score",
        "best_for",
    ];
    let texts = names.map(|name| text(&fields, name)).join(" ");
    format!("{texts} {}", best(&fields, "best"))
}

#[test]
fn limits_leave_what_is_known() {
    let forms = Arc::new(Forms::new());
    let solved = |sum: &str, change: &dyn Fn(&mut SearchSetting<'_>)| {
        let sum = BoardSum::parse(sum).unwrap();
        solver(&EmptyShelf, change, |solve| solve(&sum), &forms).map(|answer| said(&answer))
    };
    let large = "X..../...../....O/.....";
    let unknown = "black null null null null null null -18,18 null null null 0 ";
    assert_eq!(solved(large, &|setting| setting.memory = 64 << 10).unwrap(), unknown);
    assert_eq!(
        solved("X..../....O + X..O", &|setting| setting.nodes = Some(300)).unwrap(),
        "black null null null null black null 1,10 thermographs null winner 7 1:a2-c2/a2"
    );
    let started = Instant::now();
    let timed = solved(large, &|setting| setting.time = Some(Duration::from_millis(100))).unwrap();
    assert!(timed.starts_with("black null null null null") && timed.contains(','), "{timed}");
    assert!(started.elapsed() < Duration::from_secs(20));
    let refused = solved("X......../........./........./........O", &|_| {}).unwrap_err();
    assert!(
        matches!(refused, SearchFailure::TooMuch(reason) if reason.contains("up to 32 squares"))
    );
}

/// Territories of the same shape, which can be filled.
const EVEN: &str =
    "....../....../....../....../....../X..... + ....../....../....../....../....../O.....";

/// Regions of more squares than are searched, in which one side alone can ever move.
#[test]
fn territories_decide_a_game() {
    let forms = Arc::new(Forms::new());
    for (text, winner) in [
        ("O#...../##...../......./......./......./......./......X white", "black"),
        ("O#...../##...../......./......./......./......./......X black", "black"),
        ("O#X...../##....../......../......../......../......../........ white", "black"),
        ("O.#X..../####..../......../......../........ white", "black"),
        ("O.#X..../####..../......../......../......../......../........ black", "black"),
        ("X......./......../......../......../......../........", "black"),
        ("O......./......../......../......../......../........", "white"),
        // White's amazons are walled in by Black's, which cannot move either.
        ("OX#...../X##...../##....../......../......../...X.... white", "black"),
        // A hot region beside it does not matter.
        ("X.O#..../####..../......../......../......../....O...", "white"),
        // As much territory for each: who moves first, loses.
        (EVEN, "white"),
    ] {
        let sum = BoardSum::parse(text).unwrap();
        let answer = solver(&EmptyShelf, |_| {}, |solve| solve(&sum), &forms).unwrap();
        let fields = answer.value.clone().unwrap().and(answer.extras.clone());
        assert_eq!(self::text(&fields, "winner"), winner, "{text}");
        let to_move = self::text(&fields, "to_move");
        // The winner is told a move.
        assert_eq!(best(&fields, "best").starts_with('0'), to_move != winner, "{text}");
    }
}
