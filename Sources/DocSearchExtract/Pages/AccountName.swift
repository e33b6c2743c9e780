import BundleReading

/// Recognises authors that are accounts, machines or programs: `User1`, `DESKTOP-4F2K1`, `scanner@example.org`.
enum AccountName {
    /// `isScan` where a scanner has made the file, whose maker is no author then.
    static func isOne(_ author: String, isScan: Bool = false) -> Bool {
        let text = plain(author)
        return saysNothing(author) || isAccount(author) || isOfApple(text) || isHost(author) || isInNetwork(text)
            || isMachineAddress(text) || isDevice(author) || isScan && DeviceName.isCompany(author) || isLibrary(text)
            || ["about:", "s-1-5-", "iusr_"].contains(where: text.hasPrefix)
    }

    private static func plain(_ author: String) -> String {
        author.lowercased().replacing("\u{2019}", with: "'")
    }

    /// No one would search for it: `Administrator`, `User1`, `<author>`.
    static func saysNothing(_ author: String) -> Bool {
        let text = plain(author)
        guard text.contains(where: \.isLetter), text != "þÿ" else { return true }
        // `OEM_User`, `scan-user`.
        let spaced = String(text.map { "_-".contains($0) ? " " : $0 })
        if [text, spaced].contains(where: nobodies.contains) || text.utf8.count == 1 && text == author { return true }
        // The words of Ben Utzer begin with capitals.
        let isName = author.split(separator: " ").allSatisfy { $0.first?.isUppercase == true }
        if !(isName && author.contains(" ")), nobodies.contains(spaced.filter { $0 != " " }) { return true }
        return isNumbered(text) || isCustomer(spaced) || isPlaceholder(spaced) || isTemplate(author)
    }

    /// In lower case. `Rob Root` and `Owner, Jane` are people, so only whole names count.
    private static let nobodies = Set(
        """
        anonymous,(anonymous),anonym,anonyme,anónimo,anonimo,anônimo,аноним,unknown,unknown author,unknown user,unbekannt,
        unbekannter autor,inconnu,auteur inconnu,desconocido,autor desconocido,desconhecido,autor desconhecido,sconosciuto,
        autore sconosciuto,nieznany,neznámý,okänd,ukendt,ukjent,onbekend,ismeretlen,неизвестно,неизвестный,неизвестный автор,
        n/a,n.a.,k.a.,none,null,nil,undefined,default,default user,not available,no author,no name,noname,
        author,the author,author name,authors,autor,auteur,autore,verfasser,name,your name,your name here,ihr name,votre nom,
        su nombre,author's name,firstname lastname,vorname nachname,document author,creator,writer,
        administrator,admin,adm,administrateur,administrador,amministratore,administrateurs,administratör,administrátor,
        järjestelmänvalvoja,rendszergazda,beheerder,yönetici,администратор,адміністратор,διαχειριστής,管理者,管理员,관리자,
        localadmin,local admin,lokaler administrator,adminstrator,domain admin,sysadmin,sysop,superuser,root,system,nt authority\\system,localuser,local user,
        local service,network service,www-data,nobody,daemon,postgres,tomcat,nginx,ubuntu,debian,pi,vagrant,
        jenkins,docker,guest,gast,invité,invitado,ospite,convidado,gość,host,vieras,gæst,gjest,гость,访客,게스트,
        user,users,username,user name,your user name,new user,test user,pc user,home user,end user,user account,
        utilisateur,utilisateur windows,usuario,usuario de windows,usuário,usuário do windows,utente,utente windows,
        benutzer,windows-benutzer,nutzer,anwender,gebruiker,windows-gebruiker,bruker,windows-bruker,bruger,windows-bruger,
        användare,windows-användare,käyttäjä,windows-käyttäjä,użytkownik,użytkownik systemu windows,uživatel,
        uživatel systému windows,používateľ,felhasználó,windows-felhasználó,utilizator,utilizator windows,utilizador,
        utilizador do windows,korisnik,uporabnik,kasutaja,windowsi kasutaja,lietotājs,vartotojas,kullanıcı,
        windows kullanıcısı,пользователь,пользователь windows,користувач,користувач windows,потребител,χρήστης,
        χρήστης των windows,משתמש,مستخدم,ユーザー,windows ユーザー,用户,windows 用户,微软用户,微软中国,使用者,사용자,windows 사용자,
        windows user,microsoft office user,microsoft office-anwender,microsoft office-benutzer,microsoft office-gebruiker,
        microsoft office-bruker,microsoft office-bruger,microsoft office-användare,usuário do microsoft office,
        użytkownik pakietu microsoft office,uživatel microsoft office,microsoft office kullanıcısı,пользователь microsoft office,
        microsoft office 用户,microsoft office ユーザー,utilisateur microsoft office,utilisateur de microsoft office,
        usuario de microsoft office,utente di microsoft office,microsoft account,microsoft user,office user,office 365,
        owner,besitzer,eigentümer,propriétaire,propietario,proprietario,eigenaar,właściciel,владелец,所有者,
        hp_owner,hp_administrator,compaq_owner,compaq_administrator,registered user,authorized user,licensed user,
        valued customer,preferred customer,customer,kunde,client,student,employee,mitarbeiter,home,
        office,pc,computer,laptop,notebook,desktop,server,macbook,macbook pro,imac,mac,iphone,ipad,android,
        scan,scanner,scanuser,scan user,scans,scanning,copier,kopierer,copieur,printer,drucker,imprimante,mfp,multifunction,
        scan to mail,scantomail,scan to folder,scantofolder,svc scan,svc print,svc copier,rechner,arbeitsplatz,
        arbeitsplatzrechner,ordinateur,ordenador,oem preinstalled,registered,unregistered,unnamed,evaluation,trial,licensed,
        unlicensed,toor,www,httpd,apache,dbo,sys,na,tbd,todo,not specified,nicht angegeben,ohne autor,prénom nom,nombre apellido,
        nome cognome,max mustermann,المستخدم,מנהל,ägare,ejer,eier,tulajdonos,sahip,vendég,
        fax,print,oem,oem user,oem customer,test,tester,testuser,demo,temp,tmp,dummy,sample,example,asdf,xx,xxx,xyz,foo,
        canon,konica minolta,hp,hewlett-packard,hewlett packard,compaq,ricoh,toshiba,samsung,xerox,
        lexmark,kyocera,epson,seiko epson,fujitsu,dell,lenovo,acer,asus,asustek,apple,medion,packard bell,
        gateway,sony,vaio,msi,huawei,ibm user,microsoft,adobe,
        python-docx,openpyxl,xlsxwriter,apache poi,poi,phpword,phpoffice,phpexcel,docx4j,aspose,aspose.words,itext,tcpdf,fpdf,
        mpdf,dompdf,wkhtmltopdf,reportlab,pandoc,pdftex,latex,latex with hyperref,libreoffice,openoffice,openoffice.org,
        scansnap,scansnap manager,intsig.com,nuance,omnipage,paperport,readiris,i.r.i.s.,foxit,nitro,quartz pdfcontext,macos,
        ios,windows,win,xp,winxp,windows xp,crystal reports,crystal decisions,jasperreports,oracle reports,pdfcreator,ghostscript,camscanner,adobe scan,
        intsig,wps,wps office,adobe acrobat,pages,google docs,unoconv,cups,abbyy,abbyy finereader,tesseract,ocrmypdf,
        standard,standardbenutzer,systemadministrator,system administrator,systemadmin,firma,firmenname,company,company name,
        your company,organization name,未知,未知作者,不明,不详,佚名,알 수 없음,сканер,принтер,сканирование,bizhub,konica,minolta,
        fuji xerox,scanbot,scanbot user,扫描全能王,genius scan,turboscan,swiftscan,tiny scanner,office lens,microsoft lens,naps2,
        vuescan,faxserver,fax server,efax,rightfax,winfax,winfax pro,hylafax,faxmaker,gfi faxmaker,zetafax,faxempfang,faxgerät,
        tex,dvips,dvipdfm,dvipdfmx,pdflatex,xelatex,xetex,lualatex,luatex,pdftk,qpdf,pdfsam,primopdf,cutepdf,bullzip,jspdf,
        weasyprint,acrobat distiller,wordperfect,corel wordperfect,corel,coreldraw,microsoft word,microsoft excel,
        microsoft powerpoint,firefox,mozilla,mozilla firefox,chrome,google chrome,chromium,headlesschrome,
        scanned document,scan document,document scan,gescanntes dokument,scanned image
        """.split { $0 == "," || $0 == "\n" }.map(String.init))

    /// Accounts of many machines: `User1`, `pc01`, `Scanner 3`.
    private static func isNumbered(_ text: String) -> Bool {
        guard text.last?.isNumber == true else { return false }
        let stem = String(text.reversed().drop { $0.isNumber || " -_.".contains($0) }.reversed())
        return !stem.contains(where: \.isNumber) && nobodies.contains(stem)
    }

    /// `Valued Acer Customer`: the owner that a maker enters.
    private static func isCustomer(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard words.count <= 5, let first = words.first, let last = words.last,
            ["customer", "client", "user", "users", "owner"].contains(last)
        else { return false }
        return owners.contains(String(first))
    }

    private static let owners: Set<String> = [
        "valued", "preferred", "dear", "registered", "authorized", "licensed", "trial", "demo", "default", "public",
        "all",
        "local", "library", "guest", "windows", "office", "microsoft", "oem", "hp", "compaq", "acer", "asus", "lenovo",
        "dell", "camscanner", "scanbot", "gateway", "toshiba", "sony", "samsung", "fujitsu", "medion", "packard", "ibm",
        "emachines",
    ]

    /// `u12345`: the number of an employee or student.
    private static func isAccount(_ author: String) -> Bool {
        let letters = author.prefix { $0.isASCII && $0.isLetter }
        let digits = author.dropFirst(letters.count)
        return letters.count <= 3 && 4...8 ~= digits.count && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// `Anna's iPhone`, `iPad von Anna`: the machine, not the person.
    private static func isOfApple(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard words.count <= 4,
            let place = words.firstIndex(where: { ["iphone", "ipad", "macbook", "imac"].contains($0) })
        else { return false }
        return place > 0 || words.count == 1
            || ["von", "van", "de", "di", "of", "pro", "air", "mini"].contains(words[1])
    }

    /// `PScript5.dll Version 5.2.2`.
    private static func isLibrary(_ text: String) -> Bool {
        text.contains(".")
            && text.split(separator: " ").contains { word in [".dll", ".exe", ".drv"].contains(where: word.hasSuffix) }
    }

    /// `AUTHOR_PLACEHOLDER`.
    private static func isPlaceholder(_ spaced: String) -> Bool {
        let words = spaced.split(separator: " ")
        return words.contains("placeholder")
            && words.allSatisfy { ["placeholder", "author", "authors", "name", "text", "for", "the"].contains($0) }
    }

    /// `kopierer.rathaus.local`, `server01.corp.example.org`, and the address of a network card.
    private static func isInNetwork(_ text: String) -> Bool {
        guard !text.contains(where: { $0.isWhitespace || $0 == "@" }), !text.hasPrefix("www.") else { return false }
        if text.wholeMatch(of: /([0-9a-f]{2}[:\-]){5}[0-9a-f]{2}/) != nil || text.hasPrefix("\\\\") { return true }
        let parts = text.split(separator: ".")
        guard parts.count > 1, let last = parts.last else { return false }
        return ["local", "lan", "intern", "internal", "localdomain", "corp"].contains(last)
            || parts.count > 2 && ["org", "com", "net", "edu", "gov"].contains(last)
    }

    /// The names that Windows gives to machines, and names of machines behind a person's: `WIN-8K2Q`, `ANNA-PC`. An
    /// account may come after the machine or the domain: `CORP\akern`.
    private static func isHost(_ author: String) -> Bool {
        guard !author.contains(" ") else { return false }
        if author.wholeMatch(of: /[A-Za-z0-9.\-]+\\[A-Za-z0-9._\-]+/) != nil { return true }
        let parts = author.split(separator: "-")
        guard parts.count > 1, let first = parts.first?.lowercased(), let last = parts.last?.lowercased() else {
            return false
        }
        let rest = author.dropFirst(first.count + 1)
        let isCode = rest.contains(where: \.isNumber) || rest == rest.uppercased()
        let machines = [
            "desktop", "laptop", "win", "pc", "notebook", "nb", "ws", "wks", "workstation", "client", "srv", "server",
        ]
        if machines.contains(first), isCode { return true }
        return ["pc", "laptop", "notebook", "desktop", "macbook", "imac", "workstation"].contains(last)
            || first.hasSuffix("s") && author.lowercased().contains("-macbook")
    }

    /// `scanner@example.org`, `no-reply@example.org`.
    private static func isMachineAddress(_ text: String) -> Bool {
        guard let at = text.firstIndex(of: "@"), !text.contains(" ") else { return false }
        let account = text[..<at]
        if machineAccounts.contains(account.filter(\.isLetter)) || DeviceName.isOne(String(account)) { return true }
        // `mfp-hall@example.org`; `print.shop@example.org` may be people.
        let first = account.prefix(while: \.isLetter)
        return ["mfp", "scanner", "copier", "kopierer", "printer", "drucker", "noreply"].contains(first)
    }

    private static let machineAccounts: Set<String> = [
        "scan", "scans", "scanner", "scanuser", "scanning", "scantomail", "scantoemail", "scanmail", "copier", "copy",
        "kopierer",
        "copieur", "printer", "drucker", "print", "mfp", "mfc", "mopier", "multifunction", "fax", "noreply",
        "donotreply",
        "nepasrepondre", "mailer", "bounce", "bounces", "notification", "notifications", "mailerdaemon", "postmaster",
        "root", "admin", "administrator", "system", "daemon", "nobody",
        "xerox", "ricoh", "canon", "konica", "minolta", "bizhub", "kyocera", "sharp", "lexmark", "epson", "toshiba",
        "km",
    ]

    private static func isDevice(_ author: String) -> Bool {
        // A number after the name of a program is a version; `Xerox PARC 1974` has a year.
        author.contains(where: \.isNumber) && PDFMaker.isScanner(author) && !author.contains(/\b(1[5-9]|20)[0-9]{2}$/)
            || DeviceName.isOne(author)
            || DeviceName.isBrand(author)
    }

    /// `<author>`, `${author}`, `[Author]`.
    private static func isTemplate(_ author: String) -> Bool {
        guard let first = author.first, "<[{%$(".contains(first) else { return false }
        // `[Goethe]` is a name that an archivist supplied.
        return nobodies.contains(author.lowercased().filter { $0.isLetter || $0 == " " })
            || !"[(".contains(first) && MachineName.isOne(author)
    }
}
