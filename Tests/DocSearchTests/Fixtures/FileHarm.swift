import Foundation

/// What becomes of a file on a bad disk, or on the way from a server.
enum FileHarm: CaseIterable, Sendable {
    /// What servers send in place of a file.
    case webPage, sentence
    case rootElement, empty, gone
    /// So much is missing at its end.
    case cutByTenth, cutByThird, cutByHalf
    /// All of it is zeros, or a part: a tenth at the beginning, a fifth or a third in the middle, the second half.
    case zeroed, zeroedHead, zeroedFifth, zeroedThird, zeroedTail

    /// Nil for no file at all.
    func done(to bytes: [UInt8]) -> [UInt8]? {
        let count = bytes.count
        func zeroed(_ range: Range<Int>) -> [UInt8] { bytes.indices.map { range.contains($0) ? 0 : bytes[$0] } }
        return switch self {
        case .webPage: Array("<!DOCTYPE html>\n<html><head><title>404</title></head><body></body></html>\n".utf8)
        case .sentence: Array("Service Unavailable\n".utf8)
        case .rootElement: Array("<root/>".utf8)
        case .empty: []
        case .gone: nil
        case .cutByTenth: Array(bytes.prefix(count * 9 / 10))
        case .cutByThird: Array(bytes.prefix(count * 2 / 3))
        case .cutByHalf: Array(bytes.prefix(count / 2))
        case .zeroed: zeroed(0..<count)
        case .zeroedHead: zeroed(0..<max(1, count / 10))
        case .zeroedFifth: zeroed(count * 2 / 5..<count * 3 / 5)
        case .zeroedThird: zeroed(count / 3..<count * 2 / 3)
        case .zeroedTail: zeroed(count / 2..<count)
        }
    }

    /// In the file as it is, which keeps its inode.
    func harm(_ archive: TestArchive, _ name: String) throws {
        if self == .gone { return try archive.remove(name) }
        try archive.rewrite(name) { done(to: $0) ?? [] }
    }
}
