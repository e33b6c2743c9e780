import Testing

/// Plain command lines of `find` are read without the argument parser. The answer must not show which way was taken.
@Suite struct PlainFindTests {
    @Test(arguments: [
        (["--json", "--limit", "2", "water"], ["--json", "--limit=2", "water"]),
        (["--json", "water", "board"], ["--json", "--offset", "0", "water", "board"]),
        (["--quiet", "water", "--limit", "1"], ["--quiet", "water", "--pages", "3", "--limit", "1"]),
        (["--meaning", "off", "water", "board"], ["--meaning=off", "water", "board"]),
        (["\"tramway extension\""], ["--color", "auto", "\"tramway extension\""]),
        (["zzzqqq"], ["--context", "32", "zzzqqq"]),
    ])
    func plainFindAnswersAsTheParserDoes(plain: [String], parsed: [String]) throws {
        let program = try SampleArchive.program()
        let (one, other) = try (program.run(["find"] + plain), program.run(["find"] + parsed))
        #expect(one.exitCode == other.exitCode)
        #expect(Self.timeless(one.output) == Self.timeless(other.output))
        #expect(one.errors == other.errors)
    }

    @Test(arguments: [
        ["--limit", "0", "water"], ["--limit", "many", "water"], ["--limit"], ["--index"],
        ["--meaning", "perhaps", "water"], ["--json"], [],
        ["--jsno", "water"],
    ])
    func plainFindLeavesMistakesToTheParser(arguments: [String]) throws {
        let outcome = try SampleArchive.program().run(["find"] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.hasPrefix("Error: "), "\(outcome.errors)")
    }

    /// Searching takes another time at each run.
    private static func timeless(_ text: String) -> String {
        text.replacing(/"elapsed_ms":[0-9.]+/, with: "").replacing(/[0-9.]+ ms/, with: "")
    }
}
