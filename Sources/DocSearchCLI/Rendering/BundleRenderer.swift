import DocSearch

struct BundleRenderer {
    let style: Style
    private(set) var bundles = 0
    private(set) var withProblems = 0
    private var documents = 0
    private var skipped = 0

    init(style: Style) { self.style = style }

    mutating func count(_ bundle: BundleDescription) {
        bundles += 1
        documents += bundle.documents.count
        if !bundle.problems.isEmpty { withProblems += 1 }
        if bundle.skipReason != nil { skipped += 1 }
    }

    var total: String {
        var parts = [bundles.counted("bundle"), documents.counted("document")]
        if skipped > 0 { parts.append("\(skipped) skipped") }
        if withProblems > 0 { parts.append("\(withProblems) with problems") }
        return style.faint(parts.joined(separator: ", ")) + "\n"
    }

    func text(_ bundle: BundleDescription) -> String {
        var head = style.strong(TerminalText.safe(bundle.path))
        if let format = bundle.format {
            // A skipped bundle has no documents.
            let name = bundle.skipReason == nil ? FormatName.full(of: format) : FormatName.short(of: format)
            head += ": \(name ?? TerminalText.safe(format))"
        }
        var lines = [head]
        for document in bundle.documents { lines += text(document) }
        if let reason = bundle.skipReason { lines.append("  skipped: \(TerminalText.safe(reason))") }
        if let fixity = bundle.fixity { lines.append("  \(text(fixity))") }
        lines += list("awaited, as fetch.txt says", bundle.awaited.names, of: bundle.awaited.count)
        lines += list("passed over", bundle.passedOver.names, of: bundle.passedOver.count)
        var advised: Set<String> = []
        for problem in bundle.problems {
            let item = [problem.entry, problem.page.map { "page \($0)" }].compactMap { $0 }.joined(separator: ", ")
            let words = (item.isEmpty ? "" : item + ": ") + problem.reason
            lines.append("  \(style.strong(TerminalText.safe(problem.code))): \(TerminalText.safe(words))")
            if let advice = Self.advice[problem.code], advised.insert(problem.code).inserted {
                lines.append(style.faint("    \(advice)"))
            }
        }
        if lines.count == 1 { lines.append("  no document") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func text(_ document: BundleDescription.Document) -> [String] {
        var details: [String?] = [
            document.entry.isEmpty ? nil : document.entry, document.date?.description,
            document.authors.isEmpty ? nil : document.authors.joined(separator: "; "),
        ]
        details += document.tags.map { "#" + $0 }
        details += [
            pages(document), document.sidecarText.map { "text from \(Self.texts[$0] ?? $0)" },
            document.language.map { "language \($0)" }, document.identifier.map { "id \($0)" },
        ]
        let line = details.compactMap { $0 }.joined(separator: " · ")
        let shown = document.details.prefix(Self.mostDetails).map { detail in
            let label = detail.kind == .package ? "package, \(detail.label)" : detail.label
            return style.faint("    " + TerminalText.safe("\(label): \(detail.value)"))
        }
        let rest = document.details.count - shown.count
        return ["  " + TerminalText.safe(document.title)]
            + (line.isEmpty ? [] : [style.faint("    " + TerminalText.safe(line))])
            + shown + (rest > 0 ? [style.faint("    and \(rest.counted("more detail"))")] : [])
    }

    private func text(_ fixity: BundleDescription.Fixity) -> String {
        switch fixity.stated {
        case 0: return "no checksums are stated"
        default:
            let missing = fixity.missing > 0 ? "; \(fixity.missing) \(fixity.missing == 1 ? "is" : "are") missing" : ""
            let verb = fixity.stated == 1 ? "has its stated checksum" : "have their stated checksums"
            return "\(fixity.agreeing) of \(fixity.stated.counted("file")) \(verb)\(missing)"
        }
    }

    private static let mostDetails = 20
    private static let mostNames = 20

    private func list(_ title: String, _ names: [String], of count: Int) -> [String] {
        guard count > 0 else { return [] }
        let named = names.prefix(Self.mostNames)
        let rest = count > named.count ? " and \(count - named.count) more" : ""
        return ["  " + TerminalText.safe("\(title): \(named.joined(separator: ", "))\(rest)")]
    }

    private func pages(_ document: BundleDescription.Document) -> String? {
        guard document.hasContent else { return "a record without pages" }
        guard let found = document.pageCount else {
            return document.claimedPageCount.map { "\($0.counted("page")) by its metadata" }
        }
        let claimed = document.claimedPageCount.flatMap { $0 == found ? nil : ", \($0) by its metadata" } ?? ""
        return found.counted("page") + claimed
    }

    private static let texts = [
        "metadata": "its metadata", "plain": "plain text beside it", "alto": "ALTO", "page-xml": "PAGE-XML",
        "hocr": "hOCR", "djvu": "DjVu XML", "search-text": "the Internet Archive's search text",
        "yiana-results": "Yiana's recognition",
    ]

    private static let advice = [
        "damaged": "another copy or a back-up may be undamaged",
        "limit": "raise the limit in the configuration file, if you are sure that the bundle is not hostile",
        "worker": "try again; if it fails again, the file is the cause",
    ]
}
