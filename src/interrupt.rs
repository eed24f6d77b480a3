//! Ctrl-C and the other signals that ask the program to end.
//!
//! A long command that knows something before it is done [`defer`]s them: the first signal sets a flag, which
//! loops of long work read, and the command ends with what it knows. A second one ends the program at once, except
//! for SIGTERM soon after SIGTERM: `timeout` and service managers send it to the process and to its group.
//! Protocol sessions do not handle signals: the system ends them.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};

/// The signal that asked the program to end, or 0.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// Whether the command ends by itself after a signal.
static IS_DEFERRED: AtomicBool = AtomicBool::new(false);
/// What is done before a signal ends the program.
static LAST: Mutex<fn()> = Mutex::new(|| ());
/// The time between two looks at the flag in [`receive`], and at the signals that come soon after another one.
const INTERVAL: Duration = Duration::from_millis(20);

/// From now on, a signal ends the program with an exit code.
pub(crate) fn handle() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        if let Err(error) = system::handle() {
            log::warn!("signals are not handled: {error}");
        }
    });
}

/// From now on, the first signal only asks the command to end, see [`is_requested`].
pub(crate) fn defer() {
    IS_DEFERRED.store(true, Relaxed);
    handle();
}

/// From now on, this is called before a signal ends the program.
pub(crate) fn before_end(last: fn()) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = last;
    handle();
}

/// Whether the command was asked to end.
pub(crate) fn is_requested() -> bool {
    SIGNAL.load(Relaxed) != 0
}

/// Waits for what comes through a channel, until no time is left or the command is asked to end.
pub(crate) fn receive<T>(
    receiver: &Receiver<T>,
    time_left: impl Fn() -> Duration,
) -> Result<T, RecvTimeoutError> {
    loop {
        let left = time_left();
        match receiver.recv_timeout(left.min(INTERVAL)) {
            Err(RecvTimeoutError::Timeout) if left > INTERVAL && !is_requested() => {}
            received => return received,
        }
    }
}

/// The exit code of a command that was asked to end, as shells have it. `None` if it was not.
pub(crate) fn exit_code() -> Option<u8> {
    Some(SIGNAL.load(Relaxed)).filter(|&signal| signal != 0).map(code_of)
}

fn code_of(signal: i32) -> u8 {
    u8::try_from(signal).map_or(u8::MAX, |signal| 128_u8.saturating_add(signal))
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::PoisonError;
    use std::sync::atomic::Ordering::Relaxed;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level;

    use super::{INTERVAL, IS_DEFERRED, LAST, SIGNAL, code_of};

    /// For so many intervals after SIGTERM, another one is the same request.
    const REPEATED: usize = 50;

    /// Waits for signals in a thread of its own.
    pub(super) fn handle() -> io::Result<()> {
        let ending = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
        let mut signals = Signals::new(ending)?;
        let receive_all = move || loop {
            let arrived: Vec<_> = signals.wait().collect();
            arrived.iter().copied().for_each(receive);
            if arrived.contains(&SIGTERM) {
                ignore_repeated(&mut signals);
            }
        };
        thread::Builder::new().name("signals".into()).spawn(receive_all)?;
        Ok(())
    }

    /// After SIGTERM, receives only other signals for a while.
    fn ignore_repeated(signals: &mut Signals) {
        for _ in 0..REPEATED {
            thread::sleep(INTERVAL);
            signals.pending().filter(|&signal| signal != SIGTERM).for_each(receive);
        }
    }

    fn receive(signal: i32) {
        // Without a terminal there is nobody to tell.
        let may_wait = signal != SIGHUP && IS_DEFERRED.load(Relaxed);
        if may_wait && SIGNAL.swap(signal, Relaxed) == 0 {
            return;
        }
        LAST.lock().unwrap_or_else(PoisonError::into_inner)();
        low_level::exit(code_of(signal).into());
    }

    /// Returns whether the program was started with this signal ignored, as by `nohup`. Systems without
    /// `/proc` do not tell.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 == 1
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    /// The system ends the program.
    pub(super) fn handle() -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_those_of_shells() {
        assert_eq!([2, 15, 300].map(code_of), [130, 143, 255]);
    }
}
