import BundleConventions
import Foundation

/// How far each package is, by the files in the shared folder.
package struct FarmPackages: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case waiting, working, done, failed
    }

    struct Attempt: Sendable {
        var attempt: FarmAttempt
        var report: FarmReport?
        /// Why it does not count, a sentence.
        var problem: String?
        var isSilent = false

        var isWorking: Bool { report?.state == .working && problem == nil && !isSilent }
        var isDone: Bool { report?.state == .complete && problem == nil }
    }

    package struct Package: Sendable {
        package var number: Int
        var attempts: [Attempt] = []

        package var state: State {
            if isDone { return .done }
            if attempts.contains(where: \.isWorking) { return .working }
            return attempts.isEmpty ? .waiting : .failed
        }

        var isDone: Bool { attempts.contains(where: \.isDone) }
        var hasFailed: Bool { state == .failed }

        /// Why it failed: what the last try says.
        package var reason: String {
            let last = attempts.max { ($0.report?.updated ?? 0) < ($1.report?.updated ?? 0) }
            guard let last else { return "" }
            if let problem = last.problem { return problem }
            guard let report = last.report else { return "its report cannot be read" }
            if report.state == .working {
                return "nothing was heard of it since \(FarmTime.text(report.updated)): it was killed, or its machine "
                    + "or the shared folder is gone (\(report.host)\(report.job.map { ", \($0)" } ?? ""))"
            }
            return report.reason ?? "it ended early"
        }

        /// Texts that were kept all the same.
        package var recognized: Int { attempts.map { $0.report?.recognized ?? 0 }.max() ?? 0 }

        /// Of the batch system, while a try of it seems to be working.
        package var jobs: [String] { attempts.filter(\.isWorking).compactMap { $0.report?.job } }
    }

    package private(set) var all: [Package]

    /// A task writes at least so often, unless a page takes longer.
    static let checkpointSeconds: Int64 = 300
    /// A page may take so long that nothing is written for a while.
    private static let silence: Int64 = 3 * checkpointSeconds

    /// `ended` are jobs that the batch system says are not running, with why.
    package init(
        _ folder: FarmFolder, _ plan: FarmPlan, ended: [String: String] = [:],
        now: Int64 = Int64(Date().timeIntervalSince1970)
    ) throws {
        let attempts = try folder.attempts()
        all = (0..<plan.packages).map { Package(number: $0 + 1) }
        for (number, names) in attempts where all.indices.contains(number - 1) {
            all[number - 1].attempts = names.map { attempt in
                var found = Attempt(attempt: attempt, report: folder.report(of: attempt, in: plan))
                found.problem = folder.refusal(of: attempt) ?? Self.problem(of: found, folder)
                if let report = found.report, report.state == .working {
                    let written = FileStatus(path: folder.file(attempt, .report)).map { $0.modified / 1_000_000_000 }
                    found.isSilent = now - (written ?? report.updated) > Self.silence
                    if let job = report.job, let reason = ended[job] {
                        found.problem = "\(reason) (\(report.host), \(job))"
                    }
                }
                return found
            }
        }
    }

    private static func problem(of found: Attempt, _ folder: FarmFolder) -> String? {
        guard let report = found.report, report.state == .complete, let count = report.byteCount else { return nil }
        let there = FileStatus(path: folder.file(found.attempt, .texts))?.byteCount
        guard there != count else { return nil }
        return there == nil ? "the file of its texts is missing" : "the file of its texts is not as it was written"
    }

    package func numbers(_ state: State, of plan: FarmPlan) -> [Int] {
        let replaced = Set(plan.replaced)
        return all.filter { $0.state == state && !replaced.contains($0.number) }.map(\.number)
    }

    /// Pages and documents that failed, of the last try at each package, as sentences.
    package func failures(of plan: FarmPlan) -> [String] {
        all.flatMap { package in
            let last = package.attempts.filter { $0.report?.state != .working || !$0.isWorking }
                .max { ($0.report?.updated ?? 0) < ($1.report?.updated ?? 0) }
            return (last?.report?.failures ?? []).map { failure in
                let path = plan.roots.indices.contains(failure.root) ? plan.roots[failure.root].path : ""
                let address = failure.problem.address
                let page = address.page > 0 ? ", page \(address.page)" : ""
                return PathForm.path(PathText.joined(path, failure.path), entry: address.entry)
                    + "\(page): \(failure.problem.reason)"
            }
        }
    }
}

enum FarmTime {
    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}

/// What of a file has been merged: its name with its plan, and its state.
struct FarmMark: Sendable {
    /// In the table `meta` of `pages.sqlite`.
    var key: String
    var value: String

    /// Nil for a file that is not there.
    init?(_ attempt: FarmAttempt, _ folder: FarmFolder, _ plan: FarmPlan) {
        guard let status = FileStatus(path: folder.file(attempt, .texts)) else { return nil }
        key = "farm \(plan.name) \(attempt.name)"
        value = "\(status.byteCount) \(status.modified)"
    }
}

extension FarmMark {
    /// In the file of a task's texts: whose they are.
    static func own(_ attempt: FarmAttempt, _ plan: FarmPlan) -> FarmMark {
        FarmMark(key: "farm", value: "\(plan.name) \(attempt.name)")
    }

    private init(key: String, value: String) { (self.key, self.value) = (key, value) }
}
