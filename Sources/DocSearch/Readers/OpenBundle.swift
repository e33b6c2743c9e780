import ExtractionProtocol
import Foundation

/// A bundle opened for a reader: a file or a folder, with its companions.
final class OpenBundle {
    let path: BundlePath
    let descriptor: Int32
    let status: FileStatus
    let access: BundleAccess
    /// Sent to a reader on request.
    let passwords: [String]
    private(set) var problems: [ProblemFrame] = []
    private(set) var symbolicLinks = 0
    private let file: OpenFile?
    private let folder: FolderHandle?
    /// In the order of ``access``, below ``folder``.
    private let paths: [String]

    struct Refusal: Error {
        var status: FileStatus
        var problem: ProblemFrame
    }

    /// A request is one frame, in which paths may take six times their length.
    private static let pathBytes = 8 << 20

    init(_ path: BundlePath, passwords: [String] = [], limits: ReadingLimits) throws {
        (self.path, self.passwords) = (path, passwords)
        // Since the walk, a component of the path may have been replaced by a link.
        let archive = try FolderHandle(path: path.root.folder, isRoot: true)
        if archive.status(path.relativePath)?.kind == .directory {
            let folder = try archive.folder(path.relativePath, shownPath: path.absolutePath)
            let found = FolderFiles(folder, maximum: limits.entries)
            if let number = found.failure {
                throw DocSearchError.system("Reading the folder", path.absolutePath, errno: number)
            }
            try Self.check(found, limits)
            descriptor = folder.descriptor
            file = nil
            status = found.status
            let (readable, tooLarge) = Self.parted(found.files, limits)
            access = BundleAccess(isFolder: true, files: readable)
            self.folder = folder
            paths = readable.map(\.path)
            problems = Self.problems(found) + tooLarge
            symbolicLinks = found.symbolicLinks
        } else {
            if let obstacle = path.obstacle { throw obstacle }
            let file = try OpenFile(path.relativePath, below: archive, shownPath: path.absolutePath)
            if let excess = Self.excess(file.status.byteCount, limits) {
                let problem = ProblemFrame(.limit, at: .bundle, excess)
                throw Refusal(status: path.status(with: file.status), problem: problem)
            }
            let companions = path.companionsFound()
            descriptor = file.descriptor
            status = BundlePath.combined(file.status, companions)
            let listed = companions.map { ListedFile(path: $0.0.name, byteCount: $0.1.byteCount) }
            let (readable, tooLarge) = Self.parted(listed, limits)
            access = BundleAccess(files: readable)
            self.file = consume file
            folder = path.companions.isEmpty ? nil : archive
            paths = companions.filter { $0.1.byteCount <= limits.fileBytes }.map(\.0.path)
            problems = tooLarge
        }
    }

    init(copy file: consuming OpenFile, of path: BundlePath, passwords: [String]) {
        (self.path, self.passwords) = (path, passwords)
        // Nothing else has the file.
        (descriptor, status) = (file.descriptor, file.status)
        (access, paths, folder) = (BundleAccess(), [], nil)
        self.file = consume file
    }

    var isUnchanged: Bool { path.status() == status }

    /// The caller closes the descriptor; -1 when the file cannot be opened.
    func openFile(_ index: Int) -> Int32 { folder?.openFile(paths[index]) ?? -1 }

    private static func check(_ found: FolderFiles, _ limits: ReadingLimits) throws {
        let bytes = found.files.reduce(0) { $0 + $1.path.utf8.count }
        guard found.count > limits.entries || bytes > pathBytes else { return }
        let reason =
            found.count > limits.entries
            ? "it has \(found.count) files; the limit is \(limits.entries) (entries)"
            : "the names of its \(found.count) files are too long in total"
        throw Refusal(status: found.status, problem: ProblemFrame(.limit, at: .bundle, reason))
    }

    private static func parted(_ files: [ListedFile], _ limits: ReadingLimits) -> ([ListedFile], [ProblemFrame]) {
        let tooLarge = files.compactMap { file in
            excess(file.byteCount, limits).map { ProblemFrame(.limit, at: .document, of: file.path, $0) }
        }
        return (files.filter { $0.byteCount <= limits.fileBytes }, tooLarge)
    }

    private static func excess(_ byteCount: Int64, _ limits: ReadingLimits) -> String? {
        guard byteCount > limits.fileBytes else { return nil }
        return "it has \(byteCount) bytes; the limit is \(limits.fileBytes) (fileBytes)"
    }

    private static func problems(_ found: FolderFiles) -> [ProblemFrame] {
        let problems = found.unreadable.map {
            ProblemFrame(.environment, at: .document, of: $0.path, "the folder cannot be read (\($0.reason))")
        }
        guard found.unnamed > 0 else { return problems }
        let reason =
            found.unnamed == 1
            ? "1 more folder cannot be read; it was left out"
            : "\(found.unnamed) more folders cannot be read; they were left out"
        return problems + [ProblemFrame(.environment, at: .bundle, reason)]
    }
}

extension ProblemFrame {
    init(_ code: Code, at stage: ExtractionStage, of entry: String = "", page: Int = 0, _ reason: String) {
        self.init(address: PageAddress(entry: entry, page: page), stage: stage, code: code, reason: reason)
    }
}
