//! The value of a position in a byte.

/// The value of a position for the player to move, encoded as in a table of distances.
///
/// 0 is a draw, n + 1 is the end of the game after n plies under best play. The player to move wins if n is
/// odd and loses if n is even; having no move is a loss in 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EncodedValue(pub(super) u8);

impl EncodedValue {
    pub(super) const DRAW: Self = Self(0);
    /// The player to move has no move.
    pub(super) const LOST: Self = Self(1);
    /// A distance that does not fit into a byte.
    pub(super) const TOO_LONG: Self = Self(u8::MAX);
    /// A don't-care position: its value is not stored, and any byte may stand there. No value has this
    /// encoding, since a table with a distance that is too long is never finished.
    pub(super) const DONT_CARE: Self = Self::TOO_LONG;

    /// All wins and losses by distance. [`EncodedValue::TOO_LONG`] is the last one.
    pub(super) fn all_decided() -> impl Iterator<Item = Self> {
        (1..=u8::MAX).map(Self)
    }

    /// The value of a position with a move to a position that has this value for the opponent.
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

    /// The plies to the end of the game. Returns `None` for a draw.
    pub(super) const fn plies(self) -> Option<u16> {
        if self.0 == 0 { None } else { Some(self.0 as u16 - 1) }
    }

    /// The better of two values for the player to move: a short win, then a draw, then a long loss.
    #[inline(always)]
    pub(super) fn better(self, other: Self) -> Self {
        if self.preference() >= other.preference() { self } else { other }
    }

    /// A number that is higher for a better value.
    #[inline(always)]
    const fn preference(self) -> u16 {
        match self.0 {
            0 => 256,
            loss if loss & 1 == 1 => loss as u16,
            win => 1024 - win as u16,
        }
    }
}
