//! Arguments, read and written.

use std::fmt;

use super::Error;
use crate::line::{is_blank, unquoted};

/// `name=value`; the value is empty where there is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Argument<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

/// The text after the command, not parsed yet: a command without arguments ignores it.
pub(super) struct Arguments<'a> {
    rest: &'a str,
}

impl<'a> Arguments<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text }
    }

    fn argument(&mut self) -> Result<Argument<'a>, Error> {
        let name = self.token(|character| is_blank(character) || character == '=')?;
        let value = if self.equals() { self.token(is_blank)? } else { "" };
        Ok(Argument { name, value })
    }

    fn equals(&mut self) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix('=');
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The text between quotes, or up to the first character that ends it.
    fn token(&mut self, ends: fn(char) -> bool) -> Result<&'a str, Error> {
        self.skip_blanks();
        let rest = std::mem::take(&mut self.rest);
        let (token, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or(Error::OpenQuote)?,
            None => rest.split_at(rest.find(ends).unwrap_or(rest.len())),
        };
        self.rest = rest;
        Ok(token)
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_blank);
    }
}

impl<'a> Iterator for Arguments<'a> {
    type Item = Result<Argument<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        (!self.rest.is_empty()).then(|| self.argument())
    }
}

/// A value as it is written: in quotes only where it must be, since some clients cannot read others.
pub(super) struct Value<'a>(pub(super) &'a str);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = unquoted(self.0);
        if text.is_empty() || text.contains(|character| is_blank(character) || character == '=') {
            write!(f, "\"{text}\"")
        } else {
            write!(f, "{text}")
        }
    }
}

/// A name as it is written: never in quotes.
pub(super) struct Name<'a>(pub(super) &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separates = |character| is_blank(character) || matches!(character, '=' | '"');
        write!(f, "{}", self.0.replace(separates, "-"))
    }
}

/// Writes ` name=value` where there is a value.
pub(super) fn write_optional<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<T>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name}={value}"))
}

/// Writes ` name="word word"` where there are words.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, name: &str, words: &[String]) -> fmt::Result {
    let list = words.join(" ");
    write_optional(f, name, (!words.is_empty()).then_some(Value(&list)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let arguments: Result<Vec<_>, _> = Arguments::of(text).collect();
        let expected: Vec<_> = expected.iter().map(|&(name, value)| Argument { name, value }).collect();
        assert_eq!(arguments, Ok(expected), "{text}");
    }

    #[test]
    fn blanks_may_stand_anywhere() {
        check("a=1 b =2\tc= 3  d = \"4 5\" \r\n", &[("a", "1"), ("b", "2"), ("c", "3"), ("d", "4 5")]);
    }

    #[test]
    fn a_flag_has_an_empty_value() {
        check("infinite book=\"\" author=", &[("infinite", ""), ("book", ""), ("author", "")]);
    }

    #[test]
    fn quotes_may_touch_their_neighbours() {
        check("a=\"1=2\"b=\"\"\"c d\"=e", &[("a", "1=2"), ("b", ""), ("c d", "e")]);
    }

    #[test]
    fn an_equals_sign_inside_a_bare_value_belongs_to_it() {
        check("a=b=c =d", &[("a", "b=c"), ("", "d")]);
    }

    #[test]
    fn a_quote_inside_a_bare_value_belongs_to_it() {
        check("a=5\"x b", &[("a", "5\"x"), ("b", "")]);
    }

    #[test]
    fn an_open_quote_ends_the_line() {
        let arguments: Vec<_> = Arguments::of("a=1 b=\"2 c=3").collect();
        assert_eq!(arguments, [Ok(Argument { name: "a", value: "1" }), Err(Error::OpenQuote)]);
    }
}
