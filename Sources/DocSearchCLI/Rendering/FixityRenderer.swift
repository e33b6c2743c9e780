import AnswerForms
import DocSearch
import Foundation

/// docs/command-line.md describes the JSON.
struct FixityRenderer {
    let report: FixityReport
    let index: String

    var text: String {
        let (begun, ended) = (DocumentDate(seconds: report.begun), DocumentDate(seconds: report.ended))
        var lines = [
            "Fixity of the bundles of \(TerminalText.safe(index))",
            "Begun \(begun), ended \(ended), docsearch \(DocSearchVersion.current)",
        ]
        lines += report.roots.map { "Of \(TerminalText.safe($0))" }
        lines += ["", total, ""]
        for bundle in report.bundles { lines += self.lines(bundle) }
        return lines.joined(separator: "\n") + "\n"
    }

    var total: String {
        let parts = FixityReport.State.allCases.filter { $0 != .unstated }
            .map { (report.count($0), $0.rawValue) }.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let bundles =
            report.bundles.count.counted("bundle") + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
        return "\(bundles); \(report.withoutChecksums.counted("bundle")) without checksums."
    }

    private func lines(_ bundle: FixityReport.Bundle) -> [String] {
        var counts =
            bundle.stated == 0
            ? "no checksums are stated" : "\(bundle.agreeing) of \(bundle.stated.counted("file")) as stated"
        if bundle.missing > 0 { counts += ", \(bundle.missing) missing" }
        if bundle.awaited > 0 { counts += ", \(bundle.awaited) awaited" }
        let sound = bundle.lastSound.map { "last sound \(DocumentDate(seconds: $0))" } ?? "never found sound"
        var lines = [
            "\(bundle.state.rawValue): \(TerminalText.safe(bundle.path))",
            "  compared \(DocumentDate(seconds: bundle.compared)), \(sound); \(counts)",
        ]
        lines += bundle.problems.map { problem in
            TerminalText.safe("  \(problem.code): \(problem.entry.map { $0 + ": " } ?? "")\(problem.reason)")
        }
        let rest = bundle.problemCount - bundle.problems.count
        if rest > 0 { lines.append("  and \(rest) more") }
        return lines
    }

    var object: JSONObject {
        [
            "index": index, "begun": report.begun, "ended": report.ended, "roots": report.roots,
            "without_checksums": report.withoutChecksums, "bundles": report.bundles.map(Self.object),
        ]
    }

    private static func object(_ bundle: FixityReport.Bundle) -> JSONObject {
        [
            "path": bundle.path, "format": bundle.format, "state": bundle.state.rawValue, "compared": bundle.compared,
            "last_sound": bundle.lastSound, "stated": bundle.stated, "agreeing": bundle.agreeing,
            "missing": bundle.missing, "awaited": bundle.awaited, "problem_count": bundle.problemCount,
            "problems": bundle.problems.map {
                ["entry": $0.entry, "code": $0.code, "reason": $0.reason] as JSONObject
            },
        ]
    }
}
