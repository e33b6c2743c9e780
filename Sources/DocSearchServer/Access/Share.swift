/// What a share link opens: one document, as it was when the link was made.
package struct Share: Sendable, Hashable {
    package var document: Int64
    /// The beginning of the document's hash: numbers are given anew when an index is made again.
    package var content: String
    /// Seconds since 1970.
    package var expires: Int64
    /// Letters that no other link has: one that was ended does not come back with the next one.
    package var random = String(Secret.made().prefix(randomLetters))
    /// As it stands in addresses.
    package var code = ""

    package static let contentDigits = 16
    package static let randomLetters = 12

    package init(document: Int64, content: String, expires: Int64) {
        (self.document, self.expires) = (document, expires)
        self.content = String(content.prefix(Self.contentDigits))
    }

    /// What a code says, true or not; nil for what is no code. There is one way of writing each.
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

    /// What of the code is signed.
    var stated: String { "\(document)-\(expires)-\(content)-\(random)" }

    package static let days = 1...365
    package static let usualDays = 30
}
