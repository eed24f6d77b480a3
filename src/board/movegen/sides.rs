//! The player to move, as a type.

use crate::board::{Color, Direction};

/// The player to move.
pub trait Side: Copy {
    /// The color of the player.
    const COLOR: Color;
    /// The two directions in which a man moves.
    const FORWARD: [Direction; 2];
    /// The opponent.
    type Other: Side<Other = Self>;
}

/// White is to move.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black is to move.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const FORWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];
    type Other = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const FORWARD: [Direction; 2] = [Direction::DownLeft, Direction::DownRight];
    type Other = White;
}
