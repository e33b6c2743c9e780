internal import CForking

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What docsearch tells the program that it forks its readers from: to start one, and to wait for its end.
enum ReaderOrders {
    /// Calls `serve` in a new process for each reader, with the three descriptors beside the order as its own.
    static func obey(_ serve: () -> Never) -> Never {
        var processes: [Substring: pid_t] = [:]
        while let (bytes, descriptors) = RequestSocket.message(4096) {
            let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
            guard words.count >= 2 else { exit(1) }
            if words[0] == "start" {
                let process = cforking_fork()
                if process == 0 {
                    for (index, descriptor) in descriptors.enumerated() { dup2(descriptor, Int32(index)) }
                    descriptors.forEach { close($0) }
                    serve()
                }
                descriptors.forEach { close($0) }
                processes[words[1]] = process
                say("started \(words[1]) \(process)")
            } else {
                var status: Int32 = -1
                if let process = processes.removeValue(forKey: words[1]) { waitpid(process, &status, 0) }
                say("ended \(words[1]) \(status)")
            }
        }
        exit(0)
    }

    private static func say(_ text: String) { _ = send(0, text, text.utf8.count, 0) }
}
