//! Perft of each game with both generators, compared with published numbers.
//!
//! A line of a file in `tests/perft` begins with
//!
//! - `#`: the source of the numbers;
//! - `fen`: the position of a new entry; an entry without it begins at the starting position;
//! - `exposes`: the faults that the entry has to expose, see `faults`;
//! - `moves`: all legal moves of the position;
//! - a number: the depth, followed by the number of leaves.
//!
//! Higher counts are there for manual checks: `REMISE_PERFT_LIMIT` and `REMISE_RULEBOOK_LIMIT` set the largest
//! counts that are verified with each generator.

use std::collections::BTreeSet;
use std::{env, fs};

use remise::board::{
    Checkers, Draughts, Game, MoveList, Position, RuleSet, Russian, Varied, movegen, rulebook,
};
use remise::perft::{CountTable, Method, Perft};

use crate::positions::{position_in, text};

#[test]
fn checkers_6() {
    check(Checkers::<6>, "checkers-6");
}

#[test]
fn checkers_8() {
    check(Checkers::<8>, "checkers-8");
}

#[test]
fn checkers_10() {
    check(Checkers::<10>, "checkers-10");
}

#[test]
fn checkers_12() {
    check(Checkers::<12>, "checkers-12");
}

#[test]
fn checkers_14() {
    check(Checkers::<14>, "checkers-14");
}

#[test]
fn draughts_6() {
    check(Draughts::<6>, "draughts-6");
}

#[test]
fn draughts_8() {
    check(Draughts::<8>, "draughts-8");
}

#[test]
fn draughts_10() {
    check(Draughts::<10>, "draughts-10");
}

#[test]
fn draughts_12() {
    check(Draughts::<12>, "draughts-12");
}

#[test]
fn draughts_14() {
    check(Draughts::<14>, "draughts-14");
}

#[test]
fn russian() {
    check(Russian, "russian");
}

#[test]
fn killer_10() {
    check(Varied::<10>(RuleSet::Killer), "killer-10");
}

#[test]
fn breakthrough_10() {
    check(Varied::<10>(RuleSet::Breakthrough), "breakthrough-10");
}

#[test]
fn losing_10() {
    check(Varied::<10>(RuleSet::Losing), "losing-10");
}

#[test]
fn frisian() {
    check(Varied::<10>(RuleSet::Frisian), "frisian");
}

#[test]
fn frysk() {
    check(Varied::<10>(RuleSet::Frysk), "frysk");
}

#[test]
fn kings_with_a_great_number_of_routes() {
    check(Draughts::<10>, "routes-draughts-10");
    check(Draughts::<12>, "routes-draughts-12");
    check(Draughts::<14>, "routes-draughts-14");
    check(Checkers::<14>, "routes-checkers-14");
    check(Russian, "routes-russian");
}

fn check<G: Game>(game: G, variant: &str) {
    let (fast, slow) = (limit("REMISE_PERFT_LIMIT", 100_000_000), limit("REMISE_RULEBOOK_LIMIT", 1_000_000));
    let table = CountTable::new(16).expect("a small table");
    let remembering = Perft { table: Some(&table), threads: 2, ..Perft::PLAIN };
    let making = Perft { method: Method::Made, ..Perft::PLAIN };
    let judging = Perft { method: Method::Rulebook, ..Perft::PLAIN };
    for entry in entries(game, variant) {
        let position = &entry.position;
        let mut list = MoveList::new();
        movegen::moves(position.placement(), &mut list);
        entry.check_moves(list.iter().map(text).collect());
        entry.check_moves(rulebook::moves(position).iter().map(text).collect());
        entry.check_counts(fast, |depth| Perft::PLAIN.count(position, depth));
        entry.check_counts(fast, |depth| remembering.count(position, depth));
        entry.check_counts(fast / 10, |depth| making.count(position, depth));
        entry.check_counts(slow, |depth| judging.count(position, depth));
    }
}

fn limit(variable: &str, usual: u64) -> u64 {
    env::var(variable).map_or(usual, |limit| limit.parse().expect("a number of leaves"))
}

/// A position with known results.
#[derive(Debug)]
pub(crate) struct Entry<G: Game> {
    /// The file and the line.
    pub(crate) name: String,
    pub(crate) position: Position<G>,
    pub(crate) exposes: Vec<String>,
    /// All legal moves. `None` if the file does not list them.
    pub(crate) moves: Option<BTreeSet<String>>,
    /// Depths and numbers of leaves.
    pub(crate) counts: Vec<(u32, u64)>,
}

impl<G: Game> Entry<G> {
    fn new(name: String, position: Position<G>) -> Self {
        Self { name, position, exposes: Vec::new(), moves: None, counts: Vec::new() }
    }

    fn check_moves(&self, moves: Vec<String>) {
        if let Some(expected) = &self.moves {
            assert_eq!(moves.len(), expected.len(), "{}: {moves:?}", self.name);
            assert_eq!(&BTreeSet::from_iter(moves), expected, "{}", self.name);
        }
    }

    fn check_counts(&self, limit: u64, count: impl Fn(u32) -> u64) {
        for &(depth, leaves) in self.counts.iter().filter(|&&(_, leaves)| leaves <= limit) {
            assert_eq!(count(depth), leaves, "{} at depth {depth}", self.name);
        }
    }
}

/// The entries of a file.
pub(crate) fn entries<G: Game>(game: G, variant: &str) -> Vec<Entry<G>> {
    let path = format!("{}/tests/perft/{variant}.perft", env!("CARGO_MANIFEST_DIR"));
    let file = fs::read_to_string(&path).expect("a file of this name");
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(file.lines()) {
        let name = format!("{variant}.perft:{number}");
        let Some((word, rest)) = line.split_once(' ') else { continue };
        match word {
            "#" => {}
            "fen" => entries.push(Entry::new(name, position_in(game, rest))),
            "exposes" => last(&mut entries).exposes = words(rest),
            "moves" => last(&mut entries).moves = Some(words(rest)),
            depth => {
                if entries.is_empty() {
                    entries.push(Entry::new(name, Position::start(game)));
                }
                let count = (depth.parse().expect("a depth"), rest.parse().expect("a count"));
                last(&mut entries).counts.push(count);
            }
        }
    }
    entries
}

fn last<G: Game>(entries: &mut [Entry<G>]) -> &mut Entry<G> {
    entries.last_mut().expect("an entry begins with its position")
}

fn words<T: FromIterator<String>>(text: &str) -> T {
    text.split_whitespace().map(str::to_owned).collect()
}
