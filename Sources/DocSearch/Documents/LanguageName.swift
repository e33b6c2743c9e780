/// The names of one language in metadata: `de`, `deu`, `ger` and `German` are the same.
///
/// ISO 639-2 in both its forms (terminology and bibliography), ISO 639-1, and the English names of ISO 639-2's register
/// at the Library of Congress, without groups of languages and special codes.
enum LanguageName {
    /// Two letters where there is such a code (as BCP 47 prefers), else three. Nil for an unknown name, and for several
    /// languages at once.
    static func code(_ name: String) -> String? {
        names(name).flatMap { names in names.first { $0.utf8.count == 2 } ?? names.first }
    }

    /// The code, even without other names, or the text itself if it is no language.
    static func facet(_ name: String) -> String {
        let main = main(name)
        return code(name) ?? (isCode(main) ? main : name)
    }

    static func isKnown(_ name: String) -> Bool { names(name) != nil || isCode(main(name)) }

    private static func isCode(_ main: String) -> Bool {
        (2...3).contains(main.utf8.count) && main.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// The terminology code of ISO 639-2, which tesseract uses.
    static func longCode(_ name: String) -> String? { names(name)?.first }

    /// In lower case. For `de-AT` and `de_AT` only `de` counts.
    static func names(_ name: String) -> [String]? { byName[main(name)] }

    /// `de` of `de-AT`.
    static func main(_ name: String) -> String {
        name.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
    }

    private static let byName: [String: [String]] = {
        var languages: [String: [String]] = [:]
        for language in table.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            let names = language.split(separator: " ").map(String.init)
            for name in names { languages[name] = names }
        }
        return languages
    }()

    /// The terminology code first, then those of two letters and for bibliography, English names of one word, and what
    /// some languages call themselves.
    private static let table = """
        aar aa afar, abk ab abkhazian, ace achinese, ach acoli, ada adangme, ady adyghe adygei, afh afrihili,
        afr af afrikaans, ain ainu, aka ak akan, akk akkadian, ale aleut, amh am amharic, anp angika, ara ar arabic,
        arg an aragonese, arn mapudungun mapuche, arp arapaho, arw arawak, asm as assamese,
        ast asturian bable leonese asturleonese, ava av avaric, ave ae avestan, awa awadhi, aym ay aymara,
        aze az azerbaijani, bak ba bashkir, bal baluchi, bam bm bambara, ban balinese, bas basa, bej beja bedawiyet,
        bel be belarusian, bem bemba, ben bn bengali, bho bhojpuri, bik bikol, bin bini, bis bi bislama, bla siksika,
        bod bo tib tibetan, bos bs bosnian, bra braj, bre br breton, bua buriat, bug buginese, bul bg bulgarian,
        byn blin bilin, cad caddo, cat ca catalan valencian, ceb cebuano, ces cs cze czech čeština, cha ch chamorro,
        chb chibcha, che ce chechen, chg chagatai, chk chuukese, chm mari, cho choctaw, chp chipewyan, chr cherokee,
        chu cu, chv cv chuvash, chy cheyenne, cnr montenegrin, cop coptic, cor kw cornish, cos co corsican, cre cr cree,
        csb kashubian, cym cy wel welsh, dak dakota, dan da danish dansk, dar dargwa, del delaware,
        deu de ger german deutsch, dgr dogrib, din dinka, div dv divehi dhivehi maldivian, doi dogri, dua duala,
        dyu dyula, dzo dz dzongkha, efi efik, eka ekajuk, ell el gre greek, elx elamite, eng en english,
        epo eo esperanto, est et estonian, eus eu baq basque, ewe ee, ewo ewondo, fan fang, fao fo faroese,
        fas fa per persian, fat fanti, fij fj fijian, fil filipino pilipino, fin fi finnish suomi,
        fra fr fre french français francais, fry fy, ful ff fulah, fur friulian, gay gayo, gba gbaya, gez geez,
        gil gilbertese, gla gd gaelic, gle ga irish, glg gl galician, glv gv manx, gon gondi, gor gorontalo, got gothic,
        grb grebo, grn gn guarani, gsw alemannic alsatian, guj gu gujarati, hai haida, hat ht haitian, hau ha hausa,
        haw hawaiian, heb he hebrew, her hz herero, hil hiligaynon, hin hi hindi, hit hittite, hmn hmong mong, hmo ho,
        hrv hr croatian, hun hu hungarian magyar, hup hupa, hye hy arm armenian, iba iban, ibo ig igbo, ido io,
        iii ii nuosu, iku iu inuktitut, ile ie interlingue occidental, ilo iloko, ina ia interlingua, ind id indonesian,
        inh ingush, ipk ik inupiaq, isl is ice icelandic, ita it italian italiano, jav jv javanese, jbo lojban,
        jpn ja japanese, kab kabyle, kac kachin jingpho, kal kl kalaallisut greenlandic, kam kamba, kan kn kannada,
        kas ks kashmiri, kat ka geo georgian, kau kr kanuri, kaw kawi, kaz kk kazakh, kbd kabardian, kha khasi, khm km,
        kho khotanese sakan, kik ki kikuyu gikuyu, kin rw kinyarwanda, kir ky kirghiz kyrgyz, kmb kimbundu, kok konkani,
        kom kv komi, kon kg kongo, kor ko korean, kos kosraean, kpe kpelle, krl karelian, kru kurukh,
        kua kj kuanyama kwanyama, kum kumyk, kur ku kurdish, kut kutenai, lad ladino, lah lahnda, lam lamba, lao lo,
        lat la latin, lav lv latvian, lez lezghian, lim li limburgan limburger limburgish, lin ln lingala,
        lit lt lithuanian, lol mongo, loz lozi, ltz lb luxembourgish letzeburgesch, lub lu, lug lg ganda, lui luiseno,
        lun lunda, lus lushai, mad madurese, mag magahi, mah mh marshallese, mai maithili, mak makasar,
        mal ml malayalam, man mandingo, mar mr marathi, mas masai, mdf moksha, mdr mandar, men mende, mic micmac,
        min minangkabau, mkd mk mac macedonian, mlg mg malagasy, mlt mt maltese, mnc manchu, mni manipuri, moh mohawk,
        mon mn mongolian, mos mossi, mri mi mao maori, msa ms may malay, mus creek, mwl mirandese, mwr marwari,
        mya my bur burmese, myv erzya, nap neapolitan, nau na nauru, nav nv navajo navaho, nbl nr ndebele, nde nd,
        ndo ng ndonga, nep ne nepali, new newari, nia nias, niu niuean, nld nl dut dutch flemish nederlands,
        nno nn nynorsk, nob nb, nog nogai, nor no norwegian norsk, nso pedi sepedi, nya ny chichewa chewa nyanja,
        nym nyamwezi, nyn nyankole, nyo nyoro, nzi nzima, oci oc occitan, oji oj ojibwa, ori or oriya, orm om oromo,
        osa osage, oss os ossetian ossetic, pag pangasinan, pal pahlavi, pam pampanga kapampangan,
        pan pa panjabi punjabi, pap papiamento, pau palauan, phn phoenician, pli pi pali, pol pl polish polski,
        pon pohnpeian, por pt portuguese português portugues, pus ps pushto pashto, que qu quechua, raj rajasthani,
        rap rapanui, rar rarotongan, roh rm romansh, rom romany, ron ro rum romanian moldavian moldovan, run rn rundi,
        rup aromanian arumanian, rus ru russian, sad sandawe, sag sg sango, sah yakut, san sa sanskrit, sas sasak,
        sat santali, scn sicilian, sco scots, sel selkup, shn shan, sid sidamo, sin si sinhala sinhalese,
        slk sk slo slovak, slv sl slovenian, sme se, smo sm samoan, sna sn shona, snd sd sindhi, snk soninke,
        sog sogdian, som so somali, sot st sotho, spa es spanish castilian español espanol, sqi sq alb albanian,
        srd sc sardinian, srp sr serbian, srr serer, ssw ss swati, suk sukuma, sun su sundanese, sus susu, sux sumerian,
        swa sw swahili, swe sv swedish svenska, syr syriac, tah ty tahitian, tam ta tamil, tat tt tatar, tel te telugu,
        tem timne, ter tereno, tet tetum, tgk tg tajik, tgl tl tagalog, tha th thai, tig tigre, tir ti tigrinya,
        tkl tokelau, tlh klingon, tli tlingit, tmh tamashek, ton to tonga, tsi tsimshian, tsn tn tswana, tso ts tsonga,
        tuk tk turkmen, tum tumbuka, tur tr turkish, tvl tuvalu, twi tw, tyv tuvinian, udm udmurt, uga ugaritic,
        uig ug uighur uyghur, ukr uk ukrainian, umb umbundu, urd ur urdu, uzb uz uzbek, ven ve venda, vie vi vietnamese,
        vol vo, vot votic, wal walamo, war waray, was washo, wln wa walloon, wol wo wolof, xal kalmyk oirat,
        xho xh xhosa, yap yapese, yid yi yiddish, yor yo yoruba, zap zapotec, zbl blissymbols blissymbolics bliss,
        zen zenaga, zha za zhuang chuang, zho zh chi chinese, zul zu zulu, zun zuni,
        zza zaza dimili dimli kirdki kirmanjki zazaki
        """
}
