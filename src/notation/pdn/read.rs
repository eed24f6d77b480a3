//! Reading games, liberally: what can be understood is, and what cannot is told.

use std::fmt;

use super::token::{Token, Tokens};
use super::{Entry, Game};
use crate::notation::Quote;

/// Something in a file that is not as it should be, and where. The rest is read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flawed {
    /// The number of the line, from 1.
    pub line: usize,
    /// What it is.
    pub flaw: Flaw,
}

/// What is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A comment or a tag does not end.
    Endless,
    /// A tag is not a name and a value in quotes.
    BadTag(Quote),
    /// A bracket closes what was not open.
    StrayClose,
    /// A variation stands before any move, or does not end.
    BadVariation,
    /// Variations stand in each other deeper than anybody follows: those are left out.
    TooDeep,
    /// A glyph or a mark stands before any move, or is no number.
    BadGlyph(Quote),
}

impl fmt::Display for Flawed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.flaw {
            Flaw::Endless => write!(f, "a comment or a tag does not end"),
            Flaw::BadTag(text) => write!(f, "{text} is no name with a value in quotes"),
            Flaw::StrayClose => write!(f, "a bracket closes nothing"),
            Flaw::BadVariation => write!(f, "a variation has no move before it, or no end"),
            Flaw::TooDeep => write!(f, "more than {DEEPEST} variations stand in each other"),
            Flaw::BadGlyph(text) => write!(f, "{text} is no mark for a move"),
        }
    }
}

/// The most variations in each other that are kept.
const DEEPEST: usize = 100;

/// Reads all games of a text, and tells what is not as it should be.
#[must_use]
pub fn read(text: &str) -> (Vec<Game>, Vec<Flawed>) {
    let mut reader = Reader::default();
    for (line, token) in Tokens::new(text) {
        reader.line = line;
        reader.token(token);
    }
    reader.end_game();
    (reader.games, reader.flaws)
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    line: usize,
    games: Vec<Game>,
    flaws: Vec<Flawed>,
    game: Game,
    /// The lines that are open: the game's own, and a variation in each of those before it. One that has no
    /// line of its own to belong to is read and forgotten.
    open: Vec<Vec<Entry>>,
    /// What a sign or a number was left open: `32 - 28`.
    half: Option<String>,
}

impl Reader {
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
            Token::Endless(_) => self.flaw(Flaw::Endless),
        }
        self.half = None;
    }

    fn flaw(&mut self, flaw: Flaw) {
        self.flaws.push(Flawed { line: self.line, flaw });
    }

    /// A tag after moves begins another game.
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
        if self.game == Game::default() {
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

    /// The move that was read last.
    fn last(&mut self) -> Option<&mut Entry> {
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

    /// A word of the moves: a number, a result, a move, or a part of one.
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

    /// The last move, when a sign can follow it: `32 -28`.
    fn last_bare(&mut self) -> Option<&mut Entry> {
        self.last()
            .filter(|entry| entry.strength.is_empty() && entry.comments.is_empty() && entry.glyphs.is_empty())
    }

    /// Takes a move back that ends with a sign.
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
        // In a variation it only ends that.
        if self.open.is_empty() {
            self.game.result = Some(word.to_owned());
            self.end_game();
        }
    }

    fn entry(&mut self, text: &str) {
        self.begin_game();
        let plain = text.trim_end_matches(['!', '?']);
        let strength = text[plain.len()..].to_owned();
        let entry = Entry { text: plain.to_owned(), line: self.line, strength, ..Entry::default() };
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
        if game != Game::default() {
            self.games.push(game);
        }
    }
}

/// Without the backslashes before quotes and backslashes.
fn unescaped(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        let next = if letter == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        plain.push(next.unwrap_or(letter));
    }
    plain
}

/// Whether a word is a result. No square has the number 0, and no move ends where it begins.
pub(super) fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "2-0" | "0-2" | "1-1" | "0-0" | "*")
}

/// A word without the number of a move in front: `12.`, `12...`, `1.32-28`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let dots = after.trim_start_matches(['.', '…']);
    if dots.len() < after.len() { dots } else { word }
}
