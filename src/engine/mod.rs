//! What an application needs of the engine without knowing a game's type.

pub mod variant;

pub use variant::{Task, Variant};
