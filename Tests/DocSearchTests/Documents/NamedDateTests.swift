import Foundation
import Testing

@testable import DocSearch

@Suite("The date in a name")
struct NamedDateTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)  // 2026

    private func date(_ name: String, isContainer: Bool = false) -> String? {
        NamedDate(name, now: Self.now).date(isContainer: isContainer)?.description
    }

    @Test(arguments: [
        "Scan_20240101", "Scan 2024-01-01", "scan0001_2024-01-01", "Scan 2024-01-01 10.15.30", "scan-2019-04-02 (3)",
        "Scanned_20240101", "Scanned Document 2024-01-01", "Scanned from a Xerox 2019-04-02",
        "Scan 2 Apr 2019 at 10.15",
        "Scan Apr 2, 2019", "2018-05-05 scans", "20190402 Scan 0004", "Scans vom 2019-04-02", "Gescannt am 2.4.2019",
        "Eingescannt 02.04.2019", "Numérisé 2 avril 2019", "Numérisation_20190402", "Documento escaneado 2019-04-02",
        "Escaneo 2019-04-02 12", "Digitalizado_20190402", "Skan_20190402", "Skanowanie 2019-04-02", "Скан_20190402",
        "スキャン_20190402", "扫描件_20190402", "스캔_20190402", "Scansione 2019-04-02",
        "IMG_20231105_101530", "IMG_20231105", "IMG-20240101-WA0003", "MVIMG_20240101_101530", "PXL_20240101_101530123",
        "DSC_20240101", "VID-20240101-WA0001", "FB_IMG_20240101", "Image 2024-01-01", "Photo 2024-01-01 10 15 30",
        "KM_C258e-20240101-001", "KM_C258e_2024-01-01", "SKM_C364e_20240101", "bizhub_20240101", "Xerox_20240101",
        "RICOH_20240101_101530", "Kyocera 2024-01-01", "e-STUDIO2505AC_20190402", "Canon_20240101", "MFP_20240101",
        "Kopierer 2024-01-01", "BRW00809_20240101", "iR-ADV_20240101", "HP0001_2024-01-01", "EPSON001 2024-01-01",
        "CamScanner 01-13-2024", "CamScanner 2024-01-01 10.22", "Adobe Scan 02-Apr-2019 (1)", "Adobe Scan Apr 2, 2019",
        "Genius Scan 2019-04-02", "Office Lens 20190402-101530", "Microsoft Lens 2019-04-02", "TurboScan 2019-04-02",
        "SwiftScan 2024-01-01 10.15.30", "TinyScanner_20240101", "Scanbot 2024-01-01", "New Doc 2019-04-02 10.15.30",
        "Doc 2024-01-01", "DOC-20240101-WA0001", "Document 2024-01-01", "Dokument_20240101", "File 2024-01-01",
        "Screenshot_20240101-101530", "Screenshot_20240101-101530_Chrome", "Screenshot 2024-01-01 at 10.15.30",
        "Screenshot from 2024-01-01 10-15-30", "Bildschirmfoto 2021-04-02 um 10.15.30",
        "Capture d’écran 2021-04-02 à 10.15.30", "Schermata 2021-04-02 alle 10.15.30",
        "WhatsApp Image 2024-01-01 at 00.30.00", "WhatsApp Scan 2024-01-01", "signal-2024-01-01-101530",
        "Telegram 2024-01-01", "20240101_101530", "2024-01-01_10-15-30", "2024-01-01 10.15.30", "2024-01-01T10-15-30",
        "2024-01-01 at 10.15.30", "export-2012-03-05", "upload 2024-01-01", "backup_20240101", "20240101 delivery",
        "Letter scan 2024-01-01", "Letter (scanned 2024-01-01)", "Brief, gescannt am 2.4.2019",
        "Scan 2024-01-01 Letter",
        "Letter IMG_20240101", "Scan 2024-01", "Scan April 2019",
    ])
    func aMachinesDateIsThatOfTheScan(name: String) {
        #expect(date(name) == nil)
        #expect(date(name, isContainer: true) == nil)
    }

    @Test(arguments: [
        ("Brief 22 dub 2015", "2015-04-22"), ("22_kwi_2015", "2015-04-22"), ("22 set 2015", "2015-09-22"),
        ("1931-04-22 Letter", "1931-04-22"), ("Scan 1931-04-22 Letter", "1931-04-22"), ("Scan_19310422", "1931-04-22"),
        ("scan 22 April 1931", "1931-04-22"), ("IMG 1931-04-22", "1931-04-22"), ("Xerox 1972-04-22", "1972-04-22"),
        ("1931-04-22_10-15-30", "1931-04-22"), ("Scan_20240101 Letter 1931-04-22", "1931-04-22"),
        ("1931 Letter (scan 2024-01-01)", "1931"), ("2024-01-01 Letter", "2024-01-01"), ("2024-01-01", "2024-01-01"),
        ("20240101", "2024-01-01"), ("20240101_01", "2024-01-01"), ("Agenda 2019-04-02", "2019-04-02"),
        ("Document of 2019-04-02 on the weir", "2019-04-02"), ("Scandinavia 2019-04-02", "2019-04-02"),
        ("Minutes 2019-04-02 scan", "2019-04-02"), ("A 2019-04-02", "2019-04-02"), ("HK12_2019-04-02", "2019-04-02"),
        ("Report 2 April 2019", "2019-04-02"), ("Letter 2019-04-02 10.15.30", "2019-04-02"),
        ("Fax Smith 2019-04-02", "2019-04-02"), ("Brother Anselm 2019-04-02", "2019-04-02"),
        ("Export licence 2019-04-02", "2019-04-02"),
        ("Wedding photo 2019-04-02", "2019-04-02"), ("Rechnung_20190402", "2019-04-02"),
    ])
    func aPersonsDateIsTheDocuments(name: String, expected: String) { #expect(date(name) == expected) }

    @Test(arguments: [
        ("22 April 1931", "1931-04-22"), ("22. April 1931", "1931-04-22"), ("April 22, 1931", "1931-04-22"),
        ("22_avril_1931", "1931-04-22"), ("Letter of 3 May 1902", "1902-05-03"),
        ("Brief vom 22. April 1931", "1931-04-22"),
        ("Lettre du 22 avril 1931 à Anna", "1931-04-22"), ("1er mai 1902", "1902-05-01"),
        ("22nd of April, 1931", "1931-04-22"),
        ("April 22nd 1931", "1931-04-22"), ("Apr. 22, 1931", "1931-04-22"), ("22-Apr-1931 letter", "1931-04-22"),
        ("22apr1931", "1931-04-22"), ("1931Apr22", "1931-04-22"), ("1931 April 22", "1931-04-22"),
        ("3 de mayo de 1902", "1902-05-03"), ("22 de abril de 1931", "1931-04-22"), ("22 kwietnia 1931", "1931-04-22"),
        ("22. dubna 1931", "1931-04-22"), ("22 апреля 1931", "1931-04-22"), ("1931. április 22.", "1931-04-22"),
        ("22. huhtikuuta 1931", "1931-04-22"), ("22 de março de 1931", "1931-03-22"), ("5. März 1931", "1931-03-05"),
        ("5. Ma\u{308}rz 1931", "1931-03-05"), ("22.IV.1931", "1931-04-22"), ("22 XII 1931", "1931-12-22"),
        ("1931 04 22 Council", "1931-04-22"), ("1931–04–22 Council", "1931-04-22"),
        ("1931\u{2010}04\u{2010}22", "1931-04-22"),
        ("1931-4-22 x", "1931-04-22"), ("1931.4.2", "1931-04-02"), ("1931年4月22日 議事録", "1931-04-22"),
        ("議事録 1931年4月", "1931-04"), ("1931年 議事録", "1931"), ("1931. 4. 22. 회의록", "1931-04-22"),
        ("22. 4. 1931 Sitzung", "1931-04-22"), ("1931-04-22T1000 Council", "1931-04-22"), ("1931-04-00", "1931-04"),
        ("1931-00-00 Council", "1931"), ("1931-04-XX Council", "1931-04"), ("1931-xx-xx", "1931"),
        ("1931-04", "1931-04"), ("1931-04 Minutes", "1931-04"), ("Minutes_1931-04", "1931-04"),
        ("1931_04 x", "1931-04"),
        ("April 1931", "1931-04"), ("avril 1931", "1931-04"), ("Minutes April 1931", "1931-04"),
        ("1931 Oktober", "1931-10"),
        ("5-8 March 1931", "1931-03"), ("1931 Minutes", "1931"), ("1931_Protokoll", "1931"), ("1931, Letters", "1931"),
        ("1931 - Minutes", "1931"), ("Sitzung 1931-04-22 bis 1931-04-23", "1931-04-22"),
        ("1931 to 1935 Letters", "1931"),
        ("1931 Minutes of 3 May 1932", "1932-05-03"), ("1931-04-22-1", "1931-04-22"), ("ABC-18451228-01", "1845-12-28"),
        ("3 Maerz 1931", "1931-03-03"), ("1. Feber 1931", "1931-02-01"), ("1931년 4월 22일", "1931-04-22"),
        ("회의록 1931년 4월", "1931-04"), ("Letter 22.04.1931-24.04.1931", "1931-04-22"),
        ("1931-04-22-1931-04-24", "1931-04-22"), ("1931 April 22nd", "1931-04-22"),
        ("1931 Main Street flood report", "1931"),
    ])
    func datesAreReadInWordsAndWithOtherMarks(name: String, expected: String) { #expect(date(name) == expected) }

    @Test(arguments: [
        "1931", "Box 1931", "1931-32", "1931-1935", "1904-05 Minutes", "1931/32", "04-05-1931", "1712-2019 Akte",
        "Unit 1850-11-2", "March-April 1931", "32 April 1931x", "April 19310", "1930s Letters", "1931 scan",
        "1931_0004",
        "1931 12", "0412 Minutes", "1200 Recipes", "2031 Plan", "Set 1931", "Akte_1931_04", "Nr 1931.04", "May 12",
        "March 1000 men", "1800 Main Street", "1500 metres record", "1905-12-1-3", "Tel 1931-0422-4",
        "22 April", "Box 1-1931-04", "v2019.04.1.2", "1931-13",
    ])
    func numbersThatMayBeOthersAreNoDates(name: String) { #expect(date(name) == nil) }

    /// Their documents are of days between, and a year from 1990 on is told better by files.
    @Test(
        arguments: [
            ("1931-04-22 - 1931-05-01", nil), ("1931-04-22_1932-01-01 Akte", nil), ("1931-1935", nil),
            ("1931 to 1935 Letters", nil), ("April 1931 - May 1932", nil), ("1931-04 - 1931-06", nil),
            ("1931-04-22 Council", "1931-04-22"), ("1931-04-22 (1931-04-22)", "1931-04-22"), ("1931 Letters", "1931"),
            ("April 1931", "1931-04"), ("22.4.1931-1.5.1931", nil), ("19310422-19310501", nil),
        ] as [(String, String?)])
    func aSpanInTheNameOfAFolderIsNoDate(name: String, expected: String?) {
        #expect(date(name, isContainer: true) == expected)
    }

    @Test(
        arguments: [
            ("2019 Report", "2019-04-02T10:00:00+02:00", nil), ("2019-04 Report", "2019-04-02", nil),
            ("2019-04-02 Report", "2019-04-02T00:30:00+02:00", nil), ("2019 Report", "2020-01-05", "2019"),
            ("1931 Report", "2019-04-02", "1931"), ("April 2019", "2019-05-02", "2019-04"),
            ("Report", "2019-04-02", nil),
        ] as [(String, String, String?)])
    func aFilesDateWithinThatOfItsNameStays(name: String, fileDate: String, expected: String?) {
        let found = DocumentName(entry: "\(name).pdf", bundlePath: "box.zip")
            .date(now: Self.now, insteadOf: DocumentDate(fileDate))
        #expect(found?.description == expected)
    }

    /// Short months are also words.
    @Test(arguments: ["dub 2015", "Set 2015", "mar dub", "Pro 22 2015"])
    func shortMonthsAreReadOnlyBehindADay(name: String) { #expect(date(name) == nil) }
}
