import Foundation

/// Files in a PDF under `UF`, `DOS`, `Mac` or `Unix` alone (ISO 32000-1, 7.11.4). Poppler knows only `F`.
struct OddlyNamedFiles {
    struct File: Equatable {
        var name: String
        var number: Int
    }

    private(set) var files: [File] = []

    private static let keys = ["/UF", "/DOS", "/Mac", "/Unix"]

    /// At most `most`, the latest of each stream.
    init(_ pdf: UnsafeRawBufferPointer, most: Int) {
        let objects = ObjectBytes(pdf)
        guard objects.lastValue(of: "/Encrypt") == nil else { return }
        var known: Set<Int> = []
        for (before, behind) in objects.surroundings(of: "/EF") where files.count < most {
            guard let end = behind.range(of: ">>") else { continue }
            let inner = behind[..<end.lowerBound].drop(while: \.isWhitespace)
            guard inner.hasPrefix("<<"), inner.range(of: "/F ") == nil,
                let key = Self.keys.lazy.compactMap({ inner.range(of: $0) }).first,
                let number = ObjectBytes.references(in: inner[key.upperBound...]).first?.number,
                known.insert(number).inserted
            else { continue }
            let rest = behind[end.upperBound...]
            let more = rest.range(of: ">>").map { rest[..<$0.lowerBound] } ?? ""
            files.append(File(name: Self.name(in: before + more), number: number))
        }
        // In the order of the PDF.
        files.reverse()
    }

    /// Empty where it is written in another way than most programs do.
    private static func name(in dictionary: String) -> String {
        for key in keys + ["/F"] {
            guard let found = dictionary.range(of: key) else { continue }
            let value = dictionary[found.upperBound...].drop(while: \.isWhitespace)
            guard let end = value.firstIndex(of: ")"), value.first == "(" else { continue }
            let name = value[..<end].dropFirst()
            if !name.contains(where: { $0 == "\\" || $0 == "\u{FFFD}" }) { return String(name) }
        }
        return ""
    }

    static func read(_ file: File, in pdf: UnsafeRawBufferPointer) -> [UInt8]? {
        var left = mostBytes
        return ObjectBytes(pdf).contents(file.number, left: &left)
    }

    private static let mostBytes = 64 << 20
}
