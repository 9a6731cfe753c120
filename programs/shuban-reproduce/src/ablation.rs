//! Value of each part of the player: against four of base, as in figure 1 of Nishino and Nishino.

use std::sync::Arc;

use shuban_catalog::Error;
use shuban_daihinmin::matches::{MatchOptions, PlayerSetting, play, set_tables};
use shuban_daihinmin::players::PlayerKind::{self, Base, Endgame};
use shuban_daihinmin::players::Setup;
use shuban_daihinmin_game::players::endgame::{EndgameLimits, LeadTables, SetTables};
use shuban_solve::PoolWorkers;
use shuban_tanhinmin::Clearing;

use crate::finding::Finding;
use crate::line_ups::{AS_PRINTED, Difference, failed, finding, players};
use crate::paper::Recomputation;
use crate::plot::{Bar, bars_svg};

const SEED: u64 = 33;

/// Databases of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Databases {
    None,
    Singles,
    Sets,
}

/// A variant of the player.
struct Variant {
    what: &'static str,
    limits: EndgameLimits,
    databases: Databases,
}

/// Returns the player as printed with one thing changed at a time, and our own.
fn variants() -> [Variant; 8] {
    let of = |what, limits| Variant { what, limits, databases: Databases::Singles };
    let with = |what, limits, databases| Variant { what, limits, databases };
    let ours = EndgameLimits { certain: true, ..AS_PRINTED };
    [
        of("as printed: votes with ten cards or fewer", AS_PRINTED),
        of("votes with exactly ten cards", EndgameLimits { fewest_cards: 10, ..AS_PRINTED }),
        of("votes for leads alone", EndgameLimits { following: false, ..AS_PRINTED }),
        of("votes of 20 deals drawn", EndgameLimits { samples: 20, ..AS_PRINTED }),
        with("votes with databases of sets", AS_PRINTED, Databases::Sets),
        with("`endgame` with databases of sets", ours, Databases::Sets),
        with("no databases, certain wins", ours, Databases::None),
        of("`endgame`: certain wins, then votes", ours),
    ]
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let setup = players(run, AS_PRINTED)?;
    let workers = PoolWorkers { progress: run.progress };
    let sets = Arc::new(
        set_tables(Clearing::default(), PlayerSetting::default().set_cards, &workers)
            .map_err(failed)?,
    );
    let games = run.size(100_000, 400_000);
    let variants = variants();
    let mut leads = Vec::new();
    for (number, variant) in (1..).zip(&variants) {
        run.progress.layer(variant.what, number, variants.len());
        let lead = lead_over_base(run, &setup, &sets, variant, games, SEED + number as u64)?;
        run.keep(row(&format!("{}: lead over base", variant.what), &lead));
        leads.push(lead);
    }
    drawn(run, &variants, &leads, games)?;
    let [printed, .., sets, ours_with_sets, certain, ours] = &leads[..] else {
        return Ok(Vec::new());
    };
    Ok(vec![
        finding("5: the databases alone win points", printed),
        row("certain wins without databases, less the databases alone", &certain.minus(printed)),
        row("certain wins with databases, less those without", &ours.minus(certain)),
        row("6: databases of sets, less those of single cards", &sets.minus(printed)),
        row("6: the same beside certain wins", &ours_with_sets.minus(ours)),
    ])
}

/// Returns the lead of a variant over the mean of four of base.
fn lead_over_base(
    run: &Recomputation<'_>,
    setup: &Setup,
    sets: &Arc<SetTables>,
    variant: &Variant,
    games: u32,
    seed: u64,
) -> Result<Difference, Error> {
    let leads = match variant.databases {
        Databases::None => Arc::new(LeadTables::new(Clearing::default())),
        Databases::Singles | Databases::Sets => Arc::clone(&setup.leads),
    };
    let sets = Some(Arc::clone(sets));
    let setup = Setup { limits: variant.limits, leads, sets, ..setup.clone() };
    let player = match variant.databases {
        Databases::Sets => PlayerKind::Sets,
        Databases::None | Databases::Singles => Endgame,
    };
    let players = [player, Base, Base, Base, Base];
    let options = MatchOptions { players, games, seed, records: None };
    let played = play(&setup, &options, run.progress).map_err(failed)?;
    Ok(Difference::between(&played, 0..1, 1..5))
}

/// Returns the row of a difference of points that has no print.
fn row(what: &str, lead: &Difference) -> Finding {
    let row = Finding::unprinted(format!("{what}, points of 5,000 games"), lead.points.round());
    let zero = if lead.points.abs() > lead.half { "" } else { "; the interval holds zero" };
    let note = format!("95 %: ± {:.0}{zero}", lead.half);
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
        assert!(printed.databases == Databases::Singles && !printed.limits.certain);
        assert!(certain.databases == Databases::None && certain.limits.certain);
        assert_eq!(ours.limits, EndgameLimits::default());
    }
}
