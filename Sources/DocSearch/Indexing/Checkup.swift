import ExtractionProtocol
import Foundation

/// Something that docsearch needs, and whether it is there.
public struct CheckupFinding: Sendable, Hashable {
    /// False when it is missing.
    public var isSound: Bool
    /// What was found, or what is missing and how to get it.
    public var text: String
    /// What can be done now, where there is something.
    public var remedy: Remedy?
}

extension ArchiveIndex {
    /// Checks what docsearch needs on this machine: the extraction program, its libraries and language data, and
    /// the right to write the index.
    public func checkup(languages: [String] = ["eng"]) -> [CheckupFinding] {
        var findings: [CheckupFinding] = []
        do {
            let program = try ExtractionProgram.locate(nil)
            // Without its sandbox it would still say what is missing, which is what is wanted here.
            let supply = ReaderSupply(
                program: program, usesSandbox: true, stop: StopFlag(after: nil), forksAhead: false)
            let (_, greeting) = try supply.greetedReader()
            findings.append(
                CheckupFinding(
                    isSound: true, text: "\(program) works (\(greeting.pdfEngine), \(greeting.recognitionEngine))"))
            findings += sandboxFindings(greeting.confinement)
            findings += languageFindings(languages, greeting.languages)
        } catch let failure as WorkerProcess.Failure {
            findings.append(
                CheckupFinding(
                    isSound: false,
                    text: "docsearch-extract does not work: \(failure.sentence). Install what it links: apt install "
                        + "libpoppler-glib8 libtesseract5 liblept5 libzip4 libxml2 libgmime-3.0-0 libseccomp2"))
        } catch {
            findings.append(CheckupFinding(isSound: false, text: "\(error)"))
        }
        findings.append(modelFinding())
        findings.append(indexFinding())
        return findings
    }

    /// Nothing is missing without one: search by words is complete.
    private func modelFinding() -> CheckupFinding {
        let model = ModelInstallation()
        guard model.isThere else {
            return CheckupFinding(
                isSound: true, text: "no model, so search is by words alone.", remedy: .installModel)
        }
        do {
            try model.check()
            return CheckupFinding(
                isSound: true, text: "the model \(ModelInstallation.modelID) is installed in \"\(model.path)\"")
        } catch {
            let error = DocSearchError(wrapping: error)
            return CheckupFinding(isSound: false, text: error.message, remedy: error.remedy)
        }
    }

    private func sandboxFindings(_ report: ConfinementReport?) -> [CheckupFinding] {
        let state = SandboxState(report)
        var findings: [CheckupFinding] = []
        if !state.active.isEmpty {
            findings.append(CheckupFinding(isSound: true, text: "sandbox: \(state.active.joined(separator: ", "))"))
        }
        findings += state.missing.map { CheckupFinding(isSound: false, text: "sandbox without \($0)") }
        if report?.isConfined != true {
            findings.append(CheckupFinding(isSound: false, text: state.refusal, remedy: .readWithoutSandbox))
        }
        return findings
    }

    private func languageFindings(_ wanted: [String], _ available: [String]) -> [CheckupFinding] {
        var findings = wanted.filter { !available.contains($0) }.map { language in
            CheckupFinding(
                isSound: false,
                text: "language data for \(language): apt install \(RecognitionLanguages.package(of: language))")
        }
        if !available.isEmpty {
            findings.append(
                CheckupFinding(isSound: true, text: "languages for recognition: \(available.joined(separator: ", "))"))
        }
        return findings
    }

    private func indexFinding() -> CheckupFinding {
        guard exists else {
            return CheckupFinding(isSound: true, text: "no index in \"\(path)\" yet.", remedy: .indexFolder)
        }
        do {
            let status = try status()
            guard access(path, W_OK) == 0 else {
                return CheckupFinding(isSound: false, text: "the index \"\(path)\" cannot be written by this user")
            }
            if let warning = folder.networkWarning { return CheckupFinding(isSound: false, text: warning) }
            return CheckupFinding(
                isSound: true, text: "the index \"\(path)\" has \(status.documents) documents, \(status.pages) pages")
        } catch {
            return CheckupFinding(isSound: false, text: "\(error)")
        }
    }
}
