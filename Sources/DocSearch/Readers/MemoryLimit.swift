import Foundation

/// `ulimit -v`. When the address space is exhausted, an allocation ends the program without a message, or waits for
/// threads that cannot be created.
package enum MemoryLimit {
    /// A run over a few small files takes 300,000.
    private static let leastKilobytes: UInt64 = 400_000

    package static func require() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != .max else { return }
        let kilobytes = UInt64(limit.rlim_cur) / 1024
        guard kilobytes < leastKilobytes else { return }
        throw DocSearchError(
            .environment,
            "This program may have \(kilobytes) KiB of memory (ulimit -v), and needs at least \(leastKilobytes). Raise the limit.",
            cause: "ulimit -v \(kilobytes)")
    }
}
