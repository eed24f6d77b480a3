//! Reading PDN, tolerantly: what cannot be understood is reported, and the rest is read.

use super::token::{Token, Tokens, is_blank};
use super::words::{
    begins_with_sign, continues_move, ends_with_sign, goes_on, is_result, is_sign, is_unknown, split_remark,
    without_number,
};
use super::{Flaw, Flawed, PdnGame, PdnMove};
use crate::notation::{Quote, Setup, SetupError};

/// The deepest nesting of variations that is kept.
const DEEPEST: usize = 100;

/// Reads all games of a text, and returns their flaws too.
#[must_use]
pub fn read(text: &str) -> (Vec<PdnGame>, Vec<Flawed>) {
    let (games, rest): (Vec<_>, Vec<_>) = Games::new(text).partition(|game| !game.is_empty());
    let flaws = games.iter().chain(&rest).flat_map(|game| game.flaws.iter().cloned()).collect();
    (games, flaws)
}

/// The games of a text, one after the other: games in PDN, or one FEN per line.
///
/// A text with flaws and without any game is one empty game.
pub struct Games<'a>(Source<'a>);

enum Source<'a> {
    Pdn(Box<PdnReader<'a>>),
    Positions(Positions<'a>),
}

impl<'a> Games<'a> {
    /// The games of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self(if is_list(text) {
            Source::Positions(Positions { text, line: 0, offset: 0 })
        } else {
            Source::Pdn(Box::new(PdnReader::new(text)))
        })
    }
}

impl Iterator for Games<'_> {
    type Item = PdnGame;

    fn next(&mut self) -> Option<PdnGame> {
        match &mut self.0 {
            Source::Pdn(reader) => reader.next_game(),
            Source::Positions(lines) => lines.next(),
        }
    }
}

/// Whether a text is a list of positions: its first line is one, right or wrong.
fn is_list(text: &str) -> bool {
    let first = text.lines().map(|line| line.trim_matches(is_blank)).find(|line| is_entry(line));
    let begins_moves = |letter: char| letter.is_ascii_digit() || "[{(%;/".contains(letter);
    first.is_some_and(|line| !line.starts_with(begins_moves) && names_turn(line))
}

fn names_turn(line: &str) -> bool {
    !matches!(line.parse::<Setup>(), Err(SetupError::NoTurn { .. }))
}

/// Whether a line of a list has a position.
fn is_entry(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// A list with one FEN per line. Empty lines and lines that begin with `#` are ignored.
struct Positions<'a> {
    text: &'a str,
    line: usize,
    offset: usize,
}

impl Iterator for Positions<'_> {
    type Item = PdnGame;

    fn next(&mut self) -> Option<PdnGame> {
        while self.offset < self.text.len() {
            let rest = &self.text[self.offset..];
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let bytes = self.offset..self.offset + length;
            self.line += 1;
            self.offset += length;
            let fen = rest[..length].trim_matches(is_blank);
            if is_entry(fen) {
                let tags = vec![("FEN".to_owned(), fen.to_owned())];
                return Some(PdnGame { line: self.line, bytes, tags, ..PdnGame::default() });
            }
        }
        None
    }
}

/// The state of the reader.
struct PdnReader<'a> {
    tokens: Tokens<'a>,
    /// The place of the token that is read.
    begin: usize,
    line: usize,
    game: PdnGame,
    /// The game before, if the token has ended it.
    ended: Option<PdnGame>,
    /// The open variations, each nested in the one before it. A variation without a move to belong to is read
    /// and dropped.
    open: Vec<Vec<PdnMove>>,
    /// The beginning of a move that continues in the next word: `32 - 28`.
    half: Option<String>,
}

impl<'a> PdnReader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text),
            begin: 0,
            line: 1,
            game: PdnGame::default(),
            ended: None,
            open: Vec::new(),
            half: None,
        }
    }

    fn next_game(&mut self) -> Option<PdnGame> {
        while self.ended.is_none() {
            self.begin = self.tokens.offset();
            let Some((line, token)) = self.tokens.next() else {
                self.begin = self.tokens.offset();
                self.end_game();
                break;
            };
            self.line = line;
            self.token(token);
        }
        self.ended.take()
    }

    fn token(&mut self, token: Token<'_>) {
        if !matches!(token, Token::Word(_)) {
            self.drop_half();
        }
        match token {
            Token::Word(word) => self.word(word),
            Token::Tag(text) => self.tag(text),
            Token::Comment(text) => self.comment(text),
            Token::Unclosed(text) => {
                self.comment(text);
                self.flaw(Flaw::Unclosed);
            }
            Token::Open => self.open_variation(),
            Token::Close => self.close_variation(),
            Token::Brace => self.flaw(Flaw::StrayBrace),
            Token::Glyph(text) => self.glyph(text),
            Token::Strength(marks) => self.mark(marks),
            Token::Setup(text) => {
                self.begin_move();
                self.push(text.to_owned(), "");
            }
        }
    }

    /// Keeps the beginning of a move that does not go on: the replay refuses it.
    fn drop_half(&mut self) {
        if let Some(half) = self.half.take() {
            self.push(half, "");
        }
    }

    fn flaw(&mut self, flaw: Flaw) {
        self.game.flaws.push(Flawed { line: self.line, flaw });
    }

    /// A tag. After moves, or if the game has its first tag already, it begins another game.
    fn tag(&mut self, text: &str) {
        let (name, value) =
            text.split_once(|letter: char| letter == '"' || letter.is_whitespace()).unwrap_or((text, ""));
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        if name.is_empty() || !name.chars().all(is_letter) {
            self.begin_game();
            return self.flaw(Flaw::BadTag(Quote::of(text)));
        }
        let is_again = self.game.tags.first().is_some_and(|(first, _)| first == name);
        if !self.game.moves.is_empty() || !self.open.is_empty() || self.game.result.is_some() || is_again {
            self.end_game();
        }
        self.begin_game();
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        self.game.tags.push((name.to_owned(), unescaped(value)));
    }

    fn begin_game(&mut self) {
        if self.game.line == 0 {
            self.game.line = self.line;
            self.game.bytes.start = self.begin;
        }
    }

    /// Begins another game if the last one has its result.
    fn begin_move(&mut self) {
        if self.game.result.is_some() {
            self.end_game();
        }
        self.begin_game();
    }

    fn comment(&mut self, text: &str) {
        self.begin_game();
        let text = text.to_owned();
        match self.last_written() {
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

    /// The last move before the place that is read. At the beginning of a variation, that is the move that the
    /// variation replaces.
    fn last_written(&mut self) -> Option<&mut PdnMove> {
        let line = self.open.iter_mut().rev().find(|line| !line.is_empty());
        line.unwrap_or(&mut self.game.moves).last_mut()
    }

    fn open_variation(&mut self) {
        if self.last().is_none() {
            self.flaw(Flaw::BadVariation);
        }
        if self.open.len() == DEEPEST {
            self.flaw(Flaw::TooDeep(DEEPEST));
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
        if word == "*" && self.game.result.is_some() {
            return; // Some programs write it after the result.
        }
        self.begin_move();
        if self.half.is_some() && continues_move(word) {
            let half = self.half.take().unwrap_or_default();
            return self.entry(&(half + word));
        }
        self.drop_half();
        let word = without_number(word);
        if word.is_empty() {
            self.drop_number();
        } else if is_result(word) {
            self.result(word);
        } else if word.chars().all(|letter| matches!(letter, '!' | '?')) {
            self.mark(word);
        } else if begins_with_sign(word) && self.last_bare().is_some_and(|last| goes_on(&last.text, word)) {
            self.go_on(word);
        } else if ends_with_sign(word) && !is_sign(word) {
            self.half = Some(word.to_owned());
        } else {
            self.entry(word);
        }
    }

    /// The last move, if a separator can follow it: `32 -28`.
    fn last_bare(&mut self) -> Option<&mut PdnMove> {
        self.last()
            .filter(|entry| entry.strength.is_empty() && entry.comments.is_empty() && entry.glyphs.is_empty())
    }

    /// Continues the last move: `32 -28`, `32 - 28`.
    fn go_on(&mut self, word: &str) {
        let line = match self.open.last_mut() {
            Some(line) => line,
            None => &mut self.game.moves,
        };
        let Some(entry) = line.pop() else { return };
        let text = entry.text + word;
        if ends_with_sign(&text) { self.half = Some(text) } else { self.entry(&text) }
    }

    fn result(&mut self, word: &str) {
        // A result in a variation does not end the game.
        if self.open.is_empty() {
            self.game.result = Some(word.to_owned());
        }
    }

    fn entry(&mut self, text: &str) {
        let (text, remark) = split_remark(text);
        let plain = remark.trim_start_matches(['!', '?', '*']);
        if is_result(text) {
            self.result(text);
        } else if !text.contains(char::is_alphanumeric) && !is_unknown(text) {
            self.flaw(Flaw::Remark(Quote::of(text)));
            self.comment(text);
        } else {
            let marks = &remark[..remark.len() - plain.len()];
            self.push(text.to_owned(), marks.trim_end_matches('*'));
        }
        if !plain.is_empty() {
            self.flaw(Flaw::Remark(Quote::of(plain)));
            self.comment(plain);
        }
    }

    /// Drops a last entry that is a move number without a dot.
    fn drop_number(&mut self) {
        let line = match self.open.last_mut() {
            Some(line) => line,
            None => &mut self.game.moves,
        };
        line.pop_if(|entry| entry.text.len() < 4 && entry.text.bytes().all(|byte| byte.is_ascii_digit()));
    }

    fn push(&mut self, text: String, marks: &str) {
        self.drop_number();
        let entry = PdnMove { text, line: self.line, strength: marks.to_owned(), ..PdnMove::default() };
        match self.open.last_mut() {
            Some(line) => line.push(entry),
            None => self.game.moves.push(entry),
        }
    }

    fn end_game(&mut self) {
        self.drop_half();
        if !self.open.is_empty() {
            self.flaw(Flaw::OpenVariation);
            while !self.open.is_empty() {
                self.close_variation();
            }
        }
        self.find_odd_result();
        let mut game = std::mem::take(&mut self.game);
        if !game.is_empty() || !game.flaws.is_empty() {
            game.bytes.end = self.begin;
            game.line = game.line.max(1);
            self.ended = Some(game);
        }
    }

    /// Takes a last move that is the value of the tag Result, such as `4-6`, for the result.
    fn find_odd_result(&mut self) {
        let is_it = |entry: &PdnMove| Some(entry.text.as_str()) == self.game.tag("Result");
        if self.game.result.is_none() && self.game.moves.last().is_some_and(is_it) {
            self.game.result = self.game.moves.pop().map(|entry| entry.text);
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
