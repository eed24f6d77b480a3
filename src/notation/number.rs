//! Numbers as users write and read them.

use std::fmt::Display;
use std::num::IntErrorKind;

/// Returns a reader of whole numbers from `least` to `most`. Its errors say which numbers are accepted.
pub fn whole<N: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<N, String> + Clone + use<N> {
    move |text| {
        let number = text.parse::<u64>();
        let is_larger = match &number {
            Ok(number) => *number > most,
            Err(error) => *error.kind() == IntErrorKind::PosOverflow,
        };
        let accepted = number.ok().filter(|number| (least..=most).contains(number));
        accepted.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
            if most < u64::from(u32::MAX) {
                format!("expected an integer from {least} to {most}")
            } else if is_larger {
                format!("expected an integer, at most {most}")
            } else {
                format!("expected an integer, at least {least}")
            }
        })
    }
}

/// Returns a number of things in words: `1 game`, `2 games`, `1 ply`, `2 plies`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    match (count == N::from(1), noun.strip_suffix('y')) {
        (true, _) => format!("{count} {noun}"),
        (false, Some(stem)) => format!("{count} {stem}ies"),
        (false, None) => format!("{count} {noun}s"),
    }
}

/// Reads a time in seconds.
///
/// # Errors
/// Returns an error if it is not a number, is negative, or is more than a million.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0 to 1000000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_refused_with_the_limit_that_it_breaks() {
        let of = |most, text: &str| whole::<u64>(1, most)(text).expect_err("out of range");
        assert_eq!(of(u64::MAX, "0"), "expected an integer, at least 1");
        assert_eq!(of(u64::MAX, "-3"), "expected an integer, at least 1");
        assert_eq!(of(u64::MAX, "18446744073709551616"), "expected an integer, at most 18446744073709551615");
        assert_eq!(of(u32::MAX.into(), "4294967296"), "expected an integer, at most 4294967295");
        assert_eq!(of(20, "21"), "expected an integer from 1 to 20");
    }

    #[test]
    fn one_thing_is_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!([0_u64, 1, 2].map(|count| counted(count, "ply")), ["0 plies", "1 ply", "2 plies"]);
    }
}
