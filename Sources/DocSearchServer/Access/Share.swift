/// The content of a share link: one document, as it was when the link was made.
package struct Share: Sendable, Hashable {
    package var document: Int64
    /// The start of the document's hash, because a rebuilt index numbers documents anew.
    package var content: String
    /// Seconds since 1970.
    package var expires: Int64
    /// Makes the link unique, so that an ended link does not come back with the next one.
    package var random = String(Secret.made().prefix(randomLetters))
    package var code = ""

    package static let contentDigits = 16
    package static let randomLetters = 12

    package init(document: Int64, content: String, expires: Int64) {
        (self.document, self.expires) = (document, expires)
        self.content = String(content.prefix(Self.contentDigits))
    }

    /// Does not check the signature. Each link has only one valid spelling.
    init?(code: String) {
        let parts = code.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let document = Int64(parts[0]), let expires = Int64(parts[1]),
            document > 0, expires > 0, parts[2].utf8.count <= Self.contentDigits,
            parts[3].utf8.count == Self.randomLetters, parts[4].utf8.count == 64
        else { return nil }
        self.init(document: document, content: parts[2], expires: expires)
        (random, self.code) = (parts[3], code)
        guard code == "\(stated)-\(parts[4])" else { return nil }
    }

    var stated: String { "\(document)-\(expires)-\(content)-\(random)" }

    package static let days = 1...365
    package static let usualDays = 30
}
