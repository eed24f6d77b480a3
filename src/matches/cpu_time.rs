//! The processor time of other processes.

#[cfg(target_os = "linux")]
pub(super) use system::of_process;

/// Whether the system tells the processor time of other processes.
pub(super) const IS_KNOWN: bool = cfg!(target_os = "linux");

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::io;
    use std::time::Duration;

    use nix::time::clock_getcpuclockid;
    use nix::unistd::Pid;
    use rustix::param::clock_ticks_per_second;

    /// Returns the processor time that a process and what it has started have used: a command may be a script that
    /// starts the engine.
    ///
    /// # Errors
    /// Returns an error if the process has ended.
    pub(crate) fn of_process(number: u32) -> io::Result<Duration> {
        let ended = of_ended_children(number)?;
        // A child that ends meanwhile is not counted.
        let running = children(number).into_iter().filter_map(|child| of_process(child).ok());
        Ok(of_threads(number)? + ended + running.sum::<Duration>())
    }

    /// The time of all threads of a process.
    fn of_threads(number: u32) -> io::Result<Duration> {
        let pid = Pid::from_raw(i32::try_from(number).map_err(io::Error::other)?);
        Ok(clock_getcpuclockid(pid)?.now()?.into())
    }

    /// The time of the children that have ended, and of their children.
    fn of_ended_children(number: u32) -> io::Result<Duration> {
        let text = fs::read_to_string(format!("/proc/{number}/stat"))?;
        let ticks = ticks_of_ended_children(&text).ok_or(io::ErrorKind::InvalidData)?;
        Ok(Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second()).unwrap_or(u32::MAX).max(1))
    }

    /// Reads `cutime` and `cstime`, fields 16 and 17. The name of the program, field 2, is in parentheses and may
    /// contain some.
    pub(super) fn ticks_of_ended_children(stat: &str) -> Option<u64> {
        let (_, after_name) = stat.rsplit_once(')')?;
        let mut fields = after_name.split_whitespace().skip(16 - 3);
        Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
    }

    /// The children of all threads of a process.
    fn children(number: u32) -> Vec<u32> {
        let threads = fs::read_dir(format!("/proc/{number}/task")).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let numbers = |list: String| list.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        lists.flat_map::<Vec<u32>, _>(numbers).collect()
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn of_process(_: u32) -> std::io::Result<std::time::Duration> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::system::ticks_of_ended_children;
    use super::*;

    #[test]
    fn the_time_of_this_process_grows_with_its_work() {
        let used = || of_process(std::process::id()).expect("it is running");
        let begin = used();
        let mut rounds = 0_u64;
        while used() == begin {
            rounds = std::hint::black_box(rounds + 1);
        }
        assert!(used() > begin);
        assert!(of_process(u32::MAX).is_err());
    }

    #[test]
    fn the_name_of_a_program_does_not_shift_fields() {
        let stat = "7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 11 12 30 12 20 0 1";
        assert_eq!(ticks_of_ended_children(stat), Some(42));
        assert_eq!(ticks_of_ended_children("7 (sh) S 1 2"), None);
    }
}
