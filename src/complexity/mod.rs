//! How large these games are: the measurements of van Horssen, *Complexity of checkers and draughts on
//! different board sizes*.

pub(crate) mod measure;
pub(crate) mod upper_bound;
