internal import CLibxml2

/// The entities of HTML, which many XML writers use without declaring them. All others expand to nothing.
final class MarkupEntities {
    /// Lent to libxml2 until the next entity is requested.
    private let entity: UnsafeMutablePointer<xmlEntity>
    private let content: UnsafeMutablePointer<UInt8>
    private static let maximumContent = 4

    init() {
        entity = .allocate(capacity: 1)
        entity.initialize(to: xmlEntity())
        entity.pointee.type = XML_ENTITY_DECL
        content = .allocate(capacity: Self.maximumContent + 1)
        content.initialize(repeating: 0, count: Self.maximumContent + 1)
    }

    deinit {
        entity.deallocate()
        content.deallocate()
    }

    /// The expansion of `name`, as an entity that libxml2 inserts without parsing it.
    ///
    /// In an attribute libxml2 2.9 would take only the first byte of the content. There it gets an ordinary entity,
    /// whose reference it leaves in place for ``resolve(_:)``.
    func entity(named name: UnsafePointer<UInt8>, inAttribute: Bool) -> UnsafeMutablePointer<xmlEntity> {
        entity.pointee.name = name
        if inAttribute {
            entity.pointee.etype = XML_INTERNAL_GENERAL_ENTITY
            entity.pointee.content = nil
            entity.pointee.length = 0
            return entity
        }
        var count = 0
        if let scalar = Self.scalar(named: name) {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                content[count] = byte
                count += 1
            }
        }
        content[count] = 0
        entity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
        entity.pointee.content = content
        entity.pointee.orig = content
        entity.pointee.length = Int32(count)
        return entity
    }

    static func resolve(_ value: String) -> String {
        var result = ""
        var rest = value[...]
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<start]
            let after = rest.index(after: start)
            guard let end = rest[after...].utf8.firstIndex(of: UInt8(ascii: ";"))
            else { return result + rest[start...] }
            let name = String(rest[after..<end])
            if name == "#38" {
                result += "&"
            } else if let scalar = scalar(named: name) {
                result.unicodeScalars.append(scalar)
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func scalar(named name: UnsafePointer<UInt8>) -> Unicode.Scalar? {
        guard let description = htmlEntityLookup(name) else { return nil }
        return Unicode.Scalar(description.pointee.value)
    }
}
