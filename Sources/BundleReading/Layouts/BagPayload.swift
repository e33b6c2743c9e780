internal import BundleConventions
internal import ExtractionProtocol

/// The payload of a bag as its manifests list it (RFC 8493, 2.1.3 and 2.2.1): what is missing, and the checksums.
struct BagPayload {
    private(set) var problems: [BundleError] = []
    /// Whether a manifest names files of the payload, be they there or not.
    private(set) var namesFiles = false
    private let folder: BundleFolder
    private var list = ProblemList()
    private var isReported: Set<String> = []

    /// What is said of files that a manifest lists.
    private static let gone = "the bag is incomplete: its manifest names a file that is not there"

    init(_ folder: BundleFolder) {
        self.folder = folder
        folder.session.readBags.insert(folder.entryName(ofMissing: ""))
        var hasManifest = false
        for file in folder.files where !file.path.contains("/") {
            if let algorithm = BagManifest.algorithm(fileName: file.path) {
                hasManifest = true
                read(file, algorithm)
            } else if fixity != nil, let algorithm = BagManifest.algorithm(tagFileName: file.path) {
                readTagManifest(file, algorithm)
            }
        }
        if fixity != nil, !hasManifest {
            list.add(
                .damaged, "the bag has no manifest, so nothing says what its payload was",
                entry: folder.entryName(ofMissing: "manifest-sha512.txt"))
        }
        problems += list.all
    }

    private var fixity: FixityStatements? { folder.session.fixity }

    /// Takes note of the files that `fetch.txt` names and the bag lacks.
    static func expectFiles(in folder: BundleFolder, noting problems: inout [BundleError]) {
        guard let file = folder["fetch.txt"],
            let (paths, refused) = folder.read(file, noting: &problems, BagManifest.awaitedFiles)
        else { return }
        for path in paths where folder[path] == nil { folder.session.absent.expect(folder.entryName(ofMissing: path)) }
        var list = ProblemList()
        list.add(refused)
        problems += list.all
    }

    /// What is wrong with bags that lie in a folder and have not been read: several in a payload, or in a zip.
    static func problemsOfOthers(in folder: BundleFolder) -> [BundleError] {
        let end = "/" + BundleNames.bagDeclaration
        let others = folder.files.filter { $0.path.hasSuffix(end) }.map { $0.path.dropLast(end.count) }
        var problems: [BundleError] = []
        for place in others.prefix(mostOthers) {
            let bag = folder.below(place)
            guard !folder.session.readBags.contains(bag.entryName(ofMissing: "")), let found = BagDeclaration(of: bag)
            else { continue }
            problems += found.problems
            expectFiles(in: bag, noting: &problems)
            problems += BagPayload(bag).problems
        }
        if others.count > mostOthers {
            let reason =
                "it has \(others.count) bags in its folders; the manifests of the first \(mostOthers) were read"
            problems.append(BundleError(.limit, reason))
        }
        return problems
    }

    /// All files of the bundle are looked through for each.
    private static let mostOthers = 200

    private mutating func read(_ file: BundleFolder.File, _ algorithm: String) {
        let found = folder.read(file, noting: &problems) { BagManifest(parsing: $0, algorithm: algorithm) }
        guard let manifest = found else { return }
        namesFiles = namesFiles || !manifest.files.isEmpty
        for problem in manifest.problems where isReported.insert(problem.entry ?? "").inserted {
            list.add(problem.code, problem.reason, entry: problem.entry ?? file.path)
        }
        for path in manifest.files.map(\.path) where folder[path] == nil {
            folder.miss(path, Self.gone, hasChecksum: true, in: &list)
        }
        guard fixity != nil else { return }
        state(manifest, by: file)
        let listed = Set(manifest.files.map(\.path))
        for other in folder.files where other.path.hasPrefix("data/") && !listed.contains(other.path) {
            list.add(
                .damaged, "\"\(folder.prefix + file.path)\" has no checksum of this file",
                entry: folder.entryName(of: other))
        }
    }

    private mutating func readTagManifest(_ file: BundleFolder.File, _ algorithm: String) {
        let found = folder.read(file, noting: &problems) {
            BagManifest(parsing: $0, algorithm: algorithm, isOfTagFiles: true)
        }
        guard let manifest = found else { return }
        list.add(manifest.problems)
        for path in manifest.files.map(\.path) where folder[path] == nil {
            folder.miss(
                path, "the bag is incomplete: its tag manifest names a file that is not there", hasChecksum: true,
                in: &list)
        }
        state(manifest, by: file)
    }

    private func state(_ manifest: BagManifest, by source: BundleFolder.File) {
        for stated in manifest.files {
            guard let file = folder[stated.path] else { continue }
            fixity?.add(stated.checksum, manifest.algorithm, of: file, in: folder, by: source.path, isOfBag: true)
        }
    }
}
