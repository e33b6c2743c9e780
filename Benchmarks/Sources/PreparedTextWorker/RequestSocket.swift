#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard input, where requests come in, each with the open bundle beside it, and standard output.
enum RequestSocket {
    struct Request {
        var number: UInt32
        var payload: [UInt8]
        var descriptor: Int32
    }

    /// The next request; nil when docsearch has gone. The descriptor is the caller's to close.
    static func next() -> Request? {
        guard let descriptor = receiveDescriptor() else { return nil }
        guard let header = read(12) else { return nil }
        func number(_ start: Int) -> UInt32 { header[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        guard let payload = read(Int(number(8))) else { return nil }
        return Request(number: number(4), payload: payload, descriptor: descriptor)
    }

    static func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(1, $0.baseAddress?.advanced(by: sent), bytes.count - sent) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// The beginning of a file, as much as a recipe takes.
    static func beginning(of descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let step = bytes.withUnsafeMutableBytes { recv(0, $0.baseAddress?.advanced(by: filled), count - filled, 0) }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { return nil }
            filled += step
        }
        return bytes
    }

    /// A descriptor comes with one byte of its own (unix(7), `SCM_RIGHTS`). The macros that find it are not to be had in
    /// Swift; on 64-bit Linux it follows the 16 bytes of `struct cmsghdr`.
    private static func receiveDescriptor() -> Int32? { message(1)?.descriptors.first }

    /// What comes next, at most so many bytes of it, and the descriptors beside it; nil at the end.
    static func message(_ capacity: Int) -> (bytes: [UInt8], descriptors: [Int32])? {
        let headerBytes = 16
        var bytes = [UInt8](repeating: 0, count: capacity)
        // Of words, because the header is to be aligned as one.
        var control = [UInt64](repeating: 0, count: 8)
        return bytes.withUnsafeMutableBytes { part in
            control.withUnsafeMutableBytes { space in
                var vector = iovec(iov_base: part.baseAddress, iov_len: part.count)
                return withUnsafeMutablePointer(to: &vector) { pointer in
                    var message = msghdr()
                    message.msg_iov = pointer
                    message.msg_iovlen = 1
                    message.msg_control = space.baseAddress
                    message.msg_controllen = space.count
                    let count = recvmsg(0, &message, 0)
                    guard count > 0 else { return nil }
                    // The header begins with the length of it and the descriptors.
                    let end = message.msg_controllen >= headerBytes ? Int(space.load(as: UInt64.self)) : headerBytes
                    let descriptors = stride(from: headerBytes, to: end, by: 4).map {
                        space.load(fromByteOffset: $0, as: Int32.self)
                    }
                    return (Array(part.prefix(count)), descriptors)
                }
            }
        }
    }
}
