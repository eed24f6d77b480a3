//! The modes of the terminal: whether it edits and shows what is typed. However the program ends, they are as they
//! were before.

#[cfg(unix)]
mod system {
    use std::io::{IsTerminal, stdin, stdout};
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    use crate::interrupt;

    /// The modes before they were changed.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// Restores the modes of the terminal when this is dropped, and before a signal ends the program.
    pub(in crate::app) struct RestoredModes(());

    impl RestoredModes {
        /// Remembers the modes as they are. Returns `None` if the program does not run in a terminal.
        pub(in crate::app) fn remember() -> Option<Self> {
            if !stdin().is_terminal() || !stdout().is_terminal() {
                return None;
            }
            let modes = tcgetattr(stdin()).ok()?;
            *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(modes);
            interrupt::before_end(restore);
            Some(Self(()))
        }

        /// From now on, the terminal gives every key at once and does not show it.
        pub(in crate::app) fn give_keys(&self) {
            if let Ok(mut modes) = tcgetattr(stdin()) {
                modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
                set(&modes);
            }
        }
    }

    impl Drop for RestoredModes {
        fn drop(&mut self) {
            restore();
        }
    }

    fn restore() {
        if let Some(modes) = &*BEFORE.lock().unwrap_or_else(PoisonError::into_inner) {
            set(modes);
        }
    }

    fn set(modes: &Termios) {
        if let Err(error) = tcsetattr(stdin(), OptionalActions::Now, modes) {
            log::warn!("cannot set the modes of the terminal: {error}");
        }
    }
}

#[cfg(not(unix))]
mod system {
    /// Keys are given one by one on Unix only.
    pub(in crate::app) struct RestoredModes(());

    impl RestoredModes {
        pub(in crate::app) fn remember() -> Option<Self> {
            None
        }

        pub(in crate::app) fn give_keys(&self) {}
    }
}

pub(super) use system::RestoredModes;
