//! Encodes values as the bytes of a block. Don't-care positions get values that compress well.

use super::encoded::EncodedValue;
use super::format::Kind;

/// Encodes blocks, one after the other, in the same buffers.
pub(super) struct BlockEncoder {
    kind: Kind,
    partials: Vec<PartialByte>,
    bytes: Vec<u8>,
}

/// A byte of four outcomes, two bits each, the first one lowest, of which some are don't-cares.
#[derive(Clone, Copy, Default)]
struct PartialByte {
    /// The outcomes that matter.
    outcomes: u8,
    /// Their bits.
    mask: u8,
}

impl BlockEncoder {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, partials: Vec::new(), bytes: Vec::new() }
    }

    /// The bytes of these values.
    pub(super) fn encode(&mut self, values: impl Iterator<Item = EncodedValue>) -> &[u8] {
        self.bytes.clear();
        match self.kind {
            Kind::Dtw => self.encode_distances(values),
            Kind::Wdl => self.encode_outcomes(values),
        }
        &self.bytes
    }

    /// A don't-care repeats the value before it.
    fn encode_distances(&mut self, values: impl Iterator<Item = EncodedValue>) {
        let mut last = EncodedValue::DRAW;
        self.bytes.extend(values.map(|value| {
            if value != EncodedValue::DONT_CARE {
                last = value;
            }
            last.0
        }));
    }

    /// Chooses bytes that repeat often: first those of four equal outcomes, then those that are frequent in
    /// the block. The first pass only counts them.
    fn encode_outcomes(&mut self, values: impl Iterator<Item = EncodedValue>) {
        self.group(values);
        let mut counts = [0; 256];
        self.choose(&mut counts);
        self.choose(&mut counts);
    }

    fn group(&mut self, values: impl Iterator<Item = EncodedValue>) {
        self.partials.clear();
        for (place, value) in values.enumerate() {
            if place.is_multiple_of(4) {
                self.partials.push(PartialByte::default());
            }
            if let Some(partial) = self.partials.last_mut().filter(|_| value != EncodedValue::DONT_CARE) {
                partial.set(place % 4, outcome(value));
            }
        }
    }

    /// Chooses each byte, preferring those that were chosen often before.
    fn choose(&mut self, counts: &mut [u32; 256]) {
        self.bytes.clear();
        let mut last = 0;
        for partial in &self.partials {
            let byte = partial.uniform(last).unwrap_or_else(|| partial.most_frequent(counts));
            counts[usize::from(byte)] += 1;
            last = byte >> 6;
            self.bytes.push(byte);
        }
    }
}

/// 0 draw, 1 win, 2 loss.
fn outcome(value: EncodedValue) -> u8 {
    if value.is_draw() { 0 } else { 1 + (value.0 & 1) }
}

impl PartialByte {
    fn set(&mut self, place: usize, outcome: u8) {
        self.outcomes |= outcome << (2 * place);
        self.mask |= 3 << (2 * place);
    }

    const fn matches(self, byte: u8) -> bool {
        byte & self.mask == self.outcomes
    }

    /// A byte of four equal outcomes, `preferred` if possible. Returns `None` if the outcomes differ.
    fn uniform(self, preferred: u8) -> Option<u8> {
        [preferred, 0, 1, 2].into_iter().map(|outcome| outcome * 0b0101_0101).find(|byte| self.matches(*byte))
    }

    /// The matching byte that was chosen most often.
    fn most_frequent(self, counts: &[u32; 256]) -> u8 {
        let matching = ALL_BYTES.iter().copied().filter(|byte| self.matches(*byte));
        matching.max_by_key(|byte| counts[usize::from(*byte)]).expect("some byte has these outcomes")
    }
}

/// All bytes of four outcomes.
const ALL_BYTES: [u8; 81] = {
    let mut bytes = [0; 81];
    let mut number = 0;
    while number < 81 {
        let digits = [number % 3, number / 3 % 3, number / 9 % 3, number / 27];
        bytes[number] = (digits[0] | digits[1] << 2 | digits[2] << 4 | digits[3] << 6) as u8;
        number += 1;
    }
    bytes
};

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: EncodedValue = EncodedValue::DONT_CARE;

    #[track_caller]
    fn check(kind: Kind, values: &[EncodedValue], expected: &[u8]) {
        assert_eq!(BlockEncoder::new(kind).encode(values.iter().copied()), expected);
    }

    #[test]
    fn a_dont_care_distance_repeats_the_one_before() {
        check(Kind::Dtw, &[ANY, EncodedValue(7), ANY, ANY, EncodedValue(4), ANY], &[0, 7, 7, 7, 4, 4]);
    }

    #[test]
    fn outcomes_of_a_byte_are_equal_where_possible() {
        let (draw, win, loss) = (EncodedValue::DRAW, EncodedValue(8), EncodedValue(5));
        check(Kind::Wdl, &[draw, win, loss, draw, ANY, ANY, win, ANY], &[0b00_10_01_00, 0b0101_0101]);
        check(Kind::Wdl, &[loss, loss, loss, loss, ANY, ANY, ANY], &[0b1010_1010, 0b1010_1010]);
    }

    #[test]
    fn bytes_of_different_outcomes_are_the_most_frequent_ones() {
        let (draw, win) = (EncodedValue::DRAW, EncodedValue(8));
        let often = [draw, draw, win, win].repeat(3);
        let values = [vec![draw, ANY, ANY, win], often].concat();
        check(Kind::Wdl, &values, &[0b0101_0000; 4]);
    }
}
