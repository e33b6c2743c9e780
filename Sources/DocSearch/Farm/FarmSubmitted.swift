import Foundation

/// An array of tasks that was handed to Slurm.
package struct FarmSubmitted: Codable, Sendable {
    package var job: String
    /// The package of task 0.
    package var first: Int

    package init(job: String, first: Int) { (self.job, self.first) = (job, first) }

    /// `tasks` are written `JOB_TASK`.
    package func packages(among tasks: Set<String>) -> [Int] {
        tasks.compactMap { task in
            let parts = task.split(separator: "_")
            guard parts.count == 2, parts[0] == job, let number = Int(parts[1]) else { return nil }
            return first + number
        }
    }
}

extension FarmFolder {
    private var submittedFile: String { path + "/submitted.json" }

    package func submitted() throws -> [FarmSubmitted] {
        FileStatus(path: submittedFile) == nil ? [] : try read(submittedFile)
    }

    package func note(_ submitted: FarmSubmitted) throws {
        try write(try self.submitted() + [submitted], to: submittedFile)
    }

    package func writeScript(_ text: String, to file: String) throws {
        try SafeFile.write(Data(text.utf8), to: file, mode: 0o700)
    }

    package var freeBytes: Int64? { IndexFolder(path: path).freeBytes }
}
