//! Marks that are set together: they lie all over the memory, and it is quicker to wait for several at once.

use std::hint::black_box;
use std::sync::atomic::Ordering;

use arrayvec::ArrayVec;

use super::marks::Mark;

/// Marks that are to be set.
pub(super) struct Exits<'a>(ArrayVec<Mark<'a>, 64>);

impl<'a> Exits<'a> {
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    #[inline(always)]
    pub(super) fn add(&mut self, mark: Mark<'a>) {
        if self.0.is_full() {
            self.flush();
        }
        self.0.push(mark);
    }

    /// Sets the marks. A processor loads several words at a time, but writes those that threads share one after
    /// the other: so all are loaded first.
    pub(super) fn flush(&mut self) {
        let loaded = self.0.iter().fold(0, |all, (word, _)| all ^ word.load(Ordering::Relaxed));
        black_box(loaded);
        for (word, bit) in self.0.drain(..) {
            if word.load(Ordering::Relaxed) & bit == 0 {
                word.fetch_or(bit, Ordering::Relaxed);
            }
        }
    }
}
