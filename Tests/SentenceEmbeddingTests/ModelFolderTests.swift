import DocSearchTestSupport
import Foundation
import Testing

@testable import SentenceEmbedding

@Suite("A model's folder")
struct ModelFolderTests {
    @Test func modelFolderIsWhereTheUserSaysOrKeepsData() {
        func path(_ environment: [String: String]) -> String { ModelFolder.usual(environment: environment).path }
        #expect(path(["DOCSEARCH_MODEL": "/m", "XDG_DATA_HOME": "/d", "HOME": "/h"]) == "/m")
        #expect(path(["DOCSEARCH_MODEL": "", "XDG_DATA_HOME": "/d", "HOME": "/h"]) == "/d/docsearch/model")
        #expect(path(["XDG_DATA_HOME": "d", "HOME": "/h"]) == "/h/.local/share/docsearch/model")
        #expect(path(["HOME": "/h"]) == "/h/.local/share/docsearch/model")
    }

    @Test func modelFolderIsOpenedInTheFormOfTheModel() throws {
        let sample = try SampleModel()
        let embedder = try MiniLMEmbedder(folder: sample.model)
        #expect(embedder.dimensions == 384)
        #expect(embedder.pieceLimit == 254)
        #expect(embedder.modelID == "all-MiniLM-L6-v2-53aa5117")
        #expect(sample.model.has(.minilm))
    }

    @Test func modelFolderIsRefusedWhereThereIsNone() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path + "/no"
        expect(.notAFolder, missing, in: ModelFolder(path: missing))
        let file = try folder.write([], to: "file")
        expect(.notAFolder, file, in: ModelFolder(path: file))
        expect(.missing, folder.path + "/vocab.txt", in: ModelFolder(path: folder.path))
        #expect(!ModelFolder(path: folder.path).has(.minilm))
    }

    @Test(arguments: EmbeddingModel.minilm.files) func modelFolderIsRefusedWithAFolderOrPipeForAFile(
        file: ModelFolder.File
    )
        throws
    {
        let sample = try SampleModel()
        let path = sample.model.path(of: file)
        try FileManager.default.removeItem(atPath: path)
        expect(.missing, path, in: sample.model)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        expect(.notAFile, path, in: sample.model)
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        expect(.notAFile, path, in: sample.model)
    }

    @Test func modelFolderIsRefusedWithWeightsOfAnotherModel() throws {
        let name = "encoder.layer.5.output.dense.weight"
        let other = try SampleModel { tensors in
            for index in tensors.indices where tensors[index].name == name { tensors[index].shape = [1_536, 384] }
        }
        let reason = ModelFileError.Reason.tensorShape(name, found: [1_536, 384], expected: [384, 1_536])
        expect(reason, other.model.path(of: ModelFolder.weights), in: other.model)
        let smaller = try SampleModel { $0.removeAll { $0.name == name } }
        expect(.tensorMissing(name), smaller.model.path(of: ModelFolder.weights), in: smaller.model)
    }

    @Test func modelFolderIsRefusedWithWeightsCutShort() throws {
        let sample = try SampleModel()
        let path = sample.model.path(of: ModelFolder.weights)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        try sample.resize(ModelFolder.weights, to: size - 1)
        expect(.cutShort(bytes: size - 1, expected: size), path, in: sample.model)
        try sample.resize(ModelFolder.weights, to: 0)
        expect(.cutShort(bytes: 0, expected: 8), path, in: sample.model)
    }

    @Test func modelFilesAreComparedWithThePublishedOnes() throws {
        let sample = try SampleModel()
        let weights = ModelFolder.weights
        let path = sample.model.path(of: weights)
        try sample.resize(weights, to: weights.size - 1)
        expectContents(.cutShort(bytes: weights.size - 1, expected: weights.size), path, sample.model)
        try sample.resize(weights, to: weights.size + 1)
        expectContents(.tooLong(bytes: weights.size + 1, expected: weights.size), path, sample.model)
        // Of the right size, with the wrong bytes.
        try sample.resize(weights, to: 0)
        try sample.resize(weights, to: weights.size)
        do {
            try sample.model.checkContents(of: .minilm)
            Issue.record("altered weights are accepted")
        } catch let error as ModelFileError {
            guard case .checksum(let found, weights.sha256) = error.reason else { throw error }
            #expect(error.path == path)
            #expect(found.count == 64)
            #expect(found != weights.sha256)
        }
        try FileManager.default.removeItem(atPath: path)
        expectContents(.missing, path, sample.model)
    }

    @Test func modelErrorSaysWhichFileIsWrongAndWhy() {
        let error = ModelFileError(path: "/m/vocab.txt", reason: .vocabularySize(lines: 3, expected: 30_522))
        #expect("\(error)" == "/m/vocab.txt is another vocabulary: it has 3 lines and should have 30522.")
    }

    private func expect(_ reason: ModelFileError.Reason, _ path: String, in folder: ModelFolder) {
        #expect(throws: ModelFileError(path: path, reason: reason)) { _ = try MiniLMEmbedder(folder: folder) }
    }

    private func expectContents(_ reason: ModelFileError.Reason, _ path: String, _ folder: ModelFolder) {
        #expect(throws: ModelFileError(path: path, reason: reason)) { try folder.checkContents(of: .minilm) }
    }
}
