import AnswerForms
import DocSearch
import Foundation

/// The tokens with their rights, in JSON as docs/serving.md describes it.
package struct TokenFile: Sendable {
    package struct Token: Sendable, Equatable {
        package var name: String
        /// 64 lower-case hexadecimal digits.
        package var hash: String
        package var visitor: Visitor
        /// Seconds since 1970; nil for a token that does not expire.
        package var expires: Int64?

        package init(name: String, hash: String, visitor: Visitor, expires: Int64? = nil) {
            (self.name, self.hash, self.visitor, self.expires) = (name, hash, visitor, expires)
        }

        func isValid(at now: Int64) -> Bool { expires.map { now < $0 } ?? true }
    }

    package var tokens: [Token]

    package init(_ tokens: [Token]) { self.tokens = tokens }

    /// Throws ``DocSearchError`` with code `usage` for any fault: a token must never admit more than was meant.
    package init(contentsOf path: String) throws {
        func refusal(_ reason: String) -> DocSearchError {
            DocSearchError(.usage, "The token file \"\(path)\" cannot be used: \(reason)", item: path)
        }
        let bytes = try Self.bytes(at: path, refusal)
        let stored: Stored
        let repeated: String?
        // The decoder takes other encodings as well, in which repeated members are not looked for.
        guard !bytes.contains(0) else { throw refusal("it is not text in UTF-8.") }
        do {
            stored = try JSONDecoder().decode(Stored.self, from: bytes)
            repeated = try RepeatedMember.first(in: bytes)
        } catch {
            if case DecodingError.valueNotFound(_, let context) = error, let member = context.codingPath.last {
                throw refusal("\"\(member.stringValue)\" is null. Leave the member out where it has no value.")
            }
            let shape =
                "It must be an object with a list \"tokens\" of objects with name, sha256, filter, write and expires."
            guard let error = error as? DecodingError else { throw refusal("\(error). \(shape)") }
            let fault = JSONFault(error, in: String(decoding: bytes, as: UTF8.self))
            // The objects of a list have no names.
            let token = fault.path.lazy.compactMap(\.intValue).first.map { "token \($0 + 1), " } ?? ""
            throw refusal("\(token)\(fault.sentence). \(shape)")
        }
        if let repeated {
            throw refusal("it has \"\(repeated)\" twice in one object, so it is not clear which of them counts.")
        }
        guard !stored.tokens.isEmpty else { throw refusal("it contains no token.") }
        var names: Set<String> = []
        var hashes: Set<String> = []
        tokens = try stored.tokens.map { entry in
            guard Self.isName(entry.name) else {
                throw refusal("the name \"\(entry.name.prefix(80))\" is not one of a token. \(Self.nameRule)")
            }
            guard names.insert(entry.name).inserted
            else { throw refusal("two tokens have the name \"\(entry.name)\".") }
            guard entry.sha256.utf8.count == 64, entry.sha256.allSatisfy({ "0123456789abcdef".contains($0) })
            else { throw refusal("the sha256 of \"\(entry.name)\" is not 64 digits and letters from a to f.") }
            guard hashes.insert(entry.sha256).inserted else { throw refusal("two tokens have the same sha256.") }
            try Self.checkFilter(of: entry, refusal)
            let visitor = Visitor(name: entry.name, access: entry.filter, rights: Set(entry.write ?? []))
            return Token(
                name: entry.name, hash: entry.sha256, visitor: visitor, expires: try Self.expiry(of: entry, refusal))
        }
    }

    private static let maximumName = 64

    package static let nameRule = "The name of a token has 1 to \(maximumName) letters, without control characters."

    package static func isName(_ name: String) -> Bool {
        (1...maximumName).contains(name.count)
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    private static func bytes(at path: String, _ refusal: (String) -> DocSearchError) throws -> Data {
        var status = stat()
        guard stat(path, &status) == 0 else { throw refusal("\(String(cString: strerror(errno))).") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw refusal("it is not a regular file.") }
        guard status.st_mode & 0o022 == 0
        else { throw refusal("users other than its owner can write to it (chmod go-w).") }
        guard status.st_size <= 1 << 20, let bytes = FileManager.default.contents(atPath: path)
        else { throw refusal("it cannot be read, or is larger than 1 MiB.") }
        return bytes
    }

    private static func checkFilter(of entry: Stored.Entry, _ refusal: (String) -> DocSearchError) throws {
        guard let filter = entry.filter else { return }
        // In searches `@name` is a saved question. Here it would be a plain word and admit more than was meant.
        let words = filter.split(whereSeparator: \.isWhitespace).map { $0.drop { "-(".contains($0) } }
        guard !words.contains(where: { $0.hasPrefix("@") }) else {
            throw refusal("the filter of \"\(entry.name)\" names a saved question, which cannot be a filter.")
        }
        do {
            try ArchiveIndex.checkAccess(filter)
        } catch let error as DocSearchError {
            throw refusal("the filter of \"\(entry.name)\": \(error.message)")
        }
    }

    private static func expiry(of entry: Stored.Entry, _ refusal: (String) -> DocSearchError) throws -> Int64? {
        guard let text = entry.expires else { return nil }
        guard let date = DocumentDate(text)
        else { throw refusal("\"\(entry.name)\" expires on \"\(text)\", which is not a date such as 2027-01-31.") }
        return date.secondsSinceEpoch
    }

    package func visitor(of secret: String, now: Int64 = Int64(Date().timeIntervalSince1970)) -> Visitor? {
        token(known: Array(Secret.hash(secret).utf8), now: now, by: \.hash)?.visitor
    }

    /// Takes the same time for every token.
    func token(known given: [UInt8], now: Int64, by sign: (Token) -> String) -> Token? {
        var found: Token?
        for token in tokens where Secret.areEqual(Array(sign(token).utf8), given) { found = token }
        return found?.isValid(at: now) ?? false ? found : nil
    }

    /// Runs each filter against the index: otherwise the first visitor would meet the error of one with an unknown
    /// folder. A missing index is no fault.
    package func check(with index: ArchiveIndex) throws {
        for token in tokens {
            do {
                if let filter = token.visitor.access { _ = try index.permitted([], by: filter) }
            } catch let error as DocSearchError {
                guard error.code != .noIndex else { return }
                throw DocSearchError(
                    error.code, "The filter of the token \"\(token.name)\" cannot be used: \(error.message)")
            }
        }
    }

    private struct Stored: Decodable {
        var tokens: [Entry]

        init(from decoder: any Decoder) throws {
            try KnownMembers(CodingKeys.allCases.map(\.rawValue)).refuseOthers(in: decoder)
            tokens = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .tokens)
        }

        enum CodingKeys: String, CodingKey, CaseIterable { case tokens }

        struct Entry: Decodable {
            var name: String
            var sha256: String
            var filter: String?
            var write: [Visitor.Right]?
            var expires: String?

            init(from decoder: any Decoder) throws {
                try KnownMembers(CodingKeys.allCases.map(\.rawValue)).refuseOthers(in: decoder)
                let values = try decoder.container(keyedBy: CodingKeys.self)
                name = try values.decode(String.self, forKey: .name)
                sha256 = try values.decode(String.self, forKey: .sha256)
                // A member that is null is an error: it would be taken for one that is not there, and allow more.
                func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
                    try values.contains(key) ? values.decode(Value.self, forKey: key) : nil
                }
                filter = try value(.filter)
                write = try (value(.write) as [String]?)?.map { word in
                    if let right = Visitor.Right(rawValue: word) { return right }
                    let known = KnownMembers(Visitor.Right.allCases.map(\.rawValue), noun: "right")
                    throw DecodingError.dataCorruptedError(
                        forKey: .write, in: values,
                        debugDescription: "there is no right \"\(word)\"; \(known.advice(on: word))")
                }
                expires = try value(.expires)
            }

            enum CodingKeys: String, CodingKey, CaseIterable { case name, sha256, filter, write, expires }
        }
    }
}
