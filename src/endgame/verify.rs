//! Checks that tables are consistent: every value must follow from the values after each move.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::counts::Counts;
use super::generator::Rulebook;
use super::index::Index;
use super::parallel::{self, Work};
use super::slice::Slice;
use super::spec::GameSpec;
use super::tables::Tables;
use super::value::Value;
use crate::board::{Game, Placement, Position, rulebook};

/// A value that does not follow from the values after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency<G: Game> {
    /// The position, White to move.
    pub placement: Placement<G>,
    /// The value in the table. `None` if there is none.
    pub stored: Option<Value>,
    /// The value that follows from the moves. `None` if the value after a move is unknown.
    pub expected: Option<Value>,
}

/// Checks with the rulebook generator that the value of every position of a slice follows from the values of
/// the positions after each move. Returns the statistics of the slice, including positions with captures.
///
/// If this holds for all tables that can be reached, then the distances are proven. A won position has a
/// move to a lost one that is nearer to the end, and all moves of a lost one lead to won ones that are
/// nearer, so following these moves ends the game. A player who moves from drawn positions to drawn
/// positions never reaches a lost one. For tables without distances this proves consistency only.
///
/// # Errors
/// A position whose value does not follow.
pub fn verify_slice<G: Game>(
    tables: &Tables<G>,
    slice: Slice,
    threads: usize,
    on_progress: &mut dyn FnMut(usize),
) -> Result<Counts, Inconsistency<G>> {
    let index = Index::new(slice, GameSpec::of(tables.game()));
    let found = Mutex::new(None);
    let value = |number| {
        let checked = check(tables, index.placement(tables.game(), number));
        checked.inspect_err(|error| *lock(&found) = Some(*error)).ok()
    };
    let counts = Verification::new(&value, index.len()).run(threads, on_progress);
    let found = lock(&found).take();
    counts.ok_or_else(|| found.expect("the inconsistency was recorded"))
}

/// The value of a position, if it follows from the values after each move.
fn check<G: Game>(tables: &Tables<G>, placement: Placement<G>) -> Result<Value, Inconsistency<G>> {
    let stored = tables.probe_with(Rulebook, &placement).0;
    let expected = expected(tables, &placement);
    match (stored, expected) {
        (Some(value), Some(expected)) if value.agrees_with(expected) => Ok(value),
        _ => Err(Inconsistency { placement, stored, expected }),
    }
}

/// The value of a position that follows from the values after each move. Returns `None` if one of them is
/// unknown.
fn expected<G: Game>(tables: &Tables<G>, placement: &Placement<G>) -> Option<Value> {
    let position = Position::new(*placement).ok()?;
    let values = rulebook::moves(&position).into_iter().map(|mv| {
        let next = placement.play(&mv);
        tables.probe_with(Rulebook, &next).0.map(Value::before)
    });
    values.reduce(|best, value| Some(best?.better(value?))).unwrap_or(Some(Value::Loss(Some(0))))
}

/// The check of a slice, shared by several threads.
struct Verification<'a> {
    /// The value of the position with a number, if it is consistent.
    value: &'a (dyn Fn(usize) -> Option<Value> + Sync),
    len: usize,
    next: AtomicUsize,
    is_over: AtomicBool,
    /// The sum over all threads that are done. `None` if one of them found an inconsistency.
    counts: Mutex<Option<Counts>>,
}

impl<'a> Verification<'a> {
    /// The number of positions that a thread takes at a time.
    const CHUNK: usize = 4096;

    fn new(value: &'a (dyn Fn(usize) -> Option<Value> + Sync), len: usize) -> Self {
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        Self { value, len, next, is_over, counts: Mutex::new(Some(Counts::default())) }
    }

    /// Checks all positions. Returns `None` if one of them is inconsistent.
    fn run(&self, threads: usize, on_progress: &mut dyn FnMut(usize)) -> Option<Counts> {
        let worker = |_| -> Work<'_> { Box::new(|on_progress| self.work(on_progress)) };
        parallel::run((0..threads.max(1)).map(worker).collect(), on_progress);
        *lock(&self.counts)
    }

    fn work(&self, on_progress: &mut dyn FnMut(usize)) {
        let part = self.check_chunks(on_progress);
        let mut counts = lock(&self.counts);
        *counts = counts.zip(part).map(|(sum, part)| sum.plus(&part));
    }

    /// Checks chunks until none is left. Returns `None` after an inconsistent position.
    fn check_chunks(&self, on_progress: &mut dyn FnMut(usize)) -> Option<Counts> {
        let mut counts = Counts::default();
        while !self.is_over.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(Self::CHUNK, Ordering::Relaxed);
            if first >= self.len {
                break;
            }
            let numbers = first..self.len.min(first + Self::CHUNK);
            on_progress(numbers.len());
            for number in numbers {
                let Some(value) = (self.value)(number) else {
                    self.is_over.store(true, Ordering::Relaxed);
                    return None;
                };
                counts.add(value);
            }
        }
        Some(counts)
    }
}

/// A thread that panicked cannot leave the value half written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
