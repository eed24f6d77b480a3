//! Positions as FEN: `W:W31-50:B1-20`.

use std::str::FromStr;

use super::{KingMoves, Quote, Setup, SetupError, Square};
use crate::board::{Color, Game, Geometry, KingRuns, Piece, Placement, Rank, Set};

/// The longest text that is read. The FEN of a full 14×14 board is a tenth of it.
const LONGEST: usize = 4096;

/// The largest number of a square on any board.
const LAST_SQUARE: usize = 98;

/// Writes the FEN of a placement: with numbers in every game, White's list first, ascending, without ranges.
///
/// Where the rules limit the moves in a row with the same king and one has made some, these counts follow, Black's
/// first, each with the king's square in two digits: `W:WK24,31:BK5,20:+0+224` after two moves of the king on 24.
#[must_use]
pub fn fen<G: Game>(placement: &Placement<G>) -> String {
    let list = |color| {
        let entry = |cell| {
            let king = if placement.kings.contains(cell) { "K" } else { "" };
            format!("{king}{}", G::Board::square(cell))
        };
        let entries: Vec<_> = placement.pieces(color).cells().map(entry).collect();
        format!("{}{}", letter(color), entries.join(","))
    };
    format!(
        "{}:{}:{}{}",
        letter(placement.turn),
        list(Color::White),
        list(Color::Black),
        king_moves_text(placement)
    )
}

/// The part with the moves in a row of kings. It is empty if there are none.
fn king_moves_text<G: Game>(placement: &Placement<G>) -> String {
    let runs = [Color::Black, Color::White].map(|color| placement.runs.of(color));
    if runs == [None; 2] {
        return String::new();
    }
    let text = runs.map(|run| match run {
        Some(run) => format!("+{}{:02}", run.moves, G::Board::square(run.king)),
        None => "+0".to_owned(),
    });
    format!(":{}", text.concat())
}

fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads a FEN in any of the forms in use: `tests/notation` lists them.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        if text.len() > LONGEST {
            return Err(SetupError::TooLong { bytes: text.len(), most: LONGEST });
        }
        let (turn, lists) = split_turn(text)?;
        let lists = lists.trim_end_matches(is_closing);
        let mut reader = FenReader { columns: names_columns(lists), listed: Vec::new(), pieces: Vec::new() };
        let mut counted = Vec::new();
        for part in lists.split(':').map(undotted) {
            match is_counter(part) {
                true => counted.extend(king_moves(part)),
                false => reader.list(part)?,
            }
        }
        match Color::ALL.into_iter().find(|color| !reader.listed.contains(color)) {
            Some(color) => Err(SetupError::NoList { color }),
            None => Ok(Self { turn, pieces: reader.pieces, king_moves: counted }),
        }
    }
}

/// The state of the reader.
struct FenReader {
    /// Whether squares are named by column and row, so that a lower-case `k` is a column and not a king.
    columns: bool,
    listed: Vec<Color>,
    pieces: Vec<(Square, Piece)>,
}

impl FenReader {
    /// Reads the list of a player's pieces, which begins with the color.
    fn list(&mut self, part: &str) -> Result<(), SetupError> {
        let first = part.chars().next().and_then(color);
        let color = first.ok_or_else(|| SetupError::NoColor { list: Quote::of(part) })?;
        if self.listed.contains(&color) {
            return Err(SetupError::TwoLists { color });
        }
        self.listed.push(color);
        for (index, entry) in entries(part).enumerate() {
            self.entry(entry, color, index + 1)?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &str, color: Color, place: usize) -> Result<(), SetupError> {
        let (mark, squares) = self.split_mark(entry);
        let range = range(squares)?;
        let squares = range.ok_or_else(|| SetupError::NotASquare { text: Quote::of(entry), color, place })?;
        let piece = match mark {
            PieceMark::Man => Piece::new(color, Rank::Man),
            PieceMark::King => Piece::new(color, Rank::King),
            PieceMark::Captured => return Ok(()),
        };
        self.pieces.extend(squares.into_iter().map(|square| (square, piece)));
        Ok(())
    }

    fn split_mark<'a>(&self, entry: &'a str) -> (PieceMark, &'a str) {
        let mark = match entry.chars().next() {
            Some('K') => PieceMark::King,
            Some('k') if !(self.columns && is_algebraic(entry)) => PieceMark::King,
            Some('G' | 'P') => PieceMark::Captured,
            _ => return (PieceMark::Man, entry),
        };
        (mark, trimmed(&entry[1..]))
    }
}

/// The mark before a square.
enum PieceMark {
    Man,
    /// `K`.
    King,
    /// `G` or `P`: a man or king already captured by an unfinished capture.
    Captured,
}

/// Splits at the player to move: the first single letter before a colon that names a player. Programs put all
/// kinds of text in front of it.
fn split_turn(text: &str) -> Result<(Color, &str), SetupError> {
    let mut before = ' ';
    for (index, letter) in text.char_indices() {
        let after = text[index + letter.len_utf8()..].trim_start_matches(is_blank).strip_prefix(':');
        if let (Some(lists), false) = (after, before.is_alphanumeric()) {
            match (letter, color(letter)) {
                (_, Some(turn)) => return Ok((turn, lists)),
                ('?', None) => return Err(SetupError::UnknownTurn),
                _ => (),
            }
        }
        before = letter;
    }
    Err(SetupError::NoTurn { text: Quote::of(text) })
}

fn color(letter: char) -> Option<Color> {
    match letter {
        'W' | 'w' => Some(Color::White),
        'B' | 'b' => Some(Color::Black),
        _ => None,
    }
}

/// The entries of a list, without the color.
fn entries(part: &str) -> impl Iterator<Item = &str> {
    let list = part.get(1..).map(trimmed).filter(|list| !list.is_empty());
    list.into_iter().flat_map(|list| list.split(',')).map(trimmed)
}

/// A single square or a range of numbers. Returns `None` if it is neither.
fn range(text: &str) -> Result<Option<Vec<Square>>, SetupError> {
    let Some((first, last)) = text.split_once(['-', '–']) else {
        return Ok(square(text).map(|square| vec![square]));
    };
    let (Some(Square::Number(first)), Some(Square::Number(last))) =
        (square(trimmed(first)), square(trimmed(last)))
    else {
        return Ok(None);
    };
    if last < first {
        return Err(SetupError::ReversedRange { first, last });
    }
    // One square beyond the largest board is enough for the range to be refused.
    let last = last.min(first.max(LAST_SQUARE + 1));
    Ok(Some((first..=last).map(Square::Number).collect()))
}

/// Reads a square. Columns are in lower case, since `G5` and `K5` have marks.
fn square(name: &str) -> Option<Square> {
    Square::read(name).filter(|_| !name.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

fn is_algebraic(name: &str) -> bool {
    matches!(square(name), Some(Square::Algebraic { .. }))
}

/// Whether a square is named by column and row, and cannot be a king's number.
fn names_columns(lists: &str) -> bool {
    let unmistakable = |entry: &str| {
        let name = trimmed(entry.trim_start_matches(['K', 'G', 'P']));
        is_algebraic(name) && !name.starts_with('k')
    };
    lists.split(':').map(trimmed).filter(|part| part.starts_with(|it| color(it).is_some())).any(|part| {
        let mut entries = entries(part);
        entries.any(unmistakable)
    })
}

/// Whether this is a counter of moves or checks that other programs write: `H0`, `F1`, `+0+1`.
fn is_counter(part: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    part.strip_prefix(['H', 'F']).is_some_and(is_number)
        || part.strip_prefix('+').is_some_and(|counts| counts.split('+').all(is_number))
}

/// The moves in a row of kings, Black's first: `+0+2`, or `+0+224` with the square of the king. Empty if the part is
/// another one, or if nothing is counted.
fn king_moves(part: &str) -> Vec<KingMoves> {
    let Some([black, white]) = part.strip_prefix('+').and_then(|counts| {
        let (black, white) = counts.split_once('+')?;
        let count = |text: &str| matches!(text.len(), 1 | 3).then(|| text.split_at(1).0.parse().ok())?;
        let square = |text: &str| text[1..].parse().ok();
        Some([(count(black)?, square(black)), (count(white)?, square(white))])
    }) else {
        return Vec::new();
    };
    let counts = [(Color::Black, black), (Color::White, white)];
    let counts = counts.map(|(color, (moves, square))| KingMoves { color, moves, square });
    counts.into_iter().filter(|counted| counted.moves > 0).collect()
}

/// White space and characters without width: byte order marks, joiners, marks of direction.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Characters that may follow the last piece: the end of a tag or a quotation, the full stop of old files.
fn is_closing(letter: char) -> bool {
    is_blank(letter) || matches!(letter, '"' | '\'' | '”' | '’' | ']' | '/' | '.')
}

/// A part without the full stop that old collections write after the position.
fn undotted(part: &str) -> &str {
    trimmed(trimmed(part).trim_end_matches('.'))
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}
