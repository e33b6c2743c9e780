internal import ExtractionProtocol

/// Files that are named in a bundle's descriptions but missing. Each is reported once, by the description that is read
/// first: an inner bag's comes before the outer manifest, which names the same file.
final class AbsentFiles {
    private(set) var told: Set<String> = []
    private(set) var waiting: Set<String> = []
    private(set) var awaitedNames: [String] = []
    private(set) var stated: Set<String> = []

    /// Records a file to be fetched from elsewhere (RFC 8493, 2.2.3), so that it is not reported as missing.
    func expect(_ name: String) {
        guard waiting.insert(name).inserted else { return }
        if awaitedNames.count < ProblemList.named { awaitedNames.append(name) }
    }

    func tell(_ name: String) { told.insert(name) }

    fileprivate func isNews(_ name: String, hasChecksum: Bool) -> Bool {
        guard !waiting.contains(name) else { return false }
        // An earlier report may come from a description without checksums.
        if hasChecksum { stated.insert(name) }
        return told.insert(name).inserted
    }
}

extension BundleFolder {
    func miss(_ path: String, _ reason: String, hasChecksum: Bool = false, in list: inout ProblemList) {
        // A file that would be ignored is not missed, unless it was to be compared.
        let isCompared = hasChecksum && session.fixity != nil
        guard isCompared || !BundleEntry(index: 0, name: path).isLitter else { return }
        let name = entryName(ofMissing: path)
        guard session.absent.isNews(name, hasChecksum: hasChecksum) else { return }
        list.add(.damaged, reason, entry: name)
    }
}
