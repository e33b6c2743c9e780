import Foundation
import Testing

/// `osmem-server` of PyPI, which speaks OpenSearch's protocol, with nothing in it. Ends with the object.
final class SearchEngineServer {
    let url: String
    private let process = Process()
    private let input = Pipe()

    private static let root = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Where `make search-engine` puts it, or as the variable says.
    private static let executable =
        ProcessInfo.processInfo.environment["DOCSEARCH_OSMEM"]
        ?? root.appendingPathComponent(".build/osmem/osmem_server/bin/osmem-server").path

    static let isPossible =
        FileManager.default.isExecutableFile(atPath: executable)
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    static let reason: Comment = "osmem-server is not there (make search-engine), or curl"

    init() throws {
        process.executableURL = URL(fileURLWithPath: Self.executable)
        process.arguments = ["-addr", "127.0.0.1:0"]
        let output = Pipe()
        // It ends when its input does.
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            line += more
        }
        url = try #require(try JSON(line)["url"]?.string)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    // MARK: - What the guide says

    private static func guide() throws -> String {
        try String(contentsOf: root.appendingPathComponent("docs/feeding.md"), encoding: .utf8)
    }

    /// The first block of code of the guide that has some text.
    static func block(with text: String) throws -> String {
        let blocks = try guide().components(separatedBy: "\n```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
        let block = try #require(blocks.map(\.element).first { $0.contains(text) }, "\(text)")
        return block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().joined()
    }

    private func here(_ text: String, _ folder: String) -> String {
        text.replacing("http://localhost:9200", with: url).replacing("/srv/feed", with: folder)
    }

    func makeIndex(folder: String) throws {
        let outcome = try Self.shell(here(Self.block(with: "-X PUT"), folder))
        try #require(outcome.code == 0, "\(outcome.text)")
    }

    @discardableResult
    func send(folder: String, expecting code: Int32 = 0) throws -> String {
        let script = try Self.block(with: "_bulk?")
        let outcome = try Self.shell("set -- '\(folder)' '\(url)/archive'\n" + script)
        #expect(outcome.code == code, "\(outcome.text)")
        return outcome.text
    }

    static func shell(_ script: String) throws -> (code: Int32, text: String) {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", script]
        let output = Pipe()
        (shell.standardOutput, shell.standardError, shell.standardInput) = (output, output, FileHandle.nullDevice)
        try shell.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        return (shell.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    // MARK: - Asking

    func ask(_ path: String, _ body: String) throws -> JSON {
        let command = """
            curl --silent --show-error -H 'Content-Type: application/json' --data-binary @- '\(url)/\(path)' <<'END'
            \(body)
            END
            """
        return try JSON(Data(try Self.shell(command).text.utf8))
    }

    /// All documents by id, without `feed`, a few at a time.
    func documents() throws -> [String: JSON] {
        _ = try ask("archive/_refresh", "")
        var documents: [String: JSON] = [:]
        var after = ""
        while true {
            let body = #"{"size":3,"sort":[{"id":"asc"}],"query":{"match_all":{}}\#(after)}"#
            let hits = try ask("archive/_search", body)["hits"]?["hits"]?.elements ?? []
            guard let last = hits.last?["sort"]?[0]?.string else { return documents }
            for hit in hits {
                let id = try #require(hit["_id"]?.string)
                documents[id] = hit["_source"]?.without("feed")
            }
            after = #","search_after":["\#(last)"]"#
        }
    }
}
