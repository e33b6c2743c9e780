import ContentHashing
import DocSearch
import Foundation

/// The key is in the index folder from the first link on, so that links outlast the program. It is read for each link:
/// removing it ends all links.
package struct ShareSigner: Sendable {
    private let file: String

    package static let fileName = "share-key"
    private static let keyBytes = 32

    package init(folder: String) { file = folder + "/" + Self.fileName }

    package func code(of share: Share, by token: TokenFile.Token) throws -> String {
        let key = try Self.read(file) ?? Self.make(file)
        return "\(share.stated)-\(Self.signature(of: share, token, key))"
    }

    /// The visitor sees the document as far as the token that made the link allows. Takes the same time for every
    /// token.
    package func visitor(
        of code: String, _ tokens: TokenFile, now: Int64 = Int64(Date().timeIntervalSince1970)
    ) throws -> Visitor? {
        guard let share = Share(code: code), let key = try Self.read(file),
            let maker = tokens.token(
                known: Array(code.utf8.suffix(64)), now: now, by: { Self.signature(of: share, $0, key) }),
            now < share.expires
        else { return nil }
        return Visitor(access: maker.visitor.access, share: share)
    }

    /// Includes the token's hash, so that a token replaced under the same name ends its links.
    private static func signature(of share: Share, _ token: TokenFile.Token, _ key: [UInt8]) -> String {
        MessageAuthentication.sha256(Array("docsearch share 1\n\(share.stated)\n\(token.hash)".utf8), key: key)
    }

    // MARK: - Key

    private static func refusal(_ file: String, _ reason: String) -> DocSearchError {
        DocSearchError(
            .environment,
            "The key of share links, \"\(file)\", cannot be used: \(reason) Remove it to end all links and make a new key.",
            item: file)
    }

    private static func read(_ file: String) throws -> [UInt8]? {
        let fault = "it is not a file that this user alone can read."
        let bytes = try OwnFile.read(file, forbidden: 0o077, fault: fault) { refusal(file, $0) }
        guard let bytes else { return nil }
        guard bytes.count == keyBytes else { throw refusal(file, "it must have \(keyBytes) bytes.") }
        return Array(bytes)
    }

    /// If another server makes a key at the same moment, that one is used.
    private static func make(_ file: String) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let new = "\(file).\(UUID().uuidString)"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(file, "\(String(cString: strerror(errno))).") }
        defer {
            close(descriptor)
            unlink(new)
        }
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
        else { throw refusal(file, "it could not be written completely.") }
        if link(new, file) == 0 { return bytes }
        guard errno == EEXIST, let others = try read(file)
        else { throw refusal(file, "\(String(cString: strerror(errno))).") }
        return others
    }
}
