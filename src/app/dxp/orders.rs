//! What the user can type during a session.

use std::str::FromStr;

use protocol::dxp::{BackRequest, Message, Side};

use crate::notation::Quote;

/// A line of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Send a message.
    Say(Message),
    /// Ask the partner to take back moves.
    Back(BackRequest),
    /// Resign the game.
    Resign,
    /// Close the connection and end the program.
    Quit,
}

impl FromStr for Order {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (word, rest.trim()) {
            ("chat", text) => Ok(Self::Say(Message::Chat(text.to_owned()))),
            ("back", text) => back(text).map(Self::Back),
            ("resign", "") => Ok(Self::Resign),
            ("quit" | "exit", "") => Ok(Self::Quit),
            _ => Err(format!("expected chat, back, resign or quit, not {}", Quote::of(line))),
        }
    }
}

/// Reads the number of a move and a color.
fn back(text: &str) -> Result<BackRequest, String> {
    let request = text.split_once(' ').and_then(|(number, color)| {
        let number = number.parse().ok().filter(|number| (1..=999).contains(number))?;
        let side = match color.trim() {
            "white" => Side::White,
            "black" => Side::Black,
            _ => return None,
        };
        Some(BackRequest { number, side })
    });
    request.ok_or_else(|| format!("expected such as back 5 white, not {}", Quote::of(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_words() {
        assert_eq!("chat good game".parse(), Ok(Order::Say(Message::Chat("good game".to_owned()))));
        let request = BackRequest { number: 5, side: Side::Black };
        assert_eq!(" back 5 black ".parse(), Ok(Order::Back(request)));
        assert_eq!("resign".parse(), Ok(Order::Resign));
        assert_eq!("quit\r".parse(), Ok(Order::Quit));
        for text in ["", "back", "back 0 white", "back 1000 white", "back 5 red", "resign now", "hello"] {
            assert!(text.parse::<Order>().is_err(), "{text}");
        }
    }
}
