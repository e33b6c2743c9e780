internal import ExtractionProtocol

/// The files that descriptions in a bundle name and the bundle lacks. Each is told once, by the description that is read
/// first: that of a bag in a bag comes before the outer manifest, which names the same file.
final class AbsentFiles {
    /// Those that are missing and not awaited, by their names in the bundle.
    private(set) var told: Set<String> = []
    private(set) var waiting: Set<String> = []
    /// The first that are awaited, in the order of `fetch.txt`.
    private(set) var awaitedNames: [String] = []
    /// Those that are missing and have checksums stated.
    private(set) var stated: Set<String> = []

    /// Takes note that a file is to be fetched from elsewhere (RFC 8493, 2.2.3), so that it is not reported as missing.
    func expect(_ name: String) {
        guard waiting.insert(name).inserted else { return }
        if awaitedNames.count < ProblemList.named { awaitedNames.append(name) }
    }

    func tell(_ name: String) { told.insert(name) }

    /// Whether a file that is not there is to be told: it is not awaited, and nothing has told it yet.
    fileprivate func isNews(_ name: String, hasChecksum: Bool) -> Bool {
        guard !waiting.contains(name) else { return false }
        // It may have been told by a description that states none.
        if hasChecksum { stated.insert(name) }
        return told.insert(name).inserted
    }
}

extension BundleFolder {
    /// Reports that a description names `path`, and no file is there. `reason` is said of each such file.
    func miss(_ path: String, _ reason: String, hasChecksum: Bool = false, in list: inout ProblemList) {
        // What is not looked at is not missed, unless it was to be compared.
        let isCompared = hasChecksum && session.fixity != nil
        guard isCompared || !BundleEntry(index: 0, name: path).isLitter else { return }
        let name = entryName(ofMissing: path)
        guard session.absent.isNews(name, hasChecksum: hasChecksum) else { return }
        list.add(.damaged, reason, entry: name)
    }
}
