import ExtractionProtocol
import PageReading
import Testing

@testable import DocSearchExtract

@Suite("An author that is nobody")
struct AccountNameTests {
    private func authors(_ name: String, producer: String? = nil) -> [String] {
        var information = DocumentInformation()
        information.producer = producer
        information.xmp.creators = [name]
        return MetadataCompletion.complete(DocumentMetadata(), by: information, fileName: "deed.pdf").authors
    }

    @Test(arguments: AccountNameTests.machines)
    func accountsAndMachinesAreNoAuthors(name: String) { #expect(authors(name).isEmpty) }

    @Test(arguments: AccountNameTests.people)
    func peopleAndOfficesAreAuthors(name: String) { #expect(authors(name) == [name]) }

    @Test(arguments: AccountNameTests.companies)
    func aCompanyIsAnAuthorUnlessAScannerMadeTheFile(name: String) {
        #expect(authors(name, producer: "Microsoft Word 2019") == [name])
        #expect(authors(name, producer: "KONICA MINOLTA bizhub C258").isEmpty)
    }

    @Test func anotherCompanyIsTheAuthorOfAScanToo() {
        #expect(authors("Microsoft Corporation", producer: "Xerox WorkCentre 7545") == ["Microsoft Corporation"])
        #expect(authors("Canon Law Society", producer: "Canon") == ["Canon Law Society"])
    }

    static let companies = [
        "KONICA MINOLTA, INC.", "RICOH Company, Ltd.", "Canon Inc.", "Xerox Corporation", "Seiko Epson Corp.",
        "Brother Industries, Ltd.", "Sharp Corporation", "Sharp Electronics", "Kyocera Document Solutions Inc.",
        "Toshiba TEC", "TOSHIBA TEC CORPORATION", "Samsung Electronics", "Lexmark International", "Fujitsu Limited",
        "PFU LIMITED", "Oki Data", "HP Inc.", "Hewlett-Packard Company", "Konica Minolta Business Solutions",
    ]

    static let machines = [
        "Standard", "Systemadministrator", "未知", "Сканер", "Firma", "Company Name", "bizhub", "Toshiba e-STUDIO",
        "Fuji Xerox", "Konica", "Scanbot", "扫描全能王", "CamScanner user", "Faxserver", "eFax", "RightFax", "TeX", "dvips",
        "pdftk", "WordPerfect", "Corel", "Firefox", "Chrome", "Scanned Document", "Fax server 2", "XeLaTeX",
        "Adminstrator", "Valued Gateway Client", "XP", "WinXP", "Windows XP", "PScript5.dll Version 5.2.2", "un-named",
        "AUTHOR_PLACEHOLDER", "Placeholder author", "CamScanner 5.2", "ABBYY FineReader 15", "MacBook Pro",
        "apache", "Lokaler Administrator", "IUSR_WEB01", "Adobe Acrobat", "Pages",
        "User1", "User 12", "user_3", "pc01", "PC-12", "Scanner 2", "Admin2", "Student05", "DESKTOP-4F2K1AB",
        "LAPTOP-8Q2RT5", "WIN-8K2QH3", "WIN-ABCDEFG", "PC-ANNA", "ANNA-PC", "anna-laptop", "Annas-MacBook-Pro",
        "SRV-01", "CORP\\akern", "DOMAIN\\Administrator", "S-1-5-21-1004336348", "Valued Acer Customer",
        "Valued Gateway Customer", "Preferred Customer", "Valued Customer", "Registered User", "Authorized User",
        "OEM", "OEM User", "Administrador", "Administrateur", "Amministratore", "Administrátor", "Администратор",
        "管理者", "Utente", "Usuario", "Usuário do Windows", "Gebruiker", "Käyttäjä", "Uživatel", "Felhasználó",
        "Kullanıcı", "Windows-Benutzer", "Windows-gebruiker", "Utilisateur Microsoft Office",
        "Microsoft Office-Benutzer", "Windows 用户", "Owner",
        "HP_Owner", "Compaq_Owner", "Besitzer", "Propriétaire", "root", "www-data", "localadmin",
        "NT AUTHORITY\\SYSTEM", "Guest", "Invité", "Gast 2", "scanner@example.org", "scan01@example.org",
        "no-reply@example.org", "noreply@example.org", "do-not-reply@mail.example.org", "MFP@council.example",
        "kopierer@stadt.example", "MAILER-DAEMON@example.org", "KONICA MINOLTA", "KONICA MINOLTA bizhub C364e",
        "bizhub C364e", "KM_C258e", "Xerox WorkCentre", "Xerox WorkCentre 7545", "Canon iR-ADV C5235",
        "RICOH MP C3004", "SHARP MX-2640N", "HP LaserJet MFP M477", "Kyocera TASKalfa", "BRW0080927AFBCE",
        "RNP002673A1B2C3", "iPhone", "Compaq", "Apple", "Lenovo", "kopierer", "Multifunction Printer", "x", "xxx",
        "test", "Tester", "asdf", "Author", "[Author]", "<author>", "${author}", "{{ author }}", "%author%",
        "Author Name", "Your Name", "Vorname Nachname", "(anonymous)", "[Unknown]", "Anónimo", "Неизвестный", "k.A.",
        "python-docx", "Apache POI", "LaTeX with hyperref", "openpyxl", "þÿ", "4711", "-", "about:blank", "Użytkownik",
        "User", "USER-PC", "user-pc\\user", "DESKTOP-ABC", "LAPTOP-Q1W2", "WIN-7JKL2M9", "WIN10", "Windows 10",
        "Windows", "win7", "PC", "pc-3", "PC01", "Buero-PC", "BÜRO-PC", "Rechner1", "Arbeitsplatz 3", "Arbeitsplatz",
        "Office-PC", "HP-PC", "HP User", "hp", "Acer", "Asus User", "Lenovo User", "lenovo", "Dell User",
        "Valued Dell Customer", "Valued eMachines Customer", "Your User Name", "Your Name Here", "Gateway User",
        "Packard Bell Customer", "Toshiba User", "Sony Customer", "OEM Preinstalled", "OEM_User", "Unregistered",
        "Registered", "Trial User", "Evaluation", "Unlicensed", "Licensed", "Demo User", "root@localhost", "toor",
        "www", "httpd", "dbo", "sys", "svc_scan", "svc-print", "scan_user", "scan2mail", "scan-to-mail",
        "scantofolder", "scan@kopierer.local", "scanner1@x.org", "copier@x.org", "kopierer@x.org", "noreply@x.org",
        "NoReply@x.org", "no.reply@x.org", "no_reply@x.org", "donotreply@x.org", "do_not_reply@x.org", "mailer@x.org",
        "mailer-daemon@x.org", "bounce@x.org", "notifications@x.org", "admin@x.org", "KM-C258@x.org", "bizhub@x.org",
        "RICOH@x.org", "xerox7845@x.org", "mfp-2og@x.org", "mfp03@x.org", "printer.hall@x.org", "S-1-5-21-1",
        "CORP\\user", ".\\Administrator", "MicrosoftAccount\\x", "AzureAD\\AnnaKern", "Admin istrator",
        "ADMINISTRATOR", "administrator1", "Administrator2", "管理员", "ユーザー", "사용자", "用户", "Пользователь1", "Používateľ",
        "Bruker", "Bruger", "Användare", "Utilizator", "Korisnik", "Χρήστης", "משתמש", "المستخدم", "מנהל",
        "Proprietario", "Eigentümer", "Eigenaar", "Ägare", "Ejer", "Tulajdonos", "Владелец", "Sahip", "Invitado",
        "Ospite", "Gæst", "Vieras", "Vendég", "Autor", "Auteur", "Autore", "Verfasser", "Auteur 1",
        "Autor desconocido", "unknown", "Unknown Author", "UNKNOWN", "N/A", "NA", "n/a", "none", "not specified",
        "nicht angegeben", "no author", "anonymous", "Anonym", "--", ".", "?", "??", "xx", "XXX", "TBD", "TODO",
        "author", "[author]", "%AUTHOR%", "${user}", "{{user}}", "AUTHOR_NAME", "$USER", "%USERNAME%",
        "firstname lastname", "Prénom Nom", "Nombre Apellido", "Max Mustermann", "Konica Minolta",
        "Canon", "XEROX", "EPSON", "KYOCERA", "Hewlett-Packard", "Adobe", "ScanSnap Manager", "ScanSnap", "CamScanner",
        "intsig.com", "ABBYY", "Nuance", "OmniPage", "PaperPort", "I.R.I.S.", "Foxit", "Nitro", "PDFCreator", "iText",
        "Crystal Reports", "JasperReports", "Quartz PDFContext", "macOS", "iPad von Anna", "iPad", "iPhone von Anna",
        "Anna's iPhone", "Annas iPhone", "Anna’s MacBook Pro", "Annas-MacBook-Air.local", "mac-mini.local",
        "host.local", "server01.corp.example.org", "pc12.intern", "kopierer.rathaus.local", "192.168.0.12",
        "00:80:92:7A:FB:CE", "\\\\server\\anna", "student", "Student 12", "Office", "Library User", "Public User",
        "Default User", "All Users", "u12345", "U0123456", "x123456", "ab12345",
    ]

    static let people = [
        "Standard Oil Company", "Standard, Anna", "Firma Kern & Söhne", "Company of Saint George", "Fuji, Haruka",
        "Konica Workers' Union", "Fax, Anna", "Tex Ritter", "Corel, Jan", "Chrome Workers of Riga", "Ms. Firefox",
        "The Evening Standard", "East India Company", "Сканеров, И. И.", "Toshiba Choir",
        "Microsoft Corporation", "Apple Inc.", "Dell Inc.", "Adobe Systems", "LG Electronics", "Staff", "X", "Q",
        "Ben Utzer", "Workstation 9", "iPhone User Group Riga", "www.example.org", "Placeholder Press",
        "Rob Root", "User, Max", "Xaver User", "Administrator of the Estate", "Administrators of the Harbour",
        "Admin Board of Riga", "Owner, Jane", "Jane Owner", "Guest, Lady Charlotte", "Edgar Guest", "Gast, Peter",
        "Hewlett, W.", "Canon John Smith", "Canon P. Johnson", "Sharp, Evelyn", "Sharp", "Root, Elihu",
        "Epson Borough Council", "Dell, Floyd", "Brother Roger", "Brother Anselm", "Bell Scanlon", "Scanlon",
        "Apple, R. W.", "Apple Growers' Union", "Test, Zack", "Author, A. N.", "Writers' Union", "The Author's League",
        "Unknown Soldier's Committee", "Anonymous Press", "Customer Council of Riga", "Customers' Union",
        "Valued Friends", "Registered Nurses' Union", "Win-Kelly", "Jean-Luc", "Anna-Laura", "Marie-Claire Desktop",
        "Kern-Scholz", "Winston", "Laptop Orchestra", "PC Plod", "P. C. Wren", "Fax, Guy", "Copier, Anna",
        "Mac Arthur", "Macintosh", "Client Earth", "Staff of the Mill", "Office of Works", "Home Office",
        "Hauptstaatsarchiv 2", "陳 3", "陳", "Ж. Ж. Руссо", "M\\\"uller", "anna@example.org", "registry@example.org",
        "print.shop@example.org", "scanlon@example.org", "Smith & Wesson 1852", "Xerox Corporation v. Jones",
        "Ricoh Workers' Union", "Hewlett-Packard Journal", "Systems Research Institute",
        "System of Saints", "Nobody's Children", "Default, J.", "OEM Council", "Utente Mario Rossi", "Benutzer, Karl",
        "Rooth", "Tester, Jethro", "Names, The", "Pi Patel", "Students' Union 1931", "[Goethe]", "(J. W. Goethe)",
        "Anna Kern", "Akern", "Teacher, Jane", "Sekretariat", "Rathaus Riga", "Bibliothek", "Library of Congress",
        "Library of Riga", "Public Record Office", "Brother", "Iris", "John Doe", "Jane Doe", "The Kodak Workers",
        "Xerox Workers' Union", "Ricoh, Luis", "Sharp Family", "Epson Downs Committee", "Canon Law Society",
        "Brother Industries Choir", "Macmillan", "Winnie", "Windows of Riga", "St. John's Local", "Hans im Glück",
        "User Group Riga", "Registered Nurses", "Owner of the mill", "Dell Owners of Riga", "J. P. 1931",
        "K-12 Council", "C47", "Saint-Exupéry", "ab-c", "e. e. cummings", "will.i.am", "O'Neil", "Sa'di", "Na Hye-sok",
        "Ba Jin", "Lu Xun", "Oe", "Co", "Group 47", "Gruppe 47", "Blok 12", "Quartz, Anna", "Nitro Anna",
        "Foxit Terrier Club", "Scan Team 2019", "Xerox PARC 1974",
    ]
}
