import BundleConventions
import ExtractionProtocol

/// The progress of a run, and the recipient of its events.
final class RunRecord {
    var result = IndexingReport()
    /// The number of bundles in each root that this run could not read again, so that the index keeps them.
    var kept: [Int64: Int] = [:]
    let report: (IndexingEvent) -> Void
    /// The remembered folders. With several, messages name the folder.
    var roots: [IndexRoot] = []

    init(warnings: [IndexingWarning] = [], report: @escaping (IndexingEvent) -> Void) {
        self.report = report
        result.warnings = warnings
    }

    /// Counts a bundle to be read; -1 reverses that.
    func count(_ change: BundleTask.Change, _ number: Int = 1) {
        switch change {
        case .new: result.new += number
        case .changed: result.changed += number
        // Counted when it was found to have moved.
        case .renamed: break
        }
    }

    /// Reports each text once, in however many folders of a root it occurs.
    func warn(_ text: String, remedy: Remedy? = nil) {
        let warning = IndexingWarning(text, remedy: remedy)
        guard !result.warnings.contains(warning) else { return }
        result.warnings.append(warning)
        report(.warning(warning))
    }

    func readAsBundle(_ reading: IndexingReport.FolderReading) {
        guard !result.readAsBundles.contains(reading) else { return }
        result.readAsBundles.append(reading)
        report(.readAsBundle(reading))
    }

    /// The reason comes from a reader, and may have any length.
    func skip(bundle: String, in root: Int64, format: String?, reason: String?) {
        result.skipped += 1
        let reason = String((reason ?? "nothing to read in it").prefix(500))
        let name = format.flatMap(FormatName.short).map { "\($0); " } ?? ""
        report(.skipped(bundle: roots.telling(bundle, root: root), reason: name + reason))
    }

    func fail(bundle: String, in root: Int64?, _ problem: ProblemFrame) {
        result.failed += 1
        let bundle = roots.telling(bundle, root: root)
        report(
            .failed(
                path: PathForm.path(bundle, entry: problem.address.entry),
                page: problem.address.page > 0 ? problem.address.page : nil, stage: problem.stage.rawValue,
                reason: problem.reason))
    }
}
