//! Single keys from a terminal, without Enter.

use std::io::{BufReader, Read, stdin};
use std::thread;

use crossbeam_channel::{Receiver, Sender, never, unbounded};

use super::terminal_modes::RestoredModes;
use crate::engine::ThreadError;

/// The keys that are pressed while this exists.
pub(super) struct Keys {
    pressed: Receiver<char>,
    modes: Option<RestoredModes>,
}

impl Keys {
    /// The keys of standard input. There are none if the program does not run in a terminal.
    pub(super) fn open() -> Result<Self, ThreadError> {
        let Some(modes) = RestoredModes::remember() else {
            return Ok(Self { pressed: never(), modes: None });
        };
        modes.give_keys();
        let (sender, pressed) = unbounded();
        let reader = thread::Builder::new().name("keys".into());
        reader.spawn(move || forward(&sender)).map_err(ThreadError)?;
        Ok(Self { pressed, modes: Some(modes) })
    }

    /// The keys that are pressed.
    pub(super) fn pressed(&self) -> &Receiver<char> {
        &self.pressed
    }

    /// Whether there is somebody to press a key.
    pub(super) fn is_open(&self) -> bool {
        self.modes.is_some()
    }
}

fn forward(sender: &Sender<char>) {
    for byte in BufReader::new(stdin()).bytes().map_while(Result::ok) {
        if sender.send(char::from(byte)).is_err() {
            return;
        }
    }
    // The terminal is gone, and with it whoever would press a key.
    thread::park();
}
