import ExtractionProtocol

/// A limit by its name, and the values that it can have.
struct LimitRule: Sendable {
    /// As in reports and in docs/bundle-formats.md.
    let name: String
    let allowed: ClosedRange<Int>
    let value: WritableKeyPath<ReadingLimits, Int> & Sendable

    init(
        _ name: String, _ value: WritableKeyPath<ReadingLimits, Int> & Sendable,
        from least: Int = 1, to most: Int = .max
    ) {
        self.name = name
        self.value = value
        allowed = least...most
    }

    /// As in the configuration file.
    var key: String {
        name.reduce(into: "") { key, character in
            key += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }

    func nearest(_ value: Int) -> Int { min(max(value, allowed.lowerBound), allowed.upperBound) }

    /// All of ``ExtractionLimits``, in the order of the documentation.
    static let all: [LimitRule] = [
        LimitRule("fileBytes", \.fileBytes),
        LimitRule("entries", \.entries),
        LimitRule("entryBytes", \.entryBytes),
        LimitRule("bundleBytes", \.bundleBytes),
        LimitRule("compressionRatio", \.compressionRatio),
        LimitRule("metadataBytes", \.metadataBytes),
        LimitRule("valueBytes", \.valueBytes, from: 256),
        LimitRule("values", \.values),
        LimitRule("recordBytes", \.recordBytes, from: 4096),
        LimitRule("markupBytes", \.markupBytes),
        // Elements are freed one within the other, each with a piece of the stack.
        LimitRule("markupDepth", \.markupDepth, to: 1024),
        LimitRule("nesting", \.nesting, to: ExtractionLimits.mostNesting),
        LimitRule("nameBytes", \.nameBytes),
        LimitRule("pages", \.pages, to: IndexSchema.maximumPage),
        LimitRule("pageTextBytes", \.pageTextBytes),
        LimitRule("pageWords", \.pageWords),
        LimitRule("memoryBytes", \.memoryBytes),
        LimitRule("pagePixels", \.pagePixels),
        LimitRule("mailBytes", \.mailBytes),
        LimitRule("mailHeaderBytes", \.mailHeaderBytes),
        LimitRule("imageBytes", \.imageBytes),
        LimitRule("addressSpaceBytes", \.addressSpaceBytes, from: leastAddressSpace),
        LimitRule("processorSeconds", \.processorSeconds),
    ]

    /// With 200 MB a common scan cannot be rendered any more; the libraries alone take 160.
    private static let leastAddressSpace = 256 << 20
}

extension ReadingLimits: Decodable {
    /// Names of earlier versions, which stay readable.
    private static let formerKeys = ["worker_memory_bytes": "address_space_bytes"]

    /// From an object with any of the limits by their names in snake case; what is not there keeps its default.
    public init(from decoder: any Decoder) throws {
        self.init()
        try KnownMembers(LimitRule.all.map(\.key) + Self.formerKeys.keys, noun: "limit").refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: MemberName.self)
        for key in values.allKeys {
            let name = Self.formerKeys[key.stringValue] ?? key.stringValue
            for rule in LimitRule.all where rule.key == name {
                self[keyPath: rule.value] = try Self.value(of: rule, key, in: values)
            }
        }
    }

    private static func value(
        of rule: LimitRule, _ key: MemberName, in values: KeyedDecodingContainer<MemberName>
    ) throws -> Int {
        // Fractions, text and what is larger than any integer fail to decode, each in its own words.
        if let value = try? values.decode(Int.self, forKey: key), rule.allowed.contains(value) { return value }
        let (least, most) = (rule.allowed.lowerBound, rule.allowed.upperBound)
        throw DecodingError.dataCorruptedError(
            forKey: key, in: values, debugDescription: "it must be a whole number from \(least) to \(most)")
    }
}
