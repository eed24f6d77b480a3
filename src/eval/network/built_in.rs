//! The networks in the binary. A game has one if it beat the features in a match; `tuning/README.md` says how
//! they were learned.

use std::sync::{Arc, OnceLock};

use super::{Network, cells};
use crate::board::{Game, Geometry, Rules};

/// A network in the binary, read at its first use.
struct BuiltInNetwork {
    game: &'static str,
    bytes: &'static [u8],
    network: OnceLock<Arc<Network>>,
}

macro_rules! built_in {
    ($($constant:ident: $game:literal;)*) => {
        $(static $constant: BuiltInNetwork = BuiltInNetwork {
            game: $game,
            bytes: include_bytes!(concat!("networks/", $game, ".net")),
            network: OnceLock::new(),
        };)*
    };
}

built_in! {
    DRAUGHTS_8: "draughts-8";
    DRAUGHTS_10: "draughts-10";
    DRAUGHTS_12: "draughts-12";
    CHECKERS_8: "checkers-8";
    CHECKERS_10: "checkers-10";
    RUSSIAN: "russian";
}

impl Network {
    /// The network of a game in the binary. Returns `None` if there is none.
    #[must_use]
    pub fn built_in<G: Game>(game: G) -> Option<Arc<Self>> {
        let rules = game.rules();
        let built_in = if rules.play_as(&Rules::INTERNATIONAL) {
            match G::Board::SIZE {
                8 => &DRAUGHTS_8,
                10 => &DRAUGHTS_10,
                12 => &DRAUGHTS_12,
                _ => return None,
            }
        } else if rules.play_as(&Rules::ENGLISH) {
            match G::Board::SIZE {
                8 => &CHECKERS_8,
                10 => &CHECKERS_10,
                _ => return None,
            }
        } else if rules.play_as(&Rules::RUSSIAN) && G::Board::SIZE == 8 {
            &RUSSIAN
        } else {
            return None;
        };
        Some(Arc::clone(built_in.network.get_or_init(|| {
            let network = Self::read(built_in.bytes, built_in.game, cells::<G>());
            Arc::new(network.expect("networks in the binary can be read, as a test shows"))
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Draughts, Russian};

    #[test]
    fn the_networks_in_the_binary_can_be_read() {
        let games = [
            Network::built_in(Draughts::<8>),
            Network::built_in(Draughts::<10>),
            Network::built_in(Draughts::<12>),
            Network::built_in(Checkers::<8>),
            Network::built_in(Checkers::<10>),
            Network::built_in(Russian),
        ];
        let names = games.map(|network| network.expect("a network").game().to_owned());
        assert_eq!(
            names,
            ["draughts-8", "draughts-10", "draughts-12", "checkers-8", "checkers-10", "russian"]
        );
        assert_eq!(Network::built_in(Draughts::<6>), None);
    }
}
