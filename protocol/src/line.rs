//! What lines of both protocols are made of: blanks, words, numbers.

/// Whether a character only separates others.
///
/// Control characters do, and so does the mark that some shells put before the first line.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || character.is_control() || character == '\u{feff}'
}

/// The first word, and what follows it.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(is_blank);
    text.split_at(text.find(is_blank).unwrap_or(text.len()))
}

/// All words.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// A real number; with a decimal comma too, as some interfaces write it far from England.
pub(crate) fn real(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number that is not negative, or the nearest one that fits.
pub(crate) fn whole(text: &str) -> Option<u64> {
    let real = || real(text).filter(|number| *number >= 0.0).map(|number| number as u64);
    text.parse().ok().or_else(real)
}

/// As [`whole`], for small numbers.
pub(crate) fn small(text: &str) -> Option<u32> {
    whole(text).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// The nearest number that can be written.
pub(crate) fn finite(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.clamp(f64::MIN, f64::MAX) }
}

/// The text without what would end a line.
pub(crate) fn on_one_line(text: &str) -> String {
    text.replace(is_line_end, " ")
}

/// The beginning of a text, fit to be shown in quotes.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.chars().take(LONGEST).collect();
    let more = if shown.len() < text.len() { "..." } else { "" };
    unquoted(&shown) + more
}

/// The text on one line, with single quotes for double ones: neither protocol can write these.
pub(crate) fn unquoted(text: &str) -> String {
    on_one_line(text).replace('"', "'")
}

fn is_line_end(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}
