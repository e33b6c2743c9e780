/// How far the vectors of an index are.
public struct MeaningStatus: Sendable, Hashable {
    /// The model that made the vectors which are searched: ``MeaningModel/modelID``.
    public var model: String
    /// Pages that can be found by meaning.
    public var embedded: Int
    /// Pages that cannot, by reason: `empty` without text, `no-letters`, `unknown-script`.
    public var omitted: [String: Int]
    /// Pages that still wait.
    public var waiting: Int
    /// About how long they will take at the rate of the last run that computed vectors; nil when none is known.
    public var secondsLeft: Double?
}
