import DocSearchServer
import Foundation
import Testing

@Suite("How questions end at the time limit")
struct TimeLimitTests {
    /// From a time in which nothing can be found to one in which everything is.
    @Test(arguments: ["/api/v1/search?q=water+board+sluice&facets=true", "/?q=water+board+sluice"])
    func timeLimitEndsInWhatThereIsOrSaysThatThereIsNothing(target: String) async throws {
        let archive = try await ServedArchive.shared.value
        var statuses: [Int] = []
        for doubling in 0..<40 {
            var settings = archive.settingsWithTokens()
            settings.questionTime = .microseconds(1 << doubling)
            let answer = await Site(settings).asGuest(target)
            #expect([200, 503].contains(answer.status), "\(answer.text)")
            #expect(!answer.text.contains(ServedArchive.canary))
            statuses.append(answer.status)
            guard answer.status == 200 else {
                #expect(answer[header: "retry-after"] == "5")
                continue
            }
            guard target.hasPrefix("/api") else { break }
            let object = try answer.json()
            let isPartial = try #require(object["partial"] as? Bool)
            guard isPartial else { break }
            #expect((object["hints"] as? [String])?.contains { $0.hasPrefix("The search ran out of time") } == true)
        }
        #expect(statuses.last == 200)
    }
}
