import ExtractionProtocol
import PageReading
import Testing

@testable import DocSearchExtract

@Suite("Titles of PDFs in a code page")
struct MisreadTitleTests {
    private func title(of written: String) -> String? {
        var information = DocumentInformation()
        information.title = written
        return MetadataCompletion.complete(DocumentMetadata(), by: information, fileName: "April 22.pdf").title
    }

    @Test(arguments: [
        ("Ïðîòîêîë çàñåäàíèÿ ñîâåòà", "Протокол заседания совета"), ("Zoë Åström", "Zoë Åström"),
        ("»áÒé¼ÇÂ¼", "会议记录"), ("·|Ä³°O¿ý", "會議記錄"), ("È¸ÀÇ·Ï", "회의록"), ("‰c”ŒŸ^‡Ì„‘", "議事録の件"),
        ("Protokó³ z £odzi ¿ó³w", "Protokół z Łodzi żółw"), ("Öäüß", "Öäüß"), ("Ærøskøbing", "Ærøskøbing"),
        ("Łódź", "Łódź"), ("« Été… » à Nîmes", "« Été… » à Nîmes"), ("¿Qué pasó en Ávila?", "¿Qué pasó en Ávila?"),
        ("30 m³ für 5 £", "30 m³ für 5 £"), ("Þórður Ægisson", "Þórður Ægisson"), ("ÄÖÜ", "ÄÖÜ"), ("Œuvres", "Œuvres"),
        ("„Größe“", "„Größe“"), ("Žižkov", "Žižkov"),
        ("Procès-verbal de l'été", "Procès-verbal de l'été"), ("Grüße", "Grüße"), ("Øäüs", "Øäüs"),
        ("Uchwa³a Rady", "Uchwała Rady"), ("Zarz¹dzenie nr 5", "Zarządzenie nr 5"),
        ("Ksi¹¿ka o wie¿y", "Książka o wieży"),
        ("Informator dla m³odzie¿y", "Informator dla młodzieży"), ("S³ownik polski", "Słownik polski"),
        ("ZARZ¥D I UCHWA£A", "ZARZĄD I UCHWAŁA"), ("wie¿a", "wieża"), ("ve¾mi dobre", "veľmi dobre"), ("ë³ñ", "ліс"),
        ("Za³¹cznik do uchwa³y Walnego Zgromadzenia Spó³ki", "Załącznik do uchwały Walnego Zgromadzenia Spółki"),
    ])
    func aTitleInACodePageIsRead(written: String, title: String) {
        #expect(self.title(of: written) == title)
    }

    /// In titles of other languages these are units, powers, marks of notes and signs that were lost.
    @Test(arguments: [
        "Verbrauch Nm³h", "Größe in cm³je Stück", "Die Funktion x³y", "Preis je m³inkl. Anfahrt", "a³b und xy³z",
        "Bericht¹und Anhang", "Résumé¹de l'été", "Prix du m³en euros", "voilà¿que", "Hola¿dónde estás?",
        "Mito¿o realidad?", "MªLuisa y Dª Ana", "To¯kyo", "in US£million", "The city¿s report", "Nm³h und cm³g",
        "El caudal en m³a diario de producción", "Flow in m³of water", "Cost of 5 m³in pounds",
    ])
    func aSignInATitleStaysASign(title: String) {
        #expect(self.title(of: title) == title)
    }
}
