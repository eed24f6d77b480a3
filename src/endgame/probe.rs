//! A probe: the value of a position from tables, with captures played out.

use super::combination::Perspective;
use super::generator::Generator;
use super::index::Pieces;
use super::slice::Slice;
use super::table_set::TableSet;
use super::value::Value;
use crate::board::{Black, Color, Game, Move, Placement, Set, White};

/// A probe in progress.
pub(super) struct ProbeInProgress<'a, M> {
    pub(super) tables: &'a TableSet,
    pub(super) generator: M,
    /// The number of table lookups so far.
    pub(super) lookups: u32,
}

impl<M: Generator> ProbeInProgress<'_, M> {
    /// The value of a position. Returns `None` if the tables do not contain it.
    #[inline]
    pub(super) fn value<G: Game>(&mut self, placement: &Placement<G>) -> Option<Value> {
        if placement.pieces(placement.turn).is_empty() {
            return Some(Value::Loss(Some(0)));
        }
        if placement.pieces(!placement.turn).is_empty() {
            let can_move = self.generator.has_moves(placement);
            return Some(if can_move { Value::Win(Some(1)) } else { Value::Loss(Some(0)) });
        }
        self.best_capture(placement).unwrap_or_else(|| {
            self.lookups += 1;
            self.stored(placement)
        })
    }

    /// The value of the best capture. Returns `None` if there is no capture, and `Some(None)` if the value of
    /// one of them is unknown.
    fn best_capture<G: Game>(&mut self, placement: &Placement<G>) -> Option<Option<Value>> {
        let mut best = None;
        let generator = self.generator;
        generator.captures(placement, |mv| self.add_capture(placement, &mv, &mut best));
        best
    }

    /// Takes one more capture into account.
    #[inline(never)]
    fn add_capture<G: Game>(
        &mut self,
        placement: &Placement<G>,
        mv: &Move<G>,
        best: &mut Option<Option<Value>>,
    ) {
        if *best != Some(None) {
            let value = self.value(&placement.play(mv)).map(Value::before);
            *best = Some(match (*best, value) {
                (Some(Some(best)), Some(value)) => Some(best.better(value)),
                (_, value) => value,
            });
        }
    }

    /// The stored value of a position without captures.
    #[inline]
    fn stored<G: Game>(&self, placement: &Placement<G>) -> Option<Value> {
        match placement.turn {
            Color::White => self.stored_for::<G, White>(placement),
            Color::Black => self.stored_for::<G, Black>(placement),
        }
    }

    #[inline(always)]
    fn stored_for<G: Game, C: Perspective>(&self, placement: &Placement<G>) -> Option<Value> {
        let pieces = Pieces::of::<G, C>(placement);
        let (table, index) = self.tables.slice(Slice::number_of(&pieces))?;
        self.tables.lookup(*table, index.slice(), index.number::<G::Board, C>(&pieces))
    }
}
