import Foundation

enum OpenMP {
    private typealias SetMaximumLevels = @convention(c) (Int32) -> Void

    /// Looked up by name, because tesseract may be built without OpenMP. Its argument is the number of nested parallel
    /// regions that get threads of their own (OpenMP 5.0, 3.2.15).
    private static let setMaximumLevels = dlsym(nil, "omp_set_max_active_levels").map {
        unsafeBitCast($0, to: SetMaximumLevels.self)
    }

    /// One process for each core is by far the fastest use of a machine (tesseract issue 3109). The variable
    /// `OMP_THREAD_LIMIT` does the same, but is read before `main` begins. The setting belongs to the thread, so it is
    /// made before each image.
    static func useOneThread() { setMaximumLevels?(0) }
}
