//! Quoting input in messages.

use std::fmt;

/// Text from outside, quoted for a message: shortened to one line and without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote(String);

impl Quote {
    /// The most characters of a quote.
    const LONGEST: usize = 40;

    /// Quotes a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut shown = String::new();
        let mut length = 0;
        for letter in text.chars() {
            let visible = visible(letter);
            length += visible.chars().count();
            if length > Self::LONGEST {
                shown.push('…');
                break;
            }
            shown.push_str(&visible);
        }
        Self(shown)
    }
}

fn visible(letter: char) -> String {
    match letter {
        '\'' | '"' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(Quote::of(text).to_string(), shown);
    }

    #[test]
    fn a_short_text_is_shown_as_it_is() {
        check("32-28", "'32-28'");
        check("é × 'x'", "'é × 'x''");
    }

    #[test]
    fn a_long_text_is_cut() {
        check(&"3".repeat(40), &format!("'{}'", "3".repeat(40)));
        check(&"3".repeat(1 << 20), &format!("'{}…'", "3".repeat(40)));
    }

    #[test]
    fn control_and_invisible_characters_are_escaped() {
        check("a\nb\u{1b}[2J\u{202e}", r"'a\nb\u{1b}[2J\u{202e}'");
    }
}
