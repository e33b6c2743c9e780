import ExtractionProtocol

struct LimitRule: Sendable {
    /// As in reports and in docs/bundle-formats.md.
    let name: String
    let allowed: ClosedRange<Int>
    let value: WritableKeyPath<ReadingLimits, Int> & Sendable
    let set: @Sendable (inout ExtractionLimits, Int) -> Void

    init(
        _ name: String, _ value: WritableKeyPath<ReadingLimits, Int> & Sendable,
        as told: WritableKeyPath<ExtractionLimits, some FixedWidthInteger & Sendable> & Sendable,
        from least: Int = 1, to most: Int = .max
    ) {
        (self.name, self.value, allowed) = (name, value, least...most)
        set = { $0[keyPath: told] = .init(clamping: $1) }
    }

    /// As in the configuration file.
    var key: String {
        name.reduce(into: "") { key, character in
            key += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }

    func nearest(_ value: Int) -> Int { min(max(value, allowed.lowerBound), allowed.upperBound) }

    static let all: [LimitRule] = [
        LimitRule("fileBytes", \.fileBytes, as: \.fileBytes),
        LimitRule("entries", \.entries, as: \.entries),
        LimitRule("entryBytes", \.entryBytes, as: \.entryBytes),
        LimitRule("bundleBytes", \.bundleBytes, as: \.bundleBytes),
        LimitRule("compressionRatio", \.compressionRatio, as: \.compressionRatio),
        LimitRule("metadataBytes", \.metadataBytes, as: \.metadataBytes),
        LimitRule("valueBytes", \.valueBytes, as: \.valueBytes, from: 256),
        LimitRule("values", \.values, as: \.values),
        LimitRule("recordBytes", \.recordBytes, as: \.recordBytes, from: 4096),
        LimitRule("markupBytes", \.markupBytes, as: \.markupBytes),
        // Elements are freed recursively, each taking a part of the stack.
        LimitRule("markupDepth", \.markupDepth, as: \.markupDepth, to: 1024),
        LimitRule("nesting", \.nesting, as: \.nesting, to: ExtractionLimits.mostNesting),
        LimitRule("nameBytes", \.nameBytes, as: \.nameBytes),
        LimitRule("pages", \.pages, as: \.pages, to: IndexSchema.maximumPage),
        LimitRule("pageTextBytes", \.pageTextBytes, as: \.pageTextBytes),
        LimitRule("pageWords", \.pageWords, as: \.pageWords),
        LimitRule("memoryBytes", \.memoryBytes, as: \.memoryBytes),
        LimitRule("pagePixels", \.pagePixels, as: \.pagePixels),
        LimitRule("mailBytes", \.mailBytes, as: \.mailBytes),
        LimitRule("mailHeaderBytes", \.mailHeaderBytes, as: \.mailHeaderBytes),
        LimitRule("imageBytes", \.imageBytes, as: \.imageBytes),
        LimitRule("addressSpaceBytes", \.addressSpaceBytes, as: \.addressSpaceBytes, from: leastAddressSpace),
        LimitRule("processorSeconds", \.processorSeconds, as: \.processorSeconds),
    ]

    /// With 200 MB an ordinary scan can no longer be rendered; the libraries alone take 160.
    private static let leastAddressSpace = 256 << 20
}

extension ReadingLimits: Decodable {
    /// Decodes an object with any of the limits by their names in snake case; missing ones keep their default.
    public init(from decoder: any Decoder) throws {
        self.init()
        try KnownMembers(LimitRule.all.map(\.key), noun: "limit").refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: MemberName.self)
        for key in values.allKeys {
            for rule in LimitRule.all where rule.key == key.stringValue {
                self[keyPath: rule.value] = try Self.value(of: rule, key, in: values)
            }
        }
    }

    private static func value(
        of rule: LimitRule, _ key: MemberName, in values: KeyedDecodingContainer<MemberName>
    ) throws -> Int {
        // Fractions, text and numbers larger than any integer fail to decode, each with its own message.
        if let value = try? values.decode(Int.self, forKey: key), rule.allowed.contains(value) { return value }
        let (least, most) = (rule.allowed.lowerBound, rule.allowed.upperBound)
        throw DecodingError.dataCorruptedError(
            forKey: key, in: values, debugDescription: "it must be a whole number from \(least) to \(most)")
    }
}
