import Foundation

enum ExtractionProgram {
    static let name = "docsearch-extract"

    static func locate(_ explicit: String?) throws -> String {
        if let given = explicit ?? ProcessInfo.processInfo.environment["DOCSEARCH_EXTRACT"] {
            guard access(given, X_OK) == 0 else {
                throw DocSearchError(
                    .environment, "\"\(given)\" cannot be run. It should be the \(name) program.", item: given)
            }
            return given
        }
        let candidates = paths()
        guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw DocSearchError(
                .environment,
                "The program \(name) was not found (looked for \(candidates.joined(separator: ", "))). "
                    + "Reinstall docsearch, or set DOCSEARCH_EXTRACT to its path.")
        }
        return found
    }

    private static func paths() -> [String] {
        var result: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        if count > 0 {
            let folder = PathText.parent(String(decoding: buffer[..<count], as: UTF8.self))
            result += [folder + "/" + name, PathText.parent(folder) + "/libexec/docsearch/" + name]
        }
        return result + ["/usr/local/libexec/docsearch/" + name, "/usr/libexec/docsearch/" + name]
    }
}
