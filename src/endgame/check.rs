//! Whether tables are right: every value has to follow from those of the positions that moves lead to.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use sha2::{Digest, Sha256};

use super::format::Counts;
use super::index::Index;
use super::slice::Slice;
use super::tables::{Rulebook, Tables};
use super::value::Value;
use crate::board::{Game, Placement, Position, rulebook};

/// A value that does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong<G: Game> {
    /// The position, White to move.
    pub placement: Placement<G>,
    /// What the table says. None: nothing.
    pub said: Option<Value>,
    /// What follows from the moves. None: some of them lead to what is unknown.
    pub expected: Option<Value>,
}

/// Looks at every position of a slice: with the rulebook generator, does its value follow from those of the
/// positions that its moves lead to? Counts the values, those of captures too.
///
/// If all do, in all tables that these lead to, then the distances are proven: a won position has a move
/// to a lost one that is nearer to the end, all moves of a lost one lead to won ones that are, so
/// following them ends the game; and who follows the moves from drawn positions to drawn ones never
/// comes to a lost one. Of tables without distances this proves that they are consistent, no more.
///
/// # Errors
/// A position whose value does not follow.
pub fn prove<G: Game>(
    tables: &Tables<G>,
    slice: Slice,
    threads: usize,
    hear: &mut dyn FnMut(usize),
) -> Result<Counts, Wrong<G>> {
    let proof = Proof {
        tables,
        index: Index::new(slice),
        next: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| proof.work(&mut |_| ()))).collect();
        let mine = proof.work(hear);
        let others = others.into_iter().map(|other| other.join().expect("looking does not panic"));
        others.chain([mine]).try_fold(Counts::default(), |sum, part| Ok(sum.plus(&part?)))
    })
}

/// All positions of a slice, to be looked at by several threads.
struct Proof<'a, G: Game> {
    tables: &'a Tables<G>,
    index: Index<G>,
    next: AtomicUsize,
    is_over: AtomicBool,
}

impl<G: Game> Proof<'_, G> {
    /// Positions that a thread looks at before it asks for more.
    const SHARE: usize = 4096;

    fn work(&self, hear: &mut dyn FnMut(usize)) -> Result<Counts, Wrong<G>> {
        let mut counts = Counts::default();
        while !self.is_over.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(Self::SHARE, Ordering::Relaxed);
            if first >= self.index.len() {
                break;
            }
            let numbers = first..self.index.len().min(first + Self::SHARE);
            hear(numbers.len());
            for number in numbers {
                let value = self.value(self.index.placement(number));
                counts.add(value.inspect_err(|_| self.is_over.store(true, Ordering::Relaxed))?);
            }
        }
        Ok(counts)
    }

    /// The value of a position, which follows from its moves.
    fn value(&self, placement: Placement<G>) -> Result<Value, Wrong<G>> {
        let said = self.tables.probe_with(Rulebook, &placement).0;
        let expected = self.expected(&placement);
        match (said, expected) {
            (Some(value), Some(expected)) if value.agrees(expected) => Ok(value),
            _ => Err(Wrong { placement, said, expected }),
        }
    }

    /// What a position is worth because of where its moves lead.
    fn expected(&self, placement: &Placement<G>) -> Option<Value> {
        let position = Position::new(*placement).ok()?;
        let values = rulebook::moves(&position).into_iter().map(|mv| {
            let next = placement.play(&mv);
            self.tables.probe_with(Rulebook, &next).0.map(Value::before)
        });
        values.reduce(|best, value| Some(best?.better(value?))).unwrap_or(Some(Value::Loss(Some(0))))
    }
}

/// The SHA-256 of a file in hexadecimal digits.
///
/// # Errors
/// When it cannot be read.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
