import DocSearchTestSupport
import Foundation
import PageReading
import Testing

@testable import TextRecognition

/// Pages whose words are known. They are not part of the repository: `DOCSEARCH_CORPUS` names the folder.
@Suite("Recognition of known pages", .enabled(if: GroundTruth.isPresent, "the corpus is not on this machine"))
struct GroundTruthTests {
    @Test(arguments: [
        ("tesseract-test/phototest", 1), ("old-books/engravings-of-lions-clean", 1),
        ("old-books/boy-apprenticed-to-an-enchanter-clean", 5),
    ])
    func recognitionFindsNearlyAllWordsOfKnownPages(name: String, number: Int) throws {
        let folder = GroundTruth.folder + "/ocr-gt/"
        let parts = name.split(separator: "/")
        let truthName = "\(parts[0])/gt/\(parts[1])/page-\(String(format: "%03d", number)).txt"
        let truth = try String(contentsOfFile: folder + truthName, encoding: .utf8)
        let descriptor = open(folder + name + ".pdf", O_RDONLY)
        defer { close(descriptor) }
        let page = try PDFDocument(descriptor: descriptor).page(number)
        let found = try TextRecognizer(languages: ["eng"]).read(page)
        let recall = GroundTruth.recall(of: truth, in: found.text)
        #expect(recall >= 0.95)
    }
}

enum GroundTruth {
    static let folder = Corpus.path

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/ocr-gt/old-books") }

    /// The share of words (runs of letters and digits in lower case, each as often as it occurs) that are found.
    static func recall(of truth: String, in text: String) -> Double {
        var counts: [String: Int] = [:]
        for word in words(text) { counts[word, default: 0] += 1 }
        let wanted = words(truth)
        var found = 0
        for word in wanted where counts[word, default: 0] > 0 {
            counts[word, default: 0] -= 1
            found += 1
        }
        return wanted.isEmpty ? 0 : Double(found) / Double(wanted.count)
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
