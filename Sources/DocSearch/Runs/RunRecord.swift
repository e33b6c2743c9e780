import BundleConventions
import ExtractionProtocol

final class RunRecord {
    var result = IndexingReport()
    var kept: [Int64: Int] = [:]
    let report: (IndexingEvent) -> Void
    /// With several folders, messages name the folder.
    var roots: [IndexRoot] = []

    init(warnings: [IndexingWarning] = [], report: @escaping (IndexingEvent) -> Void) {
        self.report = report
        result.warnings = warnings
    }

    /// -1 reverses a count.
    func count(_ change: BundleTask.Change, _ number: Int = 1) {
        switch change {
        case .new: result.new += number
        case .changed: result.changed += number
        // Counted when it was found to have moved.
        case .renamed: break
        }
    }

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
