import ExtractionProtocol

/// What came of comparing the bundles of an index with the checksums that they state.
public struct FixityReport: Sendable, Hashable, Codable {
    /// Seconds since 1970-01-01T00:00:00Z at which the first bundle was compared: before an interruption, when there was one.
    public var begun: Int64
    /// The same for the last.
    public var ended: Int64
    /// Absolute paths of the remembered folders and files.
    public var roots: [String]
    /// Bundles that state checksums, or of which it could not be found out whether they do, in the order of their paths.
    public var bundles: [Bundle] = []
    /// Bundles that were looked at and state none.
    public var withoutChecksums = 0

    /// What came of one bundle.
    public struct Bundle: Sendable, Hashable, Codable {
        /// Absolute.
        public var path: String
        /// As in ``BundleDescription/format``.
        public var format: String?
        /// What is said of it in a word.
        public var state: State
        /// Seconds since 1970-01-01T00:00:00Z at which it was compared.
        public var compared: Int64
        /// The same of the last time that all of it was sound; nil when it never was.
        public var lastSound: Int64?
        /// As in ``BundleDescription/Fixity``; of a bundle that states none any more, how many it stated before.
        public var stated = 0
        /// As in ``BundleDescription/Fixity``.
        public var agreeing = 0
        /// As in ``BundleDescription/Fixity``.
        public var missing = 0
        /// Files that are to be fetched from elsewhere.
        public var awaited = 0
        /// What is wrong, the first 100 of it.
        public var problems: [Problem] = []
        /// How many problems there are.
        public var problemCount = 0
    }

    /// What a bundle is, compared with what it states.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// All files for which checksums are stated are there and have them, and nothing else is wrong.
        case sound
        /// The same of all that is there; the rest is to be fetched from elsewhere.
        case awaited
        /// Files are missing, have other checksums, or are not in any list.
        case faulty
        /// It could not be read, or is not where it was.
        case unreadable
        /// It states no checksums, and nothing is wrong with it.
        case unstated
    }

    /// Something that is wrong with a bundle.
    public struct Problem: Sendable, Hashable, Codable {
        /// The file in the bundle; nil when it concerns the bundle as a whole.
        public var entry: String?
        /// As in ``IndexFailure/code``.
        public var code: String
        /// Why, as a sentence without a full stop.
        public var reason: String
    }

    /// How many bundles are in a state.
    public func count(_ state: State) -> Int { bundles.count { $0.state == state } }
}

extension FixityReport.Bundle {
    private static let mostProblems = 100

    /// `before` is what came of it the last time. What it stated then must not go unnoticed with what states it.
    init(_ description: BundleDescription, compared: Int64, before: FixityReport.Bundle?) {
        var fixity = description.fixity ?? BundleDescription.Fixity()
        let isOpen = description.format != nil
        var problems = description.problems
        if isOpen, fixity.stated == 0, description.awaited.count == 0, let before, before.stated > 0 {
            fixity.stated = before.stated
            let reason =
                "it stated checksums of \(before.stated.counted("file")) at the last check, and now states none"
            problems.append(BundleDescription.Problem(code: ProblemFrame.Code.damaged.rawValue, reason: reason))
        }
        let state: FixityReport.State =
            if !isOpen {
                .unreadable
            } else if !problems.isEmpty || fixity.agreeing < fixity.stated {
                .faulty
            } else if description.awaited.count > 0 {
                .awaited
            } else {
                fixity.stated == 0 ? .unstated : .sound
            }
        self.init(
            path: description.path, format: description.format, state: state, compared: compared,
            lastSound: state == .sound ? compared : before?.lastSound, stated: fixity.stated, agreeing: fixity.agreeing,
            missing: fixity.missing, awaited: description.awaited.count,
            problems: problems.prefix(Self.mostProblems).map {
                FixityReport.Problem(entry: $0.entry, code: $0.code, reason: $0.reason)
            }, problemCount: problems.count)
    }
}
