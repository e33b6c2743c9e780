import DocSearch
import ExtractionProtocol
import Foundation
import Testing

/// What a run does where the kernel lacks a part of the sandbox.
@Suite("A system without") struct IncompleteSandboxTests {
    private static let noLandlock = ConfinementReport.Gap(measure: .landlock, reason: "too old a kernel")
    private static let noFilter = ConfinementReport.Gap(measure: .seccomp, reason: "not built in")

    @Test(arguments: [noLandlock, noFilter])
    func aMissingPartOfTheSandboxIsNamedOnceAndTheRunGoesOn(gap: ConfinementReport.Gap) async throws {
        let rest = ConfinementMeasure.allCases.filter { $0 != gap.measure }
        let worker = try FakeWorker(
            "", confinement: ConfinementReport(active: rest, missing: [gap], landlockVersion: 3))
        let archive = try TestArchive()
        for name in ["a.pdf", "b.pdf", "c.pdf"] { try archive.write(["a page"], to: name) }
        let run = try await archive.update {
            $0.extractorPath = worker.path
            $0.jobs = 3
        }
        let missing = "\(gap.measure.rawValue): \(gap.reason)"
        #expect(run.report.sandbox?.missing == [missing])
        let warnings = run.events.compactMap { if case .warning(let warning) = $0 { warning.message } else { nil } }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains(missing) == true)
        #expect(run.report.warnings.isEmpty, "it is nobody's fault and must not end each run with code 3")
        #expect(try archive.find("faithful").count == 3)
    }

    @Test func aMissingPartOfTheSandboxIsNewsOnceAndStaysInTheStatus() async throws {
        let archive = try TestArchive()
        try archive.write(["a page"], to: "a.pdf")
        let whole = try FakeWorker("")
        #expect(try await archive.update { $0.extractorPath = whole.path }.report.isSandboxNew)
        #expect(try archive.index.status().sandbox?.missing == [])
        let rest = ConfinementMeasure.allCases.filter { $0 != .landlock }
        let lacking = try FakeWorker("", confinement: ConfinementReport(active: rest, missing: [Self.noLandlock]))
        for (name, isNew) in [("b.pdf", true), ("c.pdf", false)] {
            let run = try await archive.read(["page \(name)"], as: name) { $0.extractorPath = lacking.path }
            #expect(run.report.isSandboxNew == isNew, "\(name)")
            #expect(try archive.index.status().sandbox?.missing == ["landlock: too old a kernel"])
        }
        // A night without work starts no reader and says nothing of them.
        let night = try await archive.update { $0.extractorPath = lacking.path }
        #expect(night.report.sandbox == nil)
        #expect(!night.report.isSandboxNew)
        try archive.remove("a.pdf")
        try await archive.update { $0.extractorPath = lacking.path }
        #expect(try archive.index.status().sandbox?.missing == ["landlock: too old a kernel"])
    }

    @Test(arguments: [
        ConfinementReport(active: [.noNewPrivileges, .limits], missing: [noLandlock, noFilter]), nil,
    ])
    func aSystemWithoutAnyPartOfTheSandboxIsRefused(confinement: ConfinementReport?) async throws {
        let worker = try FakeWorker(#"touch "$dir/read""#, opening: "", confinement: confinement)
        let archive = try TestArchive()
        try archive.write(["a page"], to: "bad.pdf")
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.update { $0.extractorPath = worker.path }
        }
        #expect(error?.code == .environment)
        #expect(error?.remedy == .readWithoutSandbox)
        for gap in confinement?.missing ?? [] { #expect(error?.message.contains(gap.reason) == true) }
        #expect(worker.note("read") == nil, "no file was handed over")
    }

    @Test func aSystemWithoutAnySandboxIsAcceptedOnDemand() async throws {
        let worker = try FakeWorker("", opening: #"echo "$*" > "$dir/arguments""#, confinement: nil)
        let archive = try TestArchive()
        let run = try await archive.read(["a page"], as: "a.pdf") {
            $0.extractorPath = worker.path
            $0.usesSandbox = false
        }
        #expect(worker.note("arguments") == "--no-sandbox")
        #expect(run.report.sandbox == SandboxState())
        #expect(run.failures.isEmpty)
        #expect(try archive.find("faithful").count == 1)
    }

    @Test func theExtractorUsesTheSandboxUnlessItIsToldOtherwise() async throws {
        let worker = try FakeWorker("", opening: #"echo "$*" > "$dir/arguments""#)
        let archive = try TestArchive()
        try await archive.read(["a page"], as: "a.pdf") { $0.extractorPath = worker.path }
        #expect(worker.note("arguments") == "")
    }
}
