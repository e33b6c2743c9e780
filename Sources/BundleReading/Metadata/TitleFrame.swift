import Foundation

/// Programs put their name or the folder around the name that a person gave to a file: `Microsoft Word - Minutes.doc`,
/// `C:\letters\Minutes.doc`.
package enum TitleFrame {
    /// A file name where a title belongs: `MINUTES.DOC`, `/tmp/ocr/page.tif`.
    package static func isFileName(_ title: String) -> Bool {
        let name = withoutMode(title)
        return ending(of: framed(name) ?? name) != nil
    }

    /// The name of a program before or behind another name, as printer drivers write it.
    package static func isOne(_ title: String) -> Bool { framed(title) != nil }

    /// `QuarkXPress(tm): Brochure`. A person does not mark the program as a trademark.
    static func isMarked(_ title: String) -> Bool { marked(title) != nil }

    private static func marked(_ title: String) -> String? {
        guard title.utf8.contains(UInt8(ascii: ":")) else { return nil }
        for mark in ["(tm): ", "(TM): ", "\u{2122}: "] {
            guard let place = title.range(of: mark) else { continue }
            if isProgram(String(title[..<place.lowerBound])) { return String(title[place.upperBound...]) }
        }
        return nil
    }

    private static func ending(of title: String) -> Substring? {
        guard let dot = title.lastIndex(of: "."), dot > title.startIndex,
            endings.contains(title[title.index(after: dot)...].lowercased())
        else { return nil }
        return title[dot...]
    }

    /// The name that a person gave to the file, without its folder, its ending and the program: `Minutes` of
    /// `Microsoft Word - Minutes.doc`. Nil where that is no title.
    package static func unframed(_ title: String) -> String? {
        var name = withoutMode(title)
        name = framed(name) ?? name
        if let ending = ending(of: name) { name.removeLast(ending.count) }
        if name.contains(/^([A-Za-z]:|\/|~|\\)[^ ]/), let folder = name.lastIndex(where: { "/\\".contains($0) }) {
            name = String(name[folder...].dropFirst())
        }
        name = name.trimmingBlanks()
        let isTitle = name != title && name.count(where: \.isLetter) > 1
        return isTitle && !MachineName.isOne(name) && !MachineName.isVague(name) && !MachineName.isCounter(name)
            ? name : nil
    }

    /// Office programs say behind the name of a file how they opened it.
    private static func withoutMode(_ title: String) -> String {
        guard title.utf8.last == UInt8(ascii: "]"), let bracket = title.range(of: " [", options: .backwards),
            modes.contains(title[bracket.upperBound...].dropLast().lowercased())
        else { return title }
        return String(title[..<bracket.lowerBound])
    }

    private static let modes: Set<String> = [
        "compatibility mode", "read-only", "protected view", "kompatibilitätsmodus", "schreibgeschützt",
        "geschützte ansicht", "mode de compatibilité", "lecture seule", "modo de compatibilidad", "solo lectura",
        "sólo lectura", "modalità compatibilità", "sola lettura", "modo de compatibilidade", "somente leitura",
        "compatibiliteitsmodus", "alleen-lezen", "tryb zgodności", "tylko do odczytu", "kompatibilitetsläge",
        "kompatibilitetstilstand", "kompatibilitetsmodus", "režim kompatibility", "jen pro čtení", "kompatibilis mód",
        "режим ограниченной функциональности", "только чтение", "互換モード", "兼容模式", "相容模式", "호환 모드",
    ]

    private static func trimmed(_ text: Substring) -> String { String(text).trimmingBlanks() }

    private static func isProgram(_ name: String) -> Bool {
        MachineVocabulary.programs.contains(MachineName.plain(name))
    }

    /// The name behind or before that of a program: `x.doc` of `Microsoft Word - x.doc`, and nothing of
    /// `Microsoft Word - `.
    static func framed(_ title: String) -> String? {
        if let name = marked(title) { return name }
        // Most titles have no dash, and need no search.
        guard title.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 >= 0x80 }) else { return nil }
        let isInBrackets = title.hasPrefix("(") && title.hasSuffix(")")
        let bare = isInBrackets ? title.dropFirst().dropLast() : title[...]
        let title = " \(bare) ".replacing(" – ", with: " - ")
        guard let first = title.range(of: " - "), let last = title.range(of: " - ", options: .backwards) else {
            return nil
        }
        let (start, rest) = (trimmed(title[..<first.lowerBound]), trimmed(title[first.upperBound...]))
        let (name, end) = (trimmed(title[..<last.lowerBound]), trimmed(title[last.upperBound...]))
        if isProgram(start) { return rest }
        return isProgram(end) && end.lowercased() != "print" ? name : nil
    }

    private static let endings = Set(
        """
        doc docx docm dot dotx dvi tex indd qxd tif tiff jpg jpeg jp2 png gif bmp webp heic wpd wps wri pub p65 pmd exe txt rtf \
        ps eps odt ods odp odg sxw xls xlsx xlsm csv ppt pptx pps ppsx cdr psd ai prn pcl tmp pdf xps oxps xml hocr mets rpt \
        dwg dxf vsd vsdx mpp mdb msg eml mht mhtml pages numbers hwp hwpx fm lwp sam wpt bak log fig rdl svg
        """.split(separator: " ").map(String.init))
}
