/// The reason why a run left work undone that is not the fault of a single item, such as a missing root.
public struct IndexingWarning: Sendable, Hashable, Codable {
    /// One or more sentences, each with its full stop.
    public var message: String
    /// The next step, if there is one.
    public var remedy: Remedy?

    init(_ message: String, remedy: Remedy? = nil) { (self.message, self.remedy) = (message, remedy) }
}
