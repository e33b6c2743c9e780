internal import ExtractionProtocol

/// Gives the passwords to try. Called only for what is locked. Throws when there is no answer.
package typealias PasswordSource = () throws -> [String]

/// Candidates for what is encrypted in a bundle, the one that fitted last first.
final class ZipPasswords {
    private let source: PasswordSource
    private var known: [String]?

    init(_ source: @escaping PasswordSource) { self.source = source }

    var isEmpty: Bool { get throws { try candidates.isEmpty } }

    private var candidates: [String] {
        get throws {
            if let known { return known }
            let given = try source()
            known = given
            return given
        }
    }

    /// The first candidate with which `attempt` reads an entry to its end: the old kind of encryption lets one wrong
    /// password in 256 pass, and only the checksum tells. Throws ``BundleError`` (`locked`) when there is none, and what
    /// is wrong when the entry is over a limit.
    func first(_ attempt: (String) throws -> Void) throws -> String {
        let candidates = try candidates
        for (number, candidate) in candidates.enumerated() {
            do {
                try attempt(candidate)
            } catch let error as BundleError where error.code == .locked || error.code == .damaged {
                continue
            }
            known = [candidate] + candidates[..<number] + candidates[(number + 1)...]
            return candidate
        }
        throw BundleError.encryptedEntry(hasPasswords: !candidates.isEmpty)
    }
}
