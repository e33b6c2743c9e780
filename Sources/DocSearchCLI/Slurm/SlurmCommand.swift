import DocSearch
import Foundation

/// Slurm's programs, as they are found in PATH.
enum SlurmCommand {
    /// Standard output. Throws ``DocSearchError`` with what the program said.
    static func output(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let (output, errors) = (
            Pipe(), FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        )
        guard
            FileManager.default.createFile(atPath: errors.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let said = FileHandle(forWritingAtPath: errors.path)
        else { throw DocSearchError(.environment, "No file can be made in \"\(errors.path)\".") }
        defer { unlink(errors.path) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = said
        do { try process.run() } catch {
            throw DocSearchError(.environment, "\"\(name)\" cannot be started: \(error.localizedDescription).")
        }
        let bytes = Result { try output.fileHandleForReading.readToEnd() ?? Data() }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            // Without its words the code is told.
            let words = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            let reason =
                process.terminationStatus == 127
                ? "there is no such program: is this a machine that jobs are submitted from?"
                : words.split(separator: "\n").last.map(String.init) ?? "code \(process.terminationStatus)"
            throw DocSearchError(.environment, "\"\(name)\" failed: \(reason)")
        }
        do { return String(decoding: try bytes.get(), as: UTF8.self) } catch {
            throw DocSearchError(
                .environment, "The answer of \"\(name)\" cannot be read: \(error.localizedDescription)")
        }
    }

    /// Slurm's default.
    static let usualArraySize = 1001

    /// Slurm's MaxArraySize.
    static func maximumArraySize() throws -> Int {
        let lines = try output("scontrol", ["show", "config"]).split(separator: "\n")
        for line in lines where line.hasPrefix("MaxArraySize") {
            if let value = line.split(separator: "=").last.flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }) {
                return value
            }
        }
        return usualArraySize
    }

    /// This user's tasks that wait or run, as `JOB_TASK`. Nil where nothing was submitted or Slurm cannot be asked.
    static func tasks(of folder: FarmFolder) throws -> Set<String>? {
        guard try !folder.submitted().isEmpty else { return nil }
        // Without an answer everything else of the status is still true.
        guard let lines = try? output("squeue", ["--me", "--noheader", "--array", "--format=%F_%K"]) else { return nil }
        return Set(lines.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }

    /// Jobs of packages that seem to be worked on and are not among Slurm's `tasks`, with why they ended.
    static func ended(_ folder: FarmFolder, _ plan: FarmPlan, _ tasks: Set<String>?) throws -> [String: String] {
        guard let tasks else { return [:] }
        let slurm = "slurm "
        let gone = Set(try FarmPackages(folder, plan).all.flatMap(\.jobs)).filter { $0.hasPrefix(slurm) }
            .map { String($0.dropFirst(slurm.count)) }.filter { !tasks.contains($0) }
        return Dictionary(
            endings(of: gone.sorted()).map { (slurm + $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Why tasks that do not run any more have ended, by `JOB_TASK`.
    private static func endings(of tasks: [String]) -> [String: String] {
        guard !tasks.isEmpty else { return [:] }
        var states: [String: String] = [:]
        // Many sites have no accounting.
        let accounting = try? output(
            "sacct",
            [
                "--noheader", "--parsable2", "--allocations", "--format=JobID,State",
                "--jobs=" + tasks.joined(separator: ","),
            ])
        for line in (accounting ?? "").split(separator: "\n") {
            let parts = line.split(separator: "|")
            if parts.count == 2 { states[String(parts[0])] = String(parts[1]) }
        }
        // Without accounting the controller still knows tasks that ended some minutes ago.
        for task in tasks.prefix(100) where states[task] == nil {
            guard let line = try? output("scontrol", ["--oneliner", "show", "job", task]),
                let word = line.split(separator: " ").first(where: { $0.hasPrefix("JobState=") })
            else { continue }
            states[task] = String(word.dropFirst("JobState=".count))
        }
        return Dictionary(
            tasks.map { ($0, sentence(states[$0] ?? "")) }, uniquingKeysWith: { first, _ in first })
    }

    private static func sentence(_ state: String) -> String {
        switch state.split(separator: " ").first ?? "" {
        case "OUT_OF_MEMORY": "it was ended for the memory that it took"
        case "TIMEOUT", "DEADLINE": "it was ended at its time limit"
        case "NODE_FAIL", "BOOT_FAIL": "its node failed"
        case "CANCELLED": "it was cancelled"
        case "PREEMPTED": "it had to make room for another job"
        case "FAILED", "COMPLETED": "it ended without its last report; its log says why"
        default: "its job is not there any more"
        }
    }
}
