//! Thermographs as numbers, as text, and as drawings.

use shuban_cgt::{Dyadic, Thermograph, Wall};
use shuban_core::drawing::{Curve, Plot};
use shuban_core::{Datum, Field};

use crate::canonical::CanonicalValue;

/// The walls of the thermograph: corners as (temperature, stop), from the lowest temperature up;
/// above the last corner the stop stays the same.
pub(crate) fn thermograph_field(value: &CanonicalValue) -> Field {
    let corners = |wall: &Wall| {
        let corners = wall.corners.iter();
        Datum::list(corners.map(|(t, stop)| Datum::list([t.to_f64(), stop.to_f64()])))
    };
    let graph = value.thermograph();
    let walls = [("left", corners(&graph.left)), ("right", corners(&graph.right))];
    let field = Field::new("thermograph", Datum::object(walls));
    field.long(text(graph)).not_in_lists().plotted(plot(graph))
}

/// Both stops at each corner, the hottest first, as the drawing has them.
fn text(graph: &Thermograph) -> String {
    let line = |&t: &Dyadic| match t == graph.temperature {
        true => format!("{} from temperature {t}", graph.mean),
        false => format!(
            "  temperature {t}: {} if Black begins, {} if White begins",
            graph.left.at(t),
            graph.right.at(t)
        ),
    };
    graph.corner_temperatures().iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

/// The walls and a piece of the mast. Black's stops grow to the left, as in books.
fn plot(graph: &Thermograph) -> Plot {
    let top = graph.temperature.to_f64() + 1.0;
    let wall = |name, wall: &Wall| {
        let below = wall.corners.iter().filter(|corner| corner.0 < graph.temperature);
        let mut points: Vec<_> = below.map(|(t, stop)| (stop.to_f64(), t.to_f64())).collect();
        points.extend([graph.temperature.to_f64(), top].map(|t| (graph.mean.to_f64(), t)));
        Curve { name, points }
    };
    let curves = vec![wall("Black begins", &graph.left), wall("White begins", &graph.right)];
    Plot { across: "stop", up: "temperature", grows_left: true, curves }
}
