//! The tokens of a PDN file.

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, without the brackets.
    Tag(&'a str),
    /// `{…}`, or `;` to the end of the line.
    Comment(&'a str),
    /// A comment in braces without an end.
    Unclosed(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `}` without a `{` before it.
    Brace,
    /// `$7`.
    Glyph(&'a str),
    /// `(?)`, without the brackets.
    Strength(&'a str),
    /// `/FEN "…"/`, without the slashes.
    Setup(&'a str),
    /// Any other text up to a blank.
    Word(&'a str),
}

/// Splits a text into tokens, each with the number of the line where it begins.
pub(super) struct Tokens<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    /// The end of the lines before the next tag, where a comment without an end is taken to end.
    next_tag: usize,
    /// Up to here there is no closing brace.
    closed_after: usize,
    /// Up to here comments are not nested.
    plain_before: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, offset: 0, line: 1, next_tag: 0, closed_after: 0, plain_before: 0 }
    }

    /// The number of bytes that have been read.
    pub(super) const fn offset(&self) -> usize {
        self.offset
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
            let begins_line = self.offset == 0 || self.text.as_bytes()[self.offset - 1] == b'\n';
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

    /// `{…}`. A comment in it is part of it, if all braces are closed before the next tag. Otherwise it ends with
    /// the first closing brace, as the standard says. Without one it ends with the paragraph: the games after it
    /// are not part of it.
    fn comment(&mut self) -> Token<'a> {
        let inside = &self.text[self.offset + 1..self.before_next_tag()];
        let Some(length) = self.closing(inside) else {
            let end = inside.find("\n\n").or_else(|| inside.find("\n\r\n")).unwrap_or(inside.len());
            return Token::Unclosed(self.skip(end + 1)[1..].trim());
        };
        self.skip(length + 2);
        Token::Comment(inside[..length].trim())
    }

    /// Where the comment closes that begins here. What is found out about the text is kept, so that a file with
    /// nothing but opening braces is read in a time that is proportional to its length.
    fn closing(&mut self, inside: &str) -> Option<usize> {
        let (begin, end) = (self.offset + 1, self.offset + 1 + inside.len());
        if begin < self.closed_after {
            return None;
        }
        let Some(first) = inside.find('}') else {
            self.closed_after = end;
            return None;
        };
        if begin < self.plain_before || !inside[..first].contains('{') {
            return Some(first);
        }
        let nested = closing_nested(inside);
        if nested.is_none() {
            self.plain_before = end;
        }
        nested.or(Some(first))
    }

    /// The offset of the line of the next tag, or the end of the text.
    fn before_next_tag(&mut self) -> usize {
        if self.next_tag <= self.offset {
            let rest = self.rest();
            let mut lines = rest.match_indices("\n[").map(|(place, _)| place + 1);
            let end = lines.find(|&place| is_tag(&rest[place..])).unwrap_or(rest.len());
            self.next_tag = self.offset + end;
        }
        self.next_tag
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
        self.skip(inside.len() + 1);
        Token::Tag(inside.trim())
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
        inside.get(..3).filter(|word| word.eq_ignore_ascii_case("fen"))?;
        let end = inside.find(['/', '\n']).filter(|&end| inside[end..].starts_with('/'))?;
        self.skip(end + 2);
        Some(Token::Setup(&inside[..end]))
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_end = |(place, letter): (usize, char)| {
            place > 0 && (is_blank(letter) || matches!(letter, '{' | '}' | '(' | ')' | '[' | '$' | ';'))
        };
        let end = rest.char_indices().find(|&it| is_end(it)).map_or(rest.len(), |(place, _)| place);
        self.skip(end)
    }

    /// A token of one letter.
    fn sign(&mut self, token: Token<'a>) -> Token<'a> {
        self.skip(1);
        token
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let line = self.line;
        let token = match self.rest().chars().next()? {
            '[' => self.tag(),
            '{' => self.comment(),
            '}' => self.sign(Token::Brace),
            ';' => self.comment_to_end_of_line(),
            '(' => self.open(),
            ')' => self.sign(Token::Close),
            '$' => Token::Glyph(&self.word()[1..]),
            '/' => self.setup().unwrap_or_else(|| Token::Word(self.word())),
            _ => Token::Word(self.word()),
        };
        Some((line, token))
    }
}

/// White space and control characters, and the byte order mark of some programs.
pub(super) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

/// Whether a line begins with a tag: a bracket, a name, a blank and a quotation mark.
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let after = rest.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    after.len() < rest.len()
        && after.starts_with([' ', '\t'])
        && after.trim_start_matches([' ', '\t']).starts_with('"')
}

/// Where all braces are closed. Returns `None` if they are not.
fn closing_nested(inside: &str) -> Option<usize> {
    let mut depth = 1_usize;
    for (place, byte) in inside.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(place);
        }
    }
    None
}
