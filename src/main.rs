//! The command line.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use remise::board::*;
fn run<G: Game>(depth: u32) {
    let t = std::time::Instant::now();
    let n = remise::perft::perft(&Placement::<G>::start(), depth);
    println!("{n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d = a[2].parse().unwrap();
    match a[1].as_str() {
        "d6" => run::<Draughts<6>>(d),
        "d8" => run::<Draughts<8>>(d),
        "d10" => run::<Draughts<10>>(d),
        "d12" => run::<Draughts<12>>(d),
        "d14" => run::<Draughts<14>>(d),
        "c8" => run::<Checkers<8>>(d),
        "c6" => run::<Checkers<6>>(d),
        _ => run::<Russian>(d),
    }
}
