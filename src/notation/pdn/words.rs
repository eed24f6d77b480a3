//! The words of the move text: numbers, results, moves and what is glued to them.

/// The separators between squares.
const SIGNS: [char; 6] = ['-', '–', 'x', 'X', '×', ':'];

/// Whether a word is a result. No move can look like one: no square is 0, and `1-1` is not a move.
pub(super) fn is_result(word: &str) -> bool {
    matches!(
        word,
        "1-0"
            | "0-1"
            | "1/2-1/2"
            | "½-½"
            | "2-0"
            | "0-2"
            | "1-1"
            | "0-0"
            | "*"
            | "1:0"
            | "0:1"
            | "2:0"
            | "0:2"
            | "1:1"
    )
}

/// A word without the move number before it: `12.`, `12...`, `1.32-28`. Dots alone stay if they are three.
pub(super) fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after.trim_start_matches(['.', '…']);
    let dots = &after[..after.len() - rest.len()];
    let is_unknown_move = after.len() == word.len() && matches!(dots, "..." | "…") && rest.is_empty();
    if dots.is_empty() || is_unknown_move { word } else { rest }
}

/// Whether a word consists of separators only.
pub(super) fn is_sign(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| SIGNS.contains(&letter))
}

/// Whether a word stands for an unknown move: `-`, `--`, `...`.
pub(super) fn is_unknown(word: &str) -> bool {
    word.chars().all(|letter| matches!(letter, '-' | '–' | '.' | '…'))
}

pub(super) fn begins_with_sign(word: &str) -> bool {
    word.starts_with(SIGNS)
}

pub(super) fn ends_with_sign(word: &str) -> bool {
    word.ends_with(SIGNS)
}

/// Whether a word is the name of one square, so that a separator can follow after a blank.
pub(super) fn is_square(word: &str) -> bool {
    square(word) == Some(word.len())
}

/// Whether a word can be the end of a move whose separator came before.
pub(super) fn continues_move(word: &str) -> bool {
    square(word).is_some() && without_number(word) == word && !is_result(word)
}

/// Whether a separator after this text can only go on with a capture: `32x28` and then `x19`.
pub(super) fn goes_on(text: &str, sign: &str) -> bool {
    let is_dash = |letter: char| matches!(letter, '-' | '–');
    is_square(text) || !(sign.starts_with(is_dash) || text.contains(is_dash))
}

/// Splits a word into a move and the remark that is glued to it: `8-11Redoverstepped`, `32-28,`.
pub(super) fn split_remark(word: &str) -> (&str, &str) {
    let (mut end, mut squares) = (0, 0);
    while let Some(length) = square(&word[end..]) {
        squares += 1;
        end += length;
        let after = &word[end..];
        let sign = after.chars().next().filter(|letter| SIGNS.contains(letter)).map_or(0, char::len_utf8);
        if square(&after[sign..]).is_none() {
            break;
        }
        end += sign;
    }
    let is_glued = squares == 1 && end >= 4;
    if squares > 1 || is_glued { word.split_at(end) } else { (word, "") }
}

/// The length of the name of a square at the beginning of a text: digits, with the letter of a column or without.
fn square(text: &str) -> Option<usize> {
    let letter =
        usize::from(text.starts_with(|letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='n')));
    let digits = text.as_bytes()[letter..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then_some(letter + digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dropped_before_moves() {
        for (word, rest) in
            [("12.", ""), ("12...", ""), ("1.32-28", "32-28"), ("1.…", ""), (".", ""), ("32-28", "32-28")]
        {
            assert_eq!(without_number(word), rest, "{word}");
        }
        assert_eq!((without_number("..."), without_number("…")), ("...", "…"));
    }

    #[test]
    fn remarks_are_split_off() {
        for (word, mv, remark) in [
            ("8-11Redoverstepped", "8-11", "Redoverstepped"),
            ("c3-d4wins", "c3-d4", "wins"),
            ("47x38x24x13x36+", "47x38x24x13x36", "+"),
            ("32-28,", "32-28", ","),
            ("3228,", "3228", ","),
            ("c3d4e5", "c3d4e5", ""),
            ("1-0Redresigns", "1-0", "Redresigns"),
            ("resigns", "resigns", ""),
            ("32--28", "32--28", ""),
            ("32-x", "32-x", ""),
        ] {
            assert_eq!(split_remark(word), (mv, remark), "{word}");
        }
    }
}
