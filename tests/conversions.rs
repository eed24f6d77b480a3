//! Endings that are won according to tables which do not tell how soon (WDL), played out against the longest
//! defence. `examples/endings.rs` plays more of them, with a clock.

use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};
use remise::board::{Game, History, Move, MoveList, Outcome, Position};
use remise::endgame::{Tables, Value};
use remise::eval::Weights;
use remise::search::{GameTree, Limits, Query, Search, SearchOptions, Signals, Table};

use crate::positions::{fen, random_position};

/// The two players of an ending.
pub(crate) struct Ending<'a, G: Game + Default> {
    /// What the attacker knows.
    pub(crate) known: &'a Tables<G>,
    /// The distances, which the defender knows.
    pub(crate) distances: &'a Tables<G>,
    /// The limits of each of the attacker's moves.
    pub(crate) limits: Limits,
}

/// A random position with 2 to `most` pieces that the player to move can win before a counting rule draws it.
pub(crate) fn random_win<G: Game + Default>(
    random: &mut StdRng,
    most: usize,
    distances: &Tables<G>,
) -> (Position<G>, u16) {
    loop {
        let pieces = random.random_range(2..=most);
        let position = random_position(G::default(), random, pieces);
        if let Some(Value::Win(Some(plies))) = distances.probe(position.placement())
            && plies <= position.clock().plies_left(&G::default().rules().draws)
            && plies > 1
        {
            return (position, plies);
        }
    }
}

impl<G: Game + Default> Ending<'_, G> {
    /// Plays the ending to its end. Returns the outcome and the number of plies.
    pub(crate) fn play(&self, start: &Position<G>, random: &mut StdRng) -> (Outcome, u16) {
        let (mut position, mut history) = (*start, History::new(start));
        let table = Table::new(16).expect("16 MiB");
        let attacker = start.turn();
        for plies in 0.. {
            if let Some(outcome) = history.outcome(&position) {
                return (outcome, plies);
            }
            let mv = match position.turn() == attacker {
                true => self.attack(&position, &history, &table),
                false => self.defend(&position, random),
            };
            position = position.play(&mv);
            history.push(&position);
        }
        unreachable!("every game ends")
    }

    fn attack(&self, position: &Position<G>, history: &History, table: &Table) -> Move<G> {
        let tree = GameTree::new(Weights::new(G::default())).with_tables(self.known);
        let began = Instant::now();
        let elapsed = || if self.limits.move_time.is_some() { began.elapsed() } else { Duration::ZERO };
        let signals = Signals { elapsed: &elapsed, ..Signals::NONE };
        let mut search = Search::new(&tree, table, SearchOptions::default(), signals);
        let query = Query {
            root: position,
            game: history.keys(),
            legal: &[],
            only: &[],
            lines: 1,
            limits: self.limits,
        };
        search.deepen(&query, |_| ()).expect("there are moves").pv[0]
    }

    /// One of the moves after which the win takes longest, or which do not lose.
    fn defend(&self, position: &Position<G>, random: &mut StdRng) -> Move<G> {
        let resistance = |mv: &Move<G>| match self.distances.probe(position.play(mv).placement()) {
            Some(Value::Win(plies)) => plies.expect("a distance"),
            _ => u16::MAX,
        };
        let moves = MoveList::legal(position.placement());
        let longest = moves.iter().map(resistance).max();
        let longest: Vec<_> = moves.iter().filter(|mv| Some(resistance(mv)) == longest).collect();
        **longest.choose(random).expect("the game is not over")
    }
}

/// Plays `count` endings. Returns those that were not won, with the plies that a win takes.
pub(crate) fn not_won<G: Game + Default>(
    ending: &Ending<'_, G>,
    most: usize,
    count: usize,
    seed: u64,
) -> Vec<(String, u16)> {
    let mut failures = Vec::new();
    for number in 0..count as u64 {
        let mut random = StdRng::seed_from_u64(seed << 32 | number);
        let (start, plies) = random_win::<G>(&mut random, most, ending.distances);
        let (outcome, _) = ending.play(&start, &mut random);
        if outcome != Outcome::Win(start.turn()) {
            failures.push((format!("{} {outcome:?}", fen(start.placement())), plies));
        }
    }
    failures
}

#[cfg(test)]
mod tests {
    use remise::board::{Checkers, Draughts, Russian};
    use remise::endgame::Kind;

    use super::*;
    use crate::endgame::{Folder, build};

    #[track_caller]
    fn check<G: Game + Default>(name: &str) {
        let [wdl, dtw] = ["wdl", "dtw"].map(|kind| Folder::new(&format!("conversions-{name}-{kind}")));
        build::<G>(wdl.path(), 3, Kind::Wdl, 1);
        build::<G>(dtw.path(), 3, Kind::Dtw, 1);
        let (known, distances) =
            (Tables::open(G::default(), wdl.path(), 1), Tables::open(G::default(), dtw.path(), 1));
        let limits = Limits { nodes: 5_000, ..Limits::NONE };
        let ending = Ending { known: &known, distances: &distances, limits };
        assert_eq!(not_won(&ending, 3, 4, 1), [], "{name}");
    }

    #[test]
    fn endings_won_by_tables_without_distances_are_won() {
        check::<Checkers<8>>("checkers-8");
        check::<Draughts<8>>("draughts-8");
        check::<Russian>("russian");
        check::<Draughts<10>>("draughts-10");
    }
}
