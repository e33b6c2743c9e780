internal import ExtractionProtocol

struct FixityCheck {
    private let file: StatedFixity
    /// By algorithm: each is computed once, however many statements use it.
    private var running: [String: RunningDigest] = [:]

    init(_ file: StatedFixity) {
        self.file = file
        for algorithm in Set(file.digests.map(\.algorithm)) {
            running[RunningDigest.key(algorithm)] = RunningDigest(algorithm)
        }
    }

    func run(_ session: ReadingSession) throws {
        guard !running.isEmpty else {
            let algorithms = Set(file.digests.map(\.algorithm)).sorted().joined(separator: ", ")
            throw BundleError(.unsupported, "checksums of the kind \(algorithms) cannot be compared", entry: file.name)
        }
        try BundleError.naming(file.name) {
            // Nothing is kept, so all files together may have any length.
            session.budget.countsBytes = false
            defer { session.budget.countsBytes = true }
            try session.read(file.reference, limit: limit(session)) { piece in
                for digest in running.values { digest.update(piece) }
            }
        }
        let found = running.mapValues { $0.digest() }
        let outermost = file.digests.filter { found[RunningDigest.key($0.algorithm)] != nil }.compactMap(\.bag?.depth)
            .min()
        for stated in file.digests {
            // Each bag counts by itself: an inner bag may have been damaged before the outer one was made. But tag
            // files are rewritten when a bag is packed, and its list of them is not always.
            if let bag = stated.bag, bag.kind == .tagFiles, let outermost, bag.depth > outermost { continue }
            guard let digest = found[RunningDigest.key(stated.algorithm)], digest != stated.digest else { continue }
            throw BundleError(
                .damaged, "its bytes do not have the \(stated.algorithm) checksum that \"\(stated.source)\" states",
                entry: file.name)
        }
    }

    /// A file on disk has its own length. Only decompressed content may turn out longer than expected.
    private func limit(_ session: ReadingSession) -> ByteLimit {
        session.isFolder && file.reference.way.isEmpty
            ? ByteLimit(name: "fileBytes", count: session.limits.fileBytes) : .document(session.limits)
    }
}

extension OpenedBundle {
    package func compare(_ file: StatedFixity) throws { try FixityCheck(file).run(session) }
}
