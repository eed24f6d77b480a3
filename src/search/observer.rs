//! Someone who watches the search, in tests.

use super::{Depth, Entry, Tree, Window};
use crate::eval::Score;

/// A request to the search: what a node is worth.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a, N> {
    /// The node.
    pub node: &'a N,
    /// How far it is from the root. Scores of the window and of the answer count from the root;
    /// [`Score::to_table`] makes them count from the node.
    pub ply: usize,
    /// What is to be known exactly.
    pub window: Window,
    /// How deep.
    pub depth: Depth,
}

/// Observes the search. In play there is no observer, at no cost.
pub trait Observer<T: Tree> {
    /// An entry of the table answered the call. Its score counts from the node.
    fn cut(&mut self, _call: &Call<T::Node>, _entry: &Entry) {}

    /// An entry was stored after the call. Its score counts from the node.
    fn stored(&mut self, _call: &Call<T::Node>, _entry: &Entry) {}

    /// The call was answered.
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
