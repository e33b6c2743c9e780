/// What an import did, or would do: how many decisions of the file had which outcome.
public struct DecisionImportReport: Sendable, Hashable {
    /// A line that was left out. The others are imported.
    public struct Refusal: Sendable, Hashable {
        /// From 1.
        public var line: Int
        /// Why, as the second half of a sentence.
        public var reason: String
    }

    /// New here.
    public var added = 0
    /// Newer than what was here, and now in its place.
    public var changed = 0
    /// Here already, or older than what is here.
    public var same = 0
    /// Taken back here later than the file has them; they stay so.
    public var removed = 0
    /// Lines that were left out.
    public var refused = 0

    /// Of a file without decisions.
    public init() {}
}
