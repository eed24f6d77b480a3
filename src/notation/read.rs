//! Reading moves.

use super::reason::{Form, reason};
use super::refusal::{MoveError, Refusal};
use super::route::Visit;
use super::{NoSuchSquare, Quote, Square, route, to_text_among};
use crate::board::{Cell, Game, Move, MoveList, Placement, Set, SetOf};

/// The longest text that is read: longer than any capture.
const LONGEST: usize = 512;

/// The separators between squares.
const SEPARATORS: [char; 6] = ['-', '–', 'x', 'X', '×', ':'];

/// Reads a legal move.
///
/// # Errors
/// If the text is not a legal move, or is ambiguous.
pub fn read_move<G: Game>(placement: &Placement<G>, text: &str) -> Result<Move<G>, MoveError> {
    read_move_among(placement, &MoveList::legal(placement), text)
}

/// The same, if the legal moves are already known.
///
/// # Errors
/// If the text is not a legal move, or is ambiguous.
pub fn read_move_among<G: Game>(
    placement: &Placement<G>,
    legal: &[Move<G>],
    text: &str,
) -> Result<Move<G>, MoveError> {
    let found = read(placement, legal, text).map_err(|reason| reason.of(text))?;
    only(&found, |mv| to_text_among(placement, &found, mv)).map_err(|reason| reason.of(text))
}

/// All legal moves that a text can mean, at least one.
///
/// # Errors
/// If there is none.
pub fn readings<G: Game>(placement: &Placement<G>, text: &str) -> Result<Vec<Move<G>>, MoveError> {
    read(placement, &MoveList::legal(placement), text).map_err(|reason| reason.of(text))
}

/// The same, if the legal moves are already known.
///
/// # Errors
/// If there is none.
pub fn readings_among<G: Game>(
    placement: &Placement<G>,
    legal: &[Move<G>],
    text: &str,
) -> Result<Vec<Move<G>>, MoveError> {
    read(placement, legal, text).map_err(|reason| reason.of(text))
}

fn read<G: Game>(placement: &Placement<G>, legal: &[Move<G>], text: &str) -> Result<Vec<Move<G>>, Refusal> {
    let squares = squares(text)?;
    let cells = cells::<G>(&squares)?;
    let form = form(placement, &cells);
    let found = match (squares.as_slice(), cells.as_slice()) {
        ([Square::Number(_)], _) => return Err(Refusal::OneSquare),
        (_, [to]) => legal.iter().filter(|mv| mv.to == *to).copied().collect(),
        (_, [from, to, taken @ ..]) if form == Form::Hub => capturing(legal, *from, *to, taken),
        _ => along(placement, legal, &cells),
    };
    if found.is_empty() { Err(reason(placement, legal, &cells, form)) } else { Ok(found) }
}

/// The only move of a list. If there are several, the error names some of them, written by `write`.
pub(super) fn only<G: Game>(
    found: &[Move<G>],
    write: impl Fn(&Move<G>) -> String,
) -> Result<Move<G>, Refusal> {
    match found {
        [mv] => Ok(*mv),
        _ => Err(Refusal::Ambiguous {
            readings: found.iter().take(Refusal::READINGS).map(write).collect(),
            others: found.len().saturating_sub(Refusal::READINGS),
        }),
    }
}

/// The meaning of the cells. The text of Hub names captured pieces after origin and destination, a path names
/// empty squares, so that the third square tells them apart.
fn form<G: Game>(placement: &Placement<G>, cells: &[Cell]) -> Form {
    match cells.get(2) {
        Some(&third) if placement.pieces(!placement.turn).contains(third) => Form::Hub,
        _ => Form::Path,
    }
}

/// The moves with this origin and destination that capture exactly these pieces.
pub(super) fn capturing<G: Game>(legal: &[Move<G>], from: Cell, to: Cell, taken: &[Cell]) -> Vec<Move<G>> {
    let captured = taken.iter().fold(SetOf::<G>::EMPTY, |set, &cell| set | Set::of(cell));
    let named_once = captured.count() as usize == taken.len();
    let is_it = |mv: &&Move<G>| named_once && mv.from == from && mv.to == to && mv.captured == captured;
    legal.iter().filter(is_it).copied().collect()
}

/// The moves that begin and end on the first and last of these cells and visit the others in between.
///
/// A full path belongs to one move. If it is also a part of the path of another move, as `c3:e1` is of
/// `c3:e5:c7:a5:e1`, the other move is not meant. Where the piece can land on the squares that are named, it does
/// not fly over them.
fn along<G: Game>(placement: &Placement<G>, legal: &[Move<G>], cells: &[Cell]) -> Vec<Move<G>> {
    let [from, wanted @ .., to] = cells else { return Vec::new() };
    let with_ends = legal.iter().filter(|mv| mv.from == *from && mv.to == *to);
    let captured = route::captured_along(placement, cells);
    let captures_it = with_ends.clone().filter(|mv| Some(mv.captured) == captured);
    let full = route::visiting(placement, captures_it, wanted, Visit::Passes);
    let landing = || route::visiting(placement, with_ends.clone(), wanted, Visit::Lands);
    let found = Some(full).filter(|found| !found.is_empty()).unwrap_or_else(landing);
    if found.is_empty() { route::visiting(placement, with_ends, wanted, Visit::Passes) } else { found }
}

pub(super) fn cells<G: Game>(squares: &[Square]) -> Result<Vec<Cell>, NoSuchSquare> {
    squares.iter().map(|square| square.cell::<G>()).collect()
}

/// The squares that a text names, at least one.
pub(super) fn squares(text: &str) -> Result<Vec<Square>, Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::TooLong { bytes: text.len() });
    }
    let mut names = Vec::new();
    let text = with_separators(without_marks(text));
    let mut rest = text.as_str();
    while !rest.is_empty() || names.is_empty() {
        let (name, after) = split_name(rest).ok_or(Refusal::NotAMove)?;
        names.push(name);
        rest = without_separator(after).ok_or(Refusal::NotAMove)?;
    }
    let names = match names.as_slice() {
        [glued] => pairs(glued).ok_or(Refusal::NotAMove)?,
        _ => names,
    };
    names.into_iter().map(|name| Square::read(name).ok_or(Refusal::NotAMove)).collect()
}

/// Drops the marks of strength: `32-28!?`, `19-23(?)`.
fn without_marks(text: &str) -> &str {
    let is_mark = |letter| matches!(letter, '!' | '?');
    let text = text.trim();
    let bracketed = text.strip_suffix(')').and_then(|it| it.trim_end_matches(is_mark).strip_suffix('('));
    bracketed.unwrap_or(text).trim_end_matches(is_mark).trim_end()
}

/// Splits off the digits of a square, with the letter of a column if there is one.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let start = usize::from(text.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| text.split_at(start + digits))
}

/// The text with separators in place of blanks, if it has no separators.
fn with_separators(text: &str) -> String {
    if text.contains(SEPARATORS) {
        text.to_owned()
    } else {
        text.split_whitespace().collect::<Vec<_>>().join("-")
    }
}

/// Drops one separator and the blanks around it, or nothing if a square follows at once. Returns `None` if
/// the text ends after the separator.
fn without_separator(text: &str) -> Option<&str> {
    match text.trim_start().strip_prefix(SEPARATORS) {
        Some(after) => Some(after.trim_start()).filter(|after| !after.is_empty()),
        None => Some(text),
    }
}

/// Cuts four or more digits into pairs, since no board has a hundred squares; other names stay as they are.
/// Returns `None` for an odd number of digits.
fn pairs(name: &str) -> Option<Vec<&str>> {
    let is_glued = name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_digit());
    match name.len() {
        _ if !is_glued => Some(vec![name]),
        length if length % 2 == 1 => None,
        length => Some((0..length).step_by(2).map(|start| &name[start..start + 2]).collect()),
    }
}

impl Refusal {
    pub(super) fn of(self, text: &str) -> MoveError {
        MoveError { text: Quote::of(text), reason: self }
    }
}
