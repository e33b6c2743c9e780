internal import ExtractionProtocol
internal import Markup

/// Markup of bundles: what is wrong with it is a ``BundleError``.
enum BundleMarkup {
    /// As `MarkupReader.read`.
    static func read(
        as language: MarkupReader.Language = .xml, limits: ExtractionLimits, pieces: MarkupReader.Pieces,
        handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        do {
            try MarkupReader.read(as: language, limits: limits, pieces: pieces, handler: handler)
        } catch let error as MarkupError {
            throw BundleError(error.code, error.reason)
        }
    }

    /// The outermost element of an XML document.
    static func tree(_ bytes: [UInt8], limits: ExtractionLimits) throws -> MarkupElement {
        do {
            return try MarkupTree.parse(bytes, limits: limits)
        } catch let error as MarkupError {
            throw BundleError(error.code, error.reason)
        }
    }
}
