internal import BundleConventions
internal import ExtractionProtocol

/// RFC 8493, 2.1.3 and 2.2.1.
struct BagPayload {
    private(set) var problems: [BundleError] = []
    private(set) var namesFiles = false
    private let folder: BundleFolder
    private var list = ProblemList()
    private var isReported: Set<String> = []
    private var isComplete = true
    private var isManifestMissed = false

    /// `claimed` is the bytes and files that `Payload-Oxum` states (RFC 8493, 2.2.2).
    init(_ folder: BundleFolder, claims claimed: (bytes: Int64, files: Int64)? = nil) {
        self.folder = folder
        folder.session.readBags.insert(folder.entryName(ofMissing: ""))
        var (manifests, tagAlgorithms): (Int, [String]) = (0, [])
        for file in folder.files where !file.path.contains("/") {
            if let algorithm = BagManifest.algorithm(fileName: file.path) {
                manifests += 1
                read(file, algorithm, of: .payload)
            } else if let algorithm = BagManifest.algorithm(tagFileName: file.path) {
                tagAlgorithms.append(algorithm)
                if fixity != nil { read(file, algorithm, of: .tagFiles) }
            }
        }
        if fixity != nil, manifests == 0, !isManifestMissed {
            // A bag has the same kinds of manifest for payload and tag files. Without any, its kind is unknown.
            list.add(
                .damaged, "the bag has no manifest, so nothing says what its payload was",
                entry: folder.entryName(ofMissing: "manifest-\(tagAlgorithms.min() ?? "*").txt"))
        }
        // Redundant where other problems report missing or added files.
        if let claimed, isComplete, list.all.isEmpty, folder.session.absent.waiting.isEmpty { compare(claimed) }
        if manifests > 0, namesFiles, isComplete, problems.isEmpty, list.all.isEmpty, folder.isWhole {
            folder.session.wholeBags.insert(folder.containerName)
        }
        problems += list.all
    }

    private mutating func compare(_ claimed: (bytes: Int64, files: Int64)) {
        let all = folder.sizes(below: "data/", withLitter: true)
        // Programs leave litter in a bag that is whole, and others count what was there when it was made.
        let found = [all, folder.sizes(below: "data/", withLitter: false)].map { differences(from: claimed, in: $0) }
        guard let differences = found.first, found.allSatisfy({ !$0.isEmpty }) else { return }
        list.add(
            .damaged, "it says that the payload has \(differences.joined(separator: "; ")) (Payload-Oxum)",
            entry: folder.entryName(ofMissing: "bag-info.txt"))
    }

    private func differences(from claimed: (bytes: Int64, files: Int64), in sizes: [Int64?]) -> [String] {
        var differences: [String] = []
        if claimed.files != Int64(sizes.count) {
            differences.append(Self.sentence(claimed.files, "file", butFound: Int64(sizes.count)))
        }
        let known = sizes.compactMap { $0 }
        // Checksums tell which file is longer or shorter.
        if known.count == sizes.count, fixity == nil || !namesFiles {
            let sum = known.reduce(0) { $0 &+ $1 }
            if claimed.bytes != sum { differences.append(Self.sentence(claimed.bytes, "byte", butFound: sum)) }
        }
        return differences
    }

    private static func sentence(_ claim: Int64, _ noun: String, butFound count: Int64) -> String {
        "\(claim) \(noun)\(claim == 1 ? "" : "s"), and there \(count == 1 ? "is" : "are") \(count)"
    }

    private var fixity: FixityStatements? { folder.session.fixity }

    static func expectFiles(in folder: BundleFolder, noting problems: inout [BundleError]) {
        guard let file = folder["fetch.txt"],
            let (paths, refused) = folder.read(file, noting: &problems, BagManifest.awaitedFiles)
        else { return }
        for path in paths where folder[path] == nil { folder.session.absent.expect(folder.entryName(ofMissing: path)) }
        problems += ProblemList(refused).all
    }

    static func problemsOfOthers(in folder: BundleFolder) -> [BundleError] {
        // A bag without its declaration is recognised by its manifests.
        var known: Set<Substring> = []
        let others = folder.files.filter { file in
            file.path.contains("/")
                && (file.name == BundleNames.bagDeclaration
                    || BagManifest.algorithm(fileName: String(file.name)) != nil)
        }.map(\.folder).filter { known.insert($0).inserted }
        var problems: [BundleError] = []
        for path in others.prefix(mostOthers) {
            let bag = folder.below(path)
            let name = bag.entryName(ofMissing: "")
            let session = folder.session
            let isKnown = session.readBags.contains(name) || session.objects.contains { isContent(name, of: $0) }
            guard !isKnown, let found = BagLayout.declarationProblems(in: bag) else { continue }
            problems += found
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

    private static func isContent(_ name: String, of object: String) -> Bool {
        guard name.hasPrefix(object) else { return false }
        let first = name.dropFirst(object.count).split(separator: "/").first
        return first.flatMap { OCFLInventory.number(ofVersion: $0) } != nil
    }

    /// All files of the bundle are searched for each.
    private static let mostOthers = 200

    private mutating func read(_ file: BundleFolder.File, _ algorithm: String, of kind: BagStatement) {
        let isOfTagFiles = kind == .tagFiles
        let read = folder.read(file, noting: &problems) {
            BagManifest(parsing: $0, algorithm: algorithm, isOfTagFiles: isOfTagFiles)
        }
        guard let manifest = read else { return isComplete = false }
        if !manifest.problems.isEmpty { isComplete = false }
        for problem in manifest.problems where isOfTagFiles || isReported.insert(problem.entry ?? "").inserted {
            list.add(problem.code, problem.reason, entry: problem.entry ?? file.path)
        }
        let reason = "the bag is incomplete: its \(isOfTagFiles ? "tag " : "")manifest names a file that is not there"
        for stated in manifest.files {
            guard let found = found(stated) else {
                isComplete = false
                if BagManifest.algorithm(fileName: stated.path) != nil { isManifestMissed = true }
                folder.miss(stated.path, reason, hasChecksum: true, in: &list)
                continue
            }
            fixity?.add(
                stated.checksum, algorithm: manifest.algorithm, of: found, in: folder, by: file.path, ofBag: kind)
        }
        guard !isOfTagFiles else { return }
        namesFiles = namesFiles || !manifest.files.isEmpty
        guard fixity != nil else { return }
        let listed = Set(manifest.files.map { found($0)?.path ?? $0.path })
        for other in folder.files where other.path.hasPrefix("data/") && !listed.contains(other.path) {
            list.add(
                .damaged, "\"\(folder.prefix + file.path)\" has no checksum of this file",
                entry: folder.entryName(of: other))
        }
    }

    /// bagit-python encodes only line ends, and leaves the percent sign unchanged.
    private func found(_ stated: BagManifest.File) -> BundleFolder.File? {
        folder[stated.path] ?? stated.unencodedPath.flatMap { folder[$0] }
    }
}
