import Foundation

/// Files that poppler, fontconfig and tesseract open while they read: public data of the system, and the user's own
/// fonts. Found by tracing calls over a corpus of PDFs with and without embedded fonts, East Asian ones among them.
enum ReadableData {
    static func paths(languageData: String?) -> [String] {
        var paths = [
            // Tables for text in Chinese, Japanese and Korean encodings.
            "/usr/share/poppler", "/usr/local/share/poppler",
            "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/texmf/fonts", "/usr/share/ghostscript",
            // Substitutes for fonts that are not embedded, and the list of fonts.
            "/etc/fonts", "/usr/share/fontconfig", "/usr/local/etc/fonts", "/var/cache/fontconfig",
            "/usr/share/xml/fontconfig",
        ]
        let environment = ProcessInfo.processInfo.environment
        if let home = environment["HOME"], home.hasPrefix("/") {
            paths += [".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig", ".fontconfig"].map {
                "\(home)/\($0)"
            }
        }
        if let own = environment["FONTCONFIG_PATH"] { paths.append(own) }
        if let languageData { paths += [languageData] + linked(in: languageData) }
        return paths
    }

    /// Language data may be a link to another place. The rule for the folder does not cover its target.
    private static func linked(in folder: String) -> [String] {
        // Without the folder no language can be recognised, which is reported when one is requested.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".traineddata") }.map { "\(folder)/\($0)" }
            .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) != nil }
    }
}
