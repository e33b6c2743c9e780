import CivilCalendar
import ExtractionProtocol

/// A document as METS 1.12.1 around its exported pages: what is known of it as Dublin Core, and as PREMIS 3.0 how its texts
/// came about. It says nothing of the moment of the export, so that two exports are the same.
struct METSDescription: Sendable {
    /// A file that was written, with its path in the package.
    struct File: Sendable {
        var path: String
        var byteCount: Int
        var sha256: String
    }

    private struct Page {
        var number: Int
        var label: String?
        /// Ids of events.
        var events: [String] = []
    }

    private struct Agent: Hashable {
        var name: String
        var version: String?
        var isPerson = false
    }

    private struct Event {
        /// A term of id.loc.gov/vocabulary/preservation/eventType.
        var type: String
        /// Seconds since 1970.
        var time: Int64?
        var detail: String
        /// Numbers of agents, from 1.
        var agents: [Int]
    }

    private let document: ArchiveDocument
    /// The bytes of the document; nil where it is a part of a bundle.
    private let byteCount: Int64?
    private var pages: [Page] = []
    private var events: [Event] = []
    private var agents: [Agent] = []

    init(of document: ArchiveDocument, in index: ArchiveIndex) throws {
        self.document = document
        let store = try index.indexStore()
        let bundle = try store.bundle(ofDocument: document.id)
        let isFile = bundle?.isPDF == true && document.entry.isEmpty && bundle?.contentHash == document.contentHash
        byteCount = isFile ? bundle?.byteCount : nil
        let docsearch = number(of: Agent(name: "docsearch", version: DocSearchVersion.current))
        events.append(
            Event(
                type: "message digest calculation", time: document.indexed?.secondsSinceEpoch,
                detail:
                    "The \(document.isRecord ? "bundle of the document" : "document") was read, and its SHA-256 computed.",
                agents: [docsearch]))
        let known = try store.pages(document: document.id).map(\.page)
        let readings = try index.pageStore().readings(known.compactMap { $0.readTextID ?? $0.textID })
        var bySource: [TextSource: Int] = [:]
        pages = known.map { Page(number: $0.number, label: $0.label) }
        for (position, page) in known.enumerated() {
            guard let reading = (page.readTextID ?? page.textID).flatMap({ readings[$0] }) else { continue }
            let event = bySource[reading.source] ?? events.count
            if bySource.updateValue(event, forKey: reading.source) == nil {
                events.append(self.event(of: reading.source, docsearch))
            }
            pages[position].events.append(Self.id(event))
            // The last of the pages.
            let times = [events[event].time, reading.keptAt ?? reading.source.askedAt].compactMap(\.self)
            events[event].time = times.max()
        }
        let positions = Dictionary(pages.indices.map { (pages[$0].number, $0) }) { first, _ in first }
        // Others are not in the texts. The words that were there before may be a name that should not be there.
        for said in try index.corrections(of: document) where said.state == .applied && said.isSearched {
            guard let position = positions[said.page] else { continue }
            pages[position].events.append(Self.id(events.count))
            events.append(
                Event(
                    type: "modification", time: said.modified / 1000,
                    detail: "Words on page \(said.page) were corrected.",
                    agents: [number(of: Agent(name: said.author, isPerson: true))]))
        }
    }

    var pageNumbers: [Int] { pages.map(\.number) }

    static let pageFolder = "alto"

    /// Names sort as the pages do, up to 9,999 of them.
    static func fileName(ofPage number: Int) -> String {
        "\(pageFolder)/" + String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number).xml"
    }

    private mutating func number(of agent: Agent) -> Int {
        if let known = agents.firstIndex(of: agent) { return known + 1 }
        agents.append(agent)
        return agents.count
    }

    private mutating func event(of source: TextSource, _ docsearch: Int) -> Event {
        let engine = source.engine.map { number(of: Agent(name: $0)) }
        let by = source.engine.map { " by \($0)" } ?? ""
        let (type, detail) =
            switch source.origin {
            case .textLayer: ("extraction", "The text layer was read\(by).")
            case .sidecar: ("extraction", "The text came with the document.")
            case .ocr: ("creation", "The text was recognised\(by), in \(source.languages.joined(separator: "+")).")
            }
        return Event(type: type, time: nil, detail: detail, agents: [docsearch] + (engine.map { [$0] } ?? []))
    }

    private static func id(_ event: Int) -> String { "event_\(event + 1)" }

    // MARK: - XML

    /// `files` are those of the pages, in their order, or none.
    func text(files: [File]) -> String {
        let created = events.compactMap { Self.date($0.time) }.max().map { " CREATEDATE=\"\($0)\"" } ?? ""
        let named = document.identifier ?? document.path
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:premis="http://www.loc.gov/premis/v3" \
            xsi:schemaLocation="http://www.loc.gov/METS/ http://www.loc.gov/standards/mets/version1121/mets.xsd \
            http://www.loc.gov/premis/v3 http://www.loc.gov/standards/premis/v3/premis.xsd" \
            OBJID="\(xml(named))" LABEL="\(xml(document.title))">
            <metsHdr\(created)>
            <agent ROLE="CREATOR" TYPE="OTHER" OTHERTYPE="SOFTWARE"><name>DOCSEARCH</name>\
            <note>\(DocSearchVersion.current)</note></agent>
            </metsHdr>
            <dmdSec ID="dmd_1">\(Self.wrapped("DC", dublinCore))</dmdSec>
            <amdSec>
            <techMD ID="object_1">\(Self.wrapped("PREMIS:OBJECT", object))</techMD>

            """
        for (number, event) in events.enumerated() {
            text += "<digiprovMD ID=\"\(Self.id(number))\">"
            text += Self.wrapped("PREMIS:EVENT", premis(event, Self.id(number))) + "</digiprovMD>\n"
        }
        for (number, agent) in agents.enumerated() {
            text += "<digiprovMD ID=\"agent_\(number + 1)\">"
            text += Self.wrapped("PREMIS:AGENT", premis(agent, "agent_\(number + 1)")) + "</digiprovMD>\n"
        }
        text += "</amdSec>\n"
        if !files.isEmpty {
            text += "<fileSec>\n<fileGrp USE=\"FULLTEXT\">\n"
            for (page, file) in zip(pages, files) {
                let events = page.events.isEmpty ? "" : " ADMID=\"\(page.events.joined(separator: " "))\""
                text += """
                    <file ID="alto_\(page.number)" MIMETYPE="text/xml" SIZE="\(file.byteCount)" \
                    CHECKSUM="\(file.sha256)" CHECKSUMTYPE="SHA-256"\(events)>\
                    <FLocat LOCTYPE="URL" xlink:href="\(file.path)"/></file>

                    """
            }
            text += "</fileGrp>\n</fileSec>\n"
        }
        text += """
            <structMap TYPE="PHYSICAL">
            <div ID="document_1" TYPE="document" LABEL="\(xml(document.title))" DMDID="dmd_1" ADMID="object_1 event_1">

            """
        for page in pages {
            let label = page.label.map { " ORDERLABEL=\"\(xml($0))\"" } ?? ""
            let file = files.isEmpty ? "" : "<fptr FILEID=\"alto_\(page.number)\"/>"
            text += "<div ID=\"page_\(page.number)\" TYPE=\"page\" ORDER=\"\(page.number)\"\(label)>\(file)</div>\n"
        }
        return text + "</div>\n</structMap>\n</mets>\n"
    }

    private var dublinCore: String {
        let details = document.details
        let values: [(name: String, values: [String])] = [
            ("title", [document.title]), ("creator", document.authors),
            ("contributor", details.filter { $0.kind == .person }.map(\.value)), ("subject", document.tags),
            ("description", [document.summary].compactMap(\.self)),
            ("date", [document.date?.description].compactMap(\.self)),
            ("language", [document.language].compactMap(\.self)),
            (
                "identifier",
                [document.identifier].compactMap(\.self) + details.filter { $0.kind == .identifier }.map(\.value)
            ),
        ]
        return values.flatMap { name, values in values.map { "<dc:\(name)>\(xml($0))</dc:\(name)>\n" } }.joined()
    }

    private var objectIdentifier: (type: String, value: String) {
        (document.isRecord ? "SHA-256 of the bundle's SHA-256 and the path within" : "SHA-256", document.ownHash)
    }

    private var object: String {
        let type = byteCount == nil ? "representation" : "file"
        let identifiers = [objectIdentifier] + (document.identifier.map { [("local", $0)] } ?? [])
        let fixity = Self.element(
            "fixity",
            Self.element("messageDigestAlgorithm", "SHA-256")
                + Self.element("messageDigest", xml(document.contentHash)))
        let characteristics = byteCount.map { count in
            Self.element(
                "objectCharacteristics",
                fixity + Self.element("size", "\(count)")
                    + Self.element(
                        "format", Self.element("formatDesignation", Self.element("formatName", "application/pdf"))))
        }
        return "<premis:object xsi:type=\"premis:\(type)\" version=\"3.0\">\n"
            + identifiers.map { identifier("object", $0.0, $0.1) }.joined() + (characteristics ?? "")
            + Self.element("originalName", xml(document.path)) + "</premis:object>\n"
    }

    private func premis(_ event: Event, _ id: String) -> String {
        "<premis:event version=\"3.0\">\n" + identifier("event", "local", id)
            + Self.element("eventType", event.type) + Self.element("eventDateTime", Self.date(event.time) ?? "unknown")
            + Self.element("eventDetailInformation", Self.element("eventDetail", xml(event.detail)))
            + event.agents.map { identifier("linkingAgent", "local", "agent_\($0)") }.joined()
            + identifier("linkingObject", objectIdentifier.type, objectIdentifier.value) + "</premis:event>\n"
    }

    private func premis(_ agent: Agent, _ id: String) -> String {
        "<premis:agent version=\"3.0\">\n" + identifier("agent", "local", id)
            + Self.element("agentName", xml(agent.name))
            + Self.element("agentType", agent.isPerson ? "person" : "software")
            + (agent.version.map { Self.element("agentVersion", xml($0)) } ?? "") + "</premis:agent>\n"
    }

    private func identifier(_ name: String, _ type: String, _ value: String) -> String {
        Self.element(
            "\(name)Identifier",
            Self.element("\(name)IdentifierType", type) + Self.element("\(name)IdentifierValue", xml(value)))
    }

    private static func element(_ name: String, _ content: String) -> String {
        "<premis:\(name)>\(content)</premis:\(name)>\n"
    }

    private static func wrapped(_ type: String, _ content: String) -> String {
        let version = type == "DC" ? "" : " MDTYPEVERSION=\"3.0\""
        return "<mdWrap MDTYPE=\"\(type)\"\(version)><xmlData>\n\(content)</xmlData></mdWrap>"
    }

    private static func date(_ seconds: Int64?) -> String? {
        seconds.flatMap { CivilInstant(secondsSinceEpoch: Double($0))?.description }
    }

    private func xml(_ text: String) -> String { PageExport.xml(text) }
}
