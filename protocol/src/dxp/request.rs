//! The request for a game.

use std::fmt;

use super::fields::{Fields, write_name};
use super::{Error, SQUARES, VERSION};

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White, `W`.
    White,
    /// Black, `Z`.
    Black,
}

impl Side {
    /// The letter of the side.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'Z',
        }
    }

    pub(super) fn read(fields: &mut Fields<'_>, part: &'static str) -> Result<Self, Error> {
        match fields.letter(part)? {
            b'W' => Ok(Self::White),
            b'Z' => Ok(Self::Black),
            _ => Err(fields.wrong(part)),
        }
    }
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the initial position.
    Initial,
    /// At another position.
    Position {
        /// The side to move.
        turn: Side,
        /// A letter for each square: `w` and `z` for men, `W` and `Z` for kings, `e` if it is empty.
        squares: String,
    },
}

/// The request for a game, GAMEREQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The name of the initiator.
    pub name: String,
    /// The side that the follower plays.
    pub follower: Side,
    /// The time of each player for the whole game, in minutes.
    pub minutes: u16,
    /// The number of moves of each player, 0 if there is no limit.
    pub moves: u16,
    /// Where the game begins.
    pub start: Start,
}

impl GameRequest {
    pub(super) fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        if fields.take(2, "the version")? != b"01" {
            return Err(Error::Version);
        }
        Ok(Self {
            name: fields.name("the name")?,
            follower: Side::read(fields, "the color")?,
            minutes: fields.number(3, "the time")?,
            moves: fields.number(3, "the number of moves")?,
            start: Start::read(fields)?,
        })
    }
}

impl Start {
    fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        match fields.letter("the start")? {
            b'A' => Ok(Self::Initial),
            b'B' => Self::position(fields),
            _ => Err(fields.wrong("the start")),
        }
    }

    fn position(fields: &mut Fields<'_>) -> Result<Self, Error> {
        let turn = Side::read(fields, "the side to move")?;
        let squares = fields.take(SQUARES, "the position")?;
        if !squares.iter().all(|letter| b"wzWZe".contains(letter)) {
            return Err(fields.wrong("the position"));
        }
        Ok(Self::Position { turn, squares: super::fields::text(squares) })
    }
}

impl fmt::Display for GameRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: u16 = 999;
        write!(f, "R{VERSION:02}")?;
        write_name(f, &self.name)?;
        let (minutes, moves) = (self.minutes.min(MOST), self.moves.min(MOST));
        write!(f, "{}{minutes:03}{moves:03}", self.follower.letter())?;
        match &self.start {
            Start::Initial => write!(f, "A"),
            Start::Position { turn, squares } => write!(f, "B{}{squares:.SQUARES$}", turn.letter()),
        }
    }
}
