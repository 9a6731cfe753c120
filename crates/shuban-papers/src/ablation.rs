//! What each part of the player is worth: against four of base, as in figure 1 of Nishino and
//! Nishino.

use std::sync::Arc;

use shuban_catalog::Error;
use shuban_tanhinmin::Clearing;
use shuban_uec::matches::{MatchOptions, play};
use shuban_uec::players::PlayerKind::{Base, Endgame};
use shuban_uec::players::Setup;
use shuban_uec::players::endgame::{EndgameLimits, LeadTables};

use crate::finding::Finding;
use crate::line_ups::{AS_PRINTED, Difference, failed, finding, players};
use crate::paper::Recomputation;
use crate::plot::{Bar, bars_svg};

const SEED: u64 = 33;

/// A player, and whether it has databases.
struct Variant {
    what: &'static str,
    limits: EndgameLimits,
    tables: bool,
}

/// The player as printed with one thing changed at a time, and our own.
fn variants() -> [Variant; 6] {
    let of = |what, limits| Variant { what, limits, tables: true };
    let ours = EndgameLimits { certain: true, ..AS_PRINTED };
    [
        of("as printed: votes with ten cards or fewer", AS_PRINTED),
        of("votes with exactly ten cards", EndgameLimits { fewest_cards: 10, ..AS_PRINTED }),
        of("votes for leads alone", EndgameLimits { following: false, ..AS_PRINTED }),
        of("votes of 20 deals drawn", EndgameLimits { samples: 20, ..AS_PRINTED }),
        Variant { what: "no databases, certain wins", limits: ours, tables: false },
        of("`endgame`: certain wins, then votes", ours),
    ]
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let setup = players(run, AS_PRINTED)?;
    let games = run.size(20_000, 100_000);
    let variants = variants();
    let mut leads = Vec::new();
    for (number, variant) in (1..).zip(&variants) {
        run.progress.layer(variant.what, number, variants.len());
        let lead = lead_over_base(run, &setup, variant, games, SEED + number as u64)?;
        run.keep(row(variant.what, &lead));
        leads.push(lead);
    }
    drawn(run, &variants, &leads, games)?;
    let [printed, .., certain, ours] = &leads[..] else { return Ok(Vec::new()) };
    Ok(vec![
        finding("5: the databases alone win points", printed),
        finding("certain wins win points without a database", certain),
        finding("beside certain wins the databases win points", &ours.minus(certain)),
    ])
}

/// The lead of a variant over the mean of four of base.
fn lead_over_base(
    run: &Recomputation<'_>,
    setup: &Setup,
    variant: &Variant,
    games: u32,
    seed: u64,
) -> Result<Difference, Error> {
    let leads = match variant.tables {
        true => Arc::clone(&setup.leads),
        false => Arc::new(LeadTables::new(Clearing::default())),
    };
    let setup = Setup { limits: variant.limits, leads, ..setup.clone() };
    let players = [Endgame, Base, Base, Base, Base];
    let options = MatchOptions { players, games, seed, records: None };
    let played = play(&setup, &options, run.progress).map_err(failed)?;
    Ok(Difference::between(&played, 0..1, 1..5))
}

fn row(what: &str, lead: &Difference) -> Finding {
    let what = format!("{what}: lead over base, points of 5,000 games");
    let row = Finding::unprinted(what, lead.points.round());
    let note = format!("95 %: ± {:.0}", lead.half);
    Finding { ci95: Some(lead.ci95()), ..row }.noting(note)
}

fn drawn(
    run: &Recomputation<'_>,
    variants: &[Variant],
    leads: &[Difference],
    games: u32,
) -> Result<(), Error> {
    let bar = |(variant, lead): (&Variant, &Difference)| Bar {
        name: variant.what.to_owned(),
        total: lead.points,
        interval: lead.ci95(),
        marked: variant.limits == AS_PRINTED,
    };
    let bars: Vec<Bar> = variants.iter().zip(leads).map(bar).collect();
    let title = format!("Parts of the player against four of base, {games} games each");
    let svg = bars_svg(&title, "lead over base, points of 5,000 games", &bars, 0.0);
    run.write("daihinmin-ablation.svg", &svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_player_plays_no_certain_wins() {
        let [printed, .., certain, ours] = variants();
        assert!(printed.tables && !printed.limits.certain);
        assert!(!certain.tables && certain.limits.certain);
        assert_eq!(ours.limits, EndgameLimits::default());
    }
}
