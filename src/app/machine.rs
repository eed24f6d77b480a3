//! What the machine has left, and what a run has used of it.

use std::path::Path;

/// Bytes of memory that could be used. None: the system does not tell.
pub(super) fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Bytes that could be written into a folder, or where it will be made. None: the system does not tell.
pub(super) fn free_disk(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|ancestor| ancestor.exists());
    // A name without a folder stands for one in the current folder.
    let there = there.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs4::available_space(there).ok()
}

/// How much the processor has worked since the program began.
pub(super) fn cpu_seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}
