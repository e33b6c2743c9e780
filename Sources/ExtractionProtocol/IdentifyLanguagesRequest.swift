/// Asks for the languages of texts that were kept before languages were. The descriptor is a file with the texts in UTF-8,
/// one behind the other. The answer is a ``LanguagesFrame``.
package struct IdentifyLanguagesRequest: Codable, Sendable, Equatable {
    /// One for each text.
    package var byteCounts: [Int]
    package var limits: ExtractionLimits

    package init(byteCounts: [Int], limits: ExtractionLimits) { (self.byteCounts, self.limits) = (byteCounts, limits) }
}

package struct LanguagesFrame: Codable, Sendable, Equatable {
    /// One of ``IdentifiedLanguage`` for each text, in their order; empty where none is certain.
    package var codes: [String]

    package init(codes: [String]) { self.codes = codes }

    /// Texts of a request.
    package static let most = 256
}
