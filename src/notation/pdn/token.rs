//! What a file of games is made of.

/// A part of a file.
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
    /// Anything else, up to a blank.
    Word(&'a str),
    /// A comment or tag that never ends.
    Endless(&'a str),
}

/// Takes a text apart, piece by piece, with the number of the line where each begins.
pub(super) struct Tokens<'a> {
    text: &'a str,
    place: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, place: 0, line: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.place += bytes;
        passed
    }

    /// Goes on over blanks, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let begins_line = self.place == 0 || self.text[..self.place].ends_with('\n');
            let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
            if begins_line && rest.starts_with('%') {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if blanks > 0 {
                // Line by line, or a `%` would be overlooked.
                let line = rest[..blanks].find('\n').map_or(blanks, |end| end + 1);
                self.skip(line);
            } else {
                return;
            }
        }
    }

    /// What stands between the sign here and the next `end`.
    fn enclosed(&mut self, end: char) -> Option<&'a str> {
        let inside = &self.rest()[1..];
        let length = inside.find(end)?;
        self.skip(length + 2);
        Some(&inside[..length])
    }

    fn endless(&mut self) -> Token<'a> {
        let rest = self.rest().len();
        Token::Endless(self.skip(rest))
    }

    fn comment_to_end_of_line(&mut self) -> Token<'a> {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        Token::Comment(self.skip(end)[1..].trim())
    }

    /// `[Name "value"]`: a bracket within the quotes is not the end. What never closes is closed by the end
    /// of the line.
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
        self.endless()
    }

    /// A variation begins, unless only marks stand in the brackets.
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
                None => self.endless(),
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

/// White space, and the mark that some programs put before the first line.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}
