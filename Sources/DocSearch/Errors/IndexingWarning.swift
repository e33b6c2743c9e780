/// The reason why a run left work undone that is not the fault of a single item, such as a missing root.
public struct IndexingWarning: Sendable, Hashable {
    /// One or more sentences, each with its full stop.
    public var message: String
    /// The next step, if there is one.
    public var remedy: Remedy?

    init(_ message: String, remedy: Remedy? = nil) { (self.message, self.remedy) = (message, remedy) }
}

/// Warnings are stored with the report of a run. Earlier releases stored only their sentences.
extension IndexingWarning: Codable {
    private enum CodingKeys: CodingKey { case message, remedy }

    /// Decodes a warning of this or an earlier release.
    public init(from decoder: any Decoder) throws {
        guard let values = try? decoder.container(keyedBy: CodingKeys.self) else {
            // Not an object: either a sentence, or the report is invalid.
            self.init(try decoder.singleValueContainer().decode(String.self))
            return
        }
        self.init(
            try values.decode(String.self, forKey: .message),
            remedy: try values.decodeIfPresent(Remedy.self, forKey: .remedy))
    }
}
