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
        /// When it last wrote, in seconds since 1970, by the clock of the shared folder.
        var heard: Int64 = 0

        var isWorking: Bool { report?.state == .working && problem == nil }
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
            return report.reason ?? "it ended early"
        }

        /// Texts that were kept all the same.
        package var recognized: Int { attempts.map { $0.report?.recognized ?? 0 }.max() ?? 0 }

        /// The job in the batch system, while a try of it seems to be working.
        package var jobs: [String] { attempts.filter(\.isWorking).compactMap { $0.report?.job } }

        /// When a try of it was last heard of, while one seems to be working.
        package var lastSign: Sign? {
            attempts.filter(\.isWorking).max { $0.heard < $1.heard }.flatMap { attempt in
                attempt.report.map { Sign(package: number, seconds: attempt.heard, worker: $0.worker) }
            }
        }
    }

    package struct Sign: Sendable {
        package var package: Int
        /// Since 1970.
        package var seconds: Int64
        /// Its machine, and what the batch system calls it.
        package var worker: String
        package var time: String { FarmTime.text(seconds) }
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
            let found = names.map { Attempt(attempt: $0, report: folder.report(of: $0, in: plan)) }
            all[number - 1].attempts = found.map { attempt in
                var attempt = attempt
                let written = FileStatus(path: folder.file(attempt.attempt, .report)).map {
                    $0.modified / 1_000_000_000
                }
                attempt.heard = written ?? 0
                attempt.problem =
                    folder.refusal(of: attempt.attempt) ?? Self.lack(of: attempt, folder)
                    ?? Self.end(of: attempt, among: found, ended, now) {
                        folder.report(of: attempt.attempt, in: plan)?.state == .working
                    }
                return attempt
            }
        }
    }

    /// Why a try that says that it is working is not, as far as that is known.
    private static func end(
        of found: Attempt, among attempts: [Attempt], _ ended: [String: String], _ now: Int64,
        isStillWorking: () -> Bool
    ) -> String? {
        guard let report = found.report, report.state == .working else { return nil }
        let isTriedAgain = attempts.contains {
            $0.report?.job == report.job
                && ($0.report?.begun ?? 0, $0.attempt.name) > (report.begun, found.attempt.name)
        }
        let reason: String
        if report.job != nil, isTriedAgain {
            reason = "its machine was lost, and its task was begun again"
        } else if let job = report.job, let known = ended[job] {
            reason = known
        } else if report.host == ProcessInfo.processInfo.hostName, kill(report.process, 0) != 0, errno == ESRCH,
            // It may have ended well since its report was read.
            isStillWorking()
        {
            reason = "its process ended without a last report: it was killed, or could not write"
        } else if now - found.heard > silence {
            reason =
                "nothing was heard of it since \(FarmTime.text(found.heard)): it was killed, or its machine or the shared "
                + "folder is gone"
        } else {
            return nil
        }
        return "\(reason) (\(report.worker))"
    }

    private static func lack(of found: Attempt, _ folder: FarmFolder) -> String? {
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
            let last = package.attempts.filter { !$0.isWorking }
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

/// Notes that a file has been merged: its name with its plan, and its state.
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
