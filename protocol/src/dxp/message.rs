//! The messages.

use std::fmt;

use super::fields::{Fields, text, write_name, write_text};
use super::request::{GameRequest, Side};
use super::{Error, Kind, LONGEST};

/// A message, from either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The initiator requests a game.
    GameRequest(GameRequest),
    /// The follower accepts or refuses it.
    Acceptance(Acceptance),
    /// The player to move moves.
    Move(Move),
    /// A player ends the game, instead of moving, or confirms its end.
    GameEnd(GameEnd),
    /// Text for people.
    Chat(String),
    /// A player asks to take back moves.
    BackRequest(BackRequest),
    /// The other one agrees or not.
    BackAnswer(BackAnswer),
}

/// The answer to a request for a game, GAMEACC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The name of the follower.
    pub name: String,
    /// What it says.
    pub verdict: Verdict,
}

/// What a follower says to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It plays.
    Accepted,
    /// It does not know the version of the protocol.
    WrongVersion,
    /// It does not play this game, but another one perhaps.
    NotThisGame,
    /// It plays no game at all.
    NoGame,
}

/// A move, MOVE. The squares that it passes are not part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// The time that it took, in seconds.
    pub seconds: u16,
    /// The square where it begins.
    pub from: u8,
    /// The square where it ends.
    pub to: u8,
    /// The squares of the captured pieces, in ascending order.
    pub captured: Vec<u8>,
}

/// The end of a game, GAMEEND.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The result for the sender.
    pub reason: Reason,
    /// Whether the sender wants no more games.
    pub stop: bool,
}

/// The result for the one who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not said.
    Unspecified,
    /// "I lose."
    Loss,
    /// "It is a draw."
    Draw,
    /// "I win."
    Win,
}

/// A request to take back moves, BACKREQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackRequest {
    /// The number of the move before which the game goes on. The first one is 1.
    pub number: u16,
    /// The side that is to move there.
    pub side: Side,
}

/// The answer to such a request, BACKACC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// The moves are taken back.
    Agreed,
    /// Moves are never taken back.
    Unsupported,
    /// The game goes on.
    NotNow,
}

impl Message {
    /// Reads a message. Blanks and line ends after it are ignored.
    ///
    /// # Errors
    /// Returns what is wrong. The type of the message is known in most cases.
    pub fn parse(message: &[u8]) -> Result<Self, Error> {
        let (&letter, rest) = message.split_first().ok_or(Error::Empty)?;
        let kind = Kind::of(letter).ok_or(Error::Unknown(letter))?;
        if kind == Kind::Chat {
            return Ok(Self::Chat(text(rest)));
        }
        let rest = rest.trim_ascii_end();
        if rest.len() >= LONGEST {
            return Err(Error::TooLong);
        }
        let mut fields = Fields::new(kind, rest);
        let message = Self::read(kind, &mut fields)?;
        fields.end().map(|()| message)
    }

    fn read(kind: Kind, fields: &mut Fields<'_>) -> Result<Self, Error> {
        Ok(match kind {
            Kind::GameRequest => Self::GameRequest(GameRequest::read(fields)?),
            Kind::Acceptance => Self::Acceptance(Acceptance::read(fields)?),
            Kind::Move => Self::Move(Move::read(fields)?),
            Kind::GameEnd => Self::GameEnd(GameEnd::read(fields)?),
            Kind::Chat => Self::Chat(String::new()),
            Kind::BackRequest => Self::BackRequest(BackRequest::read(fields)?),
            Kind::BackAnswer => Self::BackAnswer(BackAnswer::read(fields)?),
        })
    }
}

impl Acceptance {
    fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        let name = fields.name("the name")?;
        let verdict = match fields.letter("the code")? {
            b'0' => Verdict::Accepted,
            b'1' => Verdict::WrongVersion,
            b'2' => Verdict::NotThisGame,
            b'3' => Verdict::NoGame,
            _ => return Err(fields.wrong("the code")),
        };
        Ok(Self { name, verdict })
    }
}

impl Move {
    fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        let seconds = fields.number(4, "the time")?;
        let (from, to) = (fields.square("the origin")?, fields.square("the destination")?);
        let count = fields.number(2, "the number of captured pieces")?;
        let captured = (0..count).map(|_| fields.square("a captured piece")).collect::<Result<Vec<_>, _>>();
        let mut captured = captured?;
        captured.sort_unstable();
        Ok(Self { seconds, from, to, captured })
    }
}

impl GameEnd {
    fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        let reason = match fields.letter("the reason")? {
            b'0' => Reason::Unspecified,
            b'1' => Reason::Loss,
            b'2' => Reason::Draw,
            b'3' => Reason::Win,
            _ => return Err(fields.wrong("the reason")),
        };
        let stop = match fields.letter("the stop code")? {
            b'0' => false,
            b'1' => true,
            _ => return Err(fields.wrong("the stop code")),
        };
        Ok(Self { reason, stop })
    }
}

impl BackRequest {
    fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        const PART: &str = "the number of the move";
        let number = fields.number(3, PART)?;
        if number == 0 {
            return Err(fields.wrong(PART));
        }
        Ok(Self { number, side: Side::read(fields, "the side to move")? })
    }
}

impl BackAnswer {
    fn read(fields: &mut Fields<'_>) -> Result<Self, Error> {
        match fields.letter("the code")? {
            b'0' => Ok(Self::Agreed),
            b'1' => Ok(Self::Unsupported),
            b'2' => Ok(Self::NotNow),
            _ => Err(fields.wrong("the code")),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameRequest(request) => write!(f, "{request}"),
            Self::Acceptance(answer) => {
                write!(f, "A")?;
                write_name(f, &answer.name)?;
                write!(f, "{}", answer.verdict as u8)
            }
            Self::Move(mv) => write!(f, "{mv}"),
            Self::GameEnd(end) => write!(f, "E{}{}", end.reason as u8, u8::from(end.stop)),
            Self::Chat(text) => {
                write!(f, "C")?;
                write_text(f, text, LONGEST - 1)
            }
            Self::BackRequest(request) => {
                write!(f, "B{:03}{}", request.number.min(999), request.side.letter())
            }
            Self::BackAnswer(answer) => write!(f, "K{}", *answer as u8),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST_TIME: u16 = 9999;
        let Self { seconds, from, to, captured } = self;
        write!(f, "M{:04}{from:02}{to:02}{:02}", (*seconds).min(LONGEST_TIME), captured.len())?;
        captured.iter().try_for_each(|square| write!(f, "{square:02}"))
    }
}
