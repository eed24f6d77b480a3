//! Numbers as users write them.

/// Returns a reader of whole numbers from `least` to `most`. Its errors say which numbers are accepted.
pub fn whole<N: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<N, String> + Clone + use<N> {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
            if most < u64::from(u32::MAX) {
                format!("expected an integer from {least} to {most}")
            } else {
                format!("expected an integer, at least {least}")
            }
        })
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
