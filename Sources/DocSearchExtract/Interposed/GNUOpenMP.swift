import Foundation

/// GNU OpenMP's own functions, and whether they or this program's of the same names do the work.
///
/// The system's loader looks for a function in the program before it looks in libraries, where the program offers its
/// functions: the release does, for which `make check-layers` looks at what the loader binds to what.
///
/// This program has the functions that Debian's tesseract calls, and the others for sections. A tesseract that was compiled
/// otherwise may call more of them, and its sections or loops would then be counted partly here and partly in libgomp. So
/// ``decide()`` asks at the start which ones the loaded libraries call. When one of them is not this program's,
/// ``inUse`` is libgomp, and each function here only passes its call on.
public struct GNUOpenMP {
    public typealias Region = @convention(c) (UnsafeMutableRawPointer?) -> Void

    typealias Parallel = @convention(c) (Region, UnsafeMutableRawPointer?, UInt32, UInt32) -> Void
    typealias Sections = @convention(c) (Region, UnsafeMutableRawPointer?, UInt32, UInt32, UInt32) -> Void
    typealias Start = @convention(c) (UInt32) -> UInt32
    typealias Next = @convention(c) () -> UInt32
    typealias End = @convention(c) () -> Void

    let parallel: Parallel
    let parallelSections: Sections
    let sectionsStart: Start
    let sectionsNext: Next
    let sectionsEnd: End
    let sectionsEndWithoutWaiting: End

    /// Nil where this program's functions do the work. Set once, before the first reader is forked.
    nonisolated(unsafe) static var inUse: GNUOpenMP?

    static func decide() {
        inUse = isComplete(LoadedLibraries.calls(beginningWith: "GOMP_")) ? nil : GNUOpenMP()
    }

    /// Whether each of these functions is found in this program and not in a library; false for nil, which is unknown.
    static func isComplete(_ calls: Set<String>?) -> Bool {
        calls?.allSatisfy { dlsym(nil, $0) != dlsym(nextLibrary, $0) } ?? false
    }

    /// `RTLD_NEXT`, which is not imported: the libraries that follow the program in the search.
    private static var nextLibrary: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
}

extension GNUOpenMP {
    /// Nil when the process has no libgomp, and so nothing that a call could be passed on to.
    init?() {
        func find<Function>(_ name: String) -> Function? {
            dlsym(Self.nextLibrary, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let parallel: Parallel = find("GOMP_parallel"),
            let parallelSections: Sections = find("GOMP_parallel_sections"),
            let sectionsStart: Start = find("GOMP_sections_start"),
            let sectionsNext: Next = find("GOMP_sections_next"),
            let sectionsEnd: End = find("GOMP_sections_end"),
            let sectionsEndWithoutWaiting: End = find("GOMP_sections_end_nowait")
        else { return nil }
        self.init(
            parallel: parallel, parallelSections: parallelSections, sectionsStart: sectionsStart,
            sectionsNext: sectionsNext, sectionsEnd: sectionsEnd, sectionsEndWithoutWaiting: sectionsEndWithoutWaiting)
    }
}
