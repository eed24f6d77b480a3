//! Free memory and disk space, and used processor time.

use std::path::Path;

/// Bytes of available memory. Returns `None` if the system does not tell.
pub(super) fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Bytes of free disk space for a folder that may not exist yet. Returns `None` if the system does not tell, as
/// for file systems without a disk.
pub(super) fn free_disk(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|ancestor| ancestor.exists());
    // A bare name is relative to the current folder.
    let there = there.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let has_disk = fs4::total_space(there).is_ok_and(|bytes| bytes > 0);
    fs4::available_space(there).ok().filter(|_| has_disk)
}

/// Processor time of the program in seconds.
pub(super) fn cpu_seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}
