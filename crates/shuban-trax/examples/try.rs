use shuban_solve::Silent;
use shuban_solve::proof::*;
use shuban_trax::{Lines, Position, Trax};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[1].parse().unwrap();
    let trax = Trax::new(n, Lines::Full).unwrap();
    let mut o = ProofOptions::default();
    let mut qs = vec![0, 1];
    for x in &a[2..] {
        let (k, v) = x.split_once('=').unwrap();
        match k {
            "q" => qs = vec![v.parse().unwrap()],
            "t" => o.threads = v.parse().unwrap(),
            "eps" => o.epsilon = v.parse().unwrap(),
            "tail" => o.tail = v.parse().unwrap(),
            "look" => o.lookahead = v.parse().unwrap(),
            "cache" => o.cache = v.parse::<u64>().unwrap() << 20,
            "mem" => o.memory = v.parse::<u64>().unwrap() << 20,
            "first" => o.first_numbers = v == "1",
            "weak" => o.sum = if v == "1" { Sum::Weak } else { Sum::Plain },
            "new" => o.when = if v == "1" { When::New } else { When::Always },
            "tell" => o.tell = v == "1",
            "nodes" => o.nodes = Some(v.parse().unwrap()),
            _ => panic!(),
        }
    }
    for q in qs {
        let r = prove(&trax, &Position::START, Question { seat: 0, at_least: q }, &o, None, &Silent).unwrap();
        let s = r.time.as_secs_f64();
        println!(
            "{n} >={q} {:?} nodes {} work {:.1}M time {s:.2} nodes/s {:.0} puts/s {:.1}M entries {} gc {}",
            r.outcome,
            r.nodes,
            r.work as f64 / 1e6,
            r.nodes as f64 / s,
            r.work as f64 / s / 1e6,
            r.table_entries,
            r.collections
        );
    }
}
