//! Why a certificate is rejected.

/// The rejection of a certificate: the first faulty line, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}: {reason}")]
pub struct Rejection {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a line of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The file ends too early.
    #[error("the file ends before its hash")]
    End,
    /// The file continues after the hash.
    #[error("nothing may follow the hash")]
    Beyond,
    /// The line is not text.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// The compressed file is damaged or incomplete.
    #[error("the file cannot be decompressed beyond this line")]
    Compression,
    /// The line of the header does not begin with this.
    #[error("this line of the header must begin with '{0}'")]
    Header(&'static str),
    /// The header contains an unknown word.
    #[error("expected {0}")]
    Unknown(&'static str),
    /// The variant is unknown.
    #[error("there is no variant with this main name")]
    Variant,
    /// The number of positions differs from the header.
    #[error("the file lists {0} positions")]
    Count(usize),
    /// The hash is wrong.
    #[error("the hash does not match the lines before it")]
    Sum,
    /// A position line has wrong fields.
    #[error("a position line must have a position, a move and, for a win, a rank")]
    Fields,
    /// The position is malformed or impossible.
    #[error("{0}")]
    Position(&'static str),
    /// The positions are not sorted.
    #[error("the positions are not in ascending order")]
    Order,
    /// The rank is malformed.
    #[error("the rank is not a number from 0 to 65535 without leading zeros")]
    Rank,
    /// The game is over in a listed position.
    #[error("the game is over in this position, so it must not be listed")]
    Over,
    /// The tables contain a listed position.
    #[error("the tables contain this position, so it must not be listed")]
    Tabled,
    /// A move is listed although the opponent is to move.
    #[error("the opponent is to move, so the move must be '-'")]
    OpponentsMove,
    /// The move is not legal.
    #[error("the move is not legal, or not written in full")]
    Move,
    /// The rank does not fall.
    #[error("the rank does not decrease in {0}")]
    Rises(String),
    /// The game is over, and the player has lost.
    #[error("the game is over and lost in {0}")]
    Lost(String),
    /// The tables contradict the claim.
    #[error("the tables contradict the claim in {0}")]
    Table(String),
    /// A position that can arise is not listed.
    #[error("{0} can arise but is not listed")]
    Missing(String),
}
