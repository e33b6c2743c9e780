import ExtractionProtocol

/// The result of comparing the bundles of an index with their stated checksums.
public struct FixityReport: Sendable, Hashable, Codable {
    /// Seconds since 1970-01-01T00:00:00Z when the first bundle was compared, before an interruption if there was one.
    public var begun: Int64
    /// The same for the last bundle.
    public var ended: Int64
    /// Absolute paths of the remembered folders and files.
    public var roots: [String]
    /// Bundles with stated checksums, or for which that could not be determined, sorted by path.
    public var bundles: [Bundle] = []
    /// Examined bundles without checksums.
    public var withoutChecksums = 0

    /// The result for one bundle.
    public struct Bundle: Sendable, Hashable, Codable {
        /// Absolute.
        public var path: String
        /// As in ``BundleDescription/format``.
        public var format: String?
        /// The overall result.
        public var state: State
        /// Seconds since 1970-01-01T00:00:00Z of the comparison.
        public var compared: Int64
        /// The same for the last time that everything was sound; nil if it never was.
        public var lastSound: Int64?
        /// As in ``BundleDescription/Fixity``; for a bundle that no longer has checksums, their previous number.
        public var stated = 0
        /// As in ``BundleDescription/Fixity``.
        public var agreeing = 0
        /// As in ``BundleDescription/Fixity``.
        public var missing = 0
        /// Files to be fetched from elsewhere.
        public var awaited = 0
        /// The first 100 problems.
        public var problems: [Problem] = []
        /// The number of all problems.
        public var problemCount = 0
    }

    /// The overall result for a bundle.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// All files with stated checksums are present and match, and there are no other problems.
        case sound
        /// The same for all present files; the others are to be fetched from elsewhere.
        case awaited
        /// Files are missing, do not match, or are in no list.
        case faulty
        /// It could not be read, or is not at its place.
        case unreadable
        /// It states no checksums and has no problems.
        case unstated
    }

    /// A problem of a bundle.
    public struct Problem: Sendable, Hashable, Codable {
        /// The file in the bundle; nil when the whole bundle is concerned.
        public var entry: String?
        /// As in ``IndexFailure/code``.
        public var code: String
        /// The reason, as a sentence without a full stop.
        public var reason: String
    }

    /// The number of bundles in a state.
    public func count(_ state: State) -> Int { bundles.count { $0.state == state } }
}

extension FixityReport.Bundle {
    private static let mostProblems = 100

    /// `before` shows when statements of checksums have vanished together with the file that made them.
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
