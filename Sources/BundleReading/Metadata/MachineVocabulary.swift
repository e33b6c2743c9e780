/// Words that programs, scanners and cameras put into titles, in lower case.
enum MachineVocabulary {
    /// Bytes are looked at, because each run of the readers does this once.
    private static func words(_ text: String) -> Set<String> {
        let words = text.utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") }
        return Set(words.map { String(Substring($0.drop { $0 == UInt8(ascii: " ") })) })
    }

    /// The letters alone, as in `NameChunks`.
    private static func keys(_ text: String) -> Set<String> {
        Set(
            words(text).map { word in
                guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return word.filter(\.isLetter) }
                return String(decoding: word.utf8.filter { 0x61...0x7A ~= $0 }, as: UTF8.self)
            })
    }

    /// No titles as they are. With a number or other words they may be: `Default 2019`.
    static let phrases = words(
        """
        anonymous, unknown, undefined, unspecified, default, n/a, none, null, nil, placeholder, temp, tmp, asdf, tbd, þÿ, a3,
        a4, letter size, nan, [object object], object object, system.byte[], fixme, qwerty, qwertz, asdfasdf, re:, aw:,
        fw:, fwd:, wg:, re, aw, fw, fwd, wg, no subject, kein betreff, sans objet, converted document, portable document,
        activereports document, latex document, omnipage document, primopdf document, gs output, acroform, lpt1, filename,
        file name, dateiname, nom du fichier,
        temp file, tempfile, no file name, epson mfp image, hp laserjet, hardcopy, stdin, stdout, standard input, texput,
        r graphics output, reportlab generated pdf document, autocad drawing, smart view, 403 forbidden,
        404 not found, latex with hyperref package, latex with hyperref, digitized by google, digitised by google
        """)

    /// Words and names of programs that people use for titles too.
    static let ambiguous = words(
        """
        blank, void, test, xxx, todo, report, form, formular, template, vorlage, cover, model, output, bitmap, foo, bar,
        word, excel, powerpoint, outlook, writer, acrobat, adobe acrobat, adobe indesign, indesign,
        xps, pcl, ghostscript, gpl ghostscript, ghostpdl, bullzip, itext, fastreport, quickreport, jasperreports,
        quarkxpress, tex, latex, dvips, dvi, microsoft office, libreoffice writer, ocr, ocr text, abbyy finereader,
        finereader, omnipage, readiris, tesseract, crystal report, crystal reports, crystalreportviewer, kofax, print,
        printing, printout, drucken, druck, imprimer, imprimir, stampa, печать, fax, telefax, microsoft word,
        microsoft excel, microsoft powerpoint, openoffice, openoffice.org, oracle reports, oracle report,
        jasperreport, jasper report, jasper reports, openoffice writer, openoffice.org writer, openoffice.org calc,
        openoffice.org impress, libreoffice calc, libreoffice impress, libreoffice draw, libreoffice, mets, hocr, readme, lorem ipsum,
        gnuplot, matplotlib, sapscript, matlab, matlab handle graphics, rplots, fullsizerender, google docs,
        google sheets, google slides, crystal report viewer
        """)

    /// No titles with any number or none: `Scan 1`, `Untitled-2`, `New Doc 12_3`.
    static let numbered = keys(
        """
        untitled, untitled document, untitled spreadsheet, untitled presentation, untitled form, untitled drawing,
        layout, no title, no name, noname, none, null, slide,
        untitled folder, untitled design, untitled project, untitled note, untitled page, untitled map, präsentation,
        présentation, presentazione, presentación, prezentace, prezentacja, презентация, page of, seite von, page de,
        page sur, página de, pagina di, strona z, strana z, ilovepdf, ilovepdf merged, smallpdf, sejda, compressed,
        doc compressed, pdf compressed, combinepdf, image from ios, folie, diapositive, diapositiva, pdf, pdf document,
        unbenannt, unbenanntes dokument, ohne titel, ohne namen, kein titel, namenlos, sans titre, sans nom,
        document sans titre, senza titolo, senza nome, documento senza titolo, sin título, sin nombre,
        documento sin título, sem título, sem nome, documento sem título, naamloos, zonder titel, naamloos document,
        namnlös, namnlöst dokument, utan titel, uten navn, uten tittel, unavngivet, uden titel, uden navn, nimetön,
        nimeta, bez nazwy, bez tytułu, dokument bez tytułu, bez názvu, brez imena, brez naslova, bez naslova,
        neimenovano, bez nosaukuma, be pavadinimo, be vardo, névtelen, cím nélkül, fără titlu, fără nume, adsız,
        başlıksız, без имени, без названия, без назви, без заглавие, без наслова, χωρίς τίτλο, ανώνυμο, ללא שם,
        ללא כותרת, بدون عنوان, بلا عنوان, ไม่มีชื่อ, 名称未設定, 無題, 无标题, 未命名, 無標題, 제목 없음, 무제,
        document, documents, documento, dokument, document name, my document, mydoc, doc, new document, new doc,
        neues dokument, nouveau document, nuovo documento, nuevo documento, novo documento, nieuw document,
        nowy dokument, nový dokument, новый документ, документ, dokumentum, asiakirja, belge, 文書, 文档, 文件, 문서,
        word document, acrobat document, scannable document,
        adobe photoshop pdf, paperport document, scansnap document, abbyy finereader document, ocr document,
        ocr output, ocr result, ocr results, document title, presentation, page, blank page, seite, image, img,
        microsoft outlook memo style, new page, new text document, neues textdokument, 新建文档, 新しいドキュメント, 새 문서,
        print job, print document, printer document, print preview, druckauftrag, druckvorschau, druckdokument,
        travail d'impression, impression, imprimé, aperçu avant impression, lavoro di stampa, documento di stampa,
        trabajo de impresión, impresión, trabalho de impressão, impressão, afdruktaak, afdrukken, zadanie drukowania,
        wydruk, drukowanie, tisková úloha, tisk, utskrift, utskriftsjobb, udskrift, tulostus, nyomtatás, yazdır,
        задание печати, 印刷, 打印, 인쇄, no job name, remote downlevel document, local downlevel document,
        remote desktop redirected printer doc, low level document, full page photo, full page photo print, document in unnamed,
        image to pdf, images to pdf, img to pdf, photo to pdf, photos to pdf, picture to pdf, jpg to pdf, full page fax print, test page,
        printer test page, windows test page, testseite, page de test, página de prueba, 無題ドキュメント, безымянный,
        документ без названия, ingen titel, tanpa judul, dokument uten navn, dokument uten tittel, dokument uden titel,
        dokument uden navn, dokument utan titel, dokument utan namn, dokument ohne titel, dokument ohne namen,
        dokument bez názvu, document fără titlu, adsız doküman, adsız belge, 제목 없는 문서, 제목 없는 프레젠테이션,
        제목 없는 스프레드시트, 無題のドキュメント, 无标题文档, 未命名文档, 未命名的文件, tài liệu không có tiêu đề
        """)

    /// The same for scanners, their programs and pictures of screens; a date may stand in words: `Scan 2 Apr 2019 at 10.15`.
    static let scanned = keys(
        """
        scan, scans, scanned, scanning, scan document, scan doc, scan image, scanned document, scanned documents,
        scanned image, scanned page, scanned file, scanned pdf, scanned copy, document scan, document scanned, my scan,
        new scan, neuer scan, scan ocr, scansnap home, scansnap organizer, paperstream capture, captura pantalla,
        captura tela, captura ecrã, quick scan, batch scan, adf scan, hp scan, epson scan, smb scan, scan to email, scan to folder,
        scan to pdf, scan to file, scan to pc, scan to network, scan to mail, scan mail, scan data, scanneddokument, attached image,
        attachment, gescannt, gescanntes dokument, eingescanntes dokument, gescanntes bild, gescannte seite,
        numérisé, numérisation, document numérisé, image numérisée, document scanné, numériser, escaneado, escaneo,
        escanear, escáner, documento escaneado, imagen escaneada, digitalizado, digitalizar, digitalização,
        digitalización, documento digitalizado, imagem digitalizada, scansione, scansiona, documento scansionato,
        documento acquisito, immagine acquisita, acquisizione, skan, skanuj, skanowanie, zeskanowany dokument,
        zeskanowany obraz, skenování, sken, naskenovaný dokument, skenovaný dokument, naskenované, skenováno, naskenováno, zeskanowano, skenirano,
        skannad, beszkennelve, scanned by camscanner, scanned with camscanner, dokument z camscanner, document from camscanner, scanned by tapscanner, scanned with tapscanner,
        scanned with adobe scan, scanned with genius scan, scanned by scanbot, scanned with scanbot, scanned with ace scanner, scanned by ace scanner, skeniranje,
        skenirani dokument, skeniran dokument, beolvasás, beolvasott dokumentum, szkennelés, szkennelt dokumentum,
        szkennelt kép, scanat, document scanat, inskannad, inskannat dokument, skanning, skannet dokument, skannet,
        skannaus, skannattu, skannattu asiakirja, skaneeritud, skaneering, skenēts dokuments, nuskaitytas dokumentas,
        tarama, taranmış belge, taranan belge, скан, сканировать, сканирование, сканированный документ,
        отсканированный документ, отсканировано, сканований документ, сканиран документ, сканирани документ, σάρωση,
        σαρωμένο έγγραφο, סריקה, مسح ضوئي, スキャン, スキャンデータ, スキャン文書, 扫描, 扫描件, 扫描文档, 扫描全能王, 掃描, 掃描檔,
        스캔, 스캔문서, gescand document, gescand, ingescand document,
        incoming fax, received fax, fax message, outgoing fax, eingangsfax, faxempfang, fax reçu,
        camscanner, adobe scan, genius scan, turboscan, turboscan doc, office lens, microsoft lens, swiftscan, scanbot,
        scanner pro, tiny scanner, clear scanner, fast scanner, simple scan, docscan, docscanner, doc scanner, notebloc,
        finescanner, vflat, scanguru, photoscan, whatsapp scan, whatsapp image, whatsapp video, whatsapp document,
        telegram document, screenshot, screen shot, bildschirmfoto, capture d'écran, captura de pantalla,
        captura de tela, captura de ecrã, schermata, istantanea schermo, schermafbeelding, zrzut ekranu,
        snímek obrazovky, skjermbilde, skærmbillede, skärmavbild, skärmbild, näyttökuva, képernyőfotó,
        ekran görüntüsü, снимок экрана, скриншот, スクリーンショット, 屏幕截图, 截屏, 스크린샷
        """)

    /// No titles with any number: `_DSC0412`, `VID_1`.
    static let codes = words(
        "dsc, dscn, dscf, pxl, vid, mvi, scn, pict, imgp, imag, gopr, dji, cimg, hpim, dcim, kmbt, skmbt, imgwa, vidwa, pttwa, fbimg, inbound"
    )

    /// The same alone, and no titles as copies and with a number that no person would write: `Imagen (12)`, `photo0412`.
    static let vague = keys(
        """
        bild, foto, photo, fotografie, photographie, imagen, imagem, immagine, afbeelding, billede, bilde, kuva, kép,
        obraz, obrázek, obrázok, slika, attēls, picture, görüntü, resim, изображение, зображення, рисунок, εικόνα,
        画像, 图片, 图像, 이미지, video, camera, camera roll, export, output, download,
        downloads, unnamed, merged, combined, binder, portfolio, pdf portfolio, index, main, model, message, mail, inbox,
        posteingang, datei, fichier, archivo, plik, soubor, файл
        """)

    /// Before or behind ` - ` and the name of a file.
    static let programs = words(
        """
        microsoft word, microsoft excel, microsoft powerpoint, microsoft publisher, microsoft outlook, microsoft visio,
        microsoft project, microsoft access, microsoft onenote, microsoft works, ms word, word pro, wordperfect, crystal reports,
        corel wordperfect, wordperfect office, crystal report viewer, lotus notes, lotus word pro, lotus 1-2-3, openoffice writer,
        openoffice.org writer, libreoffice writer, libreoffice calc, libreoffice impress, notepad, wordpad, notepad++, print,
        autocad, adobe acrobat, adobe acrobat professional, adobe photoshop, coreldraw, quarkxpress, google docs, google sheets, google slides
        """)

    /// Folders of packages, which people would begin with a capital as titles.
    static let folders = words("meta, objects, metadata, bitstreams, manifest, payload")

    /// Beside `pdf` in names that programs and converters give.
    static let conversions = words(
        "to, jpg, jpeg, png, image, images, word, doc, docx, html, convert, converter, converted, merge, merged, split, adobe, foxit, xchange, writer, creator"
    )

    /// Between a date and a time of day.
    static let times = words(
        "at, um, vom, à, a, las, alle, às, kl, klo, om, v, o, w, в, am, pm, vm, nm, uhr, h, de, den, on, il, le, t, z")

    /// Makers of scanners, copiers and printers, and their product lines.
    static let makers = words(
        """
        km, kmbt, skm, skmbt, konica, minolta, bizhub, ineo, ricoh, aficio, rnp, xerox, workcentre, xrx, versalink,
        altalink, docucentre, apeosport, sharp, mx, canon, iradv, imagerunner, imageclass, imagepress, canoscan, kyocera,
        taskalfa, ecosys, brother, brw, brn, mfc, dcp, epson, workforce, lexmark, lex, lxk, toshiba, estudio, samsung,
        scx, clx, oki, hp, hpscan, hpscans, laserjet, officejet, deskjet, scanjet, hewlett, packard, fujitsu, scansnap, pfu, fi, ix,
        kodak, scanmate, phaser, plotwave, colorwave, wc, wf, mf, kmc, utax, olivetti, panasonic, nashuatec, lanier, gestetner,
        muratec, sindoh, pantum, avision, plustek, mustek, microtek, visioneer, contex, zeutschel, oce, océ, ir
        """)

    /// Those of ``makers`` that are product lines, and no words or names of people or places.
    static let lines = words(
        """
        bizhub, ineo, aficio, workcentre, versalink, altalink, docucentre, apeosport, iradv, imagerunner, imageclass,
        imagepress, canoscan, taskalfa, ecosys, mfc, dcp, scx, clx, laserjet, officejet, deskjet,
        scanjet, scansnap, phaser, plotwave, colorwave, scanmate
        """)

    /// Kinds of machines, and the jobs that they do.
    static let devices = words(
        """
        multifunction, multifunctional, multifunktion, multifonction, multifunktionsdrucker, printer, drucker, imprimante,
        device, gerät, scanner, copier, kopierer, photocopier, copieur, kopiergerät, mfp, smfp, mfd, mopier, laserjet,
        officejet, scanjet
        """)

    /// Behind the name of a maker.
    static let companies = words(
        """
        inc, incorporated, ltd, limited, co, company, corp, corporation, gmbh, ag, kk, bv, sa, industries, electronics,
        international, holdings, data, tec, document, solutions, systems, business, group, imaging, europe, seiko
        """)

    static let scans = words("scan, scans, scanned, scanning, scn")

    /// Beside the name of a device.
    static let fillers = words(
        """
        from, a, an, the, your, my, by, with, via, von, de, to, and, data, document, image, file, pdf, attached, send, sent,
        message, fax, email, mail, adv, pro, color, colour, series, plus, mp, sp, hl, ads, xp, et, ds, gt, im, fs, mg, ts,
        pixma, envy, pagewide, photosmart, xpress, colorqube
        """)

    /// Words of `Click to add title` and `[Geben Sie den Titel des Dokuments ein]`, besides the title.
    static let prompts = words(
        """
        document, documents, doc, dokument, dokuments, documento, dokumentu, документа, the, of, your, here, insert, enter,
        type, add, click, tap, to, edit, master, style, placeholder, name, goes, text, template, please, put, a, an, new, no,
        my, default, sub, main, in, this, sample, example, for, xxx, des, der, den, das, sie, bitte, geben, ein, eingeben,
        hier, klicken, einzugeben, einzufügen, durch, hinzufügen, bearbeiten, einfügen, um, zu, ihr, tapez, cliquez, pour, ajouter, modifier, saisir,
        saisissez, insérer, le, la, un, du, ici, votre, haga, clic, para, agregar, escriba, inserte, el, del, aquí, modificar,
        fare, per, inserire, digitare, aggiungere, il, qui, kliknij, aby, dodać, wpisz, tutaj, vložte, zadejte, sem, přidat,
        kliknutím, введите, название, вставьте, здесь, щелкните, чтобы, добавить, klik, om, te, voegen, toe, typ, hier, van,
        het, uw, de, clique, adicionar, digite, o, do, seu, aqui, klicka, för, att, lägga, till, skriv, inn, ange, din, dokumentets
        """)

    /// The word for a title. `name` and such are so only in capitals with underscores.
    static let titles = words(
        """
        title, titles, titel, titels, titelmasterformat, titre, título, titolo, tytuł, tytułu, název, názov, заголовок, название,
        titlu, tittel, rubrik, otsikko, cím, naslov, başlık, τίτλος, כותרת, عنوان, タイトル, 标题, 文档标题, 標題, 文書タイトル, överskrift, dokumenttitel, dokumententitel, documenttitle, mytitle, 제목, subtitle, untertitel
        """)
}
