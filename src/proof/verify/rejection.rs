//! Why a certificate is not accepted.

use std::fmt;

/// A certificate is not accepted, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a line of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The file ends too early.
    End,
    /// The file goes on after the sum.
    Beyond,
    /// The line is not text.
    NotUtf8,
    /// The file is compressed, and not to the end.
    Compression,
    /// The line of the header does not begin like this.
    Header(&'static str),
    /// The header names something that there is not.
    Unknown(&'static str),
    /// There is no game of this name that has certificates.
    Variant,
    /// There are this many positions, and not as many as the header says.
    Count(usize),
    /// The sum of the lines before is another one.
    Sum,
    /// A position line has other fields.
    Fields,
    /// The position is not written as it has to be, or is none.
    Position(&'static str),
    /// The line does not come after the one before.
    Order,
    /// The rank is not a number from 0 to 65535 without leading zeros.
    Rank,
    /// The game is over in a position that is listed.
    Over,
    /// The tables have a position that is listed.
    Tabled,
    /// The opponent is to move, and a move is written.
    OpponentsMove,
    /// The move is not legal.
    Move,
    /// The rank does not get lower there.
    Rises(String),
    /// The game is over there, and the player has lost.
    Lost(String),
    /// The tables say that it does not hold there.
    Table(String),
    /// That is not listed.
    Missing(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => write!(f, "the file ends before its sum"),
            Self::Beyond => write!(f, "nothing may follow the sum"),
            Self::NotUtf8 => write!(f, "this is not UTF-8"),
            Self::Compression => write!(f, "the file cannot be decompressed from here on"),
            Self::Header(word) => write!(f, "here stands '{word}' in every certificate"),
            Self::Unknown(what) => write!(f, "this is not {what}"),
            Self::Variant => write!(f, "there is no game with this main name that has certificates"),
            Self::Count(count) => write!(f, "there are {count} positions"),
            Self::Sum => write!(f, "the sum of the lines before is another one"),
            Self::Fields => write!(f, "a position line has other fields"),
            Self::Position(why) => write!(f, "{why}"),
            Self::Order => write!(f, "the positions do not ascend"),
            Self::Rank => write!(f, "the rank is not a number from 0 to 65535"),
            Self::Over => write!(f, "the game is over here, and the position need not be listed"),
            Self::Tabled => write!(f, "the tables have this position, and it need not be listed"),
            Self::OpponentsMove => write!(f, "the other side is to move, where '-' stands"),
            Self::Move => write!(f, "the move is not legal, or not written in full"),
            Self::Rises(fen) => write!(f, "the rank does not get lower in {fen}"),
            Self::Lost(fen) => write!(f, "the game is over and lost in {fen}"),
            Self::Table(fen) => write!(f, "by the tables the claim does not hold in {fen}"),
            Self::Missing(fen) => write!(f, "{fen} can arise and is not listed"),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.text, self.reason)
    }
}

impl std::error::Error for Rejection {}
