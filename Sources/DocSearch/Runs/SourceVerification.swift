import ExtractionProtocol

/// A difference between a bundle and its indexed version.
public struct SourceFinding: Sendable, Hashable {
    /// Kinds of differences.
    public enum Kind: String, Sendable {
        /// It is not there.
        case missing
        /// Its size, time or inode differs; the next run reads it.
        case changed
        /// Size, time and inode are the same, but the bytes differ: the disk or a person has altered it.
        case altered
        /// It could not be read.
        case unreadable
    }

    /// The bundle's absolute path.
    public var path: String
    /// The kind of difference.
    public var kind: Kind
    /// In words, for ``Kind/unreadable``.
    public var reason: String?
}

extension ArchiveIndex {
    /// Reads every bundle in the index, compares its SHA-256 with the one from indexing, and returns those that differ.
    /// Takes as long as reading the archive, and changes neither the archive nor the index. Only `limits` of the
    /// options apply; `progress` receives the number of examined bundles. Throws ``DocSearchError``: `noIndex`.
    public func verifySources(
        options: IndexingOptions = IndexingOptions(), progress: (Int) -> Void = { _ in }
    ) throws -> [SourceFinding] {
        guard exists else { throw noIndex }
        let stores = try IndexStores(reading: folder)
        let verification = SourceVerification(options: options)
        var findings: [SourceFinding] = []
        var paths = BundlePaths()
        var count = 0
        for root in try stores.user.roots() {
            try stores.index.forEachBundle(of: root) { bundle in
                let path = paths.path(of: bundle.relativePath, in: root)
                if let finding = try verification.finding(bundle, path) { findings.append(finding) }
                count += 1
                progress(count)
            }
        }
        return findings
    }
}

/// Hashes bundles without a reader, because a reader would have to be trusted.
private struct SourceVerification {
    let options: IndexingOptions
    private let stop = StopFlag(after: nil)

    func finding(_ bundle: BundleRow, _ path: BundlePath) throws -> SourceFinding? {
        guard let hash = bundle.contentHash else { return nil }
        func found(_ kind: SourceFinding.Kind, _ reason: String? = nil) -> SourceFinding {
            SourceFinding(path: path.absolutePath, kind: kind, reason: reason)
        }
        let status: FileStatus
        switch path.found() {
        case .success(let found): status = found
        case .failure(let failure) where failure.isAbsence: return found(.missing)
        case .failure(let failure): return found(.unreadable, failure.reason)
        }
        if let obstacle = path.obstacle { return found(.unreadable, obstacle.message) }
        guard bundle.hasSameStatus(as: status) else { return found(.changed) }
        do {
            let opened = try OpenBundle(path, limits: options.limits)
            return try opened.contentHash(stop: stop) == hash ? nil : found(.altered)
        } catch let refusal as OpenBundle.Refusal {
            return found(.unreadable, refusal.problem.reason)
        } catch let error as DocSearchError where error.code == .failed {
            return found(.unreadable, error.message)
        }
    }
}
