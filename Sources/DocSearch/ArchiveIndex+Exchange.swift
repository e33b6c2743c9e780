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
    /// The file is read to its end; `name` is what the journal calls it. A dry run changes nothing. `onRefusal` is told of
    /// each line that is left out; the others are imported.
    ///
    /// Throws ``DocSearchError``: `usage` when the file is no export, or one of a later release.
    public func importDecisions(
        from file: FileHandle, named name: String, isDryRun: Bool = false, by author: String,
        onRefusal: (DecisionImportReport.Refusal) -> Void = { _ in }
    ) throws -> DecisionImportReport {
        guard exists else { throw noIndex }
        // What comes slowly must not keep others waiting.
        var lines = DecisionLines(try SpooledFile.whole(file), name: name)
        // Before others wait for it.
        try lines.readHeader()
        let report = try merged(&lines, named: name, isDryRun: isDryRun, by: author, onRefusal: onRefusal)
        if !isDryRun { placeSubjectsIfMany() }
        return report
    }

    private func merged(
        _ lines: inout DecisionLines, named name: String, isDryRun: Bool, by author: String,
        onRefusal: (DecisionImportReport.Refusal) -> Void
    ) throws -> DecisionImportReport {
        let drift = try drift()
        let store = try DecisionStore(folder, isThorough: true)
        defer { store.end() }
        return try store.change("import \(name)", by: try DecisionLimits.author(author), isDryRun: isDryRun) { writer in
            let merge = try DecisionMerge(writer)
            var report = DecisionImportReport()
            while let entries = try lines.next() {
                for entry in entries {
                    do {
                        guard let record = try entry.record.get() else { continue }
                        switch try merge.add(record) {
                        case .added: report.added += 1
                        case .changed: report.changed += 1
                        case .same: report.same += 1
                        case .removed: report.removed += 1
                        }
                    } catch let refusal as LineRefusal {
                        report.refused += 1
                        onRefusal(DecisionImportReport.Refusal(line: entry.number, reason: refusal.reason))
                    }
                }
            }
            try drift.end(writer)
            return report
        }.value
    }
}
