import Foundation

/// A thread of its own. `Thread` does not report that the system has refused one, and its caller would wait for ever.
package enum WorkThread {
    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Throws when so many threads are not available at once: tasks and queues, which create threads themselves, would
    /// wait for ever.
    package static func require(_ count: Int) throws {
        let end = DispatchSemaphore(value: 0)
        var started = 0
        defer { for _ in 0..<started { end.signal() } }
        for _ in 0..<count {
            try start { end.wait() }
            started += 1
        }
    }

    /// `stackSize` is in bytes. Throws when the system starts no thread (pthread_create(3)).
    static func start(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) throws {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        // The thread owns it from here on, if there is one.
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard status != 0 else { return }
        work.release()
        throw DocSearchError(
            .environment,
            "The system starts no more threads for this user (\(String(cString: strerror(status)))). Raise the limits of "
                + "processes and memory (ulimit -u, ulimit -v), or use fewer --jobs.",
            cause: String(cString: strerror(status)))
    }
}
