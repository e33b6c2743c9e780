import DocSearch
import Foundation

// Indexes a folder and prints the pages that hold the words: what a program does with the DocSearch library.
//
//     swift run ArchiveTool INDEX-FOLDER ARCHIVE-FOLDER WORDS...

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let indexFolder = arguments.first else {
    print("usage: ArchiveTool INDEX-FOLDER ARCHIVE-FOLDER WORDS...")
    exit(64)
}
let archive = arguments[arguments.startIndex + 1]
let index = ArchiveIndex(at: indexFolder)

for try await event in index.update([archive]) {
    switch event {
    case .failed(let path, let page, _, let reason):
        print("could not read \(path)\(page.map { " page \($0)" } ?? ""): \(reason)")
    case .finished(let report):
        print("\(report.documents) documents, \(report.recognized) pages recognised")
    default: break
    }
}

var request = SearchRequest(arguments.dropFirst(2).joined(separator: " "))
request.limit = 5
let results = try index.search(request)
print("\(results.total) documents found")
for hit in results.hits {
    print(hit.document.title, "-", hit.document.path)
    for page in hit.pages { print("  page \(page.page): \(page.snippet)") }
}
