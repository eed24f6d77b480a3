//! Rates in units that people read.

/// Returns a number of things a second, in thousands or millions if there are so many.
pub(super) fn per_second(rate: f64) -> String {
    match rate {
        rate if rate < 1e3 => format!("{rate:.0} /s"),
        rate if rate < 1e6 => format!("{:.1} k/s", rate / 1e3),
        rate => format!("{:.1} M/s", rate / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_rates_are_not_zero() {
        assert_eq!([0.0, 12.0, 45_678.0].map(per_second), ["0 /s", "12 /s", "45.7 k/s"]);
        assert_eq!([2.5e6, 7.6e8].map(per_second), ["2.5 M/s", "760.0 M/s"]);
    }
}
