internal import CLeptonica
import Foundation

enum Leptonica {
    private static let lock = NSLock()
    /// Owned by the process. Null when memory runs out; messages are printed then.
    private nonisolated(unsafe) static let sink = cleptonica_sink()

    /// Keeps messages about damaged images off standard error during a call: libpng and libjpeg print there whatever
    /// leptonica is told. Messages of other threads are lost as well meanwhile.
    static func quietly<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock {
            setMsgSeverity(Int32(L_SEVERITY_NONE))
            guard let sink else { return try body() }
            let before = cleptonica_exchange_stderr(sink)
            defer { _ = cleptonica_exchange_stderr(before) }
            return try body()
        }
    }
}

extension UnsafeRawBufferPointer {
    /// For leptonica, which never writes to it. Nil when empty.
    var octets: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
