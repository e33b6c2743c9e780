import BundleReading
import ExtractionProtocol
import PageReading

/// The PDF's own metadata comes after the bundle's, then a telling name, then the `message` that the document is attached to,
/// and any file name or that of `bundle` last.
enum MetadataCompletion {
    static func complete(
        _ metadata: DocumentMetadata, by information: DocumentInformation?, fileName: String, in bundle: String = "",
        attachedTo message: DocumentMetadata? = nil
    ) -> DocumentMetadata {
        var result = metadata
        let name = title(fromFileName: fileName, in: bundle)
        let subject = message.flatMap { isTelling(title(fromFileName: fileName)) ? nil : $0.title }
            .flatMap { isJunk($0) ? TitleFrame.unframed($0) : $0 }
        if var information {
            for text in [\DocumentInformation.title, \.author, \.subject, \.keywords] {
                if let corrected = information[keyPath: text].flatMap(MisreadText.corrected) {
                    information[keyPath: text] = corrected
                }
            }
            var own = DocumentMetadata()
            let titles = [information.xmp.title, information.title].compactMap { $0 }.map(cleaned)
            own.title = best(of: titles, information, besides: subject ?? name)
            if own.title != nil { own.titleSource = .documentInformation }
            if own.title.map(titles.contains) != true,
                let title = titles.first(where: { !isJunk($0) })
                    ?? titles.first(where: { $0.contains { $0.isLetter || $0.isNumber } })
            {
                // The person who typed it may search for it.
                own.details.add(.other, called: "Title of the file", title)
            }
            let isScan = PDFMaker.isScanner(information)
            let lists = [information.xmp.creators, [information.author ?? ""]].map { $0.map(cleaned) }
            let machines = Set(lists.joined()).filter { AccountName.isOne($0, isScan: isScan) }
            own.authors = lists.map { $0.filter { !machines.contains($0) } }.first { !$0.isEmpty }?.eachOnce ?? []
            for name in machines.sorted() where !AccountName.saysNothing(name) {
                own.details.add(.other, called: "Author of the file", name)
            }
            if let date = information.xmp.date { (own.date, own.dateSource) = (date, .metadata) }
            if let date = information.creationDate ?? information.xmp.creationDate {
                let isStated = metadata.details.contains { $0.label == DocumentMetadata.statedDate }
                if date >= DocumentMetadata.firstScan, isScan {
                    own.details.add(.other, called: DocumentMetadata.scanned, date)
                } else if isStated, metadata.date == nil {
                    own.details.add(.other, called: DocumentMetadata.fileDate, date)
                } else if own.date == nil {
                    (own.date, own.dateSource) = (date, .documentInformation)
                }
            }
            own.tags = KeywordList.keywords(in: information.keywords ?? "").map(cleaned).filter { !$0.isEmpty }
            // Most programs write keywords to both places.
            own.tags += information.xmp.subjects.map(cleaned).filter { !$0.isEmpty && !own.tags.contains($0) }
            own.addIdentifiers(information.xmp.identifiers.map { ("", cleaned($0)) })
            for text in information.xmp.rights { own.details.add(.other, called: "Rights", cleaned(text)) }
            for name in information.attachments { own.details.add(.attachment, called: "Attachment", cleaned(name)) }
            for comment in information.comments {
                let author = comment.author.map { cleaned($0) + ": " } ?? ""
                own.details.add(
                    .annotation, called: "Comment on page \(comment.page)", author + cleaned(comment.text))
            }
            for value in information.formValues { own.details.add(.other, called: "Form field", cleaned(value)) }
            let subject = cleaned(information.subject ?? "")
            own.description = subject.isEmpty ? nil : subject
            result = result.completed(by: own)
        }
        if let message { complete(&result, attachedTo: message, subject: subject) }
        if (result.title ?? "").isEmpty {
            // An object in a folder named by a hash has an identifier that people know. A mail's is made by a program.
            let identifier = result.identifier.flatMap { message == nil && isMachines(name) ? $0 : nil }
            result.title = identifier ?? name
            result.titleSource = identifier == nil && !isTelling(name) ? .vagueFileName : .fileName
        }
        return result.composed
    }

    /// Keeps as details those parts of the message that are not used. `subject` is nil beside a name that tells more.
    private static func complete(
        _ result: inout DocumentMetadata, attachedTo message: DocumentMetadata, subject: String?
    ) {
        if (result.title ?? "").isEmpty, let subject { (result.title, result.titleSource) = (subject, .metadata) }
        if result.title != message.title { result.details.add(.other, called: "Subject", message.title) }
        if result.authors.isEmpty {
            (result.authors, result.authorAddresses) = (message.authors, message.authorAddresses)
        } else {
            for sender in message.authors + message.authorAddresses where !result.authors.contains(sender) {
                result.details.add(.person, called: "From", sender)
            }
        }
        guard let date = message.date else { return }
        if result.date == nil {
            (result.date, result.dateSource) = (date, .message)
        } else {
            result.details.add(.other, called: DocumentMetadata.sent, date)
        }
    }

    private static func isTelling(_ name: String) -> Bool {
        name.count(where: \.isLetter) > 1 && !isJunk(name) && !isStructural(name)
    }

    /// Builds the tables of names. Tables that are built before readers are forked are there in all of them.
    static func prepare() {
        for name in ["Minutes of 12 May 1931", "Scan 0001"] { _ = (isJunk(name), isMachines(name)) }
        _ = AccountName.isOne("Anna Kern", isScan: true)
    }

    /// The first title that only a person would give. Where the file's name is a number or a machine's, what stands in a
    /// program's frame, or a vague title.
    private static func best(
        of titles: [String], _ information: DocumentInformation, besides name: String
    ) -> String? {
        guard !titles.isEmpty else { return nil }
        let makers = [information.producer, information.creator].compactMap { $0 } + information.xmp.makers
        func isVague(_ title: String) -> Bool {
            MachineName.isVague(title) || title.utf8.count == 1 && title == title.lowercased()
                || makers.contains { isProduct(title, of: $0) }
        }
        // `Microsoft Word - An Introduction` may be a book, but not where a printer driver made the title.
        // Nor where two blanks are before the dash, as no person types them.
        let isPrinted =
            makers.contains(where: isPrinterDriver) || information.title?.contains("  - ") == true
        if let title = titles.first(where: { !isJunk($0) && !isVague($0) && !(isPrinted && TitleFrame.isOne($0)) }) {
            return title
        }
        let isTelling = name.count(where: \.isLetter) > 1 && !isJunk(name) && !isVague(name)
        return isTelling ? nil : titles.lazy.compactMap(TitleFrame.unframed).first ?? titles.first { !isJunk($0) }
    }

    /// `PScript5.dll Version 5.2.2`, `ADOBEPS4.DRV Version 4.50`.
    private static func isPrinterDriver(_ maker: String) -> Bool {
        let maker = maker.lowercased()
        return ["pscript", "adobeps", "acrobat pdfwriter"].contains(where: maker.contains)
    }

    /// `gnuplot` of `gnuplot 5.4`.
    private static func isProduct(_ title: String, of maker: String) -> Bool {
        guard title.count > 2, maker.lowercased().hasPrefix(title.lowercased()) else { return false }
        return maker.dropFirst(title.count).first.map { !$0.isLetter } ?? true
    }

    /// Titles left by programs and scanners do not describe a document.
    static func isJunk(_ title: String) -> Bool {
        MachineName.isOne(title) || TitleFrame.isFileName(title) || MachineName.isCounter(title)
    }

    /// For a folder of pages or a description in `bundle`, the innermost telling name, else the bundle's: people do not
    /// call a document `images` or `OCR-D-IMG`. Files have names of their own.
    static func title(fromFileName path: String, in bundle: String = "") -> String {
        let names = path.split(separator: "/").map { stem(String($0)) }
        guard let last = names.last else { return path }
        let isFile = !path.hasSuffix(last) && !path.lowercased().hasSuffix(".xml")
        if bundle.isEmpty || isFile || !isStructural(last) { return last }
        let others = names.dropLast().map { $0.hasSuffix("!") ? stem(String($0.dropLast())) : $0 }
        return others.last { !isStructural($0) } ?? bundle.split(separator: "/").last.map { stem(String($0)) } ?? last
    }

    private static func stem(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func isMachines(_ name: String) -> Bool { MachineName.isOne(name) || MachineName.isVague(name) }

    private static func isStructural(_ name: String) -> Bool { isMachines(name) || FolderName.isStructural(name) }

    private static func cleaned(_ text: String) -> String {
        let spaced = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : scalar
                }))
        return spaced.split(separator: " ").joined(separator: " ")
    }
}
