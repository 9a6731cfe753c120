//! Plots of fields, drawn.

use maud::{Markup, html};
use shuban_core::drawing::{Curve, Plot};

use super::words::Said;

/// The drawing without its margins, in units of the picture.
const SIZE: (f64, f64) = (240.0, 160.0);
/// Room for the numbers of the axes and their names.
const MARGIN: f64 = 34.0;
/// The most steps between the least and the greatest number of an axis, which is then lengthened to
/// whole steps.
const MOST_STEPS: f64 = 8.0;

/// Renders a plot, with the names of its curves beneath.
pub(super) fn plot(said: Said<'_>, plot: &Plot) -> Markup {
    let points = || plot.curves.iter().flat_map(|curve| &curve.points);
    if points().any(|(across, up)| !across.is_finite() || !up.is_finite()) {
        return html! {};
    }
    let (across, up) = (Axis::of(points().map(|point| point.0)), Axis::of(points().map(|p| p.1)));
    let x = |number: f64| {
        let share = across.share(number);
        tenths(MARGIN + SIZE.0 * if plot.grows_left { 1.0 - share } else { share })
    };
    let y = |number: f64| tenths(MARGIN / 2.0 + SIZE.1 * (1.0 - up.share(number)));
    let corners = |curve: &Curve| {
        let corner = |&(across, up): &(f64, f64)| format!("{},{}", x(across), y(up));
        curve.points.iter().map(corner).collect::<Vec<_>>().join(" ")
    };
    let (left, right) = (MARGIN, MARGIN + SIZE.0);
    let (top, bottom) = (MARGIN / 2.0, MARGIN / 2.0 + SIZE.1);
    let view = format!("0 0 {} {}", right + MARGIN / 2.0, bottom + MARGIN);
    let name = plot.curves.iter().map(|curve| said(curve.name)).collect::<Vec<_>>().join(", ");
    html! {
        figure.plot {
            svg viewBox=(view) role="img" aria-label=(name) {
                @for tick in across.ticks() {
                    line.grid x1=(x(tick)) x2=(x(tick)) y1=(top) y2=(bottom) {}
                    text.middle x=(x(tick)) y=(bottom + 12.0) { (tick) }
                }
                @for tick in up.ticks() {
                    line.grid x1=(left) x2=(right) y1=(y(tick)) y2=(y(tick)) {}
                    text.end x=(left - 5.0) y=(tenths(y(tick) + 3.5)) { (tick) }
                }
                text.end x=(right) y=(bottom + 26.0) { (said(plot.across)) }
                text.start x="0" y="9" { (said(plot.up)) }
                @for curve in &plot.curves { polyline points=(corners(curve)) {} }
            }
            figcaption {
                @for curve in &plot.curves { span { (said(curve.name)) } " " }
            }
        }
    }
}

/// Rounds a place in the picture: finer differences cannot be seen, and digits that sums of fractions
/// leave make a page longer.
fn tenths(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
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
        let power = 10f64.powf((range / MOST_STEPS).log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
        let step = steps.into_iter().find(|step| range / step <= MOST_STEPS);
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
    fn curves_are_drawn_corner_by_corner_and_to_the_custom_side() {
        let curve =
            Curve { name: "Black begins", points: vec![(2.0, -1.0), (0.0, 1.0), (0.0, 2.0)] };
        let one = Plot { across: "stop", up: "heat", grows_left: true, curves: vec![curve] };
        let drawn = plot(&str::to_owned, &one).into_string();
        assert!(drawn.contains(r#"points="34,177 274,70.3 274,17""#), "{drawn}");
        assert!(drawn.contains(r#"aria-label="Black begins""#), "{drawn}");
        let other = plot(&str::to_owned, &Plot { grows_left: false, ..one.clone() }).into_string();
        assert!(other.contains(r#"points="274,177 34,70.3 34,17""#), "{other}");
        let wild = Curve { name: "", points: vec![(f64::NAN, 0.0)] };
        assert_eq!(plot(&str::to_owned, &Plot { curves: vec![wild], ..one }).into_string(), "");
    }

    #[test]
    fn places_have_at_most_one_decimal() {
        for last in 1..60 {
            // Thirds of a step, and steps of which several are no exact sums.
            let points = vec![(-1.0, -1.0), (1.0 / 3.0, 0.1), (f64::from(last) / 7.0, 0.7)];
            let curves = vec![Curve { name: "one", points }];
            let all = Plot { across: "stop", up: "heat", grows_left: last % 2 == 0, curves };
            let drawn = plot(&str::to_owned, &all).into_string();
            let quoted =
                drawn.split('"').skip(1).step_by(2).flat_map(|text| text.split([' ', ',']));
            let long = |text: &str| text.split_once('.').is_some_and(|(_, tail)| tail.len() > 1);
            let long: Vec<_> = quoted.filter(|text| long(text)).collect();
            assert!(long.is_empty(), "{long:?}: {drawn}");
        }
    }
}
