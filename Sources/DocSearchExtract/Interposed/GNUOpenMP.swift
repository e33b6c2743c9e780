import Foundation

/// GNU OpenMP's own functions, and whether they or this program's functions of the same names are in use.
///
/// The system's loader searches the program for a function before it searches libraries, if the program exports its
/// functions. The release does, and `make check-layers` checks the loader's bindings.
///
/// This program has the functions that Debian's tesseract calls, and the others for sections. A tesseract compiled
/// differently may call more of them, and its sections or loops would then be counted partly here and partly in
/// libgomp. So ``decide()`` finds out at the start which ones the loaded libraries call. If one of them is not this
/// program's, ``inUse`` is libgomp, and each function here only forwards its call.
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

    /// Nil where this program's functions are in use. Set once, before the first reader is forked.
    nonisolated(unsafe) static var inUse: GNUOpenMP?

    static func decide() {
        inUse = isComplete(LoadedLibraries.calls(beginningWith: "GOMP_")) ? nil : GNUOpenMP()
    }

    /// True when each of these functions is found in this program and not in a library; false for nil, which is
    /// unknown.
    static func isComplete(_ calls: Set<String>?) -> Bool {
        calls?.allSatisfy { dlsym(nil, $0) != dlsym(nextLibrary, $0) } ?? false
    }

    /// `RTLD_NEXT`, which is not imported: the libraries after the program in the search order.
    private static var nextLibrary: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
}

extension GNUOpenMP {
    /// Nil when the process has no libgomp to which calls could be forwarded.
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
