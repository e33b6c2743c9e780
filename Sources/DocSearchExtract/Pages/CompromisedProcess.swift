import Foundation
import PageReading

enum CompromisedProcess {
    /// Exits, so that the coordinator retries the page in another process. There it is the first one rendered, and a
    /// failure is its own fault.
    static func leaveIfCompromised(by error: any Error) {
        guard let error = error as? PageReadingError, error.isCompromised else { return }
        let note = "\(error.reason); an earlier page may have altered a font, so another process is to try\n"
        FileHandle.standardError.write(Data(note.utf8))
        // EX_TEMPFAIL of sysexits.h.
        exit(75)
    }
}
