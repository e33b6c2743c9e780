import Foundation

/// An empty folder of a test's own, removed with everything in it when the object goes.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public var path: String { url.path }

    /// Throws when the folder cannot be made.
    public init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("docsearch-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing can be done about it here, and the system empties its temporary folder by itself.
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file, making folders for a `name` with slashes, and returns its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }
}
