internal import ExtractionProtocol
internal import Markup
import Synchronization

/// The upper half of a single-byte code page.
struct CodePageTable: Sendable {
    struct Letter: Sendable {
        let scalar: Unicode.Scalar
        let small: Unicode.Scalar
        let isLetter: Bool
        let isCapital: Bool
        let hasCase: Bool
        let isVowel: Bool
        let hasGrave: Bool

        init(_ scalar: Unicode.Scalar) {
            self.scalar = scalar
            let lowered = scalar.properties.lowercaseMapping.unicodeScalars
            // Occurs only in Turkish code pages, where its lower-case form has no dot.
            small = scalar == "İ" ? "ı" : lowered.count == 1 ? lowered.first ?? scalar : scalar
            isLetter = scalar.properties.isAlphabetic
            isCapital = small != scalar
            hasCase = isCapital || scalar.properties.uppercaseMapping != String(scalar)
            let parts = String(small).decomposedStringWithCanonicalMapping.unicodeScalars
            isVowel = "aeiouyıæœø".unicodeScalars.contains(parts.first ?? small)
            hasGrave = parts.count == 2 && parts.last == "\u{300}"
        }
    }

    private let letters: [Letter?]

    subscript(byte: UInt8) -> Letter? { letters[Int(byte)] }

    func letters(of bytes: [UInt8]) -> [Letter]? {
        var letters: [Letter] = []
        for byte in bytes {
            guard let letter = self[byte] else { return nil }
            letters.append(letter)
        }
        return letters
    }

    func text(of bytes: [UInt8]) -> String? {
        letters(of: bytes).map { String(String.UnicodeScalarView($0.map(\.scalar))) }
    }

    func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = letters.firstIndex(where: { $0?.scalar == scalar }) else { return nil }
            bytes.append(UInt8(byte))
        }
        return bytes
    }

    func lossyText(of bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { self[$0]?.scalar ?? "\u{FFFD}" }))
    }

    /// Most code pages have most letters in common with others, and to find out about one takes long.
    private init?(_ page: CodePage, _ known: inout [Unicode.Scalar: Letter]) {
        guard let converter = TextConverter(page.rawValue) else { return nil }
        var letters: [Letter?] = []
        for byte in UInt8.min...UInt8.max {
            let found = byte < 0x80 ? Unicode.Scalar(byte) : converter.text(of: [byte])?.unicodeScalars.first
            let letter = found.map { known[$0] ?? Letter($0) }
            if let letter { known[letter.scalar] = letter }
            letters.append(letter)
        }
        self.letters = letters
    }

    /// The tables of all single-byte code pages in the C library. Its converters build them once, so that a reader,
    /// which may open no file, needs none of them.
    static let all: [CodePage: CodePageTable] = {
        var tables: [CodePage: CodePageTable] = [:]
        var known: [Unicode.Scalar: Letter] = [:]
        for page in CodePage.allCases where !page.isMultibyte { tables[page] = CodePageTable(page, &known) }
        return tables
    }()

    private static let converters = Mutex<[TextConverter]>([])

    /// Builds the tables and loads the other converters, one of each of which stays open. Call before the process gives
    /// up its rights.
    static func prepare() {
        _ = all
        converters.withLock { kept in
            guard kept.isEmpty else { return }
            // A missing converter is not a candidate.
            kept = CodePage.allCases.filter(\.isMultibyte).compactMap { TextConverter($0.rawValue) }
        }
    }
}

extension CodePage {
    func text(of bytes: [UInt8]) -> String? {
        isMultibyte ? TextConverter(rawValue)?.text(of: bytes) : CodePageTable.all[self]?.text(of: bytes)
    }

    func bytes(of text: String) -> [UInt8]? {
        isMultibyte ? TextConverter.bytes(of: text, in: rawValue) : CodePageTable.all[self]?.bytes(of: text)
    }
}
