import DocSearch
import Foundation

/// How packages are handed to sbatch: as arrays with a fixed script, whose arguments are the folder and the number of the
/// first package.
struct SlurmSubmission {
    var folder: String
    var program: String
    var partition: String?
    /// Nodes at a time, each for one task; nil leaves it to Slurm where tasks of `cpus` processors run.
    var nodes: Int?
    var cpus = 1
    var memory: String?
    var minutes: Int
    var arrayLimit: Int?
    /// Options of sbatch as they are.
    var others: [String] = []

    /// No option of a plan and no name of a file stands in it.
    static let script = """
        #!/bin/sh
        # One package of a docsearch farm: PROGRAM FOLDER FIRST. Slurm gives each task its number.
        exec "$1" farm work --jobs "${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-1}}" "$2" "$(($3 + SLURM_ARRAY_TASK_ID))"

        """

    var scriptFile: String { folder + "/task.sh" }

    struct Array: Equatable {
        var first: Int
        var tasks: [Int]
    }

    /// Numbers in an array are below Slurm's MaxArraySize, so that a large plan is several arrays.
    static func arrays(of packages: [Int], maximum: Int) -> [Array] {
        var arrays: [Array] = []
        for package in packages.sorted() {
            let first = (package - 1) / max(1, maximum) * max(1, maximum) + 1
            if arrays.last?.first != first { arrays.append(Array(first: first, tasks: [])) }
            arrays[arrays.count - 1].tasks.append(package - first)
        }
        return arrays
    }

    func arguments(_ array: Array) -> [String] {
        let limit = (nodes ?? arrayLimit).map { "%\($0)" } ?? ""
        var arguments = [
            "--parsable", "--job-name=docsearch", "--array=\(Self.ranges(array.tasks))\(limit)",
            "--time=\(minutes)", "--requeue", "--open-mode=append",
            // A minute before its time is up, or it is cancelled, a task ends by itself and keeps what it has.
            "--signal=B:TERM@60", "--output=\(folder.replacing("%", with: "%%"))/logs/%A_%a.log",
        ]
        arguments += nodes == nil ? ["--cpus-per-task=\(cpus)"] : ["--nodes=1", "--exclusive"]
        if let partition { arguments.append("--partition=\(partition)") }
        if let memory { arguments.append("--mem=\(memory)") }
        return arguments + others + [scriptFile, program, folder, String(array.first)]
    }

    /// `0-3,7`.
    static func ranges(_ numbers: [Int]) -> String {
        IndexSet(numbers).rangeView.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
            .joined(separator: ",")
    }
}
