//! Observation of the search, for tests.

use super::{Depth, Entry, Tree, Window};
use crate::eval::Score;

/// A call of the search for the value of a node.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a, N> {
    /// The node.
    pub node: &'a N,
    /// The distance from the root in plies. Scores of the window and of the result are relative to the root;
    /// [`Score::to_table`] makes them relative to the node.
    pub ply: usize,
    /// The window.
    pub window: Window,
    /// The depth.
    pub depth: Depth,
}

/// Observes the search. [`NoObserver`] costs nothing.
pub trait Observer<T: Tree> {
    /// Called when a transposition table entry cuts. Its score is relative to the node.
    fn cut(&mut self, _call: &Call<T::Node>, _entry: &Entry) {}

    /// Called when the result of a call is stored. The entry's score is relative to the node.
    fn stored(&mut self, _call: &Call<T::Node>, _entry: &Entry) {}

    /// Called when a call returns.
    fn returned(&mut self, _call: &Call<T::Node>, _score: Score) {}
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<T: Tree> Observer<T> for NoObserver {}

impl<T: Tree, O: Observer<T>> Observer<T> for &mut O {
    fn cut(&mut self, call: &Call<T::Node>, entry: &Entry) {
        (**self).cut(call, entry);
    }

    fn stored(&mut self, call: &Call<T::Node>, entry: &Entry) {
        (**self).stored(call, entry);
    }

    fn returned(&mut self, call: &Call<T::Node>, score: Score) {
        (**self).returned(call, score);
    }
}
