/// Recognises what scanners and copiers call themselves and their files: `KM_C258e-1`, `BRW0080927AFBCE_004512`,
/// `Scanned from a Xerox Multifunction Printer`.
package enum DeviceName {
    /// True if all words belong to a machine, and are not a plain word and a year: `Canon 1912`.
    package static func isOne(_ name: String) -> Bool {
        let text = plain(name)
        // File names of machines have none.
        guard !text.contains("/"), !NameChunks.hasYears(text) else { return false }
        let chunks = NameChunks(text)
        let kinds = chunks.words.map(kind)
        guard !kinds.contains(.other) else { return false }
        // `Brother MFC`: the maker and its product.
        if kinds.count(where: { $0 == .maker }) > 1, chunks.words.contains(where: isLine) { return true }
        let numbers = chunks.words.filter { kind($0) == .number }
        // A model and a time: `S45C-819031209450`.
        if kinds.contains(.model), numbers.contains(where: { $0.count >= 10 }) { return true }
        if kinds.contains(.numbered) || kinds.contains(.scan) && kinds.contains(.device) { return true }
        if kinds.contains(.device), chunks.digits >= 6 { return true }
        guard kinds.contains(.maker) else { return false }
        if kinds.contains(.model) || kinds.contains(.device) || kinds.contains(.scan) { return true }
        if numbers.count == 1, let year = numbers.first.flatMap({ Int($0) }), 1000...2099 ~= year { return false }
        return chunks.digits >= 3
    }

    /// True if the words are makers, product lines and kinds of machines, without a number: `Xerox WorkCentre`.
    package static func isBrand(_ name: String) -> Bool {
        let words = NameChunks(plain(name)).words
        return words.count > 1 && words.allSatisfy(isBrand)
    }

    /// `Ricoh Company, Ltd.`, `Samsung Electronics`: a scan's maker, but elsewhere an author.
    package static func isCompany(_ name: String) -> Bool {
        let words = NameChunks(name.lowercased()).words
        return words.contains(where: isBrand)
            && words.allSatisfy { isBrand($0) || MachineVocabulary.companies.contains(String($0)) }
    }

    private static func plain(_ name: String) -> String {
        let text = name.lowercased()
        guard text.utf8.contains(UInt8(ascii: "-")) else { return text }
        return text.replacing("e-studio", with: "estudio").replacing("ir-adv", with: "iradv")
    }

    private static func isLine(_ word: Substring) -> Bool { MachineVocabulary.lines.contains(String(word)) }

    private static func isBrand(_ word: Substring) -> Bool {
        let word = String(word)
        return MachineVocabulary.makers.contains(word) || MachineVocabulary.devices.contains(word)
    }

    /// The name of a printer in the network, from its address: `BRW0080927AFBCE`, `NPI8F2A1C`.
    private static func isHost(_ word: Substring) -> Bool {
        ["brw", "brn", "rnp", "lxk", "npi", "sec", "xrx", "epson", "hp"].contains { prefix in
            let rest = word.dropFirst(prefix.count)
            return word.hasPrefix(prefix) && rest.count >= 6 && rest.allSatisfy(\.isHexDigit)
                && rest.contains(where: \.isNumber)
        }
    }

    private enum Kind { case number, maker, device, scan, filler, model, numbered, other }

    private static func kind(_ word: Substring) -> Kind {
        if word.allSatisfy(\.isNumber) { return .number }
        let text = String(word)
        if MachineVocabulary.makers.contains(text) { return .maker }
        if MachineVocabulary.devices.contains(text) { return .device }
        if MachineVocabulary.scans.contains(text) { return .scan }
        if MachineVocabulary.fillers.contains(text) { return .filler }
        if isHost(word) { return .numbered }
        let stem = word.prefix { !$0.isNumber }
        let rest = word[stem.endIndex...]
        let digits = rest.prefix { $0.isNumber }
        guard !digits.isEmpty, word.allSatisfy(\.isASCII) else { return .other }
        let letters = rest[digits.endIndex...]
        let name = String(stem)
        // `C364e18031209450`: a model and a time.
        let isModel =
            digits.count >= (stem.isEmpty ? 3 : 2) && letters.prefix { !$0.isNumber }.count <= 3
            && letters.drop { !$0.isNumber }.allSatisfy(\.isNumber)
        if MachineVocabulary.makers.contains(name) || MachineVocabulary.devices.contains(name), rest.count >= 3,
            isModel || rest.allSatisfy(\.isHexDigit)
        {
            return .numbered
        }
        if letters.isEmpty, MachineVocabulary.scans.contains(name) { return .scan }
        let isSerial = word.count >= 6 && word.allSatisfy(\.isHexDigit)
        return isModel && stem.count <= 4 || isSerial ? .model : .other
    }
}

/// The words and numbers of a name, and what is left of it without the numbers.
struct NameChunks {
    /// Runs of letters and digits.
    let words: [Substring]
    /// All letters, without blanks and marks.
    let letters: String
    let digits: Int

    /// A span at the end that a person wrote, and no machine: `1914-1918`, `1944/45`.
    static func hasYears(_ text: String) -> Bool {
        text.last?.isNumber == true && text.contains { "-–/".contains($0) }
            && text.contains(/\b(1[0-9]{3} ?[-–\/] ?[0-9]{2}|(1[0-9]{3}|20[0-9]{2}) ?[-–\/] ?(1[0-9]{3}|20[0-9]{2}))$/)
    }

    /// A year before there were scanners, as a word at the end: `No title, 1923`.
    static func hasOldYear(_ text: String) -> Bool {
        let end = text.last == ")" ? text.dropLast() : text[...]
        let year = end.suffix(4)
        guard let before = end.dropLast(4).last, " (".contains(before), year.allSatisfy(\.isNumber) else {
            return false
        }
        return Int(year).map { 1700..<1990 ~= $0 } ?? false
    }

    init(_ text: String) {
        words = text.split { !$0.isLetter && !$0.isNumber }
        letters = text.filter(\.isLetter)
        digits = text.count { $0.isNumber }
    }
}
