//! Positions whose value is known, by the distance to the end of the game.

use crate::board::Color;
use crate::endgame::code::Code;
use crate::endgame::combination::Order;

/// A list for each distance.
pub(super) struct Queue {
    lists: Vec<Vec<Item>>,
    is_too_long: bool,
}

/// A position that is known to end after so many plies, or would if nothing better came before: a
/// candidate. The others are in the queue once.
#[derive(Clone, Copy)]
pub(super) struct Item(u32);

impl Queue {
    pub(super) fn new() -> Self {
        Self { lists: (0..=u8::MAX).map(|_| Vec::new()).collect(), is_too_long: false }
    }

    /// Whether something was put in that does not fit into a byte.
    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    #[inline(always)]
    pub(super) fn push(&mut self, code: Code, item: Item) {
        self.lists[usize::from(code.0)].push(item);
    }

    /// The item at this place of a list.
    #[inline(always)]
    pub(super) fn item(&self, code: Code, place: usize) -> Option<Item> {
        self.lists[usize::from(code.0)].get(place).copied()
    }

    /// Forgets a list that was gone through.
    pub(super) fn clear(&mut self, code: Code) {
        let list = &mut self.lists[usize::from(code.0)];
        self.is_too_long |= code == Code::TOO_LONG && !list.is_empty();
        list.clear();
    }
}

impl Item {
    const CANDIDATE: u32 = 1 << 31;
    const BLACK: u32 = 1 << 30;

    /// The position with this number and `C` to move.
    #[inline(always)]
    pub(super) fn new<C: Order>(number: usize, is_candidate: bool) -> Self {
        let black = if C::COLOR == Color::Black { Self::BLACK } else { 0 };
        Self(number as u32 | black | if is_candidate { Self::CANDIDATE } else { 0 })
    }

    #[inline(always)]
    pub(super) fn number(self) -> usize {
        (self.0 & (Self::BLACK - 1)) as usize
    }

    #[inline(always)]
    pub(super) fn turn(self) -> Color {
        if self.0 & Self::BLACK == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    pub(super) fn is_candidate(self) -> bool {
        self.0 & Self::CANDIDATE != 0
    }
}
