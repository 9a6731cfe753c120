//! Plots of fields, drawn.

use maud::{Markup, html};
use shuban_core::drawing::{Line, Plot};

use super::words::Said;

/// The drawing without its margins, in units of the picture.
const SIZE: (f64, f64) = (240.0, 160.0);
/// Room for the numbers of the axes and their names.
const MARGIN: f64 = 34.0;
/// The most numbers on an axis.
const MOST_TICKS: f64 = 8.0;

/// Renders a plot, with the names of its lines beneath.
pub(super) fn plot(said: Said<'_>, plot: &Plot) -> Markup {
    let points = || plot.lines.iter().flat_map(|line| &line.points);
    if points().any(|(across, up)| !across.is_finite() || !up.is_finite()) {
        return html! {};
    }
    let (across, up) = (Axis::of(points().map(|point| point.0)), Axis::of(points().map(|p| p.1)));
    let x = |number: f64| {
        let share = across.share(number);
        MARGIN + SIZE.0 * if plot.grows_left { 1.0 - share } else { share }
    };
    let y = |number: f64| MARGIN / 2.0 + SIZE.1 * (1.0 - up.share(number));
    let corners = |line: &Line| {
        let corner = |&(across, up): &(f64, f64)| format!("{:.1},{:.1}", x(across), y(up));
        line.points.iter().map(corner).collect::<Vec<_>>().join(" ")
    };
    let (left, right) = (MARGIN, MARGIN + SIZE.0);
    let (top, bottom) = (MARGIN / 2.0, MARGIN / 2.0 + SIZE.1);
    let view = format!("0 0 {} {}", right + MARGIN / 2.0, bottom + MARGIN);
    let name = plot.lines.iter().map(|line| said(line.name)).collect::<Vec<_>>().join(", ");
    html! {
        figure.plot {
            svg viewBox=(view) role="img" aria-label=(name) {
                @for tick in across.ticks() {
                    line.grid x1=(x(tick)) x2=(x(tick)) y1=(top) y2=(bottom) {}
                    text.middle x=(x(tick)) y=(bottom + 12.0) { (tick) }
                }
                @for tick in up.ticks() {
                    line.grid x1=(left) x2=(right) y1=(y(tick)) y2=(y(tick)) {}
                    text.end x=(left - 5.0) y=(y(tick) + 3.5) { (tick) }
                }
                text.end x=(right) y=(bottom + 26.0) { (said(plot.across)) }
                text.start x="0" y="9" { (said(plot.up)) }
                @for line in &plot.lines { polyline points=(corners(line)) {} }
            }
            figcaption {
                @for line in &plot.lines { span { (said(line.name)) } " " }
            }
        }
    }
}

/// The numbers along one side.
struct Axis {
    first: f64,
    last: f64,
    step: f64,
}

impl Axis {
    /// Creates an axis from whole step to whole step, so that all numbers have room.
    fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let least = numbers.clone().reduce(f64::min).unwrap_or(0.0);
        let most = numbers.fold(least + 1.0, f64::max);
        let range = most - least;
        let power = 10f64.powf((range / MOST_TICKS).log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
        let step = steps.into_iter().find(|step| range / step <= MOST_TICKS);
        let step = step.unwrap_or(10.0 * power);
        Axis { first: (least / step).floor() * step, last: (most / step).ceil() * step, step }
    }

    /// Returns the place of a number on the axis, from 0 to 1.
    fn share(&self, number: f64) -> f64 {
        (number - self.first) / (self.last - self.first)
    }

    /// Returns the numbers to be written.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.last - self.first) / self.step).round() as u32;
        // Rounds off the errors that multiplying steps leaves in the last decimals.
        (0..=count).map(|at| ((self.first + f64::from(at) * self.step) * 1e6).round() / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_few_round_numbers_with_all_points_between() {
        let all = |numbers: &[f64]| Axis::of(numbers.iter().copied()).ticks().collect::<Vec<_>>();
        assert_eq!(all(&[-1.0, 2.5]), [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(all(&[3.0, 3.0]), [3.0, 3.2, 3.4, 3.6, 3.8, 4.0]);
        assert_eq!(all(&[-9.0, 11.0]), [-10.0, -5.0, 0.0, 5.0, 10.0, 15.0]);
        assert_eq!(all(&[]), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    }

    #[test]
    fn lines_are_drawn_corner_by_corner_and_to_the_custom_side() {
        let line = Line { name: "Black begins", points: vec![(2.0, -1.0), (0.0, 1.0), (0.0, 2.0)] };
        let one = Plot { across: "stop", up: "heat", grows_left: true, lines: vec![line] };
        let drawn = plot(&str::to_owned, &one).into_string();
        assert!(drawn.contains(r#"points="34.0,177.0 274.0,70.3 274.0,17.0""#), "{drawn}");
        assert!(drawn.contains(r#"aria-label="Black begins""#), "{drawn}");
        let other = plot(&str::to_owned, &Plot { grows_left: false, ..one.clone() }).into_string();
        assert!(other.contains(r#"points="274.0,177.0 34.0,70.3 34.0,17.0""#), "{other}");
        let wild = Line { name: "", points: vec![(f64::NAN, 0.0)] };
        assert_eq!(plot(&str::to_owned, &Plot { lines: vec![wild], ..one }).into_string(), "");
    }
}
