import AnswerForms
import DocSearch
import Foundation

enum Editor {
    /// Only the person can read the file. It is removed when `keep` has taken the text; if that fails, it stays and is
    /// named.
    static func write(beginningWith text: String = "", _ keep: (String) throws -> Void) throws {
        let folder = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array((folder + "/docsearch-text-XXXXXX.txt").utf8CString)
        let descriptor = mkstemps(&template, CInt(".txt".utf8.count))
        guard descriptor >= 0 else {
            throw DocSearchError(
                .environment, "No file can be made in \"\(folder)\": \(String(cString: strerror(errno))).", item: folder
            )
        }
        let isWritten = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let file = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            try isWritten.write(contentsOf: Data(text.utf8))
            try isWritten.close()
        } catch {
            unlink(file)
            throw DocSearchError(
                .environment, "\"\(file)\" cannot be written: \(error.localizedDescription)", item: file)
        }
        do { try edit(file) } catch {
            // What the archive has is not left lying about.
            guard let left = try? InputFile.read(file), left == Data(text.utf8), unlink(file) == 0 else { throw error }
            throw DocSearchError(.failed, "The editor failed. Nothing was changed.")
        }
        let bytes = try InputFile.read(file)
        guard !bytes.isEmpty else {
            unlink(file)
            throw DocSearchError(.usage, "Nothing was written. Nothing was changed.")
        }
        do {
            try keep(NoteCommand.text(bytes))
        } catch {
            StandardError.say("Your text is in \(file).")
            throw error
        }
        unlink(file)
    }

    /// Never uses a shell. The editor needs the terminal, so it stays in this process's group.
    private static func edit(_ file: String) throws {
        let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") ?? "vi"
        let words = editor.split(separator: " ").map(String.init) + [file]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // Ctrl-C in the editor must not end this program.
        let former = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGINT)
        sigaddset(&usual, SIGQUIT)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let status = posix_spawnp(&child, words[0], nil, &attributes, &arguments, environ)
        guard status == 0 else {
            // The file is empty.
            unlink(file)
            throw DocSearchError(
                .environment, "The editor \"\(words[0])\" cannot be started: \(String(cString: strerror(status))).",
                item: words[0])
        }
        var end: CInt = 0
        while waitpid(child, &end, 0) < 0, errno == EINTR {}
        guard end == 0 else {
            throw DocSearchError(
                .failed, "The editor \"\(words[0])\" failed. Nothing was changed; what you wrote is in \"\(file)\".",
                item: words[0])
        }
    }
}
