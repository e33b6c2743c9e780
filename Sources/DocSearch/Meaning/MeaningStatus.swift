/// The progress of the vectors of an index.
public struct MeaningStatus: Sendable, Hashable {
    /// The model of the searched vectors: ``MeaningModel/modelID``.
    public var model: String
    /// Pages that can be found by meaning.
    public var embedded: Int
    /// Pages without vectors, by reason: `empty` without text, `no-letters`, `unknown-script`.
    public var omitted: [String: Int]
    /// Pages still waiting.
    public var waiting: Int
    /// Estimated time for them at the rate of the last run that computed vectors; nil when none is known.
    public var secondsLeft: Double?
}
