//! The tokens of a PDN file.

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, without the brackets.
    Tag(&'a str),
    /// `{…}`, or `;` to the end of the line.
    Comment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$7`.
    Glyph(&'a str),
    /// `(?)`, without the brackets.
    Strength(&'a str),
    /// `/FEN "…"/`, without the slashes.
    Setup(&'a str),
    /// Any other text up to a blank.
    Word(&'a str),
    /// A comment or tag without an end.
    Unclosed(&'a str),
}

/// Splits a text into tokens, each with the number of the line where it begins.
pub(super) struct Tokens<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, offset: 0, line: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Skips this number of bytes and returns them.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.offset += bytes;
        passed
    }

    /// Skips blanks, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let begins_line = self.offset == 0 || self.text[..self.offset].ends_with('\n');
            let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
            if begins_line && rest.starts_with('%') {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if blanks > 0 {
                // Line by line, in order not to miss a `%`.
                let line = rest[..blanks].find('\n').map_or(blanks, |end| end + 1);
                self.skip(line);
            } else {
                return;
            }
        }
    }

    /// The text between the next character and `end`. Returns `None` if there is no `end`.
    fn enclosed(&mut self, end: char) -> Option<&'a str> {
        let inside = &self.rest()[1..];
        let length = inside.find(end)?;
        self.skip(length + 2);
        Some(&inside[..length])
    }

    fn unclosed(&mut self) -> Token<'a> {
        let rest = self.rest().len();
        Token::Unclosed(self.skip(rest))
    }

    fn comment_to_end_of_line(&mut self) -> Token<'a> {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        Token::Comment(self.skip(end)[1..].trim())
    }

    /// `[Name "value"]`: a bracket in quotes does not end it. A tag without an end ends with the line.
    fn tag(&mut self) -> Token<'a> {
        let inside = &self.rest()[1..];
        let (mut quoted, mut escaped) = (false, false);
        for (place, letter) in inside.char_indices() {
            match letter {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                ']' if !quoted => {
                    self.skip(place + 2);
                    return Token::Tag(inside[..place].trim());
                }
                '\n' => {
                    self.skip(place + 1);
                    return Token::Tag(inside[..place].trim().trim_end_matches(']'));
                }
                _ => {}
            }
        }
        self.unclosed()
    }

    /// The beginning of a variation, or marks of strength in brackets.
    fn open(&mut self) -> Token<'a> {
        let rest = self.rest();
        let marks = rest[1..].len() - rest[1..].trim_start_matches(['!', '?']).len();
        if marks > 0 && rest[1 + marks..].starts_with(')') {
            self.skip(marks + 2);
            return Token::Strength(&rest[1..=marks]);
        }
        self.skip(1);
        Token::Open
    }

    fn setup(&mut self) -> Option<Token<'a>> {
        let inside = self.rest().strip_prefix('/')?;
        let end = inside.find('/')?;
        let setup = &inside[..end];
        let is_setup = setup.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("fen"));
        is_setup.then(|| {
            self.skip(end + 2);
            Token::Setup(setup)
        })
    }

    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let is_end = |(place, letter): (usize, char)| {
            place > 0 && (is_blank(letter) || matches!(letter, '{' | '}' | '(' | ')' | '[' | '$' | ';'))
        };
        let end = rest.char_indices().find(|&it| is_end(it)).map_or(rest.len(), |(place, _)| place);
        Token::Word(self.skip(end))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let line = self.line;
        let token = match self.rest().chars().next()? {
            '[' => self.tag(),
            '{' => match self.enclosed('}') {
                Some(comment) => Token::Comment(comment.trim()),
                None => self.unclosed(),
            },
            ';' => self.comment_to_end_of_line(),
            '(' => self.open(),
            ')' => {
                self.skip(1);
                Token::Close
            }
            '$' => match self.word() {
                Token::Word(word) => Token::Glyph(&word[1..]),
                other => other,
            },
            '/' => self.setup().unwrap_or_else(|| self.word()),
            _ => self.word(),
        };
        Some((line, token))
    }
}

/// White space and control characters, and the byte order mark of some programs.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}
