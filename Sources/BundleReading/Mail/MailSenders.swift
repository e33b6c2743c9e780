internal import CGMime

/// Senders as GMime does not read them: encoded names without an address, or with one in an unusual place.
enum MailSenders {
    struct Sender {
        var name: String?
        var address: String?
    }

    static func senders(in raw: String, most: Int, decode: (String) -> String?) -> [Sender] {
        pieces(of: raw).prefix(most).compactMap { piece in
            // In quotation marks a program should have encoded nothing, and many do.
            decode(piece.filter { $0 != "\"" }).map { Sender($0) }
        }.filter { sender in (sender.name ?? sender.address)?.contains { $0.isLetter } ?? false }
    }

    private static func pieces(of raw: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var (isQuoted, depth) = (false, 0)
        for character in raw {
            switch character {
            case "\"": isQuoted.toggle()
            case "(", "<": depth += 1
            case ")", ">": depth = max(0, depth - 1)
            default: break
            }
            if character == ",", !isQuoted, depth == 0 {
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
    /// `Name <address>`, `Name (address)`, `address (Name)`, `Name address`, or one of both; `text` is decoded.
    init(_ text: String) {
        func bare(_ part: Substring) -> String? {
            let part = part.drop { $0.isWhitespace || "\"'".contains($0) }
            return String(part.reversed().drop { $0.isWhitespace || "\"'".contains($0) }.reversed()).nonEmpty
        }
        for (open, close) in [("<", ">"), ("(", ")")] as [(Character, Character)] {
            guard let start = text.firstIndex(of: open), let end = text[start...].firstIndex(of: close) else {
                continue
            }
            let (outer, inner) = (bare(text[..<start]), bare(text[text.index(after: start)..<end]))
            if inner?.contains("@") ?? (open == "<") {
                (name, address) = (outer, inner)
                return
            }
            if outer?.contains("@") == true {
                (name, address) = (inner, outer)
                return
            }
        }
        let words = text.split(separator: " ")
        if let last = words.last, words.count > 1, last.contains("@") {
            (name, address) = (bare(words.dropLast().joined(separator: " ")[...]), bare(last))
        } else {
            name = bare(text[...])
        }
    }
}
