/// Replaces GNU OpenMP's functions for `#pragma omp sections`. The calling thread runs all of a region's sections.
///
/// - *Contract* (GCC's manual of libgomp, "The libgomp ABI"): sections count from 1. `GOMP_parallel_sections` runs the
///   region on a new team, each thread of which asks `GOMP_sections_next` for its sections. In an existing team
///   `GOMP_sections_start` gives a thread its first one. 0 means that none is left. One of the two functions for the
///   end follows.
/// - *Reason.* As for ``carryOutRegion(_:data:threads:flags:)``; tesseract has such a region for each column of each
///   line.
/// - *Without them* recognition takes longer and reads the same. Some of them without the others would skip sections
///   unnoticed, which ``GNUOpenMP`` prevents.
enum ParallelSections {
    /// The sections of the current region. Recognition has one thread.
    nonisolated(unsafe) fileprivate static var (next, count): (UInt32, UInt32) = (0, 0)
}

@_cdecl("GOMP_parallel_sections")
public func carryOutSections(
    _ region: GNUOpenMP.Region, data: UnsafeMutableRawPointer?, threads: UInt32, count: UInt32, flags: UInt32
) {
    if let libgomp = GNUOpenMP.inUse { return libgomp.parallelSections(region, data, threads, count, flags) }
    let outer = (ParallelSections.next, ParallelSections.count)
    (ParallelSections.next, ParallelSections.count) = (0, count)
    region(data)
    (ParallelSections.next, ParallelSections.count) = outer
}

@_cdecl("GOMP_sections_start")
public func startSections(_ count: UInt32) -> UInt32 {
    if let libgomp = GNUOpenMP.inUse { return libgomp.sectionsStart(count) }
    (ParallelSections.next, ParallelSections.count) = (0, count)
    return nextSection()
}

@_cdecl("GOMP_sections_next")
public func nextSection() -> UInt32 {
    if let libgomp = GNUOpenMP.inUse { return libgomp.sectionsNext() }
    guard ParallelSections.next < ParallelSections.count else { return 0 }
    ParallelSections.next += 1
    return ParallelSections.next
}

/// Waits for the other threads of the team; there are no others.
@_cdecl("GOMP_sections_end")
public func endSections() { GNUOpenMP.inUse?.sectionsEnd() }

@_cdecl("GOMP_sections_end_nowait")
public func endSectionsWithoutWaiting() { GNUOpenMP.inUse?.sectionsEndWithoutWaiting() }
