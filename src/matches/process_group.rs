//! A child process in a process group of its own, which ends together with all processes that it started.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use super::cpu_time;

/// A child process and its descendants, unless they have left its process group. They are killed when this
/// is dropped, and when a signal ends the program.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    child: Child,
    /// How the child ended, once that is known. The rest of the group has been killed by then.
    status: Option<ExitStatus>,
}

/// The time between two looks at a child that is about to end.
const INTERVAL: Duration = Duration::from_millis(5);

impl ProcessGroup {
    /// Starts a program in a new process group.
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: system::spawn(command)?, status: None })
    }

    /// Returns the child process.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns the processor time that the child and its descendants have used.
    pub(super) fn cpu_time(&self) -> io::Result<Duration> {
        cpu_time::of_process(self.child.id())
    }

    /// Returns how the child ended, and kills what it left behind. Returns `None` if it is running.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && system::has_ended(&mut self.child) {
            self.kill();
        }
        self.status
    }

    /// Waits for the child to end, at most this long. Returns `None` if it is still running.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let began = Instant::now();
        while self.status().is_none() && began.elapsed() < patience {
            std::thread::sleep(INTERVAL);
        }
        self.status
    }

    /// Kills the group. Until the child has been waited for, no other process can have its number.
    fn kill(&mut self) {
        if self.status.is_none() {
            system::kill(&mut self.child);
            self.status = self.child.wait().ok();
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
mod system {
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use crate::interrupt;

    /// The groups that are running.
    static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        interrupt::before_end(kill_all);
        // A signal that arrives now waits until the child is in the set.
        let mut groups = groups();
        let child = command.process_group(0).spawn()?;
        groups.insert(Pid::from_child(&child).as_raw_nonzero().get());
        Ok(child)
    }

    /// Returns whether the child has ended. It stays a zombie, so that its number is not used again.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(Pid::from_child(child)), options).map_or(true, |status| status.is_some())
    }

    pub(super) fn kill(child: &mut Child) {
        let mut groups = groups();
        let group = Pid::from_child(child);
        groups.remove(&group.as_raw_nonzero().get());
        // Nothing may be left of it.
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// Kills all groups before a signal ends the program: they do not get the signals of the terminal.
    fn kill_all() {
        let groups = groups();
        for group in groups.iter().copied().filter_map(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        // The lock is kept: no other engine starts.
        std::mem::forget(groups);
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        child.try_wait().map_or(true, |status| status.is_some())
    }

    pub(super) fn kill(child: &mut Child) {
        // It may have ended already.
        let _ = child.kill();
    }
}
