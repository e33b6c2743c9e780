import DocSearchTestSupport
import Foundation
import Testing

@Suite struct FindDuringRunTests {
    @Test func findDuringARunAnswersFromTheLastCommitAndNeverFails() throws {
        let program = try Program()
        let archive = program.folder.path + "/archive"
        for number in 1...60 {
            let texts = (1...12).map { "heron \(number) on page \($0) of the moor" }
            try program.folder.write(PDFWriter(texts: texts).bytes, to: "archive/\(number).pdf")
        }
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        let run = try program.start(["index", "--ocr", "never", "--full", archive])
        var answers = 0
        while !run.hasEnded {
            let answer = try program.run(["find", "--json", "--limit", "5", "heron moor"])
            #expect(answer.exitCode == 0, "\(answer.errors)")
            let found = try answer.json()
            #expect(found["total"]?.int == 60, "a document is replaced in one step")
            for hit in found["hits"]?.elements ?? [] {
                #expect(hit["page_count"]?.int == 12)
                for page in hit["pages"]?.elements ?? [] {
                    #expect((1...12).contains(page["page"]?.int ?? 0))
                    #expect(page["snippet"]?.string?.contains("heron") == true)
                }
            }
            answers += 1
        }
        #expect(try run.wait(.seconds(1)).exitCode == 0)
        #expect(answers > 3)
    }
}
