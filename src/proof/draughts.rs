//! Draughts of every variant over endgame tables, as the domain of a prover.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Domain, Packed, Probe, Undecided};
use crate::board::movegen::{self, Poll};
use crate::board::{Cell, Color, Game, Geometry, KingRun, KingRuns, MoveList, Placement, Set, SetOf};
use crate::endgame::{Tables, Value};

/// The positions of a game, over its endgame tables.
///
/// Rules that count moves do not apply here: play without end is a draw.
#[derive(Clone)]
pub struct DraughtsDomain<G: Game> {
    tables: Arc<Tables<G>>,
    pieces: u32,
}

impl<G: Game> DraughtsDomain<G> {
    /// The game over tables of at most `pieces` pieces, or of fewer if not all of them exist.
    #[must_use]
    pub fn new(tables: Arc<Tables<G>>, pieces: usize) -> Self {
        let pieces = pieces.min(tables.pieces()) as u32;
        Self { tables, pieces }
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &Arc<Tables<G>> {
        &self.tables
    }

    /// The most pieces of a position in the tables.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces as usize
    }

    fn probe_table(&self, placement: &Placement<G>) -> Result<Value, Undecided> {
        self.tables.probe(placement).ok_or(Undecided::Tables)
    }

    /// Probes the captures that lead to tables, and counts the others.
    fn probe_captures(&self, placement: &Placement<G>, poll: &mut Poll<'_>) -> Result<Probe, Undecided> {
        let (mut moves, mut best_known) = (0, None);
        for mv in &legal(placement, poll)? {
            let next = placement.play(mv);
            if self.is_tabled(next) {
                let value = self.probe_table(&next)?.before();
                best_known = Some(best_known.map_or(value, |best_known| value.better(best_known)));
            } else {
                moves += 1;
            }
        }
        Ok(match best_known {
            Some(value @ Value::Win(_)) => Probe::Known(value),
            Some(value) if moves == 0 => Probe::Known(value),
            _ => Probe::Open { moves, best_known },
        })
    }
}

impl<G: Game> Domain for DraughtsDomain<G> {
    type Vertex = Placement<G>;
    type Game = G;

    const WORDS: usize = (runs_at::<G>() + 2 * run_width::<G>()).div_ceil(64) as usize;

    fn pack(placement: Placement<G>) -> Packed {
        let mut words = Packed::default();
        for (place, set) in (0..).zip([placement.white, placement.black, placement.kings]) {
            put(&mut words, place * width::<G>(), set.bits());
        }
        put(&mut words, 3 * width::<G>(), u128::from(placement.turn == Color::Black));
        for color in Color::ALL {
            if let Some(KingRun { king, moves }) = placement.runs.of(color) {
                debug_assert!(moves < 1 << MOVES, "no game allows more");
                let bits = (king.index() as u128) << MOVES | u128::from(moves);
                put(&mut words, run_at::<G>(color), bits);
            }
        }
        words
    }

    fn unpack(game: G, words: &[u64]) -> Placement<G> {
        let set = |place| SetOf::<G>::from_bits(get(words, place * width::<G>(), width::<G>()));
        let turn = if get(words, 3 * width::<G>(), 1) == 0 { Color::White } else { Color::Black };
        let run = |color| {
            let bits = get(words, run_at::<G>(color), run_width::<G>());
            let (king, moves) = ((bits >> MOVES) as u8, bits as u8 & ((1 << MOVES) - 1));
            let run = KingRun { king: Cell::new(king), moves };
            Some(run).filter(|run| run.moves > 0)
        };
        let mut runs = G::Runs::default();
        if G::Runs::ARE_COUNTED {
            runs = Color::ALL.into_iter().fold(runs, |runs, color| runs.with(color, run(color)));
        }
        Placement { white: set(0), black: set(1), kings: set(2), turn, game, runs }
    }

    fn game(&self) -> G {
        self.tables.game()
    }

    fn turn(&self, placement: Placement<G>) -> Color {
        placement.turn
    }

    fn is_tabled(&self, placement: Placement<G>) -> bool {
        Tables::cover(&placement, self.pieces as usize)
    }

    fn probe(&self, placement: Placement<G>, poll: &mut Poll<'_>) -> Result<Probe, Undecided> {
        if self.is_tabled(placement) {
            return self.probe_table(&placement).map(Probe::Known);
        }
        if movegen::must_capture(&placement) {
            return self.probe_captures(&placement, poll);
        }
        Ok(match movegen::count(&placement) {
            0 => Probe::Known(without_move(&placement)),
            moves => Probe::Open { moves: moves as u32, best_known: None },
        })
    }

    fn moves(
        &self,
        placement: Placement<G>,
        poll: &mut Poll<'_>,
        list: &mut Vec<Placement<G>>,
    ) -> Result<(), Undecided> {
        list.extend(legal(&placement, poll)?.iter().map(|mv| placement.play(mv)));
        Ok(())
    }
}

/// The value of a position without moves.
fn without_move<G: Game>(placement: &Placement<G>) -> Value {
    let winner = placement.game.rules().winner_without_move(placement.turn);
    if winner == placement.turn { Value::Win(Some(0)) } else { Value::Loss(Some(0)) }
}

/// The legal moves, unless `poll` breaks it off.
fn legal<G: Game>(placement: &Placement<G>, poll: &mut Poll<'_>) -> Result<MoveList<G>, Undecided> {
    let mut moves = MoveList::new();
    match movegen::try_moves(placement, poll, &mut moves) {
        ControlFlow::Continue(()) => Ok(moves),
        ControlFlow::Break(()) => Err(Undecided::Stopped),
    }
}

/// The number of bits of a set of cells.
const fn width<G: Game>() -> u32 {
    G::Board::HIGHEST as u32 + 1
}

/// The bits of the number of moves in a king run, of which no game allows more than three.
const MOVES: u32 = 2;

/// The number of bits of a king run.
const fn run_width<G: Game>() -> u32 {
    if G::Runs::ARE_COUNTED { 7 + MOVES } else { 0 }
}

/// Where the king runs begin.
const fn runs_at<G: Game>() -> u32 {
    3 * width::<G>() + 1
}

const fn run_at<G: Game>(color: Color) -> u32 {
    runs_at::<G>() + color as u32 * run_width::<G>()
}

/// Writes bits at an offset.
#[inline(always)]
fn put(words: &mut Packed, at: u32, bits: u128) {
    let (word, shift) = ((at / 64) as usize, at % 64);
    words[word] |= (bits << shift) as u64;
    for (next, part) in (word + 1..).zip([bits.unbounded_shr(64 - shift), bits.unbounded_shr(128 - shift)]) {
        if next < words.len() {
            words[next] |= part as u64;
        }
    }
}

/// Reads `width` bits, at most 127, at an offset.
fn get(words: &[u64], at: u32, width: u32) -> u128 {
    let (word, shift) = ((at / 64) as usize, at % 64);
    let part = |index: usize| u128::from(words.get(word + index).copied().unwrap_or(0));
    let bits = (part(0) | part(1) << 64) >> shift | part(2).unbounded_shl(128 - shift);
    bits & ((1 << width) - 1)
}
