import AnswerForms
import ArgumentParser
import DocSearch

/// How far a farm is, and what to do next.
struct FarmStatusText {
    let folder: FarmFolder
    let json: Bool

    /// Lines of failures of one kind.
    private static let most = 20

    func write() throws {
        let plan = try folder.plan()
        let submitted = try folder.submitted()
        let tasks = try SlurmCommand.tasks(of: folder)
        let packages = try FarmPackages(folder, plan, ended: SlurmCommand.ended(folder, plan, tasks))
        func numbers(_ state: FarmPackages.State) -> [Int] { packages.numbers(state, of: plan) }
        let queued = Set(submitted.flatMap { $0.packages(among: tasks ?? []) })
        let waiting = numbers(.waiting)
        let inQueue = waiting.filter(queued.contains)
        let failed = numbers(.failed)
        let failures = packages.failures(of: plan)
        let oldest = numbers(.working).compactMap { packages.all[$0 - 1].lastSign }.min { $0.seconds < $1.seconds }
        if json {
            try StandardOutput.write([
                "packages": plan.packages - plan.replaced.count, "done": numbers(.done).count,
                "working": numbers(.working).count, "queued": inQueue.count, "waiting": waiting.count - inQueue.count,
                "failed": failed.map { ["package": $0, "reason": packages.all[$0 - 1].reason] as JSONObject },
                "failures": failures, "oldest_sign": oldest?.time,
            ])
        } else {
            var lines = [
                "\((plan.packages - plan.replaced.count).counted("package")): \(numbers(.done).count) done, "
                    + "\(numbers(.working).count) working, \(inQueue.count) in Slurm's queue, "
                    + "\(waiting.count - inQueue.count) waiting, \(failed.count) failed."
            ]
            if let oldest {
                lines.append(
                    "Among those working, package \(oldest.package) was heard of longest ago: \(oldest.time) "
                        + "(\(oldest.worker)).")
            }
            lines += listed(
                failed.map { number in
                    let package = packages.all[number - 1]
                    let kept = package.recognized > 0 ? "; \(package.recognized.counted("page")) kept" : ""
                    return "package \(number) failed: \(package.reason)\(kept)"
                })
            lines += listed(failures.map { "could not be read: \($0)" })
            let name = ShellText.word(folder.path) ?? folder.path
            if !numbers(.done).isEmpty || !failed.isEmpty {
                lines.append("docsearch farm collect \(name) takes over what is done; then run docsearch index.")
            }
            if waiting.count > inQueue.count {
                lines.append("docsearch farm submit \(name) hands the waiting packages to Slurm.")
            }
            if !failed.isEmpty {
                lines.append("docsearch farm plan \(name), after both, plans what failed again in smaller packages.")
            }
            if let free = folder.freeBytes, free < 64 << 20 { lines.append("The disk of \(name) is almost full.") }
            try StandardOutput.write(lines.map { TerminalText.safe($0) + "\n" }.joined())
        }
        if !failed.isEmpty || !failures.isEmpty { throw ExitCode.someFailed }
    }

    private func listed(_ lines: [String]) -> [String] {
        lines.prefix(Self.most)
            + (lines.count > Self.most ? ["and \(lines.count - Self.most) more; --json has all"] : [])
    }
}
