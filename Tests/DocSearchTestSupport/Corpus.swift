import Foundation

/// Real files to test against, which are not part of the project: `$DOCSEARCH_CORPUS`, else `shared/corpus` beside the
/// project. Tests that need it are skipped where it is not.
public enum Corpus {
    public static let path: String =
        ProcessInfo.processInfo.environment["DOCSEARCH_CORPUS"]
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus").path

    /// Whether there is something at a path below the corpus.
    public static func has(_ relative: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + relative)
    }
}
