internal import ExtractionProtocol
internal import Markup
import Synchronization

/// What the upper half of a code page with one byte for each character is.
struct CodePageTable: Sendable {
    /// A character, and what of it matters for the sense of a name.
    struct Letter: Sendable {
        let scalar: Unicode.Scalar
        /// The small letter; the character itself where it has no case.
        let small: Unicode.Scalar
        let isLetter: Bool
        let isCapital: Bool
        let hasCase: Bool
        let isVowel: Bool

        init(_ scalar: Unicode.Scalar) {
            self.scalar = scalar
            let lowered = scalar.properties.lowercaseMapping.unicodeScalars
            // In Turkish, in whose code pages alone it is, the small letter has no dot.
            small = scalar == "İ" ? "ı" : lowered.count == 1 ? lowered.first ?? scalar : scalar
            isLetter = scalar.properties.isAlphabetic
            isCapital = small != scalar
            hasCase = isCapital || scalar.properties.uppercaseMapping != String(scalar)
            let base = String(small).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? small
            isVowel = "aeiouyıæœø".unicodeScalars.contains(base)
        }
    }

    /// By byte, from 0; nil where the code page has nothing.
    private let letters: [Letter?]

    subscript(byte: UInt8) -> Letter? { letters[Int(byte)] }

    /// The text that the bytes are; nil when some of them are nothing in this code page.
    func text(of bytes: [UInt8]) -> String? {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            guard let letter = self[byte] else { return nil }
            scalars.append(letter.scalar)
        }
        return String(scalars)
    }

    /// The bytes of a text; nil when some of it is not in this code page.
    func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = letters.firstIndex(where: { $0?.scalar == scalar }) else { return nil }
            bytes.append(UInt8(byte))
        }
        return bytes
    }

    private init?(_ page: CodePage) {
        guard let converter = TextConverter(page.rawValue) else { return nil }
        letters = (UInt8.min...UInt8.max).map { byte in
            if byte < 0x80 { return Letter(Unicode.Scalar(byte)) }
            guard let text = converter.text(of: [byte]), let scalar = text.unicodeScalars.first else { return nil }
            return Letter(scalar)
        }
    }

    /// The tables of all code pages that the C library has. They are made by its converters once, so that a reader, which
    /// may open no file, needs none of them.
    static let all: [CodePage: CodePageTable] = {
        var tables: [CodePage: CodePageTable] = [:]
        for page in CodePage.allCases where !page.isMultibyte { tables[page] = CodePageTable(page) }
        return tables
    }()

    private static let converters = Mutex<[TextConverter]>([])

    /// Makes the tables and loads the converters of the others, one of which each stays open. To be called before the
    /// process gives up its rights.
    static func prepare() {
        _ = all
        converters.withLock { kept in
            guard kept.isEmpty else { return }
            // One that is missing here is no guess.
            kept = CodePage.allCases.filter(\.isMultibyte).compactMap { TextConverter($0.rawValue) }
        }
    }
}

extension CodePage {
    /// The text that the bytes stand for; nil when some of them have no meaning in this code page.
    func text(of bytes: [UInt8]) -> String? {
        isMultibyte ? TextConverter(rawValue)?.text(of: bytes) : CodePageTable.all[self]?.text(of: bytes)
    }
}
