import ExtractionProtocol
import Foundation

/// What became of a bundle since it was read.
public struct SourceFinding: Sendable, Hashable {
    /// What is the matter.
    public enum Kind: String, Sendable {
        /// It is not there.
        case missing
        /// Its size, time or inode is another; the next run reads it.
        case changed
        /// Size, time and inode are the same, and the bytes are not: the disk, or somebody, has altered it.
        case altered
        /// It could not be read.
        case unreadable
    }

    /// The bundle's absolute path.
    public var path: String
    /// What is the matter.
    public var kind: Kind
    /// In words, for ``Kind/unreadable``.
    public var reason: String?
}

extension ArchiveIndex {
    /// Reads every bundle that the index knows and compares its SHA-256 with the one it had when it was indexed. Takes as
    /// long as reading the archive; neither the archive nor the index is changed.
    ///
    /// - Parameters:
    ///   - options: `extractorPath` and `usesSandbox` count.
    ///   - progress: Told how many bundles were looked at.
    /// - Returns: Bundles that are not as they were.
    /// - Throws: ``DocSearchError``: `noIndex`, `environment`.
    public func verifySources(
        options: IndexingOptions = IndexingOptions(), progress: (Int) -> Void = { _ in }
    ) throws -> [SourceFinding] {
        guard exists else { throw noIndex }
        let stores = try IndexStores(reading: folder)
        let verification = SourceVerification(
            program: try ExtractionProgram.locate(options.extractorPath), options: options)
        var findings: [SourceFinding] = []
        var count = 0
        for root in try stores.user.roots() {
            for directory in try stores.index.directories(root: root.id).sorted() {
                // A folder that cannot be read has no companions to give, and its bundles say what is wrong.
                let companions = try? Companions(root: root, directory: directory)
                for bundle in try stores.index.bundles(root: root.id, directory: directory).values
                    .sorted(by: { $0.name < $1.name })
                {
                    let place = BundlePlace(
                        root: root, directory: directory, name: bundle.name,
                        companions: companions?.of(bundle.name, NameKind(Array(bundle.name.utf8))) ?? [])
                    if let finding = try verification.finding(bundle, place) { findings.append(finding) }
                    count += 1
                    progress(count)
                }
            }
        }
        return findings
    }
}

/// Has bundles hashed by a worker, one after the other: what is foreign is opened there and nowhere else.
private final class SourceVerification {
    private let program: String
    private let options: IndexingOptions
    private let stop = StopFlag(after: nil)
    private var process: WorkerProcess?
    private var number: UInt32 = 0

    init(program: String, options: IndexingOptions) {
        self.program = program
        self.options = options
    }

    /// Nil for a bundle that is as it was, and for one that was never read to its end.
    func finding(_ bundle: BundleRow, _ place: BundlePlace) throws -> SourceFinding? {
        guard let hash = bundle.contentHash else { return nil }
        let path = place.absolutePath
        guard let status = place.status() else {
            let isGone = [ENOENT, ENOTDIR].contains(errno)
            let reason = String(cString: strerror(errno))
            return SourceFinding(path: path, kind: isGone ? .missing : .unreadable, reason: isGone ? nil : reason)
        }
        guard bundle.hasSameStatus(as: status) else { return SourceFinding(path: path, kind: .changed) }
        do {
            let opened = try OpenBundle(place, limits: options.limits)
            return try isSame(opened, hash) ? nil : SourceFinding(path: path, kind: .altered)
        } catch let refusal as OpenBundle.Refusal {
            return SourceFinding(path: path, kind: .unreadable, reason: refusal.problem.reason)
        } catch let error as DocSearchError where error.code == .failed {
            return SourceFinding(path: path, kind: .unreadable, reason: error.message)
        } catch let failure as WorkerProcess.Failure {
            process = nil
            return SourceFinding(path: path, kind: .unreadable, reason: failure.sentence)
        }
    }

    /// A worker that is asked to read a bundle hashes it first, and stops there when the hash is the one it was told.
    private func isSame(_ bundle: OpenBundle, _ hash: String) throws -> Bool {
        let process =
            try self.process
            ?? WorkerProcess.started(
                program: program, usesSandbox: options.usesSandbox, stop: stop
            ).0
        self.process = process
        number &+= 1
        let request = ReadBundleRequest(
            path: bundle.place.relativePath, knownContentHash: hash, access: bundle.access,
            limits: options.limits.extraction)
        try process.send(.readBundle(request), number: number, descriptor: bundle.descriptor)
        var files = FileAnswers(bundle)
        while true {
            switch try process.nextFrame(of: number, within: options.openingTimeout, stop: stop, files: &files) {
            case .finished(let frame) where frame.outcome == .unchanged: return true
            case .starting, .greeting: continue
            default:
                // It goes on reading, which nobody waits for.
                self.process = nil
                return false
            }
        }
    }
}
