import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// Names that do not say their code page, long or beside others, in zips and tars.
@Suite("Long and mixed names in archives") struct LongNameTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let encoding: String
        let text: String

        var testDescription: String { encoding }
    }

    private static let rows = [
        Row(
            encoding: "CP932",
            text: "大正十五年度消防団定期総会議事録並びに関係書類綴その二水門の修理費用に関する団長の説明とこれに対する各委員の意見および採決の結果について"),
        Row(encoding: "GBK", text: "关于一九五三年图书馆建设委员会第七次全体会议的记录以及各位委员对预算报告提出的意见和补充说明材料汇编全文"),
        Row(encoding: "CP949", text: "일천구백오십삼년 도서관 건립 위원회 정기 총회 회의록 및 예산 보고서에 대한 위원들의 의견과 보충 설명 자료 모음 전체"),
        Row(
            encoding: "CP866",
            text:
                "Отчёт попечительского совета уездной библиотеки о приходе и расходе денежных сумм за тысяча восемьсот девяносто девятый год с приложениями"
        ),
        Row(
            encoding: "CP1251",
            text:
                "Отчёт попечительского совета уездной библиотеки о приходе и расходе денежных сумм за тысяча восемьсот девяносто девятый год с приложениями"
        ),
        Row(
            encoding: "CP852",
            text:
                "Sprawozdanie roczne zarządu spółki wodnej z posiedzenia w październiku o żądaniach mieszkańców ulicy Źródlanej i budowie śluzy"
        ),
    ]

    private func entries(_ names: [String], as encoding: String) throws -> [String] {
        try openZip(names.map { .init(name: try encoded($0, as: encoding), data: Fixture.pdf) }).documents.map(\.entry)
    }

    @Test(arguments: rows) func aNameIsReadHoweverLongItIs(row: Row) throws {
        for length in stride(from: 16, through: row.text.count, by: 6) {
            let name = "\(row.text.prefix(length)).pdf"
            #expect(try entries([name], as: row.encoding) == [name], "\(length)")
        }
    }

    @Test(arguments: rows) func aShortNameIsReadBesideALongOne(row: Row) throws {
        let names = ["\(row.text.prefix(7)).pdf", "\(row.text).pdf"]
        #expect(try entries(names, as: row.encoding) == names)
    }

    @Test func pathsOfShortNamesMayBeLong() throws {
        let name = "消防団/総会議事録/大正十五年度/定期総会/第三回/関係書類/水門修理費用.pdf"
        #expect(try entries([name], as: "CP932") == [name])
    }

    /// Two halves of a zip that were packed on different machines.
    @Test func longNamesInTwoCodePagesAreBothRead() throws {
        let (japanese, russian) = ("\(Self.rows[0].text).pdf", "\(Self.rows[3].text).pdf")
        let bundle = try openZip([
            .init(name: try encoded(japanese, as: "CP932"), data: Fixture.pdf),
            .init(name: try encoded(russian, as: "CP866"), data: Fixture.pdf),
        ])
        #expect(bundle.documents.contains { $0.entry == japanese })
        #expect(!bundle.documents.contains { $0.entry.contains("\u{FFFD}") })
    }

    @Test(arguments: [
        ("CP932", ["ｶﾀﾛｸﾞ.pdf", "ﾈｶﾞﾌｨﾙﾑ.pdf"]), ("CP932", ["消防団ﾉｰﾄ.pdf", "水門修理.pdf"]),
        ("CP1252", ["Quittung 40 €.pdf"]), ("CP1255", ["ספר המים.pdf", "מכתב ראשון.pdf"]),
        ("CP852", ["Ősi birtok.pdf"]), ("CP852", ["Őrségi levél.pdf"]),
    ])
    func signsAndLettersOfHalfTheWidthAreRead(encoding: String, names: [String]) throws {
        #expect(try entries(names, as: encoding) == names)
    }

    @Test(arguments: [("CP932", "消防団議事録.pdf"), ("GBK", "图书馆记录.pdf"), ("CP949", "도서관 기록.pdf"), ("CP866", "Отчёт.pdf")])
    func validUTF8IsKeptBesideNamesInACodePage(encoding: String, other: String) throws {
        for name in ["Übergänge.pdf", "Café Zoë.pdf", "Lettre à Noël.pdf", "Měření.pdf"] {
            let bundle = try openZip([
                .init(name: try encoded(other, as: encoding), data: Fixture.pdf),
                .init(name: Array(name.utf8), data: Fixture.pdf),
            ])
            #expect(bundle.documents.map(\.entry).sorted() == [name, other].sorted())
        }
    }

    // MARK: - Tars

    @Test(arguments: [
        ("KOI8-R", ["Отчёт попечительского совета.pdf", "Письма/Опись дел.pdf"]),
        ("CP932", ["消防団議事録.pdf", "書類/水門.pdf"]), ("ISO-8859-1", ["Übergänge.pdf"]),
        ("CP1251", ["Отчёт совета.pdf", "Опись дел.pdf"]), ("GBK", ["图书馆建设记录.pdf"]),
    ])
    func namesInTarsAreGuessedTogether(encoding: String, names: [String]) throws {
        let tar = try RawTar.bytes(names.map { (try encoded($0, as: encoding), Fixture.pdf) })
        let bundle = try openBundle(tar)
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.entry).sorted() == names.sorted())
        for document in bundle.documents { #expect(try bytes(of: bundle.pdf(of: document)) == Fixture.pdf) }
    }

    @Test func aSettingHoldsForTarsToo() throws {
        let limits = limits { $0.zipNames = .cp866 }
        let tar = RawTar.bytes([(try encoded("да.pdf", as: "CP866"), Fixture.pdf)])
        #expect(try openBundle(tar, limits: limits).documents.map(\.entry) == ["да.pdf"])
    }

    // MARK: - Passwords

    @Test(arguments: [
        ("Źródło", "CP852"), ("Źródło", "CP1250"), ("Ключ", "CP866"), ("Ключ", "CP1251"), ("Ключ", "KOI8-R"),
        ("水門", "CP932"), ("钥匙", "GBK"), ("열쇠", "CP949"), ("Schlüssel", "CP437"), ("κλειδί", "CP1253"),
        ("Schlüssel für Ärzte", "UTF-8"), ("Schlüssel für Ärzte", "CP850"), ("Schlüssel für Ärzte", "CP1252"),
    ])
    func passwordsAreTriedInTheCodePagesOfLanguages(password: String, encoding: String) throws {
        #expect(try opens(encoded(password, as: encoding), with: password))
    }

    @Test func passwordsAreTriedInBothNormalForms() throws {
        let (composed, taken) = ("Schlüssel", "Schlu\u{308}ssel")
        #expect(try opens(Array(taken.utf8), with: composed))
        #expect(try opens(Array(composed.utf8), with: taken))
    }

    /// Whether a zip that was locked with `key` is opened.
    private func opens(_ key: [UInt8], with password: String) throws -> Bool {
        let entry = ZipWriter.Entry("a.pdf", Fixture.pdf)
        let checksum = ZipWriter.checksum(of: entry.data)
        let locked = entry.with {
            $0.data = LegacyEncryption(key).encrypt(entry.data, checksum: checksum)
            $0.flags = ZipWriter.Entry.encrypted
            $0.checksum = checksum
            $0.claimedSize = UInt32(entry.data.count)
        }
        let bundle = try openBundle(ZipWriter([locked]).bytes, passwords: ["wrong", password])
        let document = try #require(bundle.documents.first)
        return try bytes(of: bundle.pdf(of: document)) == Fixture.pdf
    }
}

/// Makes tars whose names are any bytes (POSIX.1-1988, ustar).
enum RawTar {
    static func bytes(_ files: [(name: [UInt8], content: [UInt8])]) -> [UInt8] {
        var tar: [UInt8] = []
        for file in files {
            var header = [UInt8](repeating: 0, count: 512)
            func put(_ bytes: some Sequence<UInt8>, _ at: Int) {
                for (index, byte) in bytes.enumerated() { header[at + index] = byte }
            }
            func octal(_ number: Int, _ digits: Int) -> [UInt8] {
                let text = String(number, radix: 8)
                return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
            }
            put(file.name.prefix(100), 0)
            put(octal(0o644, 7), 100)
            put(octal(0, 7), 108)
            put(octal(0, 7), 116)
            put(octal(file.content.count, 11), 124)
            put(octal(0, 11), 136)
            put("        0".utf8, 148)
            put("ustar".utf8, 257)
            put("00".utf8, 263)
            put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0], 148)
            tar += header + file.content
            tar += [UInt8](repeating: 0, count: (512 - file.content.count % 512) % 512)
        }
        return tar + [UInt8](repeating: 0, count: 1024)
    }
}
