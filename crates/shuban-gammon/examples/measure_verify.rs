use shuban_core::*;
use shuban_gammon::*;
use shuban_solve::*;
use std::sync::Arc;
use std::time::Instant;
struct Print(Instant);
impl Progress for Print {
    fn phase(&self, t: &str, _: u64) {
        eprintln!("{:.2} == {t}", self.0.elapsed().as_secs_f64());
    }
    fn at(&self, _: u64, t: &str) {
        if !t.is_empty() {
            eprintln!("{:.2} {t}", self.0.elapsed().as_secs_f64());
        }
    }
    fn note(&self, t: &str) {
        eprintln!("note {t}");
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = Variant::by_name(&a[1]).unwrap();
    let d = if a.get(4).is_some_and(|x| x == "money") {
        Contact::for_money(v)
    } else {
        Contact::new(v)
    };
    let fam = d.name();
    let fam = fam.split('/').nth(1).unwrap().to_owned();
    let layer = layer_named(&d, &format!("{}/{}-{}-{}", a[1], fam, a[2], a[3])).unwrap();
    let files: Arc<dyn shuban_store::FileSystem> = Arc::new(shuban_store::Disk::default());
    let data =
        std::env::var("DATA").map(std::path::PathBuf::from).unwrap_or("/tmp/scratchdb".into());
    let o = BuildOptions {
        threads: std::env::var("T").map_or(2, |t| t.parse().unwrap()),
        memory: 20 << 30,
        ..BuildOptions::new(data)
    };
    if std::env::var("BUILD").is_ok() {
        let t = Instant::now();
        build(&files, &d, &CertifyBySweep, layer, &o, &Print(t)).unwrap();
        println!("build {:.2}", t.elapsed().as_secs_f64());
    }
    let by_rules = std::env::var("RULES").map_or(100_000, |n| n.parse().unwrap());
    let t = Instant::now();
    let v = VerifyOptions {
        threads: o.threads,
        memory: o.memory,
        by_rules,
        ..VerifyOptions::new(o.data.clone())
    };
    println!("{}", verify(&files, &d, &CertifyBySweep, layer, &v, &Print(t)).unwrap());
}
