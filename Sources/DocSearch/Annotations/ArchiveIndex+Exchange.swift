import Foundation

extension ArchiveIndex {
    /// Writes all annotations as JSON Lines, in the order of their ids; docs/command-line.md describes the members.
    /// Only one is in memory at a time. `body` receives each line with its line feed.
    public func exportAnnotations(_ body: (String) throws -> Void) throws {
        guard exists else { throw noIndex }
        let user = try UserStore(reading: folder)
        try body(AnnotationRecord.header + "\n")
        try user.exportAnnotations { try body($0.line) }
    }

    /// Merges the annotations of an export into those of this index, in one transaction and one change of the journal,
    /// which ``undo(_:by:)`` reverses.
    ///
    /// Annotations are matched by id, and the newer one wins. If a correction, a tag or a question's name exists here
    /// under another id, only the newer one stays. An annotation withdrawn here after its last change stays withdrawn.
    ///
    /// The file is read to its end; `name` is its name in the journal. A dry run changes nothing. `onRefusal` receives
    /// each line that is skipped, `onAdrift` each imported annotation about a page that its document lacks.
    ///
    /// Throws ``DocSearchError``: `usage` when the file is no export, or one of a later release.
    public func importAnnotations(
        from file: FileHandle, named name: String, isDryRun: Bool = false, by author: String,
        onRefusal: (AnnotationImportReport.Refusal) -> Void = { _ in },
        onAdrift: (AnnotationImportReport.Adrift) -> Void = { _ in }
    ) throws -> AnnotationImportReport {
        guard exists else { throw noIndex }
        // Slow input must not keep others waiting.
        var lines = AnnotationLines(try SpooledFile.whole(file), name: name)
        // Before others have to wait.
        try lines.readHeader()
        let index = try indexStore()
        let roots = try UserStore(reading: folder).roots()
        return try write("import \(name)", by: author, isThorough: true, isDryRun: isDryRun) { writer in
            let merge = try AnnotationMerge(writer)
            var report = AnnotationImportReport()
            func add(_ entry: AnnotationLines.Entry) throws {
                do {
                    guard let record = try entry.record.get() else { return }
                    let outcome = try merge.add(record)
                    report.count(outcome)
                    guard [.added, .changed].contains(outcome) else { return }
                    if record.annotation.kind == .exclusion { report.exclusions += 1 }
                    guard let adrift = try index.adrift(record, line: entry.number, roots) else { return }
                    report.adrift += 1
                    onAdrift(adrift)
                } catch let refusal as LineRefusal {
                    report.refused += 1
                    onRefusal(AnnotationImportReport.Refusal(line: entry.number, reason: refusal.reason))
                }
            }
            while let entries = try lines.next() {
                // A read for each would take longer than the rest, and a single one for all would keep searches
                // waiting. Errors of the output file are not errors of the index.
                try index.read { _ in
                    try DatabaseOpening.translating(folder.user) { for entry in entries { try add(entry) } }
                }
            }
            return report
        }
    }
}

extension AnnotationImportReport {
    fileprivate mutating func count(_ outcome: AnnotationMerge.Outcome) {
        switch outcome {
        case .added: added += 1
        case .changed: changed += 1
        case .same: same += 1
        case .removed: removed += 1
        }
    }
}

extension IndexStore {
    fileprivate func adrift(
        _ record: AnnotationRecord, line: Int, _ roots: [IndexRoot]
    ) throws -> AnnotationImportReport.Adrift? {
        guard record.annotation.page > 0, let subject = record.subject else { return nil }
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
        guard let count, record.annotation.page > count else { return nil }
        return .init(
            line: line, id: record.annotation.id, path: subject.path, page: record.annotation.page, pageCount: count)
    }
}
