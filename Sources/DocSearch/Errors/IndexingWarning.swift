/// Why a run left something undone that is not one item's fault, such as a root that is gone.
public struct IndexingWarning: Sendable, Hashable {
    /// One or more sentences, each with its full stop.
    public var message: String
    /// What can be done now, where there is something.
    public var remedy: Remedy?

    init(_ message: String, remedy: Remedy? = nil) { (self.message, self.remedy) = (message, remedy) }
}

/// Warnings are kept with the report of a run. Earlier releases kept their sentences alone.
extension IndexingWarning: Codable {
    private enum CodingKeys: CodingKey { case message, remedy }

    /// Reads a warning as this or an earlier release has kept it.
    public init(from decoder: any Decoder) throws {
        guard let values = try? decoder.container(keyedBy: CodingKeys.self) else {
            // Not an object: then it is a sentence, or the report is not one.
            self.init(try decoder.singleValueContainer().decode(String.self))
            return
        }
        self.init(
            try values.decode(String.self, forKey: .message),
            remedy: try values.decodeIfPresent(Remedy.self, forKey: .remedy))
    }
}
