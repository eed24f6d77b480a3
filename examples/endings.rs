//! Plays endings that are won according to WDL tables against the longest defence:
//! `endings FOLDER-WITH-WDL-TABLES FOLDER-WITH-DTW-TABLES PIECES COUNT SECONDS [VARIANT …]`.

#[path = "../tests/conversions.rs"]
mod conversions;
#[path = "../tests/positions.rs"]
#[allow(dead_code)]
mod positions;

use std::path::Path;
use std::time::Duration;

use conversions::{Ending, not_won};
use remise::board::{Checkers, Draughts, Game, Russian};
use remise::endgame::Tables;
use remise::search::Limits;

#[expect(clippy::print_stdout, reason = "the result of the example")]
fn run<G: Game + Default>(name: &str, words: &[String]) {
    let tables = |word: &String| Tables::open(G::default(), &Path::new(word).join(name), 64);
    let number = |word: &String| word.parse::<f64>().expect("a number");
    let (most, count, amount) = (number(&words[2]) as usize, number(&words[3]) as usize, number(&words[4]));
    let limits = if amount >= 10.0 {
        Limits { nodes: amount as u64, ..Limits::NONE }
    } else {
        Limits { move_time: Some(Duration::from_secs_f64(amount)), ..Limits::NONE }
    };
    let (known, distances) = (tables(&words[0]), tables(&words[1]));
    let ending = Ending { known: &known, distances: &distances, limits };
    let failures = not_won(&ending, most, count, 1);
    println!("{name}: {} of {count} endings not won", failures.len());
    failures.iter().for_each(|(fen, plies)| println!("  {fen}, a win in {plies}"));
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    for name in &words[5..] {
        match name.as_str() {
            "checkers-8" => run::<Checkers<8>>(name, &words),
            "draughts-8" => run::<Draughts<8>>(name, &words),
            "draughts-10" => run::<Draughts<10>>(name, &words),
            _ => run::<Russian>("russian", &words),
        }
    }
}
