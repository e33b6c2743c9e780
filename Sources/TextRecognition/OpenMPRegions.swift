/// Take the place of GNU OpenMP's functions that tesseract calls, so that it works on the calling thread alone.
///
/// ``OpenMP`` and `OMP_THREAD_LIMIT` give that too, but libgomp still makes a team of one thread for each matrix that is
/// multiplied and wakes nobody at its end: tens of thousands of system calls a second, each of which the sandbox makes
/// dearer.
///
/// It works because the system's loader looks for a function in the program before it looks in libraries, where the program
/// offers its functions: the release does, which `make check-layers` sees to. What the functions have to do stands in GCC's
/// `libgomp` manual, "The libgomp ABI". A tesseract that was built with another OpenMP never calls them.
enum OpenMPRegions {
    /// The sections of the region that is being carried out. The program has one thread that recognises.
    nonisolated(unsafe) fileprivate static var next: UInt32 = 0
    nonisolated(unsafe) fileprivate static var count: UInt32 = 0
}

/// `#pragma omp parallel`, and `for` with a static schedule within: outside of a team `omp_get_num_threads` is 1.
@_cdecl("GOMP_parallel")
public func runRegion(
    _ region: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ data: UnsafeMutableRawPointer?,
    _ threads: UInt32, _ flags: UInt32
) {
    region(data)
}

/// `#pragma omp parallel sections`.
@_cdecl("GOMP_parallel_sections")
public func runSections(
    _ region: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ data: UnsafeMutableRawPointer?,
    _ threads: UInt32, _ count: UInt32, _ flags: UInt32
) {
    let outer = (OpenMPRegions.next, OpenMPRegions.count)
    (OpenMPRegions.next, OpenMPRegions.count) = (0, count)
    region(data)
    (OpenMPRegions.next, OpenMPRegions.count) = outer
}

/// The next section from 1 on; 0 when all are done.
@_cdecl("GOMP_sections_next")
public func nextSection() -> UInt32 {
    guard OpenMPRegions.next < OpenMPRegions.count else { return 0 }
    OpenMPRegions.next += 1
    return OpenMPRegions.next
}

/// Nobody else is to be waited for.
@_cdecl("GOMP_sections_end_nowait")
public func endSections() {}
