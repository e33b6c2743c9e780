import ContentHashing
import ExtractionProtocol
import Foundation

/// Facts about a bundle's bytes that docsearch itself has determined, so that no reader must be trusted.
struct BundleProof: Sendable {
    /// See ``OpenBundle/contentHash(stop:)``.
    var hash: String
    /// A reader given the bundle sees one file and nothing else.
    var isSingleFile: Bool
    var byteCount: Int64

    func witness(of contentHash: String) -> TextWitness {
        isSingleFile && contentHash == hash ? .content : .bundle(hash)
    }
}

extension OpenBundle {
    var isSingleFile: Bool { !access.isFolder && access.files.isEmpty }

    /// A single file has its own SHA-256; a folder or a file with companions, that of all names and bytes.
    func contentHash(stop: StopFlag) throws -> String {
        var buffer = FileHash.newBuffer
        if isSingleFile { return try ownHash(&buffer, stop) }
        var hash = SHA256()
        if !access.isFolder { hash.update(Array(try ownHash(&buffer, stop).utf8)) }
        for (index, file) in access.files.enumerated() {
            hash.update(Array("\(Self.hashed(file.path))\n".utf8))
            let descriptor = openFile(index)
            guard descriptor >= 0 else {
                // An unreadable file is reported where it is needed.
                hash.update(Array("it cannot be opened; look at its owner and mode".utf8))
                continue
            }
            defer { close(descriptor) }
            if let reason = try Self.add(descriptor, to: &hash, through: &buffer, stop: stop) {
                hash.update(Array(reason.utf8))
            }
        }
        return hash.digest()
    }

    private func ownHash(_ buffer: inout [UInt8], _ stop: StopFlag) throws -> String {
        var hash = SHA256()
        if let reason = try Self.add(descriptor, to: &hash, through: &buffer, stop: stop) {
            throw Refusal(status: status, problem: ProblemFrame(.damaged, at: .bundle, reason))
        }
        return hash.digest()
    }

    private static func add(
        _ file: Int32, to hash: inout SHA256, through buffer: inout [UInt8], stop: StopFlag
    ) throws -> String? {
        let number = try FileHash.add(file, to: &hash, through: &buffer) {
            if stop.isSet { throw ReaderProcess.Failure.stopped }
        }
        return number.map { "it could not be read: \(String(cString: strerror($0)))" }
    }

    /// NFC, without control characters and backslashes.
    private static func hashed(_ path: String) -> String {
        let scalars = path.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar == "\\" ? "/" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
