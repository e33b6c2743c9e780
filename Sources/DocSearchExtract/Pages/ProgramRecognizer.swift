import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextRecognition

/// Recognition by a program that the coordinator runs. Its answer is hOCR, and as foreign as any file.
struct ProgramRecognizer {
    let image: OwnedDescriptor
    let channel: Channel
    let limits: ExtractionLimits

    /// What is wrong with an answer.
    struct Refusal: ReadingFailure {
        let code = ProblemFrame.Code.unsupported
        let reason: String
    }

    /// Pixels by which boxes may leave the page: programs round them, and add some to what they have found.
    private static let margin = 16.0

    /// Nil when there is no answer.
    func recognize(_ page: GrayPage, _ address: PageAddress) throws -> RecognizedText? {
        let png = try page.png()
        guard png.count <= RecognizePagesRequest.imageBytes else {
            throw PageReadingError(.limit, "the page image has \(png.count) bytes as a PNG")
        }
        try write(png)
        let answer = try channel.answer(to: .drawn(DrawnFrame(byteCount: png.count, resolution: page.resolution)))
        return answer.isEmpty ? nil : try text(of: answer, on: page)
    }

    private func text(of answer: [UInt8], on image: GrayPage) throws -> RecognizedText {
        // HTML of a server that has an error to show, say. Text of scripts is no text of the page.
        guard !answer.contains("<script") else { throw Refusal(reason: "its answer has scripts in it") }
        let pages: [SidecarPage]
        do {
            pages = try SidecarPage.pages(hocr: answer, limits: limits)
        } catch let error as BundleError {
            throw Refusal(reason: "its answer cannot be read as hOCR: \(error.reason)")
        }
        guard pages.count == 1, let page = pages.first else {
            throw Refusal(reason: "its answer has \(pages.count) pages instead of one")
        }
        let (width, height) = (Double(image.width), Double(image.height))
        guard let size = page.size, abs(size.width - width) <= 1, abs(size.height - height) <= 1 else {
            throw Refusal(reason: "its answer is about a page of another size than \(image.width) by \(image.height)")
        }
        guard page.text.isEmpty == page.words.isEmpty else {
            throw Refusal(reason: "its answer has words without boxes")
        }
        let words = try page.words.map { word in
            let (right, bottom) = (word.left + word.width, word.top + word.height)
            guard word.left >= -Self.margin, word.top >= -Self.margin, right <= width + Self.margin,
                bottom <= height + Self.margin, word.width >= 0, word.height >= 0
            else { throw Refusal(reason: "its answer has words outside the page") }
            return RecognizedWord(
                text: word.text, left: max(0, word.left), top: max(0, word.top), right: min(right, width),
                bottom: min(bottom, height), confidence: min(1, max(0, word.confidence ?? page.confidence ?? 0)))
        }
        return RecognizedText(text: page.text, words: words)
    }

    private func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(
                    image.rawValue, buffer.baseAddress?.advanced(by: written), bytes.count - written, off_t(written))
            }
            guard count > 0 else {
                let cause = String(cString: strerror(errno))
                throw PageReadingError(.environment, "the image could not be written: \(cause)")
            }
            written += count
        }
    }
}

extension [UInt8] {
    /// Letters of ASCII in any case.
    fileprivate func contains(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        return withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count >= wanted.count else { return false }
            var from = 0
            while let found = memchr(start + from, Int32(wanted[0]), bytes.count - from) {
                from = found - UnsafeMutableRawPointer(mutating: start)
                guard from + wanted.count <= bytes.count else { return false }
                if zip(wanted, bytes[from...]).allSatisfy({ $0 == $1 || $1 | 0x20 == $0 }) { return true }
                from += 1
            }
            return false
        }
    }
}
