//! Writing games as PDN.

use std::fmt::Write;

use super::PdnMove;
use crate::board::Color;

/// A game to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values of tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The player who moves first in games from the initial position.
    pub opener: Color,
    /// The player who makes the first move.
    pub turn: Color,
    /// The moves with their annotations.
    pub moves: Vec<PdnMove>,
    /// The result, in the style of the game.
    pub result: String,
    /// What stands after the moves.
    pub ending: Ending,
}

/// What stands after the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The result, which all programs in use read.
    #[default]
    Result,
    /// `*`, as PDN 3.0 requires: the result is only in its tag.
    Asterisk,
}

/// The maximum length of a line.
const WIDTH: usize = 80;

/// The text of a game: tags, then lines of moves that end with the result, each followed by an empty line.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    }
    if !record.tags.is_empty() {
        text.push('\n');
    }
    let mut line = String::new();
    for word in words(record) {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    let _ = writeln!(text, "{line}\n");
    text
}

/// Numbers, moves, annotations and the result.
fn words(record: &Record) -> Vec<String> {
    let ply = usize::from(record.turn != record.opener);
    let mut writer = MoveWriter { words: Vec::new(), ply, is_numbered: false, opener: record.opener };
    writer.moves(&record.moves);
    writer.words.push(match record.ending {
        Ending::Result => record.result.clone(),
        Ending::Asterisk => "*".to_owned(),
    });
    writer.words
}

/// Writes moves word by word.
struct MoveWriter {
    words: Vec<String>,
    /// The number of plies before the next move, counted from the first number.
    ply: usize,
    /// Whether the move before has just been written, so that a second player's move needs no number.
    is_numbered: bool,
    opener: Color,
}

impl MoveWriter {
    fn moves(&mut self, moves: &[PdnMove]) {
        for entry in moves {
            if entry.is_setup() {
                self.setup(&entry.text);
            } else {
                self.number();
                self.words.push(format!("{}{}", entry.text, entry.strength));
                self.ply += 1;
                self.is_numbered = true;
            }
            self.annotations(entry);
        }
    }

    fn number(&mut self) {
        let number = self.ply / 2 + 1;
        match (self.ply.is_multiple_of(2), self.is_numbered) {
            (true, _) => self.words.push(format!("{number}.")),
            (false, false) => self.words.push(format!("{number}...")),
            (false, true) => {}
        }
    }

    /// A position that is set up between the moves. The numbers go on with the player to move.
    fn setup(&mut self, text: &str) {
        let turn = if text.contains("\"B:") { Color::Black } else { Color::White };
        self.words.push(format!("/{text}/"));
        self.ply += usize::from(self.ply.is_multiple_of(2) != (turn == self.opener));
        self.is_numbered = false;
    }

    fn annotations(&mut self, entry: &PdnMove) {
        self.words.extend(entry.glyphs.iter().map(|glyph| format!("${glyph}")));
        for comment in &entry.comments {
            let comment = comment.replace(['{', '}'], "|");
            self.words.extend(format!("{{{}}}", comment.trim()).split_whitespace().map(str::to_owned));
            self.is_numbered = false;
        }
        entry.variations.iter().filter(|line| !line.is_empty()).for_each(|line| self.variation(line));
    }

    /// A variation, which replaces the move before.
    fn variation(&mut self, line: &[PdnMove]) {
        let (begin, ply) = (self.words.len(), self.ply);
        self.ply = ply.saturating_sub(1);
        self.is_numbered = false;
        self.moves(line);
        if let Some(first) = self.words.get_mut(begin) {
            first.insert(0, '(');
        }
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
        (self.ply, self.is_numbered) = (ply, false);
    }
}

/// A value on one line, with quotes and backslashes escaped.
fn escaped(value: &str) -> String {
    value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"")
}
