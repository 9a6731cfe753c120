use shuban_core::*;
use shuban_gammon::{Variant, contact::Contact};
use shuban_solve::iterate::*;
use std::time::Instant;
struct Done<'a>(&'a Contact, &'a std::collections::BTreeMap<usize, Vec<Bounds>>);
impl Finished for Done<'_> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        let b = &self.1[&part.layer.0][part.part];
        Ok(ranks.iter().map(|&r| b.get(r as usize)).collect())
    }
}
fn main() {
    let v = std::env::args().nth(1).unwrap();
    let name = std::env::args().nth(2).unwrap();
    let check = std::env::args().nth(3).is_some();
    let d = Contact::new(Variant::by_name(&v).unwrap());
    let target = d.layers().iter().position(|l| l.name.ends_with(&name)).unwrap();
    let mut need = vec![target];
    let mut i = 0;
    while i < need.len() {
        for n in &d.layers()[need[i]].needs {
            if !need.contains(&n.0) {
                need.push(n.0);
            }
        }
        i += 1;
    }
    need.sort();
    let mut done = std::collections::BTreeMap::new();
    let t0 = Instant::now();
    for l in need {
        let layer = LayerId(l);
        let t = Instant::now();
        let plan = d.plan(layer, &mut Done(&d, &done)).unwrap();
        let lens: Vec<usize> = d.layers()[l].parts.iter().map(|p| p.positions.unwrap() as usize).collect();
        let tp = t.elapsed();
        let op = BySweep::new(&d, plan, lens.clone());
        let le = leave(&op, &lens).unwrap();
        let tl = t.elapsed();
        let it = iterate(&op, Iterate::start(op.start()), 256, &mut |_| Ok(())).unwrap();
        let n: usize = lens.iter().sum();
        let el = t.elapsed() - tl;
        println!(
            "{} {n} plan {:?} leave {:?} rounds {} left {} sweeps {} width {} {:?} {:.2} Mpos/s/sweep",
            d.layers()[l].name,
            tp,
            tl - tp,
            le.rounds,
            le.left.iter().map(Vec::len).sum::<usize>(),
            it.sweeps,
            it.width,
            el,
            n as f64 * it.sweeps as f64 / el.as_secs_f64() / 1e6
        );
        if check {
            let indexes: Vec<_> =
                (0..lens.len()).map(|p| d.index(PartId { layer, part: p }).unwrap()).collect();
            let mut bad = 0;
            for (p, index) in indexes.iter().enumerate() {
                for r in 0..index.len() {
                    let pos = index.unrank(r).unwrap();
                    let v = d
                        .backup(&pos, &mut |a: &shuban_gammon::Position| {
                            let part = d.locate(a).unwrap();
                            let ix = d.index(part).unwrap();
                            let r = ix.rank(a).unwrap() as usize;
                            Ok(if part.layer == layer {
                                it.parts[part.part].get(r)
                            } else {
                                done[&part.layer.0][part.part].get(r)
                            })
                        })
                        .unwrap();
                    let have = it.parts[p].get(r as usize);
                    if !have.contains(v) {
                        bad += 1;
                        if bad < 5 {
                            println!("bad {pos:?} {have:?} {v:?}");
                        }
                    }
                }
            }
            println!("  bad {bad}");
        }
        done.insert(l, it.parts);
    }
    println!("total {:?}", t0.elapsed());
}
