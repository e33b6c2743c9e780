import Foundation
import PageReading

/// The end of a process in which an earlier page has broken something that others need.
enum CompromisedProcess {
    /// Leaves when an error says so, for the coordinator to try the page in hand in another process. There it is the
    /// first one to be rendered, and what fails then is its own fault.
    static func leaveIfCompromised(by error: any Error) {
        guard let error = error as? PageReadingError, error.kind == .compromised else { return }
        let note = "\(error.reason); an earlier page may have altered a font, so another process is to try\n"
        FileHandle.standardError.write(Data(note.utf8))
        // EX_TEMPFAIL of sysexits.h.
        exit(75)
    }
}
