//! The colors of values: green, yellow and red.

use plotters::style::RGBColor;

use super::svg::{Font, Paint, Point, Svg, color};
use crate::lab::Value;

/// The colors of a value: of what is filled, and of lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueColor {
    pub(super) fill: RGBColor,
    pub(super) line: RGBColor,
}

/// Yellow is the lightest and red the darkest, so that they differ without color too.
impl ValueColor {
    pub(super) const GREEN: Self = Self { fill: color(0xa6_dba0), line: color(0x23_8b45) };
    pub(super) const YELLOW: Self = Self { fill: color(0xff_f3b0), line: color(0xb8_860b) };
    pub(super) const RED: Self = Self { fill: color(0xe0_7b73), line: color(0x99_000d) };

    /// Of what is not known.
    pub(super) const GRAY: Self = Self { fill: color(0xd0_d0d0), line: color(0x70_7070) };

    pub(super) const fn of(value: Value) -> Self {
        match value {
            Value::Win(_) => Self::GREEN,
            Value::Tie(_) | Value::Draw => Self::YELLOW,
            Value::Lose(_) => Self::RED,
        }
    }

    pub(super) const fn style(self) -> Paint {
        Paint::new(self.fill, self.line, 2)
    }
}

/// The value and its remoteness, such as `win 7`.
pub(super) fn label(value: Value) -> String {
    match value.remoteness() {
        Some(plies) => format!("{} {plies}", value.name()),
        None => value.name().to_owned(),
    }
}

/// Explains colors below a picture, from a point on the left.
pub(super) fn legend(svg: &Svg, left: Point, entries: &[(ValueColor, &str)]) {
    let mut at = left;
    for &(color, text) in entries {
        svg.circle(at, 7.0, color.style());
        let middle = 14.0 + 3.3 * text.len() as f64;
        svg.text(at.moved(middle, 0.0), LEGEND_FONT, text);
        at = at.moved(2.0 * middle + 4.0, 0.0);
    }
}

/// The legend of a picture whose colors are values.
pub(super) const VALUES: [(ValueColor, &str); 3] = [
    (ValueColor::GREEN, "the player to move wins"),
    (ValueColor::YELLOW, "neither player wins"),
    (ValueColor::RED, "the player to move loses"),
];

const LEGEND_FONT: Font = Font { size: 12.0, color: color(0x33_3333), bold: false };

/// The width of a legend.
pub(super) const LEGEND_WIDTH: f64 = 540.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colors_differ_when_they_are_printed_in_gray() {
        let gray = |RGBColor(red, green, blue)| {
            (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
        };
        let colors = [ValueColor::YELLOW, ValueColor::GREEN, ValueColor::RED];
        for lighter_and_darker in colors.windows(2) {
            let [lighter, darker] = [lighter_and_darker[0], lighter_and_darker[1]];
            assert!(gray(lighter.fill) >= gray(darker.fill) + 40, "{lighter:?} {darker:?}");
            assert!(gray(lighter.line) >= gray(darker.line) + 30, "{lighter:?} {darker:?}");
        }
    }
}
