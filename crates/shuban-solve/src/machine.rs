//! Resources of the machine.

/// Memory that is assumed if the system does not report it.
const MEMORY_UNKNOWN: u64 = 4 << 30;

/// Returns three quarters of the memory that this process may use.
pub fn default_memory() -> u64 {
    memory() / 4 * 3
}

/// Returns the number of threads that can run at once.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Returns the processor's name, if the system reports it.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// Returns the machine's memory, or that of the container.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let info = rustix::system::sysinfo();
    let machine = (info.totalram as u64).saturating_mul(u64::from(info.mem_unit));
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limits = limits
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(path).ok()?.trim().parse().ok());
    let memory = limits.chain(address_space()).fold(machine, u64::min);
    if memory == 0 { MEMORY_UNKNOWN } else { memory }
}

/// Returns the limit of this process's address space (`ulimit -v`), if it has one.
#[cfg(target_os = "linux")]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(target_os = "linux"))]
fn memory() -> u64 {
    MEMORY_UNKNOWN
}
