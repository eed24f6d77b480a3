//! The size of games: the measurements of van Horssen, *Complexity of checkers and draughts on different
//! board sizes*.

pub(crate) mod estimate;
pub(crate) mod experiment;
pub(crate) mod upper_bound;
