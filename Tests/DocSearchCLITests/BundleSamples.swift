import DocSearchTestSupport
import Foundation
import Testing

/// Samples/bundles, indexed once as they are and once unpacked, for all tests that only read.
enum BundleSamples {
    enum Form: String, Sendable {
        case samples, folders

        /// A program whose index holds them. Do not write to it.
        func program() throws -> Program { try indexed.get().program }

        /// What `show --json` says of the document at a path; null when there is none.
        func shown(_ path: String) throws -> JSON { try indexed.get().shown[path] ?? .null }

        /// What `find --json --all` answers to a query of expected.json.
        func answer(_ query: String) throws -> JSON { try indexed.get().answers[query] ?? .null }

        private var indexed: Result<Indexed, any Error> {
            switch self {
            case .samples: BundleSamples.packed
            case .folders: BundleSamples.unpacked
            }
        }
    }

    /// An index, and what it answers, asked once: a program takes its time to start.
    private struct Indexed {
        var program: Program
        var shown: [String: JSON] = [:]
        var answers: [String: JSON] = [:]
    }

    struct Document: Sendable, CustomTestStringConvertible {
        var form: Form
        var format: String
        var expected: JSON
        /// The paths of all documents that its query must find: this one, and the same one in the wrapped sample.
        var found: Set<String>

        var path: String { expected["path"]?.string ?? "" }
        var query: String { expected["query"]?.string ?? "" }
        var testDescription: String { "\(form.rawValue): \(path)" }
    }

    static let path = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
        .appendingPathComponent("bundles").path

    /// Empty when expected.json cannot be read, which ``BundleFormatTests/areAllThere()`` notices.
    static let expected: JSON = {
        do {
            return try JSON(try Data(contentsOf: URL(fileURLWithPath: path + "/expected.json")))
        } catch {
            return .null
        }
    }()

    static let documents: [Document] = [Form.samples, .folders].flatMap { form -> [Document] in
        let samples = expected[form.rawValue]?.elements ?? []
        return samples.flatMap { sample in
            (sample["documents"]?.elements ?? []).map { document -> Document in
                let group: [JSON] = samples.filter { $0["group"] == sample["group"] }
                let inGroup: [JSON] = group.flatMap { $0["documents"]?.elements ?? [] }
                let twins = inGroup.filter { $0["query"] == document["query"] }
                return Document(
                    form: form, format: sample["format"]?.string ?? "", expected: document,
                    found: Set(twins.compactMap { $0["path"]?.string }))
            }
        }
    }

    /// A file that gives no document, or only with a password.
    struct Other: Sendable, CustomTestStringConvertible {
        var expected: JSON
        var file: String { expected["file"]?.string ?? "" }
        var outcome: String { expected["outcome"]?.string ?? "" }
        var testDescription: String { file }
    }

    static let others = (expected["others"]?.elements ?? []).map { Other(expected: $0) }

    private static let packed = Result { try indexed(path, .samples) }

    private static let unpacked = Result {
        let archive = try TemporaryFolder()
        for sample in expected["folders"]?.elements ?? [] {
            let zip = try #require(sample["unpack"]?.string)
            try ZipUnpacker.unpack(path + "/" + zip, to: #require(sample["file"]?.string), in: archive)
        }
        return try indexed(archive.path, .folders)
    }

    private static func indexed(_ folder: String, _ form: Form) throws -> Indexed {
        let program = try Program()
        // Some of the samples stand for what cannot be read.
        _ = try program.run(["index", "--language", "eng", "--quiet", folder], timeout: .seconds(300))
        Leftovers.shared.add(program.folder.path)
        var result = Indexed(program: program)
        for document in documents where document.form == form {
            let outcome = try program.run(["show", "--json", document.path])
            if outcome.exitCode == 0 { result.shown[document.path] = try outcome.json() }
        }
        let queries = documents.filter { $0.form == form }.map { "\($0.query)\t\($0.query)\n" }.joined()
        for answer in try program.run(["find", "--json", "--all", "--queries", "-"], input: queries).jsonLines() {
            result.answers[try #require(answer["id"]?.string)] = answer
        }
        return result
    }
}
