import Testing

@testable import PageReading

@Suite("What poppler lacks on this machine")
struct MissingResourceTests {
    @Test(arguments: ["Adobe-Japan1", "Adobe-GB1", "Adobe-Korea1", "Adobe-CNS1"])
    func missingTablesAreToldWithTheirPackage(_ collection: String) throws {
        let message = "Syntax error at position -1: Missing language pack for '\(collection)' mapping"
        let missing = try #require(MissingResource(message: message, hasTables: false))
        #expect(missing.concealsText)
        #expect(missing.reason.contains("\(collection))"))
        #expect(missing.reason.contains("apt install poppler-data"))
        #expect(MissingResource(message: message, hasTables: true) == nil)
    }

    @Test func collectionThatNobodyKnowsIsTheFaultOfTheFile() {
        let message = "Syntax error at position -1: Missing language pack for 'Adobe-Foo7' mapping"
        #expect(MissingResource(message: message, hasTables: false) == nil)
    }

    @Test func missingFontOnlyKeepsAPageFromBeingDrawn() throws {
        let message = "Config error at position -1: Couldn't find a font for 'Helvetica'"
        let missing = try #require(MissingResource(message: message))
        #expect(!missing.concealsText)
    }

    @Test(arguments: ["", "Syntax error: No font in show", "Missing language pack for", "'", "Couldn't find a'"])
    func otherMessagesAreNone(_ message: String) { #expect(MissingResource(message: message, hasTables: false) == nil) }

    @Test func whatIsMissingIsHeardByNameAndNoDamage() {
        var heard = HeardWarnings()
        #expect(heard.missing.isEmpty)
        for font in ["Times", "Arial", "Times"] {
            heard.hear("Config error at position -1: Couldn't find a font for '\(font)'", from: "poppler")
        }
        #expect(heard.missing.map(\.name) == ["Arial", "Times"])
        #expect(!heard.isDamage)
    }
}
