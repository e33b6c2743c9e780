import ExtractionProtocol
import Foundation

/// A requirement of docsearch, and whether it is met.
public struct CheckupFinding: Sendable, Hashable {
    /// The state of a requirement.
    public enum State: Sendable, Hashable {
        case met
        /// It is not there, and docsearch does without it.
        case optional
        case missing
    }

    /// ``State/optional`` and ``State/missing`` come with the way to get what is not there.
    public var state: State
    /// The finding, or what is missing and how to get it.
    public var text: String
    /// The next step, if there is one.
    public var remedy: Remedy?

    fileprivate static func met(_ text: String, remedy: Remedy? = nil) -> Self {
        Self(state: .met, text: text, remedy: remedy)
    }

    fileprivate static func optional(_ text: String, remedy: Remedy) -> Self {
        Self(state: .optional, text: text, remedy: remedy)
    }

    fileprivate static func missing(_ text: String, remedy: Remedy? = nil) -> Self {
        Self(state: .missing, text: text, remedy: remedy)
    }
}

extension ArchiveIndex {
    /// Checks docsearch's requirements on this system: the extraction program, its libraries and language data, a
    /// writable index, and the second recogniser where there is one.
    public func checkup(languages: [String] = ["eng"], recognizer: PageRecognizer? = nil) -> [CheckupFinding] {
        var findings: [CheckupFinding] = []
        do {
            let program = try ExtractionProgram.locate(nil)
            // Without its sandbox it can still report what is missing.
            let supply = ReaderSupply(
                program: program, usesSandbox: true, stop: StopFlag(after: nil), forksAhead: false)
            let (_, greeting) = try supply.greetedReader()
            findings.append(.met("\(program) works (\(greeting.pdfEngine), \(greeting.recognitionEngine))"))
            findings += sandboxFindings(greeting.confinement)
            findings += languageFindings(languages, greeting.languages)
            findings += otherLanguageFindings(greeting.languages)
            findings += tableFindings(greeting)
        } catch let failure as ReaderProcess.Failure {
            findings.append(
                .missing(
                    "docsearch-extract does not work: \(failure.sentence). Install what it links: apt install "
                        + "libpoppler-glib8 libpoppler-cpp0v5 libtesseract5 liblept5 libzip4 libxml2 libgmime-3.0-0 "
                        + "libseccomp2"))
        } catch {
            findings.append(.missing("\(error)"))
        }
        return findings + recognizerFindings(recognizer) + modelFindings() + [indexFinding()]
    }

    private func recognizerFindings(_ recognizer: PageRecognizer?) -> [CheckupFinding] {
        guard let recognizer else { return [] }
        do {
            let engine = try SharedRecognizer(recognizer).meet(stop: StopFlag())
            return [.met("the recogniser \(recognizer.name) answers (\(engine))")]
        } catch let failure as RecognizerFailure {
            return [.missing(DocSearchError(failure).message)]
        } catch {
            return [.missing("\(error)")]
        }
    }

    /// A missing model is no fault: search by words is complete.
    private func modelFindings() -> [CheckupFinding] {
        let models = ModelInstallation.all().filter(\.isThere)
        guard !models.isEmpty else {
            return [.optional("no model, so search is by words alone.", remedy: .installModel)]
        }
        return models.map { model in
            do {
                try model.check()
                return .met("the model \(model.modelID) is installed in \"\(model.path)\"")
            } catch {
                let error = DocSearchError(wrapping: error)
                return .missing(error.message, remedy: error.remedy)
            }
        }
    }

    private func sandboxFindings(_ report: ConfinementReport?) -> [CheckupFinding] {
        let state = SandboxState(report)
        var findings = state.missing.map { CheckupFinding.missing("sandbox without \($0)") }
        let active = state.active.joined(separator: ", ")
        if !state.active.isEmpty { findings.insert(.met("sandbox: \(active)"), at: 0) }
        if report?.isConfined != true { findings.append(.missing(state.refusal, remedy: .readWithoutSandbox)) }
        return findings
    }

    private func languageFindings(_ wanted: [String], _ available: [String]) -> [CheckupFinding] {
        let missing = wanted.filter { !available.contains($0) }.map { language in
            CheckupFinding.missing(
                "language data for \(language): \(TypedLanguages.advice(on: [language]))")
        }
        let known = "languages for recognition: \(available.joined(separator: ", "))"
        return available.isEmpty ? missing : missing + [.met(known)]
    }

    /// Languages and scripts of pages in the index, as far as that can be read.
    private func otherLanguageFindings(_ available: [String]) -> [CheckupFinding] {
        // The finding about the index says what is wrong with it.
        let pages = (try? indexStore().otherLanguages()) ?? [:]
        let others = OtherLanguages(installed: available)
        return pages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { need, count in
            let name = ScriptData.isScript(need) ? "the script \(need)" : need
            let found = "\(count.counted("recognised page")) \(count == 1 ? "looks" : "look") like \(name)"
            guard others.codes(for: need).isEmpty else {
                return .met(
                    "\(found), for which there is data: the next run reads \(count == 1 ? "it" : "them") again, unless "
                        + "--other-languages is never")
            }
            guard let package = OtherLanguages.package(for: need) else {
                return CheckupFinding(state: .optional, text: "\(found), for which Debian has no data.")
            }
            let more = OtherLanguages.morePackages(for: need)
            let choice = more.isEmpty ? "" : ", or what its language needs (\(more.joined(separator: ", ")))"
            return CheckupFinding(
                state: .optional,
                text: "\(found), for which there is no data: apt install \(package)\(choice). The next run reads "
                    + "\(count == 1 ? "it" : "them") again, unless --other-languages is never.")
        }
    }

    private func tableFindings(_ greeting: GreetingFrame) -> [CheckupFinding] {
        greeting.lacksTables
            ? [.missing("poppler's tables for Chinese, Japanese and Korean text: apt install poppler-data")] : []
    }

    private func indexFinding() -> CheckupFinding {
        guard exists else {
            let reason = noIndex
            guard reason.code == .noIndex else { return .missing(reason.message) }
            return .optional("no index in \"\(path)\" yet.", remedy: .indexFolder)
        }
        do {
            let status = try status()
            guard access(path, W_OK) == 0 else {
                return .missing("the index \"\(path)\" cannot be written by this user")
            }
            if let warning = folder.networkWarning { return .missing(warning) }
            let free = folder.freeBytes.map { "; \($0 / 1_000_000_000) GB free on its disk" } ?? ""
            return .met(
                "the index \"\(path)\" has \(status.documents.counted("document")), \(status.pages.counted("page"))\(free)"
            )
        } catch {
            return .missing("\(error)")
        }
    }
}
