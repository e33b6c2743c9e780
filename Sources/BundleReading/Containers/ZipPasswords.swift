internal import ExtractionProtocol
import Foundation

/// Called only when something is locked.
package typealias PasswordSource = () throws -> [String]

/// Candidates for encrypted content of a bundle, the last successful one first: the passwords in UTF-8 and, as Windows
/// programs write them, in code pages.
final class ZipPasswords {
    private let source: PasswordSource
    private var known: [Candidate]?

    /// With a terminating zero.
    typealias Candidate = [CChar]

    init(_ source: @escaping PasswordSource) { self.source = source }

    var isEmpty: Bool { get throws { try candidates.isEmpty } }

    private var candidates: [Candidate] {
        get throws {
            if let known { return known }
            let given = try source().flatMap(Self.candidates)
            known = given
            return given
        }
    }

    private static func candidates(for password: String) -> [Candidate] {
        var forms = [Array(password.utf8)]
        if !password.utf8.allSatisfy({ $0 < 0x80 }) {
            let typed = password.precomposedStringWithCanonicalMapping
            let first = [CodePage.cp850, .cp1252]
            let pages = first + CodePage.allCases.filter { !first.contains($0) }
            forms += [Array(typed.utf8), Array(password.decomposedStringWithCanonicalMapping.utf8)]
            forms += pages.compactMap { $0.bytes(of: typed) }
        }
        var seen: Set<[UInt8]> = []
        return forms.filter { seen.insert($0).inserted }.map { form in form.map { CChar(bitPattern: $0) } + [0] }
    }

    /// Reads an entry to its end with each candidate: the old encryption accepts one wrong password in 256, and only
    /// the checksum tells.
    func first(_ attempt: (Candidate) throws -> Void) throws -> Candidate {
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
