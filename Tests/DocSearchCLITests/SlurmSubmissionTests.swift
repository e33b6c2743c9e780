import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearchCLI

/// Arguments of sbatch. Here it is a script that writes its arguments down; `make test-slurm` has the real one.
@Suite("docsearch farm submit") struct SlurmSubmissionTests {
    @Test func aPlanLargerThanMaxArraySizeIsSeveralArrays() {
        let arrays = SlurmSubmission.arrays(of: [1, 2, 3, 5, 9, 10], maximum: 4)
        #expect(arrays.map(\.first) == [1, 5, 9])
        #expect(arrays.map(\.tasks) == [[0, 1, 2], [0], [0, 1]])
        #expect(arrays.flatMap { array in array.tasks.map { array.first + $0 } } == [1, 2, 3, 5, 9, 10])
        #expect(SlurmSubmission.ranges([0, 1, 2, 4, 7, 8]) == "0-2,4,7-8")
    }

    @Test(.timeLimit(.minutes(15)))
    func packagesAreHandedToSbatchOnceAndTheScriptIsAlwaysTheSame() throws {
        var farm = try Farm()
        try farm.useSlurm(maximumArraySize: 2)
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan()
        let count = try farm.status().int("packages")
        try #require(count > 2)

        let dry = try farm.program.run([
            "farm", "submit", farm.shared, "--dry-run", "--partition", "day", "--array-limit", "7",
        ])
        #expect(dry.exitCode == 0 && dry.output.contains(SlurmSubmission.script), "\(dry.errors)")
        #expect(dry.output.contains("'--array=0-1%7'") && dry.output.contains("--partition"), "\(dry.output)")
        let whole = try farm.program.run(["farm", "submit", farm.shared, "--dry-run", "--nodes", "3"]).output
        #expect(
            whole.contains("'--nodes=1' --exclusive") && whole.contains("%3") && !whole.contains("--cpus"), "\(whole)")
        #expect(!FileManager.default.fileExists(atPath: farm.calls), "nothing was submitted")

        let submitted = try farm.program.run([
            "farm", "submit", farm.shared, "--cpus", "2", "--memory", "4G", "--sbatch=--account=archive",
        ])
        #expect(submitted.exitCode == 0, "\(submitted.errors)")
        let calls = try String(contentsOfFile: farm.calls, encoding: .utf8).split(separator: "\n")
        #expect(calls.count == (count + 1) / 2)
        for words in ["--requeue", "--cpus-per-task=2", "--mem=4G", "--account=archive", "--signal=B:TERM@60"] {
            #expect(calls.allSatisfy { $0.contains(words) }, "\(words)")
        }
        #expect(calls.last?.hasSuffix(" \(farm.shared) \((count - 1) / 2 * 2 + 1)") == true, "\(calls)")
        #expect(try String(contentsOfFile: farm.shared + "/task.sh", encoding: .utf8) == SlurmSubmission.script)

        let queue = try farm.status()
        #expect(try queue.int("queued") == count && queue.int("waiting") == 0, "squeue has all of them")
        let again = try farm.program.run(["farm", "submit", farm.shared])
        #expect(again.errors.contains("No package waits"), "\(again.errors)")
    }

    @Test(.timeLimit(.minutes(15)))
    func withoutSlurmWhatIsMissingIsNamed() throws {
        var farm = try Farm(samples: ["letters/1936-tramway-company.pdf"])
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan()
        farm.program.environment["PATH"] = try farm.emptyPath()
        let refused = try farm.program.run(["farm", "submit", farm.shared])
        #expect(refused.exitCode == 2 && refused.errors.contains("is this a machine that jobs are submitted from"))
        #expect(try farm.status().int("waiting") > 0)
    }
}

extension Farm {
    var calls: String { program.folder.path + "/calls" }

    /// Puts stand-ins for Slurm's programs first in PATH. Every task of each array that was submitted is in the queue.
    mutating func useSlurm(maximumArraySize: Int) throws {
        _ = try program.script(
            "echo \"$@\" >>\(calls)\necho $(wc -l <\(calls)); exit 0", named: "sbatch")
        _ = try program.script("echo 'MaxArraySize            = \(maximumArraySize)'", named: "scontrol")
        _ = try program.script("for job in 1 2 3 4 5 6 7 8 9; do echo ${job}_0; echo ${job}_1; done", named: "squeue")
        program.environment["PATH"] = program.folder.path + ":" + (program.environment["PATH"] ?? "")
    }

    /// A PATH with what this test itself needs and nothing of Slurm.
    func emptyPath() throws -> String {
        let folder = program.folder.path + "/programs"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
