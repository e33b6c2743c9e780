import ContentHashing

package enum Secret {
    package static func made() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String((0..<32).map { _ in letters[Int(generator.next(upperBound: UInt8(32)))] })
    }

    /// Slow hashing is for passwords that people invent; a token has 160 random bits.
    package static func hash(_ secret: String) -> String {
        var sum = SHA256()
        sum.update(Array(secret.utf8))
        return sum.digest()
    }

    /// Takes the same time wherever they differ.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
