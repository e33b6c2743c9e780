internal import ExtractionProtocol

/// The payload of a bag as its manifests list it (RFC 8493, 2.1.3 and 2.2.1): what is missing, and the checksums.
struct BagPayload {
    private(set) var problems: [BundleError] = []
    /// Whether a manifest names a file that is there.
    private(set) var namesFiles = false
    private let folder: BundleFolder
    private var list = ProblemList()
    private var isReported: Set<String> = []

    init(_ folder: BundleFolder) {
        self.folder = folder
        for file in folder.files where !file.path.contains("/") {
            if let algorithm = BagManifest.algorithm(fileName: file.path) {
                read(file, algorithm)
            } else if fixity != nil, let algorithm = BagManifest.algorithm(tagFileName: file.path) {
                readTagManifest(file, algorithm)
            }
        }
        problems += list.all
    }

    private var fixity: FixityStatements? { folder.session.fixity }

    private mutating func read(_ file: BundleFolder.File, _ algorithm: String) {
        let found = folder.read(file, noting: &problems) { BagManifest(parsing: $0, algorithm: algorithm) }
        guard let manifest = found else { return }
        namesFiles = namesFiles || manifest.files.contains { folder[$0.path] != nil }
        for problem in manifest.problems where isReported.insert(problem.entry ?? "").inserted {
            list.add(problem.code, problem.reason, entry: problem.entry ?? file.path)
        }
        for path in manifest.files.map(\.path) where folder[path] == nil && !isLitter(path) {
            guard isReported.insert(path).inserted else { continue }
            list.add(.damaged, "the bag is incomplete: its manifest names a file that is not there", entry: path)
        }
        guard fixity != nil else { return }
        state(manifest, by: file)
        let listed = Set(manifest.files.map(\.path))
        for other in folder.files where other.path.hasPrefix("data/") && !listed.contains(other.path) {
            list.add(.damaged, "\"\(file.path)\" has no checksum of this file", entry: folder.entryName(of: other))
        }
    }

    private mutating func readTagManifest(_ file: BundleFolder.File, _ algorithm: String) {
        let manifest = folder.read(file, noting: &problems) {
            BagManifest(parsing: $0, algorithm: algorithm, isOfTagFiles: true)
        }
        if let manifest { state(manifest, by: file) }
    }

    private func state(_ manifest: BagManifest, by source: BundleFolder.File) {
        for stated in manifest.files {
            guard let file = folder[stated.path] else { continue }
            fixity?.add(stated.checksum, manifest.algorithm, of: file, in: folder, by: source.path)
        }
    }

    /// What is not looked at is not missed.
    private func isLitter(_ path: String) -> Bool { BundleEntry(index: 0, name: path).isLitter }
}
