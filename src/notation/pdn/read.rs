//! Reading PDN, tolerantly: whatever cannot be understood is reported, and the rest is read.

use super::token::{Token, Tokens};
use super::{PdnGame, PdnMove};
use crate::notation::Quote;

/// A flaw in a file, with its line. The rest of the file is read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {flaw}")]
pub struct Flawed {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The flaw.
    pub flaw: Flaw,
}

/// A flaw in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A comment or a tag has no end.
    #[error("unterminated comment or tag")]
    Unclosed,
    /// A tag is not a name with a value in quotes.
    #[error("{0} is not a tag: expected a name and a value in quotes")]
    BadTag(Quote),
    /// A closing bracket has no opening one.
    #[error("unmatched closing bracket")]
    StrayClose,
    /// A variation stands before any move, or has no end.
    #[error("unterminated variation, or variation before the first move")]
    BadVariation,
    /// Variations are nested too deeply. The innermost are ignored.
    #[error("variations are nested more than {DEEPEST} deep")]
    TooDeep,
    /// A glyph or a mark stands before any move, or is not a number.
    #[error("{0} is not an annotation of a move, such as $1 or !?")]
    BadGlyph(Quote),
}

/// The deepest nesting of variations that is kept.
const DEEPEST: usize = 100;

/// Reads all games of a text, and reports its flaws.
#[must_use]
pub fn read(text: &str) -> (Vec<PdnGame>, Vec<Flawed>) {
    let mut reader = PdnReader::default();
    for (line, token) in Tokens::new(text) {
        reader.line = line;
        reader.token(token);
    }
    reader.end_game();
    (reader.games, reader.flaws)
}

/// The state of the reader.
#[derive(Default)]
struct PdnReader {
    line: usize,
    games: Vec<PdnGame>,
    flaws: Vec<Flawed>,
    game: PdnGame,
    /// The open variations, each nested in the one before it. A variation without a move to belong to is read
    /// and dropped.
    open: Vec<Vec<PdnMove>>,
    /// The beginning of a move that continues in the next word: `32 - 28`.
    half: Option<String>,
}

impl PdnReader {
    fn token(&mut self, token: Token<'_>) {
        match token {
            Token::Word(word) => return self.word(word),
            Token::Tag(text) => self.tag(text),
            Token::Comment(text) => self.comment(text),
            Token::Open => self.open_variation(),
            Token::Close => self.close_variation(),
            Token::Glyph(text) => self.glyph(text),
            Token::Strength(marks) => self.mark(marks),
            Token::Setup(text) => self.entry(text),
            Token::Unclosed(_) => self.flaw(Flaw::Unclosed),
        }
        self.half = None;
    }

    fn flaw(&mut self, flaw: Flaw) {
        self.flaws.push(Flawed { line: self.line, flaw });
    }

    /// A tag. After moves it begins another game.
    fn tag(&mut self, text: &str) {
        if !self.game.moves.is_empty() || !self.open.is_empty() || self.game.result.is_some() {
            self.end_game();
        }
        self.begin_game();
        let (name, value) =
            text.split_once(|letter: char| letter == '"' || letter.is_whitespace()).unwrap_or((text, ""));
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
        if !is_name(name) {
            return self.flaw(Flaw::BadTag(Quote::of(text)));
        }
        self.game.tags.push((name.to_owned(), unescaped(value)));
    }

    fn begin_game(&mut self) {
        if self.game == PdnGame::default() {
            self.game.line = self.line;
        }
    }

    fn comment(&mut self, text: &str) {
        self.begin_game();
        let text = text.to_owned();
        match self.last() {
            Some(entry) => entry.comments.push(text),
            None => self.game.comments.push(text),
        }
    }

    /// The last move, if any.
    fn last(&mut self) -> Option<&mut PdnMove> {
        match self.open.last_mut() {
            Some(line) => line.last_mut(),
            None => self.game.moves.last_mut(),
        }
    }

    fn open_variation(&mut self) {
        if self.last().is_none() {
            self.flaw(Flaw::BadVariation);
        }
        if self.open.len() == DEEPEST {
            self.flaw(Flaw::TooDeep);
        }
        self.open.push(Vec::new());
    }

    fn close_variation(&mut self) {
        let Some(line) = self.open.pop() else { return self.flaw(Flaw::StrayClose) };
        let kept = self.open.len() < DEEPEST;
        if let (true, Some(entry)) = (kept, self.last()) {
            entry.variations.push(line);
        }
    }

    fn glyph(&mut self, text: &str) {
        match (text.parse(), self.last()) {
            (Ok(glyph), Some(entry)) => entry.glyphs.push(glyph),
            _ => self.flaw(Flaw::BadGlyph(Quote::of(text))),
        }
    }

    fn mark(&mut self, marks: &str) {
        match self.last() {
            Some(entry) => entry.strength.push_str(marks),
            None => self.flaw(Flaw::BadGlyph(Quote::of(marks))),
        }
    }

    /// A word of the move text: a number, a result, a move or part of a move.
    fn word(&mut self, word: &str) {
        self.begin_game();
        if let Some(half) = self.half.take() {
            return self.entry(&(half + word));
        }
        if is_result(word) {
            return self.result(word);
        }
        let word = without_number(word);
        let signs = ['-', 'x', ':', '×'];
        if word.chars().all(|letter| matches!(letter, '!' | '?')) && !word.is_empty() {
            self.mark(word);
        } else if let (true, Some(entry)) = (word.starts_with(signs), self.last_bare()) {
            entry.text.push_str(word);
            self.reopen_half();
        } else if word.ends_with(signs) {
            self.half = Some(word.to_owned());
        } else if !word.is_empty() {
            self.entry(word);
        }
    }

    /// The last move, if a separator can follow it: `32 -28`.
    fn last_bare(&mut self) -> Option<&mut PdnMove> {
        self.last()
            .filter(|entry| entry.strength.is_empty() && entry.comments.is_empty() && entry.glyphs.is_empty())
    }

    /// Reopens the last move if it ends with a separator.
    fn reopen_half(&mut self) {
        let line = match self.open.last_mut() {
            Some(line) => line,
            None => &mut self.game.moves,
        };
        if line.last().is_some_and(|entry| entry.text.ends_with(['-', 'x', ':', '×'])) {
            self.half = line.pop().map(|entry| entry.text);
        }
    }

    fn result(&mut self, word: &str) {
        // A result in a variation does not end the game.
        if self.open.is_empty() {
            self.game.result = Some(word.to_owned());
            self.end_game();
        }
    }

    fn entry(&mut self, text: &str) {
        self.begin_game();
        let plain = text.trim_end_matches(['!', '?']);
        let strength = text[plain.len()..].to_owned();
        let entry = PdnMove { text: plain.to_owned(), line: self.line, strength, ..PdnMove::default() };
        match self.open.last_mut() {
            Some(line) => line.push(entry),
            None => self.game.moves.push(entry),
        }
    }

    fn end_game(&mut self) {
        if !self.open.is_empty() {
            self.flaw(Flaw::BadVariation);
            while !self.open.is_empty() {
                self.close_variation();
            }
        }
        self.half = None;
        let game = std::mem::take(&mut self.game);
        if game != PdnGame::default() {
            self.games.push(game);
        }
    }
}

/// The text without backslashes before quotes and backslashes.
fn unescaped(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        let next = if letter == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        plain.push(next.unwrap_or(letter));
    }
    plain
}

/// Whether a word is a result. No move can look like one: no square is 0, and `1-1` is not a move.
pub(super) fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "2-0" | "0-2" | "1-1" | "0-0" | "*")
}

/// A word without the move number before it: `12.`, `12...`, `1.32-28`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let dots = after.trim_start_matches(['.', '…']);
    if dots.len() < after.len() { dots } else { word }
}
