//! What is known of a position of a block that is being solved.

use crate::endgame::code::Code;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Not [`Entry::OPEN`]: it will not change any more.
    code: u8,
    /// The longest loss by a move of a man.
    worst: u8,
    /// Moves of kings that are not known to lose, if all others do; or one of the two numbers below.
    escapes: u16,
}

impl Entry {
    const OPEN: u8 = Code::TOO_LONG.0;
    /// Nothing is to be counted: all is known, or a move that does not lose.
    const SAFE: u16 = u16::MAX;
    /// Nothing is to be counted, and the player to move has to capture.
    const CAPTURE: u16 = u16::MAX - 1;

    /// Where nothing stands, and nothing is to be found out.
    pub(super) const NOTHING: Self = Self::known(Code::DRAW);

    const fn known(code: Code) -> Self {
        Self { code: code.0, worst: 0, escapes: Self::SAFE }
    }

    /// A position in which the best capture is worth so much.
    pub(super) const fn captured(code: Code) -> Self {
        Self { escapes: Self::CAPTURE, ..Self::known(code) }
    }

    /// Whether more may be found out about it.
    #[inline(always)]
    pub(super) const fn is_open(self) -> bool {
        self.code == Self::OPEN
    }

    /// Whether the player to move has to capture.
    #[inline(always)]
    pub(super) const fn is_captured(self) -> bool {
        self.escapes == Self::CAPTURE
    }

    /// What it is worth, once all is known that there is to know: who cannot win and cannot lose draws.
    #[inline(always)]
    pub(super) const fn code(self) -> Code {
        if self.is_open() { Code::DRAW } else { Code(self.code) }
    }

    /// What it is worth unless kings do better: a win by a man's move is kept where losses would be.
    #[inline(always)]
    pub(super) const fn expected(self) -> Code {
        if !self.is_open() {
            Code(self.code)
        } else if self.escapes == Self::SAFE {
            Code(self.worst)
        } else {
            Code::DRAW
        }
    }

    /// Nothing better came before: that is what it is worth. False: something did.
    #[inline(always)]
    pub(super) const fn settle(&mut self, code: Code) -> bool {
        let is_open = self.is_open();
        if is_open {
            *self = Self::known(code);
        }
        is_open
    }

    /// A king can move to a lost position, and this is the win. None: it was known before.
    #[inline(always)]
    pub(super) const fn wins(&mut self, code: Code) -> Option<Code> {
        if self.settle(code) { Some(code) } else { None }
    }

    /// A king's move turned out to lose, so late. The loss, if all do now.
    #[inline(always)]
    pub(super) fn escapes_less(&mut self, code: Code) -> Option<Code> {
        if self.escapes >= Self::CAPTURE {
            return None;
        }
        self.escapes -= 1;
        if self.escapes > 0 {
            return None;
        }
        let longest = Code(code.0.max(self.worst));
        *self = Self::known(longest);
        Some(longest)
    }
}

/// What is known of a position from the best move of a man and the number of moves of kings.
#[inline(always)]
pub(super) fn quiet(best: Option<Code>, escapes: u16) -> Entry {
    let open = Entry { code: Entry::OPEN, worst: 0, escapes };
    match best {
        None if escapes == 0 => Entry::known(Code::LOST),
        None => open,
        Some(code) if escapes == 0 => Entry::known(code),
        Some(code) if code.is_loss() => Entry { worst: code.0, ..open },
        Some(code) => Entry { worst: code.0, escapes: Entry::SAFE, ..open },
    }
}
