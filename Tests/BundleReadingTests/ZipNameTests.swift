import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Names in zips that do not say what their bytes mean: made up, in languages and code pages of Windows and DOS.
@Suite("Names in zips") struct ZipNameTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let language: String
        let page: CodePage
        let names: [String]

        init(_ language: String, _ page: CodePage, _ names: String) {
            (self.language, self.page, self.names) = (language, page, names.split(separator: "|").map(String.init))
        }

        var testDescription: String { "\(language), \(page.rawValue)" }

        func bytes(of names: some Sequence<String>) throws -> [[UInt8]] {
            try names.map { try encoded($0 + ".pdf", as: page.rawValue) }
        }
    }

    /// How many of the names are right, each being in a zip with `count` of them.
    private func right(_ row: Row, together count: Int) throws -> (right: Int, of: Int) {
        var (right, all) = (0, 0)
        for start in stride(from: 0, through: row.names.count - count, by: count) {
            let names = row.names[start..<(start + count)]
            let bundle = try openZip(row.bytes(of: names).map { .init(name: $0, data: Fixture.pdf) })
            let read = bundle.documents.map(\.entry)
            right += zip(names, read).count { $0 + ".pdf" == $1 }
            all += count
        }
        return (right, all)
    }

    @Test(arguments: rows) func namesOfABundleAreGuessedTogether(row: Row) throws {
        let all = try right(row, together: row.names.count)
        #expect(all.right == all.of)
        let three = try right(row, together: 3)
        #expect(Double(three.right) >= 0.75 * Double(three.of), "\(three)")
    }

    @Test(arguments: capitals) func namesInCapitalsAreGuessedTogether(row: Row) throws {
        let all = try right(row, together: row.names.count)
        #expect(all.right == all.of)
    }

    /// Of one name alone there is little to go by.
    @Test func mostShortNamesAreRightByThemselves() throws {
        for (together, share) in [(1, 0.95), (2, 0.98), (3, 0.98)] {
            let counts = try Self.rows.map { try right($0, together: together) }
            let (good, all) = (counts.reduce(0) { $0 + $1.right }, counts.reduce(0) { $0 + $1.of })
            #expect(Double(good) >= share * Double(all), "\(good) of \(all)")
        }
    }

    /// The specification of zips knows no other code page, and one letter is no sign of a language.
    @Test(arguments: [
        "Chloë", "£20 bill", "¼ mile", "15° North", "5 µg", "7² ft", "1½ acres", "Citroën", "soufflé", "500¥", "20¢",
        "naïve plan", "Brontë", "Señora", "½ ton",
    ])
    func aNameWithASignOrALetterIsInCodePage437(name: String) throws {
        #expect(try right(Row("English", .cp437, name), together: 1).right == 1)
    }

    @Test(arguments: [
        Row("Icelandic", .cp850, "Þórður|Guðmundur|Ætt og þjóð"),
        Row("Portuguese DOS", .cp860, "Instrução e inspeções|Relação dos móveis"),
        Row("Serbian DOS", .cp855, "Записници скупштине|Књига рођених|Дневник рада"),
        Row("Chinese (simplified)", .cp936, "报告|名册|地契|户籍|档案|税务"),
        Row("Korean", .cp949, "보고|명부|지적도|호적|세무|문서함"),
    ])
    func aNameAloneIsInTheCodePageOfItsLanguage(row: Row) throws {
        #expect(try right(row, together: 1).right == row.names.count)
    }

    /// Their bytes are valid UTF-8.
    @Test(arguments: [
        Row("Chinese (simplified)", .cp936, "图纸|说明书|会议记录"), Row("Chinese (simplified)", .cp936, "图纸|说明书"),
        Row("Russian", .cp866, "Ёлка|Подъезд|Заседание совета"),
    ])
    func aNameIsReadLikeTheOthersOfItsZip(row: Row) throws {
        #expect(try right(row, together: row.names.count).right == row.names.count)
    }

    @Test func oldMacintoshesHadACodePage() throws {
        let row = Row("French Macintosh", .mac, "Procès-verbal|Délibérations|Forêt")
        #expect(try right(row, together: 3).right == 3)
    }

    @Test func namesInUTF8NeedNoFlag() throws {
        let names = ["Übersicht.pdf", "Księga.pdf", "Größe ñ.pdf", "図書館.pdf", "Протокол.pdf", "é.pdf", "日本/ソ.pdf"]
        for count in 1...names.count {
            let bundle = try openZip(names.prefix(count).map { .init(name: Array($0.utf8), data: Fixture.pdf) })
            #expect(bundle.documents.map(\.entry) == Array(names.prefix(count)))
        }
    }

    /// Such as come of adding to a zip with another program.
    @Test func namesThatSayWhatTheyAreAreBelievedBesideOthers() throws {
        let old = try encoded("Водоснабжение.pdf", as: "CP866")
        let bundle = try openZip([
            .init("Księga.pdf", Fixture.pdf), .init(name: old, data: Fixture.pdf),
            .init(name: Array("Заседание.pdf".utf8), data: Fixture.pdf),
        ])
        #expect(bundle.documents.map(\.entry) == ["Księga.pdf", "Водоснабжение.pdf", "Заседание.pdf"])
    }

    @Test func aSettingGoesBeforeTheGuess() throws {
        var limits = ExtractionLimits()
        limits.zipNames = CodePage(named: "CP866")
        let names = ["да.pdf", "Ё.pdf"]
        let bundle = try openZip(
            names.map { .init(name: try encoded($0, as: "CP866"), data: Fixture.pdf) }, limits: limits)
        #expect(bundle.documents.map(\.entry) == names)
        // A byte that is nothing there, and names that are UTF-8.
        limits.zipNames = .cp1255
        let others = try openZip(
            [.init(name: try encoded("Prüfbericht", as: "CP1252"), data: Fixture.pdf)], limits: limits)
        #expect(others.documents.map(\.entry) == ["Prüfbericht"])
        let unicode = try openZip([.init(name: Array("Größe".utf8), data: Fixture.pdf)], limits: limits)
        #expect(unicode.documents.map(\.entry) == ["Größe"])
    }

    @Test(arguments: [
        ("cp866", CodePage.cp866), ("Windows-1251", .cp1251), ("IBM852", .cp852), ("Shift_JIS", .cp932),
        ("GBK", .cp936),
        ("cp936", .cp936), ("Big5", .cp950), ("euc-kr", .cp949), ("KOI8-R", .koi8), ("437", .cp437), ("koi8", .koi8),
        ("Mac-Roman", .mac), ("mac", .mac), ("IBM860", .cp860),
    ])
    func codePagesHaveManyNames(name: String, page: CodePage) {
        #expect(CodePage(named: name) == page)
    }

    @Test(arguments: ["", "cp", "cp1", "utf-8", "latin"]) func othersAreNone(name: String) {
        #expect(CodePage(named: name) == nil)
    }

    /// Whatever the bytes are, there are names, each of its own entry.
    @Test func anyBytesAreReadAsSomeName() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let names = (0..<4).map { number in
                Array("\(number) ".utf8)
                    + (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        UInt8.random(in: 0x80...0xFF, using: &random)
                    }
            }
            let bundle = try openZip(names.map { .init(name: $0, data: Fixture.pdf) })
            #expect(bundle.documents.map { Array($0.entry.utf8.prefix(2)) } == (0..<4).map { Array("\($0) ".utf8) })
        }
    }

    private static let capitals: [Row] = withOtherPages(
        ["Russian DOS": [.cp1251]],
        [
            Row("Greek DOS", .cp737, "ΔΗΜΟΣ/ΠΡΑΚΤΙΚΑ|ΔΗΜΟΣ/ΑΠΟΦΑΣΕΙΣ"),
            Row("Greek DOS, one", .cp737, "ΑΠΟΦΑΣΗ"),
            Row("Greek DOS, many", .cp737, "ΑΠΟΦΑΣΗ ΔΗΜΟΥ|ΕΠΙΣΤΟΛΗ|ΠΡΟΫΠΟΛΟΓΙΣΜΟΣ|ΛΟΓΑΡΙΑΣΜΟΙ|ΧΑΡΤΗΣ ΠΟΛΗΣ|ΣΧΟΛΕΙΟ"),
            Row("Russian DOS", .cp866, "ПРОТОКОЛ ЗАСЕДАНИЯ|СМЕТА|ПИСЬМО|ДОГОВОР|КАРТА УЕЗДА|ЖУРНАЛ"),
            Row("Bulgarian DOS", .cp866, "ПРОТОКОЛ ОТ ЗАСЕДАНИЕ|ЗАПОВЕД|РЕШЕНИЕ НА СЪВЕТА|ДНЕВНИК"),
            Row("Turkish DOS", .cp857, "BELEDİYE MECLİSİ KARARI|ŞEHİR ARŞİVİ|YAĞIŞ|TUTANAĞI|KÖPRÜ İNŞAATI"),
            Row("Polish DOS", .cp852, "KSIĄŻKA ŁĄCZNOŚCI|ŚWIADECTWO|ŁÓDŹ|UCHWAŁA RADY|SPIS MIESZKAŃCÓW"),
            Row("Czech DOS", .cp852, "ŽÁDOST O PŘÍSPĚVEK|MĚSTO|ZÁPIS Z JEDNÁNÍ|ŘÍJEN|ŠKOLNÍ KRONIKA"),
            Row("Latvian DOS", .cp775, "RĪGAS DOMES SĒDE|VĒSTULE ĶĒNIŅAM|MĀJAS GRĀMATA|ŽURNĀLS"),
            Row("Lithuanian DOS", .cp775, "MIESTO TARYBOS POSĖDIS|LAIŠKAS ŠIAULIAMS|MOKYKLŲ SĄRAŠAS|ŽEMĖS KNYGA"),
            Row("Estonian DOS", .cp775, "LINNAVOLIKOGU KOOSOLEK ÕHTUL|ÄRIÜHING|ŽURNAAL|KÖÖGIVILI"),
            Row("Hebrew DOS", .cp862, "מכתב|פרוטוקול ישיבה|רשימת תושבים|מפה|חוזה שכירות|יומן"),
        ])

    /// Names of a language in other code pages too. KOI8 has no sign for a number.
    private static func withOtherPages(_ pages: [String: [CodePage]], _ rows: [Row]) -> [Row] {
        rows.flatMap { row in
            [row]
                + (pages[row.language] ?? []).map { page in
                    let names = row.names.joined(separator: "|")
                    return Row(row.language, page, page == .koi8 ? names.replacing("№", with: "N") : names)
                }
        }
    }

    private static let others: [String: [CodePage]] = [
        "Russian DOS": [.cp1251, .koi8], "Polish DOS": [.cp1250], "German DOS": [.cp1252], "Greek DOS": [.cp1253],
        "Turkish DOS": [.cp1254],
    ]

    private static let rows: [Row] = withOtherPages(
        others,
        [
            Row(
                "Japanese", .cp932,
                """
                水道委員会議事録|昭和六年予算書|ソ連からの手紙|町役場の記録|橋梁工事契約書|学校建設計画|カタログ一覧|井戸の水質検査報告|土地登記簿|消防団名簿|表紙|農業協同組合定款|写真アルバム\
                |戸籍抄本|請求書（三月分）|図書館だより|神社祭礼のお知らせ|ノート１|漁業権に関する覚書|市長あいさつ|資料/地図|資料/年表
                """),
            Row(
                "Russian DOS", .cp866,
                """
                Протокол заседания|Водоснабжение|Письмо директору|Отчёт за 1931 год|Список жителей\
                |Договор аренды|Смета расходов|Приказ № 14|Метрическая книга|План города|ДЕЛО О НАСЛЕДСТВЕ\
                |Заявление|Опись фонда 12|Журнал регистрации|Справка|Фотографии/мост|Карта уезда|Ведомость\
                |Решение совета|Акт осмотра колодца
                """),
            Row(
                "Ukrainian DOS", .cp866,
                """
                Протокол засiдання|Лист директору|Звiт за рiк|Список мешканцiв|Договiр оренди|Кошторис\
                |Метрична книга|План мiста|Заява|Опис фонду|Журнал реєстрацiї|Довiдка|Рiшення ради|Карта повiту\
                |Наказ
                """),
            Row(
                "Bulgarian Windows", .cp1251,
                """
                Протокол от заседание|Водоснабдяване|Писмо до кмета|Отчет за годината|Списък на жителите\
                |Договор за наем|Сметка|Заповед|Църковен регистър|План на града|Заявление|Опис на фонда|Дневник\
                |Удостоверение|Решение на съвета
                """),
            Row(
                "Polish DOS", .cp852,
                """
                Księga wodna|Protokół posiedzenia|List do wójta|Sprawozdanie za październik|Spis mieszkańców\
                |Umowa dzierżawy|Zarządzenie|Księga metrykalna|Plan miasta Łódź|Świadectwo szkolne\
                |Mapa powiatu żywieckiego|Uchwała rady|Rejestr podatków|Zaświadczenie|Wykaz dróg\
                |Ogłoszenie o przetargu|Śluza na rzece|Zdjęcia/most|Straż pożarna|Źródła
                """),
            Row(
                "Czech DOS", .cp852,
                """
                Zápis z jednání|Vodní kniha|Zpráva za rok|Smlouva o pronájmu|Rozpočet města|Matrika narozených\
                |Plán města Plzeň|Vysvědčení|Žádost o povolení|Usnesení rady|Daňový rejstřík|Potvrzení\
                |Přehled silnic|Školní kronika|Hasičský sbor|Účetní kniha|Říjen|Železnice
                """),
            Row(
                "Hungarian DOS", .cp852,
                """
                Jegyzőkönyv|Vízügyi könyv|Levél a polgármesternek|Éves jelentés|Lakosok névsora\
                |Bérleti szerződés|Költségvetés|Anyakönyv|Város térképe|Iskolai bizonyítvány|Kérelem|Tűzoltóság\
                |Fényképek/híd|Útépítés|Adónyilvántartás
                """),
            Row(
                "Chinese (simplified)", .cp936,
                """
                图书馆目录|供水委员会会议记录|一九三一年预算|县政府公告|桥梁施工合同|学校建设计划|水质检验报告|土地登记册|消防队名单|封面|农业合作社章程|照片集|户口簿|三月份发票|寺庙祭祀通知\
                |笔记|渔业备忘录|市长讲话|资料/地图|资料/年表|测试.txt
                """),
            Row(
                "Chinese (traditional)", .cp950,
                """
                圖書館目錄|供水委員會會議記錄|一九三一年預算|縣政府公告|橋樑施工合約|學校建設計畫|水質檢驗報告|土地登記冊|消防隊名單|封面|農業合作社章程|相片集|戶口簿|三月份發票|廟宇祭祀通知\
                |筆記|漁業備忘錄|市長演講|資料/地圖|資料/年表
                """),
            Row(
                "Korean", .cp949,
                """
                상수도 위원회 회의록|예산서|시장에게 보낸 편지|마을 기록|교량 공사 계약서|학교 건설 계획|수질 검사 보고서|토지 등기부|소방대 명단|표지|농업 협동조합 정관|사진첩\
                |호적 초본|삼월 청구서|도서관 소식|공책|어업권 각서|인사말|자료/지도|자료/연표
                """),
            Row(
                "German DOS", .cp850,
                """
                Prüfbericht|Bürgerbücher|Verträge über Wasser|Gemeinderatsbeschlüsse|Straßenbau|Schülerliste\
                |Übersicht März|Ärztliches Zeugnis|Größenverzeichnis|Öffentliche Brücken|Mühle am Fluß\
                |Kirchenbücher|Jahresabschluß|Pläne|Entwürfe|Feuerwehrübung|Anhänge/Flächen|Königsberg\
                |Steuererklärung|Händlerverzeichnis
                """),
            Row(
                "French DOS", .cp850,
                """
                Procès-verbal|Registre des délibérations|Lettre à la mairie|Dépenses générales\
                |Relevé des propriétés|École primaire|Réparation du pont|Baptêmes et décès|Août 1931\
                |Marché aux boeufs|Forêt communale|Façade de l'église|Eau potable - contrôle|Élections\
                |Notaire - hypothèques|Reçu n° 14|Maître d'oeuvre|Fête du village|Annexes/Évêché|Hôtel de ville
                """),
            Row(
                "French DOS 437", .cp437,
                """
                Procès-verbal|Registre des délibérations|Lettre à la mairie|Dépenses générales\
                |Relevé des propriétés|École primaire|Réparation du pont|Baptêmes et décès|Forêt communale\
                |Façade de l'église|Élections|Notaire - hypothèques|Fête du village
                """),
            Row(
                "Spanish DOS", .cp850,
                """
                Actas de la sesión|Petición al alcalde|Informe del año|Padrón de vecinos\
                |Contrato de arrendamiento número 3|Presupuesto de construcción|Escuela de niñas\
                |Partida de nacimiento - José|Árboles|Señalización|Compañía eléctrica|Muñoz|Próximas obras\
                |Índice
                """),
            Row(
                "Portuguese DOS", .cp850,
                """
                Atas da sessão|Livro das águas|Petição ao presidente da câmara|Relatório|Relação dos habitantes\
                |Contrato de locação|Orçamento|Certidão de nascimento|Instrução primária|Construção da ponte\
                |Inventário dos móveis|Declarações|Eleições|Fotografias/igreja São João|Índice
                """),
            Row(
                "Danish DOS", .cp850,
                """
                Mødeprotokol|Vandværk|Brev til rådhuset|Årsberetning|Kirkebøger|Købekontrakt|Skøde på gården\
                |Brandvæsen|Grænsekort|Øvrige sager|Børnehjem|Færgeleje|Ændringer|Tingbøger|Skolevæsen
                """),
            Row(
                "Greek DOS", .cp737,
                """
                Πρακτικά συνεδρίασης|Ύδρευση|Επιστολή προς δήμαρχο|Έκθεση έτους|Κατάλογος κατοίκων\
                |Συμβόλαιο μίσθωσης|Προϋπολογισμός|Ληξιαρχείο|Χάρτης πόλης|Αίτηση|Απόφαση συμβουλίου|Βεβαίωση\
                |Σχολείο|Γέφυρα|Φωτογραφίες
                """),
            Row(
                "Turkish DOS", .cp857,
                """
                Toplantı tutanağı|Su işleri|Belediye başkanına mektup|Yıllık rapor|Köy nüfusu|Kira sözleşmesi\
                |Bütçe|Doğum kütüğü|Şehir planı|Öğrenci listesi|Köprü inşaatı|İtfaiye|Çeşme|Dilekçe\
                |Karar defteri ağustos
                """),
            Row(
                "Hebrew DOS", .cp862,
                """
                פרוטוקול ישיבה|ספר המים|מכתב לראש העיר|דוח שנתי|רשימת תושבים|חוזה שכירות|תקציב|מפת העיר|בקשה\
                |החלטות המועצה|אישור|בית ספר|גשר|תמונות|תעודת לידה
                """),
        ])
}

/// The text in another encoding of the C library.
func encoded(_ text: String, as encoding: String) throws -> [UInt8] {
    let handle = try #require(iconv_open(encoding, "UTF-8"))
    try #require(Int(bitPattern: handle) != -1)
    defer { iconv_close(handle) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 4)
    let count = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            var (from, to) = (source.baseAddress, target.baseAddress)
            var (left, free) = (source.count, target.count)
            return iconv(handle, &from, &left, &to, &free) == 0 ? target.count - free : nil
        }
    }
    return try output.prefix(#require(count, "\(text) is not in \(encoding)")).map { UInt8(bitPattern: $0) }
}

/// The old encryption of zips (APPNOTE 6.3, 6.1).
struct LegacyEncryption {
    private var keys: (UInt32, UInt32, UInt32) = (0x1234_5678, 0x2345_6789, 0x3456_7890)

    init(_ password: [UInt8]) { for byte in password { update(byte) } }

    private static func next(_ sum: UInt32, _ byte: UInt8) -> UInt32 {
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private mutating func update(_ byte: UInt8) {
        keys.0 = Self.next(keys.0, byte)
        keys.1 = (keys.1 &+ keys.0 & 0xFF) &* 134_775_813 &+ 1
        keys.2 = Self.next(keys.2, UInt8(keys.1 >> 24))
    }

    func encrypt(_ data: [UInt8], checksum: UInt32) -> [UInt8] {
        var state = self
        return ([UInt8](repeating: 7, count: 11) + [UInt8(checksum >> 24)] + data).map { byte in
            let value = UInt32(UInt16(truncatingIfNeeded: state.keys.2) | 2)
            let mask = UInt8(truncatingIfNeeded: (value &* (value ^ 1)) >> 8)
            state.update(byte)
            return byte ^ mask
        }
    }
}
