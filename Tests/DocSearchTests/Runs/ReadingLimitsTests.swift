import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// The limits as the library and the configuration file have them. That docs/bundle-formats.md has the same names and
/// defaults is tested with the protocol.
@Suite("Limits of reading") struct ReadingLimitsTests {
    /// Of numbers: the code page of names in zips is none.
    private static let names = Mirror(reflecting: ExtractionLimits()).children.compactMap(\.label)
        .filter { $0 != "zipNames" }

    @Test func limitsAreThoseThatReadersKnow() {
        #expect(LimitRule.all.map(\.name).sorted() == Self.names.sorted())
        #expect(ReadingLimits().extraction == ExtractionLimits())
    }

    /// Each name is another limit, in the configuration as in a report.
    @Test(arguments: LimitRule.all)
    func limitsAreSetByTheirNames(_ rule: LimitRule) throws {
        let value = ReadingLimits()[keyPath: rule.value] - 1
        let limits = try Self.decode(#"{"\#(rule.key)": \#(value)}"#)
        let changed = zip(Self.values(limits), Self.values(ReadingLimits())).filter { $0 != $1 }.map(\.0)
        #expect(changed == ["\(rule.name) \(value)"])
    }

    @Test(arguments: LimitRule.all)
    func limitsHaveValuesThatMakeSense(_ rule: LimitRule) throws {
        let least = rule.allowed.lowerBound
        let wrong = ["0", "-1", "\(least - 1)", "1.5", "\"\(least)\"", "null", "[1]", "18446744073709551616", "1e30"]
        for value in wrong + (rule.allowed.upperBound < .max ? ["\(rule.allowed.upperBound + 1)"] : []) {
            let error = #expect(throws: DecodingError.self, "\(value)") {
                try Self.decode(#"{"\#(rule.key)": \#(value)}"#)
            }
            guard case .dataCorrupted(let context) = error else {
                Issue.record("\(value): \(String(describing: error))")
                continue
            }
            #expect(context.codingPath.map(\.stringValue) == [rule.key])
            #expect(
                context.debugDescription
                    == "it must be a whole number from \(rule.allowed.lowerBound) to \(rule.allowed.upperBound)")
        }
        for value in [rule.allowed.lowerBound, rule.allowed.upperBound] {
            #expect(try Self.decode(#"{"\#(rule.key)": \#(value)}"#)[keyPath: rule.value] == value)
        }
    }

    @Test func unknownLimitsAreRefused() throws {
        let error = #expect(throws: DecodingError.self) { try Self.decode(#"{"entrys": 5}"#) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["entrys"])
        #expect(context.debugDescription == "there is no such limit; the nearest is \"entries\"")
    }

    /// A program may set what it likes; the workers are told what they can bear.
    @Test(arguments: [Int.min, -1, 0, .max])
    func readersGetTheNearestPossibleLimits(value: Int) {
        var limits = ReadingLimits()
        for rule in LimitRule.all { limits[keyPath: rule.value] = value }
        let told = LimitRule.all.map { "\($0.name) \($0.nearest(value))" }
        #expect(Set(Self.values(limits)) == Set(told))
    }

    private static func decode(_ json: String) throws -> ReadingLimits {
        try JSONDecoder().decode(ReadingLimits.self, from: Data(json.utf8))
    }

    private static func values(_ limits: ReadingLimits) -> [String] {
        Mirror(reflecting: limits.extraction).children.filter { $0.label != "zipNames" }
            .map { "\($0.label ?? "") \($0.value)" }
    }
}
