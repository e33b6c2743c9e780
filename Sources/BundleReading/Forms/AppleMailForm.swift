internal import ExtractionProtocol

/// A message as Apple Mail keeps it (`.emlx`): a line with the number of its bytes, the message, and a property list
/// with what Mail notes about it, which is not read.
enum AppleMailForm: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool {
        opening.head.first.map { $0 <= 0x39 } == true && message(in: opening.headers) != nil
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        guard let (start, count) = message(in: try file.bytes(at: 0, count: MailShape.windowBytes)) else {
            throw BundleError(.changed, "it is no longer a message of Apple Mail")
        }
        // The file may have been cut off since Mail counted.
        let end = start + min(count, file.byteCount - start)
        return .container(try session.mail(file, part: start..<end, isMailbox: false, way: way), .mail)
    }

    /// Where the message begins and how many bytes it is said to have, at least one. Nil when the first line is anything
    /// but a number, or no headers follow.
    private static func message(in head: [UInt8]) -> (start: Int64, count: Int64)? {
        guard let lineEnd = head.firstIndex(of: 0x0A) else { return nil }
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D].contains($0) }
        // Mail leaves room for the number to grow.
        let digits = head[..<lineEnd].drop(while: isBlank).prefix { !isBlank($0) }
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), head[digits.endIndex..<lineEnd].allSatisfy(isBlank)
        else { return nil }
        let significant = digits.drop { $0 == 0x30 }
        let shape = MailShape(of: head[(lineEnd + 1)...])
        guard !significant.isEmpty, shape.start == 0, shape.isMessage else { return nil }
        // More digits than a number has room for are more bytes than any file has.
        return (Int64(lineEnd + 1), Int64(String(decoding: significant, as: UTF8.self)) ?? .max)
    }
}
