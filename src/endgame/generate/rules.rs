//! The parts of retrograde analysis that depend on the game, and not only on its board.

use crate::board::{Black, Color, Game, Move, Placement, Set, SetOf, White, movegen};
use crate::endgame::combination::Perspective;
use crate::endgame::encoded::EncodedValue;
use crate::endgame::index::Pieces;
use crate::endgame::spec::GameSpec;
use crate::endgame::store::Store;

/// The rules of a game, behind function pointers.
#[derive(Clone, Copy)]
pub(super) struct GameRules<S: Set> {
    pub(super) flying_kings: bool,
    /// By the player to move.
    best_capture: [BestCapture<S>; 2],
}

/// The value of the best capture. Returns `None` if there is no capture.
type BestCapture<S> = fn(&Store, &Pieces<S>) -> Option<EncodedValue>;

impl<S: Set> GameRules<S> {
    /// The rules of a game of which tables are made, with its spec.
    pub(super) fn with_spec<G: Game<Board: crate::board::Geometry<Set = S>>>() -> (GameSpec, Self) {
        let rules = Self {
            flying_kings: only::<G>().rules().flying_kings,
            best_capture: [best_capture::<G, White>, best_capture::<G, Black>],
        };
        (GameSpec::of(only::<G>()), rules)
    }

    /// The value of the best capture, `C` to move. Returns `None` if there is no capture.
    #[inline(always)]
    pub(super) fn best_capture<C: Perspective>(
        &self,
        store: &Store,
        pieces: &Pieces<S>,
    ) -> Option<EncodedValue> {
        (self.best_capture[C::COLOR as usize])(store, pieces)
    }
}

/// The game of this type.
#[inline(always)]
fn only<G: Game>() -> G {
    G::ONLY.expect("a build refuses games whose rules are not constants")
}

fn best_capture<G: Game, C: Perspective>(store: &Store, pieces: &Pieces<SetOf<G>>) -> Option<EncodedValue> {
    let Pieces { own, theirs, kings } = *pieces;
    let (white, black) = match C::COLOR {
        Color::White => (own, theirs),
        Color::Black => (theirs, own),
    };
    let placement = Placement { white, black, kings, ..Placement::empty(only(), C::COLOR) };
    let mut best = None;
    movegen::visit_captures::<G, C>(&placement, |mv| {
        let value = after::<G, C>(store, &placement, &mv);
        best = Some(best.map_or(value, |best| value.better(best)));
    });
    best
}

/// The value of a move. It is not inlined, because the generator calls it in many places.
#[inline(never)]
fn after<G: Game, C: Perspective>(store: &Store, placement: &Placement<G>, mv: &Move<G>) -> EncodedValue {
    let next = movegen::play::<G, C>(placement, mv);
    store.value::<G::Board, C::Opponent>(&Pieces::of::<G, C::Opponent>(&next)).before()
}
