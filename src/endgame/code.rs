//! The value of a position in a byte.

/// What a position is worth to the player to move, and when the game ends if both play their best.
///
/// A byte of a table: 0 is a draw, n + 1 is the end of the game after n plies. The player to move has won
/// then when n is odd, and has lost when n is even: who has no move has lost in 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Code(pub(super) u8);

impl Code {
    /// Nobody wins.
    pub(super) const DRAW: Self = Self(0);
    /// The player to move has no move.
    pub(super) const LOST: Self = Self(1);
    /// The end after more plies than a table can say.
    pub(super) const TOO_LONG: Self = Self(u8::MAX);
    /// For a table: nothing needs to be said. No value is this number, since none is too long.
    pub(super) const NOT_STORED: Self = Self::TOO_LONG;

    /// All codes of games that end, by distance; [`Code::TOO_LONG`] is the last one.
    pub(super) fn all_ended() -> impl Iterator<Item = Self> {
        (1..=u8::MAX).map(Self)
    }

    /// What a position is worth with a move that leads to one of this worth to the opponent.
    #[inline(always)]
    pub(super) const fn before(self) -> Self {
        if self.0 == 0 { self } else { Self(self.0.saturating_add(1)) }
    }

    #[inline(always)]
    pub(super) const fn is_draw(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn is_win(self) -> bool {
        self.0 & 1 == 0 && self.0 != 0
    }

    #[inline(always)]
    pub(super) const fn is_loss(self) -> bool {
        self.0 & 1 == 1
    }

    /// The plies to the end of the game. None: it does not end.
    pub(super) const fn plies(self) -> Option<u16> {
        if self.0 == 0 { None } else { Some(self.0 as u16 - 1) }
    }

    /// The better of two for the player to move: a short win, a draw, a long loss.
    #[inline(always)]
    pub(super) fn better(self, other: Self) -> Self {
        if self.merit() >= other.merit() { self } else { other }
    }

    /// The higher the better.
    #[inline(always)]
    const fn merit(self) -> u16 {
        match self.0 {
            0 => 256,
            loss if loss & 1 == 1 => loss as u16,
            win => 1024 - win as u16,
        }
    }
}
