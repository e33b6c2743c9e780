import BundleConventions
import ExtractionProtocol

/// What a run has done so far, and whom it tells.
final class RunRecord {
    var result = IndexingReport()
    /// Bundles by root that this run could not read as they were read before, so that the index keeps what it has.
    var kept: [Int64: Int] = [:]
    let report: (IndexingEvent) -> Void
    /// The remembered folders; where there are several, what is told names its own.
    var roots: [IndexRoot] = []

    init(warnings: [IndexingWarning] = [], report: @escaping (IndexingEvent) -> Void) {
        self.report = report
        result.warnings = warnings
    }

    /// Counts a bundle that is to be read; with -1, takes that back.
    func count(_ change: BundleTask.Change, _ number: Int = 1) {
        switch change {
        case .new: result.new += number
        case .changed: result.changed += number
        // Counted where it was found to have moved.
        case .renamed: break
        }
    }

    /// Says each thing once, however many folders of a root it was seen in.
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

    /// The reason is as the reader gives it, and may be of any length.
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
