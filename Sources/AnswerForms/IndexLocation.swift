import DocSearch
import Foundation

/// `--index`, else `$DOCSEARCH_INDEX`, else the configuration file, else the data folder of the XDG Base Directory
/// Specification.
package enum IndexLocation {
    package static func path(option: String?, configuration: ConfigurationFile) throws -> String {
        if let given = option ?? Environment.value("DOCSEARCH_INDEX") ?? configuration.index { return absolute(given) }
        guard let data = Environment.value("XDG_DATA_HOME") ?? Environment.home.map({ $0 + "/.local/share" }) else {
            throw DocSearchError(
                .usage, "HOME is not set, and the account has no folder. Say where the index is: --index PATH.")
        }
        return data + "/docsearch"
    }

    package static func absolute(_ path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return trimmed.hasPrefix("/") ? trimmed : FileManager.default.currentDirectoryPath + "/" + trimmed
    }
}
