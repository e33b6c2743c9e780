internal import ExtractionProtocol

/// Compares the bytes of a file with all checksums that its bundle states for it.
struct FixityCheck {
    private let file: StatedFixity
    /// By the key of the algorithm: each is reckoned once, however many state it.
    private var running: [String: RunningDigest] = [:]

    init(_ file: StatedFixity) {
        self.file = file
        for algorithm in Set(file.digests.map(\.algorithm)) {
            running[RunningDigest.key(algorithm)] = RunningDigest(algorithm)
        }
    }

    /// Throws ``BundleError`` that says the file's name: `damaged` when a checksum is another one, `unsupported` when
    /// none is of a kind that can be compared, and what reading the file throws.
    func run(_ session: ReadingSession) throws {
        guard !running.isEmpty else {
            let algorithms = Set(file.digests.map(\.algorithm)).sorted().joined(separator: ", ")
            throw BundleError(
                .unsupported, "checksums of the kind \(algorithms) cannot be compared", entry: file.name)
        }
        try BundleError.naming(file.name) {
            try session.read(file.place, limit: .document(session.limits)) { piece in
                for digest in running.values { digest.update(piece) }
            }
        }
        let found = running.mapValues { $0.digest() }
        for stated in file.digests {
            guard let digest = found[RunningDigest.key(stated.algorithm)], digest != stated.digest else { continue }
            throw BundleError(
                .damaged, "its bytes do not have the \(stated.algorithm) checksum that \"\(stated.source)\" states",
                entry: file.name)
        }
    }
}

extension OpenedBundle {
    /// Throws ``BundleError`` that says the file's name: `damaged` when its bytes have another checksum than is stated,
    /// `unsupported` when none is of a kind that can be compared.
    package func compare(_ file: StatedFixity) throws { try FixityCheck(file).run(session) }
}
