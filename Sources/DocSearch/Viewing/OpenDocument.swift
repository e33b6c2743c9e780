internal import CSandbox
import ExtractionProtocol
import Foundation

/// A document open in a reader, which is killed when this object is released. Used from one thread.
final class OpenDocument {
    let key: String
    private(set) var lastUse = ContinuousClock.now
    private let viewed: ViewedDocument
    private let options: ArchivePagesOptions
    private let limits: ExtractionLimits
    private let bundle: OpenBundle
    private let process: ReaderProcess
    private var number: UInt32 = 0
    /// The reader writes each image into it; -1 before the first. With a new file for each, a hostile reader could keep
    /// any number of them, all in memory.
    private var imageFile: Int32 = -1

    /// Libraries leak memory.
    static let mostRequests = 500

    init(
        _ viewed: ViewedDocument, in bundle: OpenBundle, readers supply: ReaderSupply, options: ArchivePagesOptions,
        stop: StopFlag
    ) throws {
        key = viewed.key
        (self.viewed, self.options, self.bundle) = (viewed, options, bundle)
        var limits = options.limits.extraction
        limits.processorSeconds = max(1, Int(options.timeout.components.seconds))
        limits.pagePixels = options.imagePixels
        self.limits = limits
        process = try supply.readyReader().0
        process.patience = options.timeout
        let request = OpenPagesRequest(
            path: viewed.row.relativePath, entry: viewed.document.entry, contentHash: viewed.document.contentHash,
            requests: Self.mostRequests, access: bundle.access, limits: limits)
        try ask(.openPages(request), beside: bundle.descriptor, stop: stop) { _ in throw Self.misplaced }
    }

    deinit { if imageFile >= 0 { close(imageFile) } }

    var isCurrent: Bool { bundle.isUnchanged }

    var isUsable: Bool {
        number < UInt32(Self.mostRequests) && (residentBytes ?? 0) <= options.documentMemory
    }

    private var residentBytes: Int64? {
        // Without it other limits close the document.
        guard let process = process.process,
            let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int64($0) })
        else { return nil }
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The reader's file is accepted only if it is the requested image. Throws when the bundle has changed.
    func draw(_ wanted: PageImageRequest, stop: StopFlag) throws -> [UInt8] {
        let file = try emptyImageFile()
        let format: ImageFormat = wanted.format == .png ? .png : .jpeg
        let request = DrawPageRequest(
            page: wanted.page, region: wanted.region.map { [$0.left, $0.top, $0.width, $0.height] },
            width: wanted.width, height: wanted.height, isMirrored: wanted.isMirrored, rotation: wanted.rotation,
            colors: ImageColors(wanted.quality), format: format, quality: options.jpegQuality,
            maximumBytes: options.imageBytes, limits: limits)
        var byteCount: Int?
        try ask(.drawPage(request), beside: file, stop: stop) { frame in
            guard case .drawn(let drawn) = frame, byteCount == nil else { throw Self.misplaced }
            byteCount = drawn.byteCount
        }
        guard let byteCount, byteCount <= options.imageBytes else {
            throw ReaderProcess.Failure.rubbish("an image of \(byteCount ?? 0) bytes")
        }
        // Checks a copy, because the reader still has the file.
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, byteCount, 0))
        }
        let (width, height) = wanted.turnedSize
        guard let size = ImageFileCheck.size(of: bytes, format), size == (width, height) else {
            throw ReaderProcess.Failure.rubbish("no \(format.rawValue) of \(width) by \(height) pixels")
        }
        try requireUnchanged()
        return bytes
    }

    private func emptyImageFile() throws -> Int32 {
        if imageFile < 0 { imageFile = csandbox_image_file(options.imageBytes) }
        guard imageFile >= 0, lseek(imageFile, 0, SEEK_SET) == 0,
            csandbox_empty_image_file(imageFile, options.imageBytes) == 0
        else { throw DocSearchError.system("Making room for", "an image") }
        return imageFile
    }

    func measure(_ pages: [Int], wantsWords: Bool, stop: StopFlag) throws -> [MeasuredPage] {
        var left = Set(pages)
        var found: [MeasuredPage] = []
        let request = MeasurePagesRequest(pages: pages, wantsWords: wantsWords, limits: limits)
        try ask(.measurePages(request), beside: bundle.descriptor, stop: stop) { frame in
            guard case .page(let page) = frame, left.remove(page.page) != nil, wantsWords || page.words.isEmpty
            else { throw Self.misplaced }
            found.append(MeasuredPage(page: page.page, width: page.width, height: page.height, words: page.words))
        }
        try requireUnchanged()
        return found
    }

    func contents(stop: StopFlag) throws -> ContentsFrame {
        var found: ContentsFrame?
        try ask(.listContents(ListContentsRequest(limits: limits)), beside: bundle.descriptor, stop: stop) { frame in
            guard case .contents(let contents) = frame, found == nil else { throw Self.misplaced }
            found = contents
        }
        try requireUnchanged()
        guard let found else { throw ReaderProcess.Failure.rubbish("an answer without contents") }
        return found
    }

    func copyFile(_ number: Int, to output: Int32, stop: StopFlag) throws {
        let request = CopyFileRequest(number: number, limits: limits)
        try ask(.copyFile(request), beside: output, stop: stop) { _ in throw Self.misplaced }
        try requireUnchanged()
    }

    /// Without this, an image could come from a file that is being rewritten.
    private func requireUnchanged() throws {
        guard bundle.isUnchanged else { throw DocSearchError.changed(viewed) }
    }

    private static let misplaced = ReaderProcess.Failure.rubbish("a frame that does not belong to a page")

    private func ask(
        _ request: ExtractionRequest, beside descriptor: Int32, stop: StopFlag, take: (ExtractionFrame) throws -> Void
    ) throws {
        defer { lastUse = .now }
        number &+= 1
        var startings = StartingCounter()
        var problem: ProblemFrame?
        try WorkerConversation.ask(
            process, request, number: number, of: bundle, beside: descriptor,
            clock: AnswerDeadline(after: options.timeout), stop: stop
        ) { frame in
            switch frame {
            case .starting: try startings.count()
            case .problem(let value):
                try startings.count()
                problem = problem ?? value
            case .finished(let end):
                guard end.outcome != .complete else { return true }
                guard let problem else { throw ReaderProcess.Failure.rubbish("no reason for a failure") }
                // A file that is being written looks damaged.
                try requireUnchanged()
                throw ReaderRefusal(problem: problem)
            default:
                startings.reset()
                try take(frame)
            }
            return false
        }
    }
}

struct MeasuredPage: Sendable, Codable {
    var page: Int
    var width: Double
    var height: Double
    var words: [PageWord]

    var size: PageText.Size? { width > 0 && height > 0 ? PageText.Size(width: width, height: height) : nil }
}

extension ImageColors {
    init(_ quality: PageImageRequest.Quality) {
        switch quality {
        case .color: self = .color
        case .gray: self = .gray
        case .bitonal: self = .bitonal
        }
    }
}
