import Foundation

/// The threads that tesseract starts inside itself.
enum OpenMP {
    private typealias SetMaximumLevels = @convention(c) (Int32) -> Void

    /// Found by name, because tesseract may be built without OpenMP. It takes the number of nested parallel regions that
    /// get threads of their own (OpenMP 5.0, 3.2.15).
    private static let setMaximumLevels: SetMaximumLevels? = {
        // A null handle, RTLD_DEFAULT: every library that is loaded.
        guard let symbol = dlsym(nil, "omp_set_max_active_levels") else { return nil }
        return unsafeBitCast(symbol, to: SetMaximumLevels.self)
    }()

    /// Makes tesseract work on the calling thread alone.
    ///
    /// One thread for a process and a process for each core is much the fastest use of a machine (tesseract issue
    /// 3109). The variable `OMP_THREAD_LIMIT` does the same, but is read before `main` begins: setting it here would
    /// be too late. The setting belongs to the thread, so it is made before each image.
    static func useOneThread() { setMaximumLevels?(0) }
}
