internal import CGMime

/// Senders as GMime does not read them: encoded names without an address, or with one in an unusual place.
enum MailSenders {
    struct Sender {
        var name: String?
        var address: String?
    }

    static func senders(in raw: String, most: Int, decode: (String) -> String?) -> [Sender] {
        let pieces = pieces(of: raw)
        return (isOnePerson(pieces, raw) ? [raw] : pieces).prefix(most).compactMap { piece in
            // In quotation marks a program should have encoded nothing, and many do.
            decode(String(piece.map { $0 == "\"" ? " " : $0 })).map { Sender($0) }
        }.filter { sender in (sender.name ?? sender.address)?.contains { $0.isLetter } ?? false }
    }

    /// `Smith, Ann ann@example.org`
    private static func isOnePerson(_ pieces: [String], _ raw: String) -> Bool {
        guard pieces.count == 2, !raw.contains(where: { "<>()[];\"".contains($0) }) else { return false }
        let words = pieces.map { $0.split(whereSeparator: \.isWhitespace) }
        return words[0].count == 1 && !pieces[0].contains("@") && (2...3).contains(words[1].count)
            && words[1].last?.contains("@") == true
    }

    /// `uunet!mill!ann`, `ann at example.org`, `ann at example dot org`: ways of UUCP and of archives of mailing lists.
    static func isOldAddress(_ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        if words.count == 1 { return words[0].dropFirst().dropLast().contains("!") }
        return words.count > 2 && words[1] == "at"
            && (words.count == 3 ? words[2].contains(".") : words.contains("dot"))
    }

    /// True for what is not `address`, `name <address>`, `address (name)` or a group, but has an address.
    static func isUnusual(_ raw: String) -> Bool {
        let pieces = Self.pieces(of: raw)
        if pieces.count > Self.pieces(of: raw, divided: ",").count { return true }
        return pieces.contains { piece in
            let text = piece.trimmingBlanks()
            if text.uppercased().hasPrefix(exchange) { return true }
            if !text.contains("@") {
                if text.hasPrefix("\""), text.hasSuffix("\"") { return true }
                if text.hasSuffix(")"), isOldAddress(String(text.prefix { $0 != "(" })) { return true }
            }
            guard text.contains(where: { "@</".contains($0) }), !text.hasSuffix(")"), !text.hasSuffix(";") else {
                return false
            }
            if text.hasSuffix(">"), let start = text.lastIndex(of: "<") {
                let address = text[start...]
                return !address.contains("@") || address.contains(where: \.isWhitespace)
            }
            if !text.contains(where: \.isWhitespace) { return text.contains("/") || text.contains("\"") }
            // A group.
            return !text.contains(":") || text.contains("[")
        }
    }

    /// True for words that programs write in place of a name.
    static func isPlaceholder(_ name: String) -> Bool {
        ["undisclosed-recipients", "undisclosed recipients", "on behalf of", "ex", "smtp", "mailto"].contains(
            name.lowercased().trimmingBlanks())
    }

    /// The kind of an address of Exchange, before it.
    fileprivate static let exchange = "EX:"

    /// Without quotation marks around all of it, without what a mailing list adds to them, and without the units of an
    /// organisation that Lotus Notes writes behind a name.
    static func tidied(_ name: String) -> String {
        var name = name
        if name.hasPrefix("'"), let end = name.range(of: "' via ") {
            name = String(name[..<end.upperBound].dropLast(5))
        }
        if let first = name.first, first == name.last, "'\"".contains(first), name.count > 2,
            !name.dropFirst().dropLast().contains(first)
        {
            name = String(name.dropFirst().dropLast())
        }
        return nameInAddress(name) ?? name
    }

    /// The name in an address of Lotus Notes, Exchange or X.400, which may be packed into one of the Internet.
    static func nameInAddress(_ text: String) -> String? {
        let (kind, address) = unpacked(text.trimmingBlanks())
        return nameInNotes(address, isNotes: kind == "NOTES") ?? nameInX400(address)
    }

    /// Exchange packs addresses of other systems into `IMCEANOTES-Anna+20Kern_Works@example.org`: with `_` for a slash
    /// and `+20` for a blank.
    private static func unpacked(_ text: String) -> (kind: String?, address: String) {
        let mark = "IMCEA"
        guard text.uppercased().hasPrefix(mark), let dash = text.firstIndex(of: "-"), let end = text.lastIndex(of: "@"),
            dash < end
        else { return (nil, text) }
        var bytes: [UInt8] = []
        var rest = text[text.index(after: dash)..<end].utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), let code = number(of: rest.prefix(2)) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte)
            }
        }
        let kind = text[..<dash].dropFirst(mark.count).uppercased()
        let address = String(decoding: bytes, as: UTF8.self)
        return (kind, kind == "NOTES" ? String(address.prefix { $0 != "@" }) : address)
    }

    /// Nil for all but two digits. The standard library would take a sign, too.
    private static func number(of digits: Substring.UTF8View) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        return digits.count == 2 && text.allSatisfy(\.isHexDigit) ? UInt8(text, radix: 16) : nil
    }

    /// `/G=Anna/S=Kern/O=Riga/C=LV/@example.org` or `S=Kern;G=Anna;O=Riga` (RFC 2156, 2.3).
    private static func nameInX400(_ address: String) -> String? {
        var parts: [String: String] = [:]
        for part in address.split(whereSeparator: { "/;".contains($0) }) {
            guard let sign = part.firstIndex(of: "=") else { continue }
            let value = String(part[part.index(after: sign)...]).trimmingBlanks()
            parts[String(part[..<sign]).trimmingBlanks().uppercased()] = value
        }
        guard ["C", "O", "A", "P", "ADMD", "PRMD"].contains(where: { parts[$0] != nil }) else { return nil }
        let names = [parts["G"], parts["I"], parts["S"]].compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }

    /// The name in an address of Lotus Notes or Exchange: `Anna Kern/Works/Riga@RIGA`, `CN=Anna Kern/O=Riga`,
    /// `/O=RIGA/OU=WORKS/CN=AKERN`. Nil for anything else.
    private static func nameInNotes(_ text: String, isNotes: Bool) -> String? {
        let address = text.trimmingBlanks()
        let whole = address.prefix { $0 != "@" }
        let domain = address.dropFirst(whole.count + 1)
        // Its domains are words, mostly in capitals.
        let isInDomain = !domain.isEmpty && domain.allSatisfy { $0.isUppercase || $0.isNumber || "-_ ".contains($0) }
        let parts = whole.split(separator: "/", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        guard domain.isEmpty || isInDomain, !whole.contains(" /"), !whole.contains("/ "), let first = parts.first else {
            return nil
        }
        if let name = parts.last(where: { $0.lowercased().hasPrefix("cn=") }) {
            return String(name.dropFirst(3)).nonEmpty
        }
        guard first.contains(" "), parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return isNotes || isInDomain || parts.count > 2 ? first : nil
    }

    /// Outlook writes semicolons for commas. They also end a group (`Team: ann@example.org;`), and divide an address of X.400.
    private static func pieces(of raw: String, divided marks: String = ",;") -> [String] {
        var pieces: [String] = []
        var piece = ""
        var (isQuoted, isInGroup, depth) = (false, false, 0)
        for character in raw {
            switch character {
            case "\"": isQuoted.toggle()
            case "(", "<", "[": depth += 1
            case ")", ">", "]": depth = max(0, depth - 1)
            case ":": if !isQuoted, depth == 0 { isInGroup = true }
            default: break
            }
            let isFree = !isQuoted && depth == 0
            let isPart = character == ";" && (isInGroup || piece.contains("=") && !piece.contains("=?"))
            if isFree, character == ";" { isInGroup = false }
            if isFree, marks.contains(character), !isPart {
                pieces.append(piece)
                piece = ""
            } else {
                piece.append(character)
            }
        }
        return pieces + [piece]
    }
}

extension MailSenders.Sender {
    /// `Name <address>`, `<address> Name`, `Name (address)`, `Name [address]`, `address (Name)`, `Name address`,
    /// `address Name`, or one of both; `text` is decoded.
    init(_ text: String) {
        let isOfExchange = text.trimmingBlanks().uppercased().hasPrefix(MailSenders.exchange)
        self.init(parts: isOfExchange ? String(text.trimmingBlanks().dropFirst(3)).trimmingBlanks() : text)
        name = name.map(MailSenders.tidied)
        if address?.hasPrefix("mailto:") == true { address = address.map { String($0.dropFirst(7)) } }
    }

    private init(parts text: String) {
        func bare(_ part: Substring) -> String? {
            let part = part.drop { $0.isWhitespace || $0 == "\"" }
            return String(part.reversed().drop { $0.isWhitespace || $0 == "\"" }.reversed()).nonEmpty
        }
        for (open, close) in [("<", ">"), ("(", ")"), ("[", "]")] as [(Character, Character)] {
            guard let start = text.firstIndex(of: open), let end = text[start...].firstIndex(of: close) else {
                continue
            }
            let inner = bare(text[text.index(after: start)..<end])
            let outer = bare(text[..<start]) ?? (open == "<" ? bare(text[text.index(after: end)...]) : nil)
            if inner?.contains("@") ?? (open == "<") {
                (name, address) = (outer, inner)
                return
            }
            if let outer, outer.contains("@") || open == "(" && MailSenders.isOldAddress(outer) {
                (name, address) = (inner, outer)
                return
            }
            // `Name <name at example.org>`
            if open == "<", outer != nil {
                (name, address) = (outer, inner)
                return
            }
        }
        let words = text.split(separator: " ")
        if let known = MailSenders.nameInAddress(text) {
            (name, address) = (known, bare(text[...]))
        } else if let first = words.first, words.count > 1, first.contains("@") {
            (name, address) = (bare(words.dropFirst().joined(separator: " ")[...]), bare(first))
        } else if let last = words.last, words.count > 1, last.contains("@") {
            (name, address) = (bare(words.dropLast().joined(separator: " ")[...]), bare(last))
        } else {
            name = bare(text[...])
        }
    }
}
