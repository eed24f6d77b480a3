//! Writing games as PDN.

use std::fmt::Write;

/// A game to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values of tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Whether the first move is made by the player who moves second in games from the starting position.
    pub second_begins: bool,
    /// The moves, each with its comment, if any.
    pub moves: Vec<(String, Option<String>)>,
    /// The result, in the style of the game.
    pub result: String,
}

/// The maximum length of a line.
const WIDTH: usize = 80;

/// The text of a game: tags, then lines of moves that end with the result, each followed by an empty line.
///
/// PDN 3.0 requires `*` there and the result only in its tag, but all programs in use read the result.
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

/// Numbers, moves, comments and the result.
fn words(record: &Record) -> Vec<String> {
    let mut words = Vec::new();
    let mut numbered = false;
    for (index, (mv, comment)) in record.moves.iter().enumerate() {
        let ply = index + usize::from(record.second_begins);
        match (ply.is_multiple_of(2), numbered) {
            (true, _) => words.push(format!("{}.", ply / 2 + 1)),
            (false, false) => words.push(format!("{}...", ply / 2 + 1)),
            (false, true) => {}
        }
        words.push(mv.clone());
        numbered = comment.is_none();
        if let Some(comment) = comment {
            let comment = comment.replace(['{', '}'], "|");
            words.extend(format!("{{{}}}", comment.trim()).split_whitespace().map(str::to_owned));
        }
    }
    words.push(record.result.clone());
    words
}

/// A value on one line, with quotes and backslashes escaped.
fn escaped(value: &str) -> String {
    value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"")
}
