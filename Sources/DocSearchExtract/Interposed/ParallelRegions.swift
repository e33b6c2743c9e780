/// Replaces GNU OpenMP's function for `#pragma omp parallel`, also with a `for` of a static schedule, and runs on this
/// thread alone.
///
/// - *Contract* (GCC's manual of libgomp, "The libgomp ABI"): runs `region` on each thread of a new team, and waits for
///   all of them. The team may be one thread; outside of a team `omp_get_num_threads` is 1, and libgomp's other
///   functions behave as in a team of one.
/// - *Reason.* With `OMP_THREAD_LIMIT=1` libgomp still makes a team for each matrix that is multiplied and wakes it up
///   at its end: 30,000 `futex` calls a second, which the sandbox's filter makes more expensive. Eight book pages take
///   9.7 s instead of 10.6 s with this function and those for sections, 0.27 s of it in the kernel instead of 0.78 s.
/// - *Without it*, where a linker does not offer it or ``GNUOpenMP`` has switched it off, recognition takes that much
///   longer and reads the same.
@_cdecl("GOMP_parallel")
public func carryOutRegion(
    _ region: GNUOpenMP.Region, data: UnsafeMutableRawPointer?, threads: UInt32, flags: UInt32
) {
    if let libgomp = GNUOpenMP.inUse { return libgomp.parallel(region, data, threads, flags) }
    region(data)
}
