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
            let visible = visible_letter(letter);
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

/// Returns a text from outside as one line: characters that a terminal does not show as they are become
/// escape sequences, such as `\n` and `\u{1b}`.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' '..='~' => line.push(letter),
            _ => line.extend(letter.escape_debug()),
        }
    }
    line
}

/// Returns a text of several lines, with escape sequences for all other characters that a terminal does not
/// show as they are.
#[must_use]
pub fn visible(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}

/// Returns a character of a quote. Backslashes are doubled, so that the quoted text is unambiguous.
fn visible_letter(letter: char) -> String {
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
    fn foreign_text_is_one_line() {
        assert_eq!(one_line("a\r\nb\t\u{1b}[31m\u{9b}\0é\u{2028}"), r"a\r\nb\t\u{1b}[31m\u{9b}\0é\u{2028}");
        assert_eq!(one_line(r#"C:\a 'b' "c""#), r#"C:\a 'b' "c""#);
        assert_eq!(visible("a\n\u{1b}b\n"), "a\n\\u{1b}b\n");
    }

    #[test]
    fn control_and_invisible_characters_are_escaped() {
        check("a\nb\u{1b}[2J\u{202e}", r"'a\nb\u{1b}[2J\u{202e}'");
    }
}
