//! The command line.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use remise::board::*;
use remise::perft::*;
fn run<G: Game>(depth: u32, made: bool, hash: usize, threads: usize) {
    let t = std::time::Instant::now();
    let table = (hash > 0).then(|| Table::new(hash).unwrap());
    let n =
        Perft { method: if made { Method::Made } else { Method::Counted }, table: table.as_ref(), threads }
            .count(&Position::<G>::start(), depth);
    println!("{n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d = a[2].parse().unwrap();
    let made = a.get(3).is_some_and(|x| x == "made");
    let h = a.get(4).map_or(0, |x| x.parse().unwrap());
    let th = a.get(5).map_or(1, |x| x.parse().unwrap());
    match a[1].as_str() {
        "d6" => run::<Draughts<6>>(d, made, h, th),
        "d8" => run::<Draughts<8>>(d, made, h, th),
        "d10" => run::<Draughts<10>>(d, made, h, th),
        "d12" => run::<Draughts<12>>(d, made, h, th),
        "d14" => run::<Draughts<14>>(d, made, h, th),
        "c8" => run::<Checkers<8>>(d, made, h, th),
        "c6" => run::<Checkers<6>>(d, made, h, th),
        _ => run::<Russian>(d, made, h, th),
    }
}
