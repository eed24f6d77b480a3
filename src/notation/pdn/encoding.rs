//! The characters of a file.

use std::borrow::Cow;

/// The text of a file. Bytes that are not UTF-8 are read as Latin-1, in which old collections are written.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_utf_8_and_in_latin_1() {
        assert_eq!(decode("Renée 32×28".as_bytes()), "Renée 32×28");
        assert_eq!(decode(b"Ren\xe9e 32\xd728 \xff"), "Renée 32×28 ÿ");
        assert_eq!(decode(b"caf\xc3\xa9 caf\xe9"), "café café");
    }
}
