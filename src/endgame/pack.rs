//! Values as the bytes of a block. What is not stored is filled in with what compresses well.

use super::code::Code;
use super::format::Kind;

/// Puts the values of a block into bytes, in memory that is used again.
pub(super) struct Packer {
    kind: Kind,
    fours: Vec<Four>,
    bytes: Vec<u8>,
}

/// What is known of a byte with four outcomes, two bits each, the first one lowest.
#[derive(Clone, Copy, Default)]
struct Four {
    /// The outcomes that are stored.
    outcomes: u8,
    /// The bits where they stand.
    mask: u8,
}

impl Packer {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, fours: Vec::new(), bytes: Vec::new() }
    }

    /// The bytes of these values, where [`Code::NOT_STORED`] may become anything.
    pub(super) fn pack(&mut self, codes: impl Iterator<Item = Code>) -> &[u8] {
        self.bytes.clear();
        match self.kind {
            Kind::Dtw => self.pack_distances(codes),
            Kind::Wdl => self.pack_outcomes(codes),
        }
        &self.bytes
    }

    /// What is not stored is what comes before it.
    fn pack_distances(&mut self, codes: impl Iterator<Item = Code>) {
        let mut last = Code::DRAW;
        self.bytes.extend(codes.map(|code| {
            if code != Code::NOT_STORED {
                last = code;
            }
            last.0
        }));
    }

    /// Bytes repeat themselves as often as can be: those of one outcome first, then those that there are
    /// many of in the block. A first pass only counts them.
    fn pack_outcomes(&mut self, codes: impl Iterator<Item = Code>) {
        self.group(codes);
        let mut counts = [0; 256];
        self.count(&mut counts);
        self.count(&mut counts);
    }

    fn group(&mut self, codes: impl Iterator<Item = Code>) {
        self.fours.clear();
        for (place, code) in codes.enumerate() {
            if place.is_multiple_of(4) {
                self.fours.push(Four::default());
            }
            if let Some(four) = self.fours.last_mut().filter(|_| code != Code::NOT_STORED) {
                four.set(place % 4, outcome(code));
            }
        }
    }

    /// Chooses each byte, with an eye on those that were chosen before.
    fn count(&mut self, counts: &mut [u32; 256]) {
        self.bytes.clear();
        let mut last = 0;
        for four in &self.fours {
            let byte = four.of_one_outcome(last).unwrap_or_else(|| four.most_frequent(counts));
            counts[usize::from(byte)] += 1;
            last = byte >> 6;
            self.bytes.push(byte);
        }
    }
}

/// 0 draw, 1 win, 2 loss.
fn outcome(code: Code) -> u8 {
    if code.is_draw() { 0 } else { 1 + (code.0 & 1) }
}

impl Four {
    fn set(&mut self, place: usize, outcome: u8) {
        self.outcomes |= outcome << (2 * place);
        self.mask |= 3 << (2 * place);
    }

    const fn is_met_by(self, byte: u8) -> bool {
        byte & self.mask == self.outcomes
    }

    /// The byte of one outcome four times, this one if it can be. None: there are different ones.
    fn of_one_outcome(self, favorite: u8) -> Option<u8> {
        [favorite, 0, 1, 2]
            .into_iter()
            .map(|outcome| outcome * 0b0101_0101)
            .find(|byte| self.is_met_by(*byte))
    }

    /// The byte that was chosen most often, of those that can be.
    fn most_frequent(self, counts: &[u32; 256]) -> u8 {
        let can_be = ALL_FOURS.iter().copied().filter(|byte| self.is_met_by(*byte));
        can_be.max_by_key(|byte| counts[usize::from(*byte)]).expect("some byte has these outcomes")
    }
}

/// All bytes of four outcomes.
const ALL_FOURS: [u8; 81] = {
    let mut fours = [0; 81];
    let mut number = 0;
    while number < 81 {
        let digits = [number % 3, number / 3 % 3, number / 9 % 3, number / 27];
        fours[number] = (digits[0] | digits[1] << 2 | digits[2] << 4 | digits[3] << 6) as u8;
        number += 1;
    }
    fours
};

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Code = Code::NOT_STORED;

    #[track_caller]
    fn check(kind: Kind, codes: &[Code], expected: &[u8]) {
        assert_eq!(Packer::new(kind).pack(codes.iter().copied()), expected);
    }

    #[test]
    fn distances_repeat_what_comes_before() {
        check(Kind::Dtw, &[ANY, Code(7), ANY, ANY, Code(4), ANY], &[0, 7, 7, 7, 4, 4]);
    }

    #[test]
    fn outcomes_are_one_where_they_can_be() {
        let (draw, win, loss) = (Code::DRAW, Code(8), Code(5));
        check(Kind::Wdl, &[draw, win, loss, draw, ANY, ANY, win, ANY], &[0b00_10_01_00, 0b0101_0101]);
        check(Kind::Wdl, &[loss, loss, loss, loss, ANY, ANY, ANY], &[0b1010_1010, 0b1010_1010]);
    }

    #[test]
    fn outcomes_that_differ_are_those_that_there_are_most_of() {
        let (draw, win) = (Code::DRAW, Code(8));
        let often = [draw, draw, win, win].repeat(3);
        let codes = [vec![draw, ANY, ANY, win], often].concat();
        check(Kind::Wdl, &codes, &[0b0101_0000; 4]);
    }
}
