import ExtractionProtocol
import PageReading
import Testing

@testable import DocSearchExtract

@Suite("A title that no person has given")
struct MachineNameTests {
    private func completed(_ title: String, fileName: String, producer: String? = nil) -> DocumentMetadata {
        var information = DocumentInformation()
        (information.title, information.producer) = (title, producer)
        return MetadataCompletion.complete(DocumentMetadata(), by: information, fileName: fileName)
    }

    @Test(arguments: MachineNameTests.machines)
    func namesOfMachinesAreNoTitles(title: String) {
        let document = completed(title, fileName: "letters/Letter to Anna.pdf")
        #expect(document.title == "Letter to Anna")
        let isWord = title.contains { $0.isLetter || $0.isNumber }
        #expect(document.details.map(\.value) == (isWord ? [title] : []), "It is searched for all the same.")
    }

    @Test(arguments: MachineNameTests.people)
    func namesOfPeopleAreTitles(title: String) {
        let document = completed(title, fileName: "letters/Letter to Anna.pdf")
        #expect(document.title == title)
        #expect(document.details.isEmpty)
    }

    @Test(arguments: [
        "Report", "Cover", "Index", "Photo", "Output", "LaTeX", "Word", "Excel", "Mets", "Lorem Ipsum", "[Report]",
        "Test", "XXX", "Todo", "Print", "Model", "meta", "objects", "x",
    ])
    func titlesOfPeopleAndMachinesAlikeAreKeptWhereTheFilesNameSaysNoMore(title: String) {
        for fileName in ["0012.pdf", "scan0001.pdf", "3.pdf", "download.pdf"] {
            #expect(completed(title, fileName: fileName).title == title)
        }
        #expect(completed(title, fileName: "Letter to Anna.pdf").title == "Letter to Anna")
    }

    @Test(arguments: [
        ("Microsoft Word - Protokoll der Sitzung vom 12. April.doc", "Protokoll der Sitzung vom 12. April"),
        ("(Microsoft Word - Minutes of May.doc)", "Minutes of May"), ("QuarkXPress(tm): Brochure", "Brochure"),
        ("Microsoft Word - Minutes.docx", "Minutes"), ("minutes.doc - Microsoft Word", "minutes"),
        ("Microsoft Word – Gutachten Müller.doc", "Gutachten Müller"), ("Microsoft Excel - Letters", "Letters"),
        ("Gutachten Müller.docx", "Gutachten Müller"), ("Ein Brief.doc", "Ein Brief"),
        ("How to Write LaTeX.tex", "How to Write LaTeX"), ("C:\\DATEN\\TEXTE\\Brief an Bute.WPD", "Brief an Bute"),
        ("/home/anna/brief.ps", "brief"), ("\\\\srv\\anna\\Weir.doc", "Weir"),
    ])
    func aNameInAFrameIsTheTitleWhereTheFilesNameSaysNoMore(title: String, name: String) {
        for fileName in ["0012.pdf", "IMG_2041.pdf", "KM_C258e-20210714115750.pdf"] {
            let document = completed(title, fileName: fileName)
            #expect(document.title == name)
            #expect(document.titleSource == .documentInformation)
            #expect(document.details.map(\.value) == [title])
        }
        #expect(completed(title, fileName: "Letter to Anna.pdf").title == "Letter to Anna")
    }

    @Test(arguments: ["PScript5.dll Version 5.2.2", "(Pscript.dll Version 5.0)", "ADOBEPS4.DRV Version 4.50"])
    func aPrinterDriverFramesWhateverTheTitleIs(driver: String) {
        let title = "Microsoft Word - Jagels Opinion Draft copy"
        #expect(completed(title, fileName: "0012.pdf", producer: driver).title == "Jagels Opinion Draft copy")
        #expect(completed(title, fileName: "Letter to Anna.pdf", producer: driver).title == "Letter to Anna")
        #expect(completed(title, fileName: "Letter to Anna.pdf", producer: "Word 2019").title == title)
        #expect(
            completed("Word - a meditation", fileName: "Letter to Anna.pdf", producer: driver).title
                == "Word - a meditation")
    }

    @Test(arguments: [
        "Untitled", "Microsoft Word - Document1", "Microsoft Word - Neues Dokument", "scan0001.tif", "untitled.pdf",
        "(anonymous)", "~WRD0003.doc", "20130312094501", "10811.exe", "http://www.example.org/x.html",
        "Microsoft Word - Untitled 2.doc",
    ])
    func aMachinesTitleIsNotBetterThanAFilesNumber(title: String) {
        #expect(completed(title, fileName: "0012.pdf").title == "0012")
    }

    @Test(arguments: [
        ("gnuplot", "gnuplot 5.4"), ("WeasyPrint", "WeasyPrint/52"), ("Prince", "Prince 14 (www.princexml.com)"),
    ])
    func theNameOfTheProgramIsATitleWhereTheFilesNameSaysNoMore(title: String, producer: String) {
        #expect(completed(title, fileName: "Letter to Anna.pdf", producer: producer).title == "Letter to Anna")
        #expect(completed(title, fileName: "0012.pdf", producer: producer).title == title)
        #expect(completed(title + "ss", fileName: "Letter to Anna.pdf", producer: producer).title == title + "ss")
    }

    static let machines: [String] = counted + dated + framed + hashes + others

    private static let counted = [
        "KM_C258e-", "KM_364e-", "SKM_C250i", "SKM_C3350i", "SKMBT_C252", "SKMBT_363", "bizhub_", "RICOH_", "Aficio_",
        "XEROX_", "WorkCentre_", "SHARP_", "MX-2640N_", "Canon_", "IRADV_", "Kyocera_", "TASKalfa_", "Brother_", "BRW_",
        "BRN3C", "MFC_", "EPSON", "Lexmark_", "TOSHIBA_", "eSTUDIO_", "CCF", "CCE_", "SCN_", "HPSCAN_", "HP",
        "Fujitsu_", "ScanSnap_", "doc", "DOC", "Doc-", "img", "IMG_", "IMG-", "DSC", "DSCN", "DSCF", "PXL_", "PICT",
        "image", "scan", "Scan_", "Scan ", "scanned_", "Document_", "Dokument_", "page_", "file", "fax", "Fax_", "job",
        "attachment_", "Numerisation_", "escaneado_", "scansione_",
    ].flatMap { ["\($0)20210714115750", "\($0)95545"] }

    private static let dated = [
        "CamScanner", "Adobe Scan", "Genius Scan on", "Scanbot", "WhatsApp Image", "Screenshot", "Screen Shot",
        "Bildschirmfoto", "Photo on",
    ].flatMap { ["\($0) 2019-08-12 10.22", "\($0) 01-22-2021"] }

    private static let framed = [
        "Microsoft Word", "Microsoft Excel", "Microsoft PowerPoint", "Microsoft Publisher", "Word Pro",
    ].flatMap { program in ["x.doc", "Letter", "Book1.xls", "minutes final.docx"].map { "\(program) - \($0)" } }

    private static let hashes = [
        "fe948b3d-de4a-9417-fbc4-86a93090909f", "METS.529dc4cb-24aa-a848-3893-fdc3e1a70459.xml", "4a3467720eae6dce",
        "e2dd1b3af144ccced6ca", "73991dfce0118317055a7cc6cb595c7b", "cadcfee9af310b257d58b24c4d877b9da0dd7c8d",
        "9e5abd9e6174ede10316f246313a29d584e0d67cff2c781974293cd3b43b8422", "sha1_711a97c956bdb29f65624e0d603479a1",
        "obj-012b297baf9ab254720abbe50ce272a1", "ark_943c1d6943d9eafe04cd3f08233faba1",
        "mets.711798593c1431bfc3d21a0db0d155a1",
    ]

    private static let others = [
        "Microsoft Word - letter.doc", "microsoft powerpoint - Slides", "", "  ",
        "Microsoft PowerPoint - Slides.ppt [Compatibility Mode]",
        "Microsoft PowerPoint - Folien.ppt [Kompatibilitätsmodus]", "Microsoft Word - Brief.doc [Schreibgeschützt]",
        "Brief.doc [Read-Only]", "Microsoft Word - Brief", "LaTeX with hyperref package",
        "Powered by TCPDF (www.tcpdf.org)", "Digitized by Google", "Scanned with ACE Scanner", "Scan Data from FX-3F21",
        "Dokument uten navn", "제목 없는 문서", "PII: S0140-6736(04)17519-0", "PII: 0040-1951(94)90011-6",
        "10.1093/brain/awh123", "10.1016/j.tcs.2003.05.002", "arXiv:1905.01234v2 [cs.IR] 3 May 2019",
        "arXiv:hep-th/9901001v1", "nature12345 1..5", "ncomms1234 1..9", "JSTOR: 12345",
        "Downloaded from http://brain.example.org/ by guest on 3 May 2019", "Prezentace aplikace PowerPoint",
        "Microsoft Word - Document in Unnamed", "Full page photo print", "Oracle Reports", "JasperReport",
        "Image to PDF 20190402", "Skenováno 2.4.2019", "Zeskanowano 2.4.2019", "Scanned by CamScanner",
        "Scanned with CamScanner", "Dokument z CamScanner", "ADF Scan", "PrimoPDF document", "OpenOffice.org Writer",
        "QuarkXPress(tm): Brochure", "QuarkXPress™: Annual Report 1999", "(Microsoft Word - Minutes.doc)",
        "(Microsoft Word - Minutes of May.doc)", "HP LaserJet", "Kofax", "EPSON MFP image", "N/A", "Layout 1",
        "10811.exe", "opinion_pdf_text_based.png", "Scan-0012.TIF", "paper.dvi", "doi:10.1016/j.tcs.2003.05.002",
        "about:blank", "about:config", "http://www.example.org/x.html", "https://example.com/print?id=3",
        "file:///C:/letters/x.htm", "C:\\letters\\x", "C:\\letters\\june\\minutes", "D:/letters/out",
        "\\\\server\\share\\x", "www.example.com", "example.org", "index.html", "print.php", "default.aspx",
        "(anonymous)", "(unspecified)", "(null)", "<title>", "<Untitled>", "[title]", "[untitled]", "{title}",
        "{{title}}", "${title}", "${document.title}", "%TITLE%", "DOCUMENT_TITLE_PLACEHOLDER", "TITLE_PLACEHOLDER",
        "Placeholder title", "Title Placeholder", "Lorem ipsum dolor", "<insert title here>", "anonymous", "Unknown",
        "undefined", "Default", "No Title", "No name", "Blank Page", "PDF Document", "Word Document",
        "Microsoft Word Document", "New Document", "Neues Dokument", "Nouveau document", "Print", "Printing",
        "Print Job", "Printout", "Druckauftrag", "Fax", "Full page fax print", "Scannable Document", "My Document",
        "Adobe Photoshop PDF", "Acrobat Document", "Crystal Reports", "CrystalReportViewer", "HardCopy", "output",
        "Report", "Form", "Formular", "Template", "Document Title", "Title here", "A4", "Layout", "Cover", "Test",
        "tmp", "stdin", "Microsoft Word", "pdf created with pdfFactory trial version",
        "PDF created with pdfFactory trial version", "Created by iText 2.1.7", "PScript5.dll Version 5.2",
        "This document was created by an application", "untitled-1", "Untitled", "Scanned Document", "scan (3)",
        "IMG_2041", "Dokument1", "page 12", "Slide 1", "PowerPoint Presentation", "None", "#", "main.dvi",
        "MINUTES.DOC", "scan0001.tif", "Ohne Titel", "Ohne Titel 2", "无标题", "無題", "Без имени", "Book1", "Mappe2",
        "Präsentation1", "Folie 1", "Scan_0001.pdf", "untitled.pdf", "Rechnung.pdf", "img20240101_10112233.pdf",
        "KMBT_C224", "HP Scan", "Numérisation", "Gescanntes Dokument", "mets.xml", "METS_123456",
        "sha512:0123456789abcdef", "urn:uuid:0f8cdff9-99b1-c13b-6b5c-35119845915d",
        "Remote Desktop Redirected Printer Doc", "OCR Output", "OCR Results", "/tmp/ocr/page.tif", "hOCR",
        "page_0001.hocr", "KM_C258e-1", "KM_454e-20180312094501", "Xerox WorkCentre 7545_20130312094501",
        "Xerox Phaser3635", "BRW0080927AFBCE_004512", "BRN30055C0A12F4_000123", "BRN_1A2B3C", "SKM_C454e",
        "RNP002673A1B2C3_20190402", "RICOH MP C3004_2019", "LEX_0001", "LXK0412", "TOSHIBA e-STUDIO_20190402101530",
        "e-STUDIO2505AC_20190402", "iR-ADV_4051_0001", "OKI-MB472", "FUJITSU fi-7160", "S45C-819031209450",
        "M264N-190312094501", "MX-M264N_1", "Canon iR-ADV C5235", "HP LaserJet MFP M477", "HP_M281_2",
        "Kyocera TASKalfa 3252ci", "TASKalfa 3252ci_20190402101530", "Scanned from a Xerox Multifunction Printer",
        "Scanned from a Xerox multifunction device001", "Scanned by a Lexmark X656", "Send data from MFP12345678",
        "Message from KMBT_C220", "Message from RNP002673", "Attached Image", "Scan from Canon MF",
        "Scanned image from MX-2640N", "Scan from a Samsung MFP", "Samsung SCX-4623_0412", "Scan 1",
        "Scan 2 Apr 2019 at 10.15", "Scan 12. März 2019", "Scan vom 2019", "Scan_1", "scan0001", "SCAN", "Page 12",
        "Image (3)", "Image 3", "Imagen (12)", "Bild (2)", "Foto", "Foto (1)", "Photo Apr 02, 10 15 30 AM", "Attēls",
        "画像", "Document1", "Document 12", "Dokument2", "Documento 3", "Dokumentum1", "Документ 2", "文档1",
        "New Doc 2019-04-02 10.15.30", "New Doc 12_3", "New Doc (4)", "New Document(2)", "Novo documento 1",
        "Office Lens 20190402-101530", "Microsoft Lens 2019-4-2", "TurboScan Doc", "Genius Scan", "Genius Scan 3",
        "SwiftScan 2020-01-02", "Adobe Scan Apr 2, 2019", "Adobe Scan 02-Apr-2019 (1)", "CamScanner 2019", "CamScanner",
        "扫描全能王 2019-4-2 10.15", "WhatsApp Scan 2021-04-02 at 10.15.30", "Capture d’écran 2021-04-02 à 10.15.30",
        "Captura de pantalla 2021-04-02 a las 10.15.30", "Zrzut ekranu 2021-04-02",
        "Skärmavbild 2021-04-02 kl. 10.15.30", "Snímek obrazovky (12)", "スクリーンショット 2021-04-02", "Numérisé 2 avr. 2019",
        "Numérisation 3", "Digitalizar0012", "Digitalização 4", "Skenování 3", "Sken 12", "Сканировать1",
        "Сканирование 2", "スキャンデータ", "Tarama 12", "Taranmış belge", "Szkennelt dokumentum", "Beolvasás 3", "Inskannad",
        "Inskannat dokument 2", "Skannaus_20190402", "Skannet dokument", "Gescand document", "Skeniranje_1", "Σάρωση 3",
        "掃描 1", "Escáner 4", "Acquisizione 1", "_DSC0412", "_MG_4512", "DSCN12", "VID_1", "GOPR0412", "PICT 3", "MVI_7",
        "PXL_20210402_101530123", "CIMG0012", "Microsoft Outlook - Formatvorlage", "Microsoft Visio - Plan.vsd",
        "Crystal Reports - Rechnung.rpt", "WordPerfect - LETTER", "Microsoft Publisher - Flyer",
        "minutes.doc - Microsoft Word", "Notepad - x", "AutoCAD - weir", "PowerPoint-Präsentation",
        "Presentación de PowerPoint", "Prezentacja programu PowerPoint", "Apresentação do PowerPoint",
        "Презентация PowerPoint", "PowerPoint 演示文稿", "Microsoft PowerPoint Presentation", "PowerPoint-presentatie",
        "Prezentare PowerPoint", "PowerPoint-esitys", "PowerPoint プレゼンテーション", "Sešit1", "Книга1", "Drawing1",
        "Publication1", "Zeszyt1", "Munkafüzet2", "DOCUMENT_TITLE", "CLIENT_NAME", "PUT_TITLE_HERE",
        "PROJECT_NAME_HERE", "[Geben Sie den Titel des Dokuments ein]", "[Type the document title]",
        "[Tapez le titre du document]", "[Escriba el título del documento]", "[Digitare il titolo del documento]",
        "Click to add title", "Click to edit Master title style", "Titel durch Klicken hinzufügen",
        "Titelmasterformat durch Klicken bearbeiten", "Cliquez pour ajouter un titre", "Haga clic para agregar título",
        "Fare clic per inserire il titolo", "Kliknij, aby dodać tytuł", "Введите название документа",
        "Klik om de titel toe te voegen", "Clique para adicionar título", "Título", "Titre", "Titel", "Заголовок", "标题",
        "<<Title>>", "«Titel»", "__TITLE__", "#title#", "$title$", "@@title@@", "{{ document.title }}",
        "{% block title %}", "<%= title %>", "${doc}", "Your document title here", "Enter title", "Insert Title Here",
        "Title of your document", "Sample title", "Sub title", "Impression", "Impression 3", "Travail d'impression",
        "Lavoro di stampa", "Trabajo de impresión", "Zadanie drukowania", "Utskrift", "Afdruktaak", "印刷", "Печать",
        "Tisk", "Druckvorschau", "Print Preview", "Print Document", "Remote Downlevel Document",
        "Local Downlevel Document", "No Job Name", "Test Page", "Windows Test Page", "Testseite", "Full page photo",
        "Incoming fax 20130312", "Fax message 12", "(stdin)", "/tmp/ocr/page", "/home/anna/letters/minutes",
        "~/scans/box/x", "C|/TEMP/x", "D:\\scans", "docs\\minutes", "..\\export\\out", "file:/C:/x.htm",
        "mailto:anna@example.org", "javascript:print()", "view-source:x", "data:text/html,x", "www.example.org/minutes",
        "localhost:8080/print", "intranet.example.org/print.php?id=4412", "example.com/a/b", "printpage.do",
        "show.jsp?id=3", "http://10.0.0.1/x", "{4FE21A3B-9C31-4EF0-9B3C-1D2A8E7F1C22}", "4fe21a3b", "d41d8cd98f00",
        "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "~$minutes", "~WRL0003",
        "~hh4521", "tmpA34F", "tmp1234", "tmp_3x", "tmpqlxkvbzw", "TMP0412", "temp12", "Temp_3", "report.rpt",
        "letter.wps", "drawing.dwg", "scan.heic", "minutes.odt", "x.xps", "Senza nome 1", "Sin nombre 3", "Без имени 2",
        "名称未設定 3", "Naamloos document", "Untitled presentation", "Untitled-3", "Untitled (2)", "Sans nom 1",
        "Uden navn", "Nimetön 1", "Bez naslova 2", "Model", "Layout1", "null", "xxx", "þÿ", "asdf",
        "DOC031213-03122013094501", "20130312094501", "2013_03_12_09_45_01", "img-312094501-0001", "Scan_20190402 (3)",
        "New Doc 2019-04-02 10.15.30_1", "NewDoc", "New Doc", "New Doc 4", "NewDocument 2020_04_02", "Doc1", "Doc 1",
        "doc-1", "MX_2640N-1", "MX-3070N_20240101_120000", "SHARP MX-2640N", "WC7845_20190402", "WorkCentre 7845",
        "Xerox_2019-04-02-101530", "AltaLink C8035", "e-STUDIO3505AC-1234", "HPSCANS0012", "HP Scan 2",
        "HP Officejet Pro 8600_0012", "Epson_02042019101530", "EPSON WF-7720", "WF-7720 Series", "iX500_0003",
        "fi-7160_0001", "ScanSnap iX500", "ScanSnap Home 2", "PaperStream Capture 3", "Brother DCP-9020CDW",
        "MFC-L5750DW_0042", "BRWD85DE2A1B3C4_00045", "MF4410_0001", "iR2520_0012", "iR-ADV C3330i", "imageRUNNER 2520",
        "Kyocera ECOSYS M5526cdw", "KMC308_2019", "TASKalfa_2551ci_0001", "UTAX 3206ci", "SCX-4300_20150101",
        "CLX-3305_0001", "Lexmark MX710", "LXKC5F2A1_0004", "OKI_MC573_0001", "Oce PlotWave 340", "ineo+ 364e",
        "Print job 12", "Print Job - 12", "Druckauftrag 4711", "Job 4711", "Microsoft Word - Letter to Smith.docx",
        "Microsoft Word -", "Microsoft PowerPoint –", "- Microsoft Word", "Brother MFC", "Brother MFC-L2710DW series",
        "Brother MFC-9142CDN", "Brother MFC-7360N Printer", "Brother HL-L2350DW series", "Epson DS-530",
        "Ricoh IM C3000", "Kyocera FS-1035MFP", "Brother MFC-J5330DW", "Brother MFC-L8690CDW Scanner",
        "Microsoft Excel - Mappe1", "Word - Letter.docx", "Microsoft Word – x.doc", "Microsoft® Word - x",
        "Adobe Photoshop - x", "PowerPoint", "Presentation2", "Präsentation 3", "Présentation1", "Diapositiva 1",
        "Slide1", "Slide 12", "Folie12", "Tabelle1", "Feuille1", "Sheet1", "Hoja1", "Foglio1", "Лист1", "Workbook3",
        "Visio-Zeichnung1", "Zeichnung1", "Dibujo1", "Unbenannt-1", "Unbenannt 1", "untitled.psd", "untitled folder",
        "Untitled Document 3", "Untitled design", "Untitled Project", "Kein Titel", "notitle", "[No title]",
        "(untitled)", "Titel hier eingeben", "Titel eingeben", "Hier klicken, um Titel einzugeben",
        "Titel des Dokuments", "Dokumenttitel", "Dokumententitel", "Document Title Here", "documentTitle", "MyTitle",
        "My Title", "Título del documento", "Titre du document", "Titolo documento", "Titolo del documento",
        "Tytuł dokumentu", "Název dokumentu", "Заголовок документа", "Название документа", "文档标题", "文書タイトル", "Rubrik",
        "Överskrift", "Otsikko", "TITLE", "{TITLE}", "<TITLE>", "[[title]]", "%%TITLE%%", "@TITLE@", "##TITLE##",
        "%DOCUMENTNAME%", "&[File]", "&F", "$FILENAME$", "[FILENAME]", "FILENAME", "<filename>", "file name",
        "Filename.pdf", "{0}", "%s", "%1", "NaN", "[object Object]", "object Object", "System.Byte[]", "NULL", "TODO",
        "TBD", "FIXME", "asdfasdf", "qwerty", "test123", "TEST PAGE", "lorem ipsum", "foo", "bar", "0001", "00000001",
        "001-003", "p001", "P0001", "page001", "pg_0001", "pg001", "Seite1", "p. 12", "Page 1 of 3", "Seite 1 von 3",
        "Page 1", "img001", "IMG", "IMG 1", "img_1", "image1", "image00001", "Image from iOS", "Image 1 from iOS",
        "Photo.jpg", "Foto 12.03.2019", "Foto 12.03.19, 10 15 30", "Camera", "DCIM0001", "DSC_0001", "100_1234",
        "IMG-20190402-WA0003", "VID-20190402-WA0003", "PTT-20190402-WA0003", "signal-2021-04-02-101530",
        "photo_2021-04-02_10-15-30", "photo_5@02-04-2021", "received_1234567890", "FB_IMG_1556789", "inbound1234567890",
        "download", "download (3)", "Downloads", "unnamed", "unnamed (1)", "export", "export (2)", "Export_20190402",
        "merged", "merged (2)", "combined", "combinepdf", "binder1", "Binder1.pdf", "ilovepdf_merged",
        "ilovepdf-merged", "smallpdf", "sejda", "compressed", "doc_compressed", "PDF Portfolio", "Portable Document",
        "javascript:void(0)", "https://x", "ftp://x/y", "www.x.org", "x.org/y?z=1", "index.htm", "index", "default.htm",
        "main", "mail", "Inbox", "Posteingang", "Outlook", "Message", "Re:", "AW:", "WG:", "fwd", "no subject",
        "(no subject)", "(kein Betreff)", "Kein Betreff", "C:\\Temp\\x", "C:/Temp/x", "\\\\srv\\x", "/var/spool/x",
        "./x", "../x/y", "~/x", "tmp.pdf", "temp file", "TempFile", "~tmp12", "~df1234", "~$ter.doc", "~WRD0001",
        "wrd0001", "mso1A2B", "acr1A2B.tmp", "A9R1A2B", "cups-12", "smbprn.00012345", "smbprn.000012", "dvips", "dvi",
        "TeX output 2001.04.02:1015", "TeX output 1999.01.02", "LaTeX document", "pdfTeX", "Microsoft Office",
        "OpenOffice.org", "LibreOffice Writer", "Writer", "Acrobat", "Adobe Acrobat", "Adobe PDF", "PDFCreator", "PDF",
        "XPS", "PCL", "GPL Ghostscript", "Bullzip", "iText", "Report1", "Bericht1", "ActiveReports Document",
        "FastReport", "QuickReport", "InDesign", "Layout 12", "Model (1)", "A3", "OCR", "OCR text", "scan0001 OCR",
        "ABBYY FineReader", "OmniPage Document", "Readiris", "Tesseract", "Converted document",
        "4fe21a3b-9c31-4ef0-9b3c-1d2a8e7f1c22", "4FE21A3B9C314EF09B3C1D2A8E7F1C22", "urn:uuid:4fe21a3b",
        "uuid:4fe21a3b-9c31-4ef0-9b3c-1d2a8e7f1c22", "ark:/12148/btv1b8449691v", "doi:10.1000/x", "hdl:1/2", "info:x/1",
        "oai:x:1", "sha256-d41d8cd98f00b204", "d41d8cd98f00b204e9800998ecf8427e.pdf", "zZ3kL9mQ2xV7bN4cT1pR", "meta",
        "objects", "無題ドキュメント", "Документ без названия", "Документ Microsoft Word", "Безымянный", "MFP_0412_2023",
        "Notes_230412_103355", "CCI12042023", "SHARP@example.org_20230412_103355", "texput", "Standard input",
        "GhostPDL", "R Graphics Output", "Figure 1.fig", "gnuplot", "matplotlib", "jsPDF",
        "ReportLab Generated PDF document", "pdf-converter", "SAPscript", "Smart View", "AutoCAD Drawing", "Plan1 (1)",
        "JPEG to PDF", "Merged PDF", "novaPDF", "CutePDF Writer", "PDF-XChange", "Foxit PDF", "PDF24 Creator",
        "Print2PDF", "Nouveau Document Microsoft Word", "Nuevo Documento de Microsoft Word",
        "Новый документ Microsoft Word", "新建 Microsoft Word 文档", "Neues Microsoft Word-Dokument", "Kopie von Dokument1",
        "Copy of Untitled document", "Copy of IMG_0412", "Document3 [Compatibility Mode]",
        "Microsoft Word - Document1 [Compatibility Mode]", "Untitled document - Google Docs", "Google Docs",
        "Scan2Mail", "Scan-to-mail 0012", "Form1", "404 Not Found", "Invoice.rdl", "Scan 2 avril 2019",
        "Convert Word to PDF", "Arkusz1", "工作簿1", "P1040711", "[unnamed]", "2013-03-12 09.45.01", "Printer 12345678",
    ]

    static let people = [
        "Скан Петров", "Dell Farm",
        "The mill [read-only memories]", "Letter [Anna]", "Digitized by hand", "Powered by water",
        "QuarkXPress: The Complete Reference", "Teflon(tm): A History", "Oracle Reports of Delphi",
        "Jasper Reports on the Mill", "PII and the Law 2019", "arXiv: a history", "JSTOR and its 12345 readers",
        "Downloaded from the pulpit", "Nature 12, 1..5", "10.30 at the station", "Image to Word 1931",
        "Scanned by Camilla Scott", "(Microsoft Word - An Introduction)", "Document in evidence 12",
        "A full page photo print of Riga", "451", "300", "42", "007", "9/11", "24/7", "1931-1945", "1914-1918",
        "25.12.1931", "1931-04-22", "'68", "12 C 345/19", "978-3-16-148410-0", "9783161484100", "0-19-852663-6",
        "10.1000/182", "10.1016/0040-1951(94)90011-6", "4711", "C++", "C#", "R", "C", "X", "V.", "S.", "1/2", "3.5",
        "50%", "ASP.NET", "Booking.com", "Amazon.com", ".NET", "No title, 1923", "Untitled (1923)", "Canon_1917",
        "Brother_1931", "Xerox_1972", "C:\\Users and the rest", "Microsoft Excel - An Introduction",
        "Microsoft PowerPoint - Friend or Foe?", "Gmail - Rechnung", "Gmail - Your booking of 3 May", "[Protokoll]",
        "(Letter)", "<Brief>", "{Sets}", "«Искра»", "A study of $\\alpha$-decay", "$\\alpha$-decay", "Schr\\\"odinger",
        "Erd\\H{o}s", "$E=mc^2$", "ACR-2019", "PG 161", "MS 412", "Index 2010-2015", "Model 2019/2020",
        "The Placeholder in Mathematics", "Lorem Ipsum: a history", "The http:// in our names", "Image 1763",
        "Photo, 1912", "PDF Explained", "PDF to print", "PDF/A", "Scans 1931-1935", "Photo 1914-1918", "Fax 1931-32",
        "Copy of Magna Carta", "Untitled [Map of the Weir]", "scan0001 (Letter to Anna)", "Microsoft and the Word",
        "Form 1", "Meta", "Objects", "Word to God", "Printer 12", "Plan 1", "Plan 1 (1931)", "Node.js",
        "Minutes of the board.doc and others", "St. Gallen", "Vol.2", "The AI", "Minutes of May 1931",
        "Scans of the harbour", "A document of the council", "Page and beam", "Ur", "Проект", "The .doc format",
        "Untitled poems of the 1930s", "[Letter to the mayor]", "[Map of the harbour]", "Fax from Smith of 3 May",
        "Report on the bridge", "Form 27B of the water board", "Test of the new pump", "Print shop accounts",
        "Image of the saint", "Photo album of 1912", "Canon law in the parish", "Brother Anselm's letters",
        "Sharp practice", "Brother 1912", "Epson Downs races", "Page 12 of the ledger and its key",
        "Job 3:16 and other sermons", "Document on the fall of 1931", "FAL_1762_12_07", "HP sauce factory",
        "Book 1 of the accounts", "Presentation of the keys", "Libro 1712", "Numérisation des registres", "Mets 1931",
        "Decade of the 1920s", "Deadbeef", "Facade", "Cafe", "Added to the archive", "A4 motorway plans",
        "Cover letter", "Layout of the garden", "Anonymous letters to the editor", "Unknown soldier",
        "Default of the bank", "Template for weaving", "Printing in Leipzig", "Crystal Palace",
        "example.org and the web", "http and the beginnings of the web", "(Anonymous) Song of the weavers", "<<Iskra>>",
        "100 % wool", "$100 a month", "Scan of the ledger 12", "Plan 1931", "Minutes 1931-04-22", "Letter 17",
        "Volume 3", "Heft 12", "Band 2", "Box 12345", "File on Smith", "Files of the council 1931", "Doc Holliday",
        "Dr 1931", "Ir 12", "Oki island", "Sam 1912", "Bild und Ton", "Foto Müller 1950", "Imag 12 gardens",
        "Kyoto 1931", "Toshiba strike of 1946", "Kodak advertisement 1931", "Screenshots of the archive", "Camscanners",
        "WhatsApp and the archive", "Report 2019", "Umschlag", "Inventory 1931-32", "Akte 12/1931", "Nr. 123456",
        "Sitzung 123 des Rates", "Protokoll 4711", "ΠΡΑΚΤΙΚΑ 1931", "議事録 1931", "Map 1:25000", "Council Minutes 1970",
        "Letters (1931)", "A to Z", "Ledger A", "Mets town plan", "Meta Müller's diary", "Objects of the museum",
        "Ministry file 0123", "UUID and other identifiers", "E-Studio Records", "Tmp. street lighting",
        "Output of the mine", "Layouts 1931", "Pict songs", "Attachments to the treaty", "Scan lines 17",
        "Scan of the harbour", "Scan of charter 12", "Der Scan", "Scans of the harbour, 1931", "Scandinavian journeys",
        "Scanlon family papers", "Scanning electron microscopy", "Scanned by Anna Kern in 1998",
        "The scanner and the photocopier", "Image and Reality", "Image of the saint 3", "Images of Riga 1931",
        "Page from a ledger", "Pages of history", "Document 9 of the Council", "Document 12 bis", "The Document",
        "Documents on foreign policy", "Documentos de la villa", "New Doctrine", "New Documents 1967",
        "New Document on Tartu", "Doc Martin's papers", "MX missile treaty", "MX 1981", "Missile M264",
        "Model of a water mill", "Model T Ford", "Models 1931", "Bild 12", "Bild und Wort", "Bilder aus Riga",
        "Aufnahme 3", "Foto Marburg Katalog", "Fotografie in Riga", "Photo of Anna, 3 May 1931", "Photo on canvas",
        "Photo album of the Merian family", "Screenshots and the law", "Screenshot art in Riga", "Capture of the fort",
        "Captura de Lima", "Xerox Star manual", "Xerox strike 1974", "Canon Law", "Canon of Medicine", "Canon 1912",
        "Toshiba Workforce", "Estudio Canon", "Canon Smith to the bishop", "Brother Jonathan", "Brother to the king",
        "Sharp v. Jones", "Ricoh company history", "Epson Derby winners", "Kyocera annual report 1997",
        "HP Baxxter interview", "HP sauce 12", "Samsung and Korea", "Toshiba strike", "Kodak 1931",
        "Lexmark v. Static Control", "Lex Salica", "Lex 1931", "Oki island 1931", "Fi and the sea",
        "Message from the mayor", "Message from Anna 1931", "Send data to the council", "Fax from Smith 12", "Job",
        "Job 38", "Job lot of books", "File no 123", "File Nr. 4711", "Doc No 4711", "Job no 1234", "Fax Nr 4711",
        "Page no 123", "Km 12", "KM 454 road works", "SAM missile 1962", "VID and other words", "DSC Gallantry Medal",
        "IMG Sanatorium annual report", "Word and Object", "Word - a meditation", "Excel Colliery accounts",
        "PowerPoint for town clerks", "PowerPoint in court", "Print culture in Leipzig", "Print 3 of the harbour",
        "Impressions of Riga", "Impression, soleil levant", "Impressionen 1931", "Travail et impression",
        "Druckauftrag der Stadt Riga", "Druckerei Müller", "Utskrift ur protokollet", "Печать и общество",
        "Preview of the fair", "Title deeds of Hill Farm", "Titles of nobility", "Titelblatt der Chronik",
        "Titel und Orden", "Le titre de la dette", "Título de propiedad", "Title IX", "Name of the Rose", "Your Health",
        "Click and the dead", "Type and image", "Insert in the minutes", "Enter Ghost", "[Letter on titles]",
        "[Anna Kern to her sister]", "(Draft) Minutes", "#12 of the journal", "{Gesta} regum", "COUNCIL_MINUTES",
        "LETTER_FROM_ANNA", "HARBOUR_1931", "Lab_notes", "city-council-minutes", "Brief_an_Anna", "Letters \\ Briefe",
        "A/RES/217", "and/or", "1931/32", "COM(2010) 412", "http server manual", "Data: a study", "About: Riga",
        "File: harbour", "Mailing list 1931", "Vol. 2", "Dr. Do", "J. S. Bach", "Letters.and.papers", "No. 17",
        "K. 331", "BWV 1007", "R101", "B-17", "U-571", "W-2", "1984", "1931", "信", "Catch-22", "Apollo 11", "Genesis 1",
        "Title 17 U.S.C.", "HMS Beagle", "Folio 23r", "Plan 4", "Karte 7", "Sheet 12", "Blatt 12", "Notes 3",
        "Chapter 4", "Form 1040", "ISO 9001", "RFC 822", "DIN 476", "Invoice 4711", "Rechnung 2019-0412",
        "Agenda 2019-04-02", "HA-77/1931-4", "Facade 1931", "Acceded 1862", "council-minutes-1931-04-22-final",
        "Temple records", "Temperance 1931", "Temporary works", "~ Spring ~", "Templates for weaving",
        "Untitled Love Letters of Anna Kern", "Sans titre (1911), Kandinsky", "Sin nombre, una historia",
        "Ohne Titel und Namen", "Unbenannte Orte", "Without a name", "Null und Nichtig", "None but the brave",
        "Default of the Bank of Riga", "Draft Constitution", "Testament", "Test of Bridge Girders", "Booking 12",
        "Mappe 7", "Drawing 12", "Kniha mesta 3", "Reports 2019", "Book 1 of Kings", "Model railway", "Main Street",
        "Index of streets", "Index 1931", "Main line 3", "Portfolio of drawings", "Binder of letters",
        "Export statistics 1931", "Output of mines 1931", "Message 12 of the king", "Mail coaches", "Camera obscura",
        "Inbox zero", "Combined fleet", "Merged parishes", "Unnamed soldiers", "Download speeds", "Foo Fighters",
        "Bar exam", "Reports of the council", "Report of 1931", "Test 2", "Test match 1931", "Rapport 12",
        "Bericht 1931", "Bericht 3", "Tabelle der Münzen", "Tabelle 4", "Acre 12", "Accounts 1931", "Cups and saucers",
        "Mso 12", "Acrobats of Riga", "Received 12 March", "Received opinions", "Signal box 12", "Signal 20", "Info: x",
        "Ark of the covenant", "Ark: a history", "Handle with care", "Info for voters", "Oai river", "Page of Cups",
        "Seite von Riga", "Page de garde", "Image from Riga", "WC 1931", "WF Smith", "MF Doom", "Sec 12", "Sec. 4",
        "Section 12", "HP 12", "HP Lovecraft", "HP Lovecraft 1931", "Epson 1", "Dec 12 1931", "May 1931", "12 May 1931",
        "January", "Jan van Eyck", "Mars 1931", "April 12", "Document of 1931", "Documents of May 1931",
        "Document, May 1931", "Dokument der Anklage", "Dokument 12 der Anklage", "Photo 1931", "Foto 1931",
        "Photo May 1931", "Bild 1931", "Video killed the radio star", "Obraz 12", "Obraz Matki", "Obrazy", "Slika 1931",
        "Kép és szó", "Imagine", "Imagen de la Virgen", "Imago 3", "Picture post", "Picture 1931",
        "Pictures at an exhibition", "Imprimé à Riga", "Tisk v Praze", "Utskrift av protokoll", "Print works",
        "Print: a history", "Printing - a history", "Title and deed", "Rubrik der Zeitung", "Name", "Your name", "Hier",
        "Ici Paris", "A text", "Example", "Sample", "Sample text", "Text", "Document text", "Models", "Nil desperandum",
        "Nan's diary", "Re: your letter", "Re your letter of 3 May", "AW: Antwort", "Fwd: minutes",
        "Message to the mayor", "Letter", "Letters", "Brief", "Brief 12", "Akte", "Akte 12", "Plan", "Karte",
        "Deckblatt", "Protokoll", "Minutes", "Minutes 12", "Agenda", "Rechnung", "Invoice", "Contract", "Vertrag",
        "Xerox", "Xerox 1931", "Ricoh", "Lexmark", "Sharp", "Brother", "Canon", "Canon 12", "Canons 12", "Toshiba",
        "Samsung 1931", "Samsung", "Kyocera", "Fujitsu", "Konica Minolta", "Kodak moments", "HP", "Epson", "Oki", "Mx",
        "LEX", "Lex 12", "Lex Aquilia", "Mille 1000", "Panasonic", "1931-32", "1931/1932", "1914–1918", "MCMXXXI",
        "XII", "III", "IV. 3", "A.D. 1931", "AD 1931", "BC 12", "A1", "C47", "C47b", "Opus 12", "op. 12", "D 960",
        "D. 960", "KV 331", "Hob. XVI:52", "S.O.S.", "UB40", "U2", "R2D2", "F 16", "Boeing 747", "Airbus A320",
        "Leopard 2A4", "T-34", "Panther G", "V2", "PT-109", "HMS M2", "LZ 129", "Do X", "Ju 52", "Bf 109",
        "P-51 Mustang", "MiG-21", "SS-20", "MX-5", "AK-47", "MG 42", "M16", "M 12", "Haus 12", "Block 12", "Raum 101",
        "Room 101", "Area 51", "District 9", "Ocean's 11", "Fahrenheit 451", "Psalm 23", "Sura 2", "Sonnet 18",
        "Canto 3", "Act 5", "Article 12", "Artikel 12", "§ 12", "Art. 12", "Nr. 12", "No. 12", "Fol. 12", "Bl. 12",
        "S. 12", "Tafel 3", "Abb. 3", "Fig. 3", "Lot 49", "Case 12/31", "B 12/31", "2 BvR 1/52", "C-131/12",
        "GZ 123/45", "AZ 4711", "IV/31", "HStA 12", "Best. 12 Nr. 31", "HS 1234", "Ms. lat. 12", "Cod. 12", "Inv. 123",
        "Kat. 12", "Tgb. 12/31", "d41d8cd", "ABCDEF12", "cafe1931", "feedbeef", "a b c", "tempus fugit", "Temp 1931",
        "Temple 12", "Letter.", "www and the law", "localhost and other tales", "Example.org: a history", "Lorem",
        "data", "Data 1931", "Präsentation der Arbeit", "PowerPoint presentation of the budget", "Photo on the wall",
        "Photo on 12 walls", "Screenshots", "Genius of Riga", "Scandal", "Skandia 1931", "Fax 12", "Telefax 12",
        "Capture",
    ]
}
