internal import ExtractionProtocol

/// Documents that are small enough to be held as a whole: descriptions, tables of contents.
enum MarkupTree {
    /// The outermost element. Throws ``BundleError`` when `bytes` are not well-formed XML or over a limit.
    static func parse(_ bytes: [UInt8], limits: ExtractionLimits) throws -> MarkupElement {
        let builder = MarkupTreeBuilder()
        try MarkupReader.read(bytes, limits: limits) { try builder.take($0) }
        guard let root = builder.root else { throw BundleError(.damaged, "it is not well-formed XML: it is empty") }
        return root
    }
}
