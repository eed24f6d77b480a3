//! The state of a position in a subslice that is being solved.

use crate::endgame::encoded::EncodedValue;

/// What is known about the value of a position.
#[derive(Clone, Copy)]
pub(super) struct SolvingState {
    /// The final value, or [`SolvingState::OPEN`].
    value: u8,
    /// The best value after a move of a man, if it is a loss or a candidate for the value.
    man_value: u8,
    /// The counter of retrograde analysis: moves of kings that are not known to lose, for positions that are
    /// lost if all of them lose; otherwise one of the two constants below.
    counter: u16,
}

impl SolvingState {
    const OPEN: u8 = EncodedValue::TOO_LONG.0;
    /// No moves need counting: the value is final, or some move does not lose.
    const UNCOUNTED: u16 = u16::MAX;
    /// No moves need counting, since the player to move must capture.
    const CAPTURE: u16 = u16::MAX - 1;

    /// The state of an entry that stands for no position.
    pub(super) const UNUSED: Self = Self::settled(EncodedValue::DRAW);

    const fn settled(value: EncodedValue) -> Self {
        Self { value: value.0, man_value: 0, counter: Self::UNCOUNTED }
    }

    /// A position in which the best capture has this value.
    pub(super) const fn capture(value: EncodedValue) -> Self {
        Self { counter: Self::CAPTURE, ..Self::settled(value) }
    }

    /// A position without captures, from the best value after a move of a man and the number of moves of
    /// kings.
    #[inline(always)]
    pub(super) fn quiet(best: Option<EncodedValue>, king_moves: u16) -> Self {
        let open = Self { value: Self::OPEN, man_value: 0, counter: king_moves };
        match best {
            None if king_moves == 0 => Self::settled(EncodedValue::LOST),
            None => open,
            Some(value) if king_moves == 0 => Self::settled(value),
            Some(value) if value.is_loss() => Self { man_value: value.0, ..open },
            Some(value) => Self { man_value: value.0, counter: Self::UNCOUNTED, ..open },
        }
    }

    /// Whether the value is not final.
    #[inline(always)]
    pub(super) const fn is_open(self) -> bool {
        self.value == Self::OPEN
    }

    /// Whether the player to move must capture.
    #[inline(always)]
    pub(super) const fn must_capture(self) -> bool {
        self.counter == Self::CAPTURE
    }

    /// The value after the second pass. Positions that are still open are drawn.
    #[inline(always)]
    pub(super) const fn value(self) -> EncodedValue {
        if self.is_open() { EncodedValue::DRAW } else { EncodedValue(self.value) }
    }

    /// The value if no move of a king is better. A draw also stands for a loss that is not decided yet.
    #[inline(always)]
    pub(super) const fn candidate(self) -> EncodedValue {
        if !self.is_open() {
            EncodedValue(self.value)
        } else if self.counter == Self::UNCOUNTED {
            EncodedValue(self.man_value)
        } else {
            EncodedValue::DRAW
        }
    }

    /// Makes this the final value, unless there is one already. Returns whether it did.
    #[inline(always)]
    pub(super) const fn settle(&mut self, value: EncodedValue) -> bool {
        let is_open = self.is_open();
        if is_open {
            *self = Self::settled(value);
        }
        is_open
    }

    /// Takes a winning move of a king into account. Returns the value if the move decides it.
    #[inline(always)]
    pub(super) const fn winning_move(&mut self, value: EncodedValue) -> Option<EncodedValue> {
        if self.settle(value) { Some(value) } else { None }
    }

    /// Takes a losing move of a king into account. Returns the value if it was the last open one.
    #[inline(always)]
    pub(super) fn losing_move(&mut self, value: EncodedValue) -> Option<EncodedValue> {
        if self.counter >= Self::CAPTURE {
            return None;
        }
        self.counter -= 1;
        if self.counter > 0 {
            return None;
        }
        let longest = EncodedValue(value.0.max(self.man_value));
        *self = Self::settled(longest);
        Some(longest)
    }
}
