import Foundation

/// Where the index is: `--index`, else `$DOCSEARCH_INDEX`, else the configuration file, else the data folder of the
/// XDG Base Directory Specification.
package enum IndexLocation {
    package static func path(option: String?, configuration: ConfigurationFile) -> String {
        if let given = option ?? Environment.value("DOCSEARCH_INDEX") ?? configuration.index { return absolute(given) }
        let data = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "/") + "/.local/share"
        return data + "/docsearch"
    }

    package static func absolute(_ path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return trimmed.hasPrefix("/") ? trimmed : FileManager.default.currentDirectoryPath + "/" + trimmed
    }
}
