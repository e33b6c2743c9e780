import DocSearchTestSupport
import ExtractionProtocol
import Foundation

/// A stand-in for `docsearch-extract`: its readers are a shell script that greets, reads every bundle as one page of
/// "faithful page", and misbehaves on bundles whose path has "bad" in it. The real program starts them, as it alone can
/// take the orders of the coordinator.
///
/// The script's variables: `$number` and `$length` are those of the request, `$dir` is the folder of the script.
final class FakeWorker: Sendable {
    private let folder: TemporaryFolder

    var path: String { folder.path + "/worker" }

    /// - Parameters:
    ///   - misbehaviour: Shell commands for a bad bundle; `answer` sends `frames`, and `ask` sets `$passwords`.
    ///   - frames: What `answer` sends, under the request's number.
    ///   - parts: What `say NAME` sends.
    ///   - answers: What it sends instead, by the request's number.
    ///   - opening: Shell commands before the greeting.
    ///   - languages: What it says that it has data for.
    ///   - pdfEngine: What it says that it reads PDFs with.
    ///   - confinement: What it says that it gave up.
    /// - Throws: when its files cannot be written.
    init(
        _ misbehaviour: String, frames: [ExtractionFrame] = [], parts: [String: [ExtractionFrame]] = [:],
        answers: ((UInt32) -> [ExtractionFrame])? = nil,
        opening: String = "", languages: [String] = ["eng"], pdfEngine: String = "fake 1",
        confinement: ConfinementReport? = ConfinementReport(active: ConfinementMeasure.allCases)
    ) throws {
        folder = try TemporaryFolder()
        let coder = FrameCoder()
        let greeting = GreetingFrame(
            extractorVersion: ProtocolVersion.extractor, recognitionEngine: "fake 1", pdfEngine: pdfEngine,
            languages: languages, confinement: confinement)
        try folder.write(coder.encode(.greeting(greeting), request: 0), to: "greeting")
        // Numbers are a part of the frames. A run asks readers of bad bundles again and again.
        let beginning = try NumberedFrames([Self.starting, Self.bundle])
        let ending = try NumberedFrames([Self.page(1, text: "faithful page"), Self.complete])
        for number in UInt32(1)...200 {
            let document = Self.document(hash: "\(folder.url.lastPathComponent) \(number)")
            let good = try beginning.answering(number) + coder.encode(document, request: number)
            try folder.write(good + ending.answering(number), to: "good.\(number)")
        }
        var sent = try parts.mapValues(NumberedFrames.init)
        sent["need"] = try NumberedFrames([.need(NeedFrame(.passwords))])
        sent["answer"] = try NumberedFrames(frames)
        for number in UInt32(1)...40 {
            if let answers { sent["answer"] = try NumberedFrames(answers(number)) }
            for (name, frames) in sent { try folder.write(frames.answering(number), to: "\(name).\(number)") }
        }
        let script = """
            #!/bin/sh
            dir='\(folder.path)'
            answer() { cat "$dir/answer.$number" || exit 1; }
            say() { cat "$dir/$1.$number"; }
            ask() {
                cat "$dir/need.$number"
                set -- $(head -c 4 | od -An -v -tu1)
                passwords=$(head -c $(( ($1 << 24) + ($2 << 16) + ($3 << 8) + $4 )))
            }
            \(opening)
            cat "$dir/greeting"
            while true; do
                # A byte that came with the bundle's descriptor, and the header.
                set -- $(head -c 13 | od -An -v -tu1)
                [ $# -eq 13 ] || exit 0
                number=$9
                length=$(( (${10} << 24) + (${11} << 16) + (${12} << 8) + ${13} ))
                request=$(head -c $length)
                case "$request" in
                *bad*) \(misbehaviour) ;;
                *) cat "$dir/good.$number" ;;
                esac
            done
            """
        try writeProgram(script, to: "worker.reader")
        try writeProgram(
            "#!/bin/sh\nexec '\(ExtractProgram.path)' \(ReaderArgument.standIn) '\(path).reader' \"$@\"\n", to: "worker"
        )
    }

    private func writeProgram(_ script: String, to name: String) throws {
        try folder.write(Array(script.utf8), to: name)
        let path = folder.path + "/" + name
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        waitUntilNobodyWrites(path)
    }

    /// A process that another thread starts holds our open files for a moment, and a program that is open for writing
    /// cannot be run (`ETXTBSY`). A read lease (fcntl(2)) is given only when nobody has the file open for writing.
    private func waitUntilNobodyWrites(_ path: String) {
        let (setLease, deadline): (Int32, _) = (1024, ContinuousClock.now + .seconds(5))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        while fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0, errno == EAGAIN, ContinuousClock.now < deadline {
            usleep(1000)
        }
        close(descriptor)
    }

    /// What the script left in a file of its folder.
    func note(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path + "/" + name)
            .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    static let whole = PageAddress(entry: "", page: 0)
    static let first = PageAddress(entry: "", page: 1)
    static let starting = ExtractionFrame.starting(StartingFrame(stage: .bundle, address: whole))
    static let bundle = ExtractionFrame.bundle(BundleFrame(format: .pdf))
    static let complete = ExtractionFrame.finished(FinishedFrame(outcome: .complete))

    static func document(_ entry: String = "", pageCount: Int = 1) -> ExtractionFrame {
        .document(
            DocumentFrame(
                entry: entry, contentHash: "0badc0de", byteCount: 1, metadata: DocumentMetadata(),
                pageCount: pageCount))
    }

    static func page(_ number: Int, entry: String = "", text: String = "treacherous page") -> ExtractionFrame {
        .page(
            PageFrame(
                entry: entry, page: number, width: 595, height: 842, text: text, origin: .textLayer,
                verdict: text.isEmpty ? .missing : .good))
    }

    /// What is said of a bundle, from its beginning to its end.
    static func answer(_ frames: ExtractionFrame...) -> [ExtractionFrame] { [starting, bundle] + frames + [complete] }

    /// A document whose only page has to be recognised.
    static let scan = answer(document(), page(1, text: ""))

    static func recognized(_ text: String, image: String? = nil) -> ExtractionFrame {
        .page(
            PageFrame(
                entry: "", page: 1, width: 595, height: 842, text: text, origin: .ocr, verdict: .missing,
                confidence: 0.9, imageHash: image))
    }

    /// Each bundle has other bytes.
    private static func document(hash: String) -> ExtractionFrame {
        .document(
            DocumentFrame(entry: "", contentHash: hash, byteCount: 1, metadata: DocumentMetadata(), pageCount: 1))
    }
}
