/// Writes messages of Outlook.
public struct OutlookWriter: Sendable {
    public var texts: [UInt32: String] = [:]
    /// In an encoding of its own.
    public var narrow: [UInt32: [UInt8]] = [:]
    public var binaries: [UInt32: [UInt8]] = [:]
    /// By whole tags.
    public var fixed: [UInt32: UInt64] = [:]
    public var inner: [CompoundWriter.Item] = []

    public init(
        texts: [UInt32: String] = [:], narrow: [UInt32: [UInt8]] = [:], binaries: [UInt32: [UInt8]] = [:],
        fixed: [UInt32: UInt64] = [:], inner: [CompoundWriter.Item] = []
    ) {
        (self.texts, self.narrow, self.binaries, self.fixed, self.inner) = (texts, narrow, binaries, fixed, inner)
    }

    /// What a message, a recipient or an attachment has; its properties begin behind a header of so many bytes.
    func items(headerBytes: Int) -> [CompoundWriter.Item] {
        func name(_ id: UInt32, _ type: UInt32) -> String {
            let tag = String(id << 16 | type, radix: 16, uppercase: true)
            return "__substg1.0_" + String(repeating: "0", count: 8 - tag.count) + tag
        }
        var properties = [UInt8](repeating: 0, count: headerBytes)
        for (tag, value) in fixed.sorted(by: { $0.key < $1.key }) {
            properties += CompoundWriter.number(tag, 4) + CompoundWriter.number(6, 4)
            properties += CompoundWriter.number(UInt32(truncatingIfNeeded: value), 4)
            properties += CompoundWriter.number(UInt32(value >> 32), 4)
        }
        let wide = texts.sorted { $0.key < $1.key }.map { id, text in
            CompoundWriter.Item.stream(
                name(id, 0x1F), Array(text.utf16).flatMap { CompoundWriter.number(UInt32($0), 2) })
        }
        return [.stream("__properties_version1.0", properties)] + wide
            + narrow.sorted { $0.key < $1.key }.map { .stream(name($0.key, 0x1E), $0.value) }
            + binaries.sorted { $0.key < $1.key }.map { .stream(name($0.key, 0x102), $0.value) } + inner
    }

    public var bytes: [UInt8] { CompoundWriter.bytes(items(headerBytes: 32)) }

    public static func recipient(_ name: String, _ address: String, kind: UInt64 = 1) -> CompoundWriter.Item {
        let own = OutlookWriter(texts: [0x3001: name, 0x39FE: address], fixed: [0x0C15_0003: kind])
        return .storage("__recip_version1.0_#\(name.count)\(kind)", own.items(headerBytes: 8))
    }

    public static func attachment(
        _ number: Int, _ name: String, _ bytes: [UInt8], type: String? = nil
    ) -> CompoundWriter.Item {
        let texts: [UInt32: String] = [0x3707: name, 0x370E: type ?? ""].filter { !$0.value.isEmpty }
        let own = OutlookWriter(texts: texts, binaries: [0x3701: bytes])
        return .storage("__attach_version1.0_#0000000\(number)", own.items(headerBytes: 8))
    }

    public static func attachment(_ number: Int, message: OutlookWriter) -> CompoundWriter.Item {
        var own = OutlookWriter(texts: [0x3001: "A message"])
        own.inner = [.storage("__substg1.0_3701000D", message.items(headerBytes: 24))]
        return .storage("__attach_version1.0_#0000000\(number)", own.items(headerBytes: 8))
    }
}
