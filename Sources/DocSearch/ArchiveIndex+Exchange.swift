import Foundation

/// What people said, out of one index and into another.
extension ArchiveIndex {
    /// Writes all decisions as JSON Lines, in the order of their ids; docs/command-line.md describes the members. However
    /// many there are, memory holds one. `body` is given each line, with its line feed.
    public func exportDecisions(_ body: (String) throws -> Void) throws {
        guard exists else { throw noIndex }
        let user = try UserStore(reading: folder)
        try body(DecisionRecord.header + "\n")
        try user.exportDecisions { try body($0.line) }
    }

    /// Merges the decisions of an export into those of this index, in one transaction and one change of the journal, which
    /// ``undo(_:by:)`` takes back.
    ///
    /// By its id a decision is the same one: the newer wins. Of a correction, a tag or a name of a question that is here
    /// under another id, the newer one stays alone. What was taken back here after it was last changed stays so.
    ///
    /// The file is read to its end; `name` is what the journal calls it. A dry run changes nothing. `onRefusal` is told
    /// of each line that is left out, `onAdrift` of each that is imported and said of a page that its document lacks.
    ///
    /// Throws ``DocSearchError``: `usage` when the file is no export, or one of a later release.
    public func importDecisions(
        from file: FileHandle, named name: String, isDryRun: Bool = false, by author: String,
        onRefusal: (DecisionImportReport.Refusal) -> Void = { _ in },
        onAdrift: (DecisionImportReport.Adrift) -> Void = { _ in }
    ) throws -> DecisionImportReport {
        guard exists else { throw noIndex }
        // What comes slowly must not keep others waiting.
        var lines = DecisionLines(try SpooledFile.whole(file), name: name)
        // Before others wait for it.
        try lines.readHeader()
        let report = try merged(
            &lines, named: name, isDryRun: isDryRun, by: author, onRefusal: onRefusal, onAdrift: onAdrift)
        if !isDryRun { placeSubjectsIfMany() }
        return report
    }

    private func merged(
        _ lines: inout DecisionLines, named name: String, isDryRun: Bool, by author: String,
        onRefusal: (DecisionImportReport.Refusal) -> Void, onAdrift: (DecisionImportReport.Adrift) -> Void
    ) throws -> DecisionImportReport {
        let drift = try drift()
        let index = try indexStore()
        let roots = try UserStore(reading: folder).roots()
        let store = try DecisionStore(folder, isThorough: true)
        defer { store.end() }
        return try store.change("import \(name)", by: try DecisionLimits.author(author), isDryRun: isDryRun) { writer in
            let merge = try DecisionMerge(writer)
            var report = DecisionImportReport()
            while let entries = try lines.next() {
                // To begin a read for each would take longer than the rest, and one for all would keep searches waiting. What
                // is wrong with the file that is written is no fault of the index.
                try index.read { _ in
                    try DatabaseOpening.translating(folder.user) {
                        for entry in entries {
                            do {
                                guard let record = try entry.record.get() else { continue }
                                let outcome = try merge.add(record)
                                report.count(outcome)
                                guard [.added, .changed].contains(outcome) else { continue }
                                if record.decision.kind == .exclusion { report.exclusions += 1 }
                                guard let adrift = try index.adrift(record, line: entry.number, roots)
                                else { continue }
                                report.adrift += 1
                                onAdrift(adrift)
                            } catch let refusal as LineRefusal {
                                report.refused += 1
                                onRefusal(DecisionImportReport.Refusal(line: entry.number, reason: refusal.reason))
                            }
                        }
                    }
                }
            }
            try drift.end(writer)
            return report
        }.value
    }
}

extension DecisionImportReport {
    fileprivate mutating func count(_ outcome: DecisionMerge.Outcome) {
        switch outcome {
        case .added: added += 1
        case .changed: changed += 1
        case .same: same += 1
        case .removed: removed += 1
        }
    }
}

extension IndexStore {
    /// Nil unless it is said of a page that its document, known here by its bytes or else its place, does not have.
    fileprivate func adrift(
        _ record: DecisionRecord, line: Int, _ roots: [IndexRoot]
    ) throws -> DecisionImportReport.Adrift? {
        guard record.decision.page > 0, let subject = record.subject else { return nil }
        let root = roots.first { ExactText($0.path) == ExactText(subject.rootPath) }?.id
        let count: Int? =
            try fetchOne(
                "SELECT page_count FROM main.document WHERE content_hash = ?1 AND ?1 <> '' AND has_content",
                [subject.contentHash])
            ?? fetchOne(
                """
                SELECT page_count FROM main.document JOIN main.bundle ON bundle.id = bundle_id
                WHERE path = ? AND root_id = ? AND has_content
                """, [subject.path, root])
        guard let count, record.decision.page > count else { return nil }
        return .init(
            line: line, id: record.decision.id, path: subject.path, page: record.decision.page, pageCount: count)
    }
}
