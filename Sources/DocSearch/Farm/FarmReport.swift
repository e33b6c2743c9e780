import ExtractionProtocol

/// The report of a task: `results/NUMBER-WORD.json`. Written when it begins, with each copy of its texts, and when
/// it ends.
struct FarmReport: Codable, Sendable {
    enum State: String, Codable { case working, complete, stopped, failed }

    var plan: String
    var package: Int
    var state = State.working
    /// Why it ended before its work did, a sentence.
    var reason: String?
    var host: String
    var process: Int32
    /// The name of its job in the batch system, if there is one: `slurm 17_4`.
    var job: String?
    /// Seconds since 1970.
    var begun: Int64
    var updated: Int64
    /// The size of the last copy of its texts; nil before the first.
    var byteCount: Int64?
    var recognized = 0
    var engines: FarmEngines
    var failures: [FarmFailure] = []
    /// Failures beyond ``mostFailures``.
    var moreFailures = 0

    var worker: String { host + (job.map { ", \($0)" } ?? "") }

    static let mostFailures = 10_000
}

/// A page or document that could not be read, as `failure` has it.
struct FarmFailure: Codable, Sendable, Hashable {
    /// The position in ``FarmPlan/roots``.
    var root: Int
    var path: String
    /// SHA-256 of the bundle; nil when it was not read to its end.
    var contentHash: String?
    var settings: String
    var problem: ProblemFrame

    static func == (one: FarmFailure, other: FarmFailure) -> Bool {
        one.root == other.root && ExactText(one.path) == ExactText(other.path) && one.problem == other.problem
    }

    func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
